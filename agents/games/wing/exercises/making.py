"""The making of the exercises of the third game: missions and short campaigns, with themes by decision."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.exercises.making import BatchKind, Rounds, account_making
from agents.games.wing.players import THIRD_GAME
from agents.games.wing.review.parts import FUTURES
from stuka_env.games.wing.codes import Decision, Scale

FLYING_SCRIPTS = ("best", "by_the_book", "cautious", "all_wrong")
"""Scripts that fly the wars, in turn."""
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
    **dict.fromkeys((Decision.RENDEZVOUS, Decision.JOIN, Decision.PRESS, Decision.COVER), "escorts"),
    **dict.fromkeys((Decision.FLAK, Decision.INTERCEPTED, Decision.SAVE), "counters"),
    **dict.fromkeys((Decision.ALTITUDE, Decision.RUN), "target"),
    Decision.MOVE: "route",
    Decision.STRAGGLER: "stragglers",
}
"""Themes of decisions."""
MOST_CHOICES = 6
"""Most choices of an exercise: with more of them two are seldom different enough."""


def batch_kinds() -> Iterator[BatchKind]:
    """Yield all batches: two of missions, then one of short campaigns."""
    kinds = [(Scale.MISSION, {}, 192), (Scale.MISSION, {}, 192), (Scale.CAMPAIGN, {"campaign": "short_1942"}, 48)] * 5
    for number, (scale, arguments, wars) in enumerate(kinds):
        script = FLYING_SCRIPTS[number % len(FLYING_SCRIPTS)]
        yield BatchKind(THIRD_GAME, number, int(scale), arguments, script, wars)


def is_asked(mats: Any, masks: NDArray[np.int8], spec: Any) -> NDArray[np.bool_]:
    """Return whether decisions can become exercises, ``(N,)``: those with two choices to a few."""
    choices = masks.sum(axis=1)
    is_one: NDArray[np.bool_] = (choices > 1) & (choices <= MOST_CHOICES)
    return is_one & (mats["cursor"]["decision"] != Decision.OVER)


MAKING = account_making(
    FUTURES,
    seed=19440306,
    kinds=tuple(batch_kinds()),
    rollout_script="by_the_book",
    answering_scripts=("best", "by_the_book", "cautious", "all_wrong"),
    repeating_scripts=("by_the_book", "best", "cautious"),
    measured_policies=("best", "by_the_book", "cautious", "all_wrong", "random"),
    themes=THEMES,
    unit="points",
    least_gap=0.1,
    rounds=Rounds(
        first=64, first_gap=0.15, selection=1_024, selected_gap=0.12, fewest_tested=2_048, most_tested=1 << 16
    ),
    most_left=5,
    is_asked=is_asked,
    theme_of=lambda mat, best, next_best: THEMES_OF[Decision(int(mat["cursor"]["decision"]))],
    most_selected=lambda scale, group: 4,
    most_flown=160_000,
)
"""The declarations."""
