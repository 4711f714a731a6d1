"""The result of a war once more, worked out from its log sheet in plain Python."""

from typing import Any

import numpy as np

from stuka_env.games.stuka.codes import Scale, Target
from stuka_env.games.stuka.rules.mat import LogLine
from tests.support.wars import WarKind

WARSHIPS = (Target.BATTLESHIP, Target.CRUISER, Target.DESTROYER, Target.SUBMARINE)
OF_OPERATION = ((0, 1, 2), (3, 4), (5,))
"""Segments of the operations."""


def mean(numbers: list[int], count: int) -> int:
    """Half up to the nearest whole number (8.4)."""
    quotient, rest = divmod(sum(numbers), count)
    return quotient + (2 * rest >= count)


def mission_error(line: dict[str, Any], target: int) -> str:
    """Return the error in one line of the log sheet by 5.1.5, 8.4, 8.5.1 and 8.6; empty if it is right."""
    scores = [score for score in line["scores"] if score >= 0]
    if len(scores) != line["present"]:
        return "aircraft with a score are not the aircraft present"
    sunk = target in WARSHIPS and 100 in scores
    if bool(line["sunk"]) != sunk:
        return "a ship is sunk by an attack of 100, and only so"
    if bool(line["gamble"]) != bool(line["gambler"]) or bool(line["special"]) != any(line["carriers"]):
        return "a gamble without a gambler, a special bomb without a carrier, or the other way round"
    if line["no_fly"] or line["aborted"]:
        return "" if line["score"] == line["bonus"] == 0 else "a score without a mission"
    if not scores:
        shot_down = 10 * line["kills"]
        return "" if (line["score"], line["bonus"]) == (shot_down, 0) else "more than kills without an attack run"
    base = (100 if sunk else mean(scores, len(scores))) + 10 * line["kills"]
    bonus = 0
    if not line["lost"]:
        casualties = line["wia"] + line["kia"] + line["pow"]
        worst = max(casualties, line["damaged"])
        bonus = 4 if worst <= 1 else 3 if worst == 2 else 0
    calm = 2 if not line["lost"] else 0
    if line["bonus"] not in (bonus, bonus + calm) or line["score"] != base + line["bonus"]:
        return f"score {line['score']} with bonus {line['bonus']}, by the log {base} and {bonus} or {bonus + calm}"
    return ""


def better(destroyed: int, kia: int, first: tuple[int, int, int], second: tuple[int, int, int]) -> int:
    """The better of two bonuses: points, fewer destroyed than, fewer killed than."""
    for points, most_destroyed, most_killed in (first, second):
        if destroyed < most_destroyed and kia < most_killed:
            return points
    return 0


def tally(lines: list[dict[str, Any]]) -> tuple[int, int, int]:
    """Aircraft destroyed, people killed, No-Flys."""
    return (
        sum(line["lost"] for line in lines),
        sum(line["kia"] for line in lines),
        sum(line["no_fly"] > 0 for line in lines),
    )


def recompute(scale: int, operation: int, regular: int, lines: list[dict[str, Any]]) -> int:
    """The official result from the log sheet (8.3 to 8.5)."""
    missions = 1 if scale == Scale.MISSION else 10 if regular else 6

    def segment(number: int) -> int:
        return mean([line["score"] for line in lines if line["segment"] == number], missions)

    def whole_operation(number: int) -> int:
        mine = [line for line in lines if line["segment"] in OF_OPERATION[number]]
        destroyed, kia, no_fly = tally(mine)
        bonus = better(destroyed, kia, (7, 5, 5), (5, 8, 7)) + (3 if no_fly < 6 else 0)
        return mean([segment(part) for part in OF_OPERATION[number]], len(OF_OPERATION[number])) + bonus

    if scale <= Scale.SEGMENT:
        return segment(lines[0]["segment"])
    if scale == Scale.OPERATION:
        return whole_operation(operation)
    destroyed, kia, no_fly = tally(lines)
    bonus = better(destroyed, kia, (15, 15, 15), (10, 20, 20)) + (8 if no_fly < 15 else 0)
    return mean([whole_operation(number) for number in range(3)], 3) + bonus


def log_lines(mat: Any) -> list[dict[str, Any]]:
    """The log sheet as plain numbers."""
    log = np.asarray(mat.log)[: int(mat.track.logged)]
    columns = {field.name: log[field.name].tolist() for field in LogLine.FIELDS}
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def field_error(lines: list[dict[str, Any]]) -> str:
    """A field of the log sheet that is out of its range; nothing if there is none."""
    for field in LogLine.FIELDS:
        for line in lines:
            values = line[field.name] if field.shape else [line[field.name]]
            if not all(field.low <= value <= field.high for value in values):
                return f"log sheet: {field.name} is {line[field.name]}"
    return ""


def log_error(war: WarKind, mat: Any) -> str:
    """Return the error in the log sheet and the result of a war that is over; empty if they are right."""
    lines = log_lines(mat)
    segments = 1 if war.scale <= Scale.SEGMENT else len(OF_OPERATION[war.operation])
    segments = 6 if war.scale == Scale.CAMPAIGN else segments
    missions = 1 if war.scale == Scale.MISSION else segments * (10 if war.regular else 6)
    if len(lines) != missions:
        return f"{len(lines)} missions on the log sheet, {missions} in the war"
    wrong = field_error(lines)
    for number, line in enumerate(lines):
        wrong = wrong or mission_error(line, line["target"])
        if wrong:
            return f"mission {number + 1}: {wrong}"
    if tally(lines) != (int(mat.count.war_destroyed), int(mat.count.war_kia), int(mat.count.war_no_fly)):
        return f"losses and No-Flys {tally(lines)} by the log sheet are not those counted"
    result = recompute(war.scale, war.operation, war.regular, lines)
    return "" if result == int(mat.track.result) else f"result {int(mat.track.result)}, by the log sheet {result}"
