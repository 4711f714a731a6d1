"""Turns of a war played by hand: rolls made at the table, the reading of typed ones, and the position of a decision."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.tape import TapeForm
from stuka_env.engine.engine import Engine, Snapshot, View
from stuka_env.game import AnyWarSpec

ZERO_IS = 10
"""Sides of the die whose highest face is printed as 0."""


class Rolled(NamedTuple):
    """A roll or draw as the player typed it: faces in the order of the chart's dice; of a draw, its number."""

    chart: Any
    faces: tuple[int, ...]


def planned_rolls(rolls: Iterable[Rolled], form: TapeForm, charts: Any) -> dict[str, list[Any]]:
    """Return rolls in the format of the tape (:mod:`stuka_env.declared.tape`): faces, and cards as the game names them.

    Args:
        rolls: the rolls.
        form: the form of the game's tapes.
        charts: the charts in force.
    """
    plan: dict[str, list[Any]] = {}
    for chart, faces in rolls:
        roll = form.card_name(faces[0], charts) if chart == form.cards else list(faces)
        plan.setdefault(chart.name, []).append(roll)
    return plan


class Need(NamedTuple):
    """A roll or draw that the rules ask for.

    Attributes:
        chart: the chart, or what is drawn from: a code of the game.
        sides: the sides of the dice, in order.
        about: the subject of the roll; may be empty.
        modifier_words: the modifiers that the program adds; may be empty.
        choices: the numbers that can be drawn; empty for dice.
    """

    chart: Any
    sides: tuple[int, ...]
    about: str = ""
    modifier_words: str = ""
    choices: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        """The chart and the dice to roll: "Interception (B1): roll 2d6"."""
        verb = "draw" if self.chart.declared.is_drawn else "roll"
        return f"{self.chart.heading()}: {verb} {self.chart.thrown(self.sides)}"


def allowed_words(need: Need) -> str:
    """Return the faces that may be typed: "1 to 6, 1 to 6, 1 to 6"."""
    return ", ".join(f"1 to {most}" for most in need.sides)


def read_faces(need: Need, typed: str) -> tuple[int, ...]:
    """Read the faces from typed text such as "2 3 4", "2,3,4" or, for single digits, "234".

    A D10 may show 0 for 10.

    Raises:
        ValueError: the message states what is allowed.
    """
    sides = need.sides
    words = re.findall(r"\d+", typed) if re.fullmatch(r"[\d\s,;+]*", typed) else []
    if len(words) == 1 and len(words[0]) == len(sides) > 1:
        words = list(words[0])
    faces = tuple(int(word[:4]) for word in words)
    if len(faces) == len(sides):
        faces = tuple(most if most == ZERO_IS and face == 0 else face for face, most in zip(faces, sides, strict=True))
    return check_faces(need, faces, typed)


def check_faces(need: Need, faces: tuple[int, ...], typed: str = "") -> tuple[int, ...]:
    """Return the faces if the dice, the cup or the deck can show them.

    Raises:
        ValueError: they cannot; the message states what is allowed.
    """
    got = typed.strip() or " ".join(map(str, faces))
    if len(faces) != len(need.sides) or not all(
        1 <= face <= most for face, most in zip(faces, need.sides, strict=True)
    ):
        raise ValueError(f"Got {got!r}, allowed is {allowed_words(need)}.")
    if need.choices and faces[0] not in need.choices:
        raise ValueError(f"Got {got!r}, allowed is {', '.join(map(str, need.choices))}.")
    return faces


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
    mats = engine.seen(engine.wars.mats.copy())
    mats.flags.writeable = False
    return Position(view.observations.copy(), view.masks.copy(), mats, engine.charts_in_force(), turn, engine.spec)
