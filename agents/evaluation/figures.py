"""Figures of a comparison in any game: means with intervals, and differences over the same wars.

An unfinished war counts as score 0 in every mean.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluated_game import EvaluatedGame, Flights, LineWars, Own, PolicyGroup
from agents.evaluation.intervals import Interval, SingleWar, differences, estimate, estimate_difference, victories
from stuka_env.flights.episodes import join


class Member(NamedTuple):
    """Scores of one training of an algorithm."""

    policy: str
    score: float
    difference: float | None


FEWEST_FOR_PRECISION = 30
"""Smallest number of wars whose variances are compared."""


class AdjustedFigures(NamedTuple):
    """Luck-adjusted figures of one line of the table, over all members."""

    adjusted: Interval | SingleWar
    """Luck-adjusted score: the score less what dice and cards brought."""
    adjusted_difference: Interval | SingleWar | None
    """Difference of the adjusted scores over the same wars; None for the baseline."""
    precision: float | None
    """Number of wars that plain scores need for the interval that one adjusted war gives: of the difference, or of the
    score of the baseline. None with too few wars."""


class Figures(NamedTuple):
    """One line of the comparison. Means are for one war, over all members."""

    policy: str
    members: list[Member]
    """One member for a single policy."""
    score: Interval | SingleWar
    spread: float | None
    """Standard deviation of the members' mean scores; None for a single one."""
    difference: Interval | SingleWar | None
    """Score less that of the baseline over the same wars; None for the baseline."""
    better: Interval | SingleWar | None
    """Probability of a higher score than the baseline in the same war; a draw counts half. None for the baseline."""
    levels: dict[str, int]
    """Finished wars by level of victory, the highest first."""
    distribution: dict[int, int]
    """Number of wars by score, ascending."""
    deviation: float
    """Standard deviation of the score of one war."""
    unfinished: int
    """Wars that did not end."""
    illegal: int
    """Illegal actions. A hundred in a row end a war as unfinished."""
    wars: int
    decisions: int
    decisions_per_second: float
    luck: AdjustedFigures | None
    """Luck-adjusted figures; None if luck is not measured."""
    own: Own
    """Figures that only this game has."""


def scores_of(flights: Flights) -> NDArray[np.float64]:
    """Return the official scores, ``(S, N)``: a row for each member, a column for each war."""
    return np.stack([flown.scores for flown in flights])


def adjusted_scores(flights: Flights) -> NDArray[np.float64]:
    """Return the luck-adjusted scores, ``(S, N)``: a row for each member, a column for each war."""
    return scores_of(flights) - np.stack([flown.luck for flown in flights])


def precision(plain: NDArray[np.float64], adjusted: NDArray[np.float64]) -> float | None:
    """Return the variance of plain numbers over that of adjusted ones, or None without either. The wars come last."""
    before, after = plain.mean(axis=(0, 1)).var(), adjusted.mean(axis=(0, 1)).var()
    enough = plain.shape[-1] >= FEWEST_FOR_PRECISION and before > 0.0 and after > 0.0
    return float(before / after) if enough else None


def adjusted_figures(flights: Flights, baseline: Flights | None) -> AdjustedFigures:
    """Compute the luck-adjusted figures of the wars of a line's members, and of the baseline's with the same seeds."""
    own, adjusted = scores_of(flights), adjusted_scores(flights)
    plain_pairs, pairs = own[:, None, :], adjusted[:, None, :]
    if baseline is not None:
        plain_pairs = differences(own, scores_of(baseline))
        pairs = differences(adjusted, adjusted_scores(baseline))
    return AdjustedFigures(
        adjusted=estimate(adjusted[:, None, :]),
        adjusted_difference=None if baseline is None else estimate_difference(pairs),
        precision=precision(plain_pairs, pairs),
    )


def member_lines(names: Sequence[str], own: NDArray[np.float64], others: NDArray[np.float64] | None) -> list[Member]:
    """Return the mean score of each member, and its difference to the mean of the baseline."""
    means = own.mean(axis=1).tolist()
    baseline = None if others is None else float(others.mean())
    gaps = [None if baseline is None else mean - baseline for mean in means]
    return [Member(*line) for line in zip(names, means, gaps, strict=True)]


def figures_of(
    game: EvaluatedGame, group: PolicyGroup, flights: Flights, baseline: Flights | None, spec: Any
) -> Figures:
    """Compute the figures of one line of the table.

    Args:
        game: the game.
        group: the line.
        flights: wars of its members.
        baseline: wars of the baseline with the same seeds; None for the baseline.
        spec: the kind of war.
    """
    own, others = scores_of(flights), None if baseline is None else scores_of(baseline)
    flown = join(flights)
    wars = LineWars(flown, flights, baseline, spec)
    decisions = int(flown.decisions.sum())
    return Figures(
        policy=group.name,
        members=member_lines([policy.name for policy in group.members], own, others),
        score=estimate(own[:, None, :]),
        spread=float(own.mean(axis=1).std(ddof=1)) if len(own) > 1 else None,
        difference=None if others is None else estimate_difference(differences(own, others)),
        better=None if others is None else estimate(victories(own, others)),
        levels=game.levels(flown, spec),
        distribution=dict(sorted(Counter(own.astype(int).ravel().tolist()).items())),
        deviation=float(own.std()),
        unfinished=int((~flown.finished).sum()),
        illegal=int(flown.illegal.sum()),
        wars=len(flown.seeds),
        decisions=decisions,
        decisions_per_second=decisions / max(flown.seconds, 1e-9),
        luck=adjusted_figures(flights, baseline) if game.has_luck else None,
        own={name: figure(wars) for name, figure in game.figures.items()},
    )
