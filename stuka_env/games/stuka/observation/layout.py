"""The mat as numbers: one layout, with its names, bounds and spaces.

The flat observation is one float32 vector of :data:`LENGTH` numbers between :data:`LOW` and :data:`HIGH`. Its parts
are, in this order:

- every byte of the mat from ``war`` to ``gunners``, divided by its published range;
- the score tracks;
- one-hot codes of the decision, target, segment and subject;
- for each slot, the people in the aircraft.

The compact observation has the first two parts as integers, clipped as the floats are. :func:`from_compact` computes
the flat observation from it, bit for bit. The dice are a sibling record of the mat and are in no observation.

The import compiles nothing: the functions that fill the arrays are in :mod:`stuka_env.games.stuka.observation.writing`.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.game import ObservationKind
from stuka_env.games.stuka.charts.shape import MOST_STRESS, MOST_WOUNDS
from stuka_env.games.stuka.codes import SEATS, SLOTS, Decision, Quality, Segment, Target
from stuka_env.games.stuka.rules.mat import BLOCKS, Mat, Track
from stuka_env.records import Field

SCORE_TRACKS = ("segments", "operations", "result")
"""Tracks that hold a score, a percentage: divided by 100 and clipped, not by the width of the track."""
ONE_HOTS = (
    ("cursor", "decision", len(Decision)),
    ("mission", "target", len(Target)),
    ("war", "segment", len(Segment)),
    ("cursor", "subject", 2 * SEATS),
)
"""Codes that are also shown as one-hots: block, field, length. If the subject is nobody, its one-hot is all zero."""
CREW_VIEW = (("level", int(Quality.HERO)), ("stress", MOST_STRESS), ("wounds", MOST_WOUNDS))
"""Numbers of a person that ``seats`` repeats, with the value that becomes 1."""


class Part(NamedTuple):
    """A named part of the flat observation.

    Attributes:
        block: the block of the mat, such as "aircraft" or "track"; else "one_hots" or "seats".
        indices: int64 array of ``shape``, the places of the part's numbers in the flat vector.
        shape: shape of the named array; (1,) for one number.
        low: smallest value, -1 or 0.
        high: largest value, 1.
        scale: factor for the integer on the mat.
        meaning: the number on the mat, before it is scaled, in words.
    """

    block: str
    indices: NDArray[np.int64]
    shape: tuple[int, ...]
    low: float
    high: float
    scale: float
    meaning: str


def offset(dtype: np.dtype, name: str) -> int:
    """Return the offset of a field in a record, in bytes."""
    fields = dtype.fields
    assert fields is not None, "a record dtype"
    return int(fields[name][1])


def _part(block: str, indices: NDArray[np.int64], field: Field, largest: int) -> Part:
    """Return the part that shows ``field`` at ``indices``, with ``largest`` as its 1."""
    return Part(block, indices, indices.shape, -1.0 if field.low < 0 else 0.0, 1.0, 1.0 / largest, field.meaning)


def _places(start: int, step: int, count: int, field: Field) -> NDArray[np.int64]:
    """Return the places of ``field`` in ``count`` records from ``start`` on; ``step`` 0 is one record, not an array."""
    inner = np.arange(int(np.prod(field.shape, dtype=np.int64))).reshape(field.shape)
    if not step:
        return start + np.atleast_1d(inner)
    return start + step * np.arange(count).reshape((count,) + (1,) * len(field.shape)) + inner


def _byte_parts() -> Iterator[tuple[str, Part]]:
    """Yield the int8 parts of the mat: the offset in the record is the place in the vector."""
    for block in BLOCKS[:-1]:
        step = block.kind.dtype.itemsize if block.rows > 1 else 0
        for field in block.kind.FIELDS:
            start = offset(Mat.dtype, block.name) + offset(block.kind.dtype, field.name)
            places = _places(start, step, block.rows, field)
            yield f"{block.name}_{field.name}", _part(block.name, places, field, max(-field.low, field.high))


def _track_parts() -> Iterator[tuple[str, Part]]:
    """Yield the score tracks, which follow the bytes."""
    for field in Track.FIELDS:
        start = BYTES + offset(Track.dtype, field.name) // 2
        largest = 100 if field.name in SCORE_TRACKS else field.high
        yield f"track_{field.name}", _part("track", _places(start, 0, 1, field), field, largest)


def _derived(name: str, high: int, meaning: str) -> Field:
    """Return the declaration of a number that is no field of the mat."""
    return Field(name, 0, high, meaning, (), np.dtype(np.int8))


def _derived_parts() -> Iterator[tuple[str, Part]]:
    """Yield the one-hots, then the people in each slot."""
    start = BYTES + WORDS
    for source, name, length in ONE_HOTS:
        first = "index 0 is slot or pilot 1" if name == "subject" else "index = code"
        meaning = f"{source}_{name} as a one-hot ({first})"
        yield f"{name}_one_hot", _part("one_hots", start + np.arange(length), _derived(name, 1, meaning), 1)
        start += length
    width = 2 * len(CREW_VIEW)
    for number, role in enumerate(("pilot", "gunner")):
        for place, (name, largest) in enumerate(CREW_VIEW):
            indices = start + len(CREW_VIEW) * number + place + width * np.arange(SLOTS)
            meaning = f"{name} of the {role} in each slot; 0 for an empty seat"
            yield f"seats_{role}_{name}", _part("seats", indices, _derived(name, largest, meaning), largest)


BYTES: int = offset(Mat.dtype, "gunners") + Mat.dtype["gunners"].itemsize
"""Bytes of the mat that are observed; they come first in the vector."""
WORDS: int = Mat.dtype["track"].itemsize // 2
"""Numbers on the score tracks; they come second."""
LENGTH: int = BYTES + WORDS + sum(length for *_, length in ONE_HOTS) + 2 * len(CREW_VIEW) * SLOTS
"""Floats in a flat observation."""
LAYOUT: Mapping[str, Part] = MappingProxyType(dict([*_byte_parts(), *_track_parts(), *_derived_parts()]))
"""Every named part, in the order of the mat; together they cover each float exactly once."""


def _spread(attribute: str) -> NDArray[np.float32]:
    """Return one attribute of every part as a flat vector; read-only."""
    vector = np.zeros(LENGTH, np.float32)
    for part in LAYOUT.values():
        vector[part.indices] = getattr(part, attribute)
    vector.flags.writeable = False
    return vector


LOW = _spread("low")
"""Smallest value of each float."""
HIGH = _spread("high")
"""Largest value of each float."""
SCALE = _spread("scale")
"""Factor of each integer of the mat."""


def _integer_bound(bound: NDArray[np.float32], first: int, stop: int, dtype: type) -> NDArray[Any]:
    """Return a bound of the floats from ``first`` to ``stop`` as integers of the mat."""
    integers: NDArray[Any] = np.round(bound[first:stop] / SCALE[first:stop]).astype(dtype)
    integers.flags.writeable = False
    return integers


CODES_LOW = _integer_bound(LOW, 0, BYTES, np.int8)
CODES_HIGH = _integer_bound(HIGH, 0, BYTES, np.int8)
"""Bounds of the compact observation's ``codes``: int8 ``(BYTES,)``, in the order of the flat vector."""
TRACKS_LOW = _integer_bound(LOW, BYTES, BYTES + WORDS, np.int16)
TRACKS_HIGH = _integer_bound(HIGH, BYTES, BYTES + WORDS, np.int16)
"""Bounds of its ``tracks``: int16 ``(WORDS,)``, which follow the codes in the flat vector."""


def _one_hot_sources() -> NDArray[np.int64]:
    """Return, for each one-hot float, the place of its code among the codes and its own code: int64 ``(M, 2)``."""
    sources = [
        (LAYOUT[f"{block}_{name}"].indices[0], value + (name == "subject"))
        for block, name, length in ONE_HOTS
        for value in range(length)
    ]
    return np.array(sources, np.int64)


def _seat_sources() -> NDArray[np.int64]:
    """Return, for each float of ``seats``, the place of the roster number and of the person's number: int64 ``(K, 2)``.

    The second is that of the first person in the roster. The n-th is n - 1 times :data:`PERSON_STEP` further on.
    """
    sources = [
        (LAYOUT[f"aircraft_{role}"].indices[slot], LAYOUT[f"{role}s_{name}"].indices[0])
        for slot in range(SLOTS)
        for role in ("pilot", "gunner")
        for name, _ in CREW_VIEW
    ]
    return np.array(sources, np.int64)


ONE_HOT_SOURCES = _one_hot_sources()
SEAT_SOURCES = _seat_sources()
PERSON_STEP = int(np.diff(LAYOUT["pilots_level"].indices[:2])[0])
"""Distance from the numbers of one person to those of the next."""


class LayoutRow(NamedTuple):
    """One row of the table of the observation, for documents and dashboards."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    largest: int
    meaning: str


def describe() -> list[LayoutRow]:
    """Return the observation as a table, one row for each part; ``largest`` is the number on the mat that becomes 1."""
    return [
        LayoutRow(name, part.shape, part.low, part.high, round(1 / part.scale), part.meaning)
        for name, part in LAYOUT.items()
    ]


def _compact_space() -> gymnasium.spaces.Dict:
    return gymnasium.spaces.Dict(
        {
            "codes": gymnasium.spaces.Box(CODES_LOW, CODES_HIGH, (BYTES,), np.int8),
            "tracks": gymnasium.spaces.Box(TRACKS_LOW, TRACKS_HIGH, (WORDS,), np.int16),
        }
    )


def space(kind: ObservationKind = "flat") -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
    """Return the Gymnasium space of an observation.

    Raises:
        ValueError: ``kind`` is not one of :data:`stuka_env.game.OBSERVATION_KINDS`.
    """
    if kind == "flat":
        return gymnasium.spaces.Box(LOW, HIGH, (LENGTH,), np.float32)
    if kind == "compact":
        return _compact_space()
    if kind == "mat":
        boxes: dict[str, gymnasium.Space[Any]] = {
            name: gymnasium.spaces.Box(part.low, part.high, part.shape, np.float32) for name, part in LAYOUT.items()
        }
        return gymnasium.spaces.Dict(boxes)
    raise ValueError(f'observation: got {kind!r}, allowed are "flat", "mat" and "compact"')


def from_compact(codes: NDArray[np.int8], tracks: NDArray[np.int16]) -> NDArray[np.float32]:
    """Return the flat observation ``(..., LENGTH)`` of a compact one, bit for bit as the environment writes it.

    Args:
        codes: ``(..., BYTES)``.
        tracks: ``(..., WORDS)``.
    """
    flat = np.zeros((*codes.shape[:-1], LENGTH), np.float32)
    flat[..., :BYTES] = np.clip(codes.astype(np.float32) * SCALE[:BYTES], LOW[:BYTES], 1)
    scaled = tracks.astype(np.float32) * SCALE[BYTES : BYTES + WORDS]
    flat[..., BYTES : BYTES + WORDS] = np.clip(scaled, LOW[BYTES : BYTES + WORDS], 1)
    one_hots = BYTES + WORDS + len(ONE_HOT_SOURCES)
    flat[..., BYTES + WORDS : one_hots] = codes[..., ONE_HOT_SOURCES[:, 0]] == ONE_HOT_SOURCES[:, 1]
    places = codes[..., SEAT_SOURCES[:, 0]].astype(np.int64)
    persons = SEAT_SOURCES[:, 1] + PERSON_STEP * np.maximum(places - 1, 0)
    numbers = np.take_along_axis(codes, persons, axis=-1).astype(np.float32)
    flat[..., one_hots:] = np.where(places > 0, numbers * SCALE[one_hots:], np.float32(0))
    return flat


def _cut(part: Part) -> slice | NDArray[np.int64]:
    """Return the cheapest index that takes a part out of a flat vector: a slice if possible."""
    places = part.indices
    step = int(places[1] - places[0]) if places.ndim == 1 and len(places) > 1 else 0
    whole = slice(int(places.min()), int(places.max()) + 1, step or None)
    regular = places.ndim == 1 and np.array_equal(np.arange(LENGTH)[whole], places)
    return whole if regular else places


_CUTS = {name: _cut(part) for name, part in LAYOUT.items()}


def named(flat: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    """Return the named arrays of one flat observation ``(LENGTH,)`` or of a batch ``(N, LENGTH)``; copies.

    Raises:
        ValueError: the last axis is not :data:`LENGTH` long.
    """
    if flat.shape[-1] != LENGTH:
        raise ValueError(f"flat: got an array of shape {flat.shape}, its last axis must be {LENGTH}")
    return {name: np.array(flat[..., cut]) for name, cut in _CUTS.items()}
