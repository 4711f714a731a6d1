"""The tape: rolls planned in advance, chart by chart, for worked examples, tests and puzzles.

``reset(options={"dice": {...}, "strict_dice": True})`` puts one on the table. The rules take planned rolls from it. A
chart without planned rolls is rolled as always, unless the tape is strict.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.stuka.charts.lists import current_name
from stuka_env.games.stuka.codes import Chart
from stuka_env.games.stuka.rules.table import TAPE_LENGTH, Tape

PLANNED = tuple(chart for chart in Chart if chart.dice)
"""Charts whose rolls can be planned."""


def make_tape(planned: Any, card_ids: Sequence[str]) -> NDArray[Any]:
    """Return the tape for the mapping ``planned``, Tape.dtype ``(1,)``.

    Args:
        planned: chart name to a list of rolls: a number, or a list of numbers for several dice; card ids for EVENT.
        card_ids: the event cards of the charts in force, in deck order.

    Raises:
        ValueError: ``planned`` is anything else; the message says what was wrong.
    """
    if not isinstance(planned, Mapping):
        raise ValueError(f"dice: got {planned!r}, allowed is a mapping of chart names to lists of rolls")
    tape = np.zeros(1, Tape.dtype)
    values: list[int] = []
    rolls = {_chart(name): _numbers(name, rolls, card_ids) for name, rolls in planned.items()}
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
        raise ValueError(f"dice: got the chart {name!r}, allowed are {', '.join(allowed)}")
    return Chart[name]


def _numbers(name: str, rolls: Any, card_ids: Sequence[str]) -> list[int]:
    """Return the planned rolls of one chart as they stand on the tape."""
    if isinstance(rolls, str) or not isinstance(rolls, Sequence | np.ndarray):
        raise ValueError(f'dice["{name}"]: got {rolls!r}, allowed is a list of rolls')
    if name == Chart.EVENT.name:
        return [_card(card, card_ids) for card in rolls]
    sides = Chart[name].dice
    return [face for roll in rolls for face in _faces(name, roll, sides)]


def _card(card: Any, card_ids: Sequence[str]) -> int:
    """Return the number of an event card, from 1, by its id."""
    own = current_name(card) if isinstance(card, str) else card
    if own not in card_ids:
        raise ValueError(f'dice["EVENT"]: got {card!r}, allowed are {", ".join(card_ids)}')
    return list(card_ids).index(own) + 1


def _faces(name: str, roll: Any, sides: tuple[int, ...]) -> list[int]:
    """Return the faces of one roll."""
    faces = list(roll) if isinstance(roll, Sequence | np.ndarray) and not isinstance(roll, str) else [roll]
    fits = len(faces) == len(sides) and all(
        isinstance(face, int | np.integer) and not isinstance(face, bool) and 1 <= face <= most
        for face, most in zip(faces, sides, strict=True)
    )
    if not fits:
        ranges = ", ".join(f"1 to {most}" for most in sides)
        raise ValueError(f'dice["{name}"]: got {roll!r}, allowed is {ranges}')
    return [int(face) for face in faces]


def leftover_message(tape: Any) -> str:
    """Return a message about planned numbers that were not rolled; empty if there are none."""
    left = {Chart(chart): int(tape.stop[chart] - tape.next[chart]) for chart in range(len(Chart))}
    parts = [f"{count // len(chart.dice or (1,))} of {chart.name}" for chart, count in left.items() if count > 0]
    return f"strict_dice: the episode is over, but rolls are left on the tape: {', '.join(parts)}" if parts else ""
