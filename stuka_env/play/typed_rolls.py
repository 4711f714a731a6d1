"""Rolls and draws made at the table: what the rules ask for next, and the reading of typed rolls."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from numpy.typing import NDArray

from stuka_env.sentences import Modifiers, SentenceContext, added_words, is_chance

if TYPE_CHECKING:
    from stuka_env.play.war import War

ZERO_IS = 10
"""Sides of the die whose highest face is printed as 0."""


class Rolled(NamedTuple):
    """A roll or draw as the player typed it: faces in the order of the chart's dice; of a draw, its number."""

    chart: Any
    faces: tuple[int, ...]


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
        return f"{self.chart.title} ({self.chart.printed}): {verb} {self.chart.thrown(self.sides)}"


def next_need(war: "War", records: NDArray[Any], rolls: Sequence[Rolled]) -> "tuple[int, Need] | None":
    """Return the first roll of a step that was not typed, with its place in the journal of the step; None if all were.

    A step is played with what was typed so far, and the generator makes the rest. Of these rolls only the subject of
    the first is used: it was not really made.

    Args:
        war: the war, after the step.
        records: the journal of the step.
        rolls: the player's rolls for this step so far.

    Raises:
        ValueError: the rolls are not those that the step asks for.
    """
    table, form, sentences = war.parts.table, war.parts.game.engine.tape, war.parts.game.envs.sentences
    entries = list(sentences.without_text(records))
    num_matched = 0
    modifiers: Modifiers = ()
    for place, entry in enumerate(entries):
        if is_chance(entry) and entry.chart in form.sides:
            if num_matched == len(rolls):
                need = _declared_need(war, entry, modifiers)
                return place, need if table.need is None else table.need(war, entries, place, need, modifiers)
            if rolls[num_matched].chart != entry.chart:
                typed = rolls[num_matched].chart.name
                raise ValueError(f"{typed} was rolled where the rules ask for {entry.chart.name}")
            num_matched += 1
        modifiers = () if is_chance(entry) else sentences.modifiers_after(entry, modifiers)
    if num_matched < len(rolls):
        raise ValueError("more was rolled than the rules ask for")
    return None


def _declared_need(war: "War", entry: Any, modifiers: Modifiers) -> Need:
    """Return what a roll asks for, by its declaration."""
    about = war.parts.game.envs.sentences.about(entry, SentenceContext(war.charts, modifiers))
    count = len(entry.dice) or len(entry.chart.dice)
    return Need(entry.chart, entry.chart.dice[:count], f"for {about}" if about else "", added_words(modifiers))


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
