"""The reading of positions of version 1, which older replays and exercises hold. No such text is written.

Their number is that of an asymmetric numeral system (rANS) with the frequencies of the values of each field. A file in
the room ``position`` of a game has them. The table of an element of an array depends on the element before it.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from stuka_env.io.reading import MIB, read_json
from stuka_env.position.coding import Leaf

LARGEST_FREQUENCY_FILE = MIB
FIRST_TABLE, OTHER_TABLE = "first", "other"
"""Names in a file of the table of a first element, and of the table after a value that has none of its own."""
OTHER_VALUES = "rest"
"""Name in a table of all other values together, each of which has an equal share."""
Counts = Mapping[str, int]
"""Frequencies by the values in words, and that of :data:`OTHER_VALUES`."""


class _Frequencies:
    """The frequencies of the values of a number between two bounds."""

    def __init__(self, counts: Counts, leaf: Leaf) -> None:
        own = {int(value): count for value, count in counts.items() if value != OTHER_VALUES}
        self._values = sorted(own)
        self._counts = [own[value] for value in self._values]
        self._starts = [0, *accumulate(self._counts)]
        self._rest = counts[OTHER_VALUES]
        self._total = self._starts[-1] + self._rest
        self._low, self._size = leaf.low, leaf.high - leaf.low + 1

    def take(self, state: int) -> tuple[int, int]:
        """Return the state without the value on top, and that value."""
        rest, slot = divmod(state, self._total)
        place = bisect_right(self._starts, slot) - 1
        if place < len(self._values):
            return rest * self._counts[place] + slot - self._starts[place], self._values[place]
        rest, other = divmod(rest * self._rest + slot - self._starts[-1], self._size)
        return rest, self._low + other


class _Tables:
    """The tables of one field."""

    def __init__(self, leaf: Leaf, tables: Mapping[str, Counts]) -> None:
        made = {name: _Frequencies(counts, leaf) for name, counts in tables.items()}
        self._other = made.pop(OTHER_TABLE, _Frequencies({OTHER_VALUES: 1}, leaf))
        self._first = made.pop(FIRST_TABLE, self._other)
        self._own = {int(name): table for name, table in made.items()}

    def after(self, previous: int | None) -> _Frequencies:
        """Return the table of an element after another; None before the first."""
        return self._first if previous is None else self._own.get(previous, self._other)


class OldPacking:
    """The packing of version 1.

    Args:
        path: file with the frequencies.
        leaves: the fields that a position has, in their order.

    Raises:
        FileError: the file cannot be read.
    """

    def __init__(self, path: Path, leaves: Iterable[Leaf]) -> None:
        fields = read_json(path, LARGEST_FREQUENCY_FILE)["fields"]
        self._fields = [(leaf, _Tables(leaf, fields.get(leaf.name, {}))) for leaf in leaves]

    def write(self, number: int, mats: Any) -> int:
        """Write the fields of a number to a mat ``(1,)``, and return the rest of the number: 0 for a position."""
        for leaf, tables in self._fields:
            field = leaf.of(mats)
            values: list[int] = []
            previous = None
            for _ in range(field.size):
                number, previous = tables.after(previous).take(number)
                values.append(previous)
            field[...] = np.reshape(values, field.shape)
        return number
