"""Random wars under our charts, looked at after every decision."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Rows
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.engine import MatBytes, MatWords, advance, apply_action, observe
from stuka_env.games.stuka.observation import HIGH as SEEN_HIGH
from stuka_env.games.stuka.observation import LOW as SEEN_LOW
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask, Table
from tests.support.invariants import check_force, check_mission
from tests.support.log_sheet import log_error
from tests.support.violations import Limits, Violation, check_decision, check_ranges
from tests.support.wars import ANY, FLYER, HALF_AND_HALF, Arena, Player, WarKind, begin, choose, player_of, wars

NOW, BEFORE = 0, 1
"""Places of the mat as it is and as it was at the decision before."""
POLICIES = (FLYER, HALF_AND_HALF, ANY)
NO_END = 1 << 40


class Mats(NamedTuple):
    """The mat as it is and as it was at the decision before; all three arrays are the same memory."""

    mats: Rows[Mat]
    octets: Rows[MatBytes]
    words: Rows[MatWords]


@compiled
def play_and_check(views: Mats, table: Table, mask: Mask, limits: Limits, player: Player, most: int) -> tuple[int, int]:
    """Play a war to its end, or ``most`` decisions; return how many there were, and the first violation."""
    mats, octets, words = views.mats, views.octets, views.words
    mat = mats[NOW]
    before = mats[BEFORE]
    decisions = 0
    mats[BEFORE] = mats[NOW]
    while True:
        advance(mat, table, mask)
        found = check_ranges(octets[NOW], words[NOW], limits)
        if not found:
            found = check_decision(mat, table, mask)
        if not found:
            found = check_force(mat, before, table)
        if not found:
            found = check_mission(mat, before, table)
        if found or mat.track.over or decisions == most:
            return decisions, found
        mats[BEFORE] = mats[NOW]
        decisions += 1
        apply_action(mat, table, choose(mask, player.policy, decisions, player.low, player.high))


class Played(NamedTuple):
    """A war that was played."""

    mat: Any
    decisions: int
    violation: Violation


class Auditor:
    """Plays wars under our charts, each decision checked."""

    def __init__(self) -> None:
        self.charts = load_charts()
        self.arena = Arena(mats=2)
        self.table: Table

    def play(self, war: WarKind, most: int = NO_END) -> Played:
        """Play one war from its beginning, ``most`` decisions far."""
        arena = self.arena
        self.table = arena.lay_out(war, self.charts)
        begin(war, arena.mats[NOW], self.table)
        decisions, found = play_and_check(
            Mats(arena.mats, arena.octets, arena.words), self.table, arena.mask, arena.limits, player_of(war), most
        )
        return Played(arena.mats[NOW], decisions, Violation(found))


def seen_error(mat: Any) -> str:
    """Whether the observation of a mat is in its space."""
    seen = observe(np.array([mat], Mat.dtype))[0]
    inside = np.isfinite(seen) & (seen >= SEEN_LOW) & (seen <= SEEN_HIGH)
    return "" if inside.all() else f"the observation leaves its space at {np.flatnonzero(~inside)[:5].tolist()}"


def judge(war: WarKind, played: Played) -> str:
    """Everything that is wrong with a war that was played to its end; nothing if all is well."""
    if played.violation:
        return played.violation.told()
    return log_error(war, played.mat) or seen_error(played.mat)


class Audited(NamedTuple):
    """Result of an audit: number of decisions and wars, and the first error with its war."""

    decisions: int
    wars: int
    error: str = ""
    war: WarKind | None = None


def audit_one(war: WarKind) -> Audited:
    """Play one war."""
    played = Auditor().play(war)
    error = judge(war, played)
    return Audited(played.decisions, 1, error, war if error else None)


def audit(decisions: int, first: int = 0, progress: Callable[[int, int], None] | None = None) -> Audited:
    """Play at least so many decisions, wars by seeds from ``first``; ``progress`` is told decisions and wars so far."""
    auditor = Auditor()
    done = number = 0
    for number, war in enumerate(wars(first, POLICIES, journals=False), 1):
        played = auditor.play(war)
        done += played.decisions
        error = judge(war, played)
        if error:
            return Audited(done, number, error, war)
        if progress:
            progress(done, number)
        if done >= decisions:
            break
    return Audited(done, number)
