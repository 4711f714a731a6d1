"""The figures of a comparison: means with intervals, and differences over the same wars."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.breakdown import Bonus, Breakdown, bonuses, breakdown, read_attack_log
from agents.evaluation.expectations import Expectations, expectations
from agents.evaluation.intervals import Interval, SingleWar, differences, estimate, victories
from stuka_env.charts import LoadedCharts
from stuka_env.flights.episodes import Flown, join
from stuka_env.scenario.plan import Scenario

Flights = Sequence[Flown]
"""A policy's wars, or a group's: the same for each of its members."""


class Member(NamedTuple):
    """One training of an algorithm."""

    policy: str
    score: float
    difference: float | None


class Figures(NamedTuple):
    """One line of the table; means are for one war, over all members."""

    policy: str
    members: list[Member]
    """One for a policy that stands for itself."""
    score: Interval | SingleWar
    spread: float | None
    """Standard deviation of the members' mean scores; None for a single one."""
    difference: Interval | SingleWar | None
    """Score less the baseline's over the same wars; None for the baseline."""
    better: Interval | SingleWar | None
    """How probable it is to score more than the baseline in the same war, 0 to 1, a draw as half; None for it."""
    levels: dict[str, int]
    """Finished wars by level of victory, the highest first."""
    distribution: dict[int, int]
    """Wars by score, ascending; unfinished ones as 0."""
    destroyed: float
    kia: float
    no_fly: float
    unfinished: int
    """Wars that were not played to their end; they score 0 and lose nothing."""
    illegal: int
    """Illegal actions; a hundred in a row cut a war off."""
    wars: int
    decisions: int
    decisions_per_second: float
    breakdown: Breakdown
    bonuses: list[Bonus]
    expectations: Expectations | None = None
    """What it expected and what it got; None for one that expects nothing."""


def scores(flights: Flights) -> NDArray[np.float64]:
    """The official score of each war, ``(S, N)``: a row for each member."""
    return np.stack([flown.results["score"] for flown in flights]).astype(np.float64)


def victory_levels(flown: Flown, charts: LoadedCharts) -> dict[str, int]:
    """How many finished wars ended on each level of victory, the highest first."""
    counts = Counter(np.maximum(flown.results["level"][flown.finished], 0).tolist())
    return {charts.victory_levels[level]: counts[level] for level in reversed(range(len(charts.victory_levels)))}


def member_lines(names: Sequence[str], own: NDArray[np.float64], others: NDArray[np.float64] | None) -> list[Member]:
    """What each member does by itself, against the baseline's mean."""
    means = own.mean(axis=1).tolist()
    rival = None if others is None else float(others.mean())
    rivals = [None if rival is None else mean - rival for mean in means]
    return [Member(*line) for line in zip(names, means, rivals, strict=True)]


def figures(
    policy: str,
    names: Sequence[str],
    flights: Flights,
    baseline: Flights | None,
    scenario: Scenario,
    charts: LoadedCharts,
) -> Figures:
    """The figures of one line, compared with ``baseline`` if there is one.

    Args:
        policy: what it is called.
        names: its members.
        flights: their wars.
        baseline: the baseline's wars; the same ones.
        scenario: what a war is.
        charts: the charts in force.
    """
    own, others = scores(flights), None if baseline is None else scores(baseline)
    flown = join(flights)
    results, decisions = flown.results, int(flown.decisions.sum())
    sheets = read_attack_log(flown, scenario, charts)
    return Figures(
        policy=policy,
        members=member_lines(names, own, others),
        score=estimate(own[:, None, :]),
        spread=float(own.mean(axis=1).std(ddof=1)) if len(own) > 1 else None,
        difference=None if others is None else estimate(differences(own, others)),
        better=None if others is None else estimate(victories(own, others)),
        levels=victory_levels(flown, charts),
        distribution=dict(sorted(Counter(results["score"].tolist()).items())),
        destroyed=float(results["destroyed"].mean()),
        kia=float(results["kia"].mean()),
        no_fly=float(results["no_fly"].mean()),
        unfinished=int((~flown.finished).sum()),
        illegal=int(flown.illegal.sum()),
        wars=len(flown.seeds),
        decisions=decisions,
        decisions_per_second=decisions / max(flown.seconds, 1e-9),
        breakdown=breakdown(flown, sheets, scenario),
        bonuses=bonuses(flown, sheets, scenario, charts),
        expectations=expectations(flown),
    )
