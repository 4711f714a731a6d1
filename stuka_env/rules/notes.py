"""Writing the journal: every roll and every change of state, as codes; a branch when no journal is attached."""

from stuka_env.codes import NOBODY, Chart, Entry, Fault
from stuka_env.compilation import compiled
from stuka_env.rules.mat import Mat
from stuka_env.rules.table import JOURNAL_LENGTH, Table


@compiled
def write(
    mat: Mat,
    table: Table,
    kind: int,
    chart: int,
    slot: int,
    person: int,
    first: int,
    second: int,
    third: int,
    drm: int,
    total: int,
    result: int,
) -> None:
    """Write one entry, where and when the formation is."""
    journal = table.journal
    cursor = journal.cursor
    if cursor >= JOURNAL_LENGTH:
        table.dice.fault = Fault.JOURNAL_FULL
        return
    entry = journal.entries[cursor]
    entry.kind = kind
    entry.chart = chart
    entry.aircraft = slot
    entry.zone = mat.mission.zone
    entry.leg = mat.mission.leg
    entry.person = person
    entry.dice[0] = first
    entry.dice[1] = second
    entry.dice[2] = third
    entry.drm = drm
    entry.total = total
    entry.result = result
    journal.cursor = cursor + 1


@compiled
def note(mat: Mat, table: Table, kind: int, slot: int, person: int, value: int) -> None:
    """A change of state: to an aircraft, to a person (or NOBODY), with a number that says how."""
    if table.journal.capacity:
        write(mat, table, kind, NOBODY, slot, person + 1, 0, 0, 0, 0, 0, value)


@compiled
def note_detail(mat: Mat, table: Table, kind: int, detail: int, value: int) -> None:
    """A change of state that is nobody's in particular, with two numbers that say how."""
    if table.journal.capacity:
        write(mat, table, kind, NOBODY, NOBODY, detail, 0, 0, 0, 0, 0, value)


@compiled
def note_system(mat: Mat, table: Table, kind: int, slot: int, system: int, value: int) -> None:
    """A change to one system of an aircraft: ``total`` names the system, ``result`` says how."""
    if table.journal.capacity:
        write(mat, table, kind, NOBODY, slot, 0, 0, 0, 0, 0, system, value)


@compiled
def note_modifier(mat: Mat, table: Table, chart: int, slot: int, person: int, source: int, drm: int) -> None:
    """A modifier about to be used on ``chart``; nothing is written for 0."""
    if table.journal.capacity and drm != 0:
        write(mat, table, Entry.MODIFIER, chart, slot, person + 1, 0, 0, 0, drm, 0, source)


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
def note_drawn(mat: Mat, table: Table, slot: int) -> None:
    """A number drawn from the cup."""
    if table.journal.capacity:
        write(mat, table, Entry.DRAWN, Chart.CUP, slot, 0, 0, 0, 0, 0, 0, slot + 1)


@compiled
def note_card(mat: Mat, table: Table, card: int, effect: int) -> None:
    """A card drawn from the deck."""
    if table.journal.capacity:
        write(mat, table, Entry.ROLL, Chart.EVENT, NOBODY, 0, card + 1, 0, 0, 0, card, effect)
