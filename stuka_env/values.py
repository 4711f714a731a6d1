"""Records as named values: what is kept in files hangs on the names of fields, not on where they lie in memory."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

PADDING = "pad"
"""Name of fields that only fill a record up."""


class ValuesError(ValueError):
    """Values that do not make a record; one line names the first field that is wrong."""


def fields_of(dtype: np.dtype[Any]) -> list[str]:
    """The names of a record's fields that mean something, sorted."""
    return sorted(name for name in dtype.names or () if name != PADDING)


def columns(record: Any, path: str = "") -> Iterator[tuple[str, NDArray[Any]]]:
    """Every field of a record, or of an array of records, with its path, sorted: ``("log.score", array)``."""
    for name in fields_of(record.dtype):
        place, array = f"{path}{name}", record[name]
        if array.dtype.names:
            yield from columns(array, f"{place}.")
        else:
            yield place, np.asarray(array)


def digest_of(record: Any) -> str:
    """SHA-256 over the named values of a record: moving a field, or giving it another width, changes nothing."""
    digest = hashlib.sha256()
    for path, array in columns(record):
        digest.update(f"{path}{array.shape}".encode())
        digest.update(array.astype("<f8" if array.dtype.kind == "f" else "<i8").tobytes())
    return digest.hexdigest()


def names_digest(dtype: np.dtype[Any]) -> str:
    """SHA-256 over the paths and shapes of a record's fields: what a digest of its values is a digest of."""
    names = [(path, array.shape) for path, array in columns(np.zeros((), dtype))]
    return hashlib.sha256(repr(names).encode()).hexdigest()


def values_of(record: Any) -> dict[str, Any]:
    """A record as plain JSON values by name; an array of records as one list a field."""
    found: dict[str, Any] = {}
    for name in fields_of(record.dtype):
        array = record[name]
        found[name] = values_of(array) if array.dtype.names else array.tolist()
    return found


def fill(record: Any, values: Any, path: str) -> None:
    """Write named values, as :func:`values_of` gave them, into a record or an array of records.

    Raises:
        ValuesError: a field is missing, unknown, or not of its kind, shape and range; ``path`` begins its name.
    """
    names = fields_of(record.dtype)
    if not isinstance(values, Mapping):
        raise ValuesError(f"{path}: got {type(values).__name__}, expected the values of {', '.join(names)}")
    unknown = next((name for name in values if name not in names), None)
    if unknown is not None:
        raise ValuesError(f"{path}: got a field {unknown!r}, which is not known")
    for name in names:
        if name not in values:
            raise ValuesError(f"{path}: the field {name!r} is missing")
        if record[name].dtype.names:
            fill(record[name], values[name], f"{path}.{name}")
        else:
            record[name] = _array(values[name], record[name], f"{path}.{name}")


def _array(given: Any, like: Any, path: str) -> NDArray[Any]:
    """Plain values as an array like ``like``."""
    whole = like.dtype.kind in "iu"
    try:
        array = np.array(given, object if whole else np.float64)
    except (TypeError, ValueError):
        array = np.array(None, object)
    if array.shape != like.shape:
        raise ValuesError(f"{path}: expected {'numbers' if like.shape else 'a number'} of shape {like.shape}")
    if whole:
        limits = np.iinfo(like.dtype)
        for value in array.flat:
            if not isinstance(value, int) or isinstance(value, bool) or not limits.min <= value <= limits.max:
                raise ValuesError(f"{path}: got {value!r}, expected a whole number from {limits.min} to {limits.max}")
    return array.astype(like.dtype)
