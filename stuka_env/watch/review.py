"""The review of a war, for the page; the laboratory's ``stuka review`` makes it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

LUCK_NOTE = (
    "Luck differs between policies in the same war: other decisions roll other dice, and the same roll is worth more "
    "or less after them."
)
"""The reason that luck differs between two policies in the same war."""
GRADES = {"blunder": 1.0, "mistake": 0.3, "inaccuracy": 0.1}
"""Smallest cost of each grade in points of the final score, the worst grade first."""


class Loss(NamedTuple):
    """A decision with a loss of points."""

    grade: str
    """Such as "mistake"."""
    cost: float
    """Points of the final score."""
    error: float
    """Standard error of the loss."""
    better: int
    """The better action."""
    num_better: int
    """Number of paired futures with a higher score at the end of the war."""
    num_worse: int
    """Number of paired futures with a lower score at the end of the war."""
    num_pairs: int


class MissionExpectation(NamedTuple):
    """The expected score when a mission began, and the reasons for its change."""

    mission: int
    """Number of the mission in the war, from 0."""
    expected: float
    """The final score, in points."""
    error: float
    luck: float
    decisions: float


class WarAccount(NamedTuple):
    """The parts of a final score, in points of it. Errors are standard errors.

    ``par + luck + decisions + unexplained = score`` and ``marked + shared + unmarked + later = decisions``.
    """

    score: float
    par: float
    """The mean score of the reference script in wars of this kind."""
    par_error: float
    luck: float
    """Points that dice and cards added, if the reference script had flown on after each of them."""
    luck_error: float
    decisions: float
    """Points that the decisions added, compared with the reference script's own."""
    decisions_error: float
    unexplained: float
    unexplained_error: float
    """The sampling error of all futures."""
    marked: float
    """Cost of the marked decisions against their better actions; 0 or below."""
    marked_error: float
    shared: float
    """Part of that cost that the reference script has too, because the better action is not its own choice."""
    shared_error: float
    unmarked: float
    """Points that all other decisions added."""
    unmarked_error: float
    later: float
    """Points that all decisions added in later missions, beyond the other parts. Marked costs contain their own."""
    later_error: float
    common_luck: float | None
    """The luck of the same dice and cards by the common value, which evaluations take out. It is exact. None in a game
    without such a value."""


class Habit(NamedTuple):
    """Marked decisions of one kind with the same mistake."""

    title: str
    """Such as "turned back too late"."""
    decisions: list[int]
    """The most expensive first."""
    cost: float
    """Points of the final score, of all of them."""
    error: float
    """Standard error of the cost."""


class WarReview(NamedTuple):
    """The review of one war."""

    losses: dict[int, Loss]
    """By decision."""
    scores: dict[str, int]
    """Scores of other policies in the same war."""
    expected: list[MissionExpectation]
    """Empty for an unfinished war, and for a war with typed rolls."""
    summary: str
    """A line with par, luck and decisions."""
    account: WarAccount | None = None
    """In tenths of a point. None for an unfinished war, and for a war with typed rolls."""
    habits: list[Habit] = []
    """The most expensive first."""
    reference: str = "the reference script"
    """Name of the script whose own choices the decisions are compared with."""
    par_note: str = "mean score of the reference script in other wars of this kind"
    """The meaning of par."""


def review_json(review: WarReview, frames: Sequence[int]) -> dict[str, Any]:
    """Return a review for the page, where decisions are known by their ``frames``."""
    habits = [habit._replace(decisions=[frames[decision] for decision in habit.decisions]) for habit in review.habits]
    return {
        "losses": {str(frames[decision]): loss._asdict() for decision, loss in review.losses.items()},
        "scores": review.scores,
        "expected": [each._asdict() for each in review.expected],
        "summary": review.summary,
        "account": None if review.account is None else review.account._asdict(),
        "habits": [habit._asdict() for habit in habits],
        "reference": review.reference,
        "par_note": review.par_note,
        "luck_note": LUCK_NOTE,
        "grades": GRADES,
    }
