"""Ground units and aircraft: what they are, who sees whom, losses and their points (7.23, 7.25; ours)."""

from stuka_env.engine.frame import note, roll, succeeds
from stuka_env.games.support.charts.shape import FAR, Charts
from stuka_env.games.support.codes import (
    COUNTERS,
    NOBODY,
    PLANES,
    SIDE_PLANES,
    UNITS,
    Chart,
    Class,
    Entry,
    Gone,
    Kind,
    Side,
    Status,
    Terrain,
    Type,
    next_to,
)
from stuka_env.games.support.rules.mat import Battle, Mat, Plane, Unit
from stuka_env.games.support.rules.table import Table

# --- ground units ---


def first_of(side: int) -> int:
    """Return the first ground unit of a side."""
    return COUNTERS if side == Side.PLAYER else 0


def stop_of(side: int) -> int:
    """Return the number after the last ground unit of a side."""
    return UNITS if side == Side.PLAYER else COUNTERS


def side_of(unit: int) -> int:
    """Return the side of a ground unit."""
    return int(unit < COUNTERS)


def is_there(unit: Unit) -> bool:
    """Whether a ground unit is on the map."""
    return bool((unit.place != NOBODY) & (unit.gone == Gone.NO))  # without a branch: it is asked most often


def lies_face_down(mat: Mat, counter: int) -> bool:
    """Whether a counter lies face down on the map (S005)."""
    return is_there(mat.units[counter]) and mat.units[counter].kind == NOBODY


def kind_of(mat: Mat, unit: int) -> int:
    """Return the kind of a ground unit, although it may lie face down (S005)."""
    return int(mat.hidden.kinds[unit]) if unit < COUNTERS else int(mat.units[unit].kind)


def group_of(mat: Mat, charts: Charts, unit: int) -> int:
    """Return the class of a ground unit."""
    return int(charts.units[kind_of(mat, unit)].group)


def is_vehicle(mat: Mat, charts: Charts, unit: int) -> bool:
    """Whether a ground unit is a truck or armoured."""
    return group_of(mat, charts, unit) >= Class.VEHICLE


def is_masked(unit: Unit) -> bool:
    """Whether a unit is concealed, and not inspected (S070)."""
    return bool(unit.concealed and unit.kind == NOBODY)


def is_good(mat: Mat, unit: int) -> bool:
    """Whether a unit is on the map and in good order; dummies are not."""
    own = mat.units[unit]
    return is_there(own) & bool(own.broken == 0) & (kind_of(mat, unit) != Kind.DUMMY)


def steps_of(mat: Mat, charts: Charts, unit: int) -> int:
    """Return the steps that a unit has left."""
    return int(charts.units[kind_of(mat, unit)].steps) - int(mat.units[unit].lost)


def dug_in(mat: Mat, charts: Charts, unit: int) -> int:
    """Return the modifier of fire at a unit that is entrenched (S070)."""
    is_dug = charts.units[kind_of(mat, unit)].entrenched or mat.units[unit].dug_in
    return int(charts.dug_in) if is_dug else 0


def is_at(mat: Mat, unit: int, place: int) -> bool:
    """Whether a ground unit is in a hex of the map."""
    return bool((mat.units[unit].place == place) & (mat.units[unit].gone == Gone.NO))


def number_at(mat: Mat, place: int, side: int) -> int:
    """Return the number of units of a side in a hex."""
    number = 0
    for unit in range(first_of(side), stop_of(side)):
        number += is_at(mat, unit, place)
    return number


def is_first_there(mat: Mat, unit: int) -> bool:
    """Whether a unit is on the map, and no unit of its side that comes before is in its hex."""
    own = mat.units[unit]
    if not is_there(own):
        return False
    for other in range(first_of(side_of(unit)), unit):
        if is_at(mat, other, int(own.place)):
            return False
    return True


# --- the map ---


def terrain_at(mat: Mat, charts: Charts, place: int) -> int:
    """Return the terrain of a hex; off the map it is open ground."""
    return Terrain.OPEN + 0 if place == NOBODY else int(charts.scenarios[mat.battle.scenario].terrain[place])


def era_of(mat: Mat, charts: Charts) -> int:
    """Return the column of the tables by year."""
    return int(charts.scenarios[mat.battle.scenario].year)


def cover_modifier(mat: Mat, charts: Charts, place: int) -> int:
    """Return the modifier of fire for the terrain of a hex."""
    return int(charts.terrains[terrain_at(mat, charts, place)].modifier)


def is_open(mat: Mat, charts: Charts, place: int) -> bool:
    """Whether a hex is open ground."""
    return bool(charts.terrains[terrain_at(mat, charts, place)].open)


def is_blind(mat: Mat, charts: Charts, place: int, course: int) -> bool:
    """Whether an obstacle hides a hex from a direction; an orchard is none out of season (S008, S021, S022)."""
    before = next_to(place, course)
    return bool(before != NOBODY and charts.scenarios[mat.battle.scenario].obstacle[mat.plan.season, before])


def first_approach(mat: Mat, charts: Charts, place: int) -> int:
    """Return the first direction, clockwise from the north, from which a hex can be attacked; NOBODY if none."""
    for course in range(6):
        if not is_blind(mat, charts, place, course):
            return course
    return NOBODY


def is_seen_by(mat: Mat, charts: Charts, place: int, side: int) -> bool:
    """Whether a good-order unit of a side sees a hex (S024)."""
    row, season = charts.scenarios[mat.battle.scenario], int(mat.plan.season)
    for unit in range(first_of(side), stop_of(side)):
        if is_good(mat, unit) and row.sight[season, mat.units[unit].place, place] < FAR:
            return True
    return False


# --- what the player learns ---


def inspect(mat: Mat, table: Table, unit: int) -> None:
    """Show the kind of a unit to the player (S036)."""
    if mat.units[unit].kind == NOBODY:
        mat.units[unit].kind = kind_of(mat, unit)
        note(mat, table, Entry.SIGHTED, unit, kind_of(mat, unit))


def uncover(mat: Mat, table: Table, unit: int) -> None:
    """Take the concealment of a unit away (S102, S159)."""
    inspect(mat, table, unit)
    mat.units[unit].concealed = 0


# --- losses ---


def add_up(battle: Battle) -> None:
    """Add up the points."""
    battle.points = battle.air + battle.ground + battle.own + battle.planes + battle.goals


def remove(mat: Mat, table: Table, unit: int, gone: int) -> None:
    """Take a unit off the map, and show what it was."""
    inspect(mat, table, unit)
    mat.units[unit].gone = gone
    note(mat, table, Entry.ELIMINATED, unit, gone)


def lose_steps(mat: Mat, table: Table, unit: int, steps: int, gone: int) -> None:
    """Take steps from a unit and score them; an eliminated vehicle can burn, to the end (S009, S161)."""
    row, battle, own = table.charts.units[kind_of(mat, unit)], mat.battle, mat.units[unit]
    taken = min(steps, steps_of(mat, table.charts, unit))
    points = int(row.points) * taken // int(row.steps)
    if side_of(unit) == Side.PLAYER:
        battle.own -= points
    elif gone == Gone.AIR:
        battle.air += points
    else:
        battle.ground += points
    add_up(battle)
    own.lost += taken
    note(mat, table, Entry.LOST_STEP, unit, taken)
    if steps_of(mat, table.charts, unit) == 0:
        remove(mat, table, unit, gone)
        is_wreck = is_vehicle(mat, table.charts, unit)
        if is_wreck and succeeds(table, roll(mat, table, Chart.BURN, unit, 0) <= table.charts.burns):
            mat.board.smoke[own.place] = 1
            note(mat, table, Entry.BURNS, int(own.place), 0)


# --- aircraft ---


def is_flying(plane: Plane) -> bool:
    """Whether an aircraft is over the map."""
    return bool(plane.status == Status.FLYING)


def is_fighter(plane: Plane) -> bool:
    """Whether an aircraft is a fighter-bomber."""
    return bool(plane.type == Type.FB)


def plane_side(plane: int) -> int:
    """Return the side of an aircraft."""
    return plane // SIDE_PLANES


def number_flying(mat: Mat, side: int) -> int:
    """Return the number of aircraft of a side over the map."""
    number = 0
    for plane in range(side * SIDE_PLANES, (side + 1) * SIDE_PLANES):
        number += is_flying(mat.planes[plane])
    return number


def are_equal(first: Plane, second: Plane) -> bool:
    """Whether two aircraft are one choice."""
    return bool(
        first.type == second.type
        and first.bombs == second.bombs
        and first.damaged == second.damaged
        and first.disabled == second.disabled
        and first.melee == second.melee
    )


def equal_declined(mat: Mat, plane: int) -> bool:
    """Whether an equal aircraft of the side has declined."""
    for other in range(plane_side(plane) * SIDE_PLANES, plane):
        if mat.work.held[other] and are_equal(mat.planes[other], mat.planes[plane]):
            return True
    return False


def forget_declined(mat: Mat) -> None:
    """Let all aircraft be asked again."""
    for plane in range(PLANES):
        mat.work.held[plane] = 0


def hit_plane(mat: Mat, table: Table, plane: int, hit: int) -> None:
    """Carry out fire at an aircraft: 0 nothing, 1 damage and recall, 2 or damage once more shot down (S118, S160)."""
    own, points = mat.planes[plane], int(table.charts.plane_points)
    if hit == 2 or (hit == 1 and own.damaged):
        own.status, own.melee = Status.DOWN, 0
        mat.battle.planes += points if plane >= SIDE_PLANES else -points
        add_up(mat.battle)
        note(mat, table, Entry.SHOT_DOWN, plane, 0)
    elif hit == 1:
        own.damaged = own.recall = 1
        note(mat, table, Entry.DAMAGED, plane, 0)


def end_phase(mat: Mat, table: Table) -> None:
    """Remove the aircraft that are recalled and not held in the melee (S123)."""
    for plane in range(PLANES):
        own = mat.planes[plane]
        if own.recall and not own.melee and is_flying(own):
            leave(mat, table, plane, Status.RECALLED)


def leave(mat: Mat, table: Table, plane: int, status: int) -> None:
    """Take an aircraft off the map (S016, S123)."""
    mat.planes[plane].status, mat.planes[plane].melee = status, 0
    note(mat, table, Entry.GONE, plane, status)
