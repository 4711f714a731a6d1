"""Turns of a war played by hand, and the position that a player sees at a decision."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.engine import Engine, Snapshot, View
from stuka_env.game import AnyWarSpec
from stuka_env.play.typed_rolls import Rolled


class CannotPlay(ValueError):  # noqa: N818 - a message to the player, not an error of the program
    """An impossible request of the player; the message gives the reason in one sentence. Nothing has changed."""


class Turn(NamedTuple):
    """A decision and, at the table, the rolls after it. The opening of the war has no action."""

    action: int | None
    rolls: tuple[Rolled, ...] = ()


class Played(NamedTuple):
    """A completed turn: state and names before it, its journal, and the lines of the log sheet that ended in it."""

    turn: Turn
    before: Snapshot
    journal: list[Any]
    lines: list[dict[str, Any]]
    crews: Any


class Position(NamedTuple):
    """Copies of all that a player sees at a decision: no dice, no seed, no tape."""

    observation: NDArray[np.float32]
    """``(1, L)``: the flat observation."""
    mask: NDArray[np.int8]
    """``(1, A)``: 1 for legal."""
    mat: Any
    """``(1,)``, read-only."""
    charts: Any
    """``(1,)``, read-only."""
    turn: int
    """Turns played before this decision, the opening included."""
    spec: AnyWarSpec
    """The kind of war."""


def position_of(engine: Engine, view: View, turn: int) -> Position:
    """Return the position of an engine's one war, as last written to ``view``."""
    mats: Any
    mats = engine.wars.mats.copy()
    mats.flags.writeable = False
    return Position(view.observations.copy(), view.masks.copy(), mats, engine.charts_in_force(), turn, engine.spec)
