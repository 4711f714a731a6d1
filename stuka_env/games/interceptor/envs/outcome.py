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
    Over,
    TargetZone,
    Touchdown,
    Weather,
)
from stuka_env.games.interceptor.scenario.plan import MONTH_WORDS

NumpyRecord = Any
"""A record of :class:`stuka_env.games.interceptor.rules.mat.LogLine` or of
:class:`stuka_env.games.interceptor.rules.ledger.Result`."""

LANDINGS = (*(touchdown.name.lower() for touchdown in Touchdown), "jumped")
"""Results of a landing, by the code of the log."""


def award_names(bits: int) -> list[str]:
    """Return the awards of a number with a bit for each."""
    return [award.name.lower() for award in Award if bits >> award & 1]


def sortie_dict(entry: NumpyRecord, charts: LoadedCharts) -> dict[str, Any]:
    """Return one line of the log sheet; ``raid`` and all later keys are None or 0 on a line without a raid."""
    month, status, raid = int(entry["month"]), Line(int(entry["status"])), int(entry["raid"])
    flown = status == Line.FLOWN
    return {
        "month": MONTH_WORDS[month],
        "line": int(entry["line"]),
        "status": status.name.lower(),
        "raid": charts.names.raids[month][raid] if raid else None,
        "zone": TargetZone(int(entry["zone"])).name.lower() if raid else None,
        "weather": Weather(int(entry["weather"])).name.lower() if raid else None,
        "aircraft": charts.names.models[int(entry["model"])] if flown else None,
        "boxes": int(entry["boxes"]),
        "event": Event(int(entry["event"])).name.lower() if entry["event"] else None,
        "met": int(entry["engaged"]),
        "bombers": int(entry["bombers"]),
        "fighters": int(entry["fighters"]),
        "wounds": int(entry["wounds"]),
        "damaged": int(entry["damaged"]),
        "landing": LANDINGS[int(entry["landing"])] if flown else None,
        "lost": int(entry["lost"]),
        "awards": award_names(int(entry["awards"])),
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
        "month": MONTH_WORDS[result["month"]],
        "track": Career(int(result["track"])).name.lower(),
        "awards": award_names(int(result["awards"])),
    }
