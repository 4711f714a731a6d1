"""Differences between a player's charts and ours, cell by cell, with the digest that is recorded in replays.

Values are compared, not spelling. The digests of the charts differ if and only if a difference is listed here.
Headings and provenance change nothing in play.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from stuka_env.games.interceptor.charts.axes import Cell
from stuka_env.games.interceptor.charts.columns import Grid, as_text
from stuka_env.games.interceptor.charts.loader import ChartFile, LoadedCharts
from stuka_env.games.interceptor.charts.show import LEGEND, letter

NO_CELL = "left out"
Spot = tuple[tuple[str, ...], int, tuple[int, ...]]
"""A table, the part of a row, and one index of its fields."""


@dataclass(frozen=True)
class Difference:
    """An address, and its values in the two files."""

    address: str
    ours: str
    theirs: str


def comparison(ours: LoadedCharts, theirs: LoadedCharts) -> str:
    """Return the charts that a folder replaces and their differences from ours, as plain text."""
    replaced = [name for name, file in theirs.files.items() if file.path != ours.files[name].path]
    all_changes = {name: differences(ours.files[name], theirs.files[name]) for name in replaced}
    changed = {name: changes for name, changes in all_changes.items() if changes}
    same = [name for name in replaced if name not in changed]
    blocks = [_summary(theirs, len(replaced)), *(_chart(name, changes) for name, changes in changed.items())]
    blocks += [LEGEND] if changed else []
    blocks += [f"The same as ours: {', '.join(same)}."] if same else []
    return "\n\n".join([*blocks, _total(changed) + "\n" + _hashes(ours, theirs)])


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


def _summary(theirs: LoadedCharts, replaced: int) -> str:
    count = len(theirs.files)
    rest = "" if replaced == count else "; the others stay ours"
    return f"{theirs.folder} can be used. It replaces {replaced} of {count} charts{rest}."


def _chart(name: str, changes: list[Difference]) -> str:
    rows = [[change.address, change.ours, "->", change.theirs] for change in changes]
    return as_text([Grid(f"{name}: {_count(len(changes))}", ["cell", "ours", "", "theirs"], rows)])


def _count(differing: int) -> str:
    return "1 cell differs" if differing == 1 else f"{differing} cells differ"


def _total(changed: Mapping[str, list[Difference]]) -> str:
    if not changed:
        return "No difference."
    charts = "1 chart" if len(changed) == 1 else f"{len(changed)} charts"
    return f"{_count(sum(map(len, changed.values())))} in {charts}."


def _hashes(ours: LoadedCharts, theirs: LoadedCharts) -> str:
    if ours.sha256 == theirs.sha256:
        return f"SHA-256: {ours.sha256}, as ours"
    return f"SHA-256: {theirs.sha256}\nOurs:    {ours.sha256}"


def _by_spot(file: ChartFile) -> dict[Spot, Cell]:
    return {
        (cell.path, cell.part, index): cell for cell in file.cells if not cell.is_left_out for index in cell.indexes()
    }


def _address(old: Cell | None, new: Cell | None) -> str:
    """Return the address of the cell that fills less, because two cells differ where both are in force."""
    cells = [cell for cell in (old, new) if cell is not None]
    return min(cells, key=lambda cell: sum(1 for _ in cell.indexes())).address


def _cell_text(file: ChartFile, cell: Cell | None) -> str:
    return NO_CELL if cell is None else f"{cell.text} {letter(file.provenance[cell.path + cell.labels])}"
