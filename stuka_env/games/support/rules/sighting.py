"""Sighting checks, recall, mistaken attacks, and dummies (7.25, 7.3 to 7.32)."""

from typing import NamedTuple

from stuka_env.engine.frame import go, modify, note, says, throw
from stuka_env.games.support.charts.shape import Charts
from stuka_env.games.support.codes import (
    NOBODY,
    PLANE_SUBJECT,
    Act,
    Chart,
    Entry,
    Gone,
    Kind,
    Modifier,
    Phase,
    Side,
    Style,
    Weather,
    distance,
)
from stuka_env.games.support.rules.aa import fire_light_aa
from stuka_env.games.support.rules.fire import bomb_hex, hindrance, smoke_hindrance, strafe_hex, winter_hindrance
from stuka_env.games.support.rules.forces import (
    first_approach,
    first_of,
    inspect,
    is_at,
    is_blind,
    is_fighter,
    is_first_there,
    is_flying,
    is_open,
    is_there,
    is_vehicle,
    kind_of,
    plane_side,
    remove,
    stop_of,
    terrain_at,
)
from stuka_env.games.support.rules.mat import RUN_HEXES, Mat
from stuka_env.games.support.rules.table import Table

FAILED, PASSED, MISTAKEN = range(3)
"""Results of a sighting check."""


def friends_near(mat: Mat, charts: Charts, place: int, side: int) -> bool:
    """Whether a unit of a side is so near that aircraft of the side confuse it with a target (S032)."""
    for unit in range(first_of(side), stop_of(side)):
        own = mat.units[unit]
        if is_there(own) and distance(int(own.place), place) <= charts.near_range:
            return True
    return False


class Surroundings(NamedTuple):
    """The modifiers of a sighting check for a hex, from a direction (S032)."""

    smoke: int
    terrain: int
    own_units: int
    mist: int


class Outline(NamedTuple):
    """The modifiers of a sighting check for a unit, wherever it is seen from (S032, S033)."""

    vehicle: int
    moved: int
    attacked: int
    shown: int
    convoy: int


HEX_SOURCES = tuple(int(Modifier[name.upper()]) for name in Surroundings._fields)
UNIT_SOURCES = tuple(int(Modifier[name.upper()]) for name in Outline._fields)


def surroundings_of(mat: Mat, charts: Charts, place: int, course: int, side: int) -> Surroundings:
    """Return the modifiers with which aircraft of a side see a hex (S032, S034, S035)."""
    return Surroundings(
        smoke_hindrance(mat, charts, place, course),
        int(charts.terrains[terrain_at(mat, charts, place)].sighting) + winter_hindrance(mat, charts, place, course),
        0 + int(friends_near(mat, charts, place, side)) * int(charts.near_friend),  # wider than a byte
        0 + int(mat.plan.weather == Weather.MIST) * int(charts.mist),
    )


def outline_of(mat: Mat, charts: Charts, unit: int) -> Outline:
    """Return the modifiers with which a unit is seen (S025, S033)."""
    own, kind, place = mat.units[unit], kind_of(mat, unit), int(mat.units[unit].place)
    is_shown = not own.concealed or (own.moving and is_open(mat, charts, place))
    is_convoy = charts.scenarios[mat.battle.scenario].convoy and (kind == Kind.TRUCK or kind == Kind.AA_TRACK)
    is_driven = is_vehicle(mat, charts, unit) and not own.concealed
    return Outline(
        0 + int(is_driven) * int(charts.vehicle),
        0 + int(own.moving) * int(charts.moved),
        0 + int(own.attacked) * int(charts.attacked),
        0 + int(is_shown) * int(charts.shown),
        0 + int(is_convoy) * int(charts.convoy),
    )


def write_sighting(mat: Mat, table: Table, around: Surroundings, own: Outline) -> int:
    """Write the modifiers of the sighting check that follows, and return their sum."""
    for place in range(len(around)):
        modify(mat, table, Chart.SIGHTING, HEX_SOURCES[place], around[place])
    for place in range(len(own)):
        modify(mat, table, Chart.SIGHTING, UNIT_SOURCES[place], own[place])
    return sum(around) + sum(own)


def easiest_in(mat: Mat, charts: Charts, place: int, side: int) -> int:
    """Return the unit in a hex that aircraft of a side see most easily (S030)."""
    best, least = NOBODY, 0
    for unit in range(first_of(1 - side), stop_of(1 - side)):
        if is_at(mat, unit, place):
            modifier = sum(outline_of(mat, charts, unit))
            if best == NOBODY or modifier < least:
                best, least = unit, modifier
    return best


def sighting_from(mat: Mat, charts: Charts, place: int, course: int, side: int) -> int:
    """Return the modifier with which aircraft of a side see a hex with counters from a direction (S030)."""
    around = surroundings_of(mat, charts, place, course, side)
    return sum(around) + sum(outline_of(mat, charts, easiest_in(mat, charts, place, side)))


def easiest_course(mat: Mat, charts: Charts, place: int) -> int:
    """Return the direction from which a hex is seen most easily; NOBODY if it is blind from all."""
    best, least = NOBODY, 0
    for course in range(6):
        if not is_blind(mat, charts, place, course):
            modifier = hindrance(mat, charts, place, course)
            if best == NOBODY or modifier < least:
                best, least = course, modifier
    return best


def is_target(mat: Mat, charts: Charts, unit: int) -> bool:
    """Whether a unit names a hex that some approach reaches (S021, S042)."""
    return is_first_there(mat, unit) and first_approach(mat, charts, int(mat.units[unit].place)) != NOBODY


def roll_sighting(mat: Mat, table: Table, subject: int, place: int, course: int, side: int) -> tuple[int, int]:
    """Roll a sighting check; return the result and the original roll (S028, S037, S038)."""
    charts = table.charts
    around = surroundings_of(mat, charts, place, course, side)
    own = outline_of(mat, charts, easiest_in(mat, charts, place, side))
    rolled = throw(mat, table, Chart.SIGHTING, subject, write_sighting(mat, table, around, own))
    result = MISTAKEN if rolled.total >= charts.mistaken else int(rolled.total <= charts.sighting_number)
    return says(table, result), rolled.first + rolled.second


def check_sighting(mat: Mat, table: Table) -> None:
    """Make the sighting check of the attack: it flies on, ends, or goes wrong (S028, S029, S037)."""
    plane, run = int(mat.cursor.subject), mat.run
    side, place = plane_side(plane), int(run.target)
    result, original = roll_sighting(mat, table, PLANE_SUBJECT + plane, place, int(run.course), side)
    mat.planes[plane].used = 1
    if original == table.charts.sighting_recall:
        mat.planes[plane].recall = 1
    if side == Side.PLAYER:
        mat.battle.sighted += result == PASSED
        mat.battle.failed += result == FAILED
        mat.battle.mistaken += result == MISTAKEN
    if result == PASSED:
        inspect_hex(mat, table, place, side)
        only_dummies = side == Side.PLAYER and are_dummies(mat, place)
        go(mat, Phase.DUMMY if only_dummies else Phase.DIVE if run.style == Style.DIVE else Phase.RUN)
        return
    if result == MISTAKEN:
        attack_by_mistake(mat, table, plane, place)
    end_attack(mat)


def end_attack(mat: Mat) -> None:
    """End the attack of an aircraft; the next one follows (S041)."""
    mat.run.target = mat.run.course = NOBODY
    mat.run.place = mat.run.last = mat.run.point = mat.run.style = 0
    mat.work.index += 1
    go(mat, Phase.ATTACKS)


def inspect_hex(mat: Mat, table: Table, place: int, side: int) -> None:
    """Inspect the units of the other side in a hex (S036)."""
    for unit in range(first_of(1 - side), stop_of(1 - side)):
        if is_at(mat, unit, place):
            inspect(mat, table, unit)


def are_dummies(mat: Mat, place: int) -> bool:
    """Whether all counters of the enemy in a hex are dummies."""
    for unit in range(first_of(Side.ENEMY), stop_of(Side.ENEMY)):
        if is_at(mat, unit, place) and kind_of(mat, unit) != Kind.DUMMY:
            return False
    return True


def nearest_friend(mat: Mat, charts: Charts, place: int, side: int, is_reached: bool) -> int:
    """Return the unit of a side that is nearest to a hex, of equals the one with more points (S038).

    Args:
        mat: the mat.
        charts: the charts.
        place: the hex.
        side: the side.
        is_reached: whether only units count that some approach reaches, and points at all.
    """
    best, least = NOBODY, 0
    for unit in range(first_of(side), stop_of(side)):
        if is_there(mat.units[unit]):
            other = int(mat.units[unit].place)
            worth = distance(other, place) * 10 - (int(charts.units[kind_of(mat, unit)].points) if is_reached else 0)
            is_open_to = not is_reached or first_approach(mat, charts, other) != NOBODY
            if is_open_to and (best == NOBODY or worth < least):
                best, least = unit, worth
    return best


def attack_by_mistake(mat: Mat, table: Table, plane: int, place: int) -> None:
    """Attack the nearest unit of the own side, with bombs if a fighter-bomber has them (S038, S039)."""
    side, own = plane_side(plane), mat.planes[plane]
    unit = nearest_friend(mat, table.charts, place, side, True)
    if unit == NOBODY:
        return
    there = int(mat.units[unit].place)
    course = first_approach(mat, table.charts, there)
    note(mat, table, Entry.MISTAKEN, plane, unit)
    if own.bombs and is_fighter(own):
        bomb_hex(mat, table, plane, there, course, False, False, side)
    elif not own.disabled:
        strafe_hex(mat, table, plane, there, course, False, side)


# --- dummies (7.25) ---


def decide_dummy(mat: Mat, table: Table, action: int) -> None:
    """Remove the dummies and look for another target, or end the turn of the aircraft (S026)."""
    plane = int(mat.cursor.subject)
    if action == Act.GO_ON:
        for unit in range(stop_of(Side.ENEMY)):
            if is_at(mat, unit, int(mat.run.target)):
                remove(mat, table, unit, Gone.SEEN)
        mat.planes[plane].used = 0
    fire_light_aa(mat, table, plane, RUN_HEXES)
    if action == Act.GO_ON and is_flying(mat.planes[plane]) and not mat.planes[plane].recall:
        mat.work.index -= 1
    end_attack(mat)
