"""Shares: sums over many cells, such as the hits on a card, which must stay near those of our charts."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import numpy as np

from agents.plausible.cells import ChartCells, MovableCell, Rungs

SLACK_OF_SHARES = 1e-9


Worth = Callable[[MovableCell, object], tuple[Hashable, float]]


class Share(NamedTuple):
    """Shares that the cells of a chart decide. Each is a sum over cells that have its name."""

    group: str
    """The beginning of the groups of these cells."""
    worth: Worth
    """Return the name of the share to which a cell with this word adds, and by how much."""
    width: float
    """The most by which a share may differ from that of our charts."""


def total(name: Callable[[MovableCell], Hashable] = lambda cell: None) -> Worth:
    """Return the worth of cells whose numbers are added up, those of one name together."""
    return lambda cell, word: (name(cell), int(str(word)))


class SharesNearOurs:
    """The shares of some charts, computed from rungs."""

    def __init__(self, cells: ChartCells, shares: Sequence[Share]) -> None:
        worths: dict[Hashable, dict[int, dict[int, float]]] = {}
        widths: dict[Hashable, float] = {}
        for place, cell in enumerate(cells.cells):
            for share in shares:
                for rung, word in enumerate(cell.rungs if cell.group.startswith(share.group) else ()):
                    name, worth = share.worth(cell, word)
                    worths.setdefault((share.group, name), {}).setdefault(place, {})[rung] = worth
                    widths[share.group, name] = share.width
        most = max(len(cell.rungs) for cell in cells.cells)
        self._tables = {name: _table(own, most) for name, own in worths.items()}
        own_names = {place: [name for name, own in worths.items() if place in own] for place in range(len(cells.cells))}
        self._names = [sorted({name for one in tied for name in own_names[one]}, key=str) for tied in cells.tied]
        ours = {name: self.total(name, cells.ours) for name in worths}
        self._bounds = {name: (total - widths[name], total + widths[name]) for name, total in ours.items()}

    def total(self, name: Hashable, rungs: Rungs) -> float:
        """Return a share."""
        places, starts, worths = self._tables[name]
        return float(worths[starts + rungs[places]].sum())

    def keeps(self, rungs: Rungs, place: int) -> bool:
        """Whether the shares that a cell and those tied to it decide are near ours."""
        for name in self._names[place]:
            low, high = self._bounds[name]
            if not low - SLACK_OF_SHARES <= self.total(name, rungs) <= high + SLACK_OF_SHARES:
                return False
        return True


def _table(own: dict[int, dict[int, float]], most: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return what the cells of a share add to it: their places ``(n,)``, where each begins, and all rungs in a row."""
    worths = np.zeros((len(own), most))
    for row, rungs in enumerate(own.values()):
        worths[row, list(rungs)] = list(rungs.values())
    return np.array(list(own)), np.arange(len(own)) * most, worths.ravel()
