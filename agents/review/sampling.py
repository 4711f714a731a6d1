"""The number of futures that each decision of a war gets, and the means over them.

A first sample gives the spread of each decision. The size of the second follows from it, and only the second counts. A
sample that stops when its mean happens to be small would make the sum of the means too small.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SMALLEST_SPREAD = 1e-9
"""In place of the sum of the spreads where all of them are 0."""


class SampleBudget(NamedTuple):
    """The size of the samples of a war."""

    start: int
    """Number of the first future; samples with different futures are independent."""
    error: float
    """Standard error of the sum over all decisions that the samples are to reach, in points of the final score."""
    most: int
    """Most futures of all decisions, apart from the smallest samples; the error is larger in a war that needs more."""
    first: int
    """Futures of each decision in the first sample."""
    smallest: int
    """Least futures of a decision in the second sample."""
    largest: int
    """Most futures of a decision in the second sample."""


class EndBudget(NamedTuple):
    """The number of pairs to the end of the war for the costs of decisions."""

    start: int
    """Number of the first future."""
    most: int
    """Most pairs of all decisions, apart from the smallest samples."""
    smallest: int
    """Least pairs of a decision."""
    largest: int
    """Most pairs of a decision."""

    def futures_of_each(self, decisions: int) -> int:
        """Return the pairs of each of so many decisions."""
        return max(self.smallest, min(self.largest, self.most // max(1, decisions)))


class Estimates(NamedTuple):
    """A mean over futures for each of D decisions, in points of the final score."""

    points: NDArray[np.float64]
    """``(D,)``; 0 for a decision without futures."""
    error: NDArray[np.float64]
    """``(D,)``: the standard errors."""

    @property
    def sum_error(self) -> float:
        """Standard error of the sum."""
        return root_sum_square(self.error)


def no_estimates(decisions: int) -> Estimates:
    """Return estimates that are exactly 0."""
    return Estimates(np.zeros(decisions), np.zeros(decisions))


def sample_sizes(spread: NDArray[np.float64], budget: SampleBudget) -> NDArray[np.int64]:
    """Return the futures of each decision with which the sum of their means reaches the error of the budget.

    Args:
        spread: standard deviation of the points of one future at each decision, ``(D,)``.
        budget: error and limits.
    """
    total = max(float(spread.sum()), SMALLEST_SPREAD)
    futures = spread * min(total / budget.error**2, budget.most / total)
    return np.clip(futures, budget.smallest, budget.largest).astype(np.int64)


def root_sum_square(errors: NDArray[np.float64] | list[float]) -> float:
    """Return the standard error of a sum of independent figures."""
    return float(np.sqrt(np.square(errors).sum()))


def mean_and_error(points: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean over futures ``(F,)`` and its standard error."""
    return float(points.mean()), float(points.std() / max(1, len(points) - 1) ** 0.5)
