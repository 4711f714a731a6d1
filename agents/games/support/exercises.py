"""The making of the exercises of the fourth game: battles and dogfights, with themes by decision."""

from agents.exercises.making import Rounds, account_making, batches_in_turn
from agents.games.support.players import SCRIPTS
from agents.games.support.review.parts import FUTURES
from stuka_env.games.support.codes import Decision, Scale
from stuka_env.policy import RANDOM

FLYING = tuple(SCRIPTS)
"""Scripts that fly the wars, in turn."""
THEMES = {
    "target": "What to attack, and when",
    "approach": "The line of flight",
    "weapons": "Guns and bombs",
    "combat": "Aerial combat",
    "battery": "The battery",
}
"""Titles of the themes."""
THEMES_OF = {
    **dict.fromkeys((Decision.ATTACK, Decision.DUMMY), "target"),
    **dict.fromkeys((Decision.STYLE, Decision.FIRE), "weapons"),
    **dict.fromkeys((Decision.JETTISON, Decision.ENGAGE, Decision.TARGET, Decision.AGAIN, Decision.RECALL), "combat"),
    **dict.fromkeys((Decision.OBSERVE, Decision.BATTERY), "battery"),
    Decision.APPROACH: "approach",
}
"""Themes of decisions."""

MAKING = account_making(
    FUTURES,
    seed=19440606,
    kinds=batches_in_turn("support", ((*((Scale.BATTLE, {}, 20),) * 8, (Scale.DOGFIGHT, {}, 24)) * 2), FLYING),
    rollout_script="best",
    answering_scripts=FLYING,
    repeating_scripts=FLYING,
    measured_policies=(*FLYING, RANDOM),
    themes=THEMES,
    unit="points",
    least_gap=0.2,
    rounds=Rounds(first=32, first_gap=0.5, selection=512, selected_gap=0.45, fewest_tested=1_024, most_tested=1 << 13),
    most_left=11,
    theme_of=lambda mat, best, next_best: THEMES_OF[Decision(int(mat["cursor"]["decision"]))],
    most_selected=lambda scale, group: 3,
    most_flown=160_000,
    size=100,
)
"""The declarations."""
