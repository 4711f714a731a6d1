"""The mat as numbers: one layout, with its names, bounds and spaces.

The flat observation is one float32 vector of numbers between :data:`LOW` and :data:`HIGH`. Its parts are, in this
order:

- every byte of the mat from ``settings`` to ``desk``, except the cards that are out, divided by its published range;
- the numbers that a player works out (:mod:`stuka_env.games.interceptor.observation.derived`);
- one-hot codes of the decision, the person, the calendar, the zones and the enemies;
- the cards that are out, left out with ``discards="hidden"``;
- shares of the cards that can still come, with ``discards="counted"`` alone.

The observations of the three settings are therefore the first :data:`LENGTHS` numbers of one vector.

The compact observation has the integers of the first two parts and the cards as ``codes``. The shares are its
``tracks``. All are clipped like the floats. :func:`from_compact` computes the flat observation from it, bit for bit.
The dice and the order of the deck are no part of the mat. Of the block ``work`` it shows only the use of a card that
the player may redraw, because he has ordered it himself.

Importing this module compiles nothing: the functions that fill the arrays are in
:mod:`stuka_env.games.interceptor.observation.writing`.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.game import ObservationKind
from stuka_env.games.interceptor.codes import (
    BOMBERS,
    CARDS,
    ENEMIES,
    MONTHS,
    PERSONS,
    SERIES,
    TARGET_ZONES,
    ZONES,
    Decision,
    Help,
    Orientation,
)
from stuka_env.games.interceptor.observation.counting import Shares
from stuka_env.games.interceptor.observation.derived import WING_SHOT, Derived
from stuka_env.games.interceptor.rules.mat import BLOCKS, Deck, Mat
from stuka_env.records import Field, Record

Discards = Literal["seen", "hidden", "counted"]
"""Settings for the cards that are out: shown, not shown, or shown with shares of the others."""
DISCARDS: tuple[Discards, ...] = ("seen", "hidden", "counted")


class OneHot(NamedTuple):
    """A code that is also shown as a one-hot: its block and field, its length, and the code of the first place."""

    block: str
    field: str
    length: int
    first: int = 0


ONE_HOTS = (
    OneHot("cursor", "decision", len(Decision)),
    OneHot("cursor", "person", PERSONS),
    OneHot("career", "month", MONTHS),
    OneHot("career", "zone", ZONES),
    OneHot("derived", "series", SERIES),
    OneHot("sortie", "target_zone", TARGET_ZONES),
    OneHot("sortie", "orientation", len(Orientation), int(min(Orientation))),
    OneHot("sortie", "bomber_type", BOMBERS),
    OneHot("sortie", "escort", ENEMIES),
    OneHot("derived", "own_help", len(Help)),
    OneHot("derived", "card_use", WING_SHOT + 1),
)
"""Codes that are also shown as one-hots."""


class Part(NamedTuple):
    """A named part of the flat observation.

    Attributes:
        block: the block of the mat, such as "aircraft"; else "derived", "one_hots", "cards" or "shares".
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


def offset(dtype: np.dtype[Any], name: str) -> int:
    """Return the offset of a field in a record, in bytes."""
    fields = dtype.fields
    assert fields is not None, "a record dtype"
    return int(fields[name][1])


MAT_BYTES: int = offset(Mat.dtype, BLOCKS[-1].name) + BLOCKS[-1].kind.dtype.itemsize
"""Bytes of the mat that a player sees."""
CARDS_FIRST: int = offset(Mat.dtype, "deck") + offset(Deck.dtype, "drawn")
"""First byte of the cards that are out, which the observation has at its end."""
PLAIN: int = MAT_BYTES - CARDS
"""Number of bytes of the mat that come first in the vector."""
DERIVED: int = Derived.dtype.itemsize
"""Number of the derived numbers; they come second."""
CODES: int = PLAIN + DERIVED + CARDS
"""Number of codes of a compact observation that shows the cards."""
SHARES: int = len(Shares.FIELDS)
"""Number of shares of the cards."""
ONE_HOTS_FIRST: int = PLAIN + DERIVED
CARDS_PLACE: int = ONE_HOTS_FIRST + sum(one.length for one in ONE_HOTS)
"""Place of the first card in the vector."""
SHARES_PLACE: int = CARDS_PLACE + CARDS
"""Place of the first share in the vector."""
FULL: int = SHARES_PLACE + SHARES
"""Number of floats of the longest observation."""
LENGTHS: Mapping[Discards, int] = MappingProxyType({"seen": SHARES_PLACE, "hidden": CARDS_PLACE, "counted": FULL})
"""Number of floats of a flat observation, by the setting of the discards."""
LENGTH: int = LENGTHS["seen"]
"""Number of floats of a flat observation with the default setting."""
CODE_COUNTS: Mapping[Discards, int] = MappingProxyType(
    {"seen": CODES, "hidden": PLAIN + DERIVED, "counted": CODES},
)
"""Number of codes of a compact observation, by the setting of the discards."""


def _place_of_byte(byte: int) -> int:
    """Return the place in the vector of a byte of the mat."""
    if byte < CARDS_FIRST:
        return byte
    return byte - CARDS if byte >= CARDS_FIRST + CARDS else CARDS_PLACE + byte - CARDS_FIRST


def _part(block: str, indices: NDArray[np.int64], field: Field, largest: int) -> Part:
    """Return the part that shows ``field`` at ``indices``, with ``largest`` as its 1."""
    return Part(block, indices, indices.shape, -1.0 if field.low < 0 else 0.0, 1.0, 1.0 / largest, field.meaning)


def _largest(field: Field) -> int:
    """Return the number of a field that becomes 1."""
    return max(-field.low, field.high)


def _numbers(start: int, field: Field) -> Iterator[tuple[str, Field, NDArray[np.int64]]]:
    """Yield the numbers of a field from a byte on; those of each record if the field is an array of records."""
    count = int(np.prod(field.shape, dtype=np.int64))
    step = field.dtype.itemsize
    for inner in field.fields:
        first = start + offset(field.dtype, inner.name)
        yield f"{field.name}_{inner.name}", inner, (first + step * np.arange(count)).reshape(field.shape)
    if not field.fields:
        yield field.name, field, np.atleast_1d((start + np.arange(count)).reshape(field.shape))


def _byte_parts() -> Iterator[tuple[str, Part]]:
    """Yield the parts of the mat, block by block."""
    for block in BLOCKS:
        for outer in block.kind.FIELDS:
            start = offset(Mat.dtype, block.name) + offset(block.kind.dtype, outer.name)
            for name, field, places in _numbers(start, outer):
                indices = np.vectorize(_place_of_byte, otypes=[np.int64])(places)
                group = "cards" if indices.min() >= CARDS_PLACE else block.name
                yield f"{block.name}_{name}", _part(group, indices, field, _largest(field))


def _record_parts(name: str, kind: type[Record], start: int) -> Iterator[tuple[str, Part]]:
    """Yield the parts of a record whose numbers all have the same size, from the float ``start`` on."""
    size = kind.FIELDS[0].dtype.itemsize
    for field in kind.FIELDS:
        first = start + offset(kind.dtype, field.name) // size
        for inner, number, places in _numbers(0, field):
            yield f"{name}_{inner}", _part(name, first + places, number, _largest(number))


def _one_hot_parts() -> Iterator[tuple[str, Part]]:
    """Yield the parts of the one-hots."""
    start = ONE_HOTS_FIRST
    for one in ONE_HOTS:
        begin = "index = code" if not one.first else f"index = code {-one.first:+d}"
        field = Field(one.field, 0, 1, f"{one.block}_{one.field} as a one-hot ({begin})", (), np.dtype(np.int8))
        yield f"{one.field}_one_hot", _part("one_hots", start + np.arange(one.length), field, 1)
        start += one.length


ALL_PARTS: Mapping[str, Part] = MappingProxyType(
    dict(
        [
            *_byte_parts(),
            *_record_parts("derived", Derived, PLAIN),
            *_one_hot_parts(),
            *_record_parts("shares", Shares, SHARES_PLACE),
        ]
    )
)
"""Every named part of the longest observation; together they cover each float exactly once."""


@cache
def layout_of(discards: Discards) -> Mapping[str, Part]:
    """Return the named parts of an observation with this setting.

    Raises:
        ValueError: ``discards`` is not one of :data:`DISCARDS`.
    """
    length = length_of(discards)
    return MappingProxyType({name: part for name, part in ALL_PARTS.items() if part.indices.max() < length})


def length_of(discards: Discards) -> int:
    """Return the number of floats of an observation with this setting.

    Raises:
        ValueError: ``discards`` is not one of :data:`DISCARDS`.
    """
    if discards not in DISCARDS:
        raise ValueError(f'discards: got {discards!r}, allowed are "seen", "hidden" and "counted"')
    return LENGTHS[discards]


LAYOUT: Mapping[str, Part] = layout_of("seen")
"""Every named part with the default setting."""


def _spread(attribute: str) -> NDArray[np.float32]:
    """Return one attribute of every part as a flat vector; read-only."""
    vector = np.zeros(FULL, np.float32)
    for part in ALL_PARTS.values():
        vector[part.indices] = getattr(part, attribute)
    vector.flags.writeable = False
    return vector


LOW = _spread("low")
"""Smallest value of each float of the longest observation."""
HIGH = _spread("high")
"""Largest value of each float."""
SCALE = _spread("scale")
"""Factor of each integer."""
CODE_PLACES = np.append(np.arange(ONE_HOTS_FIRST), CARDS_PLACE + np.arange(CARDS))
"""Place in the flat vector of each code of the compact observation."""


def _integer_bound(bound: NDArray[np.float32], places: Any, dtype: type) -> NDArray[Any]:
    """Return a bound of the floats at ``places`` as integers."""
    integers: NDArray[Any] = np.round(bound[places] / SCALE[places]).astype(dtype)
    integers.flags.writeable = False
    return integers


CODES_LOW = _integer_bound(LOW, CODE_PLACES, np.int8)
CODES_HIGH = _integer_bound(HIGH, CODE_PLACES, np.int8)
"""Bounds of the compact observation's ``codes``: int8 ``(CODES,)``."""
TRACKS_LOW = _integer_bound(LOW, slice(SHARES_PLACE, FULL), np.int16)
TRACKS_HIGH = _integer_bound(HIGH, slice(SHARES_PLACE, FULL), np.int16)
"""Bounds of its ``tracks``: int16 ``(SHARES,)``."""


def _one_hot_sources() -> NDArray[np.int64]:
    """Return, for each one-hot float, the place of its code among the codes and its own code: int64 ``(M, 2)``."""
    sources = [
        (ALL_PARTS[f"{one.block}_{one.field}"].indices[0], one.first + place)
        for one in ONE_HOTS
        for place in range(one.length)
    ]
    return np.array(sources, np.int64)


ONE_HOT_SOURCES = _one_hot_sources()


class LayoutRow(NamedTuple):
    """One row of the table of the observation, for documents and dashboards."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    largest: int
    meaning: str


def describe(discards: Discards = "seen") -> list[LayoutRow]:
    """Return the observation as a table, one row for each part; ``largest`` is the number on the mat that becomes 1."""
    return [
        LayoutRow(name, part.shape, part.low, part.high, round(1 / part.scale), part.meaning)
        for name, part in layout_of(discards).items()
    ]


def _compact_space(discards: Discards) -> gymnasium.spaces.Dict:
    count = CODE_COUNTS[discards]
    boxes: dict[str, gymnasium.Space[Any]] = {
        "codes": gymnasium.spaces.Box(CODES_LOW[:count], CODES_HIGH[:count], (count,), np.int8)
    }
    if discards == "counted":
        boxes["tracks"] = gymnasium.spaces.Box(TRACKS_LOW, TRACKS_HIGH, (SHARES,), np.int16)
    return gymnasium.spaces.Dict(boxes)


def space(kind: ObservationKind = "flat", discards: Discards = "seen") -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
    """Return the Gymnasium space of an observation.

    Raises:
        ValueError: ``kind`` is not one of :data:`stuka_env.game.OBSERVATION_KINDS`, or ``discards`` none of
            :data:`DISCARDS`.
    """
    length = length_of(discards)
    if kind == "flat":
        return gymnasium.spaces.Box(LOW[:length], HIGH[:length], (length,), np.float32)
    if kind == "compact":
        return _compact_space(discards)
    if kind == "mat":
        boxes: dict[str, gymnasium.Space[Any]] = {
            name: gymnasium.spaces.Box(part.low, part.high, part.shape, np.float32)
            for name, part in layout_of(discards).items()
        }
        return gymnasium.spaces.Dict(boxes)
    raise ValueError(f'observation: got {kind!r}, allowed are "flat", "mat" and "compact"')


def discards_of_compact(compact: gymnasium.Space[Any]) -> Discards | None:
    """Return the setting of the discards to which a compact space belongs; None if it is no compact space."""
    return next((discards for discards in DISCARDS if compact == _compact_space(discards)), None)


def from_compact(codes: NDArray[np.int8], tracks: NDArray[np.int16] | None = None) -> NDArray[np.float32]:
    """Return the flat observation ``(..., L)`` of a compact one, bit for bit as the environment writes it.

    Args:
        codes: ``(..., CODES)``, or without the cards at their end.
        tracks: ``(..., SHARES)`` with ``discards="counted"``.

    Raises:
        ValueError: ``codes`` has neither length.
    """
    by_count = {CODES: LENGTHS["seen"], CODES - CARDS: LENGTHS["hidden"]}
    if codes.shape[-1] not in by_count:
        raise ValueError(
            f"codes: got an array of shape {codes.shape}, its last axis must be {CODES} or {CODES - CARDS}"
        )
    length = by_count[codes.shape[-1]] if tracks is None else FULL
    places = CODE_PLACES[: codes.shape[-1]]
    flat = np.zeros((*codes.shape[:-1], length), np.float32)
    flat[..., places] = np.clip(codes.astype(np.float32) * SCALE[places], LOW[places], 1)
    flat[..., ONE_HOTS_FIRST:CARDS_PLACE] = codes[..., ONE_HOT_SOURCES[:, 0]] == ONE_HOT_SOURCES[:, 1]
    if tracks is not None:
        flat[..., SHARES_PLACE:] = np.clip(tracks.astype(np.float32) * SCALE[SHARES_PLACE:], LOW[SHARES_PLACE:], 1)
    return flat


def _cut(part: Part) -> slice | NDArray[np.int64]:
    """Return the fastest index for a part of a flat vector: a slice if possible."""
    places = part.indices
    step = int(places[1] - places[0]) if places.ndim == 1 and len(places) > 1 else 0
    whole = slice(int(places.min()), int(places.max()) + 1, step or None)
    regular = places.ndim == 1 and np.array_equal(np.arange(FULL)[whole], places)
    return whole if regular else places


_CUTS = {name: _cut(part) for name, part in ALL_PARTS.items()}
_DISCARDS_OF = {length: discards for discards, length in LENGTHS.items()}


def named(flat: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    """Return the named arrays of one flat observation ``(L,)`` or of a batch ``(N, L)``; copies.

    Raises:
        ValueError: the last axis has none of :data:`LENGTHS`.
    """
    discards = _DISCARDS_OF.get(flat.shape[-1])
    if discards is None:
        lengths = ", ".join(map(str, sorted(_DISCARDS_OF)))
        raise ValueError(f"flat: got an array of shape {flat.shape}, its last axis must be one of {lengths}")
    return {name: np.array(flat[..., _CUTS[name]]) for name in layout_of(discards)}
