"""The parts of the planner that know the first game: the script flies clones to the end of the mission."""

from typing import Any

from agents.games.stuka.planner import search
from agents.games.stuka.planner.rollout import OpenDecisions, fly_clone, new_workspace, open_decisions
from agents.games.stuka.planner.search import SearchBuffers, choose_best
from agents.games.stuka.players import SCRIPTS
from agents.planner.halving import BlockPart, BlockScores, PlannerParts, Search
from agents.planner.planner import Planner, read_budget
from stuka_env.declared.records import Rows
from stuka_env.game import DEFAULT_GAME
from stuka_env.policy import Policy, UnknownPolicyError, import_object, load_policy

AGENT_PLANNER = "agents.games.stuka.planner.agent_planner:make_agent_planner"
"""Function that makes the planner with a learned agent. It is imported late, because loading PyTorch takes seconds."""


def make_planner(name: str, option: str | None) -> Policy:
    """Return the planner with a budget: ``64`` rollouts a decision, ``20ms`` a decision, None for the default.

    With ``64:AGENT`` a learned agent, by name or file, proposes the candidates and flies the clones.

    Raises:
        UnknownPolicyError: the option is wrong; the message says what is allowed.
        AgentError: the agent cannot be used.
    """
    number, colon, agent = (option or "").partition(":")
    if not colon:
        return Planner(name, DEFAULT_GAME, read_budget(name, option))
    budget = read_budget(name, number)
    if budget.milliseconds:
        raise UnknownPolicyError(
            f"policy {name!r}: got milliseconds, with an agent allowed are rollouts (planner@64:AGENT)"
        )
    if agent in SCRIPTS:
        raise UnknownPolicyError(f"policy {name!r}: got the script {agent!r}, allowed is a learned agent")
    agent_planner: Policy = import_object(AGENT_PLANNER)(name, budget.rollouts, load_policy(agent))
    return agent_planner


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
