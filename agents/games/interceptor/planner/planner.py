"""The planner of the second game by name."""

from agents.games.interceptor.players import SECOND_GAME
from agents.planner.planner import Planner, read_budget
from stuka_env.policy import Policy


def make_planner(name: str, option: str | None) -> Policy:
    """Return the planner with a budget: ``64`` rollouts a decision, ``20ms`` a decision, None for the default.

    Raises:
        UnknownPolicyError: the option is wrong; the message says what is allowed.
    """
    return Planner(name, SECOND_GAME, read_budget(name, option))
