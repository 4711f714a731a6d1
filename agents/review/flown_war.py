"""A war that was flown, from a file: a replay, or what ``stuka play`` keeps; every decision with what was seen."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.charts import LoadedCharts
from stuka_env.codes import ACTIONS
from stuka_env.flights.episodes import public_records, war_seeds
from stuka_env.observation import LENGTH
from stuka_env.play.war_file import verified_war
from stuka_env.policy import PolicyInput, draw_noise
from stuka_env.quoting import printable
from stuka_env.records import rows
from stuka_env.replay import Replay
from stuka_env.replay.run import Ending, ReplayRun
from stuka_env.rules.mat import Mat
from stuka_env.scenario.plan import Scenario

NOISE_SEED = 0
"""Of the advisers' and the clones' own chance."""


class FlownWar(NamedTuple):
    """A war, D decisions of it.

    Attributes:
        name: who flew it, or the file.
        replay: its file.
        ending: how it ended, or how it stands.
        own_dice: whether the player rolled the dice: nobody else could have flown it.
        inputs: what was seen at each decision, a row each, as if they were D wars.
        actions: what was done, ``(D,)``; illegal ones, at which nothing happened, as they were.
        scenario: what kind of war it is.
        charts: the charts in force.
        charts_folder: where they are, if not where the replay says.
    """

    name: str
    replay: Replay
    ending: Ending
    own_dice: bool
    inputs: PolicyInput
    actions: NDArray[np.int64]
    scenario: Scenario
    charts: LoadedCharts
    charts_folder: str | None


def read_flown_war(path: str, charts: str | None = None) -> FlownWar:
    """The war in a file.

    Args:
        path: a replay, or a war kept by ``stuka play``.
        charts: a folder of charts in place of the one it names.

    Raises:
        ValueError: it cannot be read or flown again; one line says why.
    """
    replay, ending = verified_war(path, charts)
    own_dice = bool(replay.options and "dice" in replay.options)
    name = printable(replay.policy_record.name or Path(path).stem)
    inputs, actions, run = seen_and_done(replay, charts)
    return FlownWar(name, replay, ending, own_dice, inputs, actions, run.engine.scenario, run.charts, charts)


def seen_and_done(replay: Replay, charts: str | None) -> tuple[PolicyInput, NDArray[np.int64], ReplayRun]:
    """What was seen at each decision and what was done, and the run."""
    run, decisions = ReplayRun(replay, charts, journal=False), len(replay.actions)
    observations = np.zeros((decisions, LENGTH), np.float32)
    masks, mats = np.zeros((decisions, ACTIONS), np.int8), rows(decisions, Mat)
    seeds, noise = war_seeds(run.engine), np.zeros(decisions, np.int64)
    for number in range(decisions):
        observations[number], masks[number] = run.view.observations[0], run.view.masks[0]
        mats[number] = run.mat
        draw_noise(seeds, NOISE_SEED, number, noise[number : number + 1])
        run.step(number)
    _, book = public_records(run.engine)
    mats.flags.writeable = False
    return PolicyInput(observations, masks, mats, book, noise), np.array(replay.actions, np.int64), run
