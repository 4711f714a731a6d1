"""The error of the value in the costs of decisions, measured by futures to the end of the war.

The paired futures of a decision end where a value scores the rest of the war. If the value is wrong about what an
action changes, all pairs are wrong by the same amount, and their spread does not show it. A sample of pairs to the end
of the war shows it for each decision. This sample is small, and it has the chance of many lines in it.

So the errors of all marked decisions are estimated together. In units of their standard errors they come from a normal
distribution, whose mean and spread are not known. Each estimate is drawn to the mean, the more the smaller the spread
can be (empirical Bayes, with a flat prior for the spread). One decision alone keeps its own estimate.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SPREADS = np.linspace(0.0, 10.0, 101)
"""Possible spreads of the value's errors, in standard errors of the estimates."""


class Costs(NamedTuple):
    """M costs in points of the final score, ``(M,)`` each."""

    points: NDArray[np.float64]
    error: NDArray[np.float64]
    """The standard errors, with that of the value."""
    by_value: NDArray[np.float64]
    """The costs by the value alone."""
    value_error: NDArray[np.float64]
    """The parts of the standard errors that come from the error of the value."""
    common_error: NDArray[np.float64]
    """The parts of those that all costs have in common."""
    bias: NDArray[np.float64]
    """Points that the costs by the value lack."""
    bias_error: NDArray[np.float64]


class Pooled(NamedTuple):
    """Means of normal distributions with standard deviation 1, estimated together."""

    means: NDArray[np.float64]
    """``(M,)``."""
    variances: NDArray[np.float64]
    """``(M,)``."""
    common: float
    """Part of each variance that all means have in common."""


def pool(samples: NDArray[np.float64]) -> Pooled:
    """Return the posterior of the M means behind one sample each, ``(M,)``, of normal distributions of variance 1."""
    count, mean = len(samples), float(samples.mean())
    deviations = samples - mean
    variances = 1.0 + SPREADS**2
    log_weights = -0.5 * ((count - 1) * np.log(variances) + (deviations**2).sum() / variances)
    weights = np.exp(log_weights - log_weights.max())
    weights /= weights.sum()
    kept = 1.0 - 1.0 / variances
    share = float(weights @ kept)
    share_variance = float(weights @ kept**2) - share**2
    common = float(weights @ (1.0 / variances)) / count
    return Pooled(mean + share * deviations, share + common + share_variance * deviations**2, common)


def costs_of(gains: NDArray[np.float64]) -> Costs:
    """Return the costs of M decisions, with the error of the value.

    The gain by the value and its error come from the same pairs. The part of its chance that follows that of the error
    is taken out (a regression).

    Args:
        gains: gains of each pair by the value, and at the end of the war, ``(M, 2, F)``.
    """
    by_value, lacking = gains[:, 0], gains[:, 1] - gains[:, 0]
    pairs = max(1, gains.shape[2] - 1)
    variance, lacking_variance = by_value.var(axis=1) / pairs, lacking.var(axis=1) / pairs
    covariance = ((by_value * lacking).mean(axis=1) - by_value.mean(axis=1) * lacking.mean(axis=1)) / pairs
    bias, bias_error, common = lacking.mean(axis=1), np.zeros(len(gains)), np.zeros(len(gains))
    slope, is_open = np.zeros(len(gains)), lacking_variance > 0.0
    if is_open.any():
        spread = np.sqrt(lacking_variance[is_open])
        pooled = pool(bias[is_open] / spread)
        slope[is_open] = covariance[is_open] / lacking_variance[is_open]
        bias[is_open] = pooled.means * spread
        bias_error[is_open] = np.sqrt(pooled.variances) * spread
        common[is_open] = pooled.common**0.5 * spread
    rest = np.maximum(variance - slope * covariance, 0.0)
    return Costs(
        by_value.mean(axis=1) - slope * lacking.mean(axis=1) + (1.0 + slope) * bias,
        np.hypot(np.sqrt(rest), (1.0 + slope) * bias_error),
        by_value.mean(axis=1),
        np.abs(1.0 + slope) * bias_error,
        np.abs(1.0 + slope) * common,
        bias,
        bias_error,
    )
