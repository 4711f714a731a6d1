"""The parts of a review that know the first game."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.luck.recorder import load_luck_weights
from agents.games.stuka.luck.replays import luck_in
from agents.games.stuka.planner.staffel_value import JUDGED
from agents.games.stuka.review.futures import FUTURES
from agents.games.stuka.review.mistakes import mistake_title
from agents.games.stuka.scripts import old_hand
from agents.registry import trained_agents
from agents.review.flown_war import FlownWar
from agents.review.parts import BUDGETS_FOR_POINTS, ReviewParts, ReviewWords
from stuka_env.games.stuka.codes import SEATING, Decision
from stuka_env.games.stuka.play import TRAINED_AGENT
from stuka_env.games.stuka.rules.briefing import stand_in
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.games.stuka.words.labels import decision_words, label
from stuka_env.replay.run import ReplayRun

REFERENCE = "old_hand"
"""The script that flies the futures, and whose score is par."""


def usual_policies() -> list[str]:
    """Return the names of the default advisers: the reference script and the trained agent, if it is installed."""
    return [REFERENCE, *([TRAINED_AGENT] if TRAINED_AGENT in trained_agents("stuka") else [])]


def common_luck_of(war: FlownWar) -> float:
    """Return the luck of a war that is over by the common value, as an evaluation states it."""
    run = ReplayRun(war.flight.replay, war.charts_folder, journal=False, chances=True)
    return luck_in(run, load_luck_weights())


def has_value(spec: WarSpec) -> bool:
    """Whether the Staffel value is fitted for wars of this scale."""
    return spec.scale in JUDGED


def missions(mats: Any) -> NDArray[np.int64]:
    """Return the number of the mission of each decision; promotions already belong to the next one."""
    numbers: NDArray[np.int64] = mats["war"]["mission_of_war"].astype(np.int64)
    return numbers


def last_missions(mats: Any) -> NDArray[np.int64]:
    """Return the number of the mission of each decision; promotions belong to the one that is over."""
    return missions(mats) - (mats["cursor"]["decision"] == Decision.PROMOTE)


def question(mat: Any) -> str:
    """Return the question of a decision."""
    return decision_words(int(mat["cursor"]["decision"]), int(mat["cursor"]["subject"]))


REVIEW_PARTS = ReviewParts(
    reference=REFERENCE,
    choose=old_hand.choose,
    usual_policies=usual_policies,
    common_luck=common_luck_of,
    futures=FUTURES,
    has_value=has_value,
    recurs=lambda mats: np.asarray(mats["cursor"]["decision"] == Decision.PROMOTE),
    budgets=lambda spec: BUDGETS_FOR_POINTS,
    lines=missions,
    last_lines=last_missions,
    stand_in=lambda mat, charts, mask, preferred, action: stand_in(mat, mask, preferred, action),
    mistake_title=mistake_title,
    question=question,
    label=lambda action, mat, charts: label(action, mat, charts.record),
    is_grouped=lambda mat: int(mat["cursor"]["decision"]) in SEATING,
    words=ReviewWords(line="mission", kind="wars", grouped="the crews"),
)
"""The parts of a review of the first game."""
