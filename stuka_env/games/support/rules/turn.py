"""The battle: set-up, arrival of aircraft (7.2, 7.21), and the player turn with its phases and ends (S002; ours)."""

from stuka_env.engine.frame import go, note, roll, says, succeeds, throw_dice
from stuka_env.games.support.codes import (
    FIGHT_TURNS,
    KINDS,
    NOBODY,
    PLANES,
    SIDE_PLANES,
    SIDE_SUBJECT,
    TURNS,
    UNITS,
    Armed,
    Chart,
    Entry,
    Moment,
    Phase,
    Scale,
    Scenario,
    Side,
    Status,
    Type,
)
from stuka_env.games.support.rules.aa import fire_heavy_aa
from stuka_env.games.support.rules.attack import begin_attacks
from stuka_env.games.support.rules.dogfight import begin_combat
from stuka_env.games.support.rules.forces import add_up, end_phase, first_of, is_flying, number_flying, side_of, stop_of
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
from stuka_env.games.support.rules.mat import Mat
from stuka_env.games.support.rules.table import Table, clear_dice

# --- set-up and arrival ---


def lay_out(mat: Mat, table: Table) -> None:
    """Lay out a battle or a dogfight (S001, S005)."""
    clear_dice(table.dice, 0)
    mat.cursor.subject = mat.run.target = mat.run.course = mat.battery.aim = mat.work.target = NOBODY
    for unit in range(UNITS):
        mat.units[unit].kind = mat.units[unit].place = NOBODY
    for plane in range(PLANES):
        mat.planes[plane].target = NOBODY
    mat.battle.turn = 1
    go(mat, Phase.TURN)
    if mat.plan.scale == Scale.DOGFIGHT:
        lay_out_dogfight(mat)
    else:
        lay_out_battle(mat, table)


def lay_out_dogfight(mat: Mat) -> None:
    """Put the aircraft of a dogfight over the map."""
    plan, place = mat.plan, 0
    mat.battle.half = plan.first
    for armed in (plan.own_1, plan.own_2, plan.own_3, plan.enemy_1, plan.enemy_2, plan.enemy_3):
        own = mat.planes[place]
        place += 1
        if armed != Armed.NONE:
            own.status = Status.FLYING
            own.type = Type.STUKA if armed >= Armed.STUKA else Type.FB
            own.bombs = armed == Armed.FB_BOMBS or armed == Armed.STUKA_BOMBS


def lay_out_battle(mat: Mat, table: Table) -> None:
    """Put the ground units on the map, and draw the counters that lie face down (S001, S005)."""
    scenario = int(mat.plan.scenario)
    mat.battle.turn = 0  # the set-up has dice of its own
    if scenario == Scenario.DRAWN:
        scenario = says(table, roll(mat, table, Chart.SCENARIO, 0, 0))
    mat.battle.scenario = scenario
    row, left = table.charts.scenarios[scenario], 0
    for goal in range(row.goal_count):
        mat.battle.owner[goal] = Side.ENEMY if row.mover == Side.PLAYER else Side.PLAYER
    for kind in range(KINDS):
        mat.work.pile[kind] = row.face_down[kind]
        left += int(row.face_down[kind])
    for counter in range(row.count):
        own = mat.units[counter]
        own.place, own.kind = row.hexes[counter], row.kinds[counter]
        mat.hidden.kinds[counter] = own.kind
        if own.kind == NOBODY:
            own.concealed = 1
            number, _, _ = throw_dice(mat, table, Chart.HIDDEN, counter, (left, 0, 0))
            left -= 1
            mat.hidden.kinds[counter] = take_out(mat, number)
    for unit in range(row.own_count):
        own = mat.units[first_of(Side.PLAYER) + unit]
        own.place, own.kind = row.own_hexes[unit], row.own_kinds[unit]
    mat.battery.on = row.observation
    if row.observation:
        mat.battery.black, mat.battery.red = table.charts.black, table.charts.red
    mat.battle.turn = 1


def take_out(mat: Mat, number: int) -> int:
    """Take the counter with this number, from 1, out of those that are not laid out, and return its kind."""
    for kind in range(KINDS):
        number -= mat.work.pile[kind]
        if number <= 0:
            mat.work.pile[kind] -= 1
            return kind
    return NOBODY


def arrive(mat: Mat, table: Table, side: int) -> None:
    """Roll whether the aircraft of a side come, and how many with which armament (S010 to S015)."""
    row, battle, subject = table.charts.scenarios[mat.battle.scenario], mat.battle, SIDE_SUBJECT + side
    if battle.arrived[side] or row.support[side] == 0:
        return
    if not succeeds(table, roll(mat, table, Chart.ARRIVAL, subject, 0) < battle.turn):
        return
    battle.arrived[side] = 1
    if side == Side.PLAYER:
        battle.came = battle.turn
    number = (roll(mat, table, Chart.NUMBER, subject, 0) + 1) // 2
    number = says(table, min(number, int(row.most[side])))
    is_armed = succeeds(table, roll(mat, table, Chart.ARMAMENT, subject, 0) <= row.exponent[side])
    for plane in range(side * SIDE_PLANES, side * SIDE_PLANES + number):
        own = mat.planes[plane]
        own.status, own.bombs = Status.FLYING, is_armed
        own.type = Type.FB
        if is_armed:
            own.type = row.types[side]
    note(mat, table, Entry.CAME, number, subject)


# --- the player turn ---


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
    battle, line = mat.battle, table.log.lines[int(mat.battle.turn) - 1]
    line.turn, line.points, line.air = battle.turn, battle.points, battle.air
    line.sighted, line.failed, line.mistaken = battle.sighted, battle.failed, battle.mistaken
    line.aircraft, line.damaged, line.lost = number_flying(mat, Side.PLAYER), 0, 0
    for plane in range(SIDE_PLANES):
        line.damaged += mat.planes[plane].damaged
        line.lost += mat.planes[plane].status == Status.DOWN
    line.held = goals_held(mat, table)
