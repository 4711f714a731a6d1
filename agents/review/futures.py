"""Futures: clones fly a war on after different actions, or after different dice. Paired futures share their dice.

A future ends with the war, or where the next mission begins. In the second case the Staffel value network
(:mod:`agents.games.stuka.planner.staffel_value`) scores the Staffel. Futures never use the dice of the real war.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.planner.gains import JudgedWorkspace, fly_until, last_mission
from agents.games.stuka.planner.rollout import OpenDecisions, Rollout, pick, read_only
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.games.stuka.script import Choose

NO_CANDIDATE = -1


class Comparisons(NamedTuple):
    """D decisions with up to K alternatives to the action taken; sums over the pairs flown, ``(D, K)``."""

    taken: Annotated[NDArray[np.int64], READ_ONLY]
    """``(D,)``: the action taken."""
    candidates: Annotated[NDArray[np.int64], 2]
    """The alternatives; NO_CANDIDATE for none."""
    racing: Annotated[NDArray[np.int8], 2]
    """1 while the alternative is still flown."""
    pairs: Annotated[NDArray[np.int64], 2]
    gain: Annotated[NDArray[np.float64], 2]
    """Sum of the differences of the final score to that of the action taken, in points."""
    square: Annotated[NDArray[np.float64], 2]
    """Sum of the squares of the gains of the pairs."""
    better: Annotated[NDArray[np.int64], 2]
    """Pairs in which the alternative scored more."""
    worse: Annotated[NDArray[np.int64], 2]
    """Pairs in which the alternative scored less."""


class FuturePlan(NamedTuple):
    """The futures to be flown of one decision."""

    first: int
    """Number of the first; futures with the same number have the same dice."""
    futures: int
    to_the_end: bool
    """Whether they end with the war."""


def new_comparisons(taken: NDArray[np.int64], candidates: NDArray[np.int64]) -> Comparisons:
    """Return the comparisons of actions taken ``(D,)`` with ``candidates`` ``(D, K)``, none of them flown."""
    shape = candidates.shape
    return Comparisons(
        read_only(taken),
        candidates,
        (candidates != NO_CANDIDATE).astype(np.int8),
        np.zeros(shape, np.int64),
        np.zeros(shape),
        np.zeros(shape),
        np.zeros(shape, np.int64),
        np.zeros(shape, np.int64),
    )


@compiled
def compare_futures(
    choose: Choose,
    decisions: OpenDecisions,
    comparisons: Comparisons,
    workspace: JudgedWorkspace,
    plan: FuturePlan,
    decision: int,
) -> None:
    """Fly the futures of the action taken at a decision, and of every alternative that races."""
    mat, charts, noise = decisions.mats[decision], decisions.charts[0], int(decisions.noise[decision])
    last = last_mission(mat, plan.to_the_end)
    for number in range(plan.first, plan.first + plan.futures):
        taken = Rollout(int(comparisons.taken[decision]), noise, number)
        own = fly_until(choose, mat, charts, workspace, taken, last)
        for place in range(comparisons.candidates.shape[1]):
            if comparisons.racing[decision, place]:
                candidate = Rollout(int(comparisons.candidates[decision, place]), noise, number)
                gain = fly_until(choose, mat, charts, workspace, candidate, last) - own
                comparisons.pairs[decision, place] += 1
                comparisons.gain[decision, place] += gain
                comparisons.square[decision, place] += gain * gain
                comparisons.better[decision, place] += 1 if gain > 0.0 else 0
                comparisons.worse[decision, place] += 1 if gain < 0.0 else 0


@compiled
def expect_score(
    choose: Choose,
    decisions: OpenDecisions,
    workspace: JudgedWorkspace,
    to_the_end: bool,
    scores: Annotated[NDArray[np.float64], 2],
    decision: int,
) -> None:
    """Write the scores of futures that the script flies from a decision to the end of war or mission: a row."""
    mat, charts, noise = decisions.mats[decision], decisions.charts[0], int(decisions.noise[decision])
    action, last = pick(choose, mat, charts, decisions.masks[decision], noise), last_mission(mat, to_the_end)
    for number in range(scores.shape[1]):
        scores[decision, number] = fly_until(choose, mat, charts, workspace, Rollout(action, noise, number), last)
