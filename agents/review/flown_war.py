"""A war read from a file, a replay or a saved war of ``stuka play``, with the inputs of every decision."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.noise import draw_noise
from stuka_env.flights.episodes import war_seeds
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import ACTIONS, Decision, Entry
from stuka_env.games.stuka.observation import LENGTH
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.play.war_file import fly_file
from stuka_env.policy import PolicyInput
from stuka_env.quoting import printable
from stuka_env.records import rows
from stuka_env.replay import Flight
from stuka_env.replay.run import ReplayRun

NOISE_SEED = 0
"""Seed of the random numbers that advisers and clones use."""
ENTRIES_OF_DICE = (Entry.ROLL, Entry.CARD, Entry.DRAWN)
"""Entries of the journal that come from dice or draws."""


class FlownWar(NamedTuple):
    """A war with D decisions.

    Attributes:
        name: the policy that flew it, or the name of the file.
        flight: its flight.
        own_dice: whether the player rolled the dice, so that no policy can fly the same war.
        inputs: the inputs of each decision, one row each, as if they were D wars.
        actions: the actions taken, ``(D,)``, including illegal ones, which had no effect.
        charts_folder: the folder of the charts if it is not that of the replay.
    """

    name: str
    flight: Flight
    own_dice: bool
    inputs: PolicyInput
    actions: NDArray[np.int64]
    charts_folder: str | None


def read_flown_war(path: str, charts: str | None = None) -> FlownWar:
    """Return the war in a file.

    Args:
        path: a replay, or a war saved by ``stuka play``.
        charts: a folder of charts in place of the one that the war names.

    Raises:
        ValueError: the file cannot be read, or the war cannot be flown again.
    """
    observations: list[NDArray[np.float32]] = []
    masks: list[NDArray[np.int8]] = []
    noises: list[NDArray[np.int64]] = []

    def on_decision(run: ReplayRun, number: int) -> None:
        observations.append(run.view.observations[0].copy())
        masks.append(run.view.masks[0].copy())
        noises.append(np.zeros(1, np.int64))
        draw_noise(war_seeds(run.engine), NOISE_SEED, number, noises[-1])

    flight = fly_file(path, charts, on_decision)
    replay, decisions = flight.replay, len(flight.replay.actions)
    mats = rows(decisions, Mat)
    for number in range(decisions):
        mats[number] = flight.moments[number].mat
    mats.flags.writeable = False
    book = rows(1, Charts)
    book[0] = flight.charts.record
    inputs = PolicyInput(
        np.array(observations, np.float32).reshape(decisions, LENGTH),
        np.array(masks, np.int8).reshape(decisions, ACTIONS),
        mats,
        book,
        np.array(noises, np.int64).reshape(decisions),
    )
    return FlownWar(
        name=printable(replay.policy_record.name or Path(path).stem),
        flight=flight,
        own_dice=bool(replay.options and "dice" in replay.options),
        inputs=inputs,
        actions=np.array(replay.actions, np.int64),
        charts_folder=charts,
    )


def first_decisions(war: FlownWar) -> NDArray[np.int64]:
    """Return the index of the first decision of each mission."""
    return np.unique(war.inputs.mats["war"]["mission_of_war"], return_index=True)[1].astype(np.int64)


def decisions_before_dice(war: FlownWar) -> NDArray[np.int64]:
    """Return the decisions of a finished war that are followed by dice or draws before the next decision."""
    journals = [moment.journal for moment in war.flight.moments[1:]]
    return np.flatnonzero([any(entry.kind in ENTRIES_OF_DICE for entry in journal) for journal in journals])


def mission_ends(war: FlownWar) -> NDArray[np.int64]:
    """Return the decisions after which a mission and its promotions end, with the last decision of the war."""
    frame, cursor = war.inputs.mats["war"], war.inputs.mats["cursor"]
    mission = frame["mission_of_war"].astype(np.int64) - (cursor["decision"] == Decision.PROMOTE)
    return np.append(np.flatnonzero(np.diff(mission)), len(mission) - 1)
