"""The cells of a chart file as tables for people."""

from itertools import groupby

from stuka_env.charts.columns import Grid
from stuka_env.charts.show import ChartPrinter, laid_out, letter
from stuka_env.games.stuka.charts.axes import Cell, Die
from stuka_env.games.stuka.charts.lists import EventCard
from stuka_env.games.stuka.charts.loader import ChartFile


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
    return laid_out(title, first="", labels=firsts, columns=seconds, lines=lines)


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
    return laid_out(
        title, first=heading, labels=labels, columns=list(columns), lines=[lines[group[0]] for group in groups]
    )


def _total_label(axis: Die, low: int, high: int) -> str:
    """Die totals that a chart treats alike; open where modifiers lead beyond the die."""
    if low == axis.first < axis.low:
        return f"<={high}"
    if high == axis.last > axis.high:
        return f">={low}"
    return str(low) if low == high else f"{low}-{high}"


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


PRINTER = ChartPrinter(grids)
"""The charts of this game as text."""
