"""The charts in force as numbers (:mod:`stuka_env.charts.shown`)."""

from stuka_env.charts.shown import FilledField, ShownBank
from stuka_env.games.wing.charts.bank import BANK

CHART_CELLS = ShownBank(
    BANK,
    filled={
        "sites": FilledField(0, 3, "Level of the flak site of each box; 0 none"),
        "meetings": FilledField(0, 1, "Whether escorts can be met in each box"),
    },
)
"""The bank as observations show it."""
