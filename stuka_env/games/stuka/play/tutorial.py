"""The tutorial: a mission of June 1941 and its planned rolls."""

from collections.abc import Mapping, Sequence
from typing import Any

from stuka_env.games.stuka.codes import Chart, Entry

ENVIRONMENT, LESSON_WAR = "Stuka/Mission-v0", {"operation": "barbarossa", "segment": "1941-06"}
LESSON_SEED = 1941
"""Seed of the rolls where the tape ends."""
LESSON_CARDS = (
    "waypoint_reached", "tail_wind", "smoke_on_the_horizon", "heard_the_one_about", "familiar_river", "endless_steppe",
)  # fmt: skip
"""Ids of the event cards, in the order of drawing."""
TAPE: dict[Chart, tuple[tuple[int, ...], ...]] = {
    Chart.A1: ((2, 3, 4),),  # an airfield, in zone 4
    Chart.B1: ((1,), (8,), (3,), (5,), (2,), (6,)),  # fighters in zones 2 and 3 on the way there
    Chart.B2: ((3,), (2,), (4,), (3,), (5,), (1,)),
    Chart.B3: ((2, 4),),  # one gets through, from Port: one aircraft, one hit
    Chart.CUP: ((1,), (1,)),
    Chart.C1: ((3, 3), (5, 2)),  # the port wing of aircraft 1; a near miss over the target, if it is not the Lucky Dog
    Chart.A4: ((4,),),
    Chart.A6: ((3,),),
    Chart.A2: ((5,), (6,), (3,), (4,)),
    Chart.GAMBLE: ((3,),),
    Chart.C5: ((5,), (7,), (3,), (4,)),
}
"""The other rolls, chart by chart."""


def tape_of(charts: Any) -> Mapping[Chart, Sequence[tuple[int, ...]]]:
    """Return the planned rolls and cards under the charts in force."""
    deck = list(charts.names.card_ids)
    return TAPE | {Chart.EVENT: tuple((deck.index(card) + 1,) for card in LESSON_CARDS if card in deck)}


def results_of(journal: Sequence[Any]) -> list[str]:
    """Return the sentences of what a decision led to: the Lucky Dog's luck, and the scores of aircraft."""
    return [
        entry.text for entry in journal if entry.kind == Entry.LUCKY or (entry.kind == Entry.SCORE and entry.aircraft)
    ]


def closing_words(result: Mapping[str, Any]) -> str:
    """Return the words about what has been flown."""
    return "nobody has flown" if result.get("no_fly") else "you have flown a mission"
