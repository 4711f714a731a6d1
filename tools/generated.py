"""Generated pages: their places, tables, paragraphs, and pages that are written by hand but for some parts."""

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from stuka_env.game import DEFAULT_GAME, game_names
from tools import DOCS

LEFT, RIGHT = "---", "---:"
"""Alignment of a column, as Markdown writes it."""

Text = Callable[[], str]
"""A function that returns the text of a page or of a part of one."""


def page_of(game: str, subject: str) -> Path:
    """Return the page of a game about a subject, such as "charts". Pages of the first game have no prefix."""
    return DOCS / (f"{subject}.md" if game == DEFAULT_GAME else f"{game}_{subject}.md")


def games_with(subject: str) -> list[str]:
    """Return the names of the games that have a page about a subject."""
    return [name for name in game_names() if page_of(name, subject).is_file()]


def table(head: Sequence[str], rows: Iterable[Sequence[object]], sides: Sequence[str] | None = None) -> list[str]:
    """Return the lines of a Markdown table and an empty line. Bars inside cells are escaped.

    Args:
        head: names of the columns.
        rows: as many cells as ``head`` in each row.
        sides: :data:`LEFT` or :data:`RIGHT` for each column, or None for all left.
    """
    lines = [head, sides or [LEFT] * len(head), *rows]
    return ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines] + [""]


def wars_in_words(measure: Mapping[str, Any]) -> str:
    """Return the wars of a measure, by its ``env`` and ``arguments``."""
    given = ", ".join(f"`{name}: {value}`" for name, value in measure["arguments"].items())
    return f"`{measure['env']}`{f' with {given}' if given else ''}"


def code_rows(rows: Iterable[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return rows whose first cell is code."""
    return [(f"`{name}`", *cells) for name, *cells in rows]


def paragraph(text: str) -> list[str]:
    """Return a paragraph, wrapped at 120 characters, and the empty line after it."""
    return [textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False), ""]


def page_with(path: Path, parts: Mapping[str, Text]) -> str:
    """Return a page with new content between the two comments of each part, ``<!-- NAME:begin -->`` and its end."""
    text = path.read_text(encoding="utf-8")
    for name, content in parts.items():
        text = filled(text, name, content())
    return text


def pages_with(parts: Mapping[Path, Mapping[str, Text]]) -> dict[Path, Text]:
    """Return functions that return the texts of pages, from the generated parts of each page."""
    return {path: partial(page_with, path, own) for path, own in parts.items()}


def filled(text: str, name: str, content: str) -> str:
    """Return ``text`` with new content between the two comments of ``name``."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, rest = text.split(begin)
    return f"{before}{begin}\n{content}\n{end}{rest.split(end)[1]}"
