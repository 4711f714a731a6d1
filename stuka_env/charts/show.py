"""Charts of any game as tables for people: plain text for the terminal, Markdown for the documentation.

Every cell carries a letter for its provenance: p printed, e example, d derived, r reconstructed.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from stuka_env.charts.axes import Cell, Die, Parts, Places
from stuka_env.charts.columns import Grid, as_text, is_number_column, split
from stuka_env.charts.loader import ChartFile, LoadedCharts
from stuka_env.charts.provenance import CITED, PROVENANCE_KINDS, Provenance

LEGEND = "Provenance of a cell: " + ", ".join(f"{kind[0]} {kind}" for kind in PROVENANCE_KINDS) + "."
EXPLAINED_KEYS = re.compile(r"(?:(?<=^)|(?<=\. ))([a-z0-9_+, ]+):")
"""Keys and words that a chart's introduction explains."""
BEYOND_NOTE = "Totals marked <= or >= take in everything beyond them."


def overview(charts: LoadedCharts[Any], width: int | None = None) -> str:
    """Return the list of charts with their counts, as plain text at most ``width`` wide."""
    full = _overview_grid(charts)
    short = full._replace(heading=[*full.heading[:2], *(kind[0] for kind in PROVENANCE_KINDS)])
    return as_text([short], width) + "\n\n" + _paragraph(LEGEND, width)


def chart_text(charts: LoadedCharts[Any], name: str, width: int | None = None) -> str:
    """Return one chart as plain text at most ``width`` wide. Raises KeyError for an unknown chart."""
    file = charts.files[name]
    head = file.head
    facts = f"Rulebook {head['section']}; dice: {head['dice']}; read by: {head['read_by']}."
    tables = grids(file)
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


def all_charts_text(charts: LoadedCharts[Any], width: int | None = None) -> str:
    """Return the list of charts, then every chart, as plain text at most ``width`` wide."""
    return "\n\n\n".join([overview(charts, width), *(chart_text(charts, name, width) for name in charts.files)])


def chart_markdown(charts: LoadedCharts[Any], name: str) -> str:
    """Return one chart as Markdown. Raises KeyError for an unknown chart."""
    file = charts.files[name]
    head = file.head
    tables = grids(file)
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


def overview_markdown(charts: LoadedCharts[Any]) -> str:
    """Return the list of charts with their counts, as Markdown, each with a link to its chapter."""
    table = _overview_grid(charts)
    *rows, every = table.rows
    linked = [[name, f"[{title}](#{anchor(title)})", *rest] for name, title, *rest in rows]
    return _markdown([table._replace(rows=[*linked, every])])


def counts(file: ChartFile) -> Counter[str]:
    """Return the number of cells in each provenance class of a chart."""
    return Counter(origin.kind for origin in file.provenance.values())


def total_counts(charts: LoadedCharts[Any]) -> Counter[str]:
    """Return the number of cells in each provenance class of all charts."""
    return sum((counts(file) for file in charts.files.values()), Counter())


def anchor(title: str) -> str:
    """Return the anchor of the chapter with this title."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _count_line(file: ChartFile, tables: list[Grid]) -> str:
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


def _overview_grid(charts: LoadedCharts[Any]) -> Grid:
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


def _sources(file: ChartFile, quote: str = "") -> list[str]:
    """Return one line for each section that states cells, with the addresses of these cells between quotes."""
    stated: dict[Provenance, list[tuple[str, ...]]] = {}
    for address, origin in file.provenance.items():
        if origin.kind in CITED:
            stated.setdefault(origin, []).append(address)
    return [f"{origin.kind}, {origin.source}: {_shortened(file, cells, quote)}" for origin, cells in stated.items()]


def _shortened(file: ChartFile, cells: list[tuple[str, ...]], quote: str) -> str:
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


# --- cells as tables ---


def grids(file: ChartFile) -> list[Grid]:
    """Return a chart's cells and lists as tables, in the order of our file."""
    panels: dict[tuple[str, bool], list[Cell]] = {}
    for cell in file.cells:
        axes = cell.table.axes
        panel = ": ".join((cell.path[0], *_titles(cell)[:-2]))
        panels.setdefault((panel, bool(axes) and isinstance(axes[-1], Die)), []).append(cell)
    tables = [
        _rolled_grid(title, file, cells) if rolled else _named_grid(title, file, cells)
        for (title, rolled), cells in panels.items()
    ]
    return [*tables, *(_list_grid(file, key) for key in file.lists)]


def _titles(cell: Cell) -> tuple[str, ...]:
    titles, before = list(cell.path[1:]), None
    for label, axis in zip(cell.labels, cell.table.axes, strict=True):
        if isinstance(axis, Places):
            titles += [axis.titles[int(label)]] if axis.titles else []
        elif not isinstance(axis, Parts):
            titles.append(label)
        elif not isinstance(before, Places):
            titles.append(axis.parts[int(label)].title)
        before = axis
    return tuple(titles)


def _named_grid(title: str, file: ChartFile, cells: list[Cell]) -> Grid:
    spots: dict[tuple[str, ...], list[Cell]] = {}
    for cell in cells:
        spots.setdefault((*_titles(cell)[-2:], "", "")[:2], []).append(cell)
    texts = {titles: _joined_text(file, shared) for titles, shared in spots.items()}
    firsts, seconds = (list(dict.fromkeys(key[place] for key in texts)) for place in (0, 1))
    lines = [[texts.get((first, second), "") for second in seconds] for first in firsts]
    return _laid_out(title, "", firsts, seconds, lines)


def _joined_text(file: ChartFile, cells: list[Cell]) -> str:
    """Return the cells of an array with their provenance, which comes once if all have the same."""
    marks = [letter(file.provenance[cell.path + cell.labels]) for cell in cells]
    one = len(set(marks)) == 1
    entries: dict[tuple[str, ...], list[str]] = {}
    for cell, mark in zip(cells, marks, strict=True):
        is_part = bool(cell.table.axes) and isinstance(cell.table.axes[-1], Parts)
        entry = entries.setdefault(cell.labels[:-1] if is_part else cell.labels, [])
        entry.append(cell.text if one else f"{cell.text} {mark}")
    joined = ", ".join(" ".join([first, "x".join(rest)]).rstrip() for first, *rest in entries.values())
    return f"{joined} {marks[0]}" if one else joined


def _rolled_grid(title: str, file: ChartFile, cells: list[Cell]) -> Grid:
    """Return a table by die total. It has a row for every total that any column names.

    A full table with as many columns as totals has a row for each column.
    """
    columns: dict[str, dict[int, str]] = {}
    for cell in cells:
        column = columns.setdefault((*_titles(cell)[-2:-1], "")[0], {})
        column.update(dict.fromkeys(cell.spans[-1], f"{cell.text} {letter(file.provenance[cell.path + cell.labels])}"))
    axes = [axis for cell in cells for axis in cell.table.axes[-1:] if isinstance(axis, Die)]
    axis = max(axes, key=lambda axis: len(axis.totals))
    outside = {*range(axis.first, axis.totals[0]), *range(axis.totals[-1] + 1, axis.last + 1)}
    totals = sorted({*outside, *(total for axis in axes for total in axis.totals)})
    lines = {total: [column.get(total, "") for column in columns.values()] for total in totals}
    if len(columns) >= len(totals) and not any("" in line for line in lines.values()):
        sideways = [[name, *(column[total] for total in totals)] for name, column in columns.items()]
        return Grid(title, ["", *map(str, totals)], sideways)
    groups = [list(group) for _, group in groupby(totals, key=lines.__getitem__)]
    labels = [_total_label(axis, group[0], group[-1]) for group in groups]
    heading = "" if file.head["dice"] == "none" else "die"
    return _laid_out(title, heading, labels, list(columns), [lines[group[0]] for group in groups])


def _total_label(axis: Die, low: int, high: int) -> str:
    """Return the label of die totals that a chart treats alike; it is open where modifiers lead beyond the die."""
    if low == axis.first < axis.totals[0]:
        return f"<={high}"
    if high == axis.last > axis.totals[-1]:
        return f">={low}"
    return str(low) if low == high else f"{low}-{high}"


def _list_grid(file: ChartFile, key: str) -> Grid:
    """Return a list as a table; the last cell of each row has the provenance of the entry."""
    entries = file.lists[key]
    marks = [letter(file.provenance[key, entry.name]) for entry in entries]
    texts = [list(entry.row.values()) for entry in entries]
    rows = [[*row, f"{last} {mark}"] for (*row, last), mark in zip(texts, marks, strict=True)]
    return Grid(key, list(entries[0].row), rows)


def _laid_out(title: str, first: str, labels: list[str], columns: list[str], lines: list[list[str]]) -> Grid:
    """Return a table with its labels in front, taller than wide. A single unnamed column gets the title."""
    if len(columns) > len(labels):
        labels, columns, lines = columns, labels, [list(line) for line in zip(*lines, strict=True)]
    rows = [[label, *line] for label, line in zip(labels, lines, strict=True)]
    return Grid("", [first, title], rows) if columns == [""] else Grid(title, [first, *columns], rows)
