"""Packing of the page's data: each text once, and mats as changed numbers."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.records import Field, Record


class Texts:
    """Numbered texts, each stored once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text."""
        return self.numbers.setdefault(text, len(self.numbers))

    def all(self) -> list[str]:
        """Return all texts in the order of their numbers."""
        return list(self.numbers)


class DrawnBlock(NamedTuple):
    """A block of the mat whose numbers the page has; all of them have one type.

    Attributes:
        name: its field of the mat.
        kind: its record.
        rows: number of its rows.
    """

    name: str
    kind: type[Record]
    rows: int


def _width(fields: tuple[Field, ...]) -> int:
    """Return the number of numbers in a row of some fields."""
    return sum(int(np.prod(field.shape, dtype=int)) * (_width(field.fields) if field.fields else 1) for field in fields)


def _places(name: str, fields: tuple[Field, ...], start: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the place of a block, and of each field inside it whose rows are records."""
    offsets: dict[str, int] = {}
    place = 0
    for field in fields:
        if field.fields:
            yield from _places(field.name, field.fields, start + place)
        else:
            offsets[field.name] = place
        place += _width((field,))
    yield name, {"start": start, "size": place, "fields": offsets}


class Packing:
    """The drawn part of a game's mat as numbers.

    Args:
        mat: the record of the mat.
        blocks: its blocks that are drawn, in the order of their numbers.
    """

    def __init__(self, mat: type[Record], blocks: tuple[DrawnBlock, ...]) -> None:
        self._blocks = blocks
        fields: Any = mat.dtype.fields
        self._bytes = [slice(fields[one.name][1], fields[one.name][1] + fields[one.name][0].itemsize) for one in blocks]

    def layout(self) -> dict[str, Any]:
        """Return the place of each field in the numbers: start and length of a block, offsets inside it.

        Rows of records inside a block are blocks of their own.
        """
        places: dict[str, Any] = {}
        start = 0
        for block in self._blocks:
            places |= dict(_places(block.name, block.kind.FIELDS, start))
            start += places[block.name]["size"] * block.rows
        return places

    def numbers(self, mat: Any) -> NDArray[np.int16]:
        """Return the drawn part of a mat as numbers."""
        whole = mat.tobytes()
        parts = zip(self._blocks, self._bytes, strict=True)
        numbers = [np.frombuffer(whole[place], _number_type(block.kind)) for block, place in parts]
        return np.concatenate(numbers, dtype=np.int16)


def _number_type(kind: type[Record]) -> np.dtype[Any]:
    """Return the type of the numbers of a block."""
    field = kind.FIELDS[0]
    return field.fields[0].dtype if field.fields else field.dtype


def changes(before: NDArray[np.int16], after: NDArray[np.int16]) -> list[int]:
    """Return the changes as place, number, place, number ..."""
    places = np.flatnonzero(before != after)
    return np.column_stack([places, after[places]]).ravel().tolist()
