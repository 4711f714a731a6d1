"""Anti-aircraft fire (7.5 to 7.52)."""

from stuka_env.engine.frame import modify, roll, roll_one, says, says_third, throw
from stuka_env.games.support.charts.shape import Charts
from stuka_env.games.support.codes import NOBODY, SIDE_PLANES, Chart, Kind, Modifier, range_from
from stuka_env.games.support.rules.fire import column_of
from stuka_env.games.support.rules.forces import (
    era_of,
    first_of,
    hit_plane,
    is_fighter,
    is_flying,
    is_good,
    is_there,
    kind_of,
    number_flying,
    plane_side,
    stop_of,
    uncover,
)
from stuka_env.games.support.rules.mat import Mat, Plane
from stuka_env.games.support.rules.table import Table

EIGHTHS = 8
"""Parts of an anti-aircraft point: up to three causes halve it (S091, S095)."""
LOWEST_ROLL = 2
"""Original roll that always has a chance (S099)."""


def aa_modifier(mat: Mat, charts: Charts, plane: Plane) -> int:
    """Return what is added to light AA fire at an aircraft (S097)."""
    return int(charts.aa_modifier[era_of(mat, charts)]) if is_fighter(plane) else int(charts.aa_stuka)


def has_aa(mat: Mat, charts: Charts, unit: int) -> bool:
    """Whether a unit on the map has AA points."""
    return is_there(mat.units[unit]) and charts.units[kind_of(mat, unit)].aa > 0


def aa_eighths(mat: Mat, charts: Charts, unit: int, reach: int) -> int:
    """Return the AA points of a unit at a range in eighths: half if far, if pinned, and without marker (S091, S095)."""
    row, own, kind = charts.units[kind_of(mat, unit)], mat.units[unit], kind_of(mat, unit)
    if row.aa == 0 or reach > 2 * row.aa_range:
        return 0
    halves = int(reach > row.aa_range) + int(own.pinned) + int(own.unready and kind != Kind.TANK)
    return int(row.aa) * EIGHTHS >> halves


def fire_light_aa(mat: Mat, table: Table, plane: int, steps: int) -> None:
    """Fire all light AA in reach at an aircraft of the run, some steps before its target (S045, S047, S093)."""
    side, run = 1 - plane_side(plane), mat.run
    for unit in range(first_of(side), stop_of(side)):
        own = mat.units[unit]
        if bool((own.spent | own.broken) == 0) and has_aa(mat, table.charts, unit) and is_flying(mat.planes[plane]):
            reach = range_from(int(run.target), int(run.course), steps, int(own.place))
            points = aa_eighths(mat, table.charts, unit, reach) // EIGHTHS
            if points > 0:
                shoot_light_aa(mat, table, unit, plane, points)


def shoot_light_aa(mat: Mat, table: Table, unit: int, plane: int, points: int) -> None:
    """Fire a light AA weapon at an aircraft on the line for vehicles of the fire table (S094 to S099, S102)."""
    charts, own = table.charts, mat.units[unit]
    uncover(mat, table, unit)
    own.fired, own.unready = 1, 0
    modifier = modify(mat, table, Chart.LIGHT_AA, Modifier.AIRCRAFT, aa_modifier(mat, charts, mat.planes[plane]))
    rolled = throw(mat, table, Chart.LIGHT_AA, unit, modifier)
    number = column_of(charts, points) + int(charts.vehicle_kill)
    own.spent = rolled.first > charts.units[kind_of(mat, unit)].rate
    hit = says(table, 2 if rolled.total < number else int(rolled.total <= number + charts.aa_margin))
    says_third(table, plane)
    if hit == 0 and rolled.first + rolled.second == LOWEST_ROLL:
        die = roll(mat, table, Chart.UNLIKELY, unit, 0)
        hit = says(table, 2 if die <= charts.unlikely_down else int(die <= charts.unlikely))
    hit_plane(mat, table, plane, hit)


def fire_heavy_aa(mat: Mat, table: Table, side: int) -> None:
    """Fire the heavy AA guns of a side at aircraft drawn by lot, in their own player turn (S100, S101)."""
    charts = table.charts
    for unit in range(first_of(side), stop_of(side)):
        is_ready = kind_of(mat, unit) == Kind.HEAVY_AA and is_good(mat, unit) and not mat.units[unit].pinned
        flying = number_flying(mat, 1 - side) if is_ready else 0
        if flying:
            uncover(mat, table, unit)
            mat.units[unit].fired = 1
            total = roll(mat, table, Chart.HEAVY, unit, 0)
            hit = says(table, 2 if total <= charts.heavy_down else int(total <= charts.heavy_damage))
            lot = roll_one(mat, table, Chart.LOT, unit, flying, 0)
            hit_plane(mat, table, plane_by_lot(mat, 1 - side, lot), hit)


def plane_by_lot(mat: Mat, side: int, lot: int) -> int:
    """Return the aircraft of a side over the map with this number, from 1."""
    for plane in range(side * SIDE_PLANES, (side + 1) * SIDE_PLANES):
        lot -= is_flying(mat.planes[plane])
        if lot == 0:
            return plane
    return NOBODY
