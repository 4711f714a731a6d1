"""``evaluate.py --difference D``: the number of wars that show a difference of D points between two policies.

The wars that were flown are a first batch, from which the variance of a difference in the same war follows. A true
difference of D is shown with probability :data:`POWER` if its standard error is D over :data:`ERRORS_APART`. That is
the sum of two normal quantiles: of the confidence of an interval, and of the power.
"""

import itertools
import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluated_game import EvaluationOptions, Flights
from agents.evaluation.figures import adjusted_scores, scores_of
from agents.evaluation.intervals import CONFIDENCE, differences
from agents.evaluation.tables import aligned, numbered, short

POWER = 0.8
"""Probability that the interval of a true difference of D points is without 0."""
FEWEST_WARS = 30
"""Smallest number of wars of the first batch, and of the wars that are needed."""
ERRORS_APART = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) + NormalDist().inv_cdf(POWER)
"""Standard errors between 0 and a difference that is shown with this probability."""
NEEDS_HEAD = ("difference of", "deviation", "wars", "adjusted", "wars", "wars that differ")
NEEDS_MEANS = """\
wars: so many show a true difference of {difference:g} {points}, which means that in {power:.0%} of such evaluations the
95 % interval of the difference is without 0. deviation: standard deviation of the difference in one {noun}, in these
{batch}. wars that differ: {noun}s of these in which the scores differ; below 10 the other figures are rough."""
NONE = "-"


class DifferenceNeed(NamedTuple):
    """The wars that a difference needs."""

    deviation: float
    """Standard deviation of the difference in one war of the first batch."""
    wars: int | None
    """Number of wars that show the difference; None if it is the same in all wars of the batch."""


class PairNeeds(NamedTuple):
    """Two policies in the same wars."""

    policy: str
    other: str
    plain: DifferenceNeed
    adjusted: DifferenceNeed | None
    """The same by luck-adjusted scores; None if luck is not measured."""
    differing: int
    """Number of wars of the batch in which the scores differ."""


def need_of(gaps: NDArray[np.float64], difference: float, fewest: int = FEWEST_WARS) -> DifferenceNeed:
    """Return the wars that a difference needs, at least ``fewest``, from differences in the same war, ``(N,)``."""
    deviation = float(gaps.std(ddof=1))
    wars = max(fewest, math.ceil((ERRORS_APART * deviation / difference) ** 2))
    return DifferenceNeed(deviation, wars if deviation else None)


def mean_differences(own: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the differences of two policies in the same wars, ``(N,)``, as means over their trainings."""
    gaps: NDArray[np.float64] = differences(own, others).mean(axis=(0, 1))
    return gaps


def needs_of_pairs(options: EvaluationOptions, flights: Sequence[Flights], difference: float) -> list[PairNeeds]:
    """Return the wars that a difference needs between the policies of every pair, the earlier one as the baseline."""
    pairs = []
    for (group, flown), (other, rivals) in itertools.combinations(zip(options.groups, flights, strict=True), 2):
        gaps = mean_differences(scores_of(rivals), scores_of(flown))
        adjusted = None
        if options.game.has_luck:
            adjusted = need_of(mean_differences(adjusted_scores(rivals), adjusted_scores(flown)), difference)
        plain, differing = need_of(gaps, difference), int((gaps != 0).sum())
        pairs.append(PairNeeds(other.name, group.name, plain, adjusted, differing))
    return pairs


def need_cells(need: DifferenceNeed | None, digits: int) -> tuple[str, str]:
    """Return the cells of a need: the standard deviation and the wars."""
    if need is None:
        return NONE, NONE
    return f"{need.deviation:.{digits}f}", NONE if need.wars is None else f"{need.wars:,}"


def needs_lines(options: EvaluationOptions, pairs: Sequence[PairNeeds], difference: float) -> list[str]:
    """Return the table of the wars that a difference needs, with its words."""
    digits, points, noun = options.words.digits, options.game.words.points, options.noun
    rows: list[tuple[str, ...]] = [NEEDS_HEAD]
    for pair in pairs:
        name = f"{short(pair.policy)} - {short(pair.other)}"
        rows.append((name, *need_cells(pair.plain, digits), *need_cells(pair.adjusted, digits), f"{pair.differing:,}"))
    batch = numbered(options.episodes, noun)
    return [
        *aligned(rows),
        *NEEDS_MEANS.format(difference=difference, points=points, power=POWER, noun=noun, batch=batch).splitlines(),
    ]
