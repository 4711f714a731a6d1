"""A coder of numbers with known frequencies as one whole number, and whole numbers as text.

It is an asymmetric numeral system (rANS) whose state is a whole number without a limit. A number of frequency f in a
table of total t makes the state about t / f times larger. Numbers are taken out in the opposite order.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from string import ascii_letters, digits

LETTERS = digits + ascii_letters
"""Digits of whole numbers in texts, which neither a shell nor an address changes."""


class Frequencies:
    """The frequencies of the values of a number between two bounds. Each other value has an equal share of the rest.

    Args:
        counts: frequency of each frequent value, 1 or more.
        rest: frequency of all other values together, 1 or more.
        low: smallest value.
        high: largest value.
    """

    def __init__(self, counts: Mapping[int, int], rest: int, low: int, high: int) -> None:
        self._values = sorted(counts)
        self._starts = [0, *accumulate(counts[value] for value in self._values)]
        self._ranges = {value: (start, counts[value]) for value, start in zip(self._values, self._starts, strict=False)}
        self._rest = (self._starts[-1], rest)
        self._total = self._starts[-1] + rest
        self._low, self._size = low, high - low + 1

    def add(self, state: int, value: int) -> int:
        """Return the state with a value on top.

        Raises:
            ValueError: the value is not between the bounds.
        """
        found = self._ranges.get(value)
        if found is None:
            place = value - self._low
            if not 0 <= place < self._size:
                raise ValueError(f"{value} is not from {self._low} to {self._low + self._size - 1}")
            state, found = state * self._size + place, self._rest
        start, count = found
        return state // count * self._total + start + state % count

    def take(self, state: int) -> tuple[int, int]:
        """Return the state without the value on top, and that value."""
        rest, slot = divmod(state, self._total)
        place = bisect_right(self._starts, slot) - 1
        if place < len(self._values):
            value = self._values[place]
            start, count = self._ranges[value]
            return rest * count + slot - start, value
        start, count = self._rest
        rest, place = divmod(rest * count + slot - start, self._size)
        return rest, self._low + place


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
