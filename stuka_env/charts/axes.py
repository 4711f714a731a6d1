"""Tables of a chart file: their axes, and how a TOML table becomes cells.

A die axis may be written as an array, one entry a total, or as a table of totals: 4, "2-4", "<=0", ">=11", "24+".
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from stuka_env.charts.words import TOTAL_FORM, CellValues, Word, fail, label_word, raw_text, words_of
from stuka_env.declared.codes import Code


@dataclass(frozen=True)
class Names:
    """An axis of words. A ``sparse`` axis may leave words out.

    ``places`` is the number of places in a field, if it is not one more than the largest index.
    """

    index: Mapping[str, int]
    places: int = 0
    sparse: bool = False

    @property
    def length(self) -> int:
        """The number of places in a field."""
        return self.places or 1 + max(self.index.values())


@dataclass(frozen=True)
class Die:
    """An axis of die totals. A file must give every total of ``totals``; the rules can ask for ``first`` to ``last``.

    Totals that a file does not give count as its end cells. A key for several totals is one cell, or with ``by_total``
    a cell for each of them; an open end is one cell. With ``from_zero``, the places below the first total repeat its
    cell.
    """

    totals: tuple[int, ...]
    first: int
    last: int
    by_total: bool = False
    from_zero: bool = False

    @property
    def origin(self) -> int:
        """The total at the first place of a field: 0, or below it the lowest one."""
        return min(0, self.first)

    @property
    def length(self) -> int:
        """The number of places in a field."""
        return self.last + 1 - self.origin


@dataclass(frozen=True)
class Periods:
    """An axis of months. A key is a month or a period such as "Mar 1943 - Jun 1943"; each month comes once."""

    index: Mapping[str, int]

    @property
    def length(self) -> int:
        """The number of places in a field."""
        return len(self.index)

    @property
    def example(self) -> str:
        """A period."""
        names = list(self.index)
        return f"{names[0]} - {names[min(3, len(names) - 1)]}"


@dataclass(frozen=True)
class Places:
    """An axis that a file writes as an array of ``least`` to ``length`` entries. ``titles`` are for people."""

    length: int
    least: int
    titles: tuple[str, ...] = ()


@dataclass(frozen=True)
class ArrayPart:
    """One entry of a row of different things: its title for people, its vocabulary, and its field.

    The field is one of the record that the table fills, "" the table's own field, and None no field.
    """

    title: str
    word: Word
    field: str | None = None


@dataclass(frozen=True)
class Parts:
    """An axis that a file writes as an array with an entry of its own kind at each place."""

    parts: tuple[ArrayPart, ...]

    @property
    def length(self) -> int:
        """The number of entries."""
        return len(self.parts)


Axis = Names | Die | Periods | Places | Parts


def die(
    high: int,
    low: int = 1,
    first: int | None = None,
    last: int | None = None,
    *,
    by_total: bool = False,
    from_zero: bool = False,
) -> Die:
    """Return the axis of a die from ``low`` to ``high``, whose modified totals run from ``first`` to ``last``."""
    totals = tuple(range(low, high + 1))
    return Die(totals, low if first is None else first, high if last is None else last, by_total, from_zero)


def by_word(codes: type[Code]) -> Names:
    """Return the axis of the words of codes."""
    return Names(words_of(codes))


def numbered(low: int, high: int) -> Names:
    """Return the axis of the numbers from ``low`` to ``high``."""
    return Names({str(number): number for number in range(low, high + 1)})


def labels(names: Mapping[str, int]) -> Parts:
    """Return the axis of an array of names in a fixed order."""
    return Parts(tuple(ArrayPart(name, label_word(name)) for name in names))


@dataclass(frozen=True)
class ChartTable:
    """A TOML table (``path``) that fills one or more fields of the record, at ``prefix`` and then the axes' indexes.

    ``meaning`` is a phrase for people who fill it in; ``word`` is the vocabulary of its cells. A table that is
    ``optional`` may be left out; its fields are then 0. A table without fields is read by people, or combined by the
    game. :class:`Parts` is the last axis, with fields and words of its own.
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
        """Yield the prefix and every index of the axes that this cell fills; a die has its totals as indexes.

        The end cells of a die fill all totals beyond.
        """
        for index in product(*self.spans):
            yield (*self.table.prefix, *index)

    def places(self) -> Iterator[tuple[int, ...]]:
        """Yield every place in the fields that this cell fills."""
        spans = [_places(axis, span) for axis, span in zip(self.table.axes, self.spans, strict=False)]
        for place in product(*spans):
            yield (*self.table.prefix, *place)


def _places(axis: Axis, span: range) -> range:
    """Return the places in a field for the indexes of an axis."""
    if not isinstance(axis, Die):
        return span
    start = 0 if axis.from_zero and span.start == axis.first else span.start - axis.origin
    return range(start, span.stop - axis.origin)


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
        yield _leaf(file, here, raw, table.word, table.fields)
        return
    axis = table.axes[depth]
    if isinstance(axis, Parts):
        entries = _placed(file, here.where, Places(axis.length, axis.length), raw)
        for place, ((label, _, value), part) in enumerate(zip(entries, axis.parts, strict=True)):
            fields = () if part.field is None else (".".join(filter(None, (table.fields[0], part.field))),)
            yield _leaf(file, here.inside(label), value, part.word, fields, place)
        return
    for label, span, value in AXIS_READERS[type(axis)](file, here.where, axis, raw):
        yield from _descend(file, here.inside(label, span), value)


def _leaf(file: str, here: _Place, raw: object, word: Word, fields: tuple[str, ...], part: int = 0) -> Cell:
    values = word.parse(raw)
    if values is None:
        raise fail(file, here.where, word.expected, raw)
    table = here.table
    return Cell(table.path, here.labels, table, fields, word, here.spans, part, raw_text(raw), values)


AxisEntry = tuple[str, range, object]
"""Label, indexes and value of an entry of an axis."""


def _named(file: str, where: str, axis: Names, raw: object) -> Iterator[AxisEntry]:
    """Yield the entries of an axis of words, in the axis' order."""
    if not isinstance(raw, dict):
        raise fail(file, where, "a table with " + ", ".join(axis.index), raw)
    for name in raw:
        if name not in axis.index:
            raise fail(file, where, "only " + ", ".join(axis.index), name)
    for name, place in axis.index.items():
        if name in raw:
            yield name, range(place, place + 1), raw[name]
        elif not axis.sparse:
            raise fail(file, f"{where}.{name}", "an entry", "nothing")


def _placed(file: str, where: str, axis: Places, raw: object) -> Iterator[AxisEntry]:
    if not isinstance(raw, list) or not axis.least <= len(raw) <= axis.length:
        number = str(axis.length) if axis.least == axis.length else f"{axis.least} to {axis.length}"
        got = f"{len(raw)} entries" if isinstance(raw, list) else raw
        raise fail(file, where, f"an array of {number} entries", got)
    for place, value in enumerate(raw):
        yield str(place), range(place, place + 1), value


def _timed(file: str, where: str, axis: Periods, raw: object) -> Iterator[AxisEntry]:
    """Yield the entries of an axis of months, in the file's order."""
    if not isinstance(raw, dict):
        raise fail(file, where, f"a table with periods such as {axis.example!r}", raw)
    seen: set[int] = set()
    for key, value in raw.items():
        first, _, last = key.partition(" - ")
        months = [axis.index.get(name) for name in (first, last or first)]
        if months[0] is None or months[1] is None or months[0] > months[1]:
            raise fail(file, where, f"a month or a period such as {axis.example!r}", key)
        span = range(months[0], months[1] + 1)
        if seen & set(span):
            raise fail(file, f"{where}.{key}", "each month once", key)
        seen |= set(span)
        yield key, span, value
    for name, month in axis.index.items():
        if month not in seen:
            raise fail(file, f"{where}.{name}", "an entry for every month", "nothing")


def _rolled(file: str, where: str, axis: Die, raw: object) -> Iterator[AxisEntry]:
    """Yield the entries of a die axis, from low to high. The end entries take in all totals beyond."""
    spans = _spans(file, where, axis, raw)
    if axis.by_total:
        spans = [single for span in spans for single in _singles(axis, *span)]
    for place, (low, high, label, value) in enumerate(spans):
        first = axis.first if place == 0 else low
        last = axis.last if place == len(spans) - 1 else high
        yield label, range(first, last + 1), value


AXIS_READERS: Mapping[type, Callable[[str, str, Any, object], Iterator[AxisEntry]]] = {
    Names: _named,
    Places: _placed,
    Periods: _timed,
    Die: _rolled,
}
"""Readers of the kinds of axis."""
Span = tuple[int, int, str, object]
"""Lowest and highest total of a key, the key as it is printed, and its value."""


def _singles(axis: Die, low: int, high: int, label: str, value: object) -> Iterator[Span]:
    """Yield a key for each total of a key. Those beyond the die at an open end are one."""
    if label.startswith("<="):
        end = min(high, axis.totals[0])
        yield low, end, f"<={end}", value
        low = end + 1
    start = max(low, axis.totals[-1]) if label.startswith(">=") or label.endswith("+") else high + 1
    for total in range(low, min(start, high + 1)):
        yield total, total, str(total), value
    if start <= high:
        yield start, high, f">={start}", value


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
