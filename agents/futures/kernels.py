"""Kernels of reviews and exercises: paired futures, and measures whose mean over the futures of a decision is a figure.

The expected scores after each decision and each roll lead from the first decision to the final score. Luck and
decisions are their changes. With a value at the end of a line of the log sheet the sum misses the score by the changes
of that value between lines. These are a measure of their own.

These functions are written once and compiled for each game, as those of :mod:`agents.futures.flying`.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

import functools
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import Rollout
from agents.futures.comparisons import Comparisons, FuturePlan, WarPath
from agents.futures.flying import (
    NO_END,
    Choose,
    Futures,
    FutureWorkspace,
    OpenDecisions,
    begin_future,
    continue_future,
    copies_for,
    fly_until,
    fly_with_fresh_dice,
    future_score,
    last_line,
    line_of_next_chance,
    pick,
)
from stuka_env.engine.game_parts import Charts, Mat
from stuka_env.engine.kernels import for_each_game

LATER_TURNS = 1 << 20
"""Turns before the later lines of a future, above those of one line. Futures that end a line in the same state so have
the same later lines."""
LAST_TURNS = 2 * LATER_TURNS
"""Turns before the lines after the next chance of a recurring choice."""


@for_each_game
def fly_to_value(
    choose: Choose, mat: Mat, charts: Charts, workspace: FutureWorkspace, rollout: Rollout, plan: FuturePlan
) -> float:
    """Return the score of a future to the end of the line, or of the line in which a recurring choice comes again."""
    last = last_line(mat, plan.to_the_end)
    score = fly_until(choose, mat, charts, workspace, rollout, last)
    if not plan.past_chance:
        return score
    following = line_of_next_chance(mat, workspace.wars.mats[0], last)
    while following > last:
        last = following
        continue_future(choose, charts, workspace, rollout, last, LATER_TURNS)
        following = line_of_next_chance(mat, workspace.wars.mats[0], last)
    return future_score(charts, workspace)


@for_each_game
def compare_futures(
    choose: Choose,
    decisions: OpenDecisions,
    comparisons: Comparisons,
    workspace: FutureWorkspace,
    plan: FuturePlan,
    decision: int,
) -> None:
    """Fly the futures of the action taken at a decision, and of every alternative that races."""
    mat, charts, noise = decisions.mats[decision], decisions.charts[0], int(decisions.noise[decision])
    for number in range(plan.first, plan.first + plan.futures):
        taken = Rollout(int(comparisons.taken[decision]), noise, number)
        own = fly_to_value(choose, mat, charts, workspace, taken, plan)
        for place in range(comparisons.candidates.shape[1]):
            if comparisons.racing[decision, place]:
                candidate = Rollout(int(comparisons.candidates[decision, place]), noise, number)
                gain = fly_to_value(choose, mat, charts, workspace, candidate, plan) - own
                comparisons.pairs[decision, place] += 1
                comparisons.gain[decision, place] += gain
                comparisons.square[decision, place] += gain * gain
                comparisons.better[decision, place] += 1 if gain > 0.0 else 0
                comparisons.worse[decision, place] += 1 if gain < 0.0 else 0


@for_each_game
def expect_score(
    choose: Choose,
    decisions: OpenDecisions,
    workspace: FutureWorkspace,
    plan: FuturePlan,
    decision: int,
    points: NDArray[np.float64],
) -> None:
    """Write the scores of futures that the script flies from a decision to the end of war or line."""
    mat, charts, noise = decisions.mats[decision], decisions.charts[0], int(decisions.noise[decision])
    action, last = pick(choose, mat, charts, decisions.masks[decision], noise), last_line(mat, plan.to_the_end)
    for place in range(plan.futures):
        rollout = Rollout(action, noise, plan.first + place)
        points[place] = fly_until(choose, mat, charts, workspace, rollout, last)


@for_each_game
def measure_luck(
    choose: Choose,
    decisions: OpenDecisions,
    path: WarPath,
    workspace: FutureWorkspace,
    plan: FuturePlan,
    decision: int,
    points: NDArray[np.float64],
) -> None:
    """Write the luck after a decision: the scores of futures from the next decision, less those of fresh dice.

    After the last decision the final score is used in place of the futures from the next one. Both futures end with the
    line of the next decision. They share the dice of all rolls that both make, which leaves little noise.
    """
    action, noise = int(path.taken[decision]), int(decisions.noise[decision])
    mat, charts = decisions.mats[decision], decisions.charts[0]
    following = decision + 1
    is_last = following == len(decisions.mats)
    last, next_action = NO_END, 0
    if not is_last:
        next_action = pick(choose, decisions.mats[following], charts, decisions.masks[following], noise)
        last = last_line(decisions.mats[following], plan.to_the_end)
    for place in range(plan.futures):
        score = path.score
        if not is_last:
            rollout = Rollout(next_action, noise, plan.first + place)
            score = fly_until(choose, decisions.mats[following], charts, workspace, rollout, last)
        fresh = Rollout(action, noise, plan.first + place)
        points[place] = score - fly_with_fresh_dice(choose, mat, charts, workspace, fresh, last)


@for_each_game
def value_change(
    choose: Choose, mat: Mat, charts: Charts, workspace: FutureWorkspace, rollout: Rollout, ends: tuple[int, int]
) -> float:
    """Return the score of a future that ends with the second line of ``ends``, less that of its end in the first."""
    begin_future(mat, charts, workspace, rollout)
    continue_future(choose, charts, workspace, rollout, ends[0], 0)
    before = future_score(charts, workspace)
    continue_future(choose, charts, workspace, rollout, ends[1], LATER_TURNS)
    return future_score(charts, workspace) - before


@for_each_game
def measure_value_change(
    choose: Choose,
    decisions: OpenDecisions,
    path: WarPath,
    workspace: FutureWorkspace,
    plan: FuturePlan,
    decision: int,
    points: NDArray[np.float64],
) -> None:
    """Write the change of the value after a decision, from the end of its line to that of the next one's.

    The mean is 0 if the value is right.
    """
    mat, charts, noise = decisions.mats[decision], decisions.charts[0], int(decisions.noise[decision])
    here, there = last_line(mat, False), NO_END
    if decision + 1 < len(decisions.mats):
        there = last_line(decisions.mats[decision + 1], False)
    for place in range(plan.futures):
        rollout = Rollout(int(path.taken[decision]), noise, plan.first + place)
        points[place] = value_change(choose, mat, charts, workspace, rollout, (here, there))


@for_each_game
def measure_later(
    choose: Choose,
    decisions: OpenDecisions,
    path: WarPath,
    workspace: FutureWorkspace,
    plan: FuturePlan,
    decision: int,
    points: NDArray[np.float64],
) -> None:
    """Write the points that a run of decisions added after its line, compared with the script's own choices.

    Only points that the value does not expect at the end of the line are counted. A run has no dice between its
    decisions. So the sum of its decisions is the difference between its last and the own choice at its first.
    """
    mat, charts, noise = decisions.mats[decision], decisions.charts[0], int(decisions.noise[decision])
    end = int(path.run_end[decision])
    ends = (last_line(mat, False), NO_END)
    for place in range(plan.futures):
        taken = Rollout(int(path.taken[end]), noise, plan.first + place)
        own = Rollout(int(path.own[decision]), noise, plan.first + place)
        points[place] = value_change(choose, decisions.mats[end], charts, workspace, taken, ends)
        points[place] -= value_change(choose, mat, charts, workspace, own, ends)


@for_each_game
def fly_to_both_ends(
    choose: Choose, mat: Mat, charts: Charts, workspace: FutureWorkspace, rollout: Rollout, plan: FuturePlan
) -> tuple[float, float]:
    """Return the score of a future where the value scores it, and at the end of the war."""
    by_value = fly_to_value(choose, mat, charts, workspace, rollout, plan)
    continue_future(choose, charts, workspace, rollout, NO_END, LAST_TURNS)
    return by_value, future_score(charts, workspace)


@for_each_game
def compare_to_the_end(
    choose: Choose,
    decisions: OpenDecisions,
    path: WarPath,
    workspace: FutureWorkspace,
    plan: FuturePlan,
    decision: int,
    gains: Annotated[NDArray[np.float64], 2],
) -> None:
    """Write the gains of a better action: by the value in the first row, at the end of the war in the second."""
    mat, charts, noise = decisions.mats[decision], decisions.charts[0], int(decisions.noise[decision])
    for place in range(plan.futures):
        better = Rollout(int(path.own[decision]), noise, plan.first + place)
        taken = Rollout(int(path.taken[decision]), noise, plan.first + place)
        by_value, at_end = fly_to_both_ends(choose, mat, charts, workspace, better, plan)
        taken_by_value, taken_at_end = fly_to_both_ends(choose, mat, charts, workspace, taken, plan)
        gains[0, place] = by_value - taken_by_value
        gains[1, place] = at_end - taken_at_end


# --- the kernels of a game ---

Measure = Callable[..., None]
"""The type of ``measure_luck``, ``measure_value_change`` and ``measure_later``."""


class FutureKernels(NamedTuple):
    """The kernels that Python calls, compiled for a game."""

    compare_futures: Any
    expect_score: Any
    measure_luck: Measure
    measure_value_change: Measure
    measure_later: Measure
    compare_to_the_end: Any


@functools.cache
def kernels_of(futures: Futures) -> FutureKernels:
    """Return the kernels of the futures of a game, which are compiled when they are first called."""
    names = copies_for(futures.home, __name__, futures.names)
    return FutureKernels(*[names[name] for name in FutureKernels._fields])
