"""The making of the exercises of the third game: missions and short campaigns, with themes by decision."""

from agents.exercises.making import BatchWars, Rounds, account_making, batches_in_turn
from agents.games.wing.players import THIRD_GAME
from agents.games.wing.review.parts import FUTURES
from stuka_env.games.wing.codes import Decision, Scale
from stuka_env.policy import RANDOM

FLYING_SCRIPTS = ("best", "by_the_book", "cautious", "all_wrong")
"""Scripts that fly the wars, in turn."""
CYCLES = 14
"""Number of batches of campaigns; two of missions come before each of them."""
MISSION_BATCH: BatchWars = (Scale.MISSION, {}, 192)
CAMPAIGN_BATCH: BatchWars = (Scale.CAMPAIGN, {"campaign": "short_1942"}, 48)
THEMES = {
    "crews": "Who flies",
    "route": "The route",
    "escorts": "Escorts",
    "target": "Altitude and run",
    "stragglers": "Stragglers",
    "counters": "Counters",
}
"""Titles of the themes."""
THEMES_OF = {
    **dict.fromkeys((Decision.CREW, Decision.BOMBER), "crews"),
    **dict.fromkeys((Decision.RENDEZVOUS, Decision.JOIN, Decision.PRESS, Decision.COVER, Decision.ACE), "escorts"),
    **dict.fromkeys((Decision.FLAK, Decision.INTERCEPTED, Decision.SAVE), "counters"),
    **dict.fromkeys((Decision.ALTITUDE, Decision.RUN), "target"),
    Decision.MOVE: "route",
    Decision.STRAGGLER: "stragglers",
}
"""Themes of decisions."""

MAKING = account_making(
    FUTURES,
    seed=19440306,
    kinds=batches_in_turn(THIRD_GAME, (MISSION_BATCH, MISSION_BATCH, CAMPAIGN_BATCH) * CYCLES, FLYING_SCRIPTS),
    rollout_script="by_the_book",
    answering_scripts=FLYING_SCRIPTS,
    repeating_scripts=("by_the_book", "best", "cautious"),
    measured_policies=(*FLYING_SCRIPTS, RANDOM),
    themes=THEMES,
    unit="points",
    least_gap=0.1,
    rounds=Rounds(
        first=64, first_gap=0.15, selection=1_024, selected_gap=0.12, fewest_tested=2_048, most_tested=1 << 16
    ),
    most_left=5,
    theme_of=lambda mat, best, next_best: THEMES_OF[Decision(int(mat["cursor"]["decision"]))],
    most_selected=lambda scale, group: 4,
    most_flown=160_000,
)
"""The declarations."""
