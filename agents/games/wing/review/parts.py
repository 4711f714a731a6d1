"""The parts of a review that know the third game: futures by its account of luck, and their numbers."""

from agents.futures.flying import account_futures
from agents.games.wing.luck.parts import LUCK
from agents.review.account_parts import account_review
from agents.review.parts import BUDGETS_FOR_POINTS
from stuka_env.games.wing.codes import Decision

FUTURES = account_futures(__name__, LUCK)
"""The futures of this game."""
BUDGETS = BUDGETS_FOR_POINTS._replace(change=BUDGETS_FOR_POINTS.change._replace(most=65_536), opening_futures=4_096)
"""Numbers of futures: half of the usual ones for the changes of the value, a quarter for the first decision."""
REVIEW_PARTS = account_review(
    FUTURES,
    advisers=("by_the_book", "best"),
    budgets=lambda spec: BUDGETS,
    grouped=(Decision.CREW, Decision.BOMBER),
    grouped_words="the crews",
    numbers=(Decision.JOIN, Decision.PRESS),
)
"""The parts of a review of the third game."""
