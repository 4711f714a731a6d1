"""The player's view of a campaign as arrays: the layout, its names, bounds and spaces. The import compiles nothing."""

from stuka_env.declared.layouts import FlatPlace, LayoutRow, Part
from stuka_env.games.wing.observation.layout import (
    HIGH,
    LAYOUT,
    LENGTH,
    LOW,
    SCALE,
    describe,
    from_compact,
    named,
    space,
    where,
)

__all__ = [
    "HIGH",
    "LAYOUT",
    "LENGTH",
    "LOW",
    "LayoutRow",
    "Part",
    "FlatPlace",
    "SCALE",
    "describe",
    "from_compact",
    "named",
    "space",
    "where",
]
