"""The table: the objects beside the mat (dice, tape of planned rolls, charts, journal and log).

Players do not see the first two. A die is a function of the seed, the player turn, the chart, the subject, and a
number. The number counts the earlier rolls of the chart for this subject in the player turn.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.building.table import MadeFault
from stuka_env.declared.records import Numbers, Record, int8, int16, record
from stuka_env.engine.frame import RollAddress
from stuka_env.engine.table import AnyDice, AnyJournal, AnyTape, dice_record, journal_record, tape_record
from stuka_env.games.support.charts.shape import Charts
from stuka_env.games.support.codes import CHARTS, COUNTERS, ROLL_SUBJECTS, Side
from stuka_env.games.support.rules.mat import Log, Mat

SIDES = len(Side)
"""Player turns of a game turn."""
Mask = NDArray[np.int8]
"""One row of the action mask: 1 for legal."""


@dice_record(MadeFault, CHARTS)
class Dice(AnyDice):
    """The dice of a battle: its seed, and the rolls of the player turn."""

    turn: int = int16(0, None, "player turn to which the counts belong")
    counts: Numbers = int16(0, None, "rolls of each chart for each subject", (CHARTS * ROLL_SUBJECTS,))


@tape_record(CHARTS, COUNTERS)
class Tape(AnyTape):
    """The planned rolls."""


@record
class JournalLine(Record):
    """One entry of the journal, as codes. :class:`stuka_env.games.support.codes.Entry` declares the numbers."""

    first: int = int8()  # first number of the entry, of a roll its result
    second: int = int8()  # of a roll its subject
    third: int = int8()
    total: int = int8()  # the dice with their modifiers
    kind: int = int8()  # codes.Entry
    chart: int = int8()  # codes.Chart of a roll or of a modifier of it, else -1
    dice: Numbers = int8(shape=(2,))  # faces as rolled, 0 where there is no die


@journal_record(JournalLine)
class Journal(AnyJournal):
    """The journal."""


class Table(NamedTuple):
    """Everything that the rules need beside the mat."""

    dice: Dice
    tape: Tape
    charts: Charts
    journal: Journal
    log: Log


def clear_dice(dice: Dice, turn: int) -> None:
    """Begin to count the rolls of a player turn."""
    dice.turn = turn
    for place in range(len(dice.counts)):
        dice.counts[place] = 0


def address_of(mat: Mat, table: Table, chart: int, subject: int) -> RollAddress:
    """Return the address of a roll."""
    turn = int(mat.battle.turn) * SIDES + int(mat.battle.half)
    if turn != table.dice.turn:
        clear_dice(table.dice, turn)
    place = chart * ROLL_SUBJECTS + subject
    table.dice.counts[place] += 1
    return RollAddress(turn, subject, table.dice.counts[place] - 1)


def put_subject(mat: Mat, table: Table, line: JournalLine, subject: int, modifier: int) -> None:
    """Write the subject of a roll."""
    line.second = subject
