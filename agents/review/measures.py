"""Measures of a finished war: points for each future of a decision, whose mean over the futures is the figure.

The expected scores after each decision and each roll lead from the first decision to the final score. Luck and
decisions are their changes. With the Staffel value at the end of a mission the sum misses the score by the changes of
that value between missions. These are a measure of their own.
"""

from collections.abc import Callable
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.luck.terms import LuckMeter, luck_of_step
from agents.games.stuka.planner.gains import (
    NO_END,
    JudgedWorkspace,
    begin_rollout,
    clone_worth,
    continue_rollout,
    fly_until,
    last_mission,
)
from agents.games.stuka.planner.rollout import OpenDecisions, Rollout, pick
from agents.review.futures import FuturePlan
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.script import Choose

LATER_TURNS = 1 << 20
"""Turns before the later missions of a future, above those of one mission. Futures that end a mission in the same state
so have the same later missions."""


class WarPath(NamedTuple):
    """The D decisions of a finished war, as the measures need them."""

    taken: Annotated[NDArray[np.int64], READ_ONLY]
    """``(D,)``: the action taken."""
    own: Annotated[NDArray[np.int64], READ_ONLY]
    """``(D,)``: the reference script's own choice; NO_CANDIDATE where that was done, or as good."""
    run_end: Annotated[NDArray[np.int64], READ_ONLY]
    """``(D,)``: the last decision before dice, or before the mission ends, that differs from the own choice."""
    score: float
    """The final score."""


class ThreadWorkspace(NamedTuple):
    """The arrays with which one thread flies futures, judges their ends and measures the luck of a step."""

    judged: JudgedWorkspace
    meter: LuckMeter


Measure = Callable[
    [Choose, OpenDecisions, WarPath, ThreadWorkspace, FuturePlan, int, Annotated[NDArray[np.float64], 1]], None
]
"""The type of :func:`measure_luck`, :func:`measure_value_change` and :func:`measure_later`."""


@compiled
def fly_without_luck(
    choose: Choose, mat: Mat, charts: Charts, workspace: ThreadWorkspace, rollout: Rollout, last: int
) -> float:
    """Return the score of a future as ``fly_until`` does, less the luck of its first step by the common value.

    The mean of that luck is 0, so the mean score stays the same. The spread is smaller.
    """
    judged = workspace.judged
    journal = judged.flying.journals[0]
    journal.chances.capacity = 1
    begin_rollout(mat, charts, judged, rollout)
    journal.chances.capacity = 0
    luck = luck_of_step(journal, charts, workspace.meter)
    continue_rollout(choose, charts, judged, rollout, last, 0)
    return clone_worth(charts, judged) - luck


@compiled
def measure_luck(
    choose: Choose,
    decisions: OpenDecisions,
    path: WarPath,
    workspace: ThreadWorkspace,
    plan: FuturePlan,
    decision: int,
    points: NDArray[np.float64],
) -> None:
    """Write the luck after a decision: the scores of futures from the next decision, less those of fresh dice.

    After the last decision the final score is used in place of the futures from the next one. Both futures end with the
    mission of the next decision. They share the dice of all rolls that both make, which leaves little noise.
    """
    action, noise = int(path.taken[decision]), int(decisions.noise[decision])
    mat, charts = decisions.mats[decision], decisions.charts[0]
    following = decision + 1
    is_last = following == len(decisions.mats)
    last, next_action = NO_END, 0
    if not is_last:
        next_action = pick(choose, decisions.mats[following], charts, decisions.masks[following], noise)
        last = last_mission(decisions.mats[following], plan.to_the_end)
    for place in range(plan.futures):
        score = path.score
        if not is_last:
            rollout = Rollout(next_action, noise, plan.first + place)
            score = fly_until(choose, decisions.mats[following], charts, workspace.judged, rollout, last)
        fresh = Rollout(action, noise, plan.first + place)
        points[place] = score - fly_without_luck(choose, mat, charts, workspace, fresh, last)


@compiled
def value_change(
    choose: Choose, mat: Mat, charts: Charts, workspace: JudgedWorkspace, rollout: Rollout, ends: tuple[int, int]
) -> float:
    """Return the score of a future that ends with the second mission of ``ends``, less that of its end in the first."""
    begin_rollout(mat, charts, workspace, rollout)
    continue_rollout(choose, charts, workspace, rollout, ends[0], 0)
    before = clone_worth(charts, workspace)
    continue_rollout(choose, charts, workspace, rollout, ends[1], LATER_TURNS)
    return clone_worth(charts, workspace) - before


@compiled
def measure_value_change(
    choose: Choose,
    decisions: OpenDecisions,
    path: WarPath,
    workspace: ThreadWorkspace,
    plan: FuturePlan,
    decision: int,
    points: NDArray[np.float64],
) -> None:
    """Write the change of the Staffel value after a decision, from the end of its mission to that of the next one's.

    The mean is 0 if the value is right.
    """
    mat, charts, noise = decisions.mats[decision], decisions.charts[0], int(decisions.noise[decision])
    here, there = last_mission(mat, False), NO_END
    if decision + 1 < len(decisions.mats):
        there = last_mission(decisions.mats[decision + 1], False)
    for place in range(plan.futures):
        rollout = Rollout(int(path.taken[decision]), noise, plan.first + place)
        points[place] = value_change(choose, mat, charts, workspace.judged, rollout, (here, there))


@compiled
def measure_later(
    choose: Choose,
    decisions: OpenDecisions,
    path: WarPath,
    workspace: ThreadWorkspace,
    plan: FuturePlan,
    decision: int,
    points: NDArray[np.float64],
) -> None:
    """Write the points that a run of decisions added after its mission, compared with the script's own choices.

    Only points that the Staffel value does not expect at the end of the mission are counted. A run has no dice between
    its decisions. So the sum of its decisions is the difference between its last and the own choice at its first.
    """
    mat, charts, noise = decisions.mats[decision], decisions.charts[0], int(decisions.noise[decision])
    end = int(path.run_end[decision])
    ends = (last_mission(mat, False), NO_END)
    for place in range(plan.futures):
        taken = Rollout(int(path.taken[end]), noise, plan.first + place)
        own = Rollout(int(path.own[decision]), noise, plan.first + place)
        points[place] = value_change(choose, decisions.mats[end], charts, workspace.judged, taken, ends)
        points[place] -= value_change(choose, mat, charts, workspace.judged, own, ends)
