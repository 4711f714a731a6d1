"""Frequencies of the values on mats of a game, which make frequent mats short.

A model has tables for each field. The table of an element of an array depends on the element before it. The tables come
from wars that ``python -m tools.position_model`` flew, and a file in the game's room ``position`` keeps them.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stuka_env.position.coding import Frequencies
from stuka_env.reading import MIB, read_json
from stuka_env.records import Field, Record

LARGEST_FREQUENCY_FILE = MIB
FIRST_TABLE, OTHER_TABLE = "first", "other"
"""Names in a file of the table of a first element, and of the table after a value that has none of its own."""
OTHER_VALUES = "rest"
"""Name in a table of all other values together."""
Counts = Mapping[str, int]
"""Frequencies by the values in words, and that of :data:`OTHER_VALUES`."""


class Leaf(NamedTuple):
    """A field of a mat that holds numbers.

    Attributes:
        path: names of the records that hold it, and its own.
        low: smallest number.
        high: largest number.
    """

    path: tuple[str, ...]
    low: int
    high: int

    @property
    def name(self) -> str:
        """The path in one word."""
        return ".".join(self.path)

    def of(self, mats: Any) -> Any:
        """Return the view of this field in an array of mats."""
        for name in self.path:
            mats = mats[name]
        return mats


def leaves_of(kind: type[Record]) -> Iterator[Leaf]:
    """Yield the fields of a record that hold numbers, in their order."""
    yield from _leaves(kind.FIELDS, ())


def _leaves(fields: tuple[Field, ...], path: tuple[str, ...]) -> Iterator[Leaf]:
    for field in fields:
        place = (*path, field.name)
        if field.fields:
            yield from _leaves(field.fields, place)
        else:
            yield Leaf(place, field.low, field.high)


class PositionModel:
    """The frequencies of one game.

    Args:
        leaves: the fields that a position has, in its order.
        fields: the tables of each field by its name, as a file has them.
    """

    def __init__(self, leaves: tuple[Leaf, ...], fields: Mapping[str, Mapping[str, Counts]]) -> None:
        self._fields = [(leaf, _Tables(leaf, fields.get(leaf.name, {}))) for leaf in leaves]

    def number_of(self, mats: Any) -> int:
        """Return the fields of a mat ``(1,)`` as one whole number.

        Raises:
            ValueError: a value is not within the bounds of its field.
        """
        coded: list[tuple[Frequencies, int]] = []
        for leaf, tables in self._fields:
            values = leaf.of(mats).ravel().tolist()
            coded += zip(map(tables.after, [None, *values]), values, strict=False)
        number = 0
        for table, value in reversed(coded):
            number = table.add(number, value)
        return number

    def write(self, number: int, mats: Any) -> int:
        """Write the fields of a number to a mat ``(1,)``, and return the rest of the number: 0 if it was made here."""
        for leaf, tables in self._fields:
            field = leaf.of(mats)
            values: list[int] = []
            previous = None
            for _ in range(field.size):
                number, previous = tables.after(previous).take(number)
                values.append(previous)
            field[...] = np.reshape(values, field.shape)
        return number


class _Tables:
    """The tables of one field."""

    def __init__(self, leaf: Leaf, tables: Mapping[str, Counts]) -> None:
        made = {name: _table(counts, leaf) for name, counts in tables.items()}
        self._other = made.pop(OTHER_TABLE, Frequencies({}, 1, leaf.low, leaf.high))
        self._first = made.pop(FIRST_TABLE, self._other)
        self._own = {int(name): table for name, table in made.items()}

    def after(self, previous: int | None) -> Frequencies:
        """Return the table of an element after another; None before the first."""
        return self._first if previous is None else self._own.get(previous, self._other)


def _table(counts: Counts, leaf: Leaf) -> Frequencies:
    own = {int(value): count for value, count in counts.items() if value != OTHER_VALUES}
    return Frequencies(own, counts[OTHER_VALUES], leaf.low, leaf.high)


def read_model(path: Path, leaves: tuple[Leaf, ...]) -> PositionModel:
    """Return the model in a file.

    Raises:
        FileError: the file cannot be read.
    """
    return PositionModel(leaves, read_json(path, LARGEST_FREQUENCY_FILE)["fields"])
