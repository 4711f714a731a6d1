"""Fields of a mat that follow from those of a position, its log sheet among them, and its dice.

A position has no log sheet. The sheet shows averages for the missions before it: each mission of a finished segment has
the segment's score, and the missions of the current segment share its sum. The missions with the lowest scores are
No-Flys, as many as the mat counts.
"""

from typing import Any

import numpy as np

from stuka_env.consistency import need
from stuka_env.games.stuka.charts.shape import BEST_MISSION
from stuka_env.games.stuka.codes import SEATS, Leg, NoFly, Payload, to_index, to_number
from stuka_env.games.stuka.rules.mat import LOG_LENGTH
from stuka_env.games.stuka.scenario.consistency import BETWEEN_MISSIONS, MatValues, check_mat, read_mat
from stuka_env.games.stuka.scenario.plan import WarSpec


def _charts_of(spec: WarSpec) -> Any:
    """Return the charts in force, ``(1,)``."""
    return np.array([spec.charts.record], spec.charts.record.dtype)


def complete(snapshot: Any, spec: WarSpec) -> None:
    """Write the fields of the mat that a position does not have."""
    mat = snapshot.mats[0]
    mat["track"]["logged"] = mat["war"]["mission_of_war"]
    for roster, seat in (("pilots", "pilot"), ("gunners", "gunner")):
        for slot, place in enumerate(mat["aircraft"][seat].tolist(), 1):
            if 0 < place <= SEATS:
                mat[roster]["slot"][to_index(place)] = slot
    war = read_mat(spec, _charts_of(spec), snapshot.mats)
    if war.began >= 0:
        _write_log(mat, war)
    if mat["mission"]["leg"] != Leg.GROUND:
        _write_loads(mat)


def _write_log(mat: Any, war: MatValues) -> None:
    """Write a line for each mission before the position, with its place, its score and its level of victory."""
    segment, mission = war.war["segment"], war.war["mission"]
    places = [
        (number, place, int(war.track["segments"][place]))
        for place in range(war.began, segment)
        for number in range(war.missions[place])
    ]
    share, rest = divmod(war.track["segment_sum"], max(1, mission))
    places += [(number, segment, share + (number < rest)) for number in range(mission)]
    numbers, segments, scores = np.array(places[:LOG_LENGTH], np.int64).reshape(-1, 3).T
    lines = mat["log"][: len(scores)]
    lines["number"], lines["segment"], lines["score"] = numbers, segments, scores
    lines["level"] = np.searchsorted(war.charts["a5"][0], scores, "right") - 1
    no_flys = np.argsort(scores, kind="stable")[: war.count["war_no_fly"]]
    lines["no_fly"][no_flys] = NoFly.DECLINED


def _write_loads(mat: Any) -> None:
    """Write the loads to the line of the mission in flight, as the rules do at take-off."""
    mission, line = mat["mission"], mat["log"][min(int(mat["track"]["logged"]), LOG_LENGTH - 1)]
    line["payload"] = mission["payload"]
    if mission["special"] != Payload.NONE:
        carriers = np.flatnonzero(mat["aircraft"]["ordnance"] == mission["special"])[: len(line["carriers"])]
        line["carriers"][: len(carriers)] = [to_number(slot) for slot in carriers.tolist()]
        line["special"] = mission["special"] if len(carriers) else Payload.NONE


def check(snapshot: Any, spec: WarSpec) -> None:
    """Refuse a mat that play cannot have made.

    Raises:
        ConsistencyError: the message names the first value that does not fit.
    """
    war = check_mat(spec, _charts_of(spec), snapshot.mats)
    total, most = war.track["segment_sum"], war.war["mission"] * BEST_MISSION
    need(total <= most, "mats.track.segment_sum", total, f"at most {most}")


def place_dice(dice: Any, mat: Any) -> None:
    """Roll the dice in the mission of a mat; between two missions in the one before."""
    is_between = int(mat["cursor"]["decision"]) in BETWEEN_MISSIONS
    dice["mission"] = int(mat["war"]["mission_of_war"]) - is_between


def withhold(ledger: Any, mat: Any) -> None:
    """Do nothing: every mission is paid at its end."""
