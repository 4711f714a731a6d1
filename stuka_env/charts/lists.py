"""The head of a chart file, and its lists.

The file itself names the entries of a list, such as a deck of cards or levels of victory.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

HEAD_MEANINGS = {
    "title": "Name of the chart",
    "section": "Sections of the rulebook that use it",
    "dice": "Dice it is read with",
    "about": "What the tables below are",
    "read_by": "Parts of the game that read it",
}
"""The keys at the head of every chart file, with their meanings."""
HEAD_KEYS = tuple(HEAD_MEANINGS)
ANY_TEXT = "any text"


@dataclass(frozen=True)
class ListEntry:
    """One entry of a list.

    Attributes:
        name: its name in addresses.
        value: the game's record of it.
        text: everything that play shows of it; two entries with the same text say the same.
        row: its cells in a table for people, by their headings; the last one has the provenance.
    """

    name: str
    value: Any
    text: str
    row: Mapping[str, str]


def _same(name: str) -> str:
    return name


def _unmoved(entry: ListEntry, place: int, record: np.record) -> ListEntry:
    return entry


@dataclass(frozen=True)
class ChartList:
    """The declaration of a list.

    Attributes:
        file: the chart file without ``.toml``.
        key: its key in the file: of an array of tables, or of a table.
        read: returns the entries of a file, given its name and the raw list; raises ChartError.
        explained: comment lines for people who fill it in.
        current_name: returns the current name of an entry for its name in a file.
        of_record: returns an entry with the values that a record of charts has for it, given its place.
    """

    file: str
    key: str
    read: Callable[[str, object], tuple[ListEntry, ...]]
    explained: tuple[str, ...]
    current_name: Callable[[str], str] = _same
    of_record: Callable[[ListEntry, int, np.record], ListEntry] = _unmoved

    def with_current_names(self, provenance: object) -> object:
        """Return a provenance section with the current names of the entries."""
        if not isinstance(provenance, dict):
            return provenance
        return {self._current_address(address): word for address, word in provenance.items()}

    def _current_address(self, address: str) -> str:
        what, _, name = address.partition(".")
        return f"{what}.{self.current_name(name)}" if what == self.key and name else address


Lists = Mapping[str, tuple[ListEntry, ...]]
"""The entries of a file's lists, by their keys."""
