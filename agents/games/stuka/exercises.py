"""The making of the exercises of the first game: batches, themes, and the rollouts of a test."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.exercises.making import BatchKind, ExerciseMaking, Rounds
from agents.games.stuka.review.futures import FUTURES
from stuka_env.games.stuka.codes import ACTS, SEGMENT_NAMES, Act, Decision, Scale
from stuka_env.games.stuka.rules.ledger import mission_share
from stuka_env.games.stuka.scenario.plan import WarSpec, missions_of

ASKED_DECISIONS = (
    Decision.ATTACK, Decision.EN_ROUTE, Decision.TURN_BACK, Decision.SPECIAL, Decision.CARRIER, Decision.PROMOTE,
    Decision.RELIEF, Decision.EVENT,
)  # fmt: skip
"""Decisions that exercises are made of."""
FLYING_SCRIPTS = ("old_hand", "champion", "doctrine", "kette", "bold", "cautious")
"""Scripts that fly the wars, in turn."""
THEMES = {
    "gamble": "Rudel Gamble",
    "send_home": "Send home",
    "special_bomb": "Special bomb",
    "promotion": "Promotion",
    "relief": "Stress relief",
}
"""Titles of the themes."""
THEMES_OF: Mapping[Decision | Act, str] = {
    Decision.SPECIAL: "special_bomb",
    Decision.CARRIER: "special_bomb",
    Decision.PROMOTE: "promotion",
    Decision.RELIEF: "relief",
    Decision.EVENT: "relief",
    Decision.TURN_BACK: "send_home",
    Act.RELIEVE: "relief",
    Act.GAMBLE: "gamble",
    Act.SEND_HOME: "send_home",
    Act.ABORT: "send_home",
}
"""Themes of decisions and verbs. The other verbs have none of their own."""
MOST_FLOWN = 150_000
"""Limit of the missions that all rollouts of a test have; more make the exercises too expensive."""
PROMOTION_FACTOR = 3
"""Factor on that limit for promotions, whose effect lies in many later missions."""
SELECTED_A_DECISION = {Scale.MISSION: 16, Scale.SEGMENT: 8, Scale.OPERATION: 2}
"""Candidates of each decision that a batch may test; rollouts of an operation are the longest."""
SELECTED_PROMOTIONS = 16
"""Promotions that a batch may test."""


def batch_kinds() -> Iterator[BatchKind]:
    """Yield all batches: missions, segments and operations."""
    operations = ("barbarossa", "case_blue", "citadel")
    kinds: list[tuple[int, dict[str, str], int]] = []
    missions = [(Scale.MISSION, {"operation": name}, 128) for name in operations]
    segments = [(Scale.SEGMENT, {"segment": name}, 48) for name in SEGMENT_NAMES]
    case_blue, barbarossa = ((Scale.OPERATION, {"operation": name}, 32) for name in ("case_blue", "barbarossa"))
    kinds += [*missions * 3, *segments[:2], case_blue, *missions * 2, barbarossa, *missions * 2, *segments[3:4]]
    kinds += [*segments[5:6], *missions * 2, case_blue, *segments[2:3], *segments[4:5], barbarossa, *missions * 2]
    kinds += [*segments * 2, case_blue, barbarossa]
    for number, (scale, arguments, wars) in enumerate(kinds):
        turn = sum(1 for kind in kinds[:number] if kind == kinds[number])
        script = FLYING_SCRIPTS[(number + turn) % len(FLYING_SCRIPTS)]
        yield BatchKind("stuka", number, int(scale), arguments, script, wars)


def is_asked(mats: Any, masks: NDArray[np.int8], spec: WarSpec) -> NDArray[np.bool_]:
    """Return whether decisions can become exercises, ``(N,)``.

    An attack needs the choice of a Rudel Gamble, the way out one between more than going on and aborting, and a
    promotion a mission after it.
    """
    decisions, numbers = mats["cursor"]["decision"], masks.sum(axis=1)
    has_one_choice = (decisions == Decision.EN_ROUTE) & (numbers - masks[:, Act.ABORT] < 2)
    has_one_choice |= (decisions == Decision.ATTACK) & (masks[:, Act.GAMBLE] == 0)
    has_one_choice |= (decisions == Decision.PROMOTE) & (mats["war"]["mission_of_war"] >= missions_of(spec))
    asked: NDArray[np.bool_] = np.isin(decisions, ASKED_DECISIONS) & ~has_one_choice
    return asked


def missions_left(mats: Any, spec: WarSpec) -> NDArray[np.int64]:
    """Return the missions that rollouts of mats fly, ``(M,)``."""
    left: NDArray[np.int64] = missions_of(spec) - mats["war"]["mission_of_war"].astype(np.int64)
    return np.maximum(left, 1)


def theme_of(mat: Any, best: int, next_best: int) -> str | None:
    """Return the theme: that of the decision, of the best choice's verb, or of the next best choice's verb."""
    keys = (Decision(int(mat["cursor"]["decision"])), ACTS.verb_of(best), ACTS.verb_of(next_best))
    return next((THEMES_OF[key] for key in keys if key in THEMES_OF), None)


def most_selected(scale: int, decision: int) -> int:
    """Return the number of candidates of a decision that a batch may test."""
    return SELECTED_PROMOTIONS if decision == Decision.PROMOTE else SELECTED_A_DECISION[Scale(scale)]


MAKING = ExerciseMaking(
    game="stuka",
    seed=19411207,
    kinds=tuple(batch_kinds()),
    rollout_script="old_hand",
    answering_scripts=("doctrine", "old_hand", "champion", "kette", "cautious", "bold", "lone_wolf"),
    repeating_scripts=("old_hand", "champion", "doctrine", "kette"),
    measured_policies=(
        *("old_hand", "champion", "doctrine", "bold", "kette", "cautious", "lone_wolf", "random_flyer", "random"),
        *("distilled", "distilled-mission", "distilled-operation", "distilled-campaign", "planner@256"),
    ),
    themes=THEMES,
    unit="points",
    least_gap=1.0,
    rounds=Rounds(first=64, first_gap=0.75, selection=512, selected_gap=1.25, fewest_tested=4_096, most_tested=1 << 17),
    most_left=10,
    is_asked=is_asked,
    lines_left=missions_left,
    theme_of=theme_of,
    groups_of=lambda mats, best, next_best: mats["cursor"]["decision"].astype(np.int64),
    most_selected=most_selected,
    most_flown=MOST_FLOWN,
    flown_factors={Decision.PROMOTE: PROMOTION_FACTOR},
    situation_of=lambda mat, best: (int(mat["war"]["operation"]), ACTS.verb_of(best)),
    worth_of_a_point=lambda mat, charts: mission_share(mat, charts, int(mat["war"]["segment"])),
    futures=FUTURES,
)
"""The declarations."""
