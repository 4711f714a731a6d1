"""Layout of text for a terminal, with Rich."""

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text


def two_columns(rows: Iterable[tuple[Text, Text]], gap: int = 2) -> Table:
    """Lay out pairs in two columns: a name, and the text about it."""
    grid = Table.grid(padding=(0, gap))
    grid.add_column(no_wrap=True, min_width=2)
    grid.add_column()
    for row in rows:
        grid.add_row(*row)
    return grid


def named_paragraph(lines: Sequence[str]) -> tuple[str, str]:
    """Return name and words of a named paragraph of the mat as text, unwrapped."""
    name, _, words = " ".join(line.strip() for line in lines).partition(":")
    return name, words.strip()


def struck(words: str, strokes: Iterable[tuple[str, str]]) -> Text:
    """Return text with all places that match a pattern in a style: pattern and style of each stroke."""
    text = Text(words)
    for pattern, style in strokes:
        text.highlight_regex(pattern, style)
    return text
