"""The policies of the game by name."""

from agents.games.stuka.scripts.reason_words import reason_words
from agents.games.stuka.scripts.reasons import Reason
from agents.registry import Players

SCRIPTS = {
    "doctrine": "agents.games.stuka.scripts.doctrine:choose",
    "old_hand": "agents.games.stuka.scripts.old_hand:choose",
    "champion": "agents.games.stuka.scripts.champion:choose",
    "random_flyer": "agents.games.stuka.scripts.random_flyer:choose",
    "random": "agents.games.stuka.scripts.random_flyer:choose_any",
    "lone_wolf": "agents.games.stuka.scripts.lone_wolf:choose",
    "kette": "agents.games.stuka.scripts.kette:choose",
    "cautious": "agents.games.stuka.scripts.cautious:choose",
    "bold": "agents.games.stuka.scripts.bold:choose",
    "milk_run": "agents.games.stuka.scripts.lone_wolf:milk_run",
    "shirker": "agents.games.stuka.scripts.lone_wolf:shirker",
    "straggler": "agents.games.stuka.scripts.lone_wolf:straggler",
    "gambler": "agents.games.stuka.scripts.lone_wolf:gambler",
}
"""Scripted policies: the places of their compiled functions, by name."""
MAKERS = {
    "planner": "agents.games.stuka.planner.parts:make_planner",
    "improved": "agents.games.stuka.improvement.recipe:make_improved",
}
"""Policies with an option after ``@``: the places of functions of the whole name and the option, which may be None."""
PLAYERS = Players(
    scripts=SCRIPTS,
    reasons=Reason,
    reason_words=reason_words,
    compared=("old_hand", "doctrine", "random_flyer", "random", "lone_wolf"),
    makers=MAKERS,
)
"""The policies, as :func:`agents.registry.players_of` finds them."""
