"""The cells of a chart file as tables for people."""

from itertools import groupby

from stuka_env.charts.columns import Grid
from stuka_env.charts.show import ChartPrinter, laid_out, letter
from stuka_env.games.interceptor.charts.axes import Cell, Die, Parts, Places
from stuka_env.games.interceptor.charts.loader import ChartFile


def grids(file: ChartFile) -> list[Grid]:
    """Return a chart's cells as tables, in the order of the schema."""
    panels: dict[tuple[str, bool], list[Cell]] = {}
    for cell in file.cells:
        axes = cell.table.axes
        panels.setdefault((cell.path[0], bool(axes) and isinstance(axes[-1], Die)), []).append(cell)
    return [
        _rolled_grid(title, file, cells) if rolled else _named_grid(title, file, cells)
        for (title, rolled), cells in panels.items()
    ]


def _titles(cell: Cell) -> tuple[str, ...]:
    """Return the row and the column of a cell below its table. Entries of one array without titles share both."""
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
    """Return a table of words by words, taller than wide."""
    spots: dict[tuple[str, ...], list[Cell]] = {}
    for cell in cells:
        spots.setdefault(_titles(cell), []).append(cell)
    texts = {(*titles, "", "")[:2]: _joined_text(file, shared) for titles, shared in spots.items()}
    firsts, seconds = (list(dict.fromkeys(key[place] for key in texts)) for place in (0, 1))
    lines = [[texts.get((first, second), "") for second in seconds] for first in firsts]
    return laid_out(title, first="", labels=firsts, columns=seconds, lines=lines)


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
    """Return a table by die total. It has a row for every total that any column names."""
    columns: dict[str, dict[int, str]] = {}
    for cell in cells:
        column = columns.setdefault(_titles(cell)[-2] if len(_titles(cell)) > 1 else "", {})
        column.update(dict.fromkeys(cell.spans[-1], _cell_text(file, cell)))
    axes = [axis for cell in cells for axis in cell.table.axes[-1:] if isinstance(axis, Die)]
    axis = max(axes, key=lambda axis: len(axis.totals))
    outside = {*range(axis.first, axis.totals[0]), *range(axis.totals[-1] + 1, axis.last + 1)}
    totals = sorted({*outside, *(total for axis in axes for total in axis.totals)})
    lines = {total: [column.get(total, "") for column in columns.values()] for total in totals}
    groups = [list(group) for _, group in groupby(totals, key=lines.__getitem__)]
    labels = [_total_label(axis, group[0], group[-1]) for group in groups]
    heading = "" if file.head["dice"] == "none" else "die"
    return laid_out(
        title,
        first=heading,
        labels=labels,
        columns=list(columns),
        lines=[lines[group[0]] for group in groups],
        flips=False,
    )


def _total_label(axis: Die, low: int, high: int) -> str:
    """Return the label of die totals that a chart treats alike; it is open where modifiers lead beyond the die."""
    if low == axis.first < axis.totals[0]:
        return f"<={high}"
    if high == axis.last > axis.totals[-1]:
        return f">={low}"
    return str(low) if low == high else f"{low}-{high}"


def _cell_text(file: ChartFile, cell: Cell) -> str:
    return f"{cell.text} {letter(file.provenance[cell.path + cell.labels])}"


PRINTER = ChartPrinter(grids)
"""The charts of this game as text."""
