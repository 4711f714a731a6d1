"""The tutorial: a sortie of May 1943 and its planned rolls and cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from stuka_env.games.interceptor.codes import Chart, Entry

SORTIE, LESSON_SORTIE = "Interceptor/Sortie-v0", {"month": "1943-05", "unit": "II/JG 1"}
LESSON_DICE = 1943
"""Seed of the rolls where the tape ends."""
PLAN: dict[Chart, tuple[tuple[int, ...], ...]] = {
    Chart.A1: ((4, 5),),  # Courtrai, in the zone of the base
    Chart.B9: ((3, 3),),
    Chart.B1: ((3, 4), (2, 3)),  # the raid in the first box, head on; it is not located in the second
    Chart.A3: ((4,),),
    Chart.A3_ESCORT: ((1,),),  # no escort
    Chart.A3_YB40: ((2, 3), (4, 1)),
    Chart.CARD: ((30,), (20,), (43,), (14,), (18,), (21,), (17,)),  # yours and the bomber's in turn
    Chart.B3: ((2, 4), (3, 4), (4, 4), (4, 5), (3, 3), (2, 3), (1, 5)),  # three hits on the port wing, then the fourth
    Chart.B6: ((3, 4), (1, 2), (5, 5)),  # tail; in the second pass port wing and airframe
    Chart.B7: ((3, 4),),
}
"""The planned rolls and cards, chart by chart. With the advice a bomber goes down at close range; the next one hits."""
TOLD = (
    Entry.BOMBER_DAMAGE, Entry.BOMBER_DESTROYED, Entry.ENEMY_DAMAGE, Entry.ENEMY_DESTROYED, Entry.DAMAGE, Entry.WOUND,
    Entry.JAMMED, Entry.CREDITED,
)  # fmt: skip
"""Kinds of entry that the answer to a decision repeats."""
MOST_TOLD = 4
"""Sentences that the answer to a decision repeats."""


def tape_of(charts: Any) -> Mapping[Chart, Sequence[tuple[int, ...]]]:
    """Return the planned rolls and cards; they are the same under all charts."""
    return PLAN


def results_of(journal: Sequence[Any]) -> list[str]:
    """Return the sentences of what a decision led to: hits on both sides, and what was shot down."""
    return [entry.text for entry in journal if entry.kind in TOLD][:MOST_TOLD]


def closing_words(result: Mapping[str, Any]) -> str:
    """Return the words about what has been flown."""
    return "you have flown a sortie" if result.get("flown") else "nobody has flown"
