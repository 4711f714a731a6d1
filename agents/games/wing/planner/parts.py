"""The planner of the third game: `best` flies the clones, and the best candidate is tested with fresh dice.

A rollout ends with the mission, where the network of the account of luck expects the points of the rest. Crews, their
bombers and the way are `best`'s: rollouts tell them hardly apart, and a tired crew counts in later missions.
"""

import functools

from agents.games.wing.review.parts import FUTURES
from agents.planner import planner
from agents.planner.halving import Caution
from agents.planner.search import make_planner_parts
from stuka_env.games.wing.codes import Decision

make_planner = functools.partial(planner.make_planner, FUTURES.game)
PLANNER_PARTS = make_planner_parts(
    __name__,
    FUTURES,
    script="best",
    caution=Caution(standard_errors=0.75, error_penalty=2.0, spread=1.0, weight=4.0),
    left=(Decision.CREW, Decision.BOMBER, Decision.MOVE),
)
"""The parts of the third game. The caution is in points of the campaign."""
