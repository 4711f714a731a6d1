"""The table: the objects beside the mat (dice, tape of planned rolls, charts, journal and log).

Players do not see the first two.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import CARDS, CHARTS, Fault
from stuka_env.games.wing.rules.mat import Log
from stuka_env.records import Numbers, Record, Rows, int8, int16, int64, nested, record

TAPE_LENGTH = 2048
"""Capacity of a tape in numbers, for all charts together."""
JOURNAL_LENGTH = 8192
"""Capacity of a journal in entries; reading empties it."""
LARGEST_WORD = (1 << 32) - 1
"""Largest 32-bit number."""

Mask = NDArray[np.int8]
"""One row of the action mask: 1 for legal."""


@record
class Dice(Record):
    """The dice of one campaign: its seed. Everything else of a roll's address is on the mat."""

    key_low: int = int64(0, LARGEST_WORD, "low 32 bits of the seed")
    key_high: int = int64(0, LARGEST_WORD, "high 32 bits of the seed")
    fault: int = int64(0, max(Fault), "codes.Fault")
    fault_chart: int = int64(0, CHARTS - 1, "the chart of that fault")
    taped: int = int64(0, 1, "look at the tape before rolling")
    strict: int = int64(0, 1, "a roll that is not on the tape is a fault")


@record
class Tape(Record):
    """Rolls planned in advance, chart by chart: ``values[start:stop]``, of which ``next`` is the next."""

    start: Numbers = int16(0, TAPE_LENGTH, shape=(CHARTS,))
    stop: Numbers = int16(0, TAPE_LENGTH, shape=(CHARTS,))
    next: Numbers = int16(0, TAPE_LENGTH, shape=(CHARTS,))
    values: Numbers = int8(0, CARDS, shape=(TAPE_LENGTH,))


@record
class JournalLine(Record):
    """One entry of the journal, as codes. :class:`stuka_env.games.wing.codes.Entry` declares the numbers."""

    first: int = int16()  # first number of the entry, of a roll its result
    second: int = int16()
    third: int = int16()
    total: int = int16()  # the dice with their modifiers
    kind: int = int8()  # codes.Entry
    chart: int = int8()  # codes.Chart of a roll or of a modifier of it, else -1
    mission: int = int8()  # box of the track
    leg: int = int8()
    box: int = int8()
    dice: Numbers = int8(shape=(2,))  # faces as rolled, 0 where there is no die


@record
class Journal(Record):
    """A journal, which is on if its capacity is not 0."""

    capacity: int = int64()
    cursor: int = int64()
    entries: Rows[JournalLine] = nested(JournalLine, (JOURNAL_LENGTH,))


class Table(NamedTuple):
    """Everything that the rules need beside the mat."""

    dice: Dice
    tape: Tape
    charts: Charts
    journal: Journal
    log: Log
