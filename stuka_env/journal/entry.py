"""An entry of the journal as players see it, and the phrases that sentences share."""

from typing import NamedTuple

from stuka_env.charts import LoadedCharts
from stuka_env.codes import Chart, Entry, Leg, Modifier
from stuka_env.journal import wording


class JournalEntry(NamedTuple):
    """One thing that happened.

    Attributes:
        kind: what kind of entry it is.
        chart: the chart that was rolled or modified, or None.
        dice: the faces as rolled; empty where nothing was rolled.
        drm: sum of the modifiers on the roll.
        total: the total as looked up on the chart; for damage the system.
        result: what the chart said, or the number that says how the state changed.
        aircraft: slot, 1 to 10; 0 for none.
        zone: zone of the formation; 0 is the airfield.
        leg: 0 on the ground, 1 outbound, 2 homeward.
        person: pilot 1 to 11, gunner 12 to 22; 0 for nobody.
        detail: a second number of some entries: target zone, kind of formation, type of fighter, decision, bonus.
        text: the sentence.
    """

    kind: Entry
    chart: Chart | None
    dice: tuple[int, ...]
    drm: int
    total: int
    result: int
    aircraft: int
    zone: int
    leg: Leg
    person: int
    detail: int
    text: str


class SentenceContext(NamedTuple):
    """What a sentence may need beside its entry: the charts, and the modifiers noted since the last roll."""

    charts: LoadedCharts
    modifiers: tuple[tuple[Modifier, int], ...]


def who(entry: JournalEntry) -> str:
    """The person of an entry, with his aircraft: "Pilot 3 (aircraft 2)"."""
    if not entry.person:
        return f"Aircraft {entry.aircraft}"
    name = wording.person_words(entry.person).capitalize()
    return f"{name} (aircraft {entry.aircraft})" if entry.aircraft else name


def sum_of(entry: JournalEntry, context: SentenceContext, die: int) -> str:
    """A die with its modifiers by name: "4 -1 experience +2 stress = 5"."""
    named = "".join(f" {drm:+d} {wording.MODIFIER_WORDS[source]}" for source, drm in context.modifiers)
    if not named:
        named = f" {entry.drm:+d}" if entry.drm else ""
    if not named:
        return str(die)
    total = die + entry.drm
    sums = f"{die}{named} = {total}"
    return sums if total == entry.total else f"{sums}, read as {entry.total}"


def points(score: int) -> str:
    """An attack score in words."""
    return "a Miss" if score == 0 else wording.plural(score, "point")
