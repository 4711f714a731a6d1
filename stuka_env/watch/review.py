"""The review of a war, for the page; the laboratory's ``stuka review`` makes it."""

from typing import Any, NamedTuple


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
    """Number of paired futures with a higher score."""
    num_worse: int
    """Number of paired futures with a lower score."""
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


def review_json(review: WarReview) -> dict[str, Any]:
    """Return a review for the page."""
    return {
        "losses": {str(decision): loss._asdict() for decision, loss in review.losses.items()},
        "scores": review.scores,
        "expected": [each._asdict() for each in review.expected],
        "summary": review.summary,
    }
