"""The ledger: payments for points, by part; and the result of a battle (7.23; ours)."""

from stuka_env.declared.records import Numbers, Record, float64, int32, record
from stuka_env.games.support.codes import MOST_POINTS, PLANES, SIDE_PLANES, UNITS, Gone, Kind, Level, Side, Status
from stuka_env.games.support.rules.forces import kind_of, number_flying, side_of
from stuka_env.games.support.rules.mat import Mat, Result
from stuka_env.games.support.rules.table import Table
from stuka_env.games.support.rules.turn import goals_held

POINT_PARTS = ("air", "ground", "own", "planes", "goals")
"""The parts of the points."""
PARTS = (*POINT_PARTS, "illegal_action")
"""Named parts of the reward; they add up to it."""
A_POINT = 0.01
"""Reward of a point."""


@record
class Ledger(Record):
    """Payments so far."""

    reward: float = float64("of the last step")
    parts: Numbers = float64("of that reward", (len(PARTS),))
    air: int = int32(0, MOST_POINTS, "points for units eliminated from the air that have been paid")
    ground: int = int32(0, MOST_POINTS, "points for other units of the enemy that have been paid")
    own: int = int32(-MOST_POINTS, 0, "points for units of your own that have been paid")
    planes: int = int32(-MOST_POINTS, MOST_POINTS, "points for aircraft that have been paid")
    goals: int = int32(-MOST_POINTS, MOST_POINTS, "points for goals that have been paid")


def lines_so_far(mat: Mat) -> int:
    """Return the number of turns on the log."""
    return int(mat.battle.turn) - 1 + int(mat.battle.over)


def open_ledger(mat: Mat, table: Table, ledger: Ledger) -> None:
    """Mark all points so far as paid."""
    battle = mat.battle
    ledger.air, ledger.ground, ledger.own = battle.air, battle.ground, battle.own
    ledger.planes, ledger.goals = battle.planes, battle.goals


def pay(mat: Mat, table: Table, ledger: Ledger) -> None:
    """Pay the points that have been made since the last payment (S160 to S162)."""
    battle, parts = mat.battle, ledger.parts
    parts[0] = A_POINT * (battle.air - ledger.air)
    parts[1] = A_POINT * (battle.ground - ledger.ground)
    parts[2] = A_POINT * (battle.own - ledger.own)
    parts[3] = A_POINT * (battle.planes - ledger.planes)
    parts[4] = A_POINT * (battle.goals - ledger.goals)
    ledger.reward = parts[0] + parts[1] + parts[2] + parts[3] + parts[4] + parts[5]
    open_ledger(mat, table, ledger)


def level_of(mat: Mat, table: Table) -> int:
    """Return the level of the result (S163); a dogfight is won with more points than lost."""
    points, level = int(mat.battle.points), Level.DEFEAT + 0
    if mat.battle.scenario == 0:
        return Level.VICTORY if points > 0 else Level.DRAW if points == 0 else Level.DEFEAT
    for higher in range(Level.DRAW, Level.DECISIVE + 1):
        level += points >= table.charts.scenarios[mat.battle.scenario].levels[higher]
    return level


def write_result(mat: Mat, table: Table, result: Result) -> None:
    """Write the end of the episode."""
    battle = mat.battle
    result.points, result.level = battle.points, level_of(mat, table)
    result.sighted, result.failed, result.mistaken = battle.sighted, battle.failed, battle.mistaken
    result.held, result.left = goals_held(mat, table), number_flying(mat, Side.PLAYER)
    result.air = result.ground = result.escaped = result.own_lost = result.down = result.lost = 0
    for unit in range(UNITS):
        gone = mat.units[unit].gone
        is_lost = Gone.AIR <= gone and gone <= Gone.ARTILLERY and kind_of(mat, unit) != Kind.DUMMY
        is_own = side_of(unit) == Side.PLAYER
        result.own_lost += is_lost and is_own
        result.air += is_lost and not is_own and gone == Gone.AIR
        result.ground += is_lost and not is_own and gone != Gone.AIR
        result.escaped += gone == Gone.EXIT
    for plane in range(PLANES):
        is_down = mat.planes[plane].status == Status.DOWN
        result.down += is_down and plane >= SIDE_PLANES
        result.lost += is_down and plane < SIDE_PLANES
