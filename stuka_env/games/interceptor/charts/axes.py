"""Tables of a chart file: their axes, and how a TOML table becomes cells (docs/interceptor_charts.md).

A die axis may be written as an array, one entry a total, or as a table of totals: 4, "2-4", "<=0", ">=11", "24+". A
key is one cell, also if it names several totals.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from stuka_env.charts.errors import fail
from stuka_env.charts.totals import TOTAL_FORM
from stuka_env.games.interceptor.charts.cells import CellValues, Word


@dataclass(frozen=True)
class Names:
    """An axis of words."""

    index: Mapping[str, int]


@dataclass(frozen=True)
class Die:
    """An axis of die totals. A file must give every total of ``totals``; the rules can ask for ``first`` to ``last``.

    Totals that a file does not give count as its end cells (ruling IQ206).
    """

    totals: tuple[int, ...]
    first: int
    last: int


@dataclass(frozen=True)
class Periods:
    """An axis of months. A key is a month or a period such as "Mar 1943 - Jun 1943"; each month comes once."""

    index: Mapping[str, int]


@dataclass(frozen=True)
class Places:
    """An axis that a file writes as an array of ``least`` to ``count`` entries. ``titles`` are for people."""

    count: int
    least: int
    titles: tuple[str, ...] = ()


@dataclass(frozen=True)
class ArrayPart:
    """One entry of a row of different things: its fields, its vocabulary, and its title for people."""

    title: str
    fields: tuple[str, ...]
    word: Word


@dataclass(frozen=True)
class Parts:
    """An axis that a file writes as an array with an entry of its own kind at each place."""

    parts: tuple[ArrayPart, ...]


Axis = Names | Die | Periods | Places | Parts


def die(high: int, low: int = 1, first: int | None = None, last: int | None = None) -> Die:
    """Return the axis of a die from ``low`` to ``high``, whose modified totals run from ``first`` to ``last``."""
    return Die(tuple(range(low, high + 1)), low if first is None else first, high if last is None else last)


@dataclass(frozen=True)
class ChartTable:
    """A TOML table (``path``) that fills one or more fields of the record, at ``prefix`` and then the axes' indexes.

    ``meaning`` is a phrase for people who fill it in; ``word`` is the vocabulary of its cells. A table that is
    ``optional`` may be left out; its fields are then 0. A table without fields is read by people, or combined by
    :mod:`stuka_env.games.interceptor.charts.filling`. :class:`Parts` is the last axis, with fields and words of its
    own.
    """

    path: tuple[str, ...]
    fields: tuple[str, ...]
    axes: tuple[Axis, ...]
    word: Word
    meaning: str
    prefix: tuple[int, ...] = ()
    optional: bool = False


@dataclass(frozen=True)
class Cell:
    """One cell of a file: its place, the indexes that it fills, its text, and the values that the rules read.

    ``part`` is the place in a row of different things, else 0.
    """

    path: tuple[str, ...]
    labels: tuple[str, ...]
    table: ChartTable
    fields: tuple[str, ...]
    word: Word
    spans: tuple[range, ...]
    part: int
    text: str
    values: CellValues

    @property
    def address(self) -> str:
        """Name of the cell in provenance and error messages."""
        return ".".join(self.path + self.labels)

    @property
    def in_force(self) -> tuple[CellValues, str]:
        """Everything that play shows of the cell: its values, and its text if it is a name."""
        return self.values, self.text if self.word.is_name else ""

    @property
    def is_left_out(self) -> bool:
        """Whether the cell says the same as an optional one that is left out."""
        return self.table.optional and not any(self.values)

    def indexes(self) -> Iterator[tuple[int, ...]]:
        """Yield every index of the fields that this cell fills. The end cells of a die fill all totals beyond."""
        for index in product(*self.spans):
            yield (*self.table.prefix, *index)


def cells_of(file: str, table: ChartTable, raw: object) -> list[Cell]:
    """Return all cells of one table.

    Raises:
        ChartError: an entry is missing, repeated or unknown, or a word is outside the vocabulary.
    """
    return list(_descend(file, _Place(table, (), ()), raw))


@dataclass(frozen=True)
class _Place:
    """A place inside a table: its labels and spans down to here."""

    table: ChartTable
    labels: tuple[str, ...]
    spans: tuple[range, ...]

    @property
    def where(self) -> str:
        return ".".join(self.table.path + self.labels)

    def inside(self, label: str, *spans: range) -> "_Place":
        """Return the place of an entry."""
        return _Place(self.table, (*self.labels, label), (*self.spans, *spans))


def _descend(file: str, here: _Place, raw: object) -> Iterator[Cell]:
    table, depth = here.table, len(here.labels)
    if depth == len(table.axes):
        yield _leaf(file, here, raw, ArrayPart("", table.fields, table.word))
        return
    axis = table.axes[depth]
    if isinstance(axis, Parts):
        entries = _placed(file, here.where, Places(len(axis.parts), len(axis.parts)), raw)
        for place, ((label, _, value), part) in enumerate(zip(entries, axis.parts, strict=True)):
            yield _leaf(file, here.inside(label), value, part, place)
        return
    for label, span, value in ENTRIES[type(axis)](file, here.where, axis, raw):
        yield from _descend(file, here.inside(label, span), value)


def _leaf(file: str, here: _Place, raw: object, part: ArrayPart, place: int = 0) -> Cell:
    values = part.word.parse(raw)
    if values is None:
        raise fail(file, here.where, part.word.expected, raw)
    text = str(raw).lower() if isinstance(raw, bool) else str(raw)
    return Cell(here.table.path, here.labels, here.table, part.fields, part.word, here.spans, place, text, values)


Entry = tuple[str, range, object]
"""Label, indexes and value of an entry of an axis."""


def _named(file: str, where: str, axis: Names, raw: object) -> Iterator[Entry]:
    """Yield the entries of an axis of words, in the axis' order."""
    if not isinstance(raw, dict):
        raise fail(file, where, "a table with " + ", ".join(axis.index), raw)
    for name in raw:
        if name not in axis.index:
            raise fail(file, where, "only " + ", ".join(axis.index), name)
    for name, place in axis.index.items():
        if name not in raw:
            raise fail(file, f"{where}.{name}", "an entry", "nothing")
        yield name, range(place, place + 1), raw[name]


def _placed(file: str, where: str, axis: Places, raw: object) -> Iterator[Entry]:
    """Yield the entries of an array."""
    if not isinstance(raw, list) or not axis.least <= len(raw) <= axis.count:
        number = str(axis.count) if axis.least == axis.count else f"{axis.least} to {axis.count}"
        got = f"{len(raw)} entries" if isinstance(raw, list) else raw
        raise fail(file, where, f"an array of {number} entries", got)
    for place, value in enumerate(raw):
        yield str(place), range(place, place + 1), value


def _timed(file: str, where: str, axis: Periods, raw: object) -> Iterator[Entry]:
    """Yield the entries of an axis of months, in the file's order."""
    if not isinstance(raw, dict):
        raise fail(file, where, "a table with periods such as 'Mar 1943 - Jun 1943'", raw)
    seen: set[int] = set()
    for key, value in raw.items():
        first, _, last = key.partition(" - ")
        months = [axis.index.get(name) for name in (first, last or first)]
        if months[0] is None or months[1] is None or months[0] > months[1]:
            raise fail(file, where, "a month or a period such as 'Mar 1943 - Jun 1943'", key)
        span = range(months[0], months[1] + 1)
        if seen & set(span):
            raise fail(file, f"{where}.{key}", "each month once", key)
        seen |= set(span)
        yield key, span, value
    for name, month in axis.index.items():
        if month not in seen:
            raise fail(file, f"{where}.{name}", "an entry for every month", "nothing")


def _rolled(file: str, where: str, axis: Die, raw: object) -> Iterator[Entry]:
    """Yield the entries of a die axis, from low to high. The end entries take in all totals beyond."""
    spans = _spans(file, where, axis, raw)
    for place, (low, high, label, value) in enumerate(spans):
        first = axis.first if place == 0 else low
        last = axis.last if place == len(spans) - 1 else high
        yield label, range(first, last + 1), value


ENTRIES: Mapping[type, Callable[[str, str, Any, object], Iterator[Entry]]] = {
    Names: _named,
    Places: _placed,
    Periods: _timed,
    Die: _rolled,
}
"""Readers of the kinds of axis."""
Span = tuple[int, int, str, object]
"""Lowest and highest total of a key, the key as it is printed, and its value."""


def _spans(file: str, where: str, axis: Die, raw: object) -> list[Span]:
    """Return the keys of a die axis from low to high.

    Raises:
        ChartError: a total is missing, repeated or out of range.
    """
    if isinstance(raw, list):
        if len(raw) != len(axis.totals):
            wanted = f"{len(axis.totals)} entries, one for each of {axis.totals[0]} to {axis.totals[-1]}"
            raise fail(file, where, wanted, f"{len(raw)} entries")
        return [(total, total, str(total), value) for total, value in zip(axis.totals, raw, strict=True)]
    if not isinstance(raw, dict):
        raise fail(file, where, f"a table or an array of the totals {axis.totals[0]} to {axis.totals[-1]}", raw)
    spans = sorted((_span(file, where, axis, key, value) for key, value in raw.items()), key=lambda span: span[:2])
    _check_spans(file, where, axis, spans)
    return spans


def _span(file: str, where: str, axis: Die, key: str, value: object) -> Span:
    match = TOTAL_FORM.fullmatch(key)
    if match is None or (match[1] and (match[3] or match[4])):
        raise fail(file, where, "totals such as 4, 2-4, <=0, >=11 or 24+", key)
    low, high = int(match[2]), int(match[3] or match[2])
    if low > high or low < axis.first or high > axis.last:
        raise fail(file, where, f"totals from {axis.first} to {axis.last}, low to high", key)
    if match[1] == "<=":
        low = axis.first
    if match[1] == ">=" or match[4]:
        high = axis.last
    return low, high, key, value


def _check_spans(file: str, where: str, axis: Die, spans: list[Span]) -> None:
    """Raise ChartError if a total is named twice or not at all."""
    named: dict[int, str] = {}
    for low, high, label, _ in spans:
        for total in range(low, high + 1):
            if total in named:
                raise fail(file, f"{where}.{total}", "each total once", f"{total} again in {label}")
            named[total] = label
    below = range(min(named, default=axis.first), axis.totals[0])
    above = range(axis.totals[-1] + 1, max(named, default=axis.last))
    for total in (*below, *axis.totals, *above):
        if total not in named:
            raise fail(file, f"{where}.{total}", "an entry for every total", "nothing")
