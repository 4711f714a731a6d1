"""Paired futures: clones fly a war on after different actions, with the same dice.

A future ends with the war, or where the next mission begins. In the second case the Staffel value network
(:mod:`agents.planner.staffel_value`) scores the Staffel. Futures never use the dice of the real war.
"""

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.planner.gains import NO_END, JudgedWorkspace, fly_until, last_mission
from agents.planner.rollout import OpenDecisions, Rollout, new_workspace, open_decisions, pick, read_only
from agents.planner.staffel_value import ValueWeights, new_judge
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.policy import Choose, PolicyInput
from stuka_env.records import Rows

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


class WarLuck(NamedTuple):
    """The luck after each of the D decisions of a finished war."""

    taken: Annotated[NDArray[np.int64], READ_ONLY]
    """``(D,)``: the action taken."""
    points: Annotated[NDArray[np.float64], 2]
    """``(D, F)``: points of the final score that the dice brought, by future."""
    score: float
    """The final score."""


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
    scores: Annotated[NDArray[np.float64], 2],
    decision: int,
) -> None:
    """Write the final scores of futures that the script flies from a decision to the end: row ``decision``."""
    mat, charts, noise = decisions.mats[decision], decisions.charts[0], int(decisions.noise[decision])
    action = pick(choose, mat, charts, decisions.masks[decision], noise)
    for number in range(scores.shape[1]):
        scores[decision, number] = fly_until(choose, mat, charts, workspace, Rollout(action, noise, number), NO_END)


@compiled
def measure_luck(
    choose: Choose,
    decisions: OpenDecisions,
    luck: WarLuck,
    workspace: JudgedWorkspace,
    to_the_end: bool,
    decision: int,
) -> None:
    """Write the luck after a decision: the scores of futures from the next decision, less those of fresh dice.

    After the last decision the final score is used in place of the futures from the next one. Both futures end with the
    mission of the next decision. They share the dice of all rolls that both make, which leaves little noise.
    """
    action, noise = int(luck.taken[decision]), int(decisions.noise[decision])
    if action < 0 or not decisions.masks[decision, action]:
        return
    mat, charts = decisions.mats[decision], decisions.charts[0]
    following = decision + 1
    is_last = following == len(decisions.mats)
    last, next_action = NO_END, 0
    if not is_last:
        next_action = pick(choose, decisions.mats[following], charts, decisions.masks[following], noise)
        last = last_mission(decisions.mats[following], to_the_end)
    for number in range(luck.points.shape[1]):
        score = luck.score
        if not is_last:
            rollout = Rollout(next_action, noise, number)
            score = fly_until(choose, decisions.mats[following], charts, workspace, rollout, last)
        luck.points[decision, number] = score - fly_until(
            choose, mat, charts, workspace, Rollout(action, noise, number), last
        )


class FutureFlyer:
    """Flies futures of the decisions of a war on several threads.

    Args:
        choose: the script that flies the clones on.
        inputs: the decisions, a row each.
        weights: the Staffel's value.
        to_the_end: whether futures end with the war.
        num_threads: threads.
    """

    def __init__(
        self, choose: Choose, inputs: PolicyInput, *, weights: Rows[ValueWeights], to_the_end: bool, num_threads: int
    ) -> None:
        self.choose = choose
        self.decisions = open_decisions(inputs)
        self.to_the_end = to_the_end
        self._pool = ThreadPoolExecutor(num_threads, "review")
        self._workspaces = [JudgedWorkspace(new_workspace(), new_judge(weights)) for _ in range(num_threads)]
        self._closed = False

    def _fly(
        self,
        decisions: NDArray[np.int64],
        fly: Callable[[JudgedWorkspace, int], object],
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Call ``fly`` for every decision, on all threads, until ``stop`` returns True."""

        def fly_share(thread: int) -> None:
            for decision in decisions[thread :: len(self._workspaces)].tolist():
                if self._closed or stop():
                    return
                fly(self._workspaces[thread], decision)

        list(self._pool.map(fly_share, range(len(self._workspaces))))

    def compare(
        self, comparisons: Comparisons, first: int, futures: NDArray[np.int64], stop: Callable[[], bool]
    ) -> None:
        """Fly more pairs of every alternative that races.

        Args:
            comparisons: the sums, to which the pairs are added.
            first: number of the first future; the others follow.
            futures: pairs of each alternative of a decision, ``(D,)``.
            stop: called between two decisions; True ends the flight.
        """

        def fly(workspace: JudgedWorkspace, decision: int) -> None:
            plan = FuturePlan(first, int(futures[decision]), self.to_the_end)
            compare_futures(self.choose, self.decisions, comparisons, workspace, plan, decision)

        self._fly(np.flatnonzero(comparisons.racing.any(axis=1)), fly, stop)

    def expect(self, decisions: NDArray[np.int64], futures: int) -> NDArray[np.float64]:
        """Return the final scores of ``futures`` that the script flies from each of M decisions, ``(M, futures)``."""
        scores = np.zeros((len(self.decisions.noise), futures))

        def fly(workspace: JudgedWorkspace, decision: int) -> None:
            expect_score(self.choose, self.decisions, workspace, scores, decision)

        self._fly(decisions, fly)
        chosen: NDArray[np.float64] = scores[decisions]
        return chosen

    def luck(
        self,
        taken: NDArray[np.int64],
        score: float,
        decisions: NDArray[np.int64],
        futures: int,
        on_decision: Callable[[float], object] = lambda share: None,
    ) -> NDArray[np.float64]:
        """Return the luck after every decision of a finished war, ``(D, futures)``; 0 after an illegal action.

        Args:
            taken: the actions taken, ``(D,)``.
            score: the final score.
            decisions: the decisions that are followed by dice, ``(R,)``; there is no luck after the others.
            futures: futures of each decision.
            on_decision: called after each decision with the share of the decisions that are done.
        """
        luck = WarLuck(read_only(taken), np.zeros((len(taken), futures)), float(score))
        done = itertools.count(1)

        def fly(workspace: JudgedWorkspace, decision: int) -> None:
            measure_luck(self.choose, self.decisions, luck, workspace, self.to_the_end, decision)
            on_decision(next(done) / len(decisions))

        self._fly(decisions, fly)
        return luck.points

    def close(self) -> None:
        """Stop the threads, at the next decision if they fly."""
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)
