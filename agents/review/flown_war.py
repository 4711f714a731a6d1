"""A war read from a file, a replay or a saved war of ``stuka play``, with the inputs of every decision."""

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
"""Seed of the random numbers that advisers and clones use."""


class FlownWar(NamedTuple):
    """A war with D decisions.

    Attributes:
        name: the policy that flew it, or the name of the file.
        replay: its replay.
        ending: its end, or its state if it is not over.
        own_dice: whether the player rolled the dice, so that no policy can fly the same war.
        inputs: the inputs of each decision, one row each, as if they were D wars.
        actions: the actions taken, ``(D,)``, including illegal ones, which had no effect.
        scenario: the scenario.
        charts: the charts in force.
        charts_folder: the folder of the charts if it is not that of the replay.
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
    """Return the war in a file.

    Args:
        path: a replay, or a war saved by ``stuka play``.
        charts: a folder of charts in place of the one that the war names.

    Raises:
        ValueError: the file cannot be read, or the war cannot be flown again.
    """
    replay, ending = verified_war(path, charts)
    own_dice = bool(replay.options and "dice" in replay.options)
    name = printable(replay.policy_record.name or Path(path).stem)
    inputs, actions, run = decisions_of(replay, charts)
    return FlownWar(name, replay, ending, own_dice, inputs, actions, run.engine.scenario, run.charts, charts)


def decisions_of(replay: Replay, charts: str | None) -> tuple[PolicyInput, NDArray[np.int64], ReplayRun]:
    """Fly a replay and return the inputs and the action of each decision, and the finished run."""
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
