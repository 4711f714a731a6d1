"""Means with bootstrap intervals over wars and, if an algorithm was trained more than once, over trainings.

Every training flies the same wars, so the two factors are crossed. Each resample draws trainings and wars with
replacement, independently of each other, and takes the mean over all pairs. With one training this is the plain
bootstrap over wars.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
RESAMPLES = 2_000
BOOTSTRAP_SEED = 19411943
"""Fixed seed, so that the same results always give the same intervals."""
DRAWS_PER_BATCH = 4_000_000
"""Random numbers drawn at a time, which limits the memory."""
KEPT_BOUNDS = 512
"""Number of intervals that are kept."""


class Interval(NamedTuple):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


class SingleWar(NamedTuple):
    """A mean over one war, which has no interval."""

    mean: float
    low: None = None
    high: None = None


def span(figures: Mapping[str, float], form: str = ".1f") -> str:
    """Format the mapping of an interval: ``60.1 [59.8, 60.4]``."""
    return f"{figures['mean']:{form}} [{figures['low']:{form}}, {figures['high']:{form}}]"


def resampled_means(values: NDArray[np.float64], resamples: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return the means of ``resamples`` resamples of ``values``, ``(S, T, N)``.

    Wars with equal values are drawn together. The number of draws of each distinct war has a multinomial distribution.
    This is the same bootstrap, and much faster for whole numbers.
    """
    members, rivals, wars = values.shape
    distinct, counts = np.unique(values.reshape(-1, wars), axis=1, return_counts=True)
    shares = rng.multinomial(wars, counts / wars, resamples) / wars
    pairs = (shares @ distinct.T).reshape(-1, members, rivals)
    own = rng.multinomial(members, np.full(members, 1 / members), resamples) / members
    others = rng.multinomial(rivals, np.full(rivals, 1 / rivals), resamples) / rivals
    means: NDArray[np.float64] = np.einsum("rst,rs,rt->r", pairs, own, others)
    return means


def interval(values: NDArray[np.float64]) -> Interval:
    """Return the mean with a bootstrap interval (95 %, percentiles).

    Args:
        values: ``(N,)``, a number for each war; or ``(S, T, N)``, for S trainings, T trainings of the baseline and N
            wars.
    """
    table = np.asarray(values, np.float64)
    table = table if table.ndim == 3 else table.reshape(1, 1, -1)
    mean = float(table.mean())
    if np.ptp(table) == 0:
        return Interval(mean, mean, mean)
    return Interval(mean, *_bounds(table.tobytes(), table.shape))


@lru_cache(maxsize=KEPT_BOUNDS)
def _bounds(numbers: bytes, shape: tuple[int, ...]) -> tuple[float, float]:
    """Return the bounds of :func:`interval`; pages and tables ask for those of the same wars again and again."""
    table = np.frombuffer(numbers, np.float64).reshape(shape)
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    batch = max(1, min(RESAMPLES, DRAWS_PER_BATCH // table.shape[2]))
    sizes = [batch] * (RESAMPLES // batch) + [RESAMPLES % batch] * (RESAMPLES % batch > 0)
    means = np.concatenate([resampled_means(table, size, rng) for size in sizes])
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)


def estimate(values: NDArray[np.float64]) -> Interval | SingleWar:
    """Return the mean with its interval, as :func:`interval` does, or a mean without interval for a single war.

    Several trainings of a single war give no interval, because it would not cover other wars.
    """
    table = np.asarray(values, np.float64)
    return interval(table) if table.shape[-1] > 1 else SingleWar(float(table.mean()))


def student_quantile(freedom: int) -> float:
    """Return the quantile of Student's t for the upper bound of an interval, by an expansion in 1 / freedom.

    It is right to 1 % from 3 degrees of freedom on, and too small below.
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    terms = (z, (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return float(sum(term / freedom**power for power, term in enumerate(terms)))


def student_interval(values: NDArray[np.float64], more_squares: float, quantile: float) -> Interval:
    """Return the mean of a number for each war, ``(N,)``, with the interval of Student's t.

    Args:
        values: the numbers.
        more_squares: sum of the squares of imagined wars, which widen the interval.
        quantile: the quantile of Student's t for the upper bound.
    """
    wars, mean = len(values), float(values.mean())
    squares = float(((values - mean) ** 2).sum()) + more_squares
    half = quantile * (squares / (wars - 1) / wars) ** 0.5
    return Interval(mean, mean - half, mean + half)


IMAGINED_WARS = 3
"""Wars that are added to the squares of a difference."""


def estimate_difference(values: NDArray[np.float64]) -> Interval | SingleWar:
    """Return the mean difference of two lines in the same wars with its interval (95 %).

    Policies that are nearly equal differ in few wars, so the rarest differences may not have occurred yet. For single
    trainings the interval is Student's t with the squares of three imagined wars, as far from the mean as the farthest
    one. With several trainings, or with a single war, it is that of :func:`estimate`.

    Args:
        values: ``(S, T, N)``, for S trainings, T trainings of the baseline and N wars.
    """
    wars = values.shape[-1]
    if wars == 1 or values.shape[:2] != (1, 1):
        return estimate(values)
    farthest = float(((values - values.mean()) ** 2).max())
    return student_interval(values[0, 0], IMAGINED_WARS * farthest, student_quantile(wars - 1))


def differences(own: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Subtract scores ``(T, N)`` from scores ``(S, N)`` of the same wars; the result is ``(S, T, N)``."""
    return own[:, None, :] - others[None, :, :]


def victories(own: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 for a higher score than the baseline's in the same war, 1/2 for an equal one, else 0; ``(S, T, N)``."""
    return (np.sign(differences(own, others)) + 1) / 2


def error_of_ratio(tops: NDArray[Any], bottoms: NDArray[Any]) -> float:
    """Return the standard error of ``sum(tops) / sum(bottoms)``, with one of each for every war, ``(N,)``."""
    total = max(1, int(bottoms.sum()))
    spread = tops - tops.sum() / total * bottoms
    return float(np.sqrt((spread**2).sum())) / total


IN_PERCENT = 100


class Measured(NamedTuple):
    """A figure and its standard error."""

    value: float
    error: float


class LineShare(NamedTuple):
    """A figure of lines of log sheets: a sum over another, each of the lines."""

    top: Callable[[Any], Any]
    bottom: Callable[[Any], Any]
    factor: int = 1


Measures = Mapping[str, Measured]
"""Figures by name."""


def mean_of(values: NDArray[Any], factor: int = 1) -> Measured:
    """Return a mean over wars, ``(N,)``."""
    return Measured(factor * float(values.mean()), factor * float(values.std(ddof=1) / np.sqrt(len(values))))


def share_figures(shares: Mapping[str, LineShare], lines: NDArray[Any]) -> Measures:
    """Return shares by name, from the lines of log sheets ``(N, L)``; those whose lower sum is 0 are left out."""
    figures = {}
    for name, share in shares.items():
        tops, bottoms = (part(lines).sum(axis=1, dtype=np.int64) for part in (share.top, share.bottom))
        if bottoms.sum():
            value, error = tops.sum() / bottoms.sum(), error_of_ratio(tops, bottoms)
            figures[name] = Measured(share.factor * float(value), share.factor * error)
    return figures
