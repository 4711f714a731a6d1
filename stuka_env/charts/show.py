"""Charts of any game as tables for people: plain text for the terminal, Markdown for the documentation.

Every cell carries a letter for its provenance: p printed, e example, d derived, r reconstructed.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from stuka_env.charts.columns import Grid, as_text, is_number_column, split
from stuka_env.charts.provenance import CITED, PROVENANCE_KINDS, Provenance

LEGEND = "Provenance of a cell: " + ", ".join(f"{kind[0]} {kind}" for kind in PROVENANCE_KINDS) + "."
EXPLAINED_KEYS = re.compile(r"(?:(?<=^)|(?<=\. ))([a-z0-9_+, ]+):")
"""Keys and words that a chart's introduction explains."""
BEYOND_NOTE = "Totals marked <= or >= take in everything beyond them."


class ShownFile(Protocol):
    """A chart file of a game."""

    @property
    def head(self) -> Mapping[str, str]:
        """Its heading."""

    @property
    def provenance(self) -> Mapping[tuple[str, ...], Provenance]:
        """The provenance of each cell."""


class ShownCharts(Protocol):
    """The charts of a game."""

    @property
    def files(self) -> Mapping[str, Any]:
        """The chart files by name, each a :class:`ShownFile`."""


class ChartPrinter:
    """The charts of a game as text.

    Args:
        grids: the cells of a chart file as tables.
    """

    def __init__(self, grids: Callable[[Any], list[Grid]]) -> None:
        self.grids = grids

    def overview(self, charts: ShownCharts, width: int | None = None) -> str:
        """Return the list of charts with their counts, as plain text at most ``width`` wide."""
        full = _overview_grid(charts)
        short = full._replace(heading=[*full.heading[:2], *(kind[0] for kind in PROVENANCE_KINDS)])
        return as_text([short], width) + "\n\n" + _paragraph(LEGEND, width)

    def chart_text(self, charts: ShownCharts, name: str, width: int | None = None) -> str:
        """Return one chart as plain text at most ``width`` wide. Raises KeyError for an unknown chart."""
        file = charts.files[name]
        head = file.head
        facts = f"Rulebook {head['section']}; dice: {head['dice']}; read by: {head['read_by']}."
        tables = self.grids(file)
        paragraphs = [_paragraph(line, width) for line in (facts, head["about"], _count_line(file, tables))]
        sources = [_paragraph(line, width, "  ") for line in _sources(file)]
        title = f"{head['title']}  ({name})"
        return "\n".join(
            [
                title,
                "=" * len(title),
                *paragraphs,
                "",
                as_text([part for table in tables for part in split(table, width)], width),
                "",
                *sources,
            ]
        ).rstrip()

    def all_charts_text(self, charts: ShownCharts, width: int | None = None) -> str:
        """Return the list of charts, then every chart, as plain text at most ``width`` wide."""
        return "\n\n\n".join(
            [self.overview(charts, width), *(self.chart_text(charts, name, width) for name in charts.files)]
        )

    def chart_markdown(self, charts: ShownCharts, name: str) -> str:
        """Return one chart as Markdown. Raises KeyError for an unknown chart."""
        file = charts.files[name]
        head = file.head
        tables = self.grids(file)
        lines = [
            f"## {head['title']}",
            "",
            f"`{name}.toml`; rulebook {head['section']}; dice: {head['dice']}; read by: {head['read_by']}.",
            "",
            EXPLAINED_KEYS.sub(r"`\1`:", head["about"]),
            "",
            _escaped(_count_line(file, tables)),
            "",
        ]
        sources = [f"- {line}" for line in _sources(file, "`")]
        return "\n".join([*lines, _markdown(tables), *sources]).rstrip() + "\n"

    def overview_markdown(self, charts: ShownCharts) -> str:
        """Return the list of charts with their counts, as Markdown, each with a link to its chapter."""
        table = _overview_grid(charts)
        *rows, every = table.rows
        linked = [[name, f"[{title}](#{anchor(title)})", *rest] for name, title, *rest in rows]
        return _markdown([table._replace(rows=[*linked, every])])


def counts(file: ShownFile) -> Counter[str]:
    """Return the number of cells in each provenance class of a chart."""
    return Counter(origin.kind for origin in file.provenance.values())


def total_counts(charts: ShownCharts) -> Counter[str]:
    """Return the number of cells in each provenance class of all charts."""
    return sum((counts(file) for file in charts.files.values()), Counter())


def anchor(title: str) -> str:
    """Return the anchor of the chapter with this title."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _count_line(file: ShownFile, tables: list[Grid]) -> str:
    """Return the number of cells in each provenance class, with its letter, and the meaning of <=."""
    cell_counts = counts(file)
    kinds = [f"{cell_counts[kind]} {kind} ({kind[0]})" for kind in PROVENANCE_KINDS if cell_counts[kind]]
    line = f"Cells: {', '.join(kinds)}."
    is_open = any(row[0].startswith(("<=", ">=")) for table in tables for row in table.rows)
    return f"{line} {BEYOND_NOTE}" if is_open else line


def _paragraph(text: str, width: int | None, indent: str = "") -> str:
    """Return text in lines of at most ``width`` characters, all but the first indented."""
    if width is None:
        return text
    return textwrap.fill(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _overview_grid(charts: ShownCharts) -> Grid:
    rows = [
        [name, file.head["title"], *(str(counts(file)[kind]) for kind in PROVENANCE_KINDS)]
        for name, file in charts.files.items()
    ]
    every = total_counts(charts)
    rows.append(["all", "", *(str(every[kind]) for kind in PROVENANCE_KINDS)])
    return Grid("", ["chart", "title", *PROVENANCE_KINDS], rows)


def letter(origin: Provenance) -> str:
    """Return the mark of a provenance class beside a cell."""
    return origin.kind[0]


def _sources(file: ShownFile, quote: str = "") -> list[str]:
    """Return one line for each section that states cells, with the addresses of these cells between quotes."""
    stated: dict[Provenance, list[tuple[str, ...]]] = {}
    for address, origin in file.provenance.items():
        if origin.kind in CITED:
            stated.setdefault(origin, []).append(address)
    return [f"{origin.kind}, {origin.source}: {_shortened(file, cells, quote)}" for origin, cells in stated.items()]


def _shortened(file: ShownFile, cells: list[tuple[str, ...]], quote: str) -> str:
    """Return the addresses of cells, those of one column or line together."""
    if len(cells) == len(file.provenance):
        return "every cell"
    sizes = Counter(address[:-1] for address in file.provenance)
    grouped: dict[tuple[str, ...], list[str]] = {}
    for *column, last in cells:
        grouped.setdefault(tuple(column), []).append(last)
    texts = [
        ".".join(column) + ("" if len(lasts) == sizes[column] > 1 else " " + ", ".join(lasts))
        for column, lasts in grouped.items()
    ]
    return "; ".join(f"{quote}{text}{quote}" for text in texts)


def _markdown(tables: Iterable[Grid]) -> str:
    blocks = []
    for table in tables:
        rules = ["---:" if is_number_column(table, place) else "---" for place in range(len(table.heading))]
        texts = [[_escaped(text) for text in line] for line in (table.heading, rules, *table.rows)]
        lines = ["| " + " | ".join(re.sub(r" (\w)$", r"&nbsp;\1", text) for text in line) + " |" for line in texts]
        blocks.append("\n".join(([f"**{table.title}**", ""] if table.title else []) + lines))
    return "\n\n".join(blocks) + "\n"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace(">", "&gt;")


def laid_out(
    title: str, *, first: str, labels: list[str], columns: list[str], lines: list[list[str]], flips: bool = True
) -> Grid:
    """Return a table with its labels in front, taller than wide if it flips.

    A single unnamed column gets the title.
    """
    if flips and len(columns) > len(labels):
        labels, columns, lines = columns, labels, [list(line) for line in zip(*lines, strict=True)]
    rows = [[label, *line] for label, line in zip(labels, lines, strict=True)]
    return Grid("", [first, title], rows) if columns == [""] else Grid(title, [first, *columns], rows)
