"""The player turn: its phases, its end, and the end of the battle (S002, S040; ours)."""

from stuka_env.engine.frame import go, note
from stuka_env.games.support.codes import (
    FIGHT_TURNS,
    PLANES,
    SIDE_PLANES,
    SIDES,
    TURNS,
    UNITS,
    Entry,
    Moment,
    Phase,
    Scale,
    Side,
    Status,
)
from stuka_env.games.support.rules.aa import fire_heavy_aa
from stuka_env.games.support.rules.arrival import arrive
from stuka_env.games.support.rules.attack import begin_attacks
from stuka_env.games.support.rules.dogfight import begin_combat
from stuka_env.games.support.rules.forces import (
    add_up,
    end_phase,
    first_of,
    is_flying,
    number_flying,
    side_of,
    stop_of,
)
from stuka_env.games.support.rules.ground import (
    AFTER,
    BEFORE,
    ground_fire,
    hide_again,
    is_attacker,
    move_units,
    note_movers,
    rally,
)
from stuka_env.games.support.rules.mat import LogLine, Mat
from stuka_env.games.support.rules.table import Table


def begin_turn(mat: Mat, table: Table) -> None:
    """Begin a player turn: marks go, broken units rally, aircraft come, heavy AA fires (S002, S010, S100)."""
    side = int(mat.battle.half)
    note(mat, table, Entry.TURN, int(mat.battle.turn), side)
    for unit in range(UNITS):
        own = mat.units[unit]
        own.spent = own.attacked = 0
        if side_of(unit) == side:
            own.moved = own.moving = own.pinned = own.fired = 0
    for plane in range(PLANES):
        mat.planes[plane].used = 0
    mat.work.index = 0
    if mat.plan.scale == Scale.DOGFIGHT:
        go(mat, Phase.JETTISON)
        return
    rally(mat, table, side)
    arrive(mat, table, side)
    fire_heavy_aa(mat, table, side)
    go(mat, Phase.OBSERVE)


def prepare(mat: Mat, table: Table) -> None:
    """End the fire phase: attackers that do not move fire (S153)."""
    side = int(mat.battle.half)
    end_phase(mat, table)
    if is_attacker(mat, table.charts, side):
        ground_fire(mat, table, side, BEFORE)
    mat.work.index = 0
    go(mat, Phase.JETTISON)


def begin_movement(mat: Mat, table: Table) -> None:
    """Begin the movement: aircraft of the other side attack before anything moves, if anything does (S040)."""
    side = int(mat.battle.half)
    mat.battle.moment = Moment.BEFORE
    if note_movers(mat, table.charts, side):
        begin_attacks(mat, 1 - side, Moment.BEFORE)
    else:
        end_movement(mat, table)


def after_attacks(mat: Mat, table: Table) -> None:
    """Go on with the movement phase after the attacks of a moment (S040)."""
    side = int(mat.battle.half)
    if mat.battle.moment == Moment.BEFORE:
        move_units(mat, table, side, 1)
        begin_attacks(mat, 1 - side, Moment.MOVING)
    elif mat.battle.moment == Moment.MOVING:
        move_units(mat, table, side, 2)
        end_movement(mat, table)
    else:
        if is_attacker(mat, table.charts, side):
            ground_fire(mat, table, 1 - side, AFTER)
        end_phase(mat, table)
        begin_combat(mat, side)


def end_movement(mat: Mat, table: Table) -> None:
    """End the movement: recalled aircraft go, and the others attack units at rest (S037, S040)."""
    side = int(mat.battle.half)
    end_phase(mat, table)
    for unit in range(first_of(side), stop_of(side)):
        mat.units[unit].moving = 0
    begin_attacks(mat, 1 - side, Moment.AFTER)


def end_turn(mat: Mat, table: Table) -> None:
    """End a player turn, and a game turn after that of the enemy (S002)."""
    battle = mat.battle
    if mat.plan.scale == Scale.DOGFIGHT:
        write_line(mat, table)
        end_fight_turn(mat, table)
        return
    hide_again(mat, table)
    if battle.half == Side.PLAYER:
        battle.half = Side.ENEMY
        go(mat, Phase.TURN)
        return
    is_last = battle.turn == TURNS
    if is_last:
        score_goals(mat, table)
    write_line(mat, table)
    battle.half = Side.PLAYER
    next_turn(mat, table, is_last)


def end_fight_turn(mat: Mat, table: Table) -> None:
    """End a turn of a dogfight; it ends with one side, with the last guns, or after six turns (ours)."""
    armed = 0
    for plane in range(PLANES):
        armed += is_flying(mat.planes[plane]) and not mat.planes[plane].disabled
    is_decided = number_flying(mat, Side.PLAYER) == 0 or number_flying(mat, Side.ENEMY) == 0 or armed == 0
    mat.battle.half = 1 - mat.battle.half
    next_turn(mat, table, is_decided or mat.battle.turn >= FIGHT_TURNS)


def next_turn(mat: Mat, table: Table, is_last: bool) -> None:
    """Begin the next turn, or end play."""
    if is_last:
        mat.battle.over = 1
        note(mat, table, Entry.OVER, 0, 0)
        go(mat, Phase.OVER)
    else:
        mat.battle.turn += 1
        go(mat, Phase.TURN)


def score_goals(mat: Mat, table: Table) -> None:
    """Score the goal hexes that changed hands (S162)."""
    row, battle = table.charts.scenarios[mat.battle.scenario], mat.battle
    for goal in range(row.goal_count):
        if not row.exits and battle.owner[goal] == row.mover:
            battle.goals += table.charts.goal_points if row.mover == Side.PLAYER else -table.charts.goal_points
    add_up(battle)


def goals_held(mat: Mat, table: Table) -> int:
    """Return the goal hexes that the player holds."""
    held = 0
    for goal in range(table.charts.scenarios[mat.battle.scenario].goal_count):
        held += mat.battle.owner[goal] == Side.PLAYER
    return held


def write_line(mat: Mat, table: Table) -> None:
    """Write the line of a game turn."""
    battle, line = mat.battle, line_at(table, int(mat.battle.turn) - 1)
    line.turn, line.points, line.air = battle.turn, battle.points, battle.air
    line.sighted, line.failed, line.mistaken = battle.sighted, battle.failed, battle.mistaken
    line.aircraft, line.damaged, line.lost = number_flying(mat, Side.PLAYER), 0, 0
    for plane in range(SIDE_PLANES):
        line.damaged += mat.planes[plane].damaged
        line.lost += mat.planes[plane].status == Status.DOWN
    line.held = goals_held(mat, table)


def line_at(table: Table, index: int) -> LogLine:
    """Return a line of the log."""
    return table.log.lines[index]


assert SIDES == len(Side)
