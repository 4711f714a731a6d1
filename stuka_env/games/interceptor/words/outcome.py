"""Results of a step as dicts in words: sortie lines from the log sheet, and results of episodes."""

from typing import Any

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import (
    Award,
    Bomber,
    Career,
    Cause,
    Event,
    Ladder,
    Line,
    Month,
    Over,
    TargetZone,
    Touchdown,
    Weather,
)
from stuka_env.games.interceptor.rules.mat import LogLine

NumpyRecord = Any
"""A record of :class:`stuka_env.games.interceptor.rules.mat.LogLine` or of
:class:`stuka_env.games.interceptor.rules.ledger.Result`."""

LOGGED_AWARDS, LOGGED_EVENTS, LOGGED_LINES, LOGGED_WEATHER, LOGGED_ZONES = (
    tuple(code.name.lower() for code in kind) for kind in (Award, Event, Line, Weather, TargetZone)
)
"""Words by the code of the log."""
LANDINGS = (*(touchdown.name.lower() for touchdown in Touchdown), "jumped")
"""Results of a landing, by the code of the log."""
LINE_FIELDS: tuple[str, ...] = tuple(field.name for field in LogLine.FIELDS)


def award_names(bits: int) -> list[str]:
    """Return the awards of a number with a bit for each."""
    return [name for award, name in enumerate(LOGGED_AWARDS) if bits >> award & 1] if bits else []


def sortie_dict(entry: NumpyRecord, charts: LoadedCharts) -> dict[str, Any]:
    """Return one line of the log sheet; ``raid`` and all later keys are None or 0 on a line without a raid."""
    line: dict[str, int] = dict(zip(LINE_FIELDS, entry.item(), strict=True))
    raid, flown = line["raid"], line["status"] == Line.FLOWN
    return {
        "month": Month(line["month"]).short,
        "line": line["line"],
        "status": LOGGED_LINES[line["status"]],
        "raid": charts.names.raids[line["month"]][raid] if raid else None,
        "zone": LOGGED_ZONES[line["zone"]] if raid else None,
        "weather": LOGGED_WEATHER[line["weather"]] if raid else None,
        "aircraft": charts.names.models[line["model"]] if flown else None,
        "boxes": line["boxes"],
        "event": LOGGED_EVENTS[line["event"]] if line["event"] else None,
        "met": line["engaged"],
        "bombers": line["bombers"],
        "fighters": line["fighters"],
        "wounds": line["wounds"],
        "damaged": line["damaged"],
        "landing": LANDINGS[line["landing"]] if flown else None,
        "lost": line["lost"],
        "awards": award_names(line["awards"]),
    }


def result_dict(result: NumpyRecord, charts: LoadedCharts) -> dict[str, Any]:
    """Return the result of an episode; ``level`` is the level of victory (5.2.1), ``line`` the last line."""
    alive = result["over"] != Over.DEATH
    numbers = ("bombers", "destroyed", "crashed", "fighters", "line", "flown", "lines", "rank")
    costs = ("prestige_level", "aircraft_lost", "wingmen_lost", "wounds", "fatigue")
    return {
        **{name: int(result[name]) for name in (*numbers, *costs)},
        "by_type": {bomber.name.lower(): int(result["by_type"][bomber - 1]) for bomber in Bomber if bomber},
        "level": Ladder(int(result["level"])).name.lower(),
        "alive": bool(alive),
        "cause": None if alive else Cause(int(result["cause"])).name.lower(),
        "month": Month(int(result["month"])).short,
        "track": Career(int(result["track"])).name.lower(),
        "awards": award_names(int(result["awards"])),
    }
