"""The player's view of a campaign as arrays: the layout of the observation. The import compiles nothing.

Its parts are, in this order: every byte of the mat from ``plan`` to ``luck``; the numbers that a player works out
(:mod:`stuka_env.games.wing.observation.derived`); one-hot codes. Everything but the dice is public: the deck has no
memory.
"""

from stuka_env.charts.shown import FilledField, ShownBank
from stuka_env.declared.layouts import ObservationParts, OneHot
from stuka_env.games.wing.charts import BANK
from stuka_env.games.wing.codes import BOXES, NOBODY, Cloud, Decision, Enemy, Escort, Leg, War, Year
from stuka_env.games.wing.observation.derived import Derived, work_out
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
OBSERVED = ObservationParts(hidden=("work",), one_hots=ONE_HOTS, derived=Derived, work_out=work_out)
OBSERVATION = OBSERVED.layout(Mat)
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
