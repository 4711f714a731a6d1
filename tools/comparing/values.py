"""Records and infos as named values: a record as a matrix of int64, whatever its fields are as wide as."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

PADDING = "pad"
"""Name of fields that only fill a record up."""


@dataclass(frozen=True)
class Columns:
    """Columns of a matrix of values: names in their order, shapes, first and last column."""

    names: tuple[str, ...]
    shapes: tuple[tuple[int, ...], ...]
    stops: tuple[int, ...]

    @cached_property
    def digest(self) -> bytes:
        """Stands for the names and shapes."""
        return hashlib.sha256(repr((self.names, self.shapes)).encode()).digest()

    def parts(self) -> Iterator[tuple[str, tuple[int, ...], slice]]:
        """Yield every name with its shape and its columns."""
        start = 0
        for name, shape, stop in zip(self.names, self.shapes, self.stops, strict=True):
            yield name, shape, slice(start, stop)
            start = stop


def make_columns(named: list[tuple[str, tuple[int, ...]]]) -> Columns:
    """Columns for names with shapes, in this order."""
    stops = np.cumsum([int(np.prod(shape, dtype=int)) for _, shape in named])
    return Columns(tuple(name for name, _ in named), tuple(shape for _, shape in named), tuple(map(int, stops)))


def leaves(dtype: np.dtype[Any], path: str = "", start: int = 0) -> Iterator[tuple[str, np.dtype[Any], Any]]:
    """Yield the plain fields of a record: path, type of one number, offsets in bytes (an array)."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        places = np.arange(int(np.prod(shape))).reshape(shape) * base.itemsize
        for name, kind, offsets in leaves(base, path, start):
            yield name, kind, places.reshape(shape + (1,) * np.ndim(offsets)) + offsets
    elif dtype.names:
        for field in dtype.names:
            if not field.startswith(PADDING):
                kind, offset = dict(dtype.fields or {})[field][:2]
                yield from leaves(kind, f"{path}.{field}" if path else field, start + offset)
    else:
        yield path, dtype, np.asarray(start)


class RecordReader:
    """Turns records of one dtype into a matrix of int64, its columns under their old names."""

    def __init__(self, dtype: np.dtype[Any], old: Callable[[str], str] = str) -> None:
        self.size = dtype.itemsize
        found = sorted(((old(path), kind, offsets) for path, kind, offsets in leaves(dtype)), key=lambda leaf: leaf[0])
        self.columns = make_columns([(name, np.shape(offsets)) for name, _, offsets in found])
        self._groups: list[tuple[np.dtype[Any], NDArray[np.int64], NDArray[np.int64]]] = []
        places: dict[str, list[NDArray[np.int64]]] = {}
        for (_, kind, offsets), (_, _, columns) in zip(found, self.columns.parts(), strict=True):
            if kind.kind not in "iub":
                raise TypeError(f"a record has a field of type {kind}, whole numbers were expected")
            column = np.arange(columns.start, columns.stop)
            places.setdefault(kind.str, []).append(np.stack([column, np.ravel(offsets)]))
        for name, pairs in places.items():
            column, offset = np.concatenate(pairs, axis=1)
            size = np.dtype(name).itemsize
            self._groups.append((np.dtype(name), column, offset[:, None] + np.arange(size)))

    def read(self, records: Any) -> NDArray[np.int64]:
        """Return a row of values for each record; one row for a single record."""
        raw = np.frombuffer(records.tobytes(), np.uint8).reshape(-1, self.size)
        out = np.empty((len(raw), self.columns.stops[-1] if self.columns.stops else 0), np.int64)
        for kind, columns, octets in self._groups:
            taken = np.ascontiguousarray(raw[:, octets.ravel()])
            out[:, columns] = taken.view(kind)
        return out


def is_record(value: Any) -> bool:
    """Whether it is a record, or an array of records."""
    return isinstance(value, np.ndarray | np.void) and value.dtype.names is not None


def plain(value: Any) -> Any:
    """Return a value as JSON values; records as dicts by field."""
    if is_record(value):
        return {name: plain(value[name]) for name in value.dtype.names if not name.startswith(PADDING)}
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)


ENCODER = json.JSONEncoder(sort_keys=True, default=plain)


def octets(value: Any) -> bytes:
    """Return the bytes to hash: shape and numbers of an array without widths of whole numbers; else its JSON."""
    if isinstance(value, np.ndarray) and not is_record(value):
        wide = value.astype("<i8") if value.dtype.kind in "iub" else value
        return str(value.shape).encode() + wide.tobytes()
    return (repr(value) if type(value) in (int, float) else ENCODER.encode(value)).encode()
