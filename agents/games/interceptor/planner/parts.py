"""The planner of the second game: `champion` flies the clones, and the best candidate is tested with fresh dice.

A rollout ends with the sortie line. The value of the line scores the rest of the career
(:mod:`agents.games.interceptor.improvement.line_value`). It knows careers only, so rollouts of months and single
sorties end with the war.

A skill or an aircraft pays over many sorties, and the end of a line does not show it. Whether to fly at all comes again
with every line. So these choices are `champion`'s.
"""

import functools

from agents.games.interceptor.improvement.clones import LINE_FUTURES, ON_THE_GROUND
from agents.games.interceptor.players import SECOND_GAME
from agents.planner import planner
from agents.planner.halving import Caution
from agents.planner.search import make_planner_parts
from stuka_env.games.interceptor.codes import Decision
from stuka_env.games.interceptor.rules.equivalence import alike

make_planner = functools.partial(planner.make_planner, SECOND_GAME)
LEFT_TO_CHAMPION = (*ON_THE_GROUND, int(Decision.SCRAMBLE))
"""Decisions that are not searched."""
PLANNER_PARTS = make_planner_parts(
    __name__,
    LINE_FUTURES,
    script="champion",
    caution=Caution(standard_errors=0.75, error_penalty=2.0, spread=1.0, weight=4.0),
    left=LEFT_TO_CHAMPION,
    alike=alike,
)
"""The parts of the second game. The caution is in bombers. Most candidates are worse than `champion`'s choice, so a
gain that few rollouts measure must be clearer."""
