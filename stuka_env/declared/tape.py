"""The tape: rolls planned in advance, chart by chart, for worked examples, tests and puzzles.

``reset(options={"dice": {...}, "strict_dice": True})`` installs one. The rules take planned rolls from it. A chart
without planned rolls is rolled as always, unless the tape is strict.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.records import Record
from stuka_env.declared.values import need
from stuka_env.io.quoting import quoted


@dataclass(frozen=True, kw_only=True, eq=False)
class TapeForm:
    """The form of the tapes of a game."""

    record: type[Record]
    """The record of a tape: ``values[start:stop]`` of each chart, of which ``next`` is the next."""
    charts: Any
    """The enum of the charts."""
    sides: Mapping[Any, tuple[int, ...]]
    """Most sides of the dice of a roll, by chart. Only the rolls of these charts can be planned."""
    one_die: tuple[int, ...] = ()
    """Charts of two dice that are sometimes rolled with the first one alone."""
    cards: int | None = None
    """The chart of the draws of cards; None in a game without cards, which needs none of the following."""
    most_card: int = 0
    """Largest number of a card on the tape."""
    card_number: Callable[[Any, Any], int | None] = lambda card, charts: None
    """Return the number on the tape of a planned card, under the charts in force; None for anything else."""
    card_name: Callable[[int, Any], Any] = lambda number, charts: number
    """Return a planned card by its number on the tape, under the charts in force; by default the number."""
    card_words: Callable[[Any], str] = lambda charts: ""
    """Return the allowed cards in words, under the charts in force."""

    @property
    def length(self) -> int:
        """Largest number of numbers on a tape, all charts together."""
        return int(self.record.dtype["values"].shape[0])

    @property
    def places(self) -> int:
        """Charts that a tape has room for: those of the game, or more."""
        return int(self.record.dtype["next"].shape[0])

    def fewest_dice(self, chart: int) -> tuple[int, ...]:
        """Return the sides of the fewest dice of a roll of a chart."""
        return self.sides[chart][:1] if chart in self.one_die else self.sides[chart]

    def sides_of(self, chart: int, count: int) -> tuple[int, ...]:
        """Return the most sides of ``count`` dice of a chart; empty for a chart that cannot be planned."""
        if chart not in self.sides:
            return ()
        return self.fewest_dice(chart) if count == 1 else self.sides[chart]

    def most_numbers(self, chart: int) -> tuple[int, ...]:
        """Return the largest numbers on the tape of the shortest roll of a chart; one for a chart without rolls."""
        if chart == self.cards:
            return (self.most_card,)
        return self.fewest_dice(chart) if chart in self.sides else (1,)


def make_tape(form: TapeForm, planned: Any, charts: Any) -> NDArray[Any]:
    """Return the tape for the mapping ``planned``, ``(1,)``.

    Args:
        form: the form of the game's tapes.
        planned: chart name to a list of rolls: a number, or a list of numbers for several dice; cards as the game names
            them.
        charts: the charts in force.

    Raises:
        ValueError: ``planned`` is anything else; the message says what was wrong.
    """
    if not isinstance(planned, Mapping):
        raise ValueError(f"dice: got {quoted(planned)}, allowed is a mapping of chart names to lists of rolls")
    rolls = {_chart(form, name): _numbers(form, name, rolls, charts) for name, rolls in planned.items()}
    bounds, values = [0], list[int]()
    for chart in range(form.places):
        values += rolls.get(chart, [])
        bounds.append(len(values))
    most = form.length
    if len(values) > most:
        raise ValueError(f"dice: got more than {most} numbers, allowed are {most} over all charts")
    tape = np.zeros(1, form.record.dtype)
    for name, places in (("start", bounds[:-1]), ("next", bounds[:-1]), ("stop", bounds[1:])):
        tape[name][0] = places
    tape["values"][0, : len(values)] = values
    return tape


def _chart(form: TapeForm, name: Any) -> int:
    allowed = {chart.name: int(chart) for chart in form.charts if chart in form.sides}
    if not isinstance(name, str) or name not in allowed:
        raise ValueError(f"dice: got the chart {quoted(name)}, allowed are {', '.join(allowed)}")
    return allowed[name]


def _numbers(form: TapeForm, name: str, rolls: Any, charts: Any) -> list[int]:
    """Return the planned rolls of one chart as numbers of the tape."""
    if isinstance(rolls, str) or not isinstance(rolls, Sequence | np.ndarray):
        raise ValueError(f'dice["{name}"]: got {quoted(rolls)}, allowed is a list of rolls')
    if _chart(form, name) == form.cards:
        return [_card(form, name, card, charts) for card in rolls]
    return [face for roll in rolls for face in _faces(form, name, roll)]


def _card(form: TapeForm, name: str, card: Any, charts: Any) -> int:
    number = form.card_number(card, charts)
    if number is None:
        raise ValueError(f'dice["{name}"]: got {quoted(card)}, {form.card_words(charts)}')
    return number


def is_face(value: Any, most: int) -> bool:
    """Whether a value is a whole number from 1 to ``most``."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and bool(1 <= value <= most)


def _faces(form: TapeForm, name: str, roll: Any) -> list[int]:
    faces = list(roll) if isinstance(roll, Sequence | np.ndarray) and not isinstance(roll, str) else [roll]
    chart = _chart(form, name)
    sides = form.fewest_dice(chart) if len(faces) == 1 else form.sides[chart]
    if len(faces) != len(sides) or not all(is_face(face, most) for face, most in zip(faces, sides, strict=True)):
        ranges = ", ".join(f"1 to {most}" for most in sides)
        raise ValueError(f'dice["{name}"]: got {quoted(roll)}, allowed is {ranges}')
    return [int(face) for face in faces]


def leftover_message(form: TapeForm, tape: Any) -> str:
    """Return a message about planned numbers that were not rolled; empty if there are none."""
    left = {chart: int(tape.stop[chart] - tape.next[chart]) for chart in form.charts if chart in form.sides}
    parts = [f"{-(-count // len(form.sides[chart]))} of {chart.name}" for chart, count in left.items() if count > 0]
    return f"strict_dice: the episode is over, but rolls are left on the tape: {', '.join(parts)}" if parts else ""


def check_tape(form: TapeForm, tapes: Any) -> None:
    """Refuse a tape with an incomplete roll of a chart, or with a roll that was used only in part.

    Args:
        form: the form of the game's tapes.
        tapes: the tape, ``(1,)``.

    Raises:
        ConsistencyError: the message names the first value that does not fit.
    """
    if not tapes.tobytes().strip(b"\0"):
        return
    start, stop, following, values = (tapes[name][0].astype(np.int64) for name in ("start", "stop", "next", "values"))
    expected = np.concatenate([[0], stop[:-1]])
    need((start == expected).all(), "tapes.start", start.tolist(), "where the chart before stops")
    sides = [form.most_numbers(chart) for chart in range(form.places)]
    dice = np.array([len(own) for own in sides])
    whole = (start <= stop) & ((stop - start) % dice == 0)
    need(whole.all(), "tapes.stop", stop.tolist(), "whole rolls after the start")
    names = {int(chart): chart.name for chart in form.charts}
    for chart in range(form.places):
        can_be = chart in form.sides or start[chart] == stop[chart]
        need(can_be, "tapes.stop", stop.tolist(), f"no rolls of {names.get(chart, chart)}")
    used = (start <= following) & (following <= stop) & ((following - start) % dice == 0)
    need(used.all(), "tapes.next", following.tolist(), "from start to stop, whole rolls apart")
    length = int(stop[-1])
    most = np.concatenate([np.tile(sides[chart], count // dice[chart]) for chart, count in enumerate(stop - start)])
    faces = (values[:length] >= 1) & (values[:length] <= most)
    need(faces.all(), "tapes.values", values[:length].tolist(), "faces of the dice of their charts")
    need(not values[length:].any(), "tapes.values", values[length:].tolist(), f"0 after {length} numbers")
