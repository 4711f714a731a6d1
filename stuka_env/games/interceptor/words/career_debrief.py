"""The debrief of an episode: the aircraft shot down, the pilot, his sorties by month, and the losses."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from stuka_env.declared.log_sheet import Section, with_lines
from stuka_env.games.interceptor.codes import (
    Bomber,
    Cause,
    Line,
    Month,
    Over,
    Scale,
)
from stuka_env.games.interceptor.words import odds, wording
from stuka_env.games.interceptor.words.debrief import month_name, name_of

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
    """Return the aircraft shot down by type."""
    career = mat["career"]
    kinds = [f"{career['by_type'][kind - 1]} {kind.word}" for kind in Bomber if kind]
    kinds = [words for words in kinds if not words.startswith("0 ")]
    lines = [f"{wording.plural(int(career['bombers']), 'bomber')}{': ' if kinds else ''}{', '.join(kinds)}."]
    lines += [f"{career['crashed']} of them were seen to crash on their way home."] if career["crashed"] else []
    lines += [f"{wording.plural(int(career['fighters']), 'fighter')}."] if career["fighters"] else []
    if mat["settings"]["scale"] == Scale.SORTIE and career["over"] != Over.SORTIE_DONE and career["bombers"]:
        lines.append("The pilot of a single sortie must come back, or it scores 0.")
    return tuple(lines)


def _pilot_lines(mat: Any) -> tuple[str, ...]:
    """Return the rank, the fate and the Prestige of the pilot."""
    career, pilot = mat["career"], mat["pilot"]
    month = Month.word_of(career["month"])
    if career["over"] == Over.DEATH:
        raid = name_of(int(career["line"]), int(career["month"]))
        fate = f"Killed on raid {raid}, {Cause.word_of(int(career['cause']))}."
    else:
        fate = f"Alive at the end of {month}."
    wounds = wording.plural(int(pilot["wounds"]), "wound")
    return (
        f"{wording.rank_words(int(pilot['track']), int(pilot['rank']))}, {wounds}.",
        fate,
        f"Prestige {pilot['prestige']}, level {pilot['level']}.",
    )


def _award_lines(mat: Any) -> tuple[str, ...]:
    """Return the awards that the pilot holds, in one sentence."""
    names = [wording.award_words(award, grade) for award, grade in odds.held_awards(mat)]
    return (f"{', '.join(names)}.",) if names else ()


def _sortie_lines(lines: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the sorties by month, and the lines that were not flown."""
    titles = {month_name(month): title for month, title in enumerate(Month.words())}
    sentences = []
    for month, part in groupby(lines, key=lambda line: str(line["month"])):
        flown = [line for line in part if line["status"] == "flown"]
        bombers = wording.plural(sum(line["bombers"] for line in flown), "bomber")
        sentences.append(f"{titles[month]}: {wording.plural(len(flown), 'sortie')}, {bombers}.")
    for status in NOT_FLOWN:
        count = sum(line["status"] == status.name.lower() for line in lines)
        sentences += [f"{wording.plural(count, 'line')} {Line.word_of(status)}."] if count else []
    return tuple(sentences)


def _loss_lines(mat: Any) -> tuple[str, ...]:
    """Return the aircraft and the wingmen lost."""
    aircraft, wingmen = int(mat["career"]["aircraft_lost"]), int(mat["career"]["wingmen_lost"])
    lines = [f"{wording.plural(aircraft, 'aircraft')} of his own."] if aircraft else []
    lines += [f"{wingmen} {'wingman' if wingmen == 1 else 'wingmen'}."] if wingmen else []
    return tuple(lines)
