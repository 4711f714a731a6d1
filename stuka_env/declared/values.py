"""Records as named values: files depend on the names of fields, not on their places in memory.

A field that is moved or renamed keeps its name in files, by a table of paths: ``{"cursor.phase": "mission.phase"}``.

The checks that values fit each other are here too.
"""

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.records import PADDING, Field, Shape
from stuka_env.io.quoting import RefusalError, quoted


class ConsistencyError(RefusalError):
    """Values contradict each other; the message names the first one that does not fit."""


def refuse(name: str, got: Any, allowed: Any) -> NoReturn:
    """Raise the error for a value that does not fit the others.

    Raises:
        ConsistencyError: always.
    """
    shown = allowed if isinstance(allowed, str) else quoted(allowed)
    raise ConsistencyError(f"{name}: got {quoted(got)}, allowed is {shown}")


def need(fits: Any, name: str, got: Any, allowed: Any) -> None:
    """Check that a value fits the others.

    Raises:
        ConsistencyError: ``fits`` is false.
    """
    if not fits:
        refuse(name, got, allowed)


def values_of(records: Any) -> dict[str, Any]:
    """Return the fields of an array of one record: numbers as Python's numbers, and arrays."""
    return dict(zip(records.dtype.names, records.item(), strict=True))


FileNames = Mapping[str, str]
"""Paths of fields that have another path in files."""
NO_NAMES: FileNames = MappingProxyType({})
Bounds = Mapping[str, tuple[int, int]]
"""Smallest and largest value of fields, by their own paths; the dtypes limit the others."""
NO_BOUNDS: Bounds = MappingProxyType({})


class ValuesError(RefusalError):
    """Values that do not make a record; the message names the first field that is wrong."""


def leaves(record: Any, path: str = "") -> dict[str, Any]:
    """Yield every field of a record, or of an array of records, by its path: ``{"log.score": array}``."""
    arrays: dict[str, Any] = {}
    for name in record.dtype.names or ():
        if record[name].dtype.names:
            arrays |= leaves(record[name], f"{path}{name}.")
        elif not name.startswith(PADDING):
            arrays[f"{path}{name}"] = record[name]
    return arrays


def columns(record: Any, file_names: FileNames) -> list[tuple[str, NDArray[Any]]]:
    """Return every field of a record with its path in files, sorted."""
    named = [(file_names.get(path, path), np.asarray(array)) for path, array in leaves(record).items()]
    return sorted(named, key=lambda column: column[0].split("."))


def digest_of(record: Any, file_names: FileNames = NO_NAMES) -> str:
    """Return a SHA-256 digest of the named values of a record; the place and width of a field change nothing."""
    digest = hashlib.sha256()
    for path, array in columns(record, file_names):
        digest.update(f"{path}{array.shape}".encode())
        digest.update(array.astype("<f8" if array.dtype.kind == "f" else "<i8").tobytes())
    return digest.hexdigest()


def names_digest(dtype: np.dtype[Any], file_names: FileNames = NO_NAMES) -> str:
    """Return a SHA-256 digest of the paths and shapes of a record's fields."""
    names = [(path, array.shape) for path, array in columns(np.zeros((), dtype), file_names)]
    return hashlib.sha256(repr(names).encode()).hexdigest()


def joined_digest(*digests: str) -> str:
    """Return one digest of several, for a game whose state is more than one record."""
    return hashlib.sha256("".join(digests).encode()).hexdigest()


def bounds_of(fields: Iterable[Field], path: str = "") -> dict[str, tuple[int, int]]:
    """Return the declared bounds of every number of a record, by path."""
    bounds: dict[str, tuple[int, int]] = {}
    for field in fields:
        if field.fields:
            bounds |= bounds_of(field.fields, f"{path}{field.name}.")
        else:
            bounds[f"{path}{field.name}"] = field.low, field.high
    return bounds


CARRIERS = {"i": np.dtype(np.int64), "u": np.dtype(np.uint64), "f": np.dtype(np.float64)}
"""The widest dtype of each kind."""


class _Leaf(NamedTuple):
    """A field of numbers, however deep in a record.

    Attributes:
        place: its path in files, in parts.
        shape: shape of all its numbers in the record.
        dtype: dtype of one number.
        offsets: offsets of the numbers in the record, in bytes.
        low: smallest value.
        high: largest value.
    """

    place: tuple[str, ...]
    shape: Shape
    dtype: np.dtype[Any]
    offsets: NDArray[np.int64]
    low: int
    high: int

    @property
    def expected(self) -> str:
        """The allowed values of each number, in words."""
        if self.dtype.kind == "f":
            return f"a finite number from {self.low:.4g} to {self.high:.4g}"
        return f"a whole number from {self.low} to {self.high}"


def _leaves(dtype: np.dtype[Any], file_names: FileNames, bounds: Bounds) -> Iterator[_Leaf]:
    """Yield every field of numbers of a record, in the order of the record."""
    for path, shape, number, offsets in _walk(dtype, "", (), np.zeros((), np.int64)):
        limits: Any = np.finfo(number) if number.kind == "f" else np.iinfo(number)
        low, high = bounds.get(path, (int(limits.min), int(limits.max)))
        place = tuple(file_names.get(path, path).split("."))
        yield _Leaf(place, shape, number, offsets.ravel(), low, high)


def _walk(
    dtype: np.dtype[Any], path: str, shape: Shape, offsets: NDArray[np.int64]
) -> Iterator[tuple[str, Shape, np.dtype[Any], NDArray[np.int64]]]:
    """Yield path, shape, dtype and offsets of the fields of numbers in records that lie at ``offsets``."""
    for name in dtype.names or ():
        fields: Any = dtype.fields
        part, offset = fields[name][:2]
        inner = np.arange(math.prod(part.shape)).reshape(part.shape) * part.base.itemsize + offset
        places = np.add.outer(offsets, inner)
        if part.base.names:
            yield from _walk(part.base, f"{path}{name}.", shape + part.shape, places)
        elif not name.startswith(PADDING):
            yield f"{path}{name}", shape + part.shape, part.base, places


class _Group:
    """Leaves whose numbers are checked and written together, as one array of the widest kind.

    Args:
        carrier: the dtype of that array.
        leaves: the leaves.
    """

    def __init__(self, carrier: np.dtype[Any], leaves: Sequence[_Leaf]) -> None:
        self.leaves = leaves
        self.fields = [(leaf.place[:-1], leaf.place[-1], leaf.shape) for leaf in leaves]
        self.carrier = carrier
        self._types = {int, float} if carrier.kind == "f" else {int}
        counts = [len(leaf.offsets) for leaf in leaves]
        self._stops = np.cumsum(counts).tolist()
        self._low = np.repeat(np.array([leaf.low for leaf in leaves], carrier), counts)
        self._high = np.repeat(np.array([leaf.high for leaf in leaves], carrier), counts)
        self._parts = []
        for dtype in dict.fromkeys(leaf.dtype for leaf in leaves):
            chosen = np.repeat([leaf.dtype == dtype for leaf in leaves], counts)
            places = np.concatenate([leaf.offsets for leaf in leaves if leaf.dtype == dtype])
            octets = places[:, None] + np.arange(dtype.itemsize)
            self._parts.append((dtype, np.flatnonzero(chosen), octets))

    def write(self, numbers: list[Any], record: NDArray[np.uint8]) -> bool:
        """Write the numbers of all leaves, one after the other, into the bytes of a record; False if one is wrong."""
        if not set(map(type, numbers)) <= self._types:
            return False
        try:
            array = np.array(numbers, self.carrier)
        except OverflowError:
            return False
        if self.carrier.kind == "u" and min(numbers) < 0:  # NumPy 1 would let it wrap
            return False
        if not ((array >= self._low) & (array <= self._high)).all():
            return False
        for dtype, chosen, octets in self._parts:
            record[octets] = array[chosen].astype(dtype).view(np.uint8).reshape(octets.shape)
        return True

    def array(self, record: NDArray[np.uint8]) -> NDArray[Any]:
        """Return the numbers of all leaves in the bytes of a record, one after the other."""
        array = np.empty(len(self._low), self.carrier)
        for dtype, chosen, octets in self._parts:
            array[chosen] = record[octets].view(dtype)[:, 0]
        return array

    def read(self, record: NDArray[np.uint8]) -> Iterator[tuple[_Leaf, list[Any]]]:
        """Yield each leaf with its numbers in the bytes of a record."""
        numbers = self.array(record).tolist()
        start = 0
        for leaf, stop in zip(self.leaves, self._stops, strict=True):
            yield leaf, numbers[start:stop]
            start = stop


class Codec:
    """Turns a record into plain JSON values, nested as the paths of its fields are, and back.

    An array of records becomes one list for each field.

    Args:
        dtype: of the record.
        file_names: what files call its fields.
        bounds: what its numbers must be.
    """

    def __init__(self, dtype: np.dtype[Any], file_names: FileNames = NO_NAMES, bounds: Bounds = NO_BOUNDS) -> None:
        self._dtype = dtype
        leaves = sorted(_leaves(dtype, file_names, bounds), key=lambda leaf: leaf.place)
        self._names_and_shapes = repr([(leaf.place, leaf.shape) for leaf in leaves]).encode()
        carriers = {leaf.place: CARRIERS[leaf.dtype.kind] for leaf in leaves}
        self._groups = [
            _Group(carrier, [leaf for leaf in leaves if carriers[leaf.place] == carrier])
            for carrier in CARRIERS.values()
            if carrier in carriers.values()
        ]
        self._names: dict[tuple[str, ...], dict[str, None]] = {(): {}}
        for leaf in leaves:
            for depth, name in enumerate(leaf.place):
                self._names.setdefault(leaf.place[:depth], {})[name] = None

    def values(self, record: Any) -> dict[str, Any]:
        """Return the values of a record."""
        octets = np.frombuffer(record.tobytes(), np.uint8)
        blocks: dict[tuple[str, ...], dict[str, Any]] = {}
        for path in self._names:
            blocks[path] = {}
            if path:
                blocks[path[:-1]][path[-1]] = blocks[path]
        for group in self._groups:
            for leaf, numbers in group.read(octets):
                blocks[leaf.place[:-1]][leaf.place[-1]] = _nested(numbers, leaf.shape)
        return blocks[()]

    def digest(self, record: Any) -> bytes:
        """Return a SHA-256 digest of the values of a record with their names; where they lie does not matter."""
        octets = np.frombuffer(record.tobytes(), np.uint8)
        digest = hashlib.sha256(self._names_and_shapes)
        for group in self._groups:
            digest.update(group.array(octets).astype(group.carrier.newbyteorder("<"), copy=False).tobytes())
        return digest.digest()

    def record(self, values: Any, path: str) -> NDArray[Any]:
        """Return the record with these values, ``(1,)``.

        Raises:
            ValuesError: a field is missing, unknown, or not of its kind, shape and range; ``path`` begins its name.
        """
        blocks = self._blocks(values, path)
        record = np.zeros(1, self._dtype)
        octets = record.view(np.uint8)
        for group in self._groups:
            numbers: list[Any] = []
            for block, name, shape in group.fields:
                value = blocks[block][name]
                if not shape:
                    numbers.append(value)
                elif not _flatten(value, shape, numbers):
                    raise ValuesError(f"{_name(path, (*block, name))}: expected numbers of shape {shape}")
            if not group.write(numbers, octets):
                _refuse(group.leaves, numbers, path)
        return record

    def _blocks(self, values: Any, path: str) -> dict[tuple[str, ...], Mapping[str, Any]]:
        blocks: dict[tuple[str, ...], Mapping[str, Any]] = {}
        for place, names in self._names.items():
            block = blocks[place[:-1]][place[-1]] if place else values
            if not isinstance(block, Mapping):
                raise ValuesError(
                    f"{_name(path, place)}: got {type(block).__name__}, expected the values of {', '.join(names)}"
                )
            if block.keys() != names.keys():
                self._refuse_names(block, names, path, place)
            blocks[place] = block
        return blocks

    def _refuse_names(
        self, block: Mapping[str, Any], names: Mapping[str, None], path: str, place: tuple[str, ...]
    ) -> NoReturn:
        """Raise for a mapping with other names than those of its fields."""
        for name in block:
            if name not in names:
                field = ".".join((*place, str(name)))
                raise ValuesError(f"{path}: got a field {quoted(field)}, which is not known")
        missing = (*place, next(name for name in names if name not in block))
        while missing in self._names:
            missing = (*missing, next(iter(self._names[missing])))
        raise ValuesError(f"{path}: the field {'.'.join(missing)!r} is missing")


def _name(path: str, place: Iterable[str]) -> str:
    return ".".join((path, *place))


def _nested(numbers: list[Any], shape: Shape) -> Any:
    if not shape:
        return numbers[0]
    if len(shape) == 1:
        return numbers
    step = math.prod(shape[1:])
    return [_nested(numbers[row * step : (row + 1) * step], shape[1:]) for row in range(shape[0])]


def _flatten(value: Any, shape: Shape, numbers: list[Any]) -> bool:
    """Add the numbers in nested lists to ``numbers``; False if the lists have another shape."""
    if type(value) is not list or len(value) != shape[0]:
        return False
    if len(shape) == 1:
        numbers += value
        return True
    if set(map(type, value)) == {list} and set(map(len, value)) == {shape[1]} and len(shape) == 2:
        numbers += chain.from_iterable(value)
        return True
    return not value or (len(shape) > 2 and all(_flatten(row, shape[1:], numbers) for row in value))


def _refuse(leaves: Sequence[_Leaf], numbers: Sequence[Any], path: str) -> NoReturn:
    """Raise for the first number that is not what its leaf expects; there is one."""
    following = iter(numbers)
    for leaf in leaves:
        kinds = (int, float) if leaf.dtype.kind == "f" else (int,)
        for _ in leaf.offsets:
            number = next(following)
            if type(number) not in kinds or not leaf.low <= number <= leaf.high:
                raise ValuesError(f"{_name(path, leaf.place)}: got {quoted(number)}, expected {leaf.expected}")
    raise AssertionError("a number is wrong, and none was found")
