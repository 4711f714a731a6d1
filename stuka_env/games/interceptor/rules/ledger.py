"""The ledger: payments for the bombers or the level of victory, by part (5.2).

A reward is the amount that has become due since the last one. The rewards of an episode add up to the bombers credited,
divided by 100. With the reward of the level they add up to the level in quarters.
"""

from stuka_env.declared.records import Numbers, Record, code, float64, int16, int32, record
from stuka_env.games.interceptor.codes import (
    AWARDS,
    MOST_LINES,
    Bomber,
    Career,
    Cause,
    Ladder,
    Month,
    Over,
    Rank,
    Scale,
)
from stuka_env.games.interceptor.rules.mat import MOST_COUNTED, MOST_LOGGED, Mat
from stuka_env.games.interceptor.rules.table import Table
from stuka_env.games.interceptor.rules.victory import level_of

PARTS = ("destroyed", "crashed", "level", "illegal_action")
"""Named parts of the reward; they add up to it."""
DESTROYED_PART, CRASHED_PART, LEVEL_PART, ILLEGAL_PART = range(len(PARTS))
A_BOMBER = 0.01
"""Reward of a bomber."""
A_LEVEL = 0.25
"""Reward of a level of victory."""


@record
class Ledger(Record):
    """Payments so far."""

    reward: float = float64("of the last step")
    parts: Numbers = float64("of that reward", (len(PARTS),))
    destroyed: int = int32(0, MOST_COUNTED, "bombers shot down that have been paid")
    crashed: int = int32(0, MOST_COUNTED, "bombers that crashed and have been paid")
    level: int = int32(0, max(Ladder), "level of victory that has been paid")


@record
class Result(Record):
    """End of an episode; all 0 until then."""

    bombers: int = int16(0, MOST_COUNTED, "bombers credited to the pilot")
    by_type: Numbers = int16(0, MOST_COUNTED, "by type: B-17F, B-17G, B-24, YB-40", (max(Bomber),))
    destroyed: int = int16(0, MOST_COUNTED, "of these, shot down at once")
    crashed: int = int16(0, MOST_COUNTED, "of these, seen to crash on the way home")
    fighters: int = int16(0, MOST_COUNTED, "fighters credited to the pilot")
    level: int = code(Ladder, "level of victory", size=16)
    over: int = code(Over, "end of the episode", size=16)
    cause: int = code(Cause, "cause of death", size=16)
    month: int = code(Month, "last month", size=16)
    line: int = int16(0, MOST_LINES, "last line")
    flown: int = int16(0, MOST_LOGGED, "sorties flown")
    lines: int = int16(0, MOST_LOGGED, "sortie lines used")
    track: int = code(Career, "track", size=16)
    rank: int = int16(0, max(Rank), "steps of promotion")
    awards: int = int16(0, (1 << AWARDS) - 1, "awards: bit 0 is the Wound Badge")
    prestige_level: int = int16(0, 7, "Prestige Level")
    aircraft_lost: int = int16(0, MOST_COUNTED, "own aircraft lost, also with a pilot killed in the air")
    wingmen_lost: int = int16(0, MOST_COUNTED, "wingmen lost")
    wounds: int = int16(0, 9, "wounds")
    fatigue: int = int16(0, MOST_LOGGED, "fatigue")


def lines_so_far(mat: Mat) -> int:
    """Return the number of sortie lines that are settled: all used lines except the current one."""
    used = int(mat.career.lines_used)
    return used if mat.career.over else max(0, used - 1)


def open_ledger(mat: Mat, table: Table, ledger: Ledger) -> None:
    """Mark everything so far as paid."""
    ledger.destroyed = mat.career.destroyed
    ledger.crashed = mat.career.crashed
    ledger.level = level_of(table, int(mat.career.bombers))


def is_withheld(mat: Mat) -> bool:
    """Whether nothing is paid now: a single sortie pays at its end, and only if the pilot is alive."""
    return bool(mat.settings.scale == Scale.SORTIE and mat.career.over != Over.SORTIE_DONE)


def pay(mat: Mat, table: Table, ledger: Ledger) -> None:
    """Pay the amount that has become due since the last payment (5.2.1; rulings IQ184, IQ185)."""
    if is_withheld(mat):
        return
    parts = ledger.parts
    if mat.settings.level_reward:
        parts[LEVEL_PART] += A_LEVEL * (level_of(table, int(mat.career.bombers)) - ledger.level)
    else:
        parts[DESTROYED_PART] += A_BOMBER * (mat.career.destroyed - ledger.destroyed)
        parts[CRASHED_PART] += A_BOMBER * (mat.career.crashed - ledger.crashed)
    ledger.reward = parts[DESTROYED_PART] + parts[CRASHED_PART] + parts[LEVEL_PART] + parts[ILLEGAL_PART]
    open_ledger(mat, table, ledger)


def write_result(mat: Mat, table: Table, result: Result) -> None:
    """Write the end of the episode (2.4, 5.2; ruling IQ188)."""
    career = mat.career
    result.bombers = career.bombers
    for kind in range(len(career.by_type)):
        result.by_type[kind] = career.by_type[kind]
    result.destroyed = career.destroyed
    result.crashed = career.crashed
    result.fighters = career.fighters
    result.level = level_of(table, int(career.bombers))
    result.over = career.over
    result.cause = career.cause
    result.month = career.month
    result.line = career.line
    result.flown = career.flown
    result.lines = career.lines_used
    result.track = mat.pilot.track
    result.rank = mat.pilot.rank
    result.prestige_level = mat.pilot.level
    result.aircraft_lost = career.aircraft_lost
    result.wingmen_lost = career.wingmen_lost
    result.wounds = mat.pilot.wounds
    result.fatigue = mat.pilot.fatigue
    bits = 0
    for award in range(AWARDS):
        if mat.pilot.awards[award]:
            bits |= 1 << award
    result.awards = bits
