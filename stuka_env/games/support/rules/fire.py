"""Fire at ground units: the fire table and the checks that follow, guns, and bombs (7.25, 7.41 to 7.43; ours)."""

from stuka_env.engine.frame import modify, note, roll, says
from stuka_env.games.support.charts.shape import Charts
from stuka_env.games.support.codes import (
    NOBODY,
    PLANE_SUBJECT,
    Chart,
    Class,
    Entry,
    Gone,
    Kind,
    Modifier,
    Season,
    Terrain,
    next_to,
)
from stuka_env.games.support.rules.forces import (
    cover_modifier,
    dug_in,
    era_of,
    first_of,
    group_of,
    is_at,
    is_fighter,
    is_masked,
    is_open,
    is_seen_by,
    is_there,
    is_vehicle,
    kind_of,
    lose_steps,
    remove,
    steps_of,
    stop_of,
    terrain_at,
    uncover,
)
from stuka_env.games.support.rules.mat import Mat, Plane
from stuka_env.games.support.rules.table import Table

DUD = 12
"""Original effect or kill roll of bombs that do not go off (S082)."""
AREA_SHARE = 2
"""Divisor of the strength of bombs on an area (S085), and of the kill number of a near miss (S081)."""


# --- the fire table ---


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
    elif is_hit and says(table, int(roll(mat, table, Chart.PIN, unit, 0) > charts.units[kind_of(mat, unit)].morale)):
        mat.units[unit].pinned = 1
        note(mat, table, Entry.PINNED, unit, 0)
    return bool(is_hit)


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


# --- guns and bombs ---


def smoke_hindrance(mat: Mat, charts: Charts, place: int, course: int) -> int:
    """Return the hindrance of smoke in a hex or in the hex before it (S032, S069)."""
    before = next_to(place, course)
    is_smoky = mat.board.smoke[place] or (before != NOBODY and mat.board.smoke[before])
    return int(charts.smoke) if is_smoky else 0


def winter_hindrance(mat: Mat, charts: Charts, place: int, course: int) -> int:
    """Return the hindrance of an orchard out of season before a hex (S008)."""
    is_winter = mat.plan.season == Season.WINTER
    is_orchard = is_winter and terrain_at(mat, charts, next_to(place, course)) == Terrain.ORCHARD
    return int(charts.orchard_in_winter) if is_orchard else 0


def hindrance(mat: Mat, charts: Charts, place: int, course: int) -> int:
    """Return the hindrance of an attack on a hex."""
    return smoke_hindrance(mat, charts, place, course) + winter_hindrance(mat, charts, place, course)


def cover_of(mat: Mat, charts: Charts, unit: int) -> int:
    """Return the modifier of fire at a unit for terrain and entrenchment (S070)."""
    return cover_modifier(mat, charts, int(mat.units[unit].place)) + dug_in(mat, charts, unit)


def gun_points(mat: Mat, charts: Charts, plane: Plane) -> int:
    """Return the fire points of the guns of an aircraft (S060)."""
    return int(charts.guns[era_of(mat, charts)]) if is_fighter(plane) else int(charts.guns_stuka)


def gun_kill(mat: Mat, charts: Charts, plane: Plane, unit: int) -> int:
    """Return the kill number of guns against an armoured unit (S064, S065)."""
    column = era_of(mat, charts) if is_fighter(plane) else 0
    return int(charts.gun_kill[column]) + int(charts.from_above) - int(charts.units[kind_of(mat, unit)].armour)


def fire_modifier(mat: Mat, charts: Charts, unit: int, course: int) -> int:
    """Return the modifiers of guns against a unit without armour (S068 to S070)."""
    own, place = mat.units[unit], int(mat.units[unit].place)
    runs = own.moving and is_open(mat, charts, place) and group_of(mat, charts, unit) == Class.INFANTRY
    return hindrance(mat, charts, place, course) + cover_of(mat, charts, unit) + (charts.moving_in_open if runs else 0)


def hit_number(mat: Mat, charts: Charts, unit: int, is_near: bool, course: int, is_area: bool) -> int:
    """Return the number to hit a unit (S049, S063, S077, S078, S085)."""
    row, own = charts.hit_near if is_near else charts.hit_far, mat.units[unit]
    number = -hindrance(mat, charts, int(own.place), course)
    if is_area:
        return number + int(row[2])
    if is_masked(own):
        number += int(charts.hit_concealed)
    if is_vehicle(mat, charts, unit):
        number += int(row[1]) + int(charts.units[kind_of(mat, unit)].bulk)
        return number + (int(charts.hit_moving) if own.moving else 0)
    return number + int(row[0]) - cover_of(mat, charts, unit)


def mark_attacked(mat: Mat, table: Table, unit: int, is_hit: bool, side: int) -> None:
    """Mark a unit as attacked; after a result it loses its concealment if the ground sees it (S024, S033)."""
    own = mat.units[unit]
    if is_hit and is_there(own) and is_seen_by(mat, table.charts, int(own.place), side):
        uncover(mat, table, unit)
    own.attacked = 1


def strafe_hex(mat: Mat, table: Table, plane: int, place: int, course: int, is_near: bool, victim: int) -> None:
    """Fire the guns at all units of a side in a hex with one roll (S061 to S067)."""
    charts, own, side = table.charts, mat.planes[plane], 1 - victim
    note(mat, table, Entry.STRAFES, plane, place)
    total = roll(mat, table, Chart.GUNS, PLANE_SUBJECT + plane, 0)
    if total == DUD:
        own.disabled = 1
        note(mat, table, Entry.JAMMED, plane, 0)
    for unit in range(first_of(victim), stop_of(victim)):
        target = mat.units[unit]
        if is_at(mat, unit, place):
            is_hit = False
            if group_of(mat, charts, unit) != Class.ARMOUR:
                points = gun_points(mat, charts, own) // (2 if is_masked(target) else 1)
                is_hit = take_fire(mat, table, unit, points, total + fire_modifier(mat, charts, unit, course), Gone.AIR)
            elif total <= hit_number(mat, charts, unit, is_near, course, False):
                number = gun_kill(mat, charts, own, unit)
                strike(mat, table, unit, roll(mat, table, Chart.KILL, unit, 0), number, Gone.AIR)
            mark_attacked(mat, table, unit, is_hit, side)


def has_armour(mat: Mat, charts: Charts, place: int, side: int) -> bool:
    """Whether an armoured unit of a side is in a hex."""
    for unit in range(first_of(side), stop_of(side)):
        if is_at(mat, unit, place) and group_of(mat, charts, unit) == Class.ARMOUR:
            return True
    return False


def bomb_hex(
    mat: Mat, table: Table, plane: int, place: int, course: int, is_near: bool, is_area: bool, victim: int
) -> None:
    """Drop the bombs on all units of a side in a hex: one roll to hit, one effect, one kill roll (S075 to S086)."""
    charts, own, side = table.charts, mat.planes[plane], 1 - victim
    own.bombs = 0
    note(mat, table, Entry.BOMBS, plane, place)
    total = roll(mat, table, Chart.TO_HIT, PLANE_SUBJECT + plane, 0)
    effect = roll(mat, table, Chart.EFFECT, PLANE_SUBJECT + plane, 0)
    kill = 0
    if has_armour(mat, charts, place, victim):
        kill = roll(mat, table, Chart.KILL, PLANE_SUBJECT + plane, 0)
    points = int(charts.bomb[own.type]) // (AREA_SHARE if is_area else 1)
    for unit in range(first_of(victim), stop_of(victim)):
        if is_at(mat, unit, place):
            number, is_hit = hit_number(mat, charts, unit, is_near, course, is_area), False
            if total <= number and group_of(mat, charts, unit) == Class.ARMOUR:
                if kill < DUD:
                    kill_number = bomb_kill(mat, charts, unit, total - number, is_near, is_area)
                    strike(mat, table, unit, kill, kill_number, Gone.AIR)
            elif total <= number and effect < DUD:
                cover = cover_of(mat, charts, unit) if is_area else 0
                is_hit = take_fire(mat, table, unit, points, effect + cover, Gone.AIR)
            mark_attacked(mat, table, unit, is_hit, side)


def bomb_kill(mat: Mat, charts: Charts, unit: int, over: int, is_near: bool, is_area: bool) -> int:
    """Return the kill number of bombs that hit an armoured unit: whole for a direct hit, else half (S080, S081).

    Args:
        mat: the mat.
        charts: the charts.
        unit: the unit.
        over: the roll to hit less the number to hit.
        is_near: whether the nearer column counts.
        is_area: whether the bombs are on the area, which has no direct hit (S085).
    """
    basic = int(charts.hit_near[1] if is_near else charts.hit_far[1])
    is_direct = not is_area and 2 * (basic + over) <= basic
    number = int(charts.bomb_kill) // (1 if is_direct else AREA_SHARE)
    return number - int(charts.units[kind_of(mat, unit)].armour) + int(charts.from_above)
