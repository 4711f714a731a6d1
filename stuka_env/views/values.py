"""The blocks of a mat as plain Python values, which are read much faster than the fields of NumPy's records.

A field of such a record takes 4 microseconds, and a sheet reads hundreds of them.
"""

from collections import namedtuple
from functools import cache, lru_cache
from typing import Any

import numpy as np


class Values:
    """A record whose blocks are attributes: named tuples of numbers, lists, and further named tuples.

    A block is read when it is first asked for, and does not change afterwards.

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


@lru_cache(16)
def chart_values(charts: Any) -> Values:
    """Return the numbers of charts."""
    return Values(charts.record)


@cache
def _row_of(dtype: np.dtype[Any]) -> Any:
    """Return the named tuple of the fields of a record."""
    assert dtype.names is not None, "a record dtype"
    return namedtuple("_Row", dtype.names)


@cache
def _arrays_of(dtype: np.dtype[Any]) -> tuple[tuple[int, np.dtype[Any]], ...]:
    """Return the places and the types of the fields that are arrays or records."""
    fields = [dtype[name] for name in dtype.names or ()]
    return tuple((place, field) for place, field in enumerate(fields) if field.shape or field.names)


def _field(dtype: np.dtype[Any], value: Any) -> Any:
    """Return a field of a record: a number, a record, or a list of them."""
    inner = value.tolist() if dtype.shape else value
    return _plain(dtype.base, inner) if dtype.base.names else inner


def _plain(dtype: np.dtype[Any], value: Any) -> Any:
    """Return a record, or a list of records, with Python's numbers and lists."""
    if isinstance(value, list):
        return [_plain(dtype, one) for one in value]
    parts = list(value)
    for place, field in _arrays_of(dtype):
        parts[place] = _field(field, parts[place])
    return _row_of(dtype)(*parts)
