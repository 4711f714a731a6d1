"""Luck-adjusted figures of a line of the comparison, and their table, for every game whose luck is measured."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluated_game import Flights
from agents.evaluation.figures import Figures, scores_of
from agents.evaluation.intervals import Interval, SingleWar, differences, estimate
from agents.evaluation.tables import aligned, bounds, difference_cells, short

FEWEST_FOR_PRECISION = 30
"""Smallest number of wars whose variances are compared."""
LUCK_DECIMALS = 3
"""Decimal places of the luck of a war in ``results.csv``."""
ADJUSTED_HEAD = ("luck-adjusted", "score", "95 % interval", "difference", "95 % interval", "worth")
ADJUSTED_MEANS = """\
Less the {points} that dice and cards brought, so the luck of the {noun}s is taken out; the expected score is the same.
worth: {noun}s that plain scores need for what one adjusted {noun} tells; "-" below {fewest} {noun}s."""


class AdjustedFigures(NamedTuple):
    """Luck-adjusted figures of one line of the table, over all members."""

    adjusted: Interval | SingleWar
    """Luck-adjusted score: the score less what dice and cards brought."""
    adjusted_difference: Interval | SingleWar | None
    """Difference of the adjusted scores over the same wars; None for the baseline."""
    precision: float | None
    """Number of wars that plain scores need for the interval that one adjusted war gives: of the difference, or of the
    score of the baseline. None with too few wars."""


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
        adjusted_difference=None if baseline is None else estimate(pairs),
        precision=precision(plain_pairs, pairs),
    )


def adjusted_cells(line: Figures, digits: int) -> tuple[str, ...]:
    """Return the cells of one policy's luck-adjusted line."""
    own: AdjustedFigures = line.own
    worth = "-" if own.precision is None else f"{own.precision:.1f}"
    difference = difference_cells(own.adjusted_difference, digits)
    return (short(line.policy), *bounds(own.adjusted, "", digits), *difference, worth)


def adjusted_table(lines: Sequence[Figures], noun: str, points: str, digits: int = 1) -> list[str]:
    """Return the table of the luck-adjusted scores, with its words for a war and for its points."""
    rows = [ADJUSTED_HEAD, *(adjusted_cells(line, digits) for line in lines)]
    return [*aligned(rows), *ADJUSTED_MEANS.format(noun=noun, points=points, fewest=FEWEST_FOR_PRECISION).splitlines()]
