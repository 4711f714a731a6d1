"""The player's view of a career as arrays: the layout, its names, bounds and spaces. Importing it compiles nothing."""

from stuka_env.games.interceptor.observation.layout import (
    DISCARDS,
    HIGH,
    LAYOUT,
    LENGTH,
    LENGTHS,
    LOW,
    SCALE,
    Discards,
    describe,
    from_compact,
    layout_of,
    length_of,
    named,
    space,
    where,
)
from stuka_env.observation import FlatPlace, LayoutRow, Part

__all__ = [
    "DISCARDS",
    "Discards",
    "HIGH",
    "LAYOUT",
    "LENGTH",
    "LENGTHS",
    "LOW",
    "LayoutRow",
    "Part",
    "FlatPlace",
    "SCALE",
    "describe",
    "from_compact",
    "layout_of",
    "length_of",
    "named",
    "space",
    "where",
]
