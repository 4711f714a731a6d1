"""Results of a step as dicts in words: missions from the log sheet, and results of episodes."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import SEGMENT_NAMES, SLOTS, NoFly, Payload, Size, Target, to_number

NumpyRecord = Any
"""A line of the log sheet (:mod:`stuka_env.games.stuka.rules.mat`) or a result (its neighbour ``ledger``)."""

GAMBLES = (None, "survived", "crashed")


def mission_dict(entry: NumpyRecord, charts: LoadedCharts) -> dict[str, Any]:
    """Return one line of the log sheet. ``scores``, ``pilots`` and ``gunners`` have the slots "1" to "10" as keys.

    ``level`` is the level of victory of the score (8.4). ``special`` is None if no special bomb was carried.
    """
    scores, pilots, gunners = entry["scores"].tolist(), entry["pilots"].tolist(), entry["gunners"].tolist()
    return {
        "segment": SEGMENT_NAMES[entry["segment"]],
        "mission": int(entry["number"]) + 1,
        "target": Target(int(entry["target"])).name.lower(),
        "size": Size(int(entry["target_size"])).name.lower(),
        "zone": int(entry["zone"]),
        "sent": int(entry["sent"]),
        "present": int(entry["present"]),
        "lost": int(entry["lost"]),
        "damaged": int(entry["damaged"]),
        "casualties": {name: int(entry[name]) for name in ("wia", "kia", "pow")},
        "kills": int(entry["kills"]),
        "payload": Payload(int(entry["payload"])).name.lower(),
        "special": Payload(int(entry["special"])).name.lower() if entry["special"] else None,
        "carriers": [slot for slot in entry["carriers"].tolist() if slot],
        "strafed": [to_number(slot) for slot in range(SLOTS) if int(entry["strafed"]) >> slot & 1],
        "gamble": GAMBLES[entry["gamble"]],
        "gambler": int(entry["gambler"]) or None,
        "scores": {str(to_number(slot)): score for slot, score in enumerate(scores) if score >= 0},
        "pilots": {str(to_number(slot)): place for slot, place in enumerate(pilots) if place},
        "gunners": {str(to_number(slot)): place for slot, place in enumerate(gunners) if place},
        "sunk": bool(entry["sunk"]),
        "bonus": int(entry["bonus"]),
        "score": int(entry["score"]),
        "level": charts.names.victory_levels[int(entry["level"])],
        "no_fly": NoFly(int(entry["no_fly"])).name.lower() if entry["no_fly"] else None,
        "aborted": bool(entry["aborted"]),
    }


def result_dict(result: NumpyRecord, charts: LoadedCharts) -> dict[str, Any]:
    """Return the result of an episode; ``level`` is the level of victory (A5)."""
    numbers = {name: int(result[name]) for name in ("score", "destroyed", "kia", "no_fly", "missions")}
    return numbers | {"level": charts.names.victory_levels[int(result["level"])]}


def by_slot(mission: Mapping[str, Any], name: str) -> dict[int, int]:
    """Return ``scores``, ``pilots`` or ``gunners`` of a :func:`mission_dict` by slot number, counted from 1."""
    return {int(slot): value for slot, value in mission[name].items()}
