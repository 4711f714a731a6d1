"""Ground forces: rally, movement, and fire (ours; the printed chapters are lost)."""

from stuka_env.engine.frame import note, roll, roll_one, says_third, succeeds
from stuka_env.games.support.charts.shape import FAR, Charts
from stuka_env.games.support.codes import (
    COUNTERS,
    HEXES,
    NOBODY,
    STACK,
    UNITS,
    Chart,
    Class,
    Entry,
    Gone,
    Kind,
    Side,
    distance,
    next_to,
)
from stuka_env.games.support.rules.fire import take_fire
from stuka_env.games.support.rules.forces import (
    add_up,
    cover_modifier,
    dug_in,
    first_of,
    group_of,
    is_good,
    is_open,
    is_seen_by,
    is_there,
    is_vehicle,
    kind_of,
    lose_steps,
    number_at,
    remove,
    side_of,
    steps_of,
    stop_of,
    uncover,
)
from stuka_env.games.support.rules.mat import Mat
from stuka_env.games.support.rules.table import Table

CONTACT_RANGE = 3
"""Range of an enemy in sight at which attackers stop on even turns (S152); and of guns in AA mode."""
CLOSE_RANGE = 2
"""Range at which armour is hit more easily (S155)."""
BEFORE, AFTER = 0, 1
"""Fire of attackers before the movement, and of defenders after it (S153)."""


# --- rally (S150) ---


def nearest_good(mat: Mat, place: int, side: int) -> int:
    """Return the distance of the nearest good-order unit of a side from a hex; FAR if there is none."""
    nearest = FAR
    for unit in range(first_of(side), stop_of(side)):
        if is_good(mat, unit):
            nearest = min(nearest, distance(int(mat.units[unit].place), place))
    return nearest


def retreat_hex(mat: Mat, charts: Charts, unit: int) -> int:
    """Return the hex to which a broken unit retreats: farthest from the enemy, best cover, last; or NOBODY."""
    side, best, most = side_of(unit), NOBODY, -1
    for course in range(6):
        place = next_to(int(mat.units[unit].place), course)
        if place != NOBODY:
            own, foes = number_at(mat, place, side), number_at(mat, place, 1 - side)
            away = nearest_good(mat, place, 1 - side)
            worth = (away * 10 + cover_modifier(mat, charts, place)) * HEXES + place
            if foes == 0 and own < STACK and away > 1 and worth > most:
                best, most = place, worth
    return best


def rally(mat: Mat, table: Table, side: int) -> None:
    """Let the broken units of a side rally, or retreat from the enemy; those that cannot are lost (S150)."""
    for unit in range(first_of(side), stop_of(side)):
        own = mat.units[unit]
        if own.broken and is_there(own):
            charts = table.charts
            if nearest_good(mat, int(own.place), 1 - side) == 1:
                place = retreat_hex(mat, charts, unit)
                if place == NOBODY:
                    lose_steps(mat, table, unit, steps_of(mat, charts, unit), Gone.GROUND)
                else:
                    own.place = place
                    note(mat, table, Entry.RETREATS, unit, place)
            elif succeeds(table, roll(mat, table, Chart.RALLY, unit, 0) <= charts.units[kind_of(mat, unit)].morale):
                own.broken = 0
                note(mat, table, Entry.RALLIED, unit, 0)


# --- movement (S151, S152, S157, S159) ---


def is_attacker(mat: Mat, charts: Charts, side: int) -> bool:
    """Whether a side attacks in this scenario (S151)."""
    return bool(charts.scenarios[mat.battle.scenario].mover == side)


def is_advancing(mat: Mat, charts: Charts, side: int) -> bool:
    """Whether a side attacks; the player two turns after the aircraft came, or late in the battle (S151, S152)."""
    battle = mat.battle
    is_supported = battle.arrived[Side.PLAYER.value] and battle.turn > battle.came + 1
    has_started = side == Side.ENEMY or is_supported or battle.turn >= charts.start
    return bool(has_started and is_attacker(mat, charts, side))


def meets_enemy(mat: Mat, charts: Charts, unit: int) -> bool:
    """Whether a unit of the other side that is no dummy is near and in sight (S152)."""
    side, place = side_of(unit), int(mat.units[unit].place)
    row, season = charts.scenarios[mat.battle.scenario], int(mat.plan.season)
    for foe in range(first_of(1 - side), stop_of(1 - side)):
        other = mat.units[foe]
        is_near = is_there(other) and row.sight[season, place, other.place] <= CONTACT_RANGE
        if is_near and kind_of(mat, foe) != Kind.DUMMY:
            return True
    return False


def wants_to_move(mat: Mat, charts: Charts, unit: int) -> bool:
    """Whether a unit moves in this player turn (S151, S152)."""
    own, side, row = mat.units[unit], side_of(unit), charts.scenarios[mat.battle.scenario]
    is_able = is_there(own) & bool((own.immobile | own.broken | own.pinned) == 0)
    if not is_able or charts.units[kind_of(mat, unit)].move == 0 or not is_advancing(mat, charts, side):
        return False
    group = group_of(mat, charts, unit)
    fights = (group == Class.INFANTRY or group == Class.ARMOUR) and not row.exits and mat.battle.turn % 2 == 0
    if fights and meets_enemy(mat, charts, unit):
        return False
    return bool(row.far[int(is_vehicle(mat, charts, unit)), own.place] > 0)


def next_hex(mat: Mat, table: Table, unit: int) -> int:
    """Return the hex to which a unit moves: nearer to a goal, else perhaps sideways; NOBODY if none (S006, S151)."""
    charts, side, here = table.charts, side_of(unit), int(mat.units[unit].place)
    ways = charts.scenarios[mat.battle.scenario].far[int(is_vehicle(mat, charts, unit))]
    left = int(ways[here])
    best, least = NOBODY, left
    for course in range(6):
        place = next_to(here, course)
        if place != NOBODY and ways[place] < least:
            if number_at(mat, place, 1 - side) == 0 and number_at(mat, place, side) < STACK:
                best, least = place, int(ways[place])
    if best != NOBODY:
        return best
    for course in range(6):
        place = next_to(here, course)
        if place != NOBODY and ways[place] == left and left < FAR:
            is_free = number_at(mat, place, 0) + number_at(mat, place, 1) == 0
            if is_free and roll_one(mat, table, Chart.SIDESTEP, unit, 2, 0) == 2:
                return place
    return NOBODY


def move_units(mat: Mat, table: Table, side: int, hexes: int) -> None:
    """Move the movers of a side that can move so many hexes by one hex (S151)."""
    for unit in range(first_of(side), stop_of(side)):
        own = mat.units[unit]
        is_able = is_there(own) & bool((own.immobile | own.broken | own.pinned) == 0)
        if mat.work.movers[unit] and is_able and table.charts.units[kind_of(mat, unit)].move >= hexes:
            place = next_hex(mat, table, unit)
            if place != NOBODY:
                enter(mat, table, unit, place)


def enter(mat: Mat, table: Table, unit: int, place: int) -> None:
    """Enter a hex: concealment, goals and exits (S157, S159)."""
    own, side, kind = mat.units[unit], side_of(unit), kind_of(mat, unit)
    own.place, own.moved, own.moving = place, 1, 1
    note(mat, table, Entry.MOVED, unit, place)
    if own.concealed and is_open(mat, table.charts, place) and is_seen_by(mat, table.charts, place, 1 - side):
        uncover(mat, table, unit)
        if kind == Kind.DUMMY:
            remove(mat, table, unit, Gone.GROUND)
    row = table.charts.scenarios[mat.battle.scenario]
    for goal in range(row.goal_count):
        if row.goals[goal] == place:
            reach_goal(mat, table, unit, goal)


def reach_goal(mat: Mat, table: Table, unit: int, goal: int) -> None:
    """Hold a goal hex, or leave the map there (S157, S162)."""
    side, kind, place = side_of(unit), kind_of(mat, unit), int(mat.units[unit].place)
    if mat.battle.owner[goal] != side and (kind == Kind.SQUAD or kind == Kind.TANK):
        mat.battle.owner[goal] = side
        note(mat, table, Entry.GOAL, place, side)
    if table.charts.scenarios[mat.battle.scenario].exits and is_vehicle(mat, table.charts, unit):
        remove(mat, table, unit, Gone.EXIT)
        mat.battle.goals -= table.charts.exit_points
        add_up(mat.battle)


# --- fire (S153 to S156) ---


def ground_fire(mat: Mat, table: Table, side: int, phase: int) -> None:
    """Fire with all units of a side at the ground (S153)."""
    for unit in range(first_of(side), stop_of(side)):
        row = table.charts.units[kind_of(mat, unit)]
        is_ready = row.fire > 0 and is_good(mat, unit) and not mat.units[unit].fired
        if is_ready and not (phase == BEFORE and wants_to_move(mat, table.charts, unit)):
            target = ground_target(mat, table.charts, unit, phase)
            if target != NOBODY:
                fire_at(mat, table, unit, target, phase)


def fire_range(mat: Mat, charts: Charts, unit: int) -> int:
    """Return the range of a unit on the ground, which is short in AA mode (S092, S153)."""
    kind = kind_of(mat, unit)
    row = charts.units[kind]
    is_aa = row.aa > 0 and kind != Kind.TANK and not mat.units[unit].unready
    return min(int(row.range), CONTACT_RANGE) if is_aa else int(row.range)


def ground_target(mat: Mat, charts: Charts, unit: int, phase: int) -> int:
    """Return the target of a unit: not broken, not concealed, nearest; NOBODY if there is none (S153 to S155)."""
    side, place, best = side_of(unit), int(mat.units[unit].place), NOBODY
    row, season = charts.scenarios[mat.battle.scenario], int(mat.plan.season)
    most, is_squad = fire_range(mat, charts, unit), kind_of(mat, unit) == Kind.SQUAD
    at_rest, least = int(charts.holds_fire) if phase == AFTER else most, FAR * HEXES
    for foe in range(first_of(1 - side), stop_of(1 - side)):
        other = mat.units[foe]
        reach = int(row.sight[season, place, max(0, other.place)])
        rank = (2 * int(other.broken) + int(other.concealed)) * HEXES + reach
        is_reached = is_there(other) & (reach <= most) & (bool(other.moved) | (reach <= at_rest))
        if is_reached & (rank < least) and not (is_squad and group_of(mat, charts, foe) == Class.ARMOUR):
            best, least = foe, rank
    return best


def fire_at(mat: Mat, table: Table, unit: int, foe: int, phase: int) -> None:
    """Fire at a unit on the ground (S092, S154 to S156)."""
    charts, own, other, kind = table.charts, mat.units[unit], mat.units[foe], kind_of(mat, unit)
    row, place = charts.units[kind], int(other.place)
    if row.aa > 0 and kind != Kind.TANK:
        own.unready = 1
    uncover(mat, table, unit)
    total, reach = roll(mat, table, Chart.FIRE, unit, 0), distance(int(own.place), place)
    says_third(table, foe)
    if group_of(mat, charts, foe) == Class.ARMOUR:
        if total + int(other.moved) <= int(charts.armour_kill) + int(reach <= CLOSE_RANGE):
            lose_steps(mat, table, foe, 1, Gone.GROUND)
        return
    halves = int(own.pinned) + int(other.concealed) + int(own.moved) + int(kind == Kind.SQUAD and own.lost > 0)
    points = int(row.fire) * (2 if reach == 1 else 1) >> halves
    runs = other.moved and phase == AFTER and is_open(mat, charts, place)
    modifier = cover_modifier(mat, charts, place) + dug_in(mat, charts, foe) - int(runs)
    if take_fire(mat, table, foe, points, total + modifier, Gone.GROUND):
        uncover(mat, table, foe)


# --- concealment (S158) ---


def hide_again(mat: Mat, table: Table) -> None:
    """Conceal the enemy's infantry that is out of sight in cover (S023, S158)."""
    for unit in range(COUNTERS):
        own = mat.units[unit]
        is_able = is_there(own) & bool((own.broken | own.concealed) == 0)
        if is_able and group_of(mat, table.charts, unit) == Class.INFANTRY:
            is_covered = not is_open(mat, table.charts, int(own.place))
            if is_covered and not is_seen_by(mat, table.charts, int(own.place), Side.PLAYER):
                own.concealed = 1
                note(mat, table, Entry.CONCEALED, unit, 0)


def note_movers(mat: Mat, charts: Charts, side: int) -> bool:
    """Note which units of a side move in this phase; return whether any does (S040)."""
    any_moves, advances = False, is_advancing(mat, charts, side)
    for unit in range(UNITS):
        mat.work.movers[unit] = advances and side_of(unit) == side and wants_to_move(mat, charts, unit)
        any_moves |= bool(mat.work.movers[unit])
    return any_moves
