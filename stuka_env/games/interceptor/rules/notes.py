"""Entries of the journal: every roll and every change of state, as codes. Without a journal nothing is written."""

from stuka_env.compilation import compiled
from stuka_env.games.interceptor.codes import NO_SHOT, NOBODY, Chart, Entry, Fault, Shooter
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import JOURNAL_LENGTH, JournalLine, Table

LARGEST_NOTED = 127
"""Largest number of an entry; a larger one is written as this."""


@compiled
def new_entry(mat: Mat, table: Table, kind: int, chart: int) -> JournalLine:
    """Begin the next entry, with the time and the box of the aircraft.

    A full journal is a fault, and its last entry is begun again.
    """
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
    entry.month = mat.career.month
    entry.line = mat.career.line
    entry.box = mat.sortie.box
    entry.detail = 0
    entry.value = 0
    entry.third = 0
    entry.fourth = 0
    entry.fifth = 0
    entry.sixth = 0
    entry.total = 0
    entry.dice[0] = 0
    entry.dice[1] = 0
    return entry


@compiled
def note(mat: Mat, table: Table, kind: int, detail: int, value: int) -> None:
    """Note a change of state, with two numbers about it."""
    if table.journal.capacity:
        entry = new_entry(mat, table, kind, NOBODY)
        entry.detail = min(detail, LARGEST_NOTED)
        entry.value = min(value, LARGEST_NOTED)


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
def note_result(table: Table, result: int) -> None:
    """Note the result of the last roll."""
    if table.journal.capacity:
        last_entry(table).detail = min(result, LARGEST_NOTED)


@compiled
def note_second(table: Table, number: int) -> None:
    """Note the second number of the last roll, such as its subject."""
    if table.journal.capacity:
        last_entry(table).value = number


@compiled
def note_card(mat: Mat, table: Table, number: int, shooter: int) -> None:
    """Note a card that is flipped for somebody."""
    if table.journal.capacity:
        entry = new_entry(mat, table, Entry.CARD, Chart.CARD)
        entry.detail = number
        entry.value = shooter


@compiled
def note_shot(mat: Mat, table: Table, shooter: int, hits: int, firepower: int) -> None:
    """Note a shot at the enemy that is met, or by him.

    ``hits`` is their number, GROUP_DAMAGE with the hits beyond it, or DESTROYED. A pilot without firepower has no shot.
    """
    if table.journal.capacity:
        entry = new_entry(mat, table, Entry.SHOT, NOBODY)
        entry.detail = shooter
        entry.value = NO_SHOT if shooter == Shooter.PILOT and firepower == 0 else hits
        entry.third = min(firepower, LARGEST_NOTED)
        entry.fourth = mat.bomber.range if mat.bomber.present else NOBODY
        entry.fifth = mat.work.aim
        entry.sixth = mat.bomber.type if mat.bomber.present else mat.fighter.type


@compiled
def note_roll(mat: Mat, table: Table, chart: int, faces: tuple[int, int], total: int) -> None:
    """Note a roll of the dice."""
    if table.journal.capacity:
        entry = new_entry(mat, table, Entry.ROLL, chart)
        entry.dice[0] = faces[0]
        entry.dice[1] = faces[1]
        entry.total = min(total, LARGEST_NOTED)


@compiled
def note_modifier(mat: Mat, table: Table, chart: int, source: int, modifier: int) -> int:
    """Note a modifier of the next roll, and return it. The modifier, to be added up.

    Nothing is written for a modifier of 0, nor for NOBODY in place of a chart.
    """
    if table.journal.capacity and modifier != 0 and chart != NOBODY:
        entry = new_entry(mat, table, Entry.MODIFIER, chart)
        entry.detail = source
        entry.value = modifier
    return modifier
