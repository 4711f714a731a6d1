"""Tables as plain text: columns that keep to a width, words wrapped inside their cells."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

GAPS = ("  ", " ")
"""Gap between columns, and the gap for narrow screens."""
GLUE = "\N{NO-BREAK SPACE}"
"""Placeholder for a space at which a cell is not broken."""
SLASH = "\N{FRACTION SLASH}"
"""Placeholder for a slash after which a cell may be broken."""


class Grid(NamedTuple):
    """One table: a title, which may be empty, a heading for every column, and lines of as many texts."""

    title: str
    heading: list[str]
    rows: list[list[str]]


def as_text(tables: Iterable[Grid], width: int | None = None) -> str:
    """Return tables in columns, with numbers aligned right; at most ``width`` characters wide if no word is longer."""
    return "\n\n".join("\n".join(_lines(table, width)) for table in tables)


def split(table: Grid, width: int | None) -> list[Grid]:
    """Return a table as several ones that fit into ``width``, each with the first column and some of the others."""
    cells = [[_breakable(text) for text in line] for line in (table.heading, *table.rows)]
    least = [max(len(word) for text in column for word in text.split(" ")) for column in zip(*cells, strict=True)]
    chosen = [[0]]
    room = 0
    for place in range(1, len(least)):
        room += least[place] + len(GAPS[0])
        if width is not None and len(chosen[-1]) > 1 and least[0] + room > width:
            chosen.append([0])
            room = least[place] + len(GAPS[0])
        chosen[-1].append(place)
    return [
        table._replace(
            heading=[table.heading[place] for place in places],
            rows=[[row[place] for place in places] for row in table.rows],
        )
        for places in chosen
    ]


def is_number_column(table: Grid, place: int) -> bool:
    """Whether a column other than the first, which names the rows, holds only whole numbers."""
    return place > 0 and all(row[place].isdecimal() for row in table.rows)


def _lines(table: Grid, width: int | None) -> list[str]:
    """Return the lines of one table. An empty line separates rows if most of them take several lines."""
    cells = [[_breakable(text) for text in line] for line in (table.heading, *table.rows)]
    gap, widths = _widths(cells, width)
    wrapped = [[_wrapped(text, size) for text, size in zip(line, widths, strict=True)] for line in cells]
    widths = [max(len(part) for cell in column for part in cell) for column in zip(*wrapped, strict=True)]
    pads = [str.rjust if is_number_column(table, place) else str.ljust for place in range(len(widths))]

    def laid_out(row: list[list[str]]) -> list[str]:
        lines = zip_longest(*row, fillvalue="")
        return [
            gap.join(pad(text, size) for pad, text, size in zip(pads, line, widths, strict=True)).rstrip()
            for line in lines
        ]

    heading, *rows = map(laid_out, wrapped)
    tall = sum(len(row) > 1 for row in rows)
    lines = [gap.join("-" * size for size in widths)]
    for row in rows:
        lines += [""] * (2 * tall > len(rows) and len(lines) > 1) + row
    return [table.title] * bool(table.title) + heading + lines


def _breakable(text: str) -> str:
    """Return a cell with spaces where it may be broken: after commas and slashes, else between words.

    A number stays with its noun. The mark of provenance, a single letter at the end, stays with its word.
    """
    if ", " in text or "/" in text:
        parts = [part.replace(" ", GLUE) for part in text.replace("/", SLASH).split(", ")]
        return ", ".join(parts).replace(SLASH, "/ ")
    counted = re.sub(r"^(\d+) ", rf"\1{GLUE}", text)
    return re.sub(r" (\w)$", rf"{GLUE}\1", counted)


def _widths(cells: Sequence[Sequence[str]], width: int | None) -> tuple[str, list[int]]:
    """Return the gap between columns and their widths. A line that is too long takes space from the widest columns."""
    columns = list(zip(*cells, strict=True))
    widths = [max(map(len, column)) for column in columns]
    least = [max(len(word) for text in column for word in text.split(" ")) for column in columns]
    if width is None:
        return GAPS[0], widths
    rooms = {gap: width - len(gap) * (len(columns) - 1) for gap in GAPS}
    gap = next((gap for gap, room in rooms.items() if sum(least) <= room), GAPS[-1])
    while sum(widths) > rooms[gap] and widths != least:
        widest = max(size for size, low in zip(widths, least, strict=True) if size > low)
        widths = [size - (size == widest > low) for size, low in zip(widths, least, strict=True)]
    return gap, widths


def _wrapped(text: str, width: int) -> list[str]:
    lines = textwrap.wrap(text, max(1, width), break_long_words=False, break_on_hyphens=False)
    return [line.replace(GLUE, " ").replace("/ ", "/") for line in lines] or [""]
