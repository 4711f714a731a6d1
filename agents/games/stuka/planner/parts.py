"""The planner of the first game: the script flies the clones to the end of the mission."""

from agents.games.stuka.planner.rollout import ROLLOUTS
from agents.games.stuka.players import SCRIPTS
from agents.planner import planner
from agents.planner.halving import Caution
from agents.planner.planner import read_budget
from agents.planner.search import make_planner_parts
from stuka_env.compiling.compilation import compiled
from stuka_env.game import DEFAULT_GAME
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.rules.briefing import same_seating
from stuka_env.games.stuka.rules.ledger import mission_share, score_due
from stuka_env.games.stuka.rules.mat import Mat
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
        return planner.make_planner(DEFAULT_GAME, name, option)
    budget = read_budget(name, number)
    if budget.milliseconds:
        raise UnknownPolicyError(
            f"policy {name!r}: got milliseconds, with an agent allowed are rollouts (planner@64:AGENT)"
        )
    if agent in SCRIPTS:
        raise UnknownPolicyError(f"policy {name!r}: got the script {agent!r}, allowed is a learned agent")
    agent_planner: Policy = import_object(AGENT_PLANNER)(name, budget.rollouts, load_policy(agent))
    return agent_planner


@compiled
def alike(mat: Mat, charts: Charts, action: int, other: int) -> bool:
    """Whether two legal actions come to the same: they seat people who are the same but for their names."""
    return action == other or same_seating(mat, action, other)


@compiled
def unit_of(mat: Mat, charts: Charts) -> float:
    """Return the points of the official score of a point of the mission."""
    return mission_share(mat, charts, int(mat.war.segment))


SCRIPT = "old_hand"
"""The script that flies the clones, and that the planner follows where it finds nothing better."""
PLANNER_PARTS = make_planner_parts(
    __name__,
    ROLLOUTS,
    script=SCRIPT,
    caution=Caution(standard_errors=1.0, error_penalty=0.1, spread=30.0, weight=4.0),
    is_tested=False,
    alike=alike,
    points_due=score_due,
    unit_of=unit_of,
)
"""The parts of the first game. The caution is in points of a mission's score."""
