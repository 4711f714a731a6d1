"""The ledger: payments for the points of missions that have been logged, by part; and the result of a campaign."""

from stuka_env.declared.records import Numbers, Record, float64, int32, record
from stuka_env.games.wing.codes import CAMPAIGNS, TRACK, Target, Victory
from stuka_env.games.wing.rules.mat import Mat, Result
from stuka_env.games.wing.rules.table import Table

PARTS = ("target", "losses", "short", "illegal_action")
"""Named parts of the reward; they add up to it."""
TARGET_PART, LOSS_PART, SHORT_PART, ILLEGAL_PART = range(len(PARTS))
A_POINT = 0.01
"""Reward of a point."""


@record
class Ledger(Record):
    """Payments so far."""

    reward: float = float64("of the last step")
    parts: Numbers = float64("of that reward", (len(PARTS),))
    missions: int = int32(0, TRACK, "missions that have been paid")


def lines_so_far(mat: Mat) -> int:
    """Return the number of missions on the log."""
    return int(mat.track.logged)


def open_ledger(mat: Mat, table: Table, ledger: Ledger) -> None:
    """Mark all missions so far as paid."""
    ledger.missions = mat.track.logged


def pay(mat: Mat, table: Table, ledger: Ledger) -> None:
    """Pay the points of the missions that have been logged since the last payment."""
    parts = ledger.parts
    for index in range(ledger.missions, mat.track.logged):
        line = table.log.lines[index]
        parts[TARGET_PART] += A_POINT * line.target_points
        parts[LOSS_PART] += A_POINT * line.loss_points
        parts[SHORT_PART] += A_POINT * line.short_points
    ledger.reward = parts[TARGET_PART] + parts[LOSS_PART] + parts[SHORT_PART] + parts[ILLEGAL_PART]
    open_ledger(mat, table, ledger)


def level_of(mat: Mat, table: Table) -> int:
    """Return the level of victory of the campaign points; a single mission has none (X68)."""
    level = Victory.DEFEAT + 0
    if mat.plan.campaign < CAMPAIGNS:
        for higher in range(Victory.COSTLY, Victory.DECISIVE + 1):
            level += mat.track.points >= table.charts.campaigns[mat.plan.campaign].levels[higher]
    return level


def write_result(mat: Mat, table: Table, result: Result) -> None:
    """Write the end of the episode (7.6)."""
    result.points = mat.track.points
    result.level = level_of(mat, table)
    result.over = mat.track.over
    result.missions = mat.track.logged
    result.destroyed = 0
    result.lost = 0
    result.crews_lost = 0
    result.short = 0
    result.kills = 0
    for index in range(mat.track.logged):
        line = table.log.lines[index]
        result.destroyed += line.target == Target.DESTROYED
        result.lost += line.lost
        result.crews_lost += line.crews_lost
        result.short += line.short
        result.kills += line.kills
