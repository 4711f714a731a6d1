"""Debriefs of sorties in sections: the result, the encounters, the attacks, the hits, the way home, the consequences.

A debrief consists of the sentences of the journal in their order, and of the line of the log sheet.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from stuka_env.declared.codes import plural
from stuka_env.declared.log_sheet import Debrief, Section, notable, texts, under, with_lines
from stuka_env.games.interceptor.codes import (
    AFTERWARDS,
    COMBAT,
    HITS_TAKEN,
    LANDING,
    THE_RAID,
    Bomber,
    Cause,
    Line,
    Month,
    Over,
    Scale,
)
from stuka_env.games.interceptor.words import labels, odds
from stuka_env.games.interceptor.words.journal import JournalEntry


def by_line(entries: Iterable[JournalEntry]) -> list[list[JournalEntry]]:
    """Split the journal by sortie line, in its order; entries before the first line come first."""
    return [list(line) for _, line in groupby(entries, key=lambda entry: (entry.month, entry.line))]


def short_month(month: int) -> str:
    """Return a month for narrow places: "Mar 1943"."""
    name, year = Month(month).word.split()
    return f"{name[:3]} {year}"


def name_of(line: int, month: int) -> str:
    """Return the name of a sortie line: "3 of Jul 1943"."""
    return f"{line} of {short_month(month)}"


def name_of_sortie(sortie: Mapping[str, Any]) -> str:
    """Return the name of the sortie line in the info of a step."""
    return name_of(sortie["line"], Month.by_short()[sortie["month"]])


def place_of(sortie: Mapping[str, Any]) -> str:
    """Return a sortie line in words: "Raid 3 of Jul 1943"."""
    return f"Raid {name_of_sortie(sortie)}"


def title_of(sortie: Mapping[str, Any]) -> str:
    """Return the title of a sortie line with its result."""
    if sortie["status"] != "flown":
        return f"{place_of(sortie)}: {sortie['status'].replace('_', ' ')}"
    score = plural(sortie["bombers"], "bomber")
    fighters = f", {plural(sortie['fighters'], 'fighter')}" if sortie["fighters"] else ""
    return f"{place_of(sortie)}: {sortie['raid']}, {score}{fighters}"


def result_lines(sortie: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the result of a flown sortie."""
    lines = [
        f"{sortie['aircraft']}, {plural(sortie['boxes'], 'box')} entered, {sortie['met']} enemy aircraft fought.",
        f"{plural(sortie['bombers'], 'bomber')} and {plural(sortie['fighters'], 'fighter')} credited.",
    ]
    lines += [f"{plural(sortie['damaged'], 'system')} damaged."] if sortie["damaged"] else []
    lines += [f"{plural(sortie['wounds'], 'wound')} of the pilot."] if sortie["wounds"] else []
    lines += [f"{plural(sortie['lost'], 'sortie')} lost."] if sortie["lost"] else []
    return tuple(lines)


def _placed(entries: Iterable[JournalEntry]) -> tuple[str, ...]:
    """Return sentences with the box of each."""
    return tuple(f"{f'Box {entry.box}' if entry.box else 'On the ground'}: {entry.text}" for entry in entries)


def debrief(sortie: Mapping[str, Any], entries: Sequence[JournalEntry]) -> Debrief:
    """Return the debrief of a sortie line; sections without lines are omitted.

    Args:
        sortie: its line, as in the info of a step.
        entries: its journal.
    """
    sections, summary = _sections(sortie, entries), _sections(sortie, notable(entries))
    return Debrief(title_of(sortie), sections, sortie["status"] == "flown", tuple(summary), sortie)


def _sections(sortie: Mapping[str, Any], entries: Sequence[JournalEntry]) -> list[Section]:
    sections = [
        Section("The result", result_lines(sortie) if sortie["status"] == "flown" else ()),
        *(Section(title, _placed(under(entries, title))) for title in (THE_RAID, COMBAT, HITS_TAKEN)),
        *(Section(title, texts(under(entries, title))) for title in (LANDING, AFTERWARDS)),
    ]
    return with_lines(sections)


def debriefs(sorties: Iterable[Mapping[str, Any]], journal: Iterable[JournalEntry]) -> list[Debrief]:
    """Return the debriefs of sortie lines that were settled.

    Args:
        sorties: their lines, as in the info of a step.
        journal: a journal that has their entries, of the whole career for example.
    """
    lines = {(part[0].month, part[0].line): part for part in by_line(journal)}
    months = Month.by_short()
    return [debrief(sortie, lines.get((months[sortie["month"]], sortie["line"]), [])) for sortie in sorties]


def month_name(month: int) -> str:
    """Return a month as the info of a step names it: "1943-03"."""
    return Month(month).short


NOT_FLOWN = (Line.STAYED, Line.OUT_OF_RANGE, Line.SAT_OUT)
"""States of sortie lines that are not flown."""


def career_debrief(mat: Any, lines: Sequence[Mapping[str, Any]]) -> list[Section]:
    """Return the sections of the debrief of an episode that is over.

    Args:
        mat: a record of :data:`stuka_env.games.interceptor.rules.mat.Mat.dtype`, after the last line.
        lines: the sortie lines, as in the infos of steps.
    """
    sections = [
        Section("Shot down", _kill_lines(mat)),
        Section("The pilot", _pilot_lines(mat)),
        Section("Awards", _award_lines(mat)),
        Section("Sorties", _sortie_lines(lines)),
        Section("Losses", _loss_lines(mat)),
    ]
    return with_lines(sections)


def _kill_lines(mat: Any) -> tuple[str, ...]:
    career = mat["career"]
    kinds = [f"{career['by_type'][kind - 1]} {kind.word}" for kind in Bomber if kind]
    kinds = [words for words in kinds if not words.startswith("0 ")]
    lines = [f"{plural(int(career['bombers']), 'bomber')}{': ' if kinds else ''}{', '.join(kinds)}."]
    lines += [f"{career['crashed']} of them were seen to crash on their way home."] if career["crashed"] else []
    lines += [f"{plural(int(career['fighters']), 'fighter')}."] if career["fighters"] else []
    if mat["settings"]["scale"] == Scale.SORTIE and career["over"] != Over.SORTIE_DONE and career["bombers"]:
        lines.append("The pilot of a single sortie must come back, or it scores 0.")
    return tuple(lines)


def _pilot_lines(mat: Any) -> tuple[str, ...]:
    career, pilot = mat["career"], mat["pilot"]
    month = Month.word_of(career["month"])
    if career["over"] == Over.DEATH:
        raid = name_of(int(career["line"]), int(career["month"]))
        fate = f"Killed on raid {raid}, {Cause.word_of(int(career['cause']))}."
    else:
        fate = f"Alive at the end of {month}."
    wounds = plural(int(pilot["wounds"]), "wound")
    return (
        f"{labels.rank_words(int(pilot['track']), int(pilot['rank']))}, {wounds}.",
        fate,
        f"Prestige {pilot['prestige']}, level {pilot['level']}.",
    )


def _award_lines(mat: Any) -> tuple[str, ...]:
    names = [labels.award_words(award, grade) for award, grade in odds.held_awards(mat)]
    return (f"{', '.join(names)}.",) if names else ()


def _sortie_lines(lines: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    titles = {month_name(month): title for month, title in enumerate(Month.words())}
    sentences = []
    for month, part in groupby(lines, key=lambda line: str(line["month"])):
        flown = [line for line in part if line["status"] == "flown"]
        bombers = plural(sum(line["bombers"] for line in flown), "bomber")
        sentences.append(f"{titles[month]}: {plural(len(flown), 'sortie')}, {bombers}.")
    for status in NOT_FLOWN:
        count = sum(line["status"] == status.name.lower() for line in lines)
        sentences += [f"{plural(count, 'line')} {Line.word_of(status)}."] if count else []
    return tuple(sentences)


def _loss_lines(mat: Any) -> tuple[str, ...]:
    aircraft, wingmen = int(mat["career"]["aircraft_lost"]), int(mat["career"]["wingmen_lost"])
    lines = [f"{plural(aircraft, 'aircraft')} of his own."] if aircraft else []
    lines += [f"{wingmen} {'wingman' if wingmen == 1 else 'wingmen'}."] if wingmen else []
    return tuple(lines)
