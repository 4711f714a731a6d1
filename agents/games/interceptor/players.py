"""The policies of the second game by name."""

from agents.games.interceptor.scripts.reasons import Reason, reason_words
from agents.registry import Players

SECOND_GAME = "interceptor"
"""Name of the game."""
SCRIPTS = {
    "by_the_book": "agents.games.interceptor.scripts.by_the_book:choose",
    "careful": "agents.games.interceptor.scripts.careful:choose",
    "rash": "agents.games.interceptor.scripts.rash:choose",
    "random_flyer": "agents.games.interceptor.scripts.random_flyer:choose",
    "random": "agents.games.interceptor.scripts.random_flyer:choose_any",
    "champion": "agents.games.interceptor.scripts.champion:choose",
    "veteran": "agents.games.interceptor.scripts.veteran:choose",
}
"""Scripted policies: the places of their compiled functions, by name."""
MAKERS = {"planner": "agents.games.interceptor.planner.parts:make_planner"}
"""Policies with an option after ``@``: the places of functions of the whole name and the option, which may be None."""
PLAYERS = Players(
    scripts=SCRIPTS,
    reasons=Reason,
    reason_words=reason_words,
    compared=("by_the_book", "champion", "veteran", "careful", "rash", "random_flyer"),
    makers=MAKERS,
)
"""The policies, as :func:`agents.registry.players_of` finds them."""
