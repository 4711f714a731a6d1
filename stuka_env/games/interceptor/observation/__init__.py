"""The player's view of a career as arrays: the layout, its names, bounds and spaces. Importing it compiles nothing."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.charts.shown import FilledField, ShownBank
from stuka_env.compiling.observation_writing import Scales, Seen
from stuka_env.declared.layouts import (
    Layout,
    LayoutRow,
    ObservationKind,
    OneHot,
    Part,
    offset,
    one_hot_parts,
    record_parts,
)
from stuka_env.games.interceptor.charts import BANK
from stuka_env.games.interceptor.codes import (
    ALL,
    BOMBERS,
    CARDS,
    DESTROYED,
    ENEMIES,
    GROUP_DAMAGE,
    MONTHS,
    PERSONS,
    SERIES,
    TARGET_ZONES,
    ZONES,
    Decision,
    Help,
    Orientation,
)
from stuka_env.games.interceptor.observation.counting import Shares, count_cards
from stuka_env.games.interceptor.observation.derived import WING_SHOT, Derived, work_out
from stuka_env.games.interceptor.rules.mat import BLOCKS, Deck, Mat
from stuka_env.games.interceptor.rules.table import Table

Discards = Literal["seen", "hidden", "counted"]
"""Settings for the cards that are out: shown, not shown, or shown with shares of the others."""
DISCARDS: tuple[Discards, ...] = ("seen", "hidden", "counted")
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
CODE_COUNTS: Mapping[Discards, int] = MappingProxyType({"seen": CODES, "hidden": PLAIN + DERIVED, "counted": CODES})
"""Number of codes of a compact observation, by the setting of the discards."""
PLACES_OF_BYTES = np.concatenate(
    [np.arange(CARDS_FIRST), np.arange(CARDS_PLACE, SHARES_PLACE), np.arange(CARDS_FIRST, PLAIN)]
)
"""Place in the vector of each byte of the mat."""


def _parts() -> Iterator[tuple[str, Part]]:
    for block in BLOCKS:
        for name, part in record_parts(block.name, block.kind, offset(Mat.dtype, block.name)):
            indices = PLACES_OF_BYTES[part.indices]
            yield name, part._replace(indices=indices, block="cards" if indices.min() >= CARDS_PLACE else block.name)
    yield from record_parts("derived", Derived, PLAIN, memory="derived_octets", source=0)
    yield from one_hot_parts(ONE_HOTS, ONE_HOTS_FIRST)
    yield from record_parts("shares", Shares, SHARES_PLACE, memory="shares_words", source=0)


OBSERVATION = Layout(MappingProxyType(dict(_parts())), ONE_HOTS)
"""The layout of the longest observation."""
ALL_PARTS = OBSERVATION.parts
"""Every named part of the longest observation; together they cover each float exactly once."""
LAYOUTS: Mapping[str | None, Layout] = MappingProxyType({one: OBSERVATION.prefix(LENGTHS[one]) for one in DISCARDS})
"""The layouts by the setting of the discards."""
LOW, HIGH, SCALE = OBSERVATION.low, OBSERVATION.high, OBSERVATION.scale
"""Smallest and largest value of each float of the longest observation, and the factor of each integer."""


def layout_with(discards: Discards) -> Layout:
    """Return the layout of an observation with this setting.

    Raises:
        ValueError: ``discards`` is not one of :data:`DISCARDS`.
    """
    if discards not in DISCARDS:
        raise ValueError(f'discards: got {discards!r}, allowed are "seen", "hidden" and "counted"')
    return LAYOUTS[discards]


def layout_of(discards: Discards) -> Mapping[str, Part]:
    """Return the named parts of an observation with this setting."""
    return layout_with(discards).parts


def length_of(discards: Discards) -> int:
    """Return the number of floats of an observation with this setting."""
    return layout_with(discards).length


LAYOUT: Mapping[str, Part] = layout_of("seen")
"""Every named part with the default setting."""


def describe(discards: Discards = "seen") -> list[LayoutRow]:
    """Return the observation as a table, one row for each part; ``largest`` is the number on the mat that becomes 1."""
    return layout_with(discards).describe()


def space(kind: ObservationKind = "flat", discards: Discards = "seen") -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
    """Return the Gymnasium space of an observation."""
    return layout_with(discards).space(kind)


def from_compact(codes: NDArray[np.int8], tracks: NDArray[np.int16] | None = None) -> NDArray[np.float32]:
    """Return the flat observation ``(..., L)`` of a compact one, bit for bit as the environment writes it.

    Args:
        codes: ``(..., CODES)``, or without the cards at their end.
        tracks: ``(..., SHARES)`` with ``discards="counted"``.

    Raises:
        ValueError: ``codes`` has neither length.
    """
    count = codes.shape[-1]
    if count not in CODE_COUNTS.values():
        raise ValueError(
            f"codes: got an array of shape {codes.shape}, its last axis must be {CODES} or {CODES - CARDS}"
        )
    discards: Discards = "counted" if tracks is not None else "seen" if count == CODES else "hidden"
    return LAYOUTS[discards].from_compact(codes, tracks)


def named(flat: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    """Return the named arrays of one flat observation ``(L,)`` or of a batch ``(N, L)``; copies.

    Raises:
        ValueError: the last axis has none of :data:`LENGTHS`.
    """
    for discards, length in LENGTHS.items():
        if flat.shape[-1] == length:
            return LAYOUTS[discards].named(flat)
    lengths = ", ".join(map(str, sorted(LENGTHS.values())))
    raise ValueError(f"flat: got an array of shape {flat.shape}, its last axis must be one of {lengths}")


where = OBSERVATION.where
"""Return the name of a place; places are the same with every setting."""


SHOWN_GROUP, SHOWN_MOST = 10, 11
"""Shown for a package and for a bomber that is destroyed, next to the 9 hits that a card can have at most."""
CHART_CELLS = ShownBank(
    BANK,
    replaced={
        "cards.fire": {GROUP_DAMAGE: SHOWN_GROUP, DESTROYED: SHOWN_MOST},
        "cards.avoid": {ALL: SHOWN_GROUP},
    },
    filled={
        "cards.avoid": FilledField(0, SHOWN_GROUP, "Hits that the maneuver avoids"),
        "cards.improve": FilledField(0, 4, "Positions that it gains"),
        "cards.agile_bonus": FilledField(0, 4, "Further positions that an agile aircraft gains"),
        "cards.ends": FilledField(0, 1, "Whether the encounter ends"),
    },
)
"""The bank as observations show it."""


# --- the writing of observations ---

COUNTED = DISCARDS.index("counted")


def prepare(view: Any, table: Table, scales: Scales) -> None:
    """Write the shares of the cards if they are shown."""
    if scales.details == COUNTED:
        count_cards(view.mat, table, view.derived, view.shares)


SEEN = Seen(
    layout=OBSERVATION,
    mat=Mat,
    lengths=LENGTHS,
    work_out=work_out,
    prepare=prepare,
    scratch={"derived": Derived, "shares": Shares},
)
"""The memories of a war that the writer reads."""
