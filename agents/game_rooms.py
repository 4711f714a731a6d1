"""The laboratory's rooms of a game, found by the game's name; a game of another distribution has none here."""

import importlib
from pathlib import Path
from types import ModuleType

GAMES = Path(__file__).parent / "games"
"""The folder of all games."""


def has_room(game: str, room: str) -> bool:
    """Whether a game has a room in the laboratory."""
    return GAMES.joinpath(game, *room.split(".")).with_suffix(".py").is_file()


def laboratory_of(game: str, room: str) -> ModuleType:
    """Return a room of a game, imported on demand."""
    return importlib.import_module(f"agents.games.{game}.{room}")
