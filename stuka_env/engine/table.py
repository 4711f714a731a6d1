"""The records that lie on the table of every game: dice, tape of planned rolls, and journal.

A game declares its own as classes, with decorators that are given its numbers::

    @tape_record(CHARTS, CARDS)
    class Tape(AnyTape): ...
"""

from collections.abc import Callable
from typing import Any, ClassVar

from stuka_env.compiling.philox import WORD
from stuka_env.declared.codes import Code
from stuka_env.declared.records import Numbers, Record, Rows, int8, int16, int64, nested, record

TAPE_LENGTH = 2048
"""Capacity of a tape in numbers, for all charts together."""
JOURNAL_LENGTH = 8192
"""Capacity of a journal in entries; reading empties it."""


class AnyDice(Record):
    """The dice of a war: its seed. A roll on the tape comes first."""

    key_low: int
    key_high: int
    fault: int
    fault_chart: int
    taped: int
    strict: int
    rolls: int


class AnyTape(Record):
    """Rolls planned in advance, chart by chart: ``values[start:stop]``, of which ``next`` is the next."""

    start: Numbers
    stop: Numbers
    next: Numbers
    values: Numbers


class AnyJournal(Record):
    """A journal, which is on if its capacity is not 0."""

    capacity: int
    cursor: int
    entries: Rows[Any]
    line: ClassVar[type[Record]]
    """The record of an entry."""


Decorator = Callable[[Any], Any]
"""A decorator of a class, which returns the class as a record."""


def dice_record(faults: type[Code], charts: int) -> Decorator:
    """Return the decorator of the dice of a game with these faults and charts; fields of its own come last."""
    return lambda kind: record(
        kind,
        key_low=int64(0, WORD, "low 32 bits of the seed"),
        key_high=int64(0, WORD, "high 32 bits of the seed"),
        fault=int64(0, max(faults), "codes.Fault"),
        fault_chart=int64(0, charts - 1, "the chart of that fault"),
        taped=int64(0, 1, "look at the tape before rolling"),
        strict=int64(0, 1, "a roll that is not on the tape is a fault"),
        rolls=int64(0, None, "dice and draws so far in the present step of the rules; no state has it"),
    )


def tape_record(charts: int, most: int, length: int = TAPE_LENGTH) -> Decorator:
    """Return the decorator of the tapes of a game.

    Args:
        charts: the number of charts.
        most: the largest number on a tape.
        length: the capacity in numbers, for all charts together.
    """
    edge = int16(0, length, shape=(charts,))
    return lambda kind: record(kind, start=edge, stop=edge, next=edge, values=int8(0, most, shape=(length,)))


def journal_record(line: type[Record], length: int = JOURNAL_LENGTH) -> Decorator:
    """Return the decorator of the journals of a game: the record of an entry, and the capacity in entries."""

    def decorated(kind: Any) -> Any:
        kind.line = line
        return record(kind, capacity=int64(), cursor=int64(), entries=nested(line, (length,)))

    return decorated
