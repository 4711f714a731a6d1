"""The table of a made game: dice, tape and journal.

A game of one module of rules has no chart files. The list of its rolls stands in the place of charts: the sides of the
dice of each, from :class:`stuka_env.declared.journal.RollCode`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.codes import Code
from stuka_env.declared.records import Numbers, Record, int8, int16, int32, int64, record
from stuka_env.engine.binding import MOST_DICE
from stuka_env.engine.table import AnyDice, AnyJournal, AnyTape, dice_record, journal_record, tape_record

MADE_ROLLS = 16
"""Rolls that a made game can declare."""
MADE_TAPE_LENGTH = 1024
"""Numbers of a tape, for all rolls together."""
MADE_JOURNAL_LENGTH = 1024
"""Entries of a journal; reading empties it."""

Legal = NDArray[np.int8]
"""One row of the action mask: 1 for legal."""


class MadeFault(Code):
    """The reasons why play of a made game cannot go on. The words are the errors."""

    NO_FAULT = ""
    UNPLANNED_ROLL = "strict_dice: {chart} is rolled, but the tape has no more rolls of {chart}"
    NOT_ON_DIE = "dice: {chart} plans a number that the die does not have"
    CARD_GONE = "dice: {chart} plans a card that is not in the deck now"
    NO_CARD = "state: no card of {chart} is left; values of the mat contradict each other"
    JOURNAL_FULL = "journal: more entries in one step than the journal holds"
    ENDLESS = "state: play does not come to a decision from here; values of the mat contradict each other"
    ROLLS_WITHOUT_END = "state: play rolls {chart} without end from here"


@record
class RollList(Record):
    """The rolls of a game."""

    sides: Numbers = int64(0, None, "sides of the dice of each roll, 0 for no die", (MADE_ROLLS, MOST_DICE))


@dice_record(MadeFault, MADE_ROLLS)
class MadeDice(AnyDice):
    """The dice of an episode: its seed, and the count of each roll at the place where it was made last."""

    places: Numbers = int32(0, None, "place of the last of each roll", (MADE_ROLLS,))
    counts: Numbers = int16(0, None, "rolls at that place", (MADE_ROLLS,))


@tape_record(MADE_ROLLS, 127, MADE_TAPE_LENGTH)
class MadeTape(AnyTape):
    """The planned rolls."""


@record
class MadeLine(Record):
    """One entry of the journal, as codes."""

    kind: int = int8()
    chart: int = int8()  # code of a roll, else -1
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
