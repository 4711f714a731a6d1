"""Random play under any charts, with a look at the mat after each decision; compiled, or as plain Python.

The rules are those of the environments. What is checked holds under every set of charts, unlike what
:mod:`tests.support.invariants` checks under ours: ranges, a choice to make, and no index out of bounds
(:mod:`tests.support.fuzzing.guard`).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import rows
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import Decision, Effect, Entry
from stuka_env.games.stuka.engine import (
    WRITER,
    MatBytes,
    MatWords,
    ObservationRow,
    Scales,
    View,
    advance,
    apply_action,
    write_observation,
)
from stuka_env.games.stuka.observation import LENGTH
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask, Table
from tests.support.fuzzing.guard import GuardedArray, guarded
from tests.support.violations import Limits, Violation, check_decision, check_ranges, outside
from tests.support.wars import ANY, FLYER, WORD, Arena, Player, WarKind, begin, choose, player_of

POLICIES = (FLYER, ANY)
SIGHTS = 50
"""In plain Python the observation of every so many decisions is made."""
LONGEST = 20_000
"""Decisions after which a war should have ended long ago; a Regular campaign takes some 3,000."""
# --- what has occurred ---


class Tally(NamedTuple):
    """Number of occurrences of each code."""

    decisions: NDArray[np.int64]
    """By :class:`stuka_env.games.stuka.codes.Decision`: what the player was asked."""
    effects: NDArray[np.int64]
    """By :class:`stuka_env.games.stuka.codes.Effect`: cards drawn, in wars with a journal."""
    entries: NDArray[np.int64]
    """By :class:`stuka_env.games.stuka.codes.Entry`: kinds of journal entries, in wars with a journal."""


def new_tally() -> Tally:
    """Nothing has occurred."""
    return Tally(*[np.zeros(len(codes), np.int64) for codes in (Decision, Effect, Entry)])


# --- playing ---


@compiled
def check_seen(seen: ObservationRow, limits: Limits) -> int:
    """The observation within its space."""
    inside = 0
    for index in range(LENGTH):
        inside += (seen.floats[index] >= limits.seen_low[index]) & (seen.floats[index] <= limits.seen_high[index])
    return Violation.NONE if inside == LENGTH else Violation.THE_OBSERVATION_LEAVES_ITS_SPACE


@compiled
def count(mat: Mat, table: Table, tally: Tally) -> None:
    """Count the decision and what the journal holds, and empty the journal."""
    tally.decisions[mat.cursor.decision] += 1
    journal = table.journal
    for index in range(journal.cursor):
        entry = journal.entries[index]
        tally.entries[entry.kind] += 1
        if entry.kind == Entry.CARD:
            tally.effects[table.charts.event[entry.result]] += 1
    journal.cursor = 0


class Watch(NamedTuple):
    """A war, the limits that it is held against, and what is noted of it."""

    mat: Mat
    octets: MatBytes
    words: MatWords
    scales: Scales
    seen: ObservationRow
    """Scratch space: the observation."""
    limits: Limits
    tally: Tally
    done: NDArray[np.int64]
    """Decisions so far, and the last action."""


@compiled
def play_compiled(watch: Watch, table: Table, mask: Mask, player: Player) -> int:
    """Play a war to its end and return the first violation."""
    mat, octets, words, limits, done = watch.mat, watch.octets, watch.words, watch.limits, watch.done
    while True:
        advance(mat, table, mask)
        found = check_ranges(octets, words, limits)
        if not found:
            found = check_decision(mat, table, mask)
        if not found:
            write_observation(View(mat, octets, words), table, watch.scales, watch.seen)
            found = check_seen(watch.seen, limits)
        if found:
            return found
        count(mat, table, watch.tally)
        if mat.track.over == 1:
            return Violation.NONE
        if done[0] == LONGEST:
            return Violation.THE_WAR_DOES_NOT_END
        done[0] += 1
        action = choose(mask, player.policy, done[0], player.low, player.high)
        done[1] = action
        apply_action(mat, table, action)


class FuzzArena(Arena):
    """An arena that looks at the observation too, and counts what occurs."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = rows(1, ObservationRow)[0]
        self.tally = new_tally()
        self.done = np.zeros(2, np.int64)
        """Decisions of the war so far, and the last action."""

    def forget(self) -> None:
        """Begin to count anew."""
        self.tally = new_tally()

    def play(self, war: WarKind, charts: LoadedCharts) -> str:
        """Play a war; what is wrong with it, or nothing. ``done[0]`` says how many decisions there were."""
        table = self.lay_out(war, charts)
        self.done[:] = 0
        try:
            begin(war, self.mat, table)
            views = (self.mat, self.octets[0], self.words[0])
            watch = Watch(*views, WRITER.new_scales()[0], self.seen, self.limits, self.tally, self.done)
            found = play_compiled(watch, table, self.mask, player_of(war))
        except IndexError as error:
            return self.told(f"IndexError: {error}")
        return self.told(self.trouble(found)) if found else ""

    def trouble(self, found: int) -> str:
        """A violation in words: a field out of its range by its name."""
        out_of_range = (Violation.A_FIELD_IS_OUT_OF_ITS_RANGE, Violation.A_TRACK_IS_OUT_OF_ITS_RANGE)
        return outside(self.mat) if found in out_of_range else Violation(found).told()

    def told(self, trouble: str) -> str:
        """A trouble, with where it was found."""
        decision = int(self.mat["cursor"]["decision"])
        name = Decision(decision).name if decision in list(Decision) else str(decision)
        return f"{trouble} (after {self.done[0]} decisions, the last action {self.done[1]}; asked: {name})"


class PlainArena(FuzzArena):
    """The same in plain Python, behind guards; for a process that runs under ``NUMBA_DISABLE_JIT=1``."""

    def play(self, war: WarKind, charts: LoadedCharts) -> str:
        """Play a war; what is wrong with it, or nothing."""
        table = Table(*[guarded(part) for part in self.lay_out(war, charts)])
        self.done[:] = 0
        mask: Any = GuardedArray(self.mask)
        mat = guarded(self.mat)
        try:
            begin(war, mat, table, people=self.mat)
            found = self.play_on(war, mat, table, mask)
        except (ArithmeticError, IndexError, ValueError, Warning) as error:
            frame = traceback_end(error)
            return self.told(f"{type(error).__name__}: {error} in {frame}")
        return self.told(self.trouble(found)) if found else ""

    def play_on(self, war: WarKind, mat: Any, table: Any, mask: Any) -> int:
        """Play the war to its end; the first violation."""
        while True:
            advance(mat, table, mask)
            found = self.look(mat, table)
            if found:
                return found
            count(mat, table, self.tally)
            if mat.track.over == 1:
                return Violation.NONE
            if self.done[0] == LONGEST:
                return Violation.THE_WAR_DOES_NOT_END
            self.done[0] += 1
            self.done[1] = choose(mask, war.policy, int(self.done[0]), war.seed & WORD, 1)
            apply_action(mat, table, int(self.done[1]))

    def look(self, mat: Any, table: Any) -> int:
        """Return the first violation of the mat; the observation is checked seldom, because it takes long."""
        limits, octets, words = self.limits, self.octets[0], self.words[0]
        if ((octets.octets < limits.bytes_low) | (octets.octets > limits.bytes_high)).any():
            return Violation.A_FIELD_IS_OUT_OF_ITS_RANGE
        tracks = words.words[limits.words_at]
        if ((tracks < limits.words_low) | (tracks > limits.words_high)).any():
            return Violation.A_TRACK_IS_OUT_OF_ITS_RANGE
        found = check_decision(mat, table, self.mask)
        if found or self.done[0] % SIGHTS:
            return found
        write_observation(View(mat, octets, words), table, WRITER.new_scales()[0], self.seen)
        return check_seen(self.seen, limits)


def traceback_end(error: BaseException) -> str:
    """The rule in which an exception was raised."""
    trace, where = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if "stuka_env" in code.co_filename:
            where = f"{code.co_name}, line {trace.tb_lineno} of {code.co_filename.rpartition('stuka_env/')[2]}"
        trace = trace.tb_next
    return where
