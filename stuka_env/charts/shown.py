"""The charts in force as numbers, for players who meet other charts than ours.

A row has the numbers in which the sets of a bank and our charts differ, in the order of the record of the charts. All
other numbers are the same in every set: most of them are printed in the rulebook. Numbers out of bounds are clipped.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.charts.axes import Cell
from stuka_env.charts.bank import ChartBank
from stuka_env.charts.loader import field_of
from stuka_env.declared.records import PADDING


class ChartPart(NamedTuple):
    """The numbers of one field of the charts in a row.

    Attributes:
        name: the field of the record of the charts.
        first: place of its first number in the row.
        length: how many numbers it has.
        low: smallest number.
        high: largest number.
        meaning: the field in words.
    """

    name: str
    first: int
    length: int
    low: int
    high: int
    meaning: str


class ChartLayout(NamedTuple):
    """The layout of a row.

    Attributes:
        places: int64 ``(C,)``, the places of its numbers among the bytes of a record of charts.
        low: int8 ``(C,)``, the smallest value of each number.
        high: int8 ``(C,)``, the largest.
        parts: the fields, in the order of the row.
    """

    places: NDArray[np.int64]
    low: NDArray[np.int8]
    high: NDArray[np.int8]
    parts: tuple[ChartPart, ...]


class FilledField(NamedTuple):
    """A field that several cells of the chart files make: its bounds, and its meaning."""

    low: int
    high: int
    meaning: str


class ShownBank:
    """The sets of a bank as the kernels take them, and as observations show them.

    Args:
        bank: the bank, the attribute ``source``.
        replaced: numbers that a row shows instead of large codes, by field and code.
        filled: fields that several cells make, by name.
    """

    def __init__(
        self,
        bank: ChartBank[Any],
        *,
        replaced: Mapping[str, Mapping[int, int]] = MappingProxyType({}),
        filled: Mapping[str, FilledField] = MappingProxyType({}),
    ) -> None:
        self.source = bank
        self._replaced, self._filled = replaced, filled
        self._shown: dict[bool, NDArray[Any]] = {}

    @cached_property
    def rows(self) -> NDArray[Any]:
        """The sets of the bank as the kernels take them; all engines share the array."""
        return self.source.sets().records.copy()

    @cached_property
    def layout(self) -> ChartLayout:
        """The layout of a row of charts."""
        bounds = np.zeros(2, self.source.book.record.dtype)
        for file in self.source.book.ours.files.values():
            for cell in file.cells:
                for field, (low, high) in zip(cell.fields, self._bounds_of(cell), strict=False):
                    for place in cell.places():
                        field_of(bounds, field)[(0, *place)], field_of(bounds, field)[(1, *place)] = low, high
        for field, filled in self._filled.items():
            field_of(bounds, field)[0], field_of(bounds, field)[1] = filled.low, filled.high
        low, high = bounds.view(np.int8).reshape(2, -1)
        octets = _octets(np.append(self.rows, np.array([self.source.book.ours.record], bounds.dtype)))
        places = np.flatnonzero((octets != octets[0]).any(axis=0))
        return ChartLayout(places, low[places], high[places], tuple(self._parts(places, low, high)))

    def _bounds_of(self, cell: Cell) -> Iterator[tuple[Any, Any]]:
        """Yield the smallest and the largest number of each field of a cell; rows of them for a row of numbers."""
        values = [cell.word.parse(sample) or () for sample in cell.word.samples]
        for field, numbers in zip(cell.fields, zip(*values, strict=True), strict=False):
            if isinstance(numbers[0], tuple):
                columns = np.array(numbers)
                yield tuple(columns.min(axis=0).tolist()), tuple(columns.max(axis=0).tolist())
            else:
                codes = self._replaced.get(field, {})
                shown = [codes.get(number, number) for number in numbers]
                yield min(shown), max(shown)

    @cached_property
    def _meanings(self) -> dict[str, str]:
        """The meaning of each field, also of nested records; several tables of a chart file may fill one."""
        words = {name: {filled.meaning: None} for name, filled in self._filled.items()}
        for tables in self.source.book.tables.values():
            for table in tables:
                for field in table.fields:
                    words.setdefault(field, {})[table.meaning] = None
        return {field: "; ".join(texts) for field, texts in words.items()}

    def _parts(self, places: NDArray[np.int64], low: NDArray[np.int8], high: NDArray[np.int8]) -> Iterator[ChartPart]:
        fields: Any = self.source.book.record.dtype.fields
        for name, (dtype, start, *_) in fields.items():
            if name.startswith(PADDING):
                continue
            first, stop = np.searchsorted(places, (start, start + dtype.itemsize)).tolist()
            if stop > first:
                own = places[first:stop]
                bounds = int(low[own].min()), int(high[own].max())
                yield ChartPart(name, first, stop - first, *bounds, self._meaning_of(name))

    def _meaning_of(self, name: str) -> str:
        """Return the meaning of a field; of nested records that of their fields in which the sets differ."""
        if name in self._meanings:
            return self._meanings[name]
        inside = [field for field in self._meanings if field.startswith(f"{name}.")]
        values = {field: field_of(self.rows, field) for field in inside}
        moving = [self._meanings[field] for field in inside if (values[field] != values[field][:1]).any()]
        return "; ".join(dict.fromkeys(moving))

    def codes(self, records: NDArray[Any]) -> NDArray[np.int8]:
        """Return the rows of records of charts ``(B,)`` as integers, int8 ``(B, C)``."""
        shown = records.copy()
        for field, codes in self._replaced.items():
            values = field_of(shown, field)
            for code, number in codes.items():
                values[values == code] = number
        low, high, places = self.layout.low, self.layout.high, self.layout.places
        codes_shown: NDArray[np.int8] = np.clip(_octets(shown)[:, places], low, high)
        return codes_shown

    def floats(self, records: NDArray[Any]) -> NDArray[np.float32]:
        """Return the rows of records of charts ``(B,)`` from 0 to 1, float32 ``(B, C)``."""
        low = self.layout.low.astype(np.float32)
        return (self.codes(records) - low) / (self.layout.high - low)

    def space(self, compact: bool) -> gymnasium.spaces.Box:
        """Return the space of a row: of integers, or of floats."""
        shape = self.layout.places.shape
        if compact:
            return gymnasium.spaces.Box(self.layout.low, self.layout.high, shape, np.int8)
        return gymnasium.spaces.Box(0.0, 1.0, shape, np.float32)

    def shown(self, spec: Any, compact: bool) -> NDArray[Any]:
        """Return the charts that wars of a specification can have, as observations show them, ``(B, C)``."""
        if not spec.random:
            return self._read_only(np.array([spec.charts.record], self.source.book.record.dtype), compact)
        if compact not in self._shown:
            self._shown[compact] = self._read_only(self.rows, compact)
        return self._shown[compact]

    def _read_only(self, records: NDArray[Any], compact: bool) -> NDArray[Any]:
        shown: NDArray[Any] = np.ascontiguousarray(self.codes(records) if compact else self.floats(records))
        shown.flags.writeable = False
        return shown


def _octets(records: NDArray[Any]) -> NDArray[np.int8]:
    """Return the bytes of records as integers, int8 ``(B, bytes)``."""
    return np.frombuffer(records.tobytes(), np.int8).reshape(len(records), -1)
