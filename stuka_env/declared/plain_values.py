"""Records as plain Python values, which words and pictures read much faster than the fields of NumPy's records.

A field of such a record takes 4 microseconds, and a sheet reads hundreds of them. The rules as plain Python
(:mod:`stuka_env.compiling.plain`) read the copies too.
"""

from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np


class PlainRow(SimpleNamespace):
    """A record in a block: numbers, lists, and further rows, by attributes or by names."""

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]


class PlainGrid(list[Any]):
    """An array of two dimensions: a list of lists, whose elements can be read with both places at once."""

    def __getitem__(self, place: Any) -> Any:
        return super().__getitem__(place[0])[place[1]] if isinstance(place, tuple) else super().__getitem__(place)


class Values:
    """A copy of a record, whose fields are numbers, lists and rows, by attributes or by names.

    A field is read when it is first asked for.

    Args:
        record: one record of nested records and arrays of records.
    """

    def __init__(self, record: Any) -> None:
        self._dtype = record.dtype
        self._blocks = dict(zip(record.dtype.names, record.item(), strict=True))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._blocks:
            raise AttributeError(name)
        value = _field(self._dtype[name], self._blocks[name])
        self.__dict__[name] = value
        return value

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def again(self) -> "Values":
        """Return the record as it was given, without what was changed in this copy."""
        other = object.__new__(Values)
        other._dtype, other._blocks = self._dtype, self._blocks
        return other


@lru_cache(1)
def _values_of(record: bytes, dtype: np.dtype[Any]) -> Values:
    return Values(np.frombuffer(record, dtype)[0])


def values_of(record: Any) -> Any:
    """Return a record as values, which the words of a decision share; values as they are."""
    return _values_of(record.tobytes(), record.dtype) if isinstance(record, np.void) else record


@lru_cache(16)
def chart_values(charts: Any) -> Any:
    """Return the numbers of charts."""
    return Values(charts.record)


@cache
def _arrays_of(dtype: np.dtype[Any]) -> tuple[tuple[int, np.dtype[Any]], ...]:
    """Return the places and the types of the fields that are arrays or records."""
    fields = [dtype[name] for name in dtype.names or ()]
    return tuple((place, field) for place, field in enumerate(fields) if field.shape or field.names)


def _field(dtype: np.dtype[Any], value: Any) -> Any:
    """Return a field of a record: a number, a record, or a list of them."""
    inner = value.tolist() if dtype.shape else value
    if dtype.base.names:
        return _plain(dtype.base, inner)
    return PlainGrid(inner) if len(dtype.shape) > 1 else inner


def _plain(dtype: np.dtype[Any], value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(dtype, one) for one in value]
    row, names = PlainRow(), dtype.names or ()
    row.__dict__.update(zip(names, value, strict=True))
    for place, field in _arrays_of(dtype):
        row.__dict__[names[place]] = _field(field, value[place])
    return row
