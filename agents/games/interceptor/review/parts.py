"""The parts of a review that know the second game."""

from typing import Any

from agents.games.interceptor.luck.parts import FUTURES
from agents.games.interceptor.review.mistakes import mistake_title
from agents.review.account_parts import account_review
from agents.review.parts import Budgets
from agents.review.sampling import EndBudget, SampleBudget
from stuka_env.games.interceptor.codes import Decision, Scale
from stuka_env.games.interceptor.rules.equivalence import alike
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.games.interceptor.words.labels import decision_words

BUDGETS = Budgets(
    own=SampleBudget(start=1 << 20, error=0.1, most=262_144, first=32, smallest=1_024, largest=16_384),
    luck=SampleBudget(start=2 << 20, error=0.08, most=2_097_152, first=64, smallest=1_536, largest=65_536),
    change=SampleBudget(start=3 << 20, error=0.07, most=524_288, first=64, smallest=1_024, largest=16_384),
    later=SampleBudget(start=4 << 20, error=0.2, most=98_304, first=16, smallest=64, largest=8_192),
    ends=EndBudget(start=6 << 20, most=65_536, smallest=512, largest=4_096),
    opening_lines=65_536,
    opening_futures=16_384,
)
"""Numbers of futures of months and careers."""
FEWEST_OF_SORTIE = 8_192
"""Least futures of a decision of a single sortie. Few of its futures down a bomber, so that small samples miss them."""


def budgets(spec: WarSpec) -> Budgets:
    """Return the numbers of futures for episodes of a scale."""
    if spec.scale != Scale.SORTIE:
        return BUDGETS
    return BUDGETS._replace(
        own=BUDGETS.own._replace(smallest=FEWEST_OF_SORTIE),
        luck=BUDGETS.luck._replace(smallest=FEWEST_OF_SORTIE),
        ends=BUDGETS.ends._replace(smallest=FEWEST_OF_SORTIE, largest=2 * FEWEST_OF_SORTIE),
    )


def stand_in(mat: Any, charts: Any, mask: Any, preferred: int, action: int) -> int:
    """Return the action that comes to the same as this one: ``preferred`` if that does."""
    return preferred if alike(mat, charts, preferred, action) else action


def question(mat: Any) -> str:
    """Return the question of a decision."""
    return decision_words(int(mat["cursor"]["decision"]), int(mat["cursor"]["person"]))


REVIEW_PARTS = account_review(
    FUTURES,
    advisers=("veteran", "by_the_book"),
    budgets=budgets,
    grouped=(Decision.SKILL,),
    grouped_words="the skills",
    stand_in=stand_in,
    mistake_title=mistake_title,
    question=question,
)
"""The parts of a review of the second game."""
