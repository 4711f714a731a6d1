"""Other plausible charts of a game, drawn at random from a seed.

A Gibbs sampler draws the rungs of the cells that may move. Each column leans: it draws whether its cells tend to the
easier or the harder side, so that its moves do not cancel out. Some shares depend on hundreds of cells, and independent
draws would hardly ever keep them plausible. A cell that takes such a share out of bounds therefore returns to its
previous rung.

A random set counts if at least half of the reconstructed cells moved, the checks of the charts accept it, and its
figures are plausible. A script of the game must have plausible results under it too, but for wide sets.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from agents.game_rooms import has_room, laboratory_of
from agents.plausible.cells import REACH, Address, ChartCells, Rungs, movable_cells
from agents.plausible.ladders import Ladder, ListLadder
from agents.plausible.shares import Share, SharesNearOurs
from stuka_env.charts.axes import Cell
from stuka_env.charts.loader import ChartBook, ChartFile, LoadedCharts
from stuka_env.charts.words import ChartError, fail, raw_text
from stuka_env.game import game_names

GIBBS_SWEEPS = 10
"""Times that every column is drawn, given the others."""
PULL = 5.0
"""Weight of a rung next to ours, relative to ours, before a column leans."""
LEAN = 1.0
"""Standard deviation of a column's lean: the logarithm of the weight of a rung relative to the next easier one."""
LEAST_MOVED = 0.5
MOST_ATTEMPTS = 500


def every_cell(address: Address) -> bool:
    """Select all cells."""
    return True


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
        rejection: returns the reason to reject charts that the loader accepts, or None. It reads the charts alone.
        script_rejection: returns the reason to reject charts by what a script does under them, or None.
        lists: the plausible texts of the entries of lists.
        shares: shares of the charts that stay near ours.
        keeps: whether other shares that a cell decides are plausible on these rungs, given its place.
        views: selections of cells, by their addresses; at least half of the cells of each must have moved.
    """

    book: ChartBook[Any]
    ladders: Sequence[Ladder]
    rejection: Callable[[LoadedCharts[Any]], str | None] = lambda charts: None
    script_rejection: Callable[[LoadedCharts[Any]], str | None] = lambda charts: None
    lists: Sequence[ListLadder] = ()
    shares: Sequence[Share] = ()
    keeps: Callable[[Rungs, int], bool] = lambda rungs, place: True
    views: Sequence[Callable[[Address], bool]] = (every_cell,)

    @cached_property
    def cells(self) -> ChartCells:
        """The cells of our charts that may move."""
        return movable_cells(self.book, self.ladders, self.lists)

    @cached_property
    def near_ours(self) -> SharesNearOurs:
        """The computation of the shares that stay near ours."""
        return SharesNearOurs(self.cells, self.shares)

    # --- drawing ---

    def attempt_rungs(self, seed: int, number: int, attempt: int) -> Rungs:
        """Return the rungs of one draw, starting from ours; the same arguments give the same rungs."""
        rng = np.random.default_rng((seed, number, attempt))
        rungs, columns = self.cells.ours, list(self.cells.groups().values())
        leans = rng.normal(0.0, LEAN, len(columns))
        steps = np.arange(-REACH, REACH + 1)
        weights = (np.exp(np.outer(leans, steps)) * np.where(steps == 0, 1.0, PULL)).tolist()
        for _ in range(GIBBS_SWEEPS):
            for column in rng.permutation(len(columns)).tolist():
                chances = rng.random(len(columns[column])).tolist()
                for place, chance in zip(columns[column], chances, strict=True):
                    self._draw_rung(rungs, place, weights=weights[column], chance=chance)
        return rungs

    def _draw_rung(self, rungs: Rungs, place: int, *, weights: Sequence[float], chance: float) -> None:
        """Draw the rung of a cell and of those tied to it, in order with the others and within plausible shares.

        Args:
            rungs: the rungs, which are changed.
            place: the place of the cell.
            weights: the weights of the steps from ours, from the easiest to the hardest.
            chance: a random number from 0 to 1.
        """
        steps, own = self.cells.steps(place, rungs), self.cells.cells
        sums = list(accumulate(weights[steps.start + REACH : steps.stop + REACH]))
        step, before = steps[bisect_right(sums, chance * sums[-1])], int(rungs[place]) - own[place].ours
        if step == before:
            return
        tied = self.cells.tied[place]
        for one in tied:
            rungs[one] = own[one].ours + step
        if not (self.near_ours.keeps(rungs, place) and self.keeps(rungs, place)):
            for one in tied:
                rungs[one] = own[one].ours + before

    def too_few_moved(self, rungs: Rungs) -> bool:
        """Whether less than half of the reconstructed cells of a view moved."""
        return min(self.cells.share_moved(rungs, view) for view in self.views) < LEAST_MOVED

    def why_not(self, rungs: Rungs, label: str, *, wide: bool) -> tuple[str | None, LoadedCharts[Any] | None]:
        """Return the reason to reject a draw, or None, and its charts if the loader accepts them.

        The fastest check comes first. A ``wide`` set needs no script.
        """
        if self.too_few_moved(rungs):
            return "too few cells moved", None
        try:
            charts = self.charts_of(rungs, label)
        except ChartError:
            return "refused by the loader", None
        reason = self.rejection(charts)
        return (reason if reason or wide else self.script_rejection(charts)), charts

    def draw_set(self, seed: int, number: int, *, wide: bool = False) -> ChartSet:
        """Return the chart set of this number: the first draw that counts.

        A ``wide`` set counts by its charts alone.

        Raises:
            ValueError: no draw counts.
        """
        rejected: Counter[str] = Counter()
        for attempt in range(MOST_ATTEMPTS):
            rungs = self.attempt_rungs(seed, number, attempt)
            reason, charts = self.why_not(rungs, set_name(number), wide=wide)
            if reason is None and charts is not None:
                return ChartSet(number, attempt, dict(rejected), rungs, charts)
            rejected[str(reason)] += 1
        raise ValueError(f"{set_name(number)}: none of {MOST_ATTEMPTS} draws counts: {dict(rejected)}")

    # --- charts from rungs ---

    def charts_of(self, rungs: Rungs, label: str) -> LoadedCharts[Any]:
        """Return our charts with every cell on its rung, checked as the files of a folder are.

        Raises:
            ChartError: the charts contradict each other or a rule.
        """
        words: dict[str, dict[Address, object]] = {}
        for place in np.flatnonzero(rungs != self.cells.ours).tolist():
            cell = self.cells.cells[place]
            words.setdefault(cell.chart, {})[cell.address] = cell.rungs[int(rungs[place])]
        files = self.book.ours.files
        theirs = {name: self.file_of(files[name], changed) for name, changed in words.items()}
        return self.book.checked({**files, **theirs}, label)

    def file_of(self, file: ChartFile, changed: Mapping[Address, object]) -> ChartFile:
        """Return our file with other words in the ``changed`` cells and entries.

        Raises:
            ChartError: a word is not in the vocabulary of its cell.
        """
        cells = tuple(
            with_word(cell, changed[cell.path + cell.labels]) if cell.path + cell.labels in changed else cell
            for cell in file.cells
        )
        lists = dict(file.lists)
        for one in self.lists:
            if one.chart == file.name:
                entries = zip(self.book.our_contents(file.name)[one.key], file.lists[one.key], strict=True)
                raw = [
                    one.contents(own, changed[one.key, entry.name]) if (one.key, entry.name) in changed else own
                    for own, entry in entries
                ]
                (listed,) = (each for each in self.book.lists_of(file.name) if each.key == one.key)
                lists[one.key] = listed.read(file.path, raw)
        return replace(file, cells=cells, lists=lists)


PLAUSIBLE_ROOM = "plausible.declared"
"""The room of a game with its declaration."""


def plausible_charts() -> dict[str, PlausibleCharts]:
    """Return the plausible charts of all games that declare them, by the names of the games."""
    names = (name for name in game_names() if has_room(name, PLAUSIBLE_ROOM))
    return {name: laboratory_of(name, PLAUSIBLE_ROOM).PLAUSIBLE for name in names}


def with_word(cell: Cell, word: object) -> Cell:
    """Return a cell with another word. Raises ChartError for a word that is not in its vocabulary."""
    values = cell.word.parse(word)
    if values is None:
        raise fail("a drawn cell", cell.address, cell.word.expected, word)
    return replace(cell, values=values, text=raw_text(word))


def set_name(number: int) -> str:
    """Return the name of a random set."""
    return f"set {number}"
