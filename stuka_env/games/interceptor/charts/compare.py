"""Differences between a player's charts and ours, cell by cell, with the digest that is recorded in replays.

Values are compared, not spelling. The digests of the charts differ if and only if a difference is listed here.
Headings and provenance change nothing in play.
"""

from stuka_env.charts import compare
from stuka_env.charts.compare import LEFT_OUT, Difference
from stuka_env.charts.show import letter
from stuka_env.games.interceptor.charts.axes import Cell
from stuka_env.games.interceptor.charts.loader import ChartFile, LoadedCharts

Spot = tuple[tuple[str, ...], int, tuple[int, ...]]
"""A table, the part of a row, and one index of its fields."""


def comparison(ours: LoadedCharts, theirs: LoadedCharts) -> str:
    """Return the charts that a folder replaces and their differences from ours, as plain text."""
    return compare.comparison(ours, theirs, differences)


def differences(ours: ChartFile, theirs: ChartFile) -> list[Difference]:
    """Return the cells of one chart whose values differ, in the chart's order. A cell of several totals comes once."""
    here, there = _by_spot(ours), _by_spot(theirs)
    pairs: dict[tuple[str, str], tuple[Cell | None, Cell | None]] = {}
    for spot in here | there:
        old, new = here.get(spot), there.get(spot)
        if old is None or new is None or old.in_force != new.in_force:
            pairs[old.address if old else "", new.address if new else ""] = old, new
    return [
        Difference(_address(old, new), _cell_text(ours, old), _cell_text(theirs, new)) for old, new in pairs.values()
    ]


def _by_spot(file: ChartFile) -> dict[Spot, Cell]:
    return {
        (cell.path, cell.part, index): cell for cell in file.cells if not cell.is_left_out for index in cell.indexes()
    }


def _address(old: Cell | None, new: Cell | None) -> str:
    """Return the address of the cell that fills less, because two cells differ where both are in force."""
    cells = [cell for cell in (old, new) if cell is not None]
    return min(cells, key=lambda cell: sum(1 for _ in cell.indexes())).address


def _cell_text(file: ChartFile, cell: Cell | None) -> str:
    return LEFT_OUT if cell is None else f"{cell.text} {letter(file.provenance[cell.path + cell.labels])}"
