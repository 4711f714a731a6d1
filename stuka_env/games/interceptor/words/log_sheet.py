"""The log sheet of a career (4.3.2): a line for each sortie line, with the raid, the kills and the damage."""

from collections.abc import Mapping
from typing import Any

from stuka_env.game import LogSheetParts
from stuka_env.games.interceptor.codes import Award, Event, Line, TargetZone, Touchdown
from stuka_env.games.interceptor.words import wording
from stuka_env.games.interceptor.words.debrief import month_name
from stuka_env.sheet import SheetCell, SheetLine

SORTIE_COLUMNS = {
    "number": "line of the career",
    "month": "month",
    "line": "line of the month",
    "status": "status",
    "raid": "raid",
    "zone": "zone of the target",
    "weather": "weather",
    "aircraft": "aircraft",
    "boxes": "boxes entered",
    "met": "enemy aircraft fought",
    "bombers": "bombers",
    "fighters": "fighters",
    "damaged": "systems damaged",
    "wounds": "wounds",
    "landing": "landing",
    "lost": "sorties lost",
    "event": "random event",
    "awards": "awards",
}
"""Columns of a sortie line, with their heads."""
PAGE_COLUMNS = {
    "line": "Line",
    "status": "Status",
    "raid": "Raid",
    "weather": "Weather",
    "aircraft": "Aircraft",
    "boxes": "Boxes",
    "met": "Fought",
    "bombers": "Bombers",
    "fighters": "Fighters",
    "damaged": "Damaged",
    "wounds": "Wounds",
    "landing": "Landing",
    "lost": "Sorties lost",
    "remarks": "Remarks",
}
"""Columns of the page with their heads."""
NUMBER_COLUMNS = ("line", "boxes", "met", "bombers", "fighters", "damaged", "wounds", "lost")
STATUSES = {line.name.lower(): line.word for line in Line}
ZONES_OF_TARGETS = {zone.name.lower(): zone.word for zone in TargetZone}
LANDING_WORDS = {
    Touchdown.SAFE.name.lower(): "safe",
    Touchdown.ROUGH.name.lower(): "rough",
    Touchdown.CRASH.name.lower(): "crash",
    Touchdown.KILLED.name.lower(): "killed",
    "jumped": "jumped",
}
EVENTS_BY_NAME = {event.name.lower(): event.word for event in Event}
AWARDS_BY_NAME = {award.name.lower(): award.word for award in Award}
MONTHS_BY_NAME = {month_name(month): title for month, title in enumerate(wording.MONTH_TITLES)}


def _values(number: int, sortie: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of :data:`SORTIE_COLUMNS`, in words."""
    words = {
        "number": number,
        "status": STATUSES[sortie["status"]],
        "zone": ZONES_OF_TARGETS.get(sortie["zone"], ""),
        "landing": LANDING_WORDS.get(sortie["landing"], ""),
        "event": EVENTS_BY_NAME.get(sortie["event"], ""),
        "awards": ", ".join(AWARDS_BY_NAME[name] for name in sortie["awards"]),
    }
    values = {name: words.get(name, sortie.get(name)) for name in SORTIE_COLUMNS}
    return {name: "" if value is None else value for name, value in values.items()}


def _cell(name: str, values: Mapping[str, Any], is_flown: bool) -> SheetCell:
    """Return a cell of the page; the numbers of a sortie that was not flown are left out."""
    if name == "remarks":
        return SheetCell("; ".join(filter(None, (values["event"], values["awards"]))))
    if name == "raid" and values["zone"]:
        return SheetCell(f"{values['raid']} ({values['zone']})")
    is_number = name in NUMBER_COLUMNS
    is_empty = is_number and not is_flown and not values[name]
    return SheetCell("" if is_empty else str(values[name]), is_number)


def line_of(number: int, sortie: Mapping[str, Any]) -> SheetLine:
    """Return a line of the sheet.

    Args:
        number: number of the line in the career, from 1.
        sortie: the line, as in the info of a step.
    """
    values, is_flown = _values(number, sortie), sortie["status"] == Line.FLOWN.name.lower()
    cells = tuple(_cell(name, values, is_flown) for name in PAGE_COLUMNS)
    return SheetLine(values, cells, MONTHS_BY_NAME[sortie["month"]], is_flown)


def sortie_lines(flight: Any) -> list[SheetLine]:
    """Return the sortie lines that have ended, of a :class:`stuka_env.replay.Flight`."""
    opening = flight.moments[0]
    first = opening.line + 1 - len(opening.lines)
    sorties = [sortie for moment in flight.moments for sortie in moment.lines]
    return [line_of(number, sortie) for number, sortie in enumerate(sorties, first)]


LOG_SHEET = LogSheetParts(
    title="Sortie log sheet",
    columns=SORTIE_COLUMNS,
    heads=tuple(PAGE_COLUMNS.values()),
    lines=sortie_lines,
    note="",
)
"""The parts of log sheets."""
