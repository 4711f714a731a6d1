"""Paired futures: what a war comes to after one action or another, flown by clones with the same dice.

A future ends where the next mission begins and the Staffel it leaves behind is judged
(:mod:`agents.planner.staffel_value`), or with the war. The real dice are nowhere in reach.
"""

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.planner.gains import NO_END, fly_until, last_mission
from agents.planner.rollout import PublicCharts, PublicMats, RolloutWorkspace, new_workspace, pick
from agents.planner.staffel_value import JudgeWorkspace, ValueWeights, new_judge
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.policy import Choose, PolicyInput
from stuka_env.records import Rows

NO_CANDIDATE = -1


class Comparisons(NamedTuple):
    """D decisions with up to K alternatives to what was done; sums over the pairs flown, all ``(D, K)``."""

    candidates: NDArray[np.int64]
    """The alternative; NO_CANDIDATE for none."""
    racing: NDArray[np.int8]
    """1 while it is still flown."""
    pairs: NDArray[np.int64]
    gain: NDArray[np.float64]
    """Points of the final score more than after what was done."""
    square: NDArray[np.float64]
    better: NDArray[np.int64]
    """Pairs in which it came to more."""


def new_comparisons(candidates: NDArray[np.int64]) -> Comparisons:
    """Nothing flown yet."""
    shape = candidates.shape
    return Comparisons(
        candidates,
        (candidates != NO_CANDIDATE).astype(np.int8),
        np.zeros(shape, np.int64),
        np.zeros(shape),
        np.zeros(shape),
        np.zeros(shape, np.int64),
    )


@compiled
def compare_slice(
    choose: Choose,
    mats: PublicMats,
    charts: PublicCharts,
    noise: Annotated[NDArray[np.int64], READ_ONLY],
    taken: Annotated[NDArray[np.int64], READ_ONLY],
    candidates: Annotated[NDArray[np.int64], 2],
    racing: Annotated[NDArray[np.int8], 2],
    pairs: Annotated[NDArray[np.int64], 2],
    gain: Annotated[NDArray[np.float64], 2],
    square: Annotated[NDArray[np.float64], 2],
    better: Annotated[NDArray[np.int64], 2],
    workspace: RolloutWorkspace,
    judge: JudgeWorkspace,
    first: int,
    futures: int,
    to_the_end: bool,
    start: int,
    stop: int,
) -> None:
    """Fly the ``futures`` from ``first`` on of every alternative that races at the decisions in [start, stop)."""
    for decision in range(start, stop):
        racers = 0
        for place in range(candidates.shape[1]):
            racers += racing[decision, place]
        if racers == 0:
            continue
        key, last = int(noise[decision]), last_mission(mats[decision], to_the_end)
        for future in range(first, first + futures):
            own = fly_until(choose, mats, decision, charts, workspace, judge, int(taken[decision]), key, future, last)
            for place in range(candidates.shape[1]):
                if racing[decision, place]:
                    action = int(candidates[decision, place])
                    score = fly_until(choose, mats, decision, charts, workspace, judge, action, key, future, last)
                    more = score - own
                    pairs[decision, place] += 1
                    gain[decision, place] += more
                    square[decision, place] += more * more
                    better[decision, place] += 1 if more > 0.0 else 0


@compiled
def expect_slice(
    choose: Choose,
    mats: PublicMats,
    charts: PublicCharts,
    masks: Annotated[NDArray[np.int8], 2],
    noise: Annotated[NDArray[np.int64], READ_ONLY],
    workspace: RolloutWorkspace,
    judge: JudgeWorkspace,
    futures: int,
    scores: Annotated[NDArray[np.float64], 2],
    start: int,
    stop: int,
) -> None:
    """The final scores of ``futures`` that the script flies to the end from the decisions in [start, stop)."""
    for decision in range(start, stop):
        key = int(noise[decision])
        action = pick(choose, mats[decision], charts[0], masks[decision], key)
        for future in range(futures):
            scores[decision, future] = fly_until(
                choose, mats, decision, charts, workspace, judge, action, key, future, NO_END
            )


@compiled
def luck_slice(
    choose: Choose,
    mats: PublicMats,
    charts: PublicCharts,
    masks: Annotated[NDArray[np.int8], 2],
    noise: Annotated[NDArray[np.int64], READ_ONLY],
    taken: Annotated[NDArray[np.int64], READ_ONLY],
    workspace: RolloutWorkspace,
    judge: JudgeWorkspace,
    score: float,
    futures: int,
    to_the_end: bool,
    luck: Annotated[NDArray[np.float64], 2],
    start: int,
    stop: int,
) -> None:
    """What the dice after the decisions in [start, stop) brought: futures of what came less those of fresh dice.

    After the last decision came the ``score``; after any other the next one. Both futures are flown to the end of the
    mission that the next one is in, and roll the same dice as far as they roll for the same, which leaves little noise.
    """
    for decision in range(start, stop):
        action, key = int(taken[decision]), int(noise[decision])
        if action < 0 or not masks[decision, action]:
            continue
        following, ends = decision + 1, decision + 1 == len(mats)
        last, next_action = NO_END, 0
        if not ends:
            next_action = pick(choose, mats[following], charts[0], masks[following], key)
            last = last_mission(mats[following], to_the_end)
        for future in range(futures):
            came = score
            if not ends:
                came = fly_until(choose, mats, following, charts, workspace, judge, next_action, key, future, last)
            fresh = fly_until(choose, mats, decision, charts, workspace, judge, action, key, future, last)
            luck[decision, future] = came - fresh


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
        self, choose: Choose, inputs: PolicyInput, weights: Rows[ValueWeights], to_the_end: bool, num_threads: int
    ) -> None:
        self.choose = choose
        self.inputs = inputs
        self.to_the_end = to_the_end
        self._pool = ThreadPoolExecutor(num_threads, "review")
        self._desks = [(new_workspace(), new_judge(weights)) for _ in range(num_threads)]
        self._closed = False

    def _fly(
        self,
        decisions: NDArray[np.int64],
        fly: Callable[[RolloutWorkspace, JudgeWorkspace, int], object],
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Do something about every decision, on all threads; ``stop`` is asked between two decisions."""

        def fly_share(desk: int) -> None:
            for decision in decisions[desk :: len(self._desks)].tolist():
                if self._closed or stop():
                    return
                fly(*self._desks[desk], decision)

        list(self._pool.map(fly_share, range(len(self._desks))))

    def compare(
        self,
        taken: NDArray[np.int64],
        comparisons: Comparisons,
        first: int,
        futures: int,
        stop: Callable[[], bool],
    ) -> None:
        """Fly so many more pairs of every alternative that races, with the dice from number ``first`` on.

        ``stop`` is asked between two decisions.
        """
        inputs = self.inputs

        def fly(workspace: RolloutWorkspace, judge: JudgeWorkspace, decision: int) -> None:
            compare_slice(
                self.choose, inputs.mats, inputs.charts, inputs.noise, taken, *comparisons, workspace, judge,
                first, futures, self.to_the_end, decision, decision + 1,
            )  # fmt: skip

        self._fly(np.flatnonzero(comparisons.racing.any(axis=1)), fly, stop)

    def expect(self, decisions: NDArray[np.int64], futures: int) -> NDArray[np.float64]:
        """The final scores that the script comes to from some of the decisions, ``(M, futures)``."""
        inputs, scores = self.inputs, np.zeros((len(self.inputs.noise), futures))

        def fly(workspace: RolloutWorkspace, judge: JudgeWorkspace, decision: int) -> None:
            expect_slice(
                self.choose, inputs.mats, inputs.charts, inputs.masks, inputs.noise, workspace, judge,
                futures, scores, decision, decision + 1,
            )  # fmt: skip

        self._fly(decisions, fly)
        found: NDArray[np.float64] = scores[decisions]
        return found

    def luck(
        self,
        taken: NDArray[np.int64],
        score: float,
        futures: int,
        progress: Callable[[float], object] = lambda share: None,
    ) -> NDArray[np.float64]:
        """What the dice after every decision of a finished war brought, ``(D, futures)``; 0 after an illegal action.

        ``progress`` is told the share of the decisions that are done.
        """
        inputs, luck, done = self.inputs, np.zeros((len(taken), futures)), itertools.count(1)

        def fly(workspace: RolloutWorkspace, judge: JudgeWorkspace, decision: int) -> None:
            luck_slice(
                self.choose, inputs.mats, inputs.charts, inputs.masks, inputs.noise, taken, workspace, judge,
                score, futures, self.to_the_end, luck, decision, decision + 1,
            )  # fmt: skip
            progress(next(done) / len(taken))

        self._fly(np.arange(len(taken)), fly)
        return luck

    def close(self) -> None:
        """Stop the threads, at the next decision if they fly."""
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)
