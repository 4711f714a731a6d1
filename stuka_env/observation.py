"""The mat as floats: one layout, its names, bounds and spaces.

The flat observation is, in this order: every byte of the mat from ``mission`` to ``gunners`` divided by its
published range; the score tracks; one-hot codes of the decision, target, segment and subject; and, by slot, who
sits in the aircraft. The whole is one float32 vector of :data:`LENGTH` numbers between :data:`LOW` and :data:`HIGH`.
The dice are a sibling record of the mat and cannot get in here.

Nothing is compiled on import: the function that fills the vector is :mod:`stuka_env.observe`.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.codes import SLOTS, Decision, Quality, Segment, Target
from stuka_env.rules.mat import (
    AIRCRAFT_FIELDS,
    COUNT_FIELDS,
    CREW_FIELDS,
    MISSION_FIELDS,
    TRACK_FIELDS,
    Field,
    mat_dtype,
)

Kind = Literal["flat", "mat"]
"""The two shapes an observation comes in: one vector, or a Dict of named arrays with the same floats."""

SCORES = ("segments", "operations", "result")
"""Tracks that hold a score, a percentage: divided by 100 and clipped, not by the width of the track."""
ONE_HOTS = (("decision", len(Decision)), ("target", len(Target)), ("segment", len(Segment)), ("subject", 22))
"""Codes of ``mission`` that are also given as one-hots. The subject has none set when it is nobody."""
CREW_VIEW = (("level", int(Quality.HERO)), ("stress", 6), ("wounds", 2))
"""What ``seats`` repeats of a person, and the value that becomes 1."""


class Part(NamedTuple):
    """A named part of the flat observation.

    Attributes:
        block: where it is on the mat: mission, count, aircraft, pilots, gunners, track; else "one_hots" or "seats".
        indices: int64 array of ``shape``, the places of the part's numbers in the flat vector.
        shape: shape of the named array; (1,) for one number.
        low: smallest value, -1 or 0.
        high: largest value, 1.
        scale: what the integer on the mat is multiplied by.
        meaning: what the number on the mat says, before it is scaled.
    """

    block: str
    indices: NDArray[np.int64]
    shape: tuple[int, ...]
    low: float
    high: float
    scale: float
    meaning: str


def offset(dtype: np.dtype, name: str) -> int:
    """Where a field begins in a record, in bytes."""
    fields = dtype.fields
    assert fields is not None, "a record dtype"
    return int(fields[name][1])


def _part(block: str, indices: NDArray[np.int64], field: Field, largest: int) -> Part:
    """The part that shows ``field`` at ``indices``, with ``largest`` as its 1."""
    return Part(block, indices, indices.shape, -1.0 if field.low < 0 else 0.0, 1.0, 1.0 / largest, field.meaning)


def _places(start: int, step: int, field: Field) -> NDArray[np.int64]:
    """Flat indices of ``field`` in the records that begin at ``start``; ``step`` 0 is one record, not an array."""
    count = int(np.prod(field.shape, dtype=np.int64))
    inner = np.arange(count).reshape(field.shape)
    if not step:
        return start + np.atleast_1d(inner)
    records = SLOTS if step == mat_dtype["aircraft"].base.itemsize else mat_dtype["pilots"].shape[0]
    return start + step * np.arange(records).reshape((records,) + (1,) * len(field.shape)) + inner


def _byte_parts() -> Iterator[tuple[str, Part]]:
    """The int8 part of the mat: its offset in the record is its place in the vector."""
    blocks = {
        "mission": MISSION_FIELDS,
        "count": COUNT_FIELDS,
        "aircraft": AIRCRAFT_FIELDS,
        "pilots": CREW_FIELDS,
        "gunners": CREW_FIELDS,
    }
    for block, fields in blocks.items():
        kind = mat_dtype[block]
        step = kind.base.itemsize if kind.shape else 0
        for field in fields:
            start = offset(mat_dtype, block) + offset(kind.base, field.name)
            places = _places(start, step, field)
            yield f"{block}_{field.name}", _part(block, places, field, max(-field.low, field.high))


def _track_parts() -> Iterator[tuple[str, Part]]:
    """The score tracks, right after the bytes."""
    for field in TRACK_FIELDS:
        start = BYTES + offset(mat_dtype["track"], field.name) // 2
        largest = 100 if field.name in SCORES else field.high
        yield f"track_{field.name}", _part("track", _places(start, 0, field), field, largest)


def _derived_parts() -> Iterator[tuple[str, Part]]:
    """One-hots, then the crew seen from the slots."""
    start = BYTES + WORDS
    for name, length in ONE_HOTS:
        first = "index 0 is slot or pilot 1" if name == "subject" else "index = code"
        meaning = f"mission_{name} as a one-hot ({first})"
        yield f"{name}_one_hot", _part("one_hots", start + np.arange(length), Field(name, 0, 1, meaning), 1)
        start += length
    width = 2 * len(CREW_VIEW)
    for number, role in enumerate(("pilot", "gunner")):
        for place, (name, largest) in enumerate(CREW_VIEW):
            indices = start + len(CREW_VIEW) * number + place + width * np.arange(SLOTS)
            meaning = f"{name} of the {role} in each slot; 0 for an empty seat"
            yield f"seats_{role}_{name}", _part("seats", indices, Field(name, 0, largest, meaning), largest)


BYTES: int = offset(mat_dtype, "gunners") + mat_dtype["gunners"].itemsize
"""Bytes of the mat that are observed; they come first in the vector."""
WORDS: int = mat_dtype["track"].itemsize // 2
"""Numbers on the score tracks; they come second."""
LENGTH: int = BYTES + WORDS + sum(length for _, length in ONE_HOTS) + 2 * len(CREW_VIEW) * SLOTS
"""Floats in a flat observation."""
LAYOUT: Mapping[str, Part] = MappingProxyType(dict([*_byte_parts(), *_track_parts(), *_derived_parts()]))
"""Every named part, in the order of the mat; together they cover each float exactly once."""


def _spread(attribute: str) -> NDArray[np.float32]:
    """One attribute of every part, laid out as the flat vector; read-only."""
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
"""What each integer of the mat is multiplied by."""


class Row(NamedTuple):
    """One line of the table of the observation, for documents and dashboards."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    largest: int
    meaning: str


def describe() -> list[Row]:
    """The observation as a table, one row for each part; ``largest`` is the number on the mat that becomes 1."""
    return [
        Row(name, part.shape, part.low, part.high, round(1 / part.scale), part.meaning) for name, part in LAYOUT.items()
    ]


def space(kind: Kind = "flat") -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
    """The Gymnasium space of an observation.

    Raises:
        ValueError: ``kind`` is neither "flat" nor "mat".
    """
    if kind == "flat":
        return gymnasium.spaces.Box(LOW, HIGH, (LENGTH,), np.float32)
    if kind == "mat":
        boxes: dict[str, gymnasium.Space[Any]] = {
            name: gymnasium.spaces.Box(part.low, part.high, part.shape, np.float32) for name, part in LAYOUT.items()
        }
        return gymnasium.spaces.Dict(boxes)
    raise ValueError(f'observation: got {kind!r}, allowed are "flat" and "mat"')


def _cut(part: Part) -> slice | NDArray[np.int64]:
    """The cheapest index that takes a part out of a flat vector: a slice, where one does."""
    places = part.indices
    step = int(places[1] - places[0]) if places.ndim == 1 and len(places) > 1 else 0
    whole = slice(int(places.min()), int(places.max()) + 1, step or None)
    regular = places.ndim == 1 and np.array_equal(np.arange(LENGTH)[whole], places)
    return whole if regular else places


_CUTS = {name: _cut(part) for name, part in LAYOUT.items()}


def named(flat: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    """The named arrays of one flat observation ``(LENGTH,)`` or of a batch ``(N, LENGTH)``; copies.

    Raises:
        ValueError: the last axis is not :data:`LENGTH` long.
    """
    if flat.shape[-1] != LENGTH:
        raise ValueError(f"flat: got an array of shape {flat.shape}, its last axis must be {LENGTH}")
    return {name: np.array(flat[..., cut]) for name, cut in _CUTS.items()}
