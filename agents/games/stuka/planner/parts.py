"""The parts of the planner that know the first game: the script flies clones to the end of the mission."""

from typing import Any

from agents.games.stuka.planner import search
from agents.games.stuka.planner.rollout import OpenDecisions, fly_clone, new_workspace, open_decisions
from agents.games.stuka.planner.search import SearchBuffers, choose_best
from agents.games.stuka.players import SCRIPTS
from agents.planner.halving import BlockPart, BlockScores, PlannerParts, Search
from stuka_env.declared.records import Rows
from stuka_env.policy import import_object

SCRIPT = "old_hand"
"""The script that flies the clones, and that the planner follows where it finds nothing better."""
CHOOSE: Any = import_object(SCRIPTS[SCRIPT])


def new_buffers(searches: Rows[Search], scores: Rows[BlockScores]) -> SearchBuffers:
    """Return the buffers of a thread."""
    return SearchBuffers(new_workspace(), searches, scores)


def open_search(decisions: OpenDecisions, searches: Rows[Search], war: int) -> None:
    """Begin the search of a war's decision."""
    search.open_search(CHOOSE, decisions, searches, war)


def fly_block(decisions: OpenDecisions, buffers: SearchBuffers, part: BlockPart) -> None:
    """Fly a part of the current block."""
    search.fly_block(fly_clone, CHOOSE, decisions, buffers, part)


def search_slice(decisions: OpenDecisions, buffers: SearchBuffers, start: int, stop: int) -> None:
    """Search the decisions of the wars in [start, stop) that are not over."""
    search.search_slice(fly_clone, CHOOSE, decisions, buffers, start, stop)


PLANNER_PARTS = PlannerParts(
    open_decisions=open_decisions,
    new_buffers=new_buffers,
    open_search=open_search,
    fly_block=fly_block,
    choose_best=choose_best,
    search_slice=search_slice,
)
"""The parts of the first game, as :func:`agents.planner.halving.planner_parts` finds them."""
