"""Ladders: the plausible texts of the cells of each table, the easiest for the player first.

A cell may stand on the rung of our charts or on one of its two neighbours.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from stuka_env.charts.axes import Cell
from stuka_env.charts.fields import EACH
from stuka_env.charts.lists import ListEntry
from stuka_env.charts.words import Word

Words = Sequence[object]
"""Words as a chart file writes them, from the easiest for the player to the hardest."""
EASIER, HARDER = -1, 1
Order = tuple[tuple[int, int], ...]
"""Axes along which cells get easier or harder: place of the axis, and :data:`EASIER` or :data:`HARDER`.

A negative place is one of the path, from its end: its names are an axis in the order of the file.
"""


class Ladder(NamedTuple):
    """The ladder of a table, or of some of its cells. A ``*`` in the path stands for any name."""

    chart: str
    path: tuple[str, ...]
    rungs: Callable[[Cell], Words]
    order: Order = ()
    holds: Callable[[Cell], bool] = lambda cell: True
    """Whether the ladder is for a cell of the table."""
    tie: Callable[[Cell], Hashable] = lambda cell: None
    """The name of the cells that move together, each by as many rungs; None for a cell that moves alone."""

    def covers(self, cell: Cell) -> bool:
        """Whether the ladder is for a cell of the chart."""
        is_path = len(cell.path) == len(self.path) and all(
            own in (EACH, name) for own, name in zip(self.path, cell.path, strict=True)
        )
        return is_path and self.holds(cell)


@dataclass(frozen=True)
class ListLadder:
    """The ladders of the entries of a list.

    Attributes:
        chart: the chart file.
        key: the key of the list.
        group: returns the group of an entry.
        rungs: returns the rungs of an entry, and the number of the rung it stands on.
        contents: returns the contents of an entry that are on another rung, given those of our file.
    """

    chart: str
    key: str
    group: Callable[[ListEntry], str]
    rungs: Callable[[ListEntry], tuple[Words, int]]
    contents: Callable[[Mapping[str, Any], Any], dict[str, Any]]


def same(*rungs: object) -> Callable[[Cell], Words]:
    """Return a function that gives all cells the same rungs."""
    return lambda cell: rungs


def near(more: int, *, by: int = 1, least: int | None = None, most: int | None = None) -> Callable[[Cell], Words]:
    """Return a function that gives a cell its number and the numbers next to it that its vocabulary has.

    Args:
        more: what a larger number is for the player, :data:`EASIER` or :data:`HARDER`.
        by: the distance between the numbers.
        least: the smallest number; None for that of the vocabulary.
        most: the largest number; None for that of the vocabulary.
    """

    def is_allowed(number: int, word: Word) -> bool:
        too_small, too_large = least is not None and number < least, most is not None and number > most
        return not too_small and not too_large and word.parse(number) is not None

    def rungs(cell: Cell) -> Words:
        own = int(cell.text)
        return [number for number in (own - by, own, own + by) if is_allowed(number, cell.word)][::more]

    return rungs


def ladders(rungs: Callable[[Cell], Words], *tables: str, order: Order = ()) -> tuple[Ladder, ...]:
    """Return ladders with the same rungs.

    Args:
        rungs: the rungs of a cell.
        tables: chart and path of each ladder, as the record of the charts has them: ``"map: box.*.rendezvous"``.
        order: the axes along which cells get easier or harder.
    """
    places = (table.split(": ") for table in tables)
    return tuple(Ladder(chart, tuple(path.split(".")), rungs, order) for chart, path in places)
