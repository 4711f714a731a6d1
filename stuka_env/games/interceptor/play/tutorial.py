"""The tutorial: a sortie of the summer of 1943 and its planned rolls and cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from stuka_env.games.interceptor.codes import Chart, Entry

SORTIE, LESSON_SORTIE = "Interceptor/Sortie-v0", {"month": "1943-06", "unit": "II/JG 1"}
LESSON_DICE = 1943
"""Seed of the rolls where the tape ends."""
PLAN: dict[Chart, tuple[tuple[int, ...], ...]] = {}
"""The planned rolls and cards, chart by chart."""
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
