"""The parts of a review that know the third game: futures by its account of luck, and their numbers."""

from agents.games.wing.luck.parts import LUCK
from agents.review.account_futures import make_futures
from agents.review.account_parts import account_review
from agents.review.parts import Budgets
from agents.review.sampling import EndBudget, SampleBudget
from stuka_env.games.wing.codes import Decision

FUTURES = make_futures(__name__, LUCK)
"""The futures of this game."""
BUDGETS = Budgets(
    own=SampleBudget(start=1 << 20, error=0.3, most=65_536, first=32, smallest=32, largest=2_048),
    luck=SampleBudget(start=2 << 20, error=0.25, most=131_072, first=64, smallest=128, largest=8_192),
    change=SampleBudget(start=3 << 20, error=0.15, most=65_536, first=64, smallest=128, largest=4_096),
    later=SampleBudget(start=4 << 20, error=0.4, most=16_384, first=16, smallest=16, largest=1_024),
    ends=EndBudget(start=6 << 20, most=32_768, smallest=256, largest=2_048),
    opening_lines=65_536,
    opening_futures=4_096,
)
REVIEW_PARTS = account_review(
    FUTURES,
    advisers=("by_the_book", "best"),
    budgets=lambda spec: BUDGETS,
    grouped=(Decision.CREW, Decision.BOMBER),
    grouped_words="the crews",
    numbers=(Decision.JOIN, Decision.PRESS),
)
"""The parts of a review of the third game."""
