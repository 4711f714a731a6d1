"""Entries of the journal as players see them, and phrases that sentences share."""

from typing import NamedTuple

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import Chart, Entry, Leg, Modifier, System
from stuka_env.games.stuka.words import wording


class JournalEntry(NamedTuple):
    """One event of the war.

    Attributes:
        kind: kind of entry.
        chart: the chart that was rolled or modified, or None.
        dice: the faces of the dice; empty without a roll.
        drm: sum of the modifiers on the roll.
        total: the total that was looked up on the chart.
        result: result of the chart, or the number that describes the change.
        aircraft: slot, 1 to 10; 0 for none.
        zone: zone of the formation; 0 is the airfield.
        leg: 0 on the ground, 1 outbound, 2 homeward.
        person: pilot 1 to 11, gunner 12 to 22; 0 for nobody.
        detail: a second number of some kinds: target zone, kind of formation, type of fighter, decision, bonus.
        text: the sentence.
        system: the damaged system; None for other kinds.
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
    system: System | None = None

    def __str__(self) -> str:
        """Return the sentence."""
        return self.text


class SentenceContext(NamedTuple):
    """The context of a sentence: the charts, and the modifiers since the last roll."""

    charts: LoadedCharts
    modifiers: tuple[tuple[Modifier, int], ...]


def who(entry: JournalEntry) -> str:
    """Return the person of an entry, with the aircraft: "Pilot 3 (aircraft 2)"."""
    if not entry.person:
        return f"Aircraft {entry.aircraft}"
    name = wording.person_words(entry.person).capitalize()
    return f"{name} (aircraft {entry.aircraft})" if entry.aircraft else name


def sum_of(entry: JournalEntry, context: SentenceContext, die: int) -> str:
    """Return a die with its modifiers by name: "4 -1 experience +2 stress = 5"."""
    named = "".join(f" {drm:+d} {Modifier(source).word}" for source, drm in context.modifiers)
    if not named:
        named = f" {entry.drm:+d}" if entry.drm else ""
    if not named:
        return str(die)
    total = die + entry.drm
    sums = f"{die}{named} = {total}"
    return sums if total == entry.total else f"{sums}, read as {entry.total}"


def points(score: int) -> str:
    """Return an attack score in words."""
    return "a Miss" if score == 0 else wording.plural(score, "point")
