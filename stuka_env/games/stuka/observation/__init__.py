"""The player's view of a war as arrays: the layout, its names, bounds and spaces. The import compiles nothing."""

from stuka_env.declared.layouts import FlatPlace, LayoutRow, Part
from stuka_env.games.stuka.observation.layout import (
    BYTES,
    HIGH,
    LAYOUT,
    LENGTH,
    LOW,
    SCALE,
    WORDS,
    describe,
    from_compact,
    named,
    space,
    where,
)

__all__ = [
    "BYTES",
    "HIGH",
    "LAYOUT",
    "LENGTH",
    "LOW",
    "SCALE",
    "WORDS",
    "Part",
    "FlatPlace",
    "LayoutRow",
    "describe",
    "from_compact",
    "named",
    "space",
    "where",
]
