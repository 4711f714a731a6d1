"""Entries of the journal: every roll and every change of state, as codes. Without a journal nothing is written."""

from stuka_env.compiling.compilation import compiled
from stuka_env.engine.noting import make_journal
from stuka_env.games.interceptor.codes import NO_SHOT, NOBODY, Chart, Entry, Fault, Shooter
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import JournalLine, Table

LARGEST_NOTED = 127
"""Largest number of an entry; a larger one is written as this."""


@compiled
def put_place(mat: Mat, entry: JournalLine) -> None:
    """Write the time of an entry, and the box of the aircraft."""
    entry.month = mat.career.month
    entry.line = mat.career.line
    entry.box = mat.sortie.box


new_entry, last_entry, note, note_third, note_roll, note_result, note_modifier = make_journal(
    __name__,
    Entry,
    mat=Mat,
    table=Table,
    full=Fault.JOURNAL_FULL,
    put_place=put_place,
    numbers=("detail", "value", "third"),
)


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
