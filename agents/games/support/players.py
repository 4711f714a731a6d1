"""The policies of the fourth game by name."""

from agents.games.support.scripts.reasons import Reason
from agents.registry import Players
from stuka_env.policy import RANDOM

SCRIPTS = {name: f"agents.games.support.scripts.{name}:choose" for name in ("best", "by_the_book")}
"""Scripted policies: the places of their compiled functions, by name."""
MAKERS = {"planner": "agents.games.support.planner.parts:make_planner"}
"""Policies with an option after ``@``: the places of functions of the whole name and the option, which may be None."""
PLAYERS = Players(
    scripts=SCRIPTS,
    makers=MAKERS,
    reasons=Reason,
    compared=("by_the_book", "best", RANDOM),
)
"""The policies, as :func:`agents.registry.players_of` finds them."""
