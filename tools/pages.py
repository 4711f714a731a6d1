"""Places of the pages of a game, by their subjects."""

from pathlib import Path

from stuka_env.game import DEFAULT_GAME, game_names
from tools import DOCS


def page_of(game: str, subject: str) -> Path:
    """Return the page of a game about a subject, such as "charts". Pages of the first game have no prefix."""
    return DOCS / (f"{subject}.md" if game == DEFAULT_GAME else f"{game}_{subject}.md")


def games_with(subject: str) -> list[str]:
    """Return the names of the games that have a page about a subject."""
    return [name for name in game_names() if page_of(name, subject).is_file()]
