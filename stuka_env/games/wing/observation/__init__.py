"""The player's view of a campaign as arrays: the layout of the observation. The import compiles nothing.

Its parts are, in this order: every byte of the mat from ``plan`` to ``luck``; the numbers that a player works out
(:mod:`stuka_env.games.wing.observation.derived`); one-hot codes. Everything but the dice is public: the deck has no
memory.
"""

from stuka_env.charts.shown import FilledField, ShownBank
from stuka_env.declared.layouts import OneHot
from stuka_env.games.wing.charts import BANK
from stuka_env.games.wing.codes import BOXES, NOBODY, Cloud, Decision, Enemy, Escort, Leg, War, Year

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

CHART_CELLS = ShownBank(
    BANK,
    filled={
        "sites": FilledField(0, 3, "Level of the flak site of each box; 0 none"),
        "meetings": FilledField(0, 1, "Whether escorts can be met in each box"),
    },
)
"""The bank as observations show it."""
