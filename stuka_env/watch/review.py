"""What a review says of a war, for the page; the laboratory's ``stuka review`` makes it."""

from typing import Any, NamedTuple


class Loss(NamedTuple):
    """A decision that cost something."""

    grade: str
    """Such as "mistake"."""
    cost: float
    """Points of the final score."""
    error: float
    """Standard error of that."""
    better: int
    """The action that was better."""
    wins: int
    """Paired futures in which it came to more."""
    pairs: int


class MissionExpectation(NamedTuple):
    """What was expected as a mission began, and what changed it."""

    mission: int
    """Of the war, from 0."""
    expected: float
    """The final score, in points."""
    error: float
    luck: float
    decisions: float


class WarReview(NamedTuple):
    """Everything about one war."""

    losses: dict[int, Loss]
    """By decision."""
    scores: dict[str, int]
    """What others scored in the same war."""
    expected: list[MissionExpectation]
    """Empty for a war that is not over, or whose dice the player rolled."""
    summary: str
    """The sum of par, luck and decisions in one line."""


def review_json(review: WarReview) -> dict[str, Any]:
    """As the page takes it."""
    return {
        "losses": {str(decision): loss._asdict() for decision, loss in review.losses.items()},
        "scores": review.scores,
        "expected": [each._asdict() for each in review.expected],
        "summary": review.summary,
    }
