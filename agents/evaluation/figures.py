"""What an evaluation says about a policy: means with intervals, and differences over the same wars."""

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from agents.evaluation.flying import Flown
from stuka_env.charts import LoadedCharts

CONFIDENCE = 0.95
RESAMPLES = 2_000
BOOTSTRAP_SEED = 19411943
"""The intervals of one set of results are always the same."""


class Interval(NamedTuple):
    """A mean with its interval."""

    mean: float
    low: float
    high: float


class Figures(NamedTuple):
    """One policy's line of the table; means are for one war."""

    policy: str
    score: Interval
    difference: Interval | None
    """Score less the baseline's over the same wars; None for the baseline."""
    levels: dict[str, int]
    """Wars by level of victory, the highest first."""
    destroyed: float
    kia: float
    no_fly: float
    unfinished: int
    """Wars that were not played to their end; they score 0."""
    decisions: int
    decisions_per_second: float


def interval(values: NDArray[np.float64]) -> Interval:
    """The mean over wars with a bootstrap interval (95 %, percentiles)."""
    mean = float(values.mean())
    if np.ptp(values) == 0:
        return Interval(mean, mean, mean)
    drawn = stats.bootstrap(
        (values,),
        np.mean,
        confidence_level=CONFIDENCE,
        n_resamples=RESAMPLES,
        batch=max(1, 2_000_000 // len(values)),
        method="percentile",
        rng=np.random.default_rng(BOOTSTRAP_SEED),
    )
    return Interval(mean, float(drawn.confidence_interval.low), float(drawn.confidence_interval.high))


def scores(flown: Flown) -> NDArray[np.float64]:
    """The official score of each war."""
    return flown.results["score"].astype(np.float64)


def victory_levels(flown: Flown, charts: LoadedCharts) -> dict[str, int]:
    """How many finished wars ended on each level of victory, the highest first."""
    counts = Counter(np.maximum(flown.results["level"][flown.finished], 0).tolist())
    return {charts.victory_levels[level]: counts[level] for level in reversed(range(len(charts.victory_levels)))}


def figures(policy: str, flown: Flown, baseline: Flown | None, charts: LoadedCharts) -> Figures:
    """The figures of one policy, compared with ``baseline`` if there is one."""
    results, decisions = flown.results, int(flown.decisions.sum())
    return Figures(
        policy=policy,
        score=interval(scores(flown)),
        difference=None if baseline is None else interval(scores(flown) - scores(baseline)),
        levels=victory_levels(flown, charts),
        destroyed=float(results["destroyed"].mean()),
        kia=float(results["kia"].mean()),
        no_fly=float(results["no_fly"].mean()),
        unfinished=int((~flown.finished).sum()),
        decisions=decisions,
        decisions_per_second=decisions / max(flown.seconds, 1e-9),
    )
