"""The form of the parts of a review that know a game, and those of a game by its name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.futures.flying import Futures
from agents.game_rooms import has_room, laboratory_of
from agents.review.sampling import EndBudget, SampleBudget
from stuka_env.game import game_names


class Budgets(NamedTuple):
    """Numbers of futures of a review. Samples with different first futures are independent."""

    own: SampleBudget
    """Pairs of the sample of the reference script's own choices; the first round of the race is the first sample."""
    luck: SampleBudget
    """Pairs for the luck of a war."""
    change: SampleBudget
    """Futures for the changes of the value from line to line."""
    later: SampleBudget
    """Pairs to the end of the war for the points of the decisions in later lines."""
    ends: EndBudget
    """Pairs to the end of the war for the costs of marked decisions."""
    opening_lines: int
    """Lines of all futures to the end of the war for the score expected at its first decision."""
    opening_futures: int
    """The most such futures. So many futures end with the first line."""


BUDGETS_FOR_POINTS = Budgets(
    own=SampleBudget(start=1 << 20, error=0.3, most=65_536, first=32, smallest=32, largest=2_048),
    luck=SampleBudget(start=2 << 20, error=0.25, most=131_072, first=64, smallest=128, largest=8_192),
    change=SampleBudget(start=3 << 20, error=0.15, most=131_072, first=64, smallest=128, largest=4_096),
    later=SampleBudget(start=4 << 20, error=0.4, most=16_384, first=16, smallest=16, largest=1_024),
    ends=EndBudget(start=6 << 20, most=32_768, smallest=256, largest=2_048),
    opening_lines=65_536,
    opening_futures=16_384,
)
"""Numbers of futures for a score of some ten points."""


class ReviewWords(NamedTuple):
    """The words of a game in the text of a review."""

    line: str
    """Name of a line of the log sheet, such as "mission"."""
    kind: str
    """Name of the episodes, in plural, such as "wars"."""
    grouped: str
    """Subject of the marked decisions of a line that are listed together."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ReviewParts:
    """The parts of a review that know a game. Mats are records, ``(D,)`` for D decisions."""

    reference: str
    """Name of the script that flies the futures, and whose score is par."""
    choose: Callable[..., Any]
    """That script."""
    usual_policies: Callable[[], list[str]]
    """Return the names of the default advisers."""
    common_luck: Callable[[Any], float] | None
    """Return the luck of a war that is over, as an evaluation states it; None in a game without it."""
    futures: Futures
    has_value: Callable[[Any], bool]
    """Whether futures of wars of a specification end with a line and are valued there; else they end with the war."""
    budgets: Callable[[Any], Budgets]
    """Return the numbers of futures for wars of a specification."""
    recurs: Callable[[Any], NDArray[np.bool_]]
    """Whether the choice of each decision can come again on a later line, as the kernels see it, ``(D,)``."""
    lines: Callable[[Any], NDArray[np.int64]]
    """Return the number of the line of each decision, from 0, as the page counts them."""
    last_lines: Callable[[Any], NDArray[np.int64]]
    """Return the number of the line that a future of each decision ends with."""
    stand_in: Callable[[Any, Any, Any, int, int], int]
    """Return the action that comes to the same as the second one: the first if it does. Mat, charts, mask, actions."""
    mistake_title: Callable[[Any, int, int], str]
    """Return the mistake of taking one action on a mat where another one was better, such as "too many aircraft"."""
    question: Callable[[Any], str]
    """Return the question of a decision."""
    label: Callable[[int, Any, Any], str]
    """Return the label under which an action was offered, for a mat and the charts in force."""
    is_grouped: Callable[[Any], bool]
    """Whether marked decisions like this one are listed together for each line."""
    words: ReviewWords


REVIEW_ROOM = "review.parts"
"""The room of a game with its parts of a review."""


def parts_of(game: str) -> ReviewParts:
    """Return the parts of a game by its name.

    Raises:
        ValueError: wars of the game cannot be reviewed.
    """
    if not has_room(game, REVIEW_ROOM):
        reviewed = ", ".join(each for each in game_names() if has_room(each, REVIEW_ROOM))
        raise ValueError(f"got a war of the game {game}, allowed are wars of {reviewed}")
    parts: ReviewParts = laboratory_of(game, REVIEW_ROOM).REVIEW_PARTS
    return parts
