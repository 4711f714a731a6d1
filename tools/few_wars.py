"""Intervals for means of few wars, where a rare large difference may not have occurred yet."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from agents.evaluation.intervals import CONFIDENCE, Interval, interval

FEW_WARS = 200
"""Number of wars below which a mean has an interval of this module."""
IMAGINED: Mapping[str, float] = {
    "Stuka/Mission-v0": 10.0,
    "Stuka/Operation-v0": 10.0,
    "Stuka/Campaign-v0": 10.0,
    "Interceptor/Sortie-v0": 1.0,
    "Interceptor/Career-v0": 10.0,
}
"""Distance in points of two imagined wars from the mean, one on each side, by the environment."""


def half_widths(values: NDArray[np.float64], imagined: float) -> NDArray[np.float64]:
    """Return the half-widths of 95 % intervals around the means along the last axis, by Student's t.

    The squares of two imagined wars are added to those of the wars. Without them the bounds of two policies that differ
    in few wars would be too narrow.

    Args:
        values: ``(..., N)``, a number for each war.
        imagined: distance of the imagined wars from the mean.
    """
    wars = values.shape[-1]
    squares = ((values - values.mean(axis=-1, keepdims=True)) ** 2).sum(axis=-1) + 2 * imagined**2
    widths: NDArray[np.float64] = stats.t.ppf((1 + CONFIDENCE) / 2, wars - 1) * np.sqrt(squares / (wars - 1) / wars)
    return widths


def few_wars_interval(values: NDArray[np.float64], imagined: float) -> Interval:
    """Return the mean of a number for each war, ``(N,)``, with its 95 % interval (:func:`half_widths`)."""
    mean, half = float(values.mean()), float(half_widths(values, imagined))
    return Interval(mean, mean - half, mean + half)


def interval_of_mean(values: NDArray[np.float64], env: str) -> Interval:
    """Return the mean of a number for each war of an environment, ``(N,)``, with the interval that suits so many."""
    return interval(values) if values.shape[-1] >= FEW_WARS else few_wars_interval(values, IMAGINED[env])
