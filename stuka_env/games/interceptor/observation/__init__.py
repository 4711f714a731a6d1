"""The player's view of a career as arrays: the layout, its names, bounds and spaces. Importing it compiles nothing."""

from stuka_env.declared.layouts import FlatPlace, LayoutRow, Part
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
