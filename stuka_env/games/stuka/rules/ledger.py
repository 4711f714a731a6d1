"""The ledger: what of the official score has been earned so far, and what each payment is for (8.3 to 8.6).

A reward is what has become due since the last one, in hundredths: the parts add up to it, the rewards of an episode to
the official score.
"""

from stuka_env.declared.records import Numbers, Record, float64, int16, int32, record
from stuka_env.games.stuka.charts.shape import BEST_CAMPAIGN, LEVELS, OPERATIONS, Charts
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.rules.mat import LOG_LENGTH, LogLine, Mat
from stuka_env.games.stuka.rules.scoring import victory_level
from stuka_env.games.stuka.rules.table import Table

PARTS = ("attacks", "kills", "mission_bonus", "rounding", "operation_bonus", "campaign_bonus", "illegal_action")
"""Named parts of the reward; they add up to it."""
ATTACKS, KILLS, MISSION_BONUS, ROUNDING, OPERATION_BONUS, CAMPAIGN_BONUS, ILLEGAL = range(len(PARTS))


@record
class Ledger(Record):
    """Payments so far."""

    reward: float = float64("of the last step")
    parts: Numbers = float64("of that reward", (len(PARTS),))
    due: float = float64(
        "score earned so far, as part of the episode's; what has been paid is this / 100", low=0, high=BEST_CAMPAIGN
    )
    missions: int = int32(0, LOG_LENGTH, "lines of the log sheet that rewards have been named for")
    operations: int = int32(0, OPERATIONS, "operations whose bonus has been")


@record
class Result(Record):
    """End of an episode; all 0 until then."""

    score: int = int16(0, BEST_CAMPAIGN, "official score of the episode")
    level: int = int16(0, LEVELS - 1, "index of the level of victory, 0 the lowest (A5)")
    destroyed: int = int16(0, 120, "aircraft destroyed")
    kia: int = int16(0, 120, "people killed")
    no_fly: int = int16(0, 120, "missions not flown")
    missions: int = int16(0, LOG_LENGTH, "missions on the log sheet")


def operation_of(charts: Charts, segment: int) -> int:
    """The operation a segment belongs to (4.5)."""
    for operation in range(OPERATIONS):
        first = int(charts.first_segment[operation])
        if first <= segment < first + charts.segments[operation]:
            return operation
    return 0


def mission_share(mat: Mat, charts: Charts, segment: int) -> float:
    """The part of the episode's score that one mission of ``segment`` counts for."""
    scale = mat.war.scale
    parts = 1
    if scale >= Scale.SEGMENT:
        parts = int(charts.missions[segment][mat.war.regular])
    if scale >= Scale.OPERATION:
        parts *= int(charts.segments[operation_of(charts, segment)])
    if scale >= Scale.CAMPAIGN:
        parts *= OPERATIONS
    return 1.0 / parts


def score_due(mat: Mat, charts: Charts) -> float:
    """The score earned so far, as part of the episode's final one; equal to that at the end.

    Finished operations count with their bonus, finished segments of the current one rounded, and the missions of the
    current segment as they are.
    """
    track = mat.track
    if track.over:
        return float(track.result)
    current = int(mat.war.segment)
    total = track.segment_sum * mission_share(mat, charts, current)
    if mat.war.scale < Scale.OPERATION:
        return total
    share = 1.0
    finished = int(track.segments_done)
    if mat.war.scale == Scale.CAMPAIGN:
        share = 1.0 / OPERATIONS
        for operation in range(int(track.operations_done)):
            total += track.operations[operation] * share
            finished -= int(charts.segments[operation])
    operation = operation_of(charts, current)
    share /= charts.segments[operation]
    for segment in range(finished):
        total += track.segments[charts.first_segment[operation] + segment] * share
    return total


def progress(mat: Mat) -> tuple[int, int, int]:
    """Return how many missions, segments and operations have ended by now."""
    return int(mat.track.logged), int(mat.track.segments_done), int(mat.track.operations_done)


def split_reward(mat: Mat, charts: Charts, ledger: Ledger) -> None:
    """Say what the reward is for: missions and operations since the last one, the rest is rounding."""
    parts = ledger.parts
    for index in range(int(ledger.missions), int(mat.track.logged)):
        entry = mat.log[index]
        if entry.score != 0:
            share = 0.01 * mission_share(mat, charts, int(entry.segment))
            kills = int(entry.kills) * int(charts.kill_points)
            parts[ATTACKS] += share * (int(entry.score) - kills - int(entry.bonus))
            parts[KILLS] += share * kills
            parts[MISSION_BONUS] += share * int(entry.bonus)
    for done in range(int(ledger.operations), int(mat.track.operations_done)):
        if mat.war.scale == Scale.CAMPAIGN:
            parts[OPERATION_BONUS] += 0.01 * int(mat.track.operation_bonus[done]) / OPERATIONS
        else:
            parts[OPERATION_BONUS] += 0.01 * int(mat.track.operation_bonus[int(mat.war.operation)])
    if mat.track.over:
        parts[CAMPAIGN_BONUS] = 0.01 * int(mat.track.campaign_bonus)
    named = 0.0
    for part in range(len(PARTS)):
        named += parts[part]
    parts[ROUNDING] = ledger.reward - named


def split_score(mat: Mat, charts: Charts, ledger: Ledger) -> None:
    """Say what the score of a war that is over is for, all of it at once: ``ledger`` is a new one."""
    ledger.reward = 0.01 * mat.track.result
    split_reward(mat, charts, ledger)


def mark_paid(mat: Mat, ledger: Ledger) -> None:
    """Mark everything on the log sheet and the tracks so far as paid."""
    ledger.missions = mat.track.logged
    ledger.operations = mat.track.operations_done


def lines_so_far(mat: Mat) -> int:
    """Return the number of missions that have ended."""
    return int(mat.track.logged)


def line_of_log(mat: Mat, table: Table, index: int) -> LogLine:
    """Return a line of the log sheet."""
    return mat.log[index]


def open_ledger(mat: Mat, table: Table, ledger: Ledger) -> None:
    """Mark the scores on the tracks as paid, in a war that has just been laid out."""
    ledger.due = score_due(mat, table.charts)
    mark_paid(mat, ledger)


def pay(mat: Mat, table: Table, ledger: Ledger, before: tuple[int, int, int]) -> None:
    """Pay what has become due since the last time, if something has ended since the progress ``before``."""
    if progress(mat) == before and not mat.track.over:
        return
    due = score_due(mat, table.charts)
    ledger.reward = (due - ledger.due) * 0.01
    ledger.due = due
    split_reward(mat, table.charts, ledger)
    mark_paid(mat, ledger)


def write_result(mat: Mat, table: Table, result: Result) -> None:
    """Fill in how the episode ended."""
    result.score = mat.track.result
    result.level = victory_level(table.charts, int(mat.track.result))
    result.destroyed = mat.count.war_destroyed
    result.kia = mat.count.war_kia
    result.no_fly = mat.count.war_no_fly
    result.missions = mat.track.logged
