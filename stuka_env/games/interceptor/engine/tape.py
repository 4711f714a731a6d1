"""The tape: rolls planned in advance, chart by chart, for worked examples, tests and puzzles.

``reset(options={"dice": {...}, "strict_dice": True})`` installs one. The rules take planned rolls from it. A
chart without planned rolls is rolled as always, unless the tape is strict.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.interceptor.codes import CARDS, WEAPONS, Chart
from stuka_env.games.interceptor.rules.table import SHUFFLE, TAPE_LENGTH, Tape
from stuka_env.quoting import quoted

SHUFFLE_WORD = "shuffle"
"""Word in a plan of cards: the discards are shuffled before the next card."""
PLANNED = tuple(chart for chart in Chart if chart != Chart.MONTH)
"""Charts whose rolls can be planned; the month is drawn before the tape is on the table."""
ONE_DIE_CHARTS = (Chart.A1,)
"""Charts of two dice that are rolled with one die in some months (6.1.1)."""
PLANNED_SIDES = {chart: tuple(sides or WEAPONS for sides in chart.dice) for chart in Chart}
"""Largest number of sides of the dice of each chart; a random weapon has a side for each possible one (IQ207)."""


def make_tape(planned: Any) -> NDArray[Any]:
    """Return the tape for the mapping ``planned``, Tape.dtype ``(1,)``.

    Args:
        planned: chart name to a list of rolls: a number, or a list of numbers for several dice; for CARD, numbers of
            cards and the word "shuffle".

    Raises:
        ValueError: ``planned`` is anything else; the message says what was wrong.
    """
    if not isinstance(planned, Mapping):
        raise ValueError(f"dice: got {quoted(planned)}, allowed is a mapping of chart names to lists of rolls")
    tape = np.zeros(1, Tape.dtype)
    values: list[int] = []
    rolls = {_chart(name): _numbers(name, rolls) for name, rolls in planned.items()}
    for chart in Chart:
        tape["start"][0, chart] = tape["next"][0, chart] = len(values)
        values += rolls.get(chart, [])
        if len(values) > TAPE_LENGTH:
            raise ValueError(f"dice: got more than {TAPE_LENGTH} numbers, allowed are {TAPE_LENGTH} over all charts")
        tape["stop"][0, chart] = len(values)
    tape["values"][0, : len(values)] = values
    return tape


def _chart(name: Any) -> Chart:
    allowed = [chart.name for chart in PLANNED]
    if name not in allowed:
        raise ValueError(f"dice: got the chart {quoted(name)}, allowed are {', '.join(allowed)}")
    return Chart[name]


def _numbers(name: str, rolls: Any) -> list[int]:
    """Return the planned rolls of one chart as numbers of the tape."""
    if isinstance(rolls, str) or not isinstance(rolls, Sequence | np.ndarray):
        raise ValueError(f'dice["{name}"]: got {quoted(rolls)}, allowed is a list of rolls')
    if name == Chart.CARD.name:
        return [_card(card) for card in rolls]
    return [face for roll in rolls for face in _faces(name, roll)]


def _card(card: Any) -> int:
    """Return a planned card as a number of the tape."""
    if isinstance(card, str) and card == SHUFFLE_WORD:
        return SHUFFLE
    if not _is_face(card, CARDS):
        raise ValueError(f'dice["CARD"]: got {quoted(card)}, allowed is 1 to {CARDS} or "{SHUFFLE_WORD}"')
    return int(card)


def _is_face(value: Any, most: int) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and bool(1 <= value <= most)


def _faces(name: str, roll: Any) -> list[int]:
    """Return the faces of one roll."""
    faces = list(roll) if isinstance(roll, Sequence | np.ndarray) and not isinstance(roll, str) else [roll]
    sides = PLANNED_SIDES[Chart[name]]
    if len(faces) == 1 and Chart[name] in ONE_DIE_CHARTS:
        sides = sides[:1]
    fits = len(faces) == len(sides) and all(_is_face(face, most) for face, most in zip(faces, sides, strict=True))
    if not fits:
        ranges = ", ".join(f"1 to {most}" for most in sides)
        raise ValueError(f'dice["{name}"]: got {quoted(roll)}, allowed is {ranges}')
    return [int(face) for face in faces]


def leftover_message(tape: Any) -> str:
    """Return a message about planned numbers that were not rolled; empty if there are none."""
    left = {chart: int(tape.stop[chart] - tape.next[chart]) for chart in Chart}
    parts = [f"{-(-count // len(chart.dice))} of {chart.name}" for chart, count in left.items() if count > 0]
    return f"strict_dice: the episode is over, but rolls are left on the tape: {', '.join(parts)}" if parts else ""
