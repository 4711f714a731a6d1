"""The planner of the fourth game: `best` flies the clones, and the best candidate is tested with fresh dice.

Rollouts end with the battle, and each of them draws the face-down counters anew.
"""

import functools

from agents.games.support.review.parts import FUTURES
from agents.planner import planner
from agents.planner.halving import Caution
from agents.planner.search import make_planner_parts

make_planner = functools.partial(planner.make_planner, FUTURES.game)
PLANNER_PARTS = make_planner_parts(
    __name__,
    FUTURES,
    script="best",
    caution=Caution(standard_errors=0.75, error_penalty=0.3, spread=4.0, weight=4.0),
)
"""The parts of the fourth game. The caution is in points of the battle."""
