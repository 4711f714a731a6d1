"""A war read from a file, a replay or a saved war of ``stuka play``, with the inputs of every decision."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.review.parts import ReviewParts, parts_of
from stuka_env.compiling.philox import draw_noise
from stuka_env.declared.sentences import is_chance
from stuka_env.flights.episodes import war_seeds
from stuka_env.io.quoting import printable
from stuka_env.play.war_file import fly_file
from stuka_env.policy import PolicyInput
from stuka_env.replay import Flight
from stuka_env.replay.run import ReplayRun

NOISE_SEED = 0
"""Seed of the random numbers that advisers and clones use."""


class FlownWar(NamedTuple):
    """A war with D decisions.

    Attributes:
        game: the parts of a review that know its game.
        name: the policy that flew it, or the name of the file.
        flight: its flight.
        own_dice: whether the player rolled the dice, so that no policy can fly the same war.
        inputs: the inputs of each decision, one row each, as if they were D wars.
        actions: the actions taken, ``(D,)``, including illegal ones, which had no effect.
        charts_folder: the folder of the charts if it is not that of the replay.
    """

    game: ReviewParts
    name: str
    flight: Flight
    own_dice: bool
    inputs: PolicyInput
    actions: NDArray[np.int64]
    charts_folder: str | None

    @property
    def begins_at_position(self) -> bool:
        """Whether it began at a position, so that no usual war has its par."""
        return bool(self.flight.replay.options and "position" in self.flight.replay.options)


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

    flight = fly_file(path, charts, on_decision, rolls=True)
    replay, decisions = flight.replay, len(flight.replay.actions)
    mats: Any = np.zeros(decisions, flight.moments[0].mat.dtype)
    for number in range(decisions):
        mats[number] = flight.moments[number].mat
    mats.flags.writeable = False
    book: Any = np.array([flight.charts.record])
    inputs = PolicyInput(
        np.array(observations, np.float32).reshape(decisions, -1 if decisions else 0),
        np.array(masks, np.int8).reshape(decisions, flight.game.envs.actions),
        mats,
        book,
        np.array(noises, np.int64).reshape(decisions),
    )
    return FlownWar(
        game=parts_of(flight.game.name),
        name=printable(replay.policy_record.name or Path(path).stem),
        flight=flight,
        own_dice=bool(replay.options and "dice" in replay.options),
        inputs=inputs,
        actions=np.array(replay.actions, np.int64),
        charts_folder=charts,
    )


def lines_of_war(war: FlownWar) -> NDArray[np.int64]:
    """Return the number of the line of each decision, from 0, as the page counts them."""
    return war.game.lines(war.inputs.snapshot)


def first_decisions(war: FlownWar) -> NDArray[np.int64]:
    """Return the index of the first decision of each line that has decisions."""
    return np.unique(lines_of_war(war), return_index=True)[1].astype(np.int64)


def decisions_before_dice(war: FlownWar) -> NDArray[np.int64]:
    """Return the decisions of a finished war that are followed by dice or draws before the next decision."""
    journals = [moment.journal for moment in war.flight.moments[1:]]
    return np.flatnonzero([any(map(is_chance, journal)) for journal in journals])


def line_ends(war: FlownWar) -> NDArray[np.int64]:
    """Return the decisions after which a future of the same line would end, with the last decision of the war."""
    lines = war.game.last_lines(war.inputs.snapshot)
    return np.append(np.flatnonzero(np.diff(lines)), len(lines) - 1)
