"""Positions as text: the fields that they have, and the log sheet of a war that begins at one."""

from typing import Any

import numpy as np

from stuka_env.games.stuka.charts.shape import BEST_MISSION
from stuka_env.games.stuka.codes import SEATS, Leg, NoFly, Operation, Payload, Scale, to_index, to_number
from stuka_env.games.stuka.rules.mat import LOG_LENGTH
from stuka_env.games.stuka.scenario.consistency import first_segment, mission_of_dice, missions_of_segments, read_mat
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.position.blocks import MatValues
from stuka_env.position.parts import PositionParts


def complete(snapshot: Any, spec: WarSpec) -> None:
    """Write the fields of the mat that a position does not have.

    Raises:
        ConsistencyError: the missions of the segment cannot have its sum of scores.
    """
    mat = snapshot.mats[0]
    mat["track"]["logged"] = mat["war"]["mission_of_war"]
    for roster, seat in (("pilots", "pilot"), ("gunners", "gunner")):
        for slot, place in enumerate(mat["aircraft"][seat].tolist(), 1):
            if 0 < place <= SEATS:
                mat[roster]["slot"][to_index(place)] = slot
    war = read_mat(spec, spec.charts.record, snapshot)
    if first_segment(war) >= 0:
        _write_log(mat, war)
    if mat["mission"]["leg"] != Leg.GROUND:
        _write_loads(mat)


def _write_log(mat: Any, war: MatValues) -> None:
    """Write a line for each mission before the position, with its place, its score and its level of victory."""
    segment, mission, track = war["war"]["segment"], war["war"]["mission"], war["track"]
    war.at_most("track.segment_sum", mission * BEST_MISSION)
    missions = missions_of_segments(war)
    places = [
        (number, place, int(track["segments"][place]))
        for place in range(first_segment(war), segment)
        for number in range(missions[place])
    ]
    share, rest = divmod(track["segment_sum"], max(1, mission))
    places += [(number, segment, share + (number < rest)) for number in range(mission)]
    numbers, segments, scores = np.array(places[:LOG_LENGTH], np.int64).reshape(-1, 3).T
    lines = mat["log"][: len(scores)]
    lines["number"], lines["segment"], lines["score"] = numbers, segments, scores
    lines["level"] = np.searchsorted(war.charts["a5"], scores, "right") - 1
    no_flys = np.argsort(scores, kind="stable")[: war["count"]["war_no_fly"]]
    lines["no_fly"][no_flys] = NoFly.DECLINED


def _write_loads(mat: Any) -> None:
    """Write the loads to the line of the mission in flight, as the rules do at take-off."""
    mission, line = mat["mission"], mat["log"][min(int(mat["track"]["logged"]), LOG_LENGTH - 1)]
    line["payload"] = mission["payload"]
    if mission["special"] != Payload.NONE:
        carriers = np.flatnonzero(mat["aircraft"]["ordnance"] == mission["special"])[: len(line["carriers"])]
        line["carriers"][: len(carriers)] = [to_number(slot) for slot in carriers.tolist()]
        line["special"] = mission["special"] if len(carriers) else Payload.NONE


def place_dice(dice: Any, mat: Any) -> None:
    """Roll the dice in the mission of a mat; between two missions in the one before."""
    dice["mission"] = mission_of_dice(mat)


FIELDS_LEFT_OUT = {
    "log": "past missions; no rule reads them",
    "pilots.slot": "follows from aircraft.pilot",
    "gunners.slot": "follows from aircraft.gunner",
    "track.logged": "equals war.mission_of_war",
    "track.campaign_bonus": "0 until the war is over",
    "track.result": "0 until the war is over",
    "track.over": "0 until the war is over",
}
"""Fields of the mat that a position does not have, with the reason."""


def codes_of(mat: Any) -> dict[str, int]:
    """Return the codes of the war of a mat, as ``WarSpec.codes`` names them.

    A campaign is named by its first operation. A mission and a segment have the segment that is flown.
    """
    war = mat["war"]
    scale = int(war["scale"])
    return {
        "scale": scale,
        "operation": int(war["operation"]) if scale < Scale.CAMPAIGN else int(Operation.BARBAROSSA),
        "segment": int(war["segment"]) if scale < Scale.OPERATION else -1,
        "regular": int(war["regular"]),
    }


POSITION_PARTS = PositionParts(
    left_out=FIELDS_LEFT_OUT,
    codes=codes_of,
    free_codes=("segment",),
    complete=complete,
    place_dice=place_dice,
)
"""The parts of the first game that its positions are made of."""
