"""The laboratory's rooms of a game, found by the game's name; a game of another distribution has none here."""

import importlib
import pkgutil
from types import ModuleType

GAMES = importlib.import_module("agents.games")
"""The package of all games."""


def has_laboratory(game: str) -> bool:
    """Whether a game has rooms in the laboratory."""
    return game in {module.name for module in pkgutil.iter_modules(GAMES.__path__)}


def laboratory_of(game: str, room: str) -> ModuleType:
    """Return a room of a game, imported on demand."""
    return importlib.import_module(f"agents.games.{game}.{room}")
