"""Chart tables as grids of cells, and grids as the TOML a player might write.

A grid gives the raw cell of every index that the rules can ask a table for. It is read from our charts and spelt anew
from the schema's axes alone, so that a table added to the schema needs nothing here.
"""

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from stuka_env.charts.axes import Axis, Cell, ChartTable, Die, Names
from stuka_env.games.stuka.charts import BOOK, load_charts

Index = tuple[int, ...]
Grid = dict[Index, object]


class Key(NamedTuple):
    """A table of a chart file: what a player may change."""

    file: str
    table: ChartTable

    @property
    def name(self) -> str:
        """Name in reports."""
        return ".".join((self.file, *self.table.path))


KEYS = {key.name: key for key in (Key(file, table) for file, tables in BOOK.tables.items() for table in tables)}
"""Every table of the schema by name."""


def raw_of(cell: Cell) -> object:
    """Return the value of a cell in the file: its text, or the number or truth value of this text."""
    candidates: list[object] = [cell.text, cell.text == "true"]
    if cell.text.lstrip("-").isdigit():
        candidates.append(int(cell.text))
    return next(raw for raw in candidates if cell.table.word.parse(raw) == cell.values)


def our_grids() -> dict[str, Grid]:
    """The cells of our charts, by the name of their table."""
    grids: dict[str, Grid] = {name: {} for name in KEYS}
    for file, chart in load_charts().files.items():
        for cell in chart.cells:
            grid, prefix = grids[".".join((file, *cell.path))], len(cell.table.prefix)
            for index in cell.indexes():
                grid[index[prefix:]] = raw_of(cell)
    return grids


# --- a grid as the value of a TOML key ---


def spell(axes: Sequence[Axis], grid: Grid, style: Random, index: Index = ()) -> object:
    """The cells of ``grid`` below ``index``, spelt in one of the ways a file may use; ``style`` chooses it."""
    if not axes:
        return grid[index]
    axis, deeper = axes[0], axes[1:]
    if isinstance(axis, Names):
        held = {cell[: len(index) + 1] for cell in grid}
        return {
            name: spell(deeper, grid, style, (*index, place))
            for name, place in axis.index.items()
            if (*index, place) in held
        }
    assert isinstance(axis, Die)
    if not deeper:
        return spell_faces(axis, {face: grid[*index, face] for face in range(axis.first, axis.last + 1)}, style)
    lines = [spell(deeper, grid, style, (*index, face)) for face in axis.totals]
    return lines if style.random() < 0.5 else dict(zip(map(str, axis.totals), lines, strict=True))


def spell_faces(axis: Die, cells: Mapping[int, object], style: Random) -> object:
    """One line of a die table: an array, single faces, or ranges with open ends.

    It may go on beyond the die; it must where the cells beyond are not those at its ends, which count for all beyond.
    """
    runs = alike(cells)
    first = style.randint(axis.first, min(axis.totals[0], runs[0][1]))
    last = style.randint(max(axis.totals[-1], runs[-1][0]), axis.last)
    way = style.choice(("array", "faces", "ranges"))
    if way == "array" and (first, last) == (axis.totals[0], axis.totals[-1]):
        return [cells[face] for face in range(first, last + 1)]
    if way != "ranges":
        return {str(face): cells[face] for face in range(first, last + 1)}
    return spell_ranges(axis, alike({face: cells[face] for face in range(first, last + 1)}), style)


def alike(cells: Mapping[int, object]) -> list[tuple[int, int, object]]:
    """Runs of faces with the same cell: first face, last face, cell."""
    runs: list[tuple[int, int, object]] = []
    for face, cell in cells.items():
        if runs and runs[-1][2] == cell:
            runs[-1] = (runs[-1][0], face, cell)
        else:
            runs.append((face, face, cell))
    return runs


def spell_ranges(axis: Die, runs: Sequence[tuple[int, int, object]], style: Random) -> dict[str, object]:
    """Runs as keys such as 4, "2-4", "<=0" and ">=11"; an open end names the face nearest to the middle."""
    spelt: dict[str, object] = {}
    for place, (first, last, cell) in enumerate(runs):
        key = str(first) if first == last else f"{first}-{last}"
        if place == 0 and style.random() < 0.5 and (first == last or last >= axis.totals[0]):
            key = f"<={last}"
        elif place == len(runs) - 1 and style.random() < 0.5 and (first == last or first <= axis.totals[-1]):
            key = f">={first}"
        spelt[key] = cell
    return spelt


# --- TOML ---


def toml(document: Mapping[str, object]) -> str:
    """A document as TOML: one line a key, everything in it inline."""
    return "".join(f"{json.dumps(key)} = {inline(value)}\n" for key, value in document.items())


def inline(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {inline(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(inline(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)
