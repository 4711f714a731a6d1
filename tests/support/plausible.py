"""First draws of the plausible charts of every game, made once for all tests."""

from functools import cache

from agents.plausible.cells import Rungs
from agents.plausible.sets import plausible_charts

FIRST_DRAWS = range(1, 5)
PLAUSIBLE = plausible_charts()


@cache
def draw(game: str, number: int) -> Rungs:
    """Return one of the first draws of the study."""
    return PLAUSIBLE[game].attempt_rungs(0, number, 0)
