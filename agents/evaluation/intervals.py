"""Means with bootstrap intervals, over wars and, where an algorithm was trained more than once, over trainings.

Every training flies the same wars, so the two are crossed: each resample draws trainings and wars, both with
replacement and independently of each other, and takes the mean over the pairs drawn. With one training it is the plain
bootstrap over wars.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
RESAMPLES = 2_000
BOOTSTRAP_SEED = 19411943
"""The intervals of one set of results are always the same."""
DRAWN_AT_ONCE = 4_000_000
"""Numbers drawn at a time: bounds the memory."""


class Interval(NamedTuple):
    """A mean with its interval."""

    mean: float
    low: float
    high: float


class SingleWar(NamedTuple):
    """A mean over one war, which has no interval."""

    mean: float
    low: None = None
    high: None = None


def span(figures: Mapping[str, float], form: str = ".1f") -> str:
    """A mean with its interval in words, from an interval as a mapping: ``60.1 [59.8, 60.4]``."""
    return f"{figures['mean']:{form}} [{figures['low']:{form}}, {figures['high']:{form}}]"


def resampled_means(values: NDArray[np.float64], resamples: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Means of ``resamples`` resamples of ``values``, ``(S, T, N)``.

    Wars that went alike are drawn together: how often each kind of war is drawn has a multinomial distribution, which
    is the bootstrap itself and much faster where scores are whole numbers.
    """
    members, rivals, wars = values.shape
    kinds, counts = np.unique(values.reshape(-1, wars), axis=1, return_counts=True)
    drawn = rng.multinomial(wars, counts / wars, resamples) / wars
    pairs = (drawn @ kinds.T).reshape(-1, members, rivals)
    own = rng.multinomial(members, np.full(members, 1 / members), resamples) / members
    others = rng.multinomial(rivals, np.full(rivals, 1 / rivals), resamples) / rivals
    means: NDArray[np.float64] = np.einsum("rst,rs,rt->r", pairs, own, others)
    return means


def interval(values: NDArray[np.float64]) -> Interval:
    """The mean with a bootstrap interval (95 %, percentiles).

    Args:
        values: ``(N,)``, one number a war; or ``(S, T, N)``, one for each of S trainings, T trainings of what it is
            compared with, and N wars.
    """
    table = np.asarray(values, np.float64)
    table = table if table.ndim == 3 else table.reshape(1, 1, -1)
    mean = float(table.mean())
    if np.ptp(table) == 0:
        return Interval(mean, mean, mean)
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    batch = max(1, min(RESAMPLES, DRAWN_AT_ONCE // table.shape[2]))
    sizes = [batch] * (RESAMPLES // batch) + [RESAMPLES % batch] * (RESAMPLES % batch > 0)
    means = np.concatenate([resampled_means(table, size, rng) for size in sizes])
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Interval(mean, float(low), float(high))


def estimate(values: NDArray[np.float64]) -> Interval | SingleWar:
    """The mean with its interval, as :func:`interval`; without one where there is a single war.

    Trainings alone make no interval: it would say nothing about other wars.
    """
    table = np.asarray(values, np.float64)
    return interval(table) if table.shape[-1] > 1 else SingleWar(float(table.mean()))


def differences(own: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores ``(S, N)`` less scores ``(T, N)`` of the same wars, ``(S, T, N)``."""
    return own[:, None, :] - others[None, :, :]


def victories(own: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """1 where a war came out better than the same war in other hands, 1/2 where equal, 0 where worse; ``(S, T, N)``."""
    return (np.sign(differences(own, others)) + 1) / 2
