"""The player's view of a campaign as arrays: the layout of the observation. The import compiles nothing.

Its parts are, in this order: every byte of the mat from ``plan`` to ``luck``; the numbers that a player works out
(:mod:`stuka_env.games.wing.observation.derived`); one-hot codes. Everything but the dice is public: the deck has no
memory.
"""

from collections.abc import Iterator
from types import MappingProxyType

from stuka_env.charts.shown import FilledField, ShownBank
from stuka_env.declared.layouts import Layout, OneHot, Part, offset, one_hot_parts, record_parts
from stuka_env.declared.records import Record
from stuka_env.games.wing.charts import BANK
from stuka_env.games.wing.codes import BOXES, NOBODY, Cloud, Decision, Enemy, Escort, Leg, War, Year
from stuka_env.games.wing.observation.derived import Derived
from stuka_env.games.wing.rules.mat import Mat

ONE_HOTS = (
    OneHot("cursor", "decision", len(Decision)),
    OneHot("track", "war", len(War)),
    OneHot("mission", "leg", len(Leg)),
    OneHot("mission", "cloud", len(Cloud)),
    OneHot("mission", "box", BOXES),
    OneHot("mission", "goal", BOXES),
    OneHot("escorts", "type", len(Escort) + 1, NOBODY),
    OneHot("escorts", "offered_type", len(Escort) + 1, NOBODY),
    OneHot("enemy", "model", len(Enemy) + 1, NOBODY),
    OneHot("derived", "year", len(Year)),
)
"""Codes that are also shown as one-hots."""
MAT_BYTES: int = offset(Mat.dtype, "work")
"""Bytes of the mat that a player sees; they come first."""
DERIVED: int = Derived.dtype.itemsize
"""Number of the derived numbers; they come second."""


def _parts() -> Iterator[tuple[str, Part]]:
    for block in Mat.FIELDS[:-1]:
        kind = type(block.name, (Record,), {"dtype": block.dtype, "FIELDS": block.fields})
        rows = block.shape[0] if block.shape else 1
        yield from record_parts(block.name, kind, offset(Mat.dtype, block.name), rows=rows)
    yield from record_parts("derived", Derived, MAT_BYTES, memory="derived_octets", source=0)
    yield from one_hot_parts(ONE_HOTS, MAT_BYTES + DERIVED)


OBSERVATION = Layout(MappingProxyType(dict(_parts())), ONE_HOTS)
"""The layout of the observation."""
LAYOUT = OBSERVATION.parts
"""Every named part, in the order of the mat; together they cover each float exactly once."""
LENGTH = OBSERVATION.length
"""Floats in a flat observation."""
LOW, HIGH, SCALE = OBSERVATION.low, OBSERVATION.high, OBSERVATION.scale
"""Smallest and largest value of each float, and the factor of each integer of the mat."""
describe, space, from_compact, named, where = (
    OBSERVATION.describe,
    OBSERVATION.space,
    OBSERVATION.from_compact,
    OBSERVATION.named,
    OBSERVATION.where,
)


CHART_CELLS = ShownBank(
    BANK,
    filled={
        "sites": FilledField(0, 3, "Level of the flak site of each box; 0 none"),
        "meetings": FilledField(0, 1, "Whether escorts can be met in each box"),
    },
)
"""The bank as observations show it."""
