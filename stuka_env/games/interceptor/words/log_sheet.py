"""The log sheet of a career (4.3.2): a line for each sortie line, with the raid, the kills and the damage."""

from collections.abc import Mapping, Sequence
from typing import Any

from stuka_env.declared.log_sheet import Column, SheetCell, SheetLine
from stuka_env.game import LogSheetParts
from stuka_env.games.interceptor.codes import (
    Award,
    Event,
    Line,
    Month,
    TargetZone,
    Touchdown,
)
from stuka_env.games.interceptor.words.debrief import month_name

LOG_COLUMNS = (
    Column("number", "line of the career"),
    Column("month", "month"),
    Column("line", "line of the month", "Line", True, True),
    Column("status", "status", "Status"),
    Column("raid", "raid", "Raid", is_narrow=True),
    Column("zone", "zone of the target"),
    Column("weather", "weather", "Weather"),
    Column("aircraft", "aircraft", "Aircraft", is_narrow=True),
    Column("boxes", "boxes entered", "Boxes", True),
    Column("met", "enemy aircraft fought", "Fought", True),
    Column("bombers", "bombers", "Bombers", True, True),
    Column("fighters", "fighters", "Fighters", True, True),
    Column("damaged", "systems damaged", "Damaged", True, True),
    Column("wounds", "wounds", "Wounds", True, True),
    Column("landing", "landing", "Landing", is_narrow=True),
    Column("lost", "sorties lost", "Sorties lost", True),
    Column("event", "random event"),
    Column("awards", "awards"),
    Column("remarks", "", "Remarks", is_narrow=True),
)
"""Columns of a sortie line."""
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
MONTHS_BY_NAME = {month_name(month): title for month, title in enumerate(Month.words())}


def _values(number: int, sortie: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the columns of the CSV, in words."""
    words = {
        "number": number,
        "status": STATUSES[sortie["status"]],
        "zone": ZONES_OF_TARGETS.get(sortie["zone"], ""),
        "landing": LANDING_WORDS.get(sortie["landing"], ""),
        "event": EVENTS_BY_NAME.get(sortie["event"], ""),
        "awards": ", ".join(AWARDS_BY_NAME[name] for name in sortie["awards"]),
    }
    values = {column.name: words.get(column.name, sortie.get(column.name)) for column in LOG_COLUMNS if column.head}
    return {name: "" if value is None else value for name, value in values.items()}


def _cell(column: Column, values: Mapping[str, Any], is_flown: bool) -> SheetCell:
    """Return a cell of the page; the numbers of a sortie that was not flown are left out."""
    if column.name == "remarks":
        return SheetCell("; ".join(filter(None, (values["event"], values["awards"]))))
    if column.name == "raid" and values["zone"]:
        return SheetCell(f"{values['raid']} ({values['zone']})")
    value = values[column.name]
    is_empty = column.is_number and not is_flown and not value
    return SheetCell("" if is_empty else str(value), column.is_number)


def line_of(number: int, sortie: Mapping[str, Any]) -> SheetLine:
    """Return a line of the sheet.

    Args:
        number: number of the line in the career, from 1.
        sortie: the line, as in the info of a step.
    """
    values, is_flown = _values(number, sortie), sortie["status"] == Line.FLOWN.name.lower()
    cells = tuple(_cell(column, values, is_flown) for column in LOG_COLUMNS if column.page)
    return SheetLine(values, cells, MONTHS_BY_NAME[sortie["month"]], is_flown)


def sortie_lines(moments: Sequence[Any], names: Any) -> list[SheetLine]:
    """Return the sortie lines that have ended, of the moments of a war."""
    first = moments[0].line + 1 - len(moments[0].lines)
    sorties = [sortie for moment in moments for sortie in moment.lines]
    return [line_of(number, sortie) for number, sortie in enumerate(sorties, first)]


LOG_SHEET = LogSheetParts(
    title="Sortie log sheet",
    columns=LOG_COLUMNS,
    lines=sortie_lines,
)
"""The parts of log sheets."""
