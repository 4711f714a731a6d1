"""The flyer of futures: several threads that share the decisions of a war."""

import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.futures.comparisons import Comparisons, FuturePlan, WarPath
from agents.futures.flying import Futures
from agents.futures.kernels import Measure, kernels_of
from agents.review.sampling import EndBudget, Estimates, SampleBudget, mean_and_error, no_estimates, sample_sizes
from stuka_env.game import AnyWarSpec
from stuka_env.policy import PolicyInput

FIRST_SAMPLE_SHARE = 0.2
"""Share of the first sample in the progress of a measure."""
FUTURES_AT_ONCE = 4
"""Futures of a decision that are flown at once; a flyer that is closed stops after them."""


class FutureFlyer:
    """Flies futures of the decisions of a war on several threads.

    Args:
        choose: the script that flies the clones on.
        inputs: the decisions of the war, as a policy sees them.
        futures: the futures of its game.
        spec: the war.
        to_the_end: whether futures end with the war.
        num_threads: threads.
    """

    def __init__(
        self,
        choose: Any,
        inputs: PolicyInput,
        *,
        futures: Futures,
        spec: AnyWarSpec,
        to_the_end: bool,
        num_threads: int,
    ) -> None:
        self.choose = choose
        self.decisions = futures.open_decisions(inputs)
        self.kernels = kernels_of(futures)
        self.to_the_end = to_the_end
        self._pool = ThreadPoolExecutor(num_threads, "review")
        self._workspaces = [futures.new_workspace(inputs.charts[:1], spec) for _ in range(num_threads)]
        self._closed = False

    def _fly(
        self,
        decisions: NDArray[np.int64],
        fly: Callable[[Any, int], object],
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Call ``fly`` for every decision, on all threads, until ``stop`` returns True."""

        def fly_share(thread: int) -> None:
            for decision in decisions[thread :: len(self._workspaces)].tolist():
                if self._closed or stop():
                    return
                fly(self._workspaces[thread], decision)

        if not self._closed:
            list(self._pool.map(fly_share, range(len(self._workspaces))))

    def _plans(self, first: int, futures: int, *, to_the_end: bool, past_chance: bool = False) -> Iterator[FuturePlan]:
        """Yield the futures of a decision in small parts, until the flyer is closed."""
        for start in range(0, futures, FUTURES_AT_ONCE):
            if self._closed:
                return
            yield FuturePlan(first + start, min(FUTURES_AT_ONCE, futures - start), to_the_end, past_chance)

    def compare(
        self,
        comparisons: Comparisons,
        first: int,
        futures: NDArray[np.int64],
        stop: Callable[[], bool],
        *,
        past_chance: bool = False,
    ) -> None:
        """Fly more pairs of every alternative that races.

        Args:
            comparisons: the sums, to which the pairs are added.
            first: number of the first future; the others follow.
            futures: pairs of each alternative of a decision, ``(D,)``.
            stop: called between two decisions; True ends the flight.
            past_chance: whether futures of a recurring choice fly on until it has come again.
        """

        def fly(workspace: Any, decision: int) -> None:
            count = int(futures[decision])
            for plan in self._plans(first, count, to_the_end=self.to_the_end, past_chance=past_chance):
                self.kernels.compare_futures(self.choose, self.decisions, comparisons, workspace, plan, decision)

        self._fly(np.flatnonzero(comparisons.racing.any(axis=1)), fly, stop)

    def expect(self, decisions: NDArray[np.int64], futures: int, *, to_the_end: bool = True) -> NDArray[np.float64]:
        """Return the scores of ``futures`` that the script flies from each of M decisions, ``(M, futures)``.

        They end with the war, or with the line of the decision.
        """
        scores = np.zeros((len(decisions), futures))
        places = {decision: place for place, decision in enumerate(decisions.tolist())}

        def fly(workspace: Any, decision: int) -> None:
            row = scores[places[decision]]
            for plan in self._plans(0, futures, to_the_end=to_the_end):
                points = row[plan.first : plan.first + plan.futures]
                self.kernels.expect_score(self.choose, self.decisions, workspace, plan, decision, points)

        self._fly(decisions, fly)
        return scores

    def measure(
        self,
        measure: Measure,
        path: WarPath,
        decisions: NDArray[np.int64],
        budget: SampleBudget,
        on_progress: Callable[[float], object] = lambda share: None,
    ) -> Estimates:
        """Return the means of a measure of D decisions; 0 at decisions that are not measured and at illegal actions.

        Args:
            measure: the measure, such as ``measure_luck`` of the kernels.
            path: the war.
            decisions: the decisions that are measured, ``(R,)``.
            budget: the number of futures.
            on_progress: called after each decision with the share of the futures that are flown.
        """
        legal = decisions[path.taken[decisions] >= 0]
        legal = legal[self.decisions.masks[legal, path.taken[legal]] != 0]
        sizes = np.zeros(len(path.taken), np.int64)
        sizes[legal] = budget.first
        spread = self._sample(
            measure, path, budget.start, sizes, lambda share: on_progress(FIRST_SAMPLE_SHARE * share)
        ).error
        sizes[legal] = sample_sizes(spread[legal] * max(1, budget.first - 1) ** 0.5, budget)
        return self._sample(
            measure,
            path,
            budget.start + budget.first,
            sizes,
            lambda share: on_progress(1 + (share - 1) * (1 - FIRST_SAMPLE_SHARE)),
        )

    def _sample(
        self,
        measure: Measure,
        path: WarPath,
        first: int,
        sizes: NDArray[np.int64],
        on_progress: Callable[[float], object],
    ) -> Estimates:
        """Return the means over so many futures of each decision, ``(D,)``, with numbers from ``first`` on."""
        estimates, done, total = no_estimates(len(sizes)), itertools.count(1), int((sizes > 0).sum())

        def fly(workspace: Any, decision: int) -> None:
            points = np.zeros(sizes[decision])
            for plan in self._plans(first, len(points), to_the_end=self.to_the_end):
                part = points[plan.first - first :][: plan.futures]
                measure(self.choose, self.decisions, path, workspace, plan, decision, part)
            estimates.points[decision], estimates.error[decision] = mean_and_error(points)
            on_progress(next(done) / total)

        self._fly(np.flatnonzero(sizes), fly)
        return estimates

    def gains_to_the_end(
        self,
        path: WarPath,
        decisions: NDArray[np.int64],
        budget: EndBudget,
        on_progress: Callable[[float], object] = lambda share: None,
    ) -> NDArray[np.float64]:
        """Return the gains of the better actions at M decisions in futures to the end of the war.

        Args:
            path: the war; its ``own`` are the better actions.
            decisions: the decisions, ``(M,)``.
            budget: the number of futures.
            on_progress: called after each decision with the share of the decisions that are flown.

        Returns:
            ``(M, 2, F)``: the gain of each pair by the value, and at the end of the war.
        """
        futures = budget.futures_of_each(len(decisions))
        gains, done = np.zeros((len(decisions), 2, futures)), itertools.count(1)
        places = {decision: place for place, decision in enumerate(decisions.tolist())}

        def fly(workspace: Any, decision: int) -> None:
            own = gains[places[decision]]
            for plan in self._plans(budget.start, futures, to_the_end=self.to_the_end, past_chance=True):
                part = np.zeros((2, plan.futures))
                self.kernels.compare_to_the_end(self.choose, self.decisions, path, workspace, plan, decision, part)
                own[:, plan.first - budget.start :][:, : plan.futures] = part
            on_progress(next(done) / len(decisions))

        self._fly(decisions, fly)
        return gains

    def close(self) -> None:
        """Stop the threads, at the next decision if they fly."""
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)
