"""Writing the journal: every roll and every change of state, as codes; a branch when no journal is attached."""

from stuka_env.codes import Chart, Entry, Fault
from stuka_env.rules.dice_records import JOURNAL_LENGTH
from stuka_env.rules.kernel import Table, rule
from stuka_env.rules.mat import Mat


@rule
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


@rule
def note(mat: Mat, table: Table, kind: int, slot: int, person: int, value: int) -> None:
    """A change of state: to the aircraft in ``slot`` (-1 none), to ``person`` (0 none), with a number that says how."""
    if table.journal.capacity:
        write(mat, table, kind, -1, slot, person, 0, 0, 0, 0, 0, value)


@rule
def note_system(mat: Mat, table: Table, kind: int, slot: int, system: int, value: int) -> None:
    """A change to one system of an aircraft: ``total`` names the system, ``result`` says how."""
    if table.journal.capacity:
        write(mat, table, kind, -1, slot, 0, 0, 0, 0, 0, system, value)


@rule
def note_roll(
    mat: Mat, table: Table, chart: int, slot: int, person: int, die: int, drm: int, total: int, result: int
) -> None:
    """A roll of one die: the face, the sum of modifiers, the total as looked up, what the chart said."""
    if table.journal.capacity:
        write(mat, table, Entry.ROLL, chart, slot, person, die, 0, 0, drm, total, result)


@rule
def note_pair(
    mat: Mat, table: Table, chart: int, slot: int, first: int, second: int, drm: int, total: int, result: int
) -> None:
    """A roll of two dice."""
    if table.journal.capacity:
        write(mat, table, Entry.ROLL, chart, slot, 0, first, second, 0, drm, total, result)


@rule
def note_modifier(mat: Mat, table: Table, chart: int, slot: int, person: int, source: int, drm: int) -> None:
    """A modifier about to be used on ``chart``; nothing is written for 0."""
    if table.journal.capacity and drm != 0:
        write(mat, table, Entry.MODIFIER, chart, slot, person, 0, 0, 0, drm, 0, source)


@rule
def note_drawn(mat: Mat, table: Table, slot: int) -> None:
    """A number drawn from the cup."""
    if table.journal.capacity:
        write(mat, table, Entry.DRAWN, Chart.CUP, slot, 0, 0, 0, 0, 0, 0, slot + 1)
