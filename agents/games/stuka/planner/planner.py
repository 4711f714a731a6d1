"""The planner of the first game by name: with a script, or with a learned agent."""

from agents.games.stuka.players import SCRIPTS
from agents.planner.planner import Planner, read_budget
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
