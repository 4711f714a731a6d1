"""Expected points of attacks, and the danger of light AA, for the scripts."""

from agents.chances import chance_at_most
from stuka_env.compiling.compilation import compiled
from stuka_env.games.support.charts.shape import Charts
from stuka_env.games.support.codes import COUNTERS, KINDS, NOBODY, Act, Class, Kind, Side, range_from
from stuka_env.games.support.rules import RULES
from stuka_env.games.support.rules.aa import aa_modifier
from stuka_env.games.support.rules.fire import column_of, gun_points, hindrance
from stuka_env.games.support.rules.forces import cover_modifier, era_of, is_fighter, is_open, is_there, lies_face_down
from stuka_env.games.support.rules.mat import Mat, Plane

first_legal = RULES.names["first_legal"]

MG, BOMB, AREA = 0, 1, 2
"""Weapons, in the order of their actions."""
BROKEN_SHARE = 0.45
"""Worth of breaking a unit, as a share of its points."""
DUMMY_WORTH = 0.05
PRESSURE = 1.3
"""Factor of the points of squads that attack, and of AA guns."""


@compiled
def infantry_value(
    charts: Charts, points: int, modifier: int, morale: int, steps: int, worth: float, broken: bool
) -> float:
    """Return the expected points of a roll of the fire table against infantry, with a worth for breaking it."""
    column, total = column_of(charts, points), 0.0
    if column < 0:
        return 0.0
    check = worth if broken else worth * steps * BROKEN_SHARE
    for first in range(1, 7):
        for second in range(1, 7):
            result = first + second + modifier - column
            if result <= charts.kill:
                total += worth * steps
            elif result <= charts.casualty:
                total += worth + (1 - chance_at_most(morale - 1)) * worth * BROKEN_SHARE * (steps - 1)
            elif result <= charts.check0:
                more = 2 if result <= charts.check2 else int(result <= charts.check1)
                total += (1 - chance_at_most(morale - more)) * check
    return total / 36


@compiled
def worth_of(mat: Mat, charts: Charts, kind: int) -> float:
    """Return the points of a step of a kind, with what the scenario makes of it."""
    row, scenario = charts.units[kind], charts.scenarios[mat.battle.scenario]
    worth = row.points / row.steps
    if kind == Kind.SQUAD and scenario.mover == Side.ENEMY:
        worth *= PRESSURE
    if row.aa:
        worth *= PRESSURE
    if scenario.exits and row.group != Class.INFANTRY:
        worth += charts.exit_points
    return worth


@compiled
def kind_value(
    mat: Mat, charts: Charts, plane: Plane, unit: int, kind: int, course: int, weapon: int, is_near: bool, seen: bool
) -> float:
    """Return the expected points of a weapon against a unit, if it is of a kind."""
    if kind == Kind.DUMMY:
        return DUMMY_WORTH
    own, row = mat.units[unit], charts.units[kind]
    is_known = own.kind != NOBODY
    is_hidden, steps = own.concealed and not (seen or is_known), int(row.steps) - int(own.lost) * int(is_known)
    worth, place = worth_of(mat, charts, kind), int(own.place)
    smoke, moving = hindrance(mat, charts, place, course), int(own.moving)
    cover = cover_modifier(mat, charts, place) + (int(charts.dug_in) if row.entrenched or own.dug_in else 0)
    ground = cover_modifier(mat, charts, place)
    hit = charts.hit_near if is_near else charts.hit_far
    driven = int(hit[1]) - smoke + int(row.bulk) + moving * int(charts.hit_moving)
    if weapon == MG:
        if row.group == Class.ARMOUR:
            column = era_of(mat, charts) if is_fighter(plane) else 0
            kill = int(charts.gun_kill[column]) + int(charts.from_above) - int(row.armour)
            return chance_at_most(driven) * chance_at_most(kill - 1) * worth
        points = gun_points(mat, charts, plane) // (2 if is_hidden else 1)
        runs = moving and is_open(mat, charts, place) and row.group == Class.INFANTRY
        modifier = smoke + cover + (int(charts.moving_in_open) if runs else 0)
        if row.group == Class.VEHICLE:
            return chance_at_most(column_of(charts, points) + int(charts.vehicle_kill) - modifier) * worth
        return infantry_value(charts, points, modifier, int(row.morale), steps, worth, bool(own.broken))
    points, half_kill = int(charts.bomb[plane.type]), int(charts.bomb_kill) // 2 - int(row.armour)
    if weapon == AREA:
        chance = chance_at_most(int(hit[2]) - smoke)
        if row.group == Class.ARMOUR:
            return chance * chance_at_most(half_kill) * worth
        if row.group == Class.VEHICLE:
            number = column_of(charts, points // 2) + int(charts.vehicle_kill) - ground
            return chance * chance_at_most(number) * worth
        return chance * infantry_value(charts, points // 2, cover, int(row.morale), steps, worth, bool(own.broken))
    masked = int(charts.hit_concealed) if is_hidden else 0
    if row.group == Class.ARMOUR:
        direct = chance_at_most(int(hit[1]) // 2 + driven + masked - int(hit[1]))
        rest = max(0.0, chance_at_most(driven + masked) - direct)
        return (direct + rest * chance_at_most(half_kill)) * worth
    if row.group == Class.VEHICLE:
        number = column_of(charts, points) + int(charts.vehicle_kill)
        return chance_at_most(driven + masked) * chance_at_most(number) * worth
    chance = chance_at_most(int(hit[0]) - smoke - cover + masked)
    return chance * infantry_value(charts, points, 0, int(row.morale), steps, worth, bool(own.broken))


@compiled
def number_down(mat: Mat, kind: int) -> int:
    """Return how many counters of a kind lie face down: the scenario's list less those that were seen (S005)."""
    number = 0
    for counter in range(COUNTERS):
        number += lies_face_down(mat, counter) and mat.hidden.kinds[counter] == kind
    return number


@compiled
def unit_value(
    mat: Mat, charts: Charts, plane: Plane, unit: int, course: int, weapon: int, is_near: bool, seen: bool
) -> float:
    """Return the expected points of a weapon against a unit; of a face-down one the mean of those that are left."""
    kind = int(mat.units[unit].kind)
    if kind != NOBODY:
        return kind_value(mat, charts, plane, unit, kind, course, weapon, is_near, False)
    total, number = 0.0, 0
    for other in range(KINDS):
        down = number_down(mat, other)
        if down:
            total += down * kind_value(mat, charts, plane, unit, other, course, weapon, is_near, seen)
            number += down
    return total / number


@compiled
def hex_value(
    mat: Mat, charts: Charts, plane: Plane, place: int, course: int, weapon: int, is_near: bool, seen: bool
) -> float:
    """Return the expected points of a weapon against the counters in a hex."""
    total = 0.0
    for unit in range(COUNTERS):
        if is_there(mat.units[unit]) and mat.units[unit].place == place:
            total += unit_value(mat, charts, plane, unit, course, weapon, is_near, seen)
    return total


@compiled
def harm_of(mat: Mat, charts: Charts, plane: Plane, kind: int, is_far: bool, is_pinned: bool) -> float:
    """Return the chance of harm by a shot of light AA."""
    points = int(charts.units[kind].aa) // (2 if is_far else 1) // (2 if is_pinned else 1)
    number = column_of(charts, points) + int(charts.vehicle_kill) - aa_modifier(mat, charts, plane)
    top, down = number + int(charts.aa_margin), chance_at_most(number - 1)
    harm = down + (chance_at_most(top) - down) * (1.0 if plane.damaged else 0.5)
    return harm + (1 / 72 if top < 2 else 0.0)


@compiled
def aa_danger(mat: Mat, charts: Charts, plane: Plane, place: int, course: int, first: int, last: int) -> float:
    """Return the expected harm by light AA between two steps of a run: by known guns, and by a share of the others."""
    danger, down, guns = 0.0, 0, 0
    for kind in range(KINDS):
        number = number_down(mat, kind)
        down += number
        guns += number if charts.units[kind].aa > 0 and kind != Kind.TANK else 0
    for unit in range(COUNTERS):
        own = mat.units[unit]
        if is_there(own) and not own.spent and not own.broken:
            kind = int(own.kind) if own.kind != NOBODY else Kind.LIGHT_AA + 0
            alive = 1.0 if own.kind != NOBODY else guns / down
            if charts.units[kind].aa > 0 and alive > 0:
                for steps in range(first, last - 1, -1):
                    reach = range_from(place, course, steps, int(own.place))
                    if reach <= 2 * charts.units[kind].aa_range:
                        is_far = reach > charts.units[kind].aa_range
                        danger += alive * harm_of(mat, charts, plane, kind, is_far, bool(own.pinned))
                        alive *= charts.units[kind].rate / 6
    return min(danger, 0.9)


assert Act.MG + BOMB == Act.BOMB and Act.MG + AREA == Act.AREA
