"""Other plausible charts of a game, drawn at random from a seed.

A Gibbs sampler draws the rungs of the cells that may move. Each column leans: it draws whether its cells tend to the
easier or the harder side, so that its moves do not cancel out. Some shares depend on hundreds of cells, and independent
draws would hardly ever keep them plausible. A cell that takes such a share out of bounds therefore returns to its
previous rung.

A random set counts under three conditions: at least half of the reconstructed cells moved, the loader accepts it, and
the game does not reject it.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from agents.plausible.cells import Address, ChartCells, MovableCell, Rungs, movable_cells
from agents.plausible.ladders import Ladder, ListLadder
from stuka_env.charts.errors import ChartError
from stuka_env.charts.heads import HEAD_KEYS
from stuka_env.charts.loader import PROVENANCE, ChartBook, ChartFile, LoadedCharts

GIBBS_SWEEPS = 10
"""Times that every column is drawn, given the others."""
PULL = 5.0
"""Weight of a rung next to ours, relative to ours, before a column leans."""
LEAN = 1.0
"""Standard deviation of a column's lean: the logarithm of the weight of a rung relative to the next easier one."""
LEAST_MOVED = 0.5
MOST_ATTEMPTS = 500
NUMBER = re.compile(r"-?\d+")


class ChartSet(NamedTuple):
    """A random set that counts."""

    number: int
    """Its number, from 1."""
    attempt: int
    """The number of its draw, from 0."""
    rejected: dict[str, int]
    """Counts of the draws before it, by the reason for their rejection."""
    rungs: Rungs
    charts: LoadedCharts[Any]


@dataclass(frozen=True, eq=False)
class PlausibleCharts:
    """The plausible charts of a game.

    Attributes:
        book: the charts of the game.
        ladders: the plausible texts of the cells; a cell is on one ladder at most.
        lists: those of the entries of lists.
        decides: whether a cell decides the shares that :attr:`keeps` looks at.
        keeps: whether the shares that the cells decide are plausible.
        views: selections of cells, by their addresses; at least half of the cells of each must have moved.
        rejection: returns the reason to reject charts that the loader accepts, or None.
    """

    book: ChartBook[Any]
    ladders: Sequence[Ladder]
    lists: Sequence[ListLadder]
    decides: Callable[[MovableCell], bool]
    keeps: Callable[[Rungs], bool]
    views: Sequence[Callable[[Address], bool]]
    rejection: Callable[[LoadedCharts[Any]], str | None]

    @cached_property
    def cells(self) -> ChartCells:
        """The cells of our charts that may move."""
        return movable_cells(self.book, self.ladders, self.lists)

    # --- drawing ---

    def attempt_rungs(self, seed: int, number: int, attempt: int) -> Rungs:
        """Return the rungs of one draw, starting from ours; the same arguments give the same rungs."""
        rng = np.random.default_rng((seed, number, attempt))
        rungs, columns = self.cells.ours, list(self.cells.groups().values())
        leans = rng.normal(0.0, LEAN, len(columns))
        for _ in range(GIBBS_SWEEPS):
            for column in rng.permutation(len(columns)).tolist():
                chances = rng.random(len(columns[column])).tolist()
                for place, chance in zip(columns[column], chances, strict=True):
                    self._draw_rung(rungs, place, lean=float(leans[column]), chance=chance)
        return rungs

    def _draw_rung(self, rungs: Rungs, place: int, *, lean: float, chance: float) -> None:
        """Draw one cell's rung, in order with the others and within plausible shares."""
        cell, before = self.cells.cells[place], rungs[place]
        low, high = self.cells.bounds(place, rungs)
        off = np.arange(low, high + 1) - cell.ours
        weights = (np.exp(lean * off) * np.where(off == 0, 1.0, PULL)).cumsum()
        rungs[place] = low + int(np.searchsorted(weights, chance * weights[-1], side="right"))
        if self.decides(cell) and rungs[place] != before and not self.keeps(rungs):
            rungs[place] = before

    def too_few_moved(self, rungs: Rungs) -> bool:
        """Whether less than half of the reconstructed cells moved, of all or of those of a view."""
        shares = [self.cells.share_moved(rungs), *(self.cells.share_moved(rungs, view) for view in self.views)]
        return min(shares) < LEAST_MOVED

    def why_not(self, rungs: Rungs, label: str) -> tuple[str | None, LoadedCharts[Any] | None]:
        """Return the reason to reject a draw, or None, and its charts if the loader accepts them.

        The fastest check comes first.
        """
        if self.too_few_moved(rungs):
            return "too few cells moved", None
        try:
            charts = self.charts_of(rungs, label)
        except ChartError:
            return "refused by the loader", None
        return self.rejection(charts), charts

    def draw_set(self, seed: int, number: int) -> ChartSet:
        """Return the chart set of this number: the first draw that counts.

        Raises:
            ValueError: no draw counts.
        """
        rejected: Counter[str] = Counter()
        for attempt in range(MOST_ATTEMPTS):
            rungs = self.attempt_rungs(seed, number, attempt)
            reason, charts = self.why_not(rungs, set_name(number))
            if reason is None and charts is not None:
                return ChartSet(number, attempt, dict(rejected), rungs, charts)
            rejected[str(reason)] += 1
        raise ValueError(f"{set_name(number)}: none of {MOST_ATTEMPTS} draws counts: {dict(rejected)}")

    # --- charts from rungs ---

    def charts_of(self, rungs: Rungs, label: str) -> LoadedCharts[Any]:
        """Return our charts with every cell on its rung, checked by the loader.

        Raises:
            ChartError: the charts contradict each other or a rule.
        """
        words: dict[str, dict[Address, object]] = {}
        for place in np.flatnonzero(rungs != self.cells.ours).tolist():
            cell = self.cells.cells[place]
            words.setdefault(cell.chart, {})[cell.address] = cell.rungs[int(rungs[place])]
        files = self.book.ours.files
        contents = {name: self.file_contents(files[name], changed) for name, changed in words.items()}
        return self.book.with_contents(contents, label)

    def file_contents(self, file: ChartFile, changed: Mapping[Address, object]) -> dict[str, Any]:
        """Return the contents of our file as parsed TOML, with other values in the ``changed`` cells."""
        raw = self.book.our_contents(file.name)
        contents = {key: raw[key] for key in (*HEAD_KEYS, *file.lists, PROVENANCE)}
        for cell in file.cells:
            address = cell.path + cell.labels
            table = contents
            for key in address[:-1]:
                table = table.setdefault(key, {})
            table[address[-1]] = changed.get(address, as_toml(cell.text))
        for one in self.lists:
            if one.chart == file.name:
                entries = zip(raw[one.key], file.lists[one.key], strict=True)
                contents[one.key] = [
                    one.contents(own, changed[one.key, entry.name]) if (one.key, entry.name) in changed else own
                    for own, entry in entries
                ]
        return contents


def set_name(number: int) -> str:
    """Return the name of a random set."""
    return f"set {number}"


def as_toml(text: str) -> object:
    """Return a cell's text as the TOML value of a file."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if NUMBER.fullmatch(text) else text
