"""The log sheet of a campaign: a line for each mission, with the target, the losses and the points."""

from collections.abc import Iterable, Mapping
from typing import Any

from stuka_env.declared.log_sheet import Column, SheetCell, SheetLine
from stuka_env.game import LogSheetParts
from stuka_env.games.wing.codes import Cloud, Counter, Target

LOG_COLUMNS = (
    Column("turn", "box of the track", "Mission", True, True),
    Column("target", "target", "Target", is_narrow=True),
    Column("cloud", "cloud over the target", "Cloud"),
    Column("sent", "bombers sent", "Sent", True, True),
    Column("short", "bombers short"),
    Column("interceptions", "interceptions", "Interceptions", True),
    Column("outcome", "state of the target", "Result", is_narrow=True),
    Column("hits", "hits on the target"),
    Column("needed", "hits needed"),
    Column("lost", "bombers lost", "Lost", True, True),
    Column("home_alone", "bombers home alone", "Home alone", True),
    Column("damaged", "bombers home damaged", "Damaged", True),
    Column("kills", "interceptors destroyed", "Kills", True),
    Column("luck_played", "counters played", "Counters"),
    Column("points", "points of the mission", "Points", True, True),
    Column("total", "campaign points", "Total", True, True),
)
"""Columns of a mission."""


def counters_words(played: Mapping[str, int]) -> str:
    """Return the counters that were played: "clear view, silent guns 2"."""
    words = ((Counter[name.upper()].word, count) for name, count in played.items() if count)
    return ", ".join(word if count == 1 else f"{word} {count}" for word, count in words)


def _values(mission: Mapping[str, Any], total: int) -> dict[str, Any]:
    """Return the values of the columns of a mission in the CSV."""
    words = {
        "cloud": Cloud[mission["cloud"].upper()].word,
        "outcome": Target[mission["outcome"].upper()].word if mission["sent"] else "not flown",
        "luck_played": counters_words(mission["luck_played"]),
        "total": total,
    }
    return {column.name: words.get(column.name, mission.get(column.name)) for column in LOG_COLUMNS}


def _cell(column: Column, values: Mapping[str, Any]) -> SheetCell:
    """Return a cell of the page."""
    words = str(values[column.name])
    if column.name == "sent" and values["short"]:
        words = f"{words} ({values['short']} short)"
    elif column.name == "outcome" and values["sent"]:
        words = f"{words} ({values['hits']}/{values['needed']})"
    return SheetCell(words, column.is_number)


def line_of(mission: Mapping[str, Any], total: int) -> SheetLine:
    """Return a line of the sheet.

    Args:
        mission: the mission, as in the info of a step.
        total: the campaign points after it.
    """
    values = _values(mission, total)
    cells = tuple(_cell(column, values) for column in LOG_COLUMNS if column.page)
    return SheetLine(values, cells, str(mission["year"]), bool(mission["sent"]))


def mission_lines(moments: Iterable[Any], names: Any) -> list[SheetLine]:
    """Return the missions that have ended, of the moments of a war. A moment can have several."""
    lines: list[SheetLine] = []
    for moment in moments:
        total = int(moment.mat["track"]["points"]) - sum(mission["points"] for mission in moment.lines)
        for mission in moment.lines:
            total += mission["points"]
            lines.append(line_of(mission, total))
    return lines


LOG_SHEET = LogSheetParts(
    title="Mission log sheet",
    columns=LOG_COLUMNS,
    lines=mission_lines,
)
"""The parts of log sheets."""
