"""The parts of a review that know the fourth game: all follow from its luck."""

from agents.futures.flying import NO_END, account_futures
from agents.games.support.luck.parts import LUCK
from agents.review.account_parts import account_review
from stuka_env.compiling.compilation import compiled
from stuka_env.games.support.rules.mat import Mat


@compiled
def last_line(mat: Mat, to_the_end: bool) -> int:
    """Return that a future ends with the battle: it is short, and a value in the middle of it misleads."""
    return NO_END


FUTURES = account_futures(__name__, LUCK, last_line=last_line)
"""The futures of this game."""
REVIEW_PARTS = account_review(FUTURES, advisers=("best", "by_the_book"))
"""The parts of a review of the fourth game."""
