"""Debriefs of sorties in sections: the result, the encounters, the attacks, the hits, the way home, the consequences.

A debrief consists of the sentences of the journal in their order, and of the line of the log sheet.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from stuka_env.games.interceptor.codes import Chart, Entry, Month
from stuka_env.games.interceptor.words import wording
from stuka_env.games.interceptor.words.entry import JournalEntry

RAID_ENTRIES = frozenset({Entry.RAID, Entry.MET, Entry.EVENT, Entry.SLIPPED, Entry.HOMEWARD})
"""Kinds of entry about encounters."""
COMBAT_ENTRIES = frozenset(
    {
        Entry.BOMBER,
        Entry.FORMATION,
        Entry.POSITION,
        Entry.BOMBER_DESTROYED,
        Entry.ENEMY_DESTROYED,
        Entry.ENEMY_GONE,
        Entry.CRASHED_ON_THE_WAY,
        Entry.CREDITED,
        Entry.JAMMED,
        Entry.ROCKETS,
        Entry.SKILL_USED,
        Entry.WINGMAN,
    }
)
"""Kinds of entry about combat."""
HIT_ENTRIES = frozenset({Entry.DAMAGE, Entry.WOUND, Entry.KILLED, Entry.SHOT_DOWN})
"""Kinds of entry about hits on the own side."""
LANDING_CHARTS = frozenset({Chart.B7, Chart.B8, Chart.C2, Chart.SCROUNGE})
"""Charts that are rolled on the way home and after it."""
AFTERWARDS = frozenset(
    {
        Entry.AWARD,
        Entry.PROMOTED,
        Entry.EXPERIENCE,
        Entry.SKILL,
        Entry.PRESTIGE,
        Entry.GUNNER,
        Entry.MOVED,
        Entry.AIRCRAFT,
        Entry.SITS_OUT,
        Entry.OVER,
    }
)
"""Kinds of entry after the landing."""


class Section(NamedTuple):
    """A part of a debrief."""

    title: str
    lines: tuple[str, ...]


class Debrief(NamedTuple):
    """The debrief of a sortie line."""

    title: str
    sections: list[Section]


def by_line(entries: Iterable[JournalEntry]) -> list[list[JournalEntry]]:
    """Split the journal by sortie line, in its order; entries before the first line come first."""
    return [list(line) for _, line in groupby(entries, key=lambda entry: (entry.month, entry.line))]


def place_of(sortie: Mapping[str, Any]) -> str:
    """Return the name of a sortie line: "1943-07, line 3"."""
    return f"{sortie['month']}, line {sortie['line']}"


def title_of(sortie: Mapping[str, Any]) -> str:
    """Return the title of a sortie line with its result."""
    if sortie["status"] != "flown":
        return f"{place_of(sortie)}: {sortie['status'].replace('_', ' ')}"
    score = wording.plural(sortie["bombers"], "bomber")
    fighters = f", {wording.plural(sortie['fighters'], 'fighter')}" if sortie["fighters"] else ""
    return f"{place_of(sortie)}: {sortie['raid']}, {score}{fighters}"


def result_lines(sortie: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the result of a flown sortie."""
    lines = [
        f"{sortie['aircraft']}, {wording.plural(sortie['boxes'], 'box')} entered, "
        f"{sortie['met']} enemy aircraft fought.",
        f"{wording.plural(sortie['bombers'], 'bomber')} and {wording.plural(sortie['fighters'], 'fighter')} credited.",
    ]
    lines += [f"{wording.plural(sortie['damaged'], 'system')} damaged."] if sortie["damaged"] else []
    lines += [f"{wording.plural(sortie['wounds'], 'wound')} of the pilot."] if sortie["wounds"] else []
    lines += [f"{wording.plural(sortie['lost'], 'sortie')} lost."] if sortie["lost"] else []
    return tuple(lines)


def _texts(entries: Iterable[JournalEntry]) -> tuple[str, ...]:
    return tuple(entry.text for entry in entries)


def _placed(entries: Iterable[JournalEntry]) -> tuple[str, ...]:
    """Return sentences with the box of each."""
    return tuple(f"{f'Box {entry.box}' if entry.box else 'On the ground'}: {entry.text}" for entry in entries)


def debrief(sortie: Mapping[str, Any], entries: Sequence[JournalEntry]) -> Debrief:
    """Return the debrief of a sortie line; sections without lines are omitted.

    Args:
        sortie: its line, as in the info of a step.
        entries: its journal.
    """
    landing = [entry for entry in entries if entry.kind == Entry.ROLL and entry.chart in LANDING_CHARTS]
    sections = [
        Section("The result", result_lines(sortie) if sortie["status"] == "flown" else ()),
        Section("The raid", _placed(entry for entry in entries if entry.kind in RAID_ENTRIES)),
        Section("The combat", _placed(entry for entry in entries if entry.kind in COMBAT_ENTRIES)),
        Section("Hits taken", _placed(entry for entry in entries if entry.kind in HIT_ENTRIES)),
        Section("The landing", _texts(landing)),
        Section("Afterwards", _texts(entry for entry in entries if entry.kind in AFTERWARDS)),
    ]
    return Debrief(title_of(sortie), [section for section in sections if section.lines])


def debriefs(sorties: Iterable[Mapping[str, Any]], journal: Iterable[JournalEntry]) -> list[Debrief]:
    """Return the debriefs of sortie lines that were settled.

    Args:
        sorties: their lines, as in the info of a step.
        journal: a journal that has their entries, of the whole career for example.
    """
    lines = {(part[0].month, part[0].line): part for part in by_line(journal)}
    months = {month_name(month): month for month in range(len(wording.MONTH_TITLES))}
    return [debrief(sortie, lines.get((months[sortie["month"]], sortie["line"]), [])) for sortie in sorties]


def month_name(month: int) -> str:
    """Return a month as the info of a step names it: "1943-03"."""
    return Month(month).short


def as_text(pages: Iterable[Debrief]) -> str:
    """Return debriefs as text, one line for each sentence."""
    lines: list[str] = []
    for page in pages:
        lines += [page.title]
        for section in page.sections:
            lines += [f"  {section.title}", *(f"    {line}" for line in section.lines)]
    return "\n".join(lines) + "\n" if lines else ""
