"""Set-up, arrival and entry of aircraft (7.2, 7.21; ours)."""

from stuka_env.engine.frame import go, note, roll, says, succeeds, throw_dice
from stuka_env.games.support.codes import (
    KINDS,
    NOBODY,
    PLANES,
    SIDE_PLANES,
    SIDE_SUBJECT,
    UNITS,
    Armed,
    Chart,
    Entry,
    Phase,
    Scale,
    Scenario,
    Side,
    Status,
    Type,
)
from stuka_env.games.support.rules.forces import first_of
from stuka_env.games.support.rules.mat import Mat
from stuka_env.games.support.rules.table import Table, clear_dice


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
