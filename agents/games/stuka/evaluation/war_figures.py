"""Figures that only the first game has: luck-adjusted scores, losses, and the sources of the score."""

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluated_game import Flights
from agents.evaluation.figures import scores_of
from agents.evaluation.intervals import Interval, SingleWar, differences, estimate
from agents.games.stuka.evaluation.breakdown import Bonus, Breakdown, bonuses, breakdown, read_attack_log
from agents.games.stuka.evaluation.expectations import Expectations, expectations
from stuka_env.flights.episodes import Flown
from stuka_env.games.stuka.scenario.plan import WarSpec

FEWEST_FOR_PRECISION = 30
"""Smallest number of wars whose variances are compared."""


class WarFigures(NamedTuple):
    """Figures of one line of the table. Means are for one war, over all members; an unfinished war has no losses."""

    adjusted: Interval | SingleWar
    """Luck-adjusted score: the score less the points that dice and cards brought."""
    adjusted_difference: Interval | SingleWar | None
    """Difference of the adjusted scores over the same wars; None for the baseline."""
    precision: float | None
    """Number of wars that plain scores need for the interval that one adjusted war gives: of the difference, or of the
    score of the baseline. None with too few wars."""
    destroyed: float
    kia: float
    no_fly: float
    breakdown: Breakdown
    bonuses: list[Bonus]
    expectations: Expectations | None
    """Expected and achieved scores; None for a policy without a score head."""


def adjusted_scores(flights: Flights) -> NDArray[np.float64]:
    """Return the luck-adjusted scores, ``(S, N)``: a row for each member, a column for each war."""
    return scores_of(flights) - np.stack([flown.luck for flown in flights])


def precision(plain: NDArray[np.float64], adjusted: NDArray[np.float64]) -> float | None:
    """Return the variance of plain numbers over that of adjusted ones, or None without either. The wars come last."""
    before, after = plain.mean(axis=(0, 1)).var(), adjusted.mean(axis=(0, 1)).var()
    enough = plain.shape[-1] >= FEWEST_FOR_PRECISION and before > 0.0 and after > 0.0
    return float(before / after) if enough else None


def victory_levels(flown: Flown, spec: WarSpec) -> dict[str, int]:
    """Count the finished wars by level of victory, the highest first."""
    counts = Counter(np.maximum(flown.results["level"][flown.finished], 0).tolist())
    levels = spec.charts.names.victory_levels
    return {levels[level]: counts[level] for level in reversed(range(len(levels)))}


def war_figures(flown: Flown, flights: Flights, baseline: Flights | None, spec: WarSpec) -> WarFigures:
    """Compute the figures of one line of the table.

    Args:
        flown: all wars of the line.
        flights: wars of its members.
        baseline: wars of the baseline with the same seeds; None for the baseline.
        spec: the kind of war.
    """
    own, adjusted = scores_of(flights), adjusted_scores(flights)
    plain_pairs, pairs = own[:, None, :], adjusted[:, None, :]
    if baseline is not None:
        plain_pairs = differences(own, scores_of(baseline))
        pairs = differences(adjusted, adjusted_scores(baseline))
    sheets = read_attack_log(flown, spec)
    return WarFigures(
        adjusted=estimate(adjusted[:, None, :]),
        adjusted_difference=None if baseline is None else estimate(pairs),
        precision=precision(plain_pairs, pairs),
        destroyed=float(flown.results["destroyed"].mean()),
        kia=float(flown.results["kia"].mean()),
        no_fly=float(flown.results["no_fly"].mean()),
        breakdown=breakdown(flown, sheets, spec),
        bonuses=bonuses(flown, sheets, spec),
        expectations=expectations(flown),
    )
