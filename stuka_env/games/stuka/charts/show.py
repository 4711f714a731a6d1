"""Charts as tables for people: plain text for the terminal, Markdown for the documentation.

Every cell carries a letter for its provenance: p printed, e example, d derived, r reconstructed.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable
from itertools import groupby

from stuka_env.games.stuka.charts.axes import Cell, Die
from stuka_env.games.stuka.charts.columns import Grid, as_text, is_number_column
from stuka_env.games.stuka.charts.lists import EventCard
from stuka_env.games.stuka.charts.loader import ChartFile, LoadedCharts
from stuka_env.games.stuka.charts.provenance import CITED, PROVENANCE_KINDS, Provenance

LEGEND = "Provenance of a cell: " + ", ".join(f"{kind[0]} {kind}" for kind in PROVENANCE_KINDS) + "."
BEYOND_NOTE = "Totals marked <= or >= take in everything beyond them."


def counts(file: ChartFile) -> Counter[str]:
    """Return the number of cells in each provenance class of a chart."""
    return Counter(origin.kind for origin in file.provenance.values())


def total_counts(charts: LoadedCharts) -> Counter[str]:
    """Return the number of cells in each provenance class of all charts."""
    return sum((counts(file) for file in charts.files.values()), Counter())


def overview(charts: LoadedCharts, width: int | None = None) -> str:
    """Return the list of charts with their counts, as plain text at most ``width`` wide."""
    full = _overview_grid(charts)
    short = full._replace(heading=[*full.heading[:2], *(kind[0] for kind in PROVENANCE_KINDS)])
    return as_text([short], width) + "\n\n" + _paragraph(LEGEND, width)


def chart_text(charts: LoadedCharts, name: str, width: int | None = None) -> str:
    """Return one chart as plain text at most ``width`` wide. Raises KeyError for an unknown chart."""
    file = charts.files[name]
    head = file.head
    facts = f"Rulebook {head['section']}; dice: {head['dice']}; read by: {head['read_by']}."
    tables = grids(file)
    paragraphs = [_paragraph(line, width) for line in (facts, head["about"], _count_line(file, tables))]
    sources = [_paragraph(line, width, "  ") for line in _sources(file)]
    title = f"{head['title']}  ({name})"
    return "\n".join([title, "=" * len(title), *paragraphs, "", as_text(tables, width), "", *sources]).rstrip()


def all_charts_text(charts: LoadedCharts, width: int | None = None) -> str:
    """Return the list of charts, then every chart, as plain text at most ``width`` wide."""
    return "\n\n\n".join([overview(charts, width), *(chart_text(charts, name, width) for name in charts.files)])


def chart_markdown(charts: LoadedCharts, name: str) -> str:
    """Return one chart as Markdown. Raises KeyError for an unknown chart."""
    file = charts.files[name]
    head = file.head
    tables = grids(file)
    lines = [
        f"## {head['title']}",
        "",
        f"`{name}.toml`; rulebook {head['section']}; dice: {head['dice']}; read by: {head['read_by']}.",
        "",
        head["about"],
        "",
        _escaped(_count_line(file, tables)),
        "",
    ]
    sources = [f"- {line}" for line in _sources(file)]
    return "\n".join([*lines, _markdown(tables), *sources]).rstrip() + "\n"


def overview_markdown(charts: LoadedCharts) -> str:
    """Return the list of charts with their counts, as Markdown, each with a link to its chapter."""
    table = _overview_grid(charts)
    *rows, every = table.rows
    linked = [[name, f"[{title}](#{anchor(title)})", *rest] for name, title, *rest in rows]
    return _markdown([table._replace(rows=[*linked, every])])


def anchor(title: str) -> str:
    """Return the anchor of the chapter with this title."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _count_line(file: ChartFile, tables: list[Grid]) -> str:
    """Return the number of cells in each provenance class, with its letter, and the meaning of <=."""
    cell_counts = counts(file)
    line = (
        "Cells: "
        + ", ".join(f"{cell_counts[kind]} {kind} ({kind[0]})" for kind in PROVENANCE_KINDS if cell_counts[kind])
        + "."
    )
    is_open = any(row[0].startswith(("<=", ">=")) for table in tables for row in table.rows)
    return f"{line} {BEYOND_NOTE}" if is_open else line


def _paragraph(text: str, width: int | None, indent: str = "") -> str:
    """Return text in lines of at most ``width`` characters, all but the first indented."""
    if width is None:
        return text
    return textwrap.fill(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def grids(file: ChartFile) -> list[Grid]:
    """Return a chart's cells as tables, in file order."""
    panels: dict[tuple[tuple[str, ...], bool], list[Cell]] = {}
    for cell in file.cells:
        address = cell.path + cell.labels
        axes = cell.table.axes
        rolled = bool(axes) and isinstance(axes[-1], Die)
        panels.setdefault((address[: max(1, len(address) - 2)], rolled), []).append(cell)
    tables = [
        (_rolled_grid if rolled else _named_grid)(": ".join(panel), file, cells)
        for (panel, rolled), cells in panels.items()
    ]
    return tables + _level_grids(file) + _card_grids(file)


def _named_grid(title: str, file: ChartFile, cells: list[Cell]) -> Grid:
    """Return a table of words by words, taller than wide."""
    texts = {}
    for cell in cells:
        address = cell.path + cell.labels
        texts[address[-2:] if len(address) > 2 else (address[1], "")] = _cell_text(file, cell)
    firsts, seconds = (list(dict.fromkeys(key[place] for key in texts)) for place in (0, 1))
    lines = [[texts.get((first, second), "") for second in seconds] for first in firsts]
    return _laid_out(title, first="", labels=firsts, columns=seconds, lines=lines)


def _rolled_grid(title: str, file: ChartFile, cells: list[Cell]) -> Grid:
    """Return a table by die total. It has a row for every total that any column names."""
    axis = cells[0].table.axes[-1]
    assert isinstance(axis, Die)
    columns: dict[str, dict[int, str]] = {}
    for cell in cells:
        address = cell.path + cell.labels
        column = columns.setdefault(address[-2] if len(address) > 2 else "", {})
        column.update(dict.fromkeys(range(cell.index[-1], cell.last + 1), _cell_text(file, cell)))
    totals = range(axis.first, axis.last + 1)
    lines = {total: [column[total] for column in columns.values()] for total in totals}
    if len(columns) >= axis.high - axis.low + 1:
        sideways = [list(line) for line in zip(*lines.values(), strict=True)]
        return Grid(
            title, ["", *map(str, totals)], [[name, *line] for name, line in zip(columns, sideways, strict=True)]
        )
    groups = [list(group) for _, group in groupby(totals, key=lines.__getitem__)]
    labels = [_total_label(axis, group[0], group[-1]) for group in groups]
    heading = "" if file.head["dice"] == "none" else "die"
    return _laid_out(
        title, first=heading, labels=labels, columns=list(columns), lines=[lines[group[0]] for group in groups]
    )


def _total_label(axis: Die, low: int, high: int) -> str:
    """Die totals that a chart treats alike; open where modifiers lead beyond the die."""
    if low == axis.first < axis.low:
        return f"<={high}"
    if high == axis.last > axis.high:
        return f">={low}"
    return str(low) if low == high else f"{low}-{high}"


def _laid_out(title: str, *, first: str, labels: list[str], columns: list[str], lines: list[list[str]]) -> Grid:
    """Return a table with its labels in front, taller than wide. A single unnamed column gets the title."""
    if len(columns) > len(labels):
        labels, columns, lines = columns, labels, [list(line) for line in zip(*lines, strict=True)]
    rows = [[label, *line] for label, line in zip(labels, lines, strict=True)]
    return Grid("", [first, title], rows) if columns == [""] else Grid(title, [first, *columns], rows)


def _cell_text(file: ChartFile, cell: Cell) -> str:
    return f"{cell.text} {letter(file.provenance[cell.path + cell.labels])}"


def _level_grids(file: ChartFile) -> list[Grid]:
    rows = [[name, f"{bound} {letter(file.provenance['levels', name])}"] for name, bound in file.levels]
    return [Grid("levels", ["", "from"], rows)] if rows else []


def _card_grids(file: ChartFile) -> list[Grid]:
    rows = [
        [card.slug, card.name, f"{effect_text(card)} {letter(file.provenance['card', card.slug])}"]
        for card in file.cards
    ]
    return [Grid("card", ["id", "name", "effect"], rows)] if rows else []


def effect_text(card: EventCard) -> str:
    """Effect and amount of a card, as its file has them."""
    return f"{card.word} {card.says}".strip()


def _overview_grid(charts: LoadedCharts) -> Grid:
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


def _sources(file: ChartFile) -> list[str]:
    """Return one line for each section that states cells, with these cells."""
    stated: dict[Provenance, list[str]] = {}
    for address, origin in file.provenance.items():
        if origin.kind in CITED:
            stated.setdefault(origin, []).append(".".join(address))
    return [f"{origin.kind}, {origin.source}: {_shortened(file, cells)}" for origin, cells in stated.items()]


def _shortened(file: ChartFile, cells: list[str]) -> str:
    """Addresses of cells, those of one column or line together."""
    if len(cells) == len(file.provenance):
        return "every cell"
    sizes = Counter(".".join(address[:-1]) for address in file.provenance)
    grouped: dict[str, list[str]] = {}
    for cell in cells:
        column, _, last = cell.rpartition(".")
        grouped.setdefault(column, []).append(last)
    return "; ".join(
        column if len(lasts) == sizes[column] > 1 else f"{column} {', '.join(lasts)}"
        for column, lasts in grouped.items()
    )


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
