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
    hex_at,
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
    sight,
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
        place = hex_at(int(mat.units[unit].place), course, 1)
        if place != NOBODY:
            own, foes = number_at(mat, place, side), number_at(mat, place, 1 - side)
            away = nearest_good(mat, place, 1 - side)
            worth = (away * 10 + cover_modifier(mat, charts, place)) * HEXES + place
            if foes == 0 and own < STACK and away > 1 and worth > most:
                best, most = place, worth
    return best


def rally(mat: Mat, table: Table, side: int) -> None:
    """Let the broken units of a side retreat from the enemy or rally (S150)."""
    for unit in range(first_of(side), stop_of(side)):
        own = mat.units[unit]
        if is_there(own) and own.broken:
            if nearest_good(mat, int(own.place), 1 - side) == 1:
                retreat(mat, table, unit)
            elif succeeds(
                table, roll(mat, table, Chart.RALLY, unit, 0) <= table.charts.units[kind_of(mat, unit)].morale
            ):
                own.broken = 0
                note(mat, table, Entry.RALLIED, unit, 0)


def retreat(mat: Mat, table: Table, unit: int) -> None:
    """Retreat a broken unit; it is lost if it cannot (S150)."""
    place = retreat_hex(mat, table.charts, unit)
    if place == NOBODY:
        lose_steps(mat, table, unit, steps_of(mat, table.charts, unit), Gone.GROUND)
    else:
        mat.units[unit].place = place
        note(mat, table, Entry.RETREATS, unit, place)


# --- movement (S151, S152, S157, S159) ---


def is_attacker(mat: Mat, charts: Charts, side: int) -> bool:
    """Whether a side attacks in this scenario (S151)."""
    return bool(charts.scenarios[mat.battle.scenario].mover == side)


def has_started(mat: Mat, charts: Charts) -> bool:
    """Whether the player's attackers move: two turns after their aircraft came, or late in the battle (S152)."""
    battle = mat.battle
    is_supported = battle.arrived[Side.PLAYER] and battle.turn > battle.came + 1
    return bool(is_supported or battle.turn >= charts.start)


def meets_enemy(mat: Mat, charts: Charts, unit: int) -> bool:
    """Whether a unit of the other side that is no dummy is near and in sight (S152)."""
    side, place = side_of(unit), int(mat.units[unit].place)
    for foe in range(first_of(1 - side), stop_of(1 - side)):
        other = mat.units[foe]
        is_foe = is_there(other) and kind_of(mat, foe) != Kind.DUMMY
        if is_foe and sight(mat, charts, place, int(other.place)) <= CONTACT_RANGE:
            return True
    return False


def way_left(mat: Mat, charts: Charts, unit: int, place: int) -> int:
    """Return the hexes from a hex to the nearest goal for a unit."""
    return int(charts.scenarios[mat.battle.scenario].far[int(is_vehicle(mat, charts, unit)), place])


def wants_to_move(mat: Mat, charts: Charts, unit: int) -> bool:
    """Whether a unit moves in this player turn (S151, S152)."""
    own, side, row = mat.units[unit], side_of(unit), charts.scenarios[mat.battle.scenario]
    if row.mover != side or (side == Side.PLAYER and not has_started(mat, charts)):
        return False
    is_able = is_there(own) and charts.units[kind_of(mat, unit)].move > 0
    if not is_able or own.immobile or own.broken or own.pinned:
        return False
    group = group_of(mat, charts, unit)
    fights = (group == Class.INFANTRY or group == Class.ARMOUR) and not row.exits and mat.battle.turn % 2 == 0
    if fights and meets_enemy(mat, charts, unit):
        return False
    return way_left(mat, charts, unit, int(own.place)) > 0


def next_hex(mat: Mat, table: Table, unit: int) -> int:
    """Return the hex to which a unit moves: nearer to a goal, else perhaps sideways; NOBODY if none (S006, S151)."""
    charts, side, here = table.charts, side_of(unit), int(mat.units[unit].place)
    left = way_left(mat, charts, unit, here)
    best, least = NOBODY, left
    for course in range(6):
        place = hex_at(here, course, 1)
        if place != NOBODY and way_left(mat, charts, unit, place) < least:
            if number_at(mat, place, 1 - side) == 0 and number_at(mat, place, side) < STACK:
                best, least = place, way_left(mat, charts, unit, place)
    if best != NOBODY:
        return best
    for course in range(6):
        place = hex_at(here, course, 1)
        if place != NOBODY and way_left(mat, charts, unit, place) == left and left < FAR:
            is_free = number_at(mat, place, 0) + number_at(mat, place, 1) == 0
            if is_free and roll_one(mat, table, Chart.SIDESTEP, unit, 2, 0) == 2:
                return place
    return NOBODY


def move_units(mat: Mat, table: Table, side: int, hexes: int) -> None:
    """Move the movers of a side that can move so many hexes by one hex (S151)."""
    for unit in range(first_of(side), stop_of(side)):
        own = mat.units[unit]
        is_able = is_there(own) and not own.pinned and not own.broken and not own.immobile
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


def is_ground_target(mat: Mat, charts: Charts, unit: int, foe: int, phase: int) -> bool:
    """Whether a unit can fire at another one (S153 to S155)."""
    own, other, row = mat.units[unit], mat.units[foe], charts.units[kind_of(mat, unit)]
    if not is_there(other):
        return False
    reach, kind = sight(mat, charts, int(own.place), int(other.place)), kind_of(mat, unit)
    most = int(row.range)
    if row.aa > 0 and kind != Kind.TANK and not own.unready:
        most = min(most, CONTACT_RANGE)
    is_held = phase == AFTER and not other.moved and reach > charts.holds_fire
    is_too_hard = kind == Kind.SQUAD and group_of(mat, charts, foe) == Class.ARMOUR
    return reach <= most and not is_held and not is_too_hard


def ground_target(mat: Mat, charts: Charts, unit: int, phase: int) -> int:
    """Return the target of a unit: not broken, not concealed, nearest; NOBODY if there is none (S154)."""
    side, best, least = side_of(unit), NOBODY, 0
    for foe in range(first_of(1 - side), stop_of(1 - side)):
        if is_ground_target(mat, charts, unit, foe, phase):
            other = mat.units[foe]
            reach = sight(mat, charts, int(mat.units[unit].place), int(other.place))
            rank = (2 * int(other.broken) + int(other.concealed)) * HEXES + reach
            if best == NOBODY or rank < least:
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
        is_infantry = group_of(mat, table.charts, unit) == Class.INFANTRY
        if is_there(own) and is_infantry and not own.broken and not own.concealed:
            is_covered = not is_open(mat, table.charts, int(own.place))
            if is_covered and not is_seen_by(mat, table.charts, int(own.place), Side.PLAYER):
                own.concealed = 1
                note(mat, table, Entry.CONCEALED, unit, 0)


def note_movers(mat: Mat, charts: Charts, side: int) -> bool:
    """Note which units of a side move in this phase; return whether any does (S040)."""
    any_moves = False
    for unit in range(UNITS):
        mat.work.movers[unit] = unit >= first_of(side) and unit < stop_of(side) and wants_to_move(mat, charts, unit)
        any_moves |= bool(mat.work.movers[unit])
    return any_moves
