"""The policies of the third game by name."""

from agents.games.wing.scripts.style import Reason
from agents.registry import Players
from stuka_env.policy import RANDOM

THIRD_GAME = "wing"
"""Name of the game."""
SCRIPTS = {
    name: f"agents.games.wing.scripts.{name}:choose" for name in ("best", "by_the_book", "cautious", "all_wrong")
}
"""Scripted policies: the places of their compiled functions, by name."""
MAKERS = {"planner": "agents.games.wing.planner.parts:make_planner"}
"""Policies with an option after ``@``: the places of functions of the whole name and the option, which may be None."""
PLAYERS = Players(
    scripts=SCRIPTS,
    makers=MAKERS,
    reasons=Reason,
    compared=("by_the_book", "best", "cautious", RANDOM),
)
"""The policies, as :func:`agents.registry.players_of` finds them."""
