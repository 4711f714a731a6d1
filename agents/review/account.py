"""The account of a score: par, luck, and decisions.

Par is the reference script's mean score in wars of the same kind. The cost of a decision is measured by paired futures.
Luck is measured after every decision: the score expected after the dice that were rolled, less its mean over fresh
dice. The draws before the first decision count as luck too.

Futures of long wars end with a line of the log sheet, and a value scores the rest of the war there. Two measures
correct that value. Its changes from line to line belong to luck or decisions. Futures to the end of the war show the
part of the decisions. The rest is then sampling error alone, and the samples themselves state it.

The decisions are counted twice. Their part of the account compares them with the reference script's own choices. The
cost of the marked decisions compares those with the better actions. :func:`reconciliation` connects the two.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.review.flown_war import FlownWar, first_decisions, lines_of_war
from agents.review.sampling import Estimates, root_sum_square
from agents.review.verdicts import Verdicts, sum_error, sum_value_error
from stuka_env.watch.review import WarAccount

FLOAT_ERROR = 1e-9
"""Error of a float that is no reason to round it up."""


class LineAccount(NamedTuple):
    """The account of one line of the log sheet: of a mission or a sortie."""

    mission: int
    """Its number in the war, from 0."""
    decision: int
    """Its first decision."""
    expected: float
    """The final score expected at that decision."""
    error: float
    """Standard error of ``expected``."""
    luck: float
    """Points that the dice after its decisions added to the final score."""
    decisions: float
    """Points that its decisions added to the final score; below 0 if the script's own choices are better."""


class Estimate(NamedTuple):
    """A mean over futures."""

    points: float
    error: float
    """Its standard error."""


class Opening(NamedTuple):
    """The score expected at the first decision of a war."""

    expected: Estimate
    """By futures to the end of the war."""
    by_value: Estimate
    """By the value at the end of the first line; the measures of the decisions add up from here."""


class Account(NamedTuple):
    """The account of a whole war and of its lines."""

    totals: WarAccount
    lines: list[LineAccount]


class Measures(NamedTuple):
    """The measures of the D decisions of a finished war, in points of the final score."""

    luck: Estimates
    """Points that the dice after each decision added, by the value at the end of a line."""
    gain: Estimates
    """Points that each decision added, compared with the script's own choice, by the same value."""
    change: Estimates
    """Expected change of that value after each decision that ends a line."""
    later: Estimates
    """Points that each decision added beyond that value."""

    @property
    def all_decisions(self) -> NDArray[np.float64]:
        """``(D,)``: points that each decision added."""
        return self.gain.points + self.later.points

    @property
    def all_luck(self) -> NDArray[np.float64]:
        """``(D,)``: points that dice added. Changes of the value that are not due to decisions are luck."""
        return self.luck.points + self.change.points - self.later.points

    @property
    def error(self) -> NDArray[np.float64]:
        """``(D,)``: standard error of the sum of luck and decisions, in which the later points cancel out."""
        squares = np.square([self.luck.error, self.gain.error, self.change.error])
        return np.asarray(np.sqrt(squares.sum(axis=0)))


class Reconciliation(NamedTuple):
    """``marked + shared + unmarked + later`` is the decisions' part of the account; see :class:`WarAccount`."""

    marked: float
    marked_error: float
    shared: float
    shared_error: float
    unmarked: float
    unmarked_error: float
    later: float
    later_error: float


def totals_of(measures: Measures, start: Estimate, par: Estimate, score: float) -> WarAccount:
    """Return the account of a whole war, without the common luck and the parts of the decisions.

    Args:
        measures: the measures of its decisions.
        start: the final score expected at the first decision, by the value.
        par: the reference script's mean score.
        score: the final score.
    """
    luck = start.points - par.points + float(measures.all_luck.sum())
    decisions = float(measures.all_decisions.sum())
    path_error = math.hypot(start.error, measures.luck.sum_error, measures.change.sum_error)
    return WarAccount(
        score=score,
        par=par.points,
        par_error=par.error,
        luck=luck,
        luck_error=math.hypot(path_error, measures.later.sum_error, par.error),
        decisions=decisions,
        decisions_error=math.hypot(measures.gain.sum_error, measures.later.sum_error),
        unexplained=score - par.points - luck - decisions,
        unexplained_error=math.hypot(start.error, root_sum_square(measures.error)),
        marked=0.0,
        marked_error=0.0,
        shared=0.0,
        shared_error=0.0,
        unmarked=0.0,
        unmarked_error=0.0,
        later=float(measures.later.points.sum()),
        later_error=measures.later.sum_error,
        common_luck=None,
    )


def line_accounts(war: FlownWar, measures: Measures, opening: Opening) -> list[LineAccount]:
    """Return the account of each line of a finished war that has decisions.

    The error of the value at the first decision is spread evenly over the luck of the lines.
    """
    firsts = first_decisions(war)
    luck, decisions = (np.add.reduceat(points, firsts) for points in (measures.all_luck, measures.all_decisions))
    luck += (opening.by_value.points - opening.expected.points) / len(firsts)
    errors = np.sqrt(np.add.reduceat(np.square(measures.error), firsts))
    expected = expectation(opening.expected, luck + decisions, errors, float(war.flight.ending.score or 0))
    return [
        LineAccount(int(line), int(first), *map(float, numbers))
        for line, first, *numbers in zip(lines_of_war(war)[firsts], firsts, *expected, luck, decisions, strict=True)
    ]


def expectation(
    start: Estimate, changes: NDArray[np.float64], errors: NDArray[np.float64], score: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the expected score at the start of each of M lines and its standard error, ``(M,)`` each.

    The estimate follows the changes from the start of the war, and its error grows. The score is known, so the
    unexplained rest is shared out: each line takes it in proportion to its variance.

    Args:
        start: the expected score at the first decision.
        changes: luck and decisions of each line, ``(M,)``.
        errors: standard error of each change, ``(M,)``.
        score: the final score.
    """
    variances = np.cumsum([start.error**2, *np.square(errors)])
    shares = variances / max(variances[-1], np.finfo(float).tiny)
    points = np.cumsum([start.points, *changes])
    smoothed = points + (score - points[-1]) * shares
    return smoothed[:-1], np.sqrt(variances * (1.0 - shares))[:-1]


def reconciliation(verdicts: Verdicts, later: Estimate) -> Reconciliation:
    """Return the connection between the costs of the marked decisions and the decisions' part of the account.

    The errors of ``shared`` and ``later`` are upper limits: their parts have dice in common, which is not counted.

    Args:
        verdicts: the verdicts.
        later: points that all decisions added beyond the value.
    """
    losses = verdicts.losses
    is_marked = np.zeros(len(verdicts.gain), np.bool_)
    is_marked[[loss.decision for loss in losses]] = True
    costs, gains = float(sum(loss.cost for loss in losses)), float(verdicts.gain[is_marked].sum())
    others = [loss for loss in losses if not loss.own_choice]
    shared = sum(loss.by_value - float(verdicts.gain[loss.decision]) for loss in others)
    shared_errors = [number for loss in others for number in (loss.error, float(verdicts.error[loss.decision]))]
    return Reconciliation(
        marked=-costs,
        marked_error=sum_error(losses),
        shared=shared,
        shared_error=root_sum_square(shared_errors),
        unmarked=-float(verdicts.gain[~is_marked].sum()),
        unmarked_error=root_sum_square(verdicts.error[~is_marked]),
        later=later.points + costs - gains - shared,
        later_error=math.hypot(later.error, sum_value_error(losses)),
    )


def in_tenths(account: WarAccount) -> WarAccount:
    """Return an account as it is shown: in tenths of a point, which still add up, with errors rounded up."""
    par, luck, decisions = (to_tenths(number) for number in (account.par, account.luck, account.decisions))
    marked, shared, later = (to_tenths(number) for number in (account.marked, account.shared, account.later))
    errors = {name: round_up(error) for name, error in account._asdict().items() if name.endswith("_error")}
    return account._replace(
        par=par,
        luck=luck,
        decisions=decisions,
        unexplained=to_tenths(account.score - par - luck - decisions),
        marked=marked,
        shared=shared,
        unmarked=to_tenths(decisions - marked - shared - later),
        later=later,
        common_luck=None if account.common_luck is None else to_tenths(account.common_luck),
        **errors,
    )


def to_tenths(points: float) -> float:
    """Return points rounded to a tenth; 0 has no sign."""
    return round(points, 1) + 0.0


def round_up(error: float) -> float:
    """Return an error in tenths of a point, rounded up."""
    return math.ceil(10.0 * error - FLOAT_ERROR) / 10.0
