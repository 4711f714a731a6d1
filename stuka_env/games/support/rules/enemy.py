"""The fixed rule by which the enemy flies (ours)."""

from stuka_env.games.support.charts.shape import Charts
from stuka_env.games.support.codes import NOBODY, SIDE_PLANES, Act, Moment, Side, range_from
from stuka_env.games.support.rules.aa import EIGHTHS, aa_eighths, has_aa
from stuka_env.games.support.rules.fire import hindrance
from stuka_env.games.support.rules.forces import (
    first_of,
    is_blind,
    is_fighter,
    is_flying,
    kind_of,
    number_flying,
    stop_of,
)
from stuka_env.games.support.rules.mat import RUN_HEXES, Mat
from stuka_env.games.support.rules.sighting import easiest_course, is_target, sighting_from

TENTHS, SIGHTING_COST, HINDRANCE_COST = 10, 3, 3
"""Tenths of a point of a target, and of a point of its sighting modifier; AA points of a hindrance (Y40)."""


def choose_target(mat: Mat, charts: Charts) -> int:
    """Return the unit that an enemy aircraft attacks while units move or after: points less sighting (S140, S141)."""
    best, most = NOBODY, 0
    if mat.battle.moment == Moment.BEFORE:
        return best
    for unit in range(first_of(Side.PLAYER), stop_of(Side.PLAYER)):
        if is_target(mat, charts, unit):
            place = int(mat.units[unit].place)
            course = easiest_course(mat, charts, place)
            sighting = sighting_from(mat, charts, place, course, Side.ENEMY)
            points = TENTHS * int(charts.units[kind_of(mat, unit)].points) // (1 + int(mat.units[unit].broken))
            worth = points - SIGHTING_COST * sighting
            if best == NOBODY or worth > most:
                best, most = unit, worth
    return best


def choose_course(mat: Mat, charts: Charts) -> int:
    """Return the direction with the least AA points along the run, and with little smoke (S141)."""
    best, least = NOBODY, 0
    for course in range(6):
        if not is_blind(mat, charts, int(mat.run.target), course):
            risk = EIGHTHS * HINDRANCE_COST * hindrance(mat, charts, int(mat.run.target), course)
            for unit in range(first_of(Side.PLAYER), stop_of(Side.PLAYER)):
                own = mat.units[unit]
                if has_aa(mat, charts, unit):
                    for steps in range(RUN_HEXES + 1):
                        reach = range_from(int(mat.run.target), course, steps, int(own.place))
                        risk += aa_eighths(mat, charts, unit, reach)
            if best == NOBODY or risk < least:
                best, least = course, risk
    return best


def choose_fire(mat: Mat, is_ahead: bool, is_point: bool) -> int:
    """Return the fire of an enemy aircraft in a run: guns first, then a point attack with bombs or guns (S141)."""
    own, place = mat.planes[mat.cursor.subject], int(mat.run.place)
    if place == 0 and is_ahead:
        if not own.disabled:
            return Act.MG + 0
        return Act.BOMB if own.bombs and is_fighter(own) else Act.SKIP
    if place == 1 and is_point:
        if own.bombs and is_fighter(own):
            return Act.POINT_BOMB + 0
        return Act.SKIP if own.disabled else Act.POINT_MG
    return Act.SKIP + 0


def enters_combat(mat: Mat, plane: int) -> bool:
    """Whether an enemy fighter-bomber enters combat (S142)."""
    own, foes = number_flying(mat, Side.ENEMY), number_flying(mat, Side.PLAYER)
    has_prey = False
    for other in range(SIDE_PLANES):
        foe = mat.planes[other]
        has_prey |= is_flying(foe) and bool(foe.bombs or not is_fighter(foe))
    return bool(not mat.planes[plane].bombs and (has_prey or own >= foes))


def best_target(mat: Mat) -> int:
    """Return the aircraft of the player in the melee at which the enemy fires (S142)."""
    best, most = NOBODY, -1
    for plane in range(SIDE_PLANES):
        foe = mat.planes[plane]
        worth = 4 * int(foe.damaged) + 2 * int(foe.bombs) + int(not is_fighter(foe))
        if is_flying(foe) and foe.melee and worth > most:
            best, most = plane, worth
    return best
