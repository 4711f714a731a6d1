"""The parts of a review that know the fourth game: all follow from its luck."""

from agents.futures.flying import account_futures
from agents.games.support.luck.parts import LUCK
from agents.review.account_parts import account_review

FUTURES = account_futures(__name__, LUCK)
"""The futures of this game."""
REVIEW_PARTS = account_review(FUTURES, advisers=("best", "by_the_book"))
"""The parts of a review of the fourth game."""
