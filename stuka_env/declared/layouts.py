"""The mat as numbers, for any game: the layout of its observations, with names, bounds and spaces.

The flat observation is one float32 vector of numbers from -1 to 1. A game declares its parts in their order:

- the fields of records, each divided by its published range;
- codes as one-hots;
- numbers of people or things that a field of the mat refers to.

The compact observation has the integers of the first kind, clipped as the floats are: those of int8 as ``codes``, those
of int16 as ``tracks``. :meth:`Layout.from_compact` computes the flat observation from it, bit for bit.

The import compiles nothing: :mod:`stuka_env.compiling.observation_writing` makes the functions that fill the arrays.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.records import Field, Record

ObservationKind = Literal["flat", "mat", "compact"]
"""Form of an observation: one array, named arrays, or integers."""
OBSERVATION_KINDS: tuple[ObservationKind, ...] = ("flat", "mat", "compact")
Indices = NDArray[np.int64]
ONE_HOT_BLOCK = "one_hots"
"""The block of codes that are shown as one-hots."""


class Part(NamedTuple):
    """A named part of the flat observation.

    Attributes:
        block: the record that it belongs to, such as "aircraft", or its group, such as "one_hots".
        indices: int64 array of ``shape``, the places of the part's numbers in the flat vector.
        shape: shape of the named array; (1,) for one number.
        low: smallest value, -1 or 0.
        high: largest value, 1.
        scale: factor for the integer on the mat.
        meaning: the number on the mat, before it is scaled, in words.
        dtype: of its integers in a compact observation; None for a part that follows from other integers.
        memory: the memory of a war that has these integers.
        source: int64 array of ``shape``, the places of the integers in this memory, counted in integers.
    """

    block: str
    indices: Indices
    shape: tuple[int, ...]
    low: float
    high: float
    scale: float
    meaning: str
    dtype: np.dtype[Any] | None = None
    memory: str = ""
    source: Indices | None = None


class Run(NamedTuple):
    """Integers that stand side by side in a memory and in the flat observation.

    Attributes:
        memory: name of the memory.
        dtype: of the integers.
        place: place of the first one in the flat observation.
        source: its place in the memory.
        length: number of integers.
    """

    memory: str
    dtype: np.dtype[Any]
    place: int
    source: int
    length: int


class LayoutRow(NamedTuple):
    """One row of the table of the observation, for documents and dashboards."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    largest: int
    meaning: str
    places: str
    """Place in the flat vector: of the number ``[i]`` or ``[i, j]`` of the part, such as ``34 + 20 i + j``."""


class FlatPlace(NamedTuple):
    """A number of the observation: ``named(flat)[name][coordinates]``."""

    name: str
    coordinates: tuple[int, ...]


class OneHot(NamedTuple):
    """A code that is also shown as a one-hot: the block and field of its part, its length, and its first code."""

    block: str
    field: str
    length: int
    first: int = 0
    note: str = ""
    """The first place in words; empty for "index = code"."""


class Gathered(NamedTuple):
    """Numbers of the person or thing that a field refers to by its number from 1; all 0 for the number 0.

    Attributes:
        name: name of the part.
        reference: the part with the numbers of the things, one for each place.
        source: the part with the numbers of all things.
        largest: the number that becomes 1.
        meaning: the numbers in words.
    """

    name: str
    reference: str
    source: str
    largest: int
    meaning: str


def offset(dtype: np.dtype[Any], name: str) -> int:
    """Return the offset of a field in a record, in bytes."""
    fields = dtype.fields
    assert fields is not None, "a record dtype"
    return int(fields[name][1])


def record_parts(
    name: str,
    kind: type[Record],
    start: int,
    *,
    rows: int = 1,
    largest: Mapping[str, int] | None = None,
    memory: str = "octets",
    source: int | None = None,
) -> Iterator[tuple[str, Part]]:
    """Yield the parts of a record, or of ``rows`` of them, whose memory begins at the place ``start`` of the vector.

    Args:
        name: the block; it begins the names of the parts.
        kind: a record whose numbers all have one size.
        start: place of its first number.
        rows: number of records; one record has no axis of its own.
        largest: the numbers that become 1, by field, where they are not the widest bound.
        memory: the memory of a war that has the records.
        source: place of the first number in this memory; None for ``start``.
    """
    behind = 0 if source is None else source - start
    size = kind.FIELDS[0].dtype.itemsize
    step = kind.dtype.itemsize // size
    for inner in _numbers(kind):
        places = start + inner.place // size + inner.inside
        if rows > 1:
            places = places + step * np.arange(rows).reshape((rows,) + (1,) * inner.inside.ndim)
        field, indices = inner.field, np.atleast_1d(places)
        most = (largest or {}).get(inner.name, max(-field.low, field.high))
        low = -1.0 if field.low < 0 else 0.0
        part = Part(name, indices, indices.shape, low, 1.0, 1.0 / most, field.meaning, field.dtype)
        yield f"{name}_{inner.name}", part._replace(memory=memory, source=indices + behind)


class _Number(NamedTuple):
    """A field of numbers of a record: its name, its offset in bytes, and the places of its numbers behind it."""

    name: str
    field: Field
    place: int
    inside: Indices


def _numbers(kind: type[Record]) -> Iterator[_Number]:
    """Yield the fields of numbers of a record, those of records in it included."""
    for field in kind.FIELDS:
        start, count = offset(kind.dtype, field.name), int(np.prod(field.shape, dtype=np.int64))
        for inner in field.fields:
            places = field.dtype.itemsize * np.arange(count).reshape(field.shape)
            yield _Number(f"{field.name}_{inner.name}", inner, start + offset(field.dtype, inner.name), places)
        if not field.fields:
            yield _Number(field.name, field, start, np.arange(count).reshape(field.shape))


def one_hot_parts(one_hots: Iterable[OneHot], start: int) -> Iterator[tuple[str, Part]]:
    """Yield the parts of one-hots, the first at the place ``start``."""
    for one in one_hots:
        note = one.note or (f"index = code {-one.first:+d}" if one.first else "index = code")
        meaning = f"{one.block}_{one.field} as a one-hot ({note})"
        yield (
            f"{one.field}_one_hot",
            Part(ONE_HOT_BLOCK, start + np.arange(one.length), (one.length,), 0.0, 1.0, 1.0, meaning),
        )
        start += one.length


def gathered_parts(block: str, gathered: Iterable[Gathered], start: int, places: int) -> Iterator[tuple[str, Part]]:
    """Yield the parts of gathered numbers for ``places`` places: all numbers of a place stand side by side."""
    every = list(gathered)
    for number, one in enumerate(every):
        indices = start + number + len(every) * np.arange(places)
        yield one.name, Part(block, indices, indices.shape, 0.0, 1.0, 1.0 / one.largest, one.meaning)


def _formula_of(part: Part) -> str:
    """Return the places of the numbers of a part as a formula; they are evenly spaced along each axis."""
    words, places = [str(part.indices.flat[0])], part.indices
    for letter, axis in zip("ijk", range(places.ndim), strict=False):
        if places.shape[axis] > 1:
            step = int(np.diff(places, axis=axis).flat[0])
            words.append(letter if step == 1 else f"{step} {letter}")
    return " + ".join(words)


@dataclass(frozen=True, eq=False)
class Layout:
    """The layout of an observation.

    Attributes:
        parts: every named part; together they cover each float exactly once.
        one_hots: codes that are also shown as one-hots.
        gathered: numbers of things that a field refers to.
    """

    parts: Mapping[str, Part]
    one_hots: tuple[OneHot, ...] = ()
    gathered: tuple[Gathered, ...] = ()

    @cached_property
    def length(self) -> int:
        """Number of floats."""
        return 1 + max(int(part.indices.max()) for part in self.parts.values())

    def _spread(self, attribute: str) -> NDArray[np.float32]:
        """Return one attribute of every part as a flat vector; read-only."""
        vector = np.zeros(self.length, np.float32)
        for part in self.parts.values():
            vector[part.indices] = getattr(part, attribute)
        vector.flags.writeable = False
        return vector

    @cached_property
    def low(self) -> NDArray[np.float32]:
        """Smallest value of each float, ``(length,)``."""
        return self._spread("low")

    @cached_property
    def high(self) -> NDArray[np.float32]:
        """Largest value of each float, ``(length,)``."""
        return self._spread("high")

    @cached_property
    def scale(self) -> NDArray[np.float32]:
        """Factor of each integer, ``(length,)``."""
        return self._spread("scale")

    def _places(self, dtype: str) -> Indices:
        places = [part.indices.ravel() for part in self.parts.values() if part.dtype == np.dtype(dtype)]
        return np.sort(np.concatenate([np.zeros(0, np.int64), *places]))

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """Runs of integers that are as long as possible, in the order of the vector."""
        runs: list[Run] = []
        for place, source, part in sorted(self._integers(), key=lambda one: one[0]):
            assert part.dtype is not None
            last = runs[-1] if runs else None
            if last and (last.memory, last.dtype) == (part.memory, part.dtype):
                if (last.place + last.length, last.source + last.length) == (place, source):
                    runs[-1] = last._replace(length=last.length + 1)
                    continue
            runs.append(Run(part.memory, part.dtype, place, source, 1))
        return tuple(runs)

    def _integers(self) -> Iterator[tuple[int, int, Part]]:
        """Yield place, source and part of every integer."""
        for part in self.parts.values():
            if part.source is not None:
                yield from (
                    (int(place), int(source), part)
                    for place, source in zip(part.indices.ravel(), part.source.ravel(), strict=True)
                )

    @cached_property
    def code_places(self) -> Indices:
        """Place in the flat vector of each of the ``codes`` of a compact observation."""
        return self._places("i1")

    @cached_property
    def track_places(self) -> Indices:
        """Place in the flat vector of each of the ``tracks`` of a compact observation."""
        return self._places("i2")

    def integer_bounds(self, places: Indices, dtype: type[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the smallest and the largest integers of the floats at ``places``; read-only."""
        bounds = [np.round(bound[places] / self.scale[places]).astype(dtype) for bound in (self.low, self.high)]
        for bound in bounds:
            bound.flags.writeable = False
        return bounds[0], bounds[1]

    def _code_place(self, name: str) -> Indices:
        """Return the places of a part among the codes."""
        return np.searchsorted(self.code_places, self.parts[name].indices)

    @cached_property
    def one_hot_sources(self) -> Indices:
        """Place, place of its code among the codes, and own code of each float of a one-hot: int64 ``(M, 3)``."""
        sources = [
            (int(place), int(self._code_place(f"{one.block}_{one.field}")[0]), one.first + number)
            for one in self.one_hots
            for number, place in enumerate(self.parts[f"{one.field}_one_hot"].indices)
        ]
        return np.array(sources, np.int64).reshape(-1, 3)

    @cached_property
    def gathered_sources(self) -> Indices:
        """Sources of each gathered float: int64 ``(K, 4)``.

        Its place, the place of the reference among the codes, the place of the number of the first thing, and the
        distance to the number of the next thing.
        """
        sources = []
        for one in self.gathered:
            numbers = self._code_place(one.source)
            for place, reference in zip(self.parts[one.name].indices, self._code_place(one.reference), strict=True):
                sources.append((int(place), int(reference), int(numbers[0]), int(numbers[1] - numbers[0])))
        return np.array(sorted(sources), np.int64).reshape(-1, 4)

    def prefix(self, length: int) -> "Layout":
        """Return the layout of an observation that has only the first ``length`` floats of this one."""
        parts = {name: part for name, part in self.parts.items() if part.indices.max() < length}
        return Layout(MappingProxyType(parts), self.one_hots, self.gathered)

    def describe(self) -> list[LayoutRow]:
        """Return a table with a row for each part; ``largest`` is the number on the mat that becomes 1."""
        return [
            LayoutRow(name, part.shape, part.low, part.high, round(1 / part.scale), part.meaning, _formula_of(part))
            for name, part in self.parts.items()
        ]

    def where(self, place: int) -> FlatPlace:
        """Return the name and the coordinates of the number at a place of the flat observation.

        Raises:
            ValueError: the observation has no such place.
        """
        if not isinstance(place, int | np.integer) or isinstance(place, bool) or not 0 <= place < self.length:
            raise ValueError(f"place: got {place!r}, allowed is a whole number from 0 to {self.length - 1}")
        name = next(name for name, part in self.parts.items() if (part.indices == place).any())
        return FlatPlace(name, tuple(np.argwhere(self.parts[name].indices == place)[0].tolist()))

    def space(self, kind: ObservationKind = "flat") -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
        """Return the Gymnasium space of an observation.

        Raises:
            ValueError: ``kind`` is not one of :data:`OBSERVATION_KINDS`.
        """
        if kind == "flat":
            return gymnasium.spaces.Box(self.low, self.high, (self.length,), np.float32)
        if kind == "compact":
            return self._compact_space()
        if kind == "mat":
            boxes: dict[str, gymnasium.Space[Any]] = {
                name: gymnasium.spaces.Box(part.low, part.high, part.shape, np.float32)
                for name, part in self.parts.items()
            }
            return gymnasium.spaces.Dict(boxes)
        allowed = '", "'.join(OBSERVATION_KINDS[:-1])
        raise ValueError(f'observation: got {kind!r}, allowed are "{allowed}" and "{OBSERVATION_KINDS[-1]}"')

    def _compact_space(self) -> gymnasium.spaces.Dict:
        boxes: dict[str, gymnasium.Space[Any]] = {}
        for name, places, dtype in (("codes", self.code_places, np.int8), ("tracks", self.track_places, np.int16)):
            if len(places):
                low, high = self.integer_bounds(places, dtype)
                boxes[name] = gymnasium.spaces.Box(low, high, places.shape, dtype)
        return gymnasium.spaces.Dict(boxes)

    def from_compact(self, codes: NDArray[np.int8], tracks: NDArray[np.int16] | None = None) -> NDArray[np.float32]:
        """Return the flat observation ``(..., length)`` of a compact one, bit for bit as the environment writes it.

        Args:
            codes: ``(..., C)``.
            tracks: ``(..., T)``; None in a layout without tracks.
        """
        flat = np.zeros((*codes.shape[:-1], self.length), np.float32)
        integers = [(self.code_places, codes)] + ([(self.track_places, tracks)] if tracks is not None else [])
        for places, numbers in integers:
            flat[..., places] = np.clip(numbers.astype(np.float32) * self.scale[places], self.low[places], 1)
        place, source, code = self.one_hot_sources.T
        flat[..., place] = codes[..., source] == code
        place, reference, first, step = self.gathered_sources.T
        things = codes[..., reference].astype(np.int64)
        found = np.take_along_axis(codes, first + step * np.maximum(things - 1, 0), axis=-1).astype(np.float32)
        flat[..., place] = np.where(things > 0, found * self.scale[place], np.float32(0))
        return flat

    @cached_property
    def _cuts(self) -> dict[str, slice | Indices]:
        return {name: self._cut(part) for name, part in self.parts.items()}

    def _cut(self, part: Part) -> slice | Indices:
        """Return the fastest index for a part of a flat vector: a slice if possible."""
        places = part.indices
        step = int(places[1] - places[0]) if places.ndim == 1 and len(places) > 1 else 0
        whole = slice(int(places.min()), int(places.max()) + 1, step or None)
        regular = places.ndim == 1 and np.array_equal(np.arange(self.length)[whole], places)
        return whole if regular else places

    def named(self, flat: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """Return the named arrays of one flat observation ``(length,)`` or of a batch ``(N, length)``; copies.

        Raises:
            ValueError: the last axis is not :attr:`length` long.
        """
        if flat.shape[-1] != self.length:
            raise ValueError(f"flat: got an array of shape {flat.shape}, its last axis must be {self.length}")
        return {name: np.array(flat[..., cut]) for name, cut in self._cuts.items()}


@dataclass(frozen=True, kw_only=True, eq=False)
class ObservationParts:
    """The observation of a game beside the numbers of its mat.

    Attributes:
        hidden: blocks of the mat that a player does not see.
        one_hots: codes that are also shown as one-hots; None for all codes of single blocks.
        derived: the record of numbers that a player works out, shown after those of the mat; None for none.
        work_out: the rule that writes them.
    """

    hidden: Sequence[str] = ()
    one_hots: Sequence[OneHot] | None = None
    derived: type[Record] | None = None
    work_out: Callable[..., None] | None = None

    def layout(self, mat: type[Record]) -> Layout:
        """Return the layout: the numbers of the mat, those that are worked out, and one-hots."""
        one_hots = tuple(self._codes_of(mat) if self.one_hots is None else self.one_hots)
        return Layout(MappingProxyType(dict(self._parts(mat, one_hots))), one_hots)

    def _blocks(self, mat: type[Record]) -> list[Any]:
        return [block for block in mat.FIELDS if block.name not in self.hidden]

    def _codes_of(self, mat: type[Record]) -> Iterator[OneHot]:
        for block in self._blocks(mat):
            for inner in block.fields if not block.shape else ():
                if inner.codes is not None and not inner.shape:
                    yield OneHot(block.name, inner.name, inner.high + 1 - inner.low, inner.low)

    def _parts(self, mat: type[Record], one_hots: Sequence[OneHot]) -> Iterator[tuple[str, Part]]:
        size = 0
        for block in self._blocks(mat):
            kind: Any = type(block.name, (Record,), {"dtype": block.dtype, "FIELDS": block.fields})
            rows = block.shape[0] if block.shape else 1
            assert all(inner.dtype == np.int8 for inner in block.fields), f"{block.name}: a mat has numbers of one byte"
            assert offset(mat.dtype, block.name) == size, f"{block.name}: hidden blocks of a mat come last"
            yield from record_parts(block.name, kind, size, rows=rows)
            size += block.dtype.itemsize * rows
        if self.derived is not None:
            yield from record_parts("derived", self.derived, size, memory="derived_octets", source=0)
            size += self.derived.dtype.itemsize
        yield from one_hot_parts(one_hots, size)
