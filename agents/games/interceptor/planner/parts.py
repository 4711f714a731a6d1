"""The parts of the planner that know the second game."""

import functools

from agents.games.interceptor.improvement.clones import Player, new_champion
from agents.games.interceptor.improvement.line_value import new_line_network, weights_of
from agents.games.interceptor.luck.parts import FUTURES, OpenDecisions
from agents.games.interceptor.planner import search
from agents.games.interceptor.planner.search import SearchSpace, choose_best, fly_block, search_slice
from agents.games.interceptor.players import SECOND_GAME
from agents.planner.halving import BlockScores, PlannerParts, Search
from agents.planner.planner import Planner, read_budget
from stuka_env.declared.records import Rows
from stuka_env.policy import Policy


def make_planner(name: str, option: str | None) -> Policy:
    """Return the planner with a budget: ``64`` rollouts a decision, ``20ms`` a decision, None for the default.

    Raises:
        UnknownPolicyError: the option is wrong; the message says what is allowed.
    """
    return Planner(name, SECOND_GAME, read_budget(name, option))


@functools.cache
def kept_player() -> Player:
    """Return `champion` with the value that ships."""
    return new_champion()


def new_space(searches: Rows[Search], scores: Rows[BlockScores]) -> SearchSpace:
    """Return the arrays of a thread."""
    player = kept_player()
    own = player._replace(network=new_line_network(weights_of(player.network)))
    return SearchSpace(own, FUTURES.new_workspace(), searches, scores)


def open_search(decisions: OpenDecisions, searches: Rows[Search], war: int) -> None:
    """Begin the search of a war's decision."""
    search.open_search(kept_player(), decisions, searches, war)


PLANNER_PARTS = PlannerParts(
    open_decisions=FUTURES.open_decisions,
    new_buffers=new_space,
    open_search=open_search,
    fly_block=fly_block,
    choose_best=choose_best,
    search_slice=search_slice,
)
"""The parts of the second game, as :func:`agents.planner.halving.planner_parts` finds them."""
