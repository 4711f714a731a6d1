"""The fire table: results against ground units, and the checks that follow (7.25, 7.41, 7.421; ours)."""

from stuka_env.engine.frame import modify, note, roll, says
from stuka_env.games.support.charts.shape import Charts
from stuka_env.games.support.codes import Chart, Entry, Kind, Modifier
from stuka_env.games.support.rules.forces import is_there, is_vehicle, kind_of, lose_steps, remove, steps_of
from stuka_env.games.support.rules.mat import Mat
from stuka_env.games.support.rules.table import Table


def column_of(charts: Charts, points: int) -> int:
    """Return the column of fire points, halves rounded down; -1 below the first."""
    column = -1
    for place in range(len(charts.columns)):
        if charts.columns[place] <= points:
            column = place
    return column


def check_morale(mat: Mat, table: Table, unit: int, modifier: int, gone: int) -> None:
    """Check the morale of a unit: above it breaks, or a broken unit loses a step; equal it is pinned (S156)."""
    own, morale = mat.units[unit], int(table.charts.units[kind_of(mat, unit)].morale)
    total = roll(mat, table, Chart.MORALE, unit, modify(mat, table, Chart.MORALE, Modifier.RESULT, modifier))
    if says(table, 2 if total > morale else int(total == morale)) == 2:
        if own.broken:
            lose_steps(mat, table, unit, 1, gone)
        own.broken, own.pinned = 1, 0
        note(mat, table, Entry.BROKEN, unit, 0)
    elif total == morale and not own.broken:
        own.pinned = 1
        note(mat, table, Entry.PINNED, unit, 0)


def take_fire(mat: Mat, table: Table, unit: int, points: int, total: int, gone: int) -> bool:
    """Carry out a result of the fire table against a unit; return whether it is at least a pin check (S156)."""
    charts = table.charts
    column = column_of(charts, points)
    if column < 0:
        return False
    result, is_hit = total - column, total - column <= charts.pin
    if kind_of(mat, unit) == Kind.DUMMY:
        if is_hit:
            remove(mat, table, unit, gone)
        return bool(is_hit)
    if is_vehicle(mat, charts, unit):
        if result <= charts.vehicle_kill:
            lose_steps(mat, table, unit, 1, gone)
        elif result == charts.vehicle_kill + 1:
            immobilise(mat, table, unit)
        return bool(result <= charts.vehicle_kill + 1)
    if result <= charts.kill:
        lose_steps(mat, table, unit, steps_of(mat, charts, unit), gone)
    elif result <= charts.casualty:
        lose_steps(mat, table, unit, 1, gone)
        if is_there(mat.units[unit]):
            check_morale(mat, table, unit, 1, gone)
    elif result <= charts.check0:
        check_morale(mat, table, unit, 2 if result <= charts.check2 else int(result <= charts.check1), gone)
    elif is_hit:
        check_pin(mat, table, unit)
    return bool(is_hit)


def check_pin(mat: Mat, table: Table, unit: int) -> None:
    """Roll whether a unit is pinned: above its morale it is (S156)."""
    is_pinned = roll(mat, table, Chart.PIN, unit, 0) > table.charts.units[kind_of(mat, unit)].morale
    if says(table, int(is_pinned)):
        mat.units[unit].pinned = 1
        note(mat, table, Entry.PINNED, unit, 0)


def immobilise(mat: Mat, table: Table, unit: int) -> None:
    """Immobilise a vehicle (S066, S156)."""
    mat.units[unit].immobile = 1
    note(mat, table, Entry.IMMOBILE, unit, 0)


def strike(mat: Mat, table: Table, unit: int, kill: int, number: int, gone: int) -> None:
    """Compare a kill roll with a kill number: below it the vehicle is destroyed, equal it is immobile (S066)."""
    if kill < number:
        lose_steps(mat, table, unit, 1, gone)
    elif kill == number:
        immobilise(mat, table, unit)
