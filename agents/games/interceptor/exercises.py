"""The making of the exercises of the second game: batches, themes, and the rollouts of a test.

All rollouts fly to the end of the episode, and their score is that of the rules. So no fitted value takes part. A
sortie is short, and shows what a choice in the air is worth there. A skill pays over many sorties, so skills are asked
in careers that begin late, whose ends are near enough for many rollouts.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.exercises.making import BatchWars, Rounds, account_making, batches_in_turn
from agents.games.interceptor.luck.parts import FUTURES
from stuka_env.games.interceptor.codes import Act, Decision, Range, Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec, lines_of

ASKED_IN_THE_AIR = (
    Decision.ENGAGE, Decision.BURST, Decision.PASS, Decision.ESCORT, Decision.DOGFIGHT, Decision.NEXT, Decision.FORCED,
    Decision.ONWARD,
)  # fmt: skip
"""Decisions in the air that exercises are made of."""
CYCLES = 8
"""Number of batches of each kind."""
SORTIES: BatchWars = (Scale.SORTIE, {}, 512)
OTHERS: tuple[BatchWars, ...] = (
    (Scale.MONTH, {}, 96),
    *((Scale.CAREER, {"start": start}, 64) for start in ("1944-02", "1944-01")),
    *((Scale.CAREER, {"start": start}, 40) for start in ("1943-12", "1943-11", "1943-10")),
)
"""Wars of batches: months, and careers that begin late. One of sorties comes before each of them."""
WARS = [wars for other in OTHERS for wars in (SORTIES, other)] * CYCLES
"""Wars of all batches."""
FLYING_SCRIPTS = ("champion", "by_the_book", "rash", "veteran", "careful")
"""Scripts that fly the wars, in turn."""
THEMES = {
    "range": "Close or long range",
    "burst": "Extended burst",
    "break_off": "Break off",
    "land_on": "Land or fly on",
    "skills": "Skills",
    "wingman": "Wingman",
    "jump": "Jump",
}
"""Titles of the themes."""
THEME_KEYS = tuple(THEMES)
DECISION_THEMES: Mapping[int, str] = {
    Decision.SKILL: "skills",
    Decision.ONWARD: "land_on",
    Decision.FORCED: "jump",
}
"""Themes of decisions."""
ACT_THEMES: Mapping[int, str] = {
    Act.BAIL_OUT: "jump",
    Act.WINGMAN: "wingman",
    Act.BOMBERS_MEDIUM: "range",
    Act.ROCKETS: "range",
    Act.BURST_PORT: "burst",
    Act.BURST_STARBOARD: "burst",
    Act.BURST_AIRFRAME: "burst",
    Act.LET_GO: "break_off",
    Act.SLIP: "break_off",
    Act.DISENGAGE: "break_off",
}
"""Themes of actions, the first that the best or the next best choice has. The other actions have none of their own."""
SHORT = 16
"""Most sortie lines of an episode in which decisions in the air are asked; careers that are longer ask about skills."""
MOST_FLOWN = 400_000
"""Limit of the sortie lines that all rollouts of a test have; more make the exercises too expensive."""
SKILL_FACTOR = 3
"""Factor on that limit for skills, whose effect lies in many later sorties."""
COMMON_THEMES, SELECTED_COMMON, SELECTED_RARE = ("range", "break_off", "land_on"), 6, 16
"""Themes that every batch has many of, and the candidates of such a theme and of another that a batch may test."""


def is_asked(mats: Any, masks: NDArray[np.int8], spec: WarSpec) -> NDArray[np.bool_]:
    """Return whether decisions can become exercises, ``(N,)``: in short episodes those in the air, in others skills."""
    asked = ASKED_IN_THE_AIR if lines_of(spec) <= SHORT else (Decision.SKILL,)
    return np.isin(mats["cursor"]["decision"], asked)


def theme_of(mat: Any, best: int, next_best: int) -> str | None:
    """Return the theme of a mat with its best and its next best choice, or None.

    Breaking a pass off is a question of range after the first shot: how close to go.
    """
    decision = int(mat["cursor"]["decision"])
    if decision in DECISION_THEMES:
        return DECISION_THEMES[decision]
    for action in (best, next_best):
        if action == Act.BREAK_OFF:
            return "break_off" if mat["bomber"]["range"] == Range.LONG else "range"
        if action in ACT_THEMES:
            return ACT_THEMES[action]
    return None


MAKING = account_making(
    FUTURES,
    seed=19430817,
    kinds=batches_in_turn("interceptor", WARS, FLYING_SCRIPTS),
    rollout_script="champion",
    answering_scripts=("by_the_book", "champion", "veteran", "careful", "rash"),
    repeating_scripts=("champion", "veteran", "by_the_book"),
    measured_policies=("champion", "veteran", "by_the_book", "careful", "rash", "random_flyer", "random"),
    themes=THEMES,
    unit="bombers",
    least_gap=0.05,
    rounds=Rounds(
        first=256, first_gap=0.05, selection=2_048, selected_gap=0.06, fewest_tested=4_096, most_tested=1 << 17
    ),
    most_left=60,
    is_asked=is_asked,
    theme_of=theme_of,
    most_selected=lambda scale, group: SELECTED_COMMON if THEME_KEYS[group] in COMMON_THEMES else SELECTED_RARE,
    most_flown=MOST_FLOWN,
    flown_factors={Decision.SKILL: SKILL_FACTOR},
)
"""The declarations."""
