"""The fields of a mat as one whole number, and whole numbers as text.

The number follows from the declared bounds of the fields alone. The fields are packed block by block: how many are not
empty, which ones, and their values. An array has the number that is most frequent in it, and then the other ones in the
same way. Each number takes the room that its bounds need, and an empty block almost none.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import comb
from string import ascii_letters, digits
from typing import Any, NamedTuple

import numpy as np

from stuka_env.declared.records import Field, Record

LETTERS = digits + ascii_letters
"""Digits of whole numbers in texts, which neither a shell nor an address changes."""


class Leaf(NamedTuple):
    """A field of a mat that holds numbers.

    Attributes:
        path: names of the records that hold it, and its own.
        low: smallest number.
        high: largest number.
        size: how many numbers it holds in a mat.
    """

    path: tuple[str, ...]
    low: int
    high: int
    size: int

    @property
    def name(self) -> str:
        """The path in one word."""
        return ".".join(self.path)

    @property
    def empty(self) -> int:
        """The number that a field has on an empty mat."""
        return min(max(0, self.low), self.high)

    def of(self, mats: Any) -> Any:
        """Return the view of this field in an array of mats."""
        for name in self.path:
            mats = mats[name]
        return mats


def leaves_of(kind: type[Record]) -> Iterator[Leaf]:
    """Yield the fields of a record that hold numbers, in their order."""
    yield from _leaves(kind.FIELDS, (), 1)


def _leaves(fields: tuple[Field, ...], path: tuple[str, ...], count: int) -> Iterator[Leaf]:
    for field in fields:
        place, size = (*path, field.name), count * int(np.prod(field.shape, dtype=np.int64))
        if field.fields:
            yield from _leaves(field.fields, place, size)
        else:
            yield Leaf(place, field.low, field.high, size)


Packed = Iterator[tuple[int, int]]
"""Numbers, each with the size of its range: it is from 0 to below that."""


class Packing:
    """The packing of some fields of a mat.

    Args:
        leaves: the fields, in their order.
    """

    def __init__(self, leaves: Iterable[Leaf]) -> None:
        self._blocks = [tuple(block) for _, block in groupby(leaves, lambda leaf: leaf.path[:-1])]

    def number_of(self, mats: Any) -> int:
        """Return the fields of a mat ``(1,)`` as one whole number.

        Raises:
            ValueError: a value is not within the bounds of its field.
        """
        packed = [number for block in self._blocks for number in _pack_block(block, mats)]
        total = 0
        for value, size in reversed(packed):
            total = total * size + value
        return total

    def write(self, number: int, mats: Any) -> int:
        """Write the fields of a number to a mat ``(1,)``, and return the rest of the number: 0 if it was made here."""
        for block in self._blocks:
            number = _unpack_block(block, number, mats)
        return number


def _pack_block(block: Sequence[Leaf], mats: Any) -> Packed:
    """Yield the numbers of the fields of a block: which of them are not empty, and their values."""
    fields = [leaf.of(mats).ravel().tolist() for leaf in block]
    for leaf, values in zip(block, fields, strict=True):
        wrong = [value for value in values if not leaf.low <= value <= leaf.high]
        if wrong:
            raise ValueError(f"{leaf.name}: {wrong[0]} is not from {leaf.low} to {leaf.high}")
    used = [place for place, leaf in enumerate(block) if any(value != leaf.empty for value in fields[place])]
    yield from _pack_places(used, len(block))
    for place in used:
        leaf, values = block[place], fields[place]
        yield from _pack_other(leaf, values[0], leaf.empty) if leaf.size == 1 else _pack_array(leaf, values)


def _pack_array(leaf: Leaf, values: Sequence[int]) -> Packed:
    """Yield the most frequent number of an array, and the other ones."""
    counts = Counter(values)
    usual = min(counts, key=lambda value: (-counts[value], value))
    yield usual - leaf.low, leaf.high - leaf.low + 1
    others = [place for place, value in enumerate(values) if value != usual]
    yield from _pack_places(others, leaf.size)
    for place in others:
        yield from _pack_other(leaf, values[place], usual)


def _pack_other(leaf: Leaf, value: int, usual: int) -> Packed:
    yield value - leaf.low - (value > usual), leaf.high - leaf.low


def _pack_places(places: Sequence[int], most: int) -> Packed:
    """Yield some of ``most`` places: how many, and the number of this subset among all of its size."""
    yield len(places), most + 1
    yield sum(comb(place, rank) for rank, place in enumerate(places, 1)), comb(most, len(places))


def _unpack_block(block: Sequence[Leaf], number: int, mats: Any) -> int:
    """Write the fields of a block to a mat, and return the rest of the number."""
    number, used = _unpack_places(number, len(block))
    for place, leaf in enumerate(block):
        values = [leaf.empty] * leaf.size
        if place in used and leaf.size == 1:
            number, values[0] = _unpack_other(leaf, number, leaf.empty)
        elif place in used:
            number, usual = divmod(number, leaf.high - leaf.low + 1)
            values = [leaf.low + usual] * leaf.size
            number, others = _unpack_places(number, leaf.size)
            for other in others:
                number, values[other] = _unpack_other(leaf, number, leaf.low + usual)
        field = leaf.of(mats)
        field[...] = np.reshape(values, field.shape)
    return number


def _unpack_other(leaf: Leaf, number: int, usual: int) -> tuple[int, int]:
    number, place = divmod(number, max(1, leaf.high - leaf.low))
    value = leaf.low + place
    return number, value + (value >= usual)


def _unpack_places(number: int, most: int) -> tuple[int, list[int]]:
    """Return the rest of a number, and some of ``most`` places in their order."""
    number, count = divmod(number, most + 1)
    number, subset = divmod(number, comb(most, count))
    places, place = list[int](), most
    for rank in range(count, 0, -1):
        place -= 1
        while comb(place, rank) > subset:
            place -= 1
        subset -= comb(place, rank)
        places.append(place)
    return number, places[::-1]


def text_of_number(number: int) -> str:
    """Return a whole number from 0 on as text."""
    letters = []
    while number:
        number, digit = divmod(number, len(LETTERS))
        letters.append(LETTERS[digit])
    return "".join(reversed(letters))


def number_of_text(text: Iterable[str]) -> int:
    """Return the whole number of a text of :data:`LETTERS`.

    Raises:
        ValueError: the text has another letter.
    """
    number = 0
    for letter in text:
        number = number * len(LETTERS) + LETTERS.index(letter)
    return number
