"""Writing the journal: every roll and every change of state, as codes; a branch when no journal is attached."""

from typing import NamedTuple

from stuka_env.compiling.compilation import compiled
from stuka_env.engine.table import JOURNAL_LENGTH
from stuka_env.games.stuka.codes import NOBODY, Chart, Entry, Fault
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.numbering import to_number
from stuka_env.games.stuka.rules.table import Table


@compiled
def new_line(mat: Mat, table: Table, kind: int, chart: int, slot: int) -> int:
    """Begin the next entry, where and when the formation is, and return its place; what follows the slot is 0.

    A full journal is a fault, and the last entry is begun again.
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
    entry.aircraft = to_number(slot)
    entry.zone = mat.mission.zone
    entry.leg = mat.mission.leg
    entry.person = 0
    entry.system = NOBODY
    entry.detail = 0
    for die in range(len(entry.dice)):
        entry.dice[die] = 0
    entry.drm = 0
    entry.total = 0
    entry.result = 0
    return place


@compiled
def note(mat: Mat, table: Table, kind: int, slot: int, person: int, value: int) -> None:
    """A change of state: to an aircraft, to a person (or NOBODY), with a number that says how."""
    if table.journal.capacity:
        entry = table.journal.entries[new_line(mat, table, kind, NOBODY, slot)]
        entry.person = to_number(person)
        entry.result = value


@compiled
def note_detail(mat: Mat, table: Table, kind: int, detail: int, value: int) -> None:
    """A change of state that does not belong to a person or an aircraft, with two numbers that say how."""
    if table.journal.capacity:
        entry = table.journal.entries[new_line(mat, table, kind, NOBODY, NOBODY)]
        entry.detail = detail
        entry.result = value


@compiled
def note_system(mat: Mat, table: Table, kind: int, slot: int, system: int, value: int) -> None:
    """A change to one system of an aircraft, with a number that says how."""
    if table.journal.capacity:
        entry = table.journal.entries[new_line(mat, table, kind, NOBODY, slot)]
        entry.system = system
        entry.result = value


class Occasion(NamedTuple):
    """A roll that is about to be made: on a chart, for an aircraft and a person (or NOBODY)."""

    chart: int
    slot: int
    person: int


@compiled
def note_modifier(mat: Mat, table: Table, occasion: Occasion, source: int, drm: int) -> None:
    """A modifier of the roll that is about to be made; nothing is written for 0."""
    if table.journal.capacity and drm != 0:
        entry = table.journal.entries[new_line(mat, table, Entry.MODIFIER, occasion.chart, occasion.slot)]
        entry.person = to_number(occasion.person)
        entry.drm = drm
        entry.result = source


@compiled
def note_result(table: Table, result: int) -> None:
    """What the chart said to the roll that was noted last."""
    if table.journal.capacity and table.journal.cursor > 0:
        table.journal.entries[table.journal.cursor - 1].result = result


@compiled
def note_reading(table: Table, total: int, result: int) -> None:
    """The same, where the total that counts is not the sum on the last die."""
    if table.journal.capacity and table.journal.cursor > 0:
        table.journal.entries[table.journal.cursor - 1].total = total
        note_result(table, result)


@compiled
def note_further(table: Table, number: int) -> None:
    """A second number of what was noted last."""
    if table.journal.capacity and table.journal.cursor > 0:
        table.journal.entries[table.journal.cursor - 1].detail = number


@compiled
def note_drawn(mat: Mat, table: Table, slot: int) -> None:
    """A number drawn from the cup."""
    if table.journal.capacity:
        table.journal.entries[new_line(mat, table, Entry.DRAWN, Chart.CUP, slot)].result = to_number(slot)


@compiled
def note_card(mat: Mat, table: Table, card: int, effect: int) -> None:
    """A card drawn from the deck."""
    if table.journal.capacity:
        entry = table.journal.entries[new_line(mat, table, Entry.ROLL, Chart.EVENT, NOBODY)]
        entry.dice[0] = to_number(card)
        entry.total = card
        entry.result = effect
