"""Figures of wars with their standard errors, for calibrations: means over wars, and shares of lines of log sheets."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.intervals import error_of_ratio

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
