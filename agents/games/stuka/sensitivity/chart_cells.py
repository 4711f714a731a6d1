"""The cells of our charts that may move, their groups, and which of them must stay in order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.sensitivity.ladders import EASIER, LADDERS, Ladder, Rungs, card_rungs
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.charts.loader import EVENTS_FILE, ChartFile
from stuka_env.games.stuka.codes import SEGMENT_TITLES, Duration, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec

RECONSTRUCTED = "reconstructed"
REACH = 1
"""Rungs that a cell may be away from ours."""
CARD_KEY = "card"
"""First word of an event card's address."""
Address = tuple[str, ...]


class MovableCell(NamedTuple):
    """A cell on its ladder. A pinned cell is included if other cells must stay in order with it."""

    chart: str
    address: Address
    group: str
    """Its column, as people read it: ``a2_accuracy score.Large``."""
    rungs: Rungs
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
        reconstructed: charts and addresses of all reconstructed cells, including those without a ladder.
    """

    cells: tuple[MovableCell, ...]
    easier: tuple[tuple[int, ...], ...]
    harder: tuple[tuple[int, ...], ...]
    reconstructed: tuple[tuple[str, Address], ...]

    @property
    def ours(self) -> NDArray[np.int64]:
        """The rungs of our charts, one for each cell."""
        return np.array([cell.ours for cell in self.cells])

    def groups(self) -> dict[str, list[int]]:
        """Return the places of the cells that may move, by group."""
        groups: dict[str, list[int]] = {}
        for place, cell in enumerate(self.cells):
            if cell.low < cell.high:
                groups.setdefault(cell.group, []).append(place)
        return groups

    def bounds(self, place: int, rungs: NDArray[np.int64]) -> tuple[int, int]:
        """Return the easiest and the hardest rung that one cell may have while the others stand on ``rungs``."""
        cell = self.cells[place]
        low = max([cell.low, *(int(rungs[other]) for other in self.easier[place])])
        high = min([cell.high, *(int(rungs[other]) for other in self.harder[place])])
        return low, high

    def in_order(self, rungs: NDArray[np.int64]) -> bool:
        """Whether every cell stands within its bounds."""
        return all(low <= rung <= high for rung, (low, high) in zip(rungs, self._all_bounds(rungs), strict=True))

    def _all_bounds(self, rungs: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
        return (self.bounds(place, rungs) for place in range(len(self.cells)))

    def moved(self, rungs: NDArray[np.int64]) -> list[tuple[str, Address]]:
        """Return chart and address of the cells whose rung differs from ours."""
        places = np.flatnonzero(rungs != self.ours).tolist()
        return [(self.cells[place].chart, self.cells[place].address) for place in places]


@cache
def chart_cells() -> ChartCells:
    """Return the cells of our charts."""
    files = load_charts().files
    cells: list[MovableCell] = []
    pairs: list[tuple[int, int]] = []
    for ladder in LADDERS:
        places: dict[tuple[int, ...], int] = {}
        for index, cell in _on_ladder(files[ladder.chart], ladder):
            places[index] = len(cells)
            cells.append(cell)
        pairs += _pairs(ladder, places, cells)
    cells += _cards(files[EVENTS_FILE])
    easier = tuple(tuple(low for low, high in pairs if high == place) for place in range(len(cells)))
    harder = tuple(tuple(high for low, high in pairs if low == place) for place in range(len(cells)))
    reconstructed = tuple(
        (name, address)
        for name, file in files.items()
        for address, origin in file.provenance.items()
        if origin.kind == RECONSTRUCTED
    )
    return ChartCells(tuple(cells), easier, harder, reconstructed)


def _on_ladder(file: ChartFile, ladder: Ladder) -> Iterator[tuple[tuple[int, ...], MovableCell]]:
    """Yield the cells of a ladder, each with its index in the table, without pinned cells whose text is no rung.

    Raises:
        ValueError: the text of a reconstructed cell is no rung of the ladder.
    """
    for cell in file.cells:
        if cell.path != ladder.path or not ladder.holds(cell):
            continue
        rungs, address = ladder.rungs(cell), cell.path + cell.labels
        free = file.provenance[address].kind == RECONSTRUCTED
        stands = [place for place, word in enumerate(rungs) if cell.table.word.parse(word) == cell.values]
        if not stands and free:
            raise ValueError(f"{file.name}: {cell.address}: its ladder has no rung {cell.text!r}")
        if stands:
            group = f"{file.name} {'.'.join(address[:-1] if cell.labels[1:] else cell.path)}"
            yield cell.index, _movable(file.name, address, group=group, rungs=rungs, ours=stands[0], free=free)


def _movable(chart: str, address: Address, *, group: str, rungs: Rungs, ours: int, free: bool) -> MovableCell:
    low, high = (max(0, ours - REACH), min(len(rungs) - 1, ours + REACH)) if free else (ours, ours)
    return MovableCell(chart, address, group, rungs, ours, low, high)


def _cards(file: ChartFile) -> list[MovableCell]:
    """Return the reconstructed event cards, grouped by their effect."""
    cards = []
    for card in file.cards:
        address = (CARD_KEY, card.slug)
        if file.provenance[address].kind == RECONSTRUCTED:
            rungs, ours = card_rungs(card)
            group = f"{file.name} {CARD_KEY}.{card.word}"
            cards.append(_movable(file.name, address, group=group, rungs=rungs, ours=ours, free=True))
    return cards


def _pairs(
    ladder: Ladder, places: dict[tuple[int, ...], int], cells: Sequence[MovableCell]
) -> Iterator[tuple[int, int]]:
    """Yield neighbours that are in order in our charts and must stay so, the easier one first."""
    for axis, direction in ladder.order:
        lines: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for index in places:
            lines.setdefault(index[:axis] + index[axis + 1 :], []).append(index)
        for line in lines.values():
            ordered = sorted(line, key=lambda index: index[axis], reverse=direction == EASIER)
            for first, second in pairwise(places[index] for index in ordered):
                if cells[first].ours <= cells[second].ours:
                    yield first, second


def in_force(address: Address, spec: WarSpec) -> bool:
    """Whether such a war can read the cell.

    Cells of another operation's segments or of another duration are never read.
    """
    charts = load_charts().record
    read = range(len(SEGMENT_TITLES))
    if spec.scale != Scale.CAMPAIGN:
        first = int(charts["first_segment"][spec.operation])
        read = range(first, first + int(charts["segments"][spec.operation]))
    others = {title for place, title in enumerate(SEGMENT_TITLES) if place not in read}
    durations = {duration.name.title() for duration in Duration if duration != spec.duration}
    return not (others | durations) & set(address)


def share_moved(cells: ChartCells, rungs: NDArray[np.int64], spec: WarSpec | None = None) -> float:
    """Return the share of the reconstructed cells that moved, 0 to 1; with a war, of those in force in it."""
    counted = {where for where in cells.reconstructed if spec is None or in_force(where[1], spec)}
    return len(counted & set(cells.moved(rungs))) / len(counted)
