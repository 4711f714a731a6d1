"""The parts of a review that know the second game."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.clones import read_only
from agents.games.interceptor.luck.parts import LUCK
from agents.games.interceptor.review.futures import (
    RECURRING,
    REVIEW_KERNELS,
    FutureWorkspace,
    OpenDecisions,
    new_future_workspace,
)
from agents.games.interceptor.review.line_value import FEATURES
from agents.games.interceptor.review.mistakes import mistake_title
from agents.games.interceptor.review.value_fit import fit_value
from agents.games.interceptor.scripts import veteran
from agents.luck.recorder import luck_in
from agents.review.flown_war import FlownWar, first_decisions
from agents.review.parts import Budgets, ReviewParts, ReviewWords
from agents.review.sampling import EndBudget, SampleBudget
from stuka_env.games.interceptor.codes import Decision, Scale
from stuka_env.games.interceptor.rules.equivalence import alike
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.games.interceptor.words.labels import label
from stuka_env.games.interceptor.words.wording import decision_words
from stuka_env.policy import PolicyInput
from stuka_env.replay.run import ReplayRun

REFERENCE, SECOND_BEST = "veteran", "by_the_book"
"""The two strongest scripts. The first flies the futures, and its score is par."""
BUDGETS = Budgets(
    own=SampleBudget(start=1 << 20, error=0.1, most=262_144, first=32, smallest=1_024, largest=16_384),
    luck=SampleBudget(start=2 << 20, error=0.1, most=2_097_152, first=64, smallest=1_024, largest=65_536),
    change=SampleBudget(start=3 << 20, error=0.1, most=262_144, first=64, smallest=512, largest=8_192),
    later=SampleBudget(start=4 << 20, error=0.2, most=98_304, first=16, smallest=64, largest=8_192),
    ends=EndBudget(start=6 << 20, most=65_536, smallest=512, largest=4_096),
    opening_lines=65_536,
    opening_futures=16_384,
)
"""Numbers of futures of months and careers."""
FEWEST_OF_SORTIE = 8_192
"""Least futures of a decision of a single sortie. Few of its futures down a bomber, so that small samples miss them."""


def open_decisions(inputs: PolicyInput) -> OpenDecisions:
    """Return the open decisions in a policy's input; views."""
    return OpenDecisions(read_only(inputs.mats), read_only(inputs.charts), inputs.masks, read_only(inputs.noise))


def common_luck_of(war: FlownWar) -> float:
    """Return the luck of a war that is over by the common value, as an evaluation states it."""
    return luck_in(LUCK, ReplayRun(war.flight.replay, war.charts_folder, journal=False))


def has_value(spec: WarSpec) -> bool:
    """Whether futures end with a sortie line; those of a single sortie end with it."""
    return spec.scale != Scale.SORTIE


def budgets(spec: WarSpec) -> Budgets:
    """Return the numbers of futures for episodes of a scale."""
    if has_value(spec):
        return BUDGETS
    return BUDGETS._replace(
        own=BUDGETS.own._replace(smallest=FEWEST_OF_SORTIE),
        luck=BUDGETS.luck._replace(smallest=FEWEST_OF_SORTIE),
        ends=BUDGETS.ends._replace(smallest=FEWEST_OF_SORTIE, largest=2 * FEWEST_OF_SORTIE),
    )


def workspaces(war: FlownWar, script: Any) -> Callable[[], FutureWorkspace]:
    """Fit the value to futures of the war, and return the maker of a thread's workspace."""
    weights = np.zeros(FEATURES)
    if has_value(war.flight.spec):
        weights = fit_value(script.choose, open_decisions(war.inputs), first_decisions(war))
    return lambda: new_future_workspace(weights)


def sortie_lines(mats: Any) -> NDArray[np.int64]:
    """Return the number of the sortie line of each decision, from 0. Those before the first line belong to it."""
    numbers: NDArray[np.int64] = np.maximum(mats["career"]["lines_used"].astype(np.int64) - 1, 0)
    return numbers


def stand_in(mat: Any, charts: Any, mask: Any, preferred: int, action: int) -> int:
    """Return the action that comes to the same as this one: ``preferred`` if that does."""
    return preferred if alike(mat, charts, preferred, action) else action


def question(mat: Any) -> str:
    """Return the question of a decision."""
    return decision_words(int(mat["cursor"]["decision"]), int(mat["cursor"]["person"]))


REVIEW_PARTS = ReviewParts(
    reference=REFERENCE,
    choose=veteran.choose,
    usual_policies=lambda: [REFERENCE, SECOND_BEST],
    common_luck=common_luck_of,
    kernels=REVIEW_KERNELS,
    open_decisions=open_decisions,
    workspaces=workspaces,
    has_value=has_value,
    recurs=lambda mats: np.isin(mats["cursor"]["decision"], RECURRING),
    budgets=budgets,
    lines=sortie_lines,
    last_lines=sortie_lines,
    stand_in=stand_in,
    mistake_title=mistake_title,
    question=question,
    label=label,
    is_grouped=lambda mat: int(mat["cursor"]["decision"]) == Decision.SKILL,
    words=ReviewWords(line="sortie", kind="episodes", grouped="the skills"),
)
"""The parts of a review of the second game."""
