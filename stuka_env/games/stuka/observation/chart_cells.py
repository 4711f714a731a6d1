"""The charts in force as numbers (:mod:`stuka_env.charts.shown`). Full cover of B2 is shown as :data:`SHOWN_COVER`."""

from stuka_env.charts.shown import FilledField, ShownBank
from stuka_env.games.stuka.charts.bank import BANK
from stuka_env.games.stuka.charts.lists import AMOUNTS
from stuka_env.games.stuka.charts.shape import DRM
from stuka_env.games.stuka.codes import FULL_COVER, Effect

SHOWN_COVER = 10
"""Shown for full cover, next to the 9 fighters that an escort can remove at most."""
LEAST_DRM, *_, MOST_DRM = (int(str(modifier)) for modifier in DRM.samples)
EVENT_AMOUNTS = [
    int(str(number)) for word in AMOUNTS.values() for sample in word.samples for number in word.parse(sample) or ()
]
CHART_CELLS = ShownBank(
    BANK,
    replaced={"b2": {FULL_COVER: SHOWN_COVER}},
    filled={
        "a3": FilledField(LEAST_DRM, MOST_DRM, "Added to the attack by load and kind of target; minus helps"),
        "event": FilledField(0, max(Effect), "Effect of each event card"),
        "event_amount": FilledField(min(0, *EVENT_AMOUNTS), max(EVENT_AMOUNTS), "Amount of each event card"),
    },
)
"""The bank as observations show it."""
