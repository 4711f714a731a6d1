"""The planner of the third game: `best` flies the clones."""

import functools

from agents.games.wing.review.parts import FUTURES
from agents.planner import planner
from agents.planner.halving import Caution
from agents.planner.search import make_planner_parts

make_planner = functools.partial(planner.make_planner, FUTURES.game)
PLANNER_PARTS = make_planner_parts(
    __name__,
    FUTURES,
    script="best",
    caution=Caution(standard_errors=0.75, error_penalty=2.0, spread=1.0, weight=4.0),
)
"""The parts of the third game."""
