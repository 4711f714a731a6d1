"""Paired scores of a line of the comparison: means, and differences over the same wars."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluated_game import Member
from agents.evaluation.intervals import Interval, SingleWar, differences, estimate, victories


class PairedScores(NamedTuple):
    """Scores of one line, over all members."""

    members: list[Member]
    score: Interval | SingleWar
    spread: float | None
    """Standard deviation of the members' mean scores; None for a single one."""
    difference: Interval | SingleWar | None
    """Score less that of the baseline over the same wars; None for the baseline."""
    better: Interval | SingleWar | None
    """Probability of a higher score than the baseline in the same war; a draw counts half. None for the baseline."""


def member_lines(names: Sequence[str], own: NDArray[np.float64], others: NDArray[np.float64] | None) -> list[Member]:
    """Return the mean score of each member, and its difference to the mean of the baseline."""
    means = own.mean(axis=1).tolist()
    baseline = None if others is None else float(others.mean())
    differences = [None if baseline is None else mean - baseline for mean in means]
    return [Member(*line) for line in zip(names, means, differences, strict=True)]


def paired_scores(names: Sequence[str], own: NDArray[np.float64], others: NDArray[np.float64] | None) -> PairedScores:
    """Compare scores over the same wars.

    Args:
        names: names of the members.
        own: their scores, ``(S, N)``: a row for each member, a column for each war.
        others: scores of the baseline, ``(T, N)``; None for the baseline itself.
    """
    return PairedScores(
        members=member_lines(names, own, others),
        score=estimate(own[:, None, :]),
        spread=float(own.mean(axis=1).std(ddof=1)) if len(own) > 1 else None,
        difference=None if others is None else estimate(differences(own, others)),
        better=None if others is None else estimate(victories(own, others)),
    )
