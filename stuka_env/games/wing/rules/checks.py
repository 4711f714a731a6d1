"""Checks of damaged aircraft (5.4, 10.4) and the range of the escorts (5.5)."""

from stuka_env.engine.frame import go, note, roll, succeeds
from stuka_env.games.wing.codes import NOBODY, PLACES, SEATS, SLOTS, Cause, Chart, Departure, Entry, Phase
from stuka_env.games.wing.rules.campaign import clear_escorts
from stuka_env.games.wing.rules.dropout import lose
from stuka_env.games.wing.rules.formation import clear_cause, is_in_base, modify_by_performance, seat_at
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Table


def keeps_up(mat: Mat, table: Table, subject: int, index: int) -> bool:
    """Check a damaged aircraft: 1d6, on a low die a second one with the performance of its crew.

    ``index`` is the seat of a bomber, and NOBODY for an escort, which has no performance (X18).
    """
    charts = table.charts
    if roll(mat, table, Chart.CHECK, subject, 0) > charts.second_check:
        return True
    performance = modify_by_performance(mat, table, Chart.CHECK2, index) if index != NOBODY else 0
    total = roll(mat, table, Chart.CHECK2, subject, performance)
    return succeeds(table, total >= charts.keeps_up)


def next_check(mat: Mat, table: Table) -> None:
    """Check the damaged bombers in the order of elements and places; in the base box nobody is checked (X88)."""
    damaged = 0
    for index in range(0 if is_in_base(mat) else mat.mission.sent):
        damaged += mat.seats[index].damaged
    while damaged and mat.work.index < SEATS:
        place = int(mat.work.index)
        mat.work.index = place + 1
        index = seat_at(mat, place // PLACES, place % PLACES)
        if index < 0 or not mat.seats[index].damaged:
            continue
        slot = int(mat.seats[index].bomber)
        if not keeps_up(mat, table, slot, index):
            clear_cause(mat, Cause.CHECK, slot)
            lose(mat, index, Departure.DROPS_OUT, Phase.CHECKS)
            return
    go(mat, Phase.ESCORT_CHECKS)


def check_escorts(mat: Mat, table: Table) -> None:
    """Check the damaged escorts, without performance (X18, X88), and move the range counter."""
    for index in range(0 if is_in_base(mat) else mat.escorts.damaged):
        if not keeps_up(mat, table, SLOTS + index, NOBODY):
            mat.escorts.damaged -= 1
            note(mat, table, Entry.ESCORT_FALLS_BEHIND, 0, 0)
    count_range(mat, table)
    go(mat, Phase.RENDEZVOUS)


def count_range(mat: Mat, table: Table) -> None:
    """Count a turn of the escorts; beyond the range of their type they all leave (X11)."""
    escorts = mat.escorts
    if escorts.ready + escorts.damaged == 0:
        return
    escorts.range_used += 1
    if escorts.range_used > table.charts.stays[escorts.type][mat.track.box]:
        send_home(mat, table)


def send_home(mat: Mat, table: Table) -> None:
    """Let all escorts leave."""
    if mat.escorts.ready + mat.escorts.damaged:
        note(mat, table, Entry.ESCORTS_GONE, 0, 0)
    clear_escorts(mat)
