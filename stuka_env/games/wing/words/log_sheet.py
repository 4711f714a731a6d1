"""The log sheet of a campaign, its missions and its result in words."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from stuka_env.declared.codes import plural
from stuka_env.declared.log_sheet import Column, SheetLine, in_words, line_of_sheet
from stuka_env.game import LogSheetParts
from stuka_env.games.wing import WING_ENVIRONMENTS
from stuka_env.games.wing.charts import LoadedCharts
from stuka_env.games.wing.codes import FIRST_YEAR, Cloud, Counter, Phase, Scale, Target
from stuka_env.games.wing.rules.mat import LogLine

NumpyRecord = Any
"""A record of :class:`stuka_env.games.wing.rules.mat.LogLine`."""


def year_of(turn: int, charts: LoadedCharts) -> int:
    """Return the year of a box of the track."""
    record: Any = charts.record
    return FIRST_YEAR + int(np.searchsorted(record["first_box"], turn, side="right")) - 1


RENAMED = {
    "box": "turn",
    "target": "outcome",
    "mission_turns": "turns",
    "crews_up": "upgrades",
    "replaced": "replacement",
    "played": "luck_played",
}
"""Names in a mission of fields of its line."""


def mission_dict(entry: NumpyRecord, charts: LoadedCharts) -> dict[str, Any]:
    """Return one line of the log sheet. ``turn`` is the box of the track, ``needed`` the hits that destroy the target.

    The points for the target, for losses and for bombers short add up to ``points``.
    """
    record: Any = charts.record
    words = {RENAMED.get(name, name): value for name, value in in_words(entry, LogLine).items()}
    turn, card = words["turn"], words["card"]
    return words | {
        "year": year_of(turn, charts),
        "target": charts.names.targets[card],
        "reached": bool(words["reached"]),
        "needed": int(record["cards"]["hits"][card]),
        "replacement": bool(words["replacement"]),
        "points": sum(words[name] for name in ("target_points", "loss_points", "short_points")),
    }


PASSAGES = {
    **dict.fromkeys(range(Phase.TAKE_OFF, Phase.INTERCEPTION), "the flight"),
    **dict.fromkeys(range(Phase.INTERCEPTION, Phase.STRIKE + 1), "the combat"),
    **dict.fromkeys(range(Phase.RUN, Phase.LANDING), "the bombing run"),
    Phase.LANDING: "the landing",
}
"""Titles of the passages between decisions, by the phase of their steps; damage belongs to what follows it."""


def line_of(mat: Any) -> int:
    """Return the index of the mission of a decision; the end belongs to the last mission."""
    return int(mat["track"]["logged"]) - bool(mat["track"]["over"])


def name_of_line(mat: Any) -> str:
    """Return the number of the mission of a decision: its box of the track."""
    return str(int(mat["track"]["box"]))


def title_words(arguments: Mapping[str, Any]) -> list[str]:
    """Return the words for the arguments of an environment."""
    words = [str(arguments.get("campaign") or "").replace("_", " "), str(arguments.get("squadron") or "")]
    turn = arguments.get("turn")
    return [word for word in (*words, f"mission {turn}" if turn else "") if word]


def ending_words(env: str, result: Mapping[str, Any], score: int) -> str:
    """Return the end of an episode in words. Only a campaign has a level of victory."""
    is_campaign = WING_ENVIRONMENTS.index(env) == Scale.CAMPAIGN
    level = f" ({result['level']})" if is_campaign else ""
    return f"score {score}{level}, {plural(result['lost'], 'bomber')} lost"


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


def sheet_line(mission: Mapping[str, Any], total: int) -> SheetLine:
    """Return a line of the sheet.

    Args:
        mission: the mission, as in the info of a step.
        total: the campaign points after it.
    """
    sent, outcome = mission["sent"], Target[mission["outcome"].upper()].word
    words = {
        "cloud": Cloud[mission["cloud"].upper()].word,
        "outcome": outcome if sent else "not flown",
        "luck_played": counters_words(mission["luck_played"]),
        "total": total,
    }
    cells = {"sent": f"{sent} ({mission['short']} short)"} if mission["short"] else {}
    cells |= {"outcome": f"{outcome} ({mission['hits']}/{mission['needed']})"} if sent else {}
    return line_of_sheet(LOG_COLUMNS, {**mission, **words}, cells, heading=str(mission["year"]), is_flown=bool(sent))


def mission_lines(moments: Iterable[Any], names: Any) -> list[SheetLine]:
    """Return the missions that have ended, of the moments of a war. A moment can have several."""
    lines: list[SheetLine] = []
    for moment in moments:
        total = int(moment.mat["track"]["points"]) - sum(mission["points"] for mission in moment.lines)
        for mission in moment.lines:
            total += mission["points"]
            lines.append(sheet_line(mission, total))
    return lines


LOG_SHEET = LogSheetParts(
    title="Mission log sheet",
    columns=LOG_COLUMNS,
    lines=mission_lines,
)
"""The parts of log sheets."""
