"""Figures of a comparison: means with intervals, and differences over the same wars."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluated_game import Member
from agents.evaluation.intervals import Interval, SingleWar, differences, estimate
from agents.evaluation.paired import paired_scores
from agents.games.stuka.evaluation.breakdown import Bonus, Breakdown, bonuses, breakdown, read_attack_log
from agents.games.stuka.evaluation.expectations import Expectations, expectations
from stuka_env.flights.episodes import Flown, join
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.scenario.plan import WarSpec

FEWEST_FOR_PRECISION = 30
"""Smallest number of wars whose variances are compared."""
Flights = Sequence[Flown]
"""The wars of each member of a group; all members fly the same wars."""


class Figures(NamedTuple):
    """One line of the table. Means are for one war, over all members."""

    policy: str
    members: list[Member]
    """One member for a single policy."""
    score: Interval | SingleWar
    spread: float | None
    """Standard deviation of the members' mean scores; None for a single one."""
    difference: Interval | SingleWar | None
    """Score less that of the baseline over the same wars; None for the baseline."""
    adjusted: Interval | SingleWar
    """Luck-adjusted score: the score less the points that dice and cards brought."""
    adjusted_difference: Interval | SingleWar | None
    """Difference of the adjusted scores over the same wars; None for the baseline."""
    precision: float | None
    """Number of wars that plain scores need for the interval that one adjusted war gives: of the difference, or of the
    score of the baseline. None with too few wars."""
    better: Interval | SingleWar | None
    """Probability of a higher score than the baseline in the same war; a draw counts half. None for the baseline."""
    levels: dict[str, int]
    """Finished wars by level of victory, the highest first."""
    distribution: dict[int, int]
    """Number of wars by score, ascending; unfinished wars have score 0."""
    destroyed: float
    kia: float
    no_fly: float
    unfinished: int
    """Wars that did not end; they count as score 0 without losses."""
    illegal: int
    """Illegal actions. A hundred in a row end a war as unfinished."""
    wars: int
    decisions: int
    decisions_per_second: float
    breakdown: Breakdown
    bonuses: list[Bonus]
    expectations: Expectations | None = None
    """Expected and achieved scores; None for a policy without a score head."""


def scores(flights: Flights) -> NDArray[np.float64]:
    """Return the official scores, ``(S, N)``: a row for each member, a column for each war."""
    return np.stack([flown.results["score"] for flown in flights]).astype(np.float64)


def adjusted_scores(flights: Flights) -> NDArray[np.float64]:
    """Return the luck-adjusted scores, ``(S, N)``: a row for each member, a column for each war."""
    return scores(flights) - np.stack([flown.luck for flown in flights])


def precision(plain: NDArray[np.float64], adjusted: NDArray[np.float64]) -> float | None:
    """Return the variance of plain numbers over that of adjusted ones, or None without either. The wars come last."""
    before, after = plain.mean(axis=(0, 1)).var(), adjusted.mean(axis=(0, 1)).var()
    enough = plain.shape[-1] >= FEWEST_FOR_PRECISION and before > 0.0 and after > 0.0
    return float(before / after) if enough else None


def victory_levels(flown: Flown, charts: LoadedCharts) -> dict[str, int]:
    """Count the finished wars by level of victory, the highest first."""
    counts = Counter(np.maximum(flown.results["level"][flown.finished], 0).tolist())
    levels = charts.names.victory_levels
    return {levels[level]: counts[level] for level in reversed(range(len(levels)))}


def figures(
    policy: str,
    *,
    names: Sequence[str],
    flights: Flights,
    baseline: Flights | None,
    spec: WarSpec,
) -> Figures:
    """Compute the figures of one line of the table.

    Args:
        policy: name of the line.
        names: names of its members.
        flights: wars of its members.
        baseline: wars of the baseline with the same seeds; None for the baseline.
        spec: the kind of war.
    """
    own, others = scores(flights), None if baseline is None else scores(baseline)
    adjusted, adjusted_others = adjusted_scores(flights), None if baseline is None else adjusted_scores(baseline)
    plain_pairs = own[:, None, :] if others is None else differences(own, others)
    pairs = adjusted[:, None, :] if adjusted_others is None else differences(adjusted, adjusted_others)
    flown = join(flights)
    results, decisions = flown.results, int(flown.decisions.sum())
    sheets = read_attack_log(flown, spec)
    return Figures(
        policy=policy,
        **paired_scores(names, own, others)._asdict(),
        adjusted=estimate(adjusted[:, None, :]),
        adjusted_difference=None if others is None else estimate(pairs),
        precision=precision(plain_pairs, pairs),
        levels=victory_levels(flown, spec.charts),
        distribution=dict(sorted(Counter(results["score"].tolist()).items())),
        destroyed=float(results["destroyed"].mean()),
        kia=float(results["kia"].mean()),
        no_fly=float(results["no_fly"].mean()),
        unfinished=int((~flown.finished).sum()),
        illegal=int(flown.illegal.sum()),
        wars=len(flown.seeds),
        decisions=decisions,
        decisions_per_second=decisions / max(flown.seconds, 1e-9),
        breakdown=breakdown(flown, sheets, spec),
        bonuses=bonuses(flown, sheets, spec),
        expectations=expectations(flown),
    )
