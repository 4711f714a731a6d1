"""Records as named values: what is kept in files hangs on the names of fields, not on where they lie in memory.

A field that is moved or renamed keeps the name that files know it by: a table of paths, ``{"cursor.phase":
"mission.phase"}``, says which.
"""

import hashlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.records import PADDING

FileNames = Mapping[str, str]
"""Paths of fields, and the paths that files know them by; the others are known by their own."""
NO_NAMES: FileNames = MappingProxyType({})


class ValuesError(ValueError):
    """Values that do not make a record; one line names the first field that is wrong."""


def leaves(record: Any, path: str = "") -> dict[str, Any]:
    """Every field of a record, or of an array of records, by its path: ``{"log.score": array}``."""
    found: dict[str, Any] = {}
    for name in record.dtype.names or ():
        if record[name].dtype.names:
            found |= leaves(record[name], f"{path}{name}.")
        elif not name.startswith(PADDING):
            found[f"{path}{name}"] = record[name]
    return found


def columns(record: Any, file_names: FileNames) -> list[tuple[str, NDArray[Any]]]:
    """Every field of a record with the path that files know it by, sorted."""
    named = [(file_names.get(path, path), np.asarray(array)) for path, array in leaves(record).items()]
    return sorted(named, key=lambda column: column[0].split("."))


def digest_of(record: Any, file_names: FileNames = NO_NAMES) -> str:
    """SHA-256 over the named values of a record: moving a field, or giving it another width, changes nothing."""
    digest = hashlib.sha256()
    for path, array in columns(record, file_names):
        digest.update(f"{path}{array.shape}".encode())
        digest.update(array.astype("<f8" if array.dtype.kind == "f" else "<i8").tobytes())
    return digest.hexdigest()


def names_digest(dtype: np.dtype[Any], file_names: FileNames = NO_NAMES) -> str:
    """SHA-256 over the paths and shapes of a record's fields: what a digest of its values is a digest of."""
    names = [(path, array.shape) for path, array in columns(np.zeros((), dtype), file_names)]
    return hashlib.sha256(repr(names).encode()).hexdigest()


def values_of(record: Any, file_names: FileNames = NO_NAMES) -> dict[str, Any]:
    """A record as plain JSON values, nested as their paths are; an array of records as one list a field."""
    found: dict[str, Any] = {}
    for path, array in columns(record, file_names):
        *blocks, name = path.split(".")
        inner = found
        for block in blocks:
            inner = inner.setdefault(block, {})
        inner[name] = array.tolist()
    return found


def paths_of(values: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """Nested values by path."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            found |= paths_of(value, f"{path}{name}.")
        else:
            found[f"{path}{name}"] = value
    return found


def fill(record: Any, values: Any, path: str, file_names: FileNames = NO_NAMES) -> None:
    """Write named values, as :func:`values_of` gave them, into a record or an array of records.

    Raises:
        ValuesError: a field is missing, unknown, or not of its kind, shape and range; ``path`` begins its name.
    """
    fields = {file_names.get(own, own): (own, array) for own, array in leaves(record).items()}
    if not isinstance(values, Mapping):
        raise ValuesError(f"{path}: got {type(values).__name__}, expected the values of {', '.join(fields)}")
    given = paths_of(values)
    unknown = next((place for place in given if place not in fields), None)
    if unknown is not None:
        raise ValuesError(f"{path}: got a field {unknown!r}, which is not known")
    for place, (own, array) in fields.items():
        if place not in given:
            raise ValuesError(f"{path}: the field {place!r} is missing")
        *blocks, name = own.split(".")
        inner = record
        for block in blocks:
            inner = inner[block]
        inner[name] = _array(given[place], array, f"{path}.{place}")


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
