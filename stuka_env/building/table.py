"""The table of a made game: dice, tape and journal, and what its rules do with them.

A made game (:mod:`stuka_env.building.game`) has no chart files. What stands in the place of charts is the list of its
rolls: the sides of the dice of each, from :class:`stuka_env.declared.journal.RollCode`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import face, philox
from stuka_env.declared.codes import Code
from stuka_env.declared.journal import MODIFIER, ROLL
from stuka_env.declared.records import Numbers, Record, int8, int16, int32, int64, record
from stuka_env.engine.playing import make_tape_functions
from stuka_env.engine.table import AnyDice, AnyJournal, AnyTape, dice_record, journal_record, tape_record

MOST_ROLLS = 16
"""Rolls that a made game can declare."""
MOST_DICE = 3
"""Dice of a roll."""
MADE_TAPE_LENGTH = 1024
"""Numbers of a tape, for all rolls together."""
MADE_JOURNAL_LENGTH = 1024
"""Entries of a journal; reading empties it."""
NO_ROLL = -1
"""In place of a roll, in an entry that is none."""

Legal = NDArray[np.int8]
"""One row of the action mask: 1 for legal."""


class MadeFault(Code):
    """The reasons why play of a made game cannot go on. The words are the errors."""

    NO_FAULT = ""
    UNPLANNED_ROLL = "strict_dice: {chart} is rolled, but the tape has no more rolls of {chart}"
    NOT_ON_DIE = "dice: {chart} plans a number that the die does not have"
    FULL = "journal: more entries in one step than the journal holds"
    ENDLESS = "state: play does not come to a decision from here; values of the mat contradict each other"
    ROLLS_WITHOUT_END = "state: play rolls {chart} without end from here"


@record
class RollList(Record):
    """The rolls of a game."""

    sides: Numbers = int64(0, None, "sides of the dice of each roll, 0 for no die", (MOST_ROLLS, MOST_DICE))


@dice_record(MadeFault, MOST_ROLLS)
class MadeDice(AnyDice):
    """The dice of an episode: its seed, and the count of each roll at the place where it was made last."""

    places: Numbers = int32(0, None, "place of the last of each roll", (MOST_ROLLS,))
    counts: Numbers = int16(0, None, "rolls at that place", (MOST_ROLLS,))


@tape_record(MOST_ROLLS, 127, MADE_TAPE_LENGTH)
class MadeTape(AnyTape):
    """The planned rolls."""


@record
class MadeLine(Record):
    """One entry of the journal, as codes."""

    kind: int = int8()
    chart: int = int8()  # code of a roll, else NO_ROLL
    first: int = int8()  # first number of the entry, of a roll its result
    second: int = int8()
    third: int = int8()
    total: int = int8()  # the dice with their modifiers
    dice: Numbers = int8(shape=(MOST_DICE,))  # faces as rolled, 0 where there is no die


@journal_record(MadeLine, MADE_JOURNAL_LENGTH)
class MadeJournal(AnyJournal):
    """The journal."""


class MadeTable(NamedTuple):
    """Everything that the rules need beside the mat."""

    dice: MadeDice
    tape: MadeTape
    charts: RollList
    journal: MadeJournal


class DiceRoll(NamedTuple):
    """A roll: its dice, 0 where there is none, and their sum with the modifiers."""

    first: int
    second: int
    third: int
    total: int


find_fault, from_tape, die_from_tape, next_die_from_tape = make_tape_functions(__name__, MadeTable, MadeFault)

# --- the journal ---


@compiled
def begin_line(table: MadeTable, kind: int, chart: int) -> MadeLine:
    """Begin the next entry. A full journal is a fault, and its last entry is begun again."""
    journal = table.journal
    place = int(journal.cursor)
    if place < MADE_JOURNAL_LENGTH:
        journal.cursor = place + 1
    else:
        find_fault(table.dice, MadeFault.FULL, 0)
        place = MADE_JOURNAL_LENGTH - 1
    line = journal.entries[place]
    line.kind = kind
    line.chart = chart
    line.first = 0
    line.second = 0
    line.third = 0
    line.total = 0
    for die in range(MOST_DICE):
        line.dice[die] = 0
    return line


@compiled
def note(table: MadeTable, kind: int, first: int, second: int) -> None:
    """Write an entry with two numbers."""
    if table.journal.capacity:
        line = begin_line(table, kind, NO_ROLL)
        line.first = first
        line.second = second


@compiled
def says(table: MadeTable, result: int, second: int, third: int) -> int:
    """Write the result of the last roll and two numbers about it; return the result."""
    if table.journal.capacity and table.journal.cursor > 0:
        line = table.journal.entries[table.journal.cursor - 1]
        line.first = result
        line.second = second
        line.third = third
    return result


@compiled
def modify(table: MadeTable, chart: int, source: int, value: int) -> int:
    """Write a modifier of the next roll and return it; nothing is written for 0."""
    if table.journal.capacity and value != 0:
        line = begin_line(table, MODIFIER, chart)
        line.first = source
        line.second = value
    return value


# --- the dice ---


@compiled
def clear_dice(dice: MadeDice) -> None:
    """Begin to count rolls."""
    for chart in range(MOST_ROLLS):
        dice.places[chart] = 0
        dice.counts[chart] = 0


@compiled
def roll(table: MadeTable, chart: int, place: int, modifier: int) -> DiceRoll:
    """Roll the dice of ``chart`` and write the roll.

    The faces are a function of seed, roll, place and count. A place is a number that play does not come back to, such
    as that of a turn and a piece: policies on one seed then meet the same dice there.
    """
    dice, sides = table.dice, table.charts.sides[chart]
    if dice.places[chart] != place:
        dice.places[chart] = place
        dice.counts[chart] = 0
    words = philox(0, chart, place, int(dice.counts[chart]), dice.key_low, dice.key_high)
    dice.counts[chart] += 1
    first = die_from_tape(table, chart, sides[0])
    is_planned = first > 0
    if not is_planned:
        first = face(words[0], sides[0])
    second = next_face(table, chart, sides[1], words[1], is_planned)
    third = next_face(table, chart, sides[2], words[2], is_planned)
    total = first + second + third + modifier
    if table.journal.capacity:
        line = begin_line(table, ROLL, chart)
        line.dice[0] = first
        line.dice[1] = second
        line.dice[2] = third
        line.total = total
    return DiceRoll(first, second, third, total)


@compiled
def next_face(table: MadeTable, chart: int, sides: int, word: int, is_planned: bool) -> int:
    """Return the face of a second or third die; 0 if there is no such die."""
    if is_planned or not sides:
        return next_die_from_tape(table, chart, sides)
    return face(word, sides)
