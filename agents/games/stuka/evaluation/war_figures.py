"""Figures that only the first game has: luck-adjusted scores, losses, and the sources of the score."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from agents.evaluation.adjusted import adjusted_figures
from agents.evaluation.evaluated_game import Flights
from agents.evaluation.intervals import Interval, SingleWar
from agents.games.stuka.evaluation.breakdown import Bonus, Breakdown, bonuses, breakdown, read_attack_log
from agents.games.stuka.evaluation.expectations import Expectations, expectations
from stuka_env.flights.episodes import Flown
from stuka_env.games.stuka.scenario.plan import WarSpec


class WarFigures(NamedTuple):
    """Figures of one line of the table. Means are for one war, over all members; an unfinished war has no losses."""

    adjusted: Interval | SingleWar
    adjusted_difference: Interval | SingleWar | None
    precision: float | None
    """These three are those of :class:`agents.evaluation.adjusted.AdjustedFigures`."""
    destroyed: float
    kia: float
    no_fly: float
    breakdown: Breakdown
    bonuses: list[Bonus]
    expectations: Expectations | None
    """Expected and achieved scores; None for a policy without a score head."""


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
    sheets = read_attack_log(flown, spec)
    return WarFigures(
        *adjusted_figures(flights, baseline),
        destroyed=float(flown.results["destroyed"].mean()),
        kia=float(flown.results["kia"].mean()),
        no_fly=float(flown.results["no_fly"].mean()),
        breakdown=breakdown(flown, sheets, spec),
        bonuses=bonuses(flown, sheets, spec),
        expectations=expectations(flown),
    )
