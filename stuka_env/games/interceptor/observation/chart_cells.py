"""The charts in force as numbers (:mod:`stuka_env.charts.shown`). Large codes are shown next to the largest number."""

from stuka_env.charts.shown import FilledField, ShownBank
from stuka_env.games.interceptor.charts.bank import BANK
from stuka_env.games.interceptor.codes import ALL, DESTROYED, GROUP_DAMAGE

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
