"""Entries of the journal: every roll and every change of state, as codes. Without a journal nothing is written."""

from stuka_env.compilation import compiled
from stuka_env.games.wing.codes import NOBODY, Entry, Fault
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import JOURNAL_LENGTH, JournalLine, Table


@compiled
def new_entry(mat: Mat, table: Table, kind: int, chart: int) -> JournalLine:
    """Begin the next entry. A full journal is a fault, and its last entry is begun again."""
    journal = table.journal
    place = int(journal.cursor)
    if place < JOURNAL_LENGTH:
        journal.cursor = place + 1
    else:
        table.dice.fault = Fault.JOURNAL_FULL
        place = JOURNAL_LENGTH - 1
    entry = journal.entries[place]
    entry.kind = kind
    entry.chart = chart
    entry.mission = mat.track.box
    entry.leg = mat.mission.leg
    entry.box = mat.mission.box
    entry.first = 0
    entry.second = 0
    entry.third = 0
    entry.total = 0
    entry.dice[0] = 0
    entry.dice[1] = 0
    return entry


@compiled
def note(mat: Mat, table: Table, kind: int, first: int, second: int) -> None:
    """Note a change of state, with two numbers about it."""
    if table.journal.capacity:
        entry = new_entry(mat, table, kind, NOBODY)
        entry.first = first
        entry.second = second


@compiled
def note_draw(mat: Mat, table: Table, chart: int, number: int) -> int:
    """Note the number of a thing that was drawn, and return it."""
    if table.journal.capacity:
        entry = new_entry(mat, table, Entry.ROLL, chart)
        entry.dice[0] = number
        entry.total = number
    return number


@compiled
def last_entry(table: Table) -> JournalLine:
    """Return the entry that was written last."""
    return table.journal.entries[table.journal.cursor - 1]


@compiled
def note_third(table: Table, number: int) -> None:
    """Note the third number of the last entry."""
    if table.journal.capacity:
        last_entry(table).third = number


@compiled
def says(table: Table, result: int) -> int:
    """Note the result of the last roll, and return it."""
    if table.journal.capacity:
        last_entry(table).first = result
    return result


@compiled
def modify(mat: Mat, table: Table, chart: int, source: int, value: int) -> int:
    """Note a modifier of the next roll, and return it. Nothing is written for 0."""
    if table.journal.capacity and value != 0:
        entry = new_entry(mat, table, Entry.MODIFIER, chart)
        entry.first = source
        entry.second = value
    return value
