"""The log sheet of a career (4.3.2): a line for each sortie line, with the raid, the kills and the damage."""

from collections.abc import Mapping, Sequence
from typing import Any

from stuka_env.declared.log_sheet import Column, SheetLine, in_words, line_of_sheet, words_of_names
from stuka_env.game import LogSheetParts
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import (
    Award,
    Bomber,
    Cause,
    Line,
    Month,
    Over,
    Phase,
    Scale,
    Touchdown,
)
from stuka_env.games.interceptor.rules.ledger import Result
from stuka_env.games.interceptor.rules.mat import LogLine
from stuka_env.games.interceptor.words.debrief import month_name, name_of

NumpyRecord = Any
"""A record of :class:`stuka_env.games.interceptor.rules.mat.LogLine` or of
:class:`stuka_env.games.interceptor.rules.ledger.Result`."""


LANDINGS = (*(touchdown.name.lower() for touchdown in Touchdown), "jumped")
"""Results of a landing, by the code of the log."""


def award_names(bits: int) -> list[str]:
    """Return the awards of a number with a bit for each."""
    return [award.name.lower() for award in Award if bits >> award & 1] if bits else []


def sortie_dict(entry: NumpyRecord, charts: LoadedCharts) -> dict[str, Any]:
    """Return one line of the log sheet; ``raid`` and all later keys are None or 0 on a line without a raid."""
    line = in_words(entry, LogLine)
    is_flown, raid, month = line["status"] == Line.FLOWN.name.lower(), line["raid"], Month(int(entry["month"]))
    model, met = line.pop("model"), line.pop("engaged")
    return {
        **line,
        "raid": charts.names.raids[month][raid] if raid else None,
        **({} if raid else dict.fromkeys(("zone", "weather"))),
        "month": month.short,
        "aircraft": charts.names.models[model] if is_flown else None,
        "event": line["event"] if entry["event"] else None,
        "met": met,
        "landing": LANDINGS[line["landing"]] if is_flown else None,
        "awards": award_names(line["awards"]),
    }


def result_dict(result: NumpyRecord, charts: LoadedCharts) -> dict[str, Any]:
    """Return the result of an episode; ``level`` is the level of victory (5.2.1), ``line`` the last line."""
    words = in_words(result, Result)
    alive = words.pop("over") != Over.DEATH.name.lower()
    codes = {
        "by_type": {bomber.name.lower(): words["by_type"][bomber - 1] for bomber in Bomber if bomber},
        "level": words["level"],
        "alive": alive,
        "cause": None if alive else words["cause"],
        "month": Month(int(result["month"])).short,
        "track": words["track"],
        "awards": award_names(words["awards"]),
    }
    return {name: number for name, number in words.items() if name not in codes} | codes


THE_FLIGHT = "the flight"
PASSAGES = {
    **dict.fromkeys(range(Phase.ENGAGED, Phase.BOX_DONE), "the combat"),
    Phase.BOX: THE_FLIGHT,
    Phase.BOX_DONE: THE_FLIGHT,
    Phase.JUMP: "the jump",
    Phase.LANDING: "the landing",
}
"""Titles of the passages between decisions, by the phase of their steps."""


def name_of_line(mat: Any) -> str:
    """Return the name of the sortie line of a decision: "3 of Jul 1943"; a career begins before its first."""
    career = mat["career"]
    return name_of(int(career["line"]) or 1, int(career["month"]))


def title_words(arguments: Mapping[str, Any]) -> list[str]:
    """Return the words for the arguments of an environment."""
    return [arguments[key] for key in ("start", "month") if arguments.get(key)]


def ending_words(env: str, result: Mapping[str, Any], score: int) -> str:
    """Return the end of an episode in words. Only a career has a level of victory."""
    is_career = INTERCEPTOR_ENVIRONMENTS.index(env) == Scale.CAREER
    level = f" ({result['level'].replace('_', ' ')})" if is_career else ""
    fate = "survived" if result["alive"] else f"killed {Cause[result['cause'].upper()].word}"
    return f"score {score}{level}, {fate}"


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
MONTHS_BY_NAME = {month_name(month): title for month, title in enumerate(Month.words())}


def line_of(number: int, sortie: Mapping[str, Any]) -> SheetLine:
    """Return a line of the sheet. The page leaves out the numbers of a sortie that was not flown.

    Args:
        number: number of the line in the career, from 1.
        sortie: the line, as in the info of a step.
    """
    is_flown = sortie["status"] == Line.FLOWN.name.lower()
    words: dict[str, Any] = {
        "number": number,
        **words_of_names(sortie, LogLine, ("status", "zone", "event")),
        "awards": ", ".join(Award[name.upper()].word for name in sortie["awards"]),
    }
    cells = {"remarks": "; ".join(filter(None, (words["event"], words["awards"])))}
    cells |= {"raid": f"{sortie['raid']} ({words['zone']})"} if words["zone"] else {}
    if not is_flown:
        numbers = (column.name for column in LOG_COLUMNS if column.is_number)
        cells |= {name: "" for name in numbers if not sortie[name]}
    heading = MONTHS_BY_NAME[sortie["month"]]
    return line_of_sheet(LOG_COLUMNS, {**sortie, **words}, cells, heading=heading, is_flown=is_flown)


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
