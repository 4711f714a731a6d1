"""Coverage of a comparison: counts by "dimension: value", and the values that occurred too seldom."""

from collections import Counter
from collections.abc import Iterable

from .choosing import NAMES
from .plan import DURATIONS, IDS, MODES, OPERATIONS, RANDOM_CHOICES, SCRIPTS, SEGMENTS, SETUPS, TAPES, Scenario

KINDS = (
    "ROLL", "MODIFIER", "MISSION", "NO_FLY", "FORMATION", "SEAT", "LOAD", "CARRIER", "LUCKY_DOG", "LEADER", "MOVE",
    "CARD", "DRAWN", "FIGHTERS", "ESCORTED", "KILL", "CARD_WORKS", "DAMAGE", "RANGE", "STRESS", "RELIEF", "WOUND",
    "KIA", "POW", "PARACHUTE", "EVADED", "LOST", "LEFT", "ABORT", "VISIBILITY", "ANTI_AIRCRAFT", "SCORE", "SUNK",
    "LANDED", "CRASHED", "HOSPITAL", "REPLACEMENT", "REPAIR", "NEW_AIRCRAFT", "IN_SERVICE", "REST", "PROMOTION",
    "BONUS", "MISSION_SCORE", "SEGMENT_SCORE", "OPERATION_SCORE", "CAMPAIGN_SCORE", "STRESS_IGNORED", "LUCKY",
    "FAR_FROM_HOME", "CHOICE",
)  # fmt: skip
"""Kinds of journal entry."""
MONTHS = tuple(month for months in SEGMENTS.values() for month in months)
EXPECTED = {
    "id": IDS,
    "operation": (*OPERATIONS, "all"),
    "segment": MONTHS,
    "duration": DURATIONS,
    "observation": ("flat", "mat"),
    "setup": tuple(sorted({setup or "none" for setup in (*SETUPS, "hunt")})),
    "tape": tuple(sorted({tape or "none" for tape in (*TAPES, "strike")})),
    "choice": (*SCRIPTS, *RANDOM_CHOICES),
    "face": ("single", *MODES),
    "clone": ("same", "fresh", "seed"),
    "event": ("state", "illegal", "truncated", "episode", "tape error"),
}
"""Values that must occur."""


def describe(scenario: Scenario) -> list[str]:
    """Return the dimensions that every decision of a scenario counts for."""
    return [
        f"id: {scenario.env_id}",
        f"operation: {scenario.operation or 'all'}",
        f"segment: {scenario.segment or 'not asked for'}",
        f"duration: {scenario.duration}",
        f"observation: {scenario.observation}",
        f"setup: {scenario.setup or 'none'}",
        f"tape: {scenario.tape or 'none'}",
        f"choice: {scenario.script}",
        f"face: {scenario.mode if scenario.wars else 'single'}",
        *(["face: more threads"] if scenario.threads > 1 else []),
        *(["face: buffers not copied"] if scenario.wars and not scenario.copy else []),
    ]


def lacking(seen: Counter[str], decisions: int, least: int, kinds: Iterable[str] = KINDS) -> list[str]:
    """Return one line for each value that occurred too seldom: verbs, kinds, scenarios, decisions.

    Args:
        seen: what occurred; kinds of journal entry under their old names.
        decisions: how many are wanted.
        least: how many of each verb and kind are wanted.
        kinds: the old names of :data:`KINDS`.
    """
    lines = [
        f"{dimension} {value}: never seen"
        for dimension, values in EXPECTED.items()
        for value in values
        if not seen[f"{dimension}: {value}"]
    ]
    for dimension, values in (("verb", NAMES), ("kind", tuple(kinds))):
        for value in values:
            count = seen[f"{dimension}: {value}"]
            if count < least:
                lines.append(f"{dimension} {value}: seen {count} times, at least {least} are wanted")
    if seen["decisions"] < decisions:
        lines.append(f"decisions: {seen['decisions']:,}, at least {decisions:,} are wanted")
    return lines


def table(seen: Counter[str]) -> str:
    """Return all counts, a line for each dimension."""
    dimensions: dict[str, list[str]] = {}
    for name, count in seen.items():
        dimension, _, value = name.partition(": ")
        dimensions.setdefault(dimension, []).append(f"{value} {count:,}" if value else f"{count:,}")
    return "\n".join(f"{dimension:12} {', '.join(sorted(values))}" for dimension, values in sorted(dimensions.items()))
