"""The table: the objects beside the mat (dice, tape of planned rolls, charts, journal and log).

Players do not see the first two.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.philox import WORD
from stuka_env.declared.records import Numbers, Record, int8, int16, int32, int64, record
from stuka_env.engine.frame import new_entry
from stuka_env.engine.table import AnyJournal, AnyTape, journal_record, tape_record
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import (
    CARDS,
    CHARTS,
    MONTHS,
    MOST_LINES,
    NO_SHOT,
    NOBODY,
    Act,
    Entry,
    Fault,
    Shooter,
)
from stuka_env.games.interceptor.rules.mat import Log, Mat

LARGEST_NOTED = 127
"""Largest firepower of an entry."""
SHUFFLE = CARDS + 1
"""Number on the tape of cards that forces a shuffle before the next card."""

Mask = NDArray[np.int8]
"""One row of the action mask: 1 for legal."""


@record
class Dice(Record):
    """The dice of one career: its seed, the current line, and the count of the rolls of each chart there."""

    key_low: int = int64(0, WORD, "low 32 bits of the seed")
    key_high: int = int64(0, WORD, "high 32 bits of the seed")
    month: int = int64(0, MONTHS - 1, "month, part of every roll's address")
    line: int = int64(0, MOST_LINES, "line of the month, part of every roll's address")
    fault: int = int64(0, max(Fault), "codes.Fault")
    fault_chart: int = int64(0, CHARTS - 1, "the chart of that fault")
    taped: int = int64(0, 1, "look at the tape before rolling")
    strict: int = int64(0, 1, "a roll that is not on the tape is a fault")
    rolls: int = int64(0, None, "dice and draws so far in the present step of the rules; no state has it")
    places: Numbers = int32(0, None, "place of the last roll of each chart", (CHARTS,))
    counts: Numbers = int16(0, None, "rolls of the chart at that place", (CHARTS,))
    deck_stamp: int = int64()  # month, shuffle and seed that the order of the deck belongs to
    deck: Numbers = int64(shape=(CARDS,))  # place of each card in the order: its hash, then the card in six bits


@tape_record(CHARTS, SHUFFLE)
class Tape(AnyTape):
    """The planned rolls and cards."""


@record
class JournalLine(Record):
    """One entry of the journal, as codes. :class:`stuka_env.games.interceptor.codes.Entry` declares the numbers."""

    kind: int = int8(meaning="kind of entry")
    chart: int = int8(meaning="the chart that was rolled or modified; -1 none")
    month: int = int8(meaning="month, 0 for March 1943")
    line: int = int8(meaning="sortie line of the month, from 1; 0 before the first")
    box: int = int8(meaning="box of the endurance track; 0 on the ground")
    detail: int = int8(meaning="first number of the entry, of a roll its result")
    value: int = int8(meaning="second number, of a roll its subject")
    third: int = int8(meaning="further numbers")
    fourth: int = int8()
    fifth: int = int8()
    sixth: int = int8()
    total: int = int8(meaning="the dice with their modifiers; of B12 the lead of the pilot")
    dice: Numbers = int8(meaning="the faces of the dice; 0 where there is none", shape=(2,))


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


def put_place(mat: Mat, line: JournalLine) -> None:
    """Write the time of an entry, and the box of the aircraft."""
    line.month = mat.career.month
    line.line = mat.career.line
    line.box = mat.sortie.box


def put_subject(mat: Mat, table: Table, line: JournalLine, subject: int, modifier: int) -> None:
    """Write the subject of a roll."""
    line.value = subject


def note_shot(mat: Mat, table: Table, shooter: int, hits: int, firepower: int) -> None:
    """Note a shot at the enemy that is met, or by him.

    ``hits`` is their number, GROUP_DAMAGE with the hits beyond it, or DESTROYED. A pilot without firepower has no shot.
    """
    if table.journal.capacity:
        line = new_entry(mat, table, Entry.SHOT, NOBODY)
        line.detail = shooter
        line.value = NO_SHOT if shooter == Shooter.PILOT and firepower == 0 else hits
        line.third = min(firepower, LARGEST_NOTED)
        line.fourth = mat.bomber.range if mat.bomber.present else NOBODY
        line.fifth = mat.work.aim
        line.sixth = mat.bomber.type if mat.bomber.present else mat.fighter.type


def allow(mask: Mask, action: int, legal: bool) -> None:
    """Allow an action if it is legal."""
    if legal:
        mask[action] = 1


def allow_pick(mask: Mask, place: int) -> None:
    """Allow the row ``place``, from 0, of the list on the table."""
    mask[Act.PICK_1 + place] = 1
