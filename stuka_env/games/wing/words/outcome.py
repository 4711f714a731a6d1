"""Results of a step as dicts in words: missions from the log sheet, and results of episodes."""

from typing import Any

import numpy as np

from stuka_env.games.wing.charts import LoadedCharts
from stuka_env.games.wing.codes import FIRST_YEAR, KEPT, Cloud, Counter, Over, Target, Victory, War
from stuka_env.games.wing.rules.mat import Result

NumpyRecord = Any
"""A record of :class:`stuka_env.games.wing.rules.mat.LogLine` or of :class:`stuka_env.games.wing.rules.mat.Result`."""

RESULT_CODES = {"level": Victory, "over": Over}
"""Codes of the fields of a result; the other fields are numbers."""


def year_of(turn: int, charts: LoadedCharts) -> int:
    """Return the year of a box of the track."""
    record: Any = charts.record
    return FIRST_YEAR + int(np.searchsorted(record["first_box"], turn, side="right")) - 1


def mission_dict(entry: NumpyRecord, charts: LoadedCharts) -> dict[str, Any]:
    """Return one line of the log sheet. ``turn`` is the box of the track, ``needed`` the hits that destroy the target.

    The points for the target, for losses and for bombers short add up to ``points``.
    """
    record: Any = charts.record
    turn, card = int(entry["box"]), int(entry["card"])
    points = {name: int(entry[name]) for name in ("target_points", "loss_points", "short_points")}
    return {
        "turn": turn,
        "year": year_of(turn, charts),
        "card": card,
        "target": charts.names.targets[card],
        "cloud": Cloud(int(entry["cloud"])).name.lower(),
        "sent": int(entry["sent"]),
        "short": int(entry["short"]),
        "reached": bool(entry["reached"]),
        "hits": int(entry["hits"]),
        "needed": int(record["cards"]["hits"][card]),
        "outcome": Target(int(entry["target"])).name.lower(),
        **{name: int(entry[name]) for name in ("lost", "crews_lost", "home_alone", "damaged")},
        **{name: int(entry[name]) for name in ("interceptions", "kills", "escorts_lost")},
        "turns": int(entry["mission_turns"]),
        "upgrades": int(entry["crews_up"]),
        "replacement": bool(entry["replaced"]),
        "war": War(int(entry["war"])).name.lower(),
        "luck_played": {Counter(kind).name.lower(): int(entry["played"][kind]) for kind in range(KEPT)},
        **points,
        "points": sum(points.values()),
    }


def result_dict(result: NumpyRecord, charts: LoadedCharts) -> dict[str, Any]:
    """Return the result of an episode; ``level`` has no meaning for a single mission (7.6)."""
    numbers = {field.name: int(result[field.name]) for field in Result.FIELDS}
    return numbers | {name: code(numbers[name]).name.lower() for name, code in RESULT_CODES.items()}
