"""The cells of our charts that may move, their groups, and which of them must stay in order."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.plausible.ladders import Ladder, ListLadder, Words
from stuka_env.charts.axes import Cell
from stuka_env.charts.loader import ChartBook, ChartFile

RECONSTRUCTED = "reconstructed"
REACH = 1
"""Rungs that a cell may be away from ours."""
Address = tuple[str, ...]
Rungs = NDArray[np.int64]
"""The rung of each cell."""
Index = tuple[tuple[str, ...], tuple[int, ...]]
"""The place of a cell of a ladder: the path of its table, and its index there."""


class MovableCell(NamedTuple):
    """A cell on its ladder. A pinned cell is included if other cells must stay in order with it."""

    chart: str
    address: Address
    group: str
    """Its column, as people read it: ``a2_accuracy score.Large``."""
    rungs: Words
    ours: int
    """The rung that ours stands on."""
    low: int
    high: int
    """The easiest and the hardest rung it may stand on; both are ``ours`` if the cell is pinned."""


@dataclass(frozen=True)
class ChartCells:
    """Every cell that may move.

    Attributes:
        cells: the cells.
        easier: for each cell the places of the cells that must not stand higher.
        harder: for each cell the places of the cells that must not stand lower.
        tied: for each cell the places of the cells that move with it, itself included.
        reconstructed: charts and addresses of all reconstructed cells, including those without a ladder.
    """

    cells: tuple[MovableCell, ...]
    easier: tuple[tuple[int, ...], ...]
    harder: tuple[tuple[int, ...], ...]
    tied: tuple[tuple[int, ...], ...]
    reconstructed: tuple[tuple[str, Address], ...]

    @property
    def ours(self) -> Rungs:
        """The rungs of our charts, one for each cell."""
        return np.array([cell.ours for cell in self.cells])

    @cached_property
    def movable(self) -> frozenset[Address]:
        """The addresses of the cells that may move."""
        return frozenset(cell.address for cell in self.cells if cell.low < cell.high)

    def groups(self) -> dict[str, list[int]]:
        """Return the places of the cells that may move, by group; of tied cells the first."""
        groups: dict[str, list[int]] = {}
        for place, cell in enumerate(self.cells):
            if cell.low < cell.high and self.tied[place][0] == place:
                groups.setdefault(cell.group, []).append(place)
        return groups

    def bounds(self, place: int, rungs: Rungs) -> tuple[int, int]:
        """Return the easiest and the hardest rung that one cell may have while the others stand on ``rungs``."""
        cell = self.cells[place]
        low = max([cell.low, *(int(rungs[other]) for other in self.easier[place])])
        high = min([cell.high, *(int(rungs[other]) for other in self.harder[place])])
        return low, high

    def steps(self, place: int, rungs: Rungs) -> range:
        """Return the numbers of rungs from ours that a cell and those tied to it may have."""
        bounds = [(self.cells[one].ours, *self.bounds(one, rungs)) for one in self.tied[place]]
        return range(max(low - ours for ours, low, _ in bounds), min(high - ours for ours, _, high in bounds) + 1)

    def in_order(self, rungs: Rungs) -> bool:
        """Whether every cell stands within its bounds."""
        bounds = (self.bounds(place, rungs) for place in range(len(self.cells)))
        return all(low <= rung <= high for rung, (low, high) in zip(rungs, bounds, strict=True))

    def moved(self, rungs: Rungs) -> list[tuple[str, Address]]:
        """Return chart and address of the cells whose rung differs from ours."""
        places = np.flatnonzero(rungs != self.ours).tolist()
        return [(self.cells[place].chart, self.cells[place].address) for place in places]

    def share_moved(self, rungs: Rungs, is_counted: Callable[[Address], bool] = lambda address: True) -> float:
        """Return the share of the reconstructed cells that moved, 0 to 1; only some may be counted."""
        counted = {where for where in self.reconstructed if is_counted(where[1])}
        return len(counted & set(self.moved(rungs))) / len(counted)


def movable_cells(book: ChartBook[Any], ladders: Sequence[Ladder], lists: Sequence[ListLadder]) -> ChartCells:
    """Return the cells of the charts of a game, given their ladders.

    Raises:
        ValueError: the text of a reconstructed cell is no rung of its ladder.
    """
    files = book.ours.files
    cells: list[MovableCell] = []
    pairs: list[tuple[int, int]] = []
    ties: dict[Hashable, list[int]] = {}
    for ladder in ladders:
        places: dict[Index, int] = {}
        for found, cell in _on_ladder(files[ladder.chart], ladder):
            places[found.path, tuple(span.start for span in found.spans)] = len(cells)
            ties.setdefault(ladder.tie(found) or len(cells), []).append(len(cells))
            cells.append(cell)
        pairs += _pairs(ladder, places, cells)
    cells += [cell for one in lists for cell in _entries(files[one.chart], one)]
    easier = tuple(tuple(low for low, high in pairs if high == place) for place in range(len(cells)))
    harder = tuple(tuple(high for low, high in pairs if low == place) for place in range(len(cells)))
    reconstructed = tuple(
        (name, address)
        for name, file in files.items()
        for address, origin in file.provenance.items()
        if origin.kind == RECONSTRUCTED
    )
    together = {place: tuple(tied) for tied in ties.values() for place in tied}
    tied = tuple(together.get(place, (place,)) for place in range(len(cells)))
    return ChartCells(tuple(cells), easier, harder, tied, reconstructed)


def _on_ladder(file: ChartFile, ladder: Ladder) -> Iterator[tuple[Cell, MovableCell]]:
    """Yield the cells of a ladder, as the file has them and on their rungs, without pinned cells on none."""
    for cell in filter(ladder.covers, file.cells):
        rungs, address = ladder.rungs(cell), cell.path + cell.labels
        free = file.provenance[address].kind == RECONSTRUCTED
        stands = [place for place, word in enumerate(rungs) if cell.word.parse(word) == cell.values]
        if not stands and free:
            raise ValueError(f"{file.name}: {cell.address}: its ladder has no rung {cell.text!r}")
        if stands:
            group = f"{file.name} {'.'.join(ladder.path + cell.labels[:-1])}"
            yield cell, _movable(file.name, address, group=group, rungs=rungs, ours=stands[0], free=free)


def _movable(chart: str, address: Address, *, group: str, rungs: Words, ours: int, free: bool) -> MovableCell:
    low, high = (max(0, ours - REACH), min(len(rungs) - 1, ours + REACH)) if free else (ours, ours)
    return MovableCell(chart, address, group, rungs, ours, low, high)


def _entries(file: ChartFile, ladder: ListLadder) -> Iterator[MovableCell]:
    """Yield the reconstructed entries of a list."""
    for entry in file.lists[ladder.key]:
        address = (ladder.key, entry.name)
        if file.provenance[address].kind == RECONSTRUCTED:
            rungs, ours = ladder.rungs(entry)
            group = f"{file.name} {ladder.key}.{ladder.group(entry)}"
            yield _movable(file.name, address, group=group, rungs=rungs, ours=ours, free=True)


def _pairs(ladder: Ladder, places: dict[Index, int], cells: Sequence[MovableCell]) -> Iterator[tuple[int, int]]:
    """Yield neighbours that are in order in our charts and must stay so, the easier one first."""
    for axis, direction in ladder.order:
        lines: dict[Index, list[int]] = {}
        for (path, index), place in sorted(places.items(), key=lambda one: _along(one[0], axis, one[1])):
            rest = (path, _without(index, axis)) if axis >= 0 else (_without(path, axis + len(path)), index)
            lines.setdefault(rest, []).append(place)
        for line in lines.values():
            for first, second in pairwise(line[::direction]):
                if cells[first].ours <= cells[second].ours:
                    yield first, second


def _along(index: Index, axis: int, place: int) -> int:
    """Return where a cell is along an axis; along a part of the path cells are in the order of the file."""
    return index[1][axis] if axis >= 0 else place


def _without(parts: tuple[Any, ...], place: int) -> tuple[Any, ...]:
    return parts[:place] + parts[place + 1 :]
