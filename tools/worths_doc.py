"""The table of the worths of the second game's champion."""

from agents.games.interceptor.scripts.champion import WORTHS
from agents.games.interceptor.scripts.worths import Choice
from tools import DOCS
from tools.generated import LEFT, RIGHT, pages_with, table


def worths() -> str:
    """Return the table of the champion's worths."""
    head = ("for", *(choice.word for choice in Choice))
    rows = [(trait.word, *(f"{weight:+.3f}" for weight in weights)) for trait, weights in WORTHS.items()]
    return "\n".join(["", *table(head, rows, (LEFT, *[RIGHT] * len(Choice)))])


PAGES = pages_with({DOCS / "interceptor_champion.md": {"worths": worths}})
