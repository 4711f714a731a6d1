"""A small position, for the mat as text."""

from typing import Any

import numpy as np

from stuka_env.games.stuka.codes import Decision, Duty, Leg, Payload, Quality, Size, Status, Target
from stuka_env.games.stuka.rules.mat import Mat


def small_mat() -> Any:
    """A Kette in its target zone, aircraft 2 damaged and about to attack."""
    mat = np.zeros(1, Mat.dtype)[0]
    for place in range(4):
        for roster in ("pilots", "gunners"):
            person = mat[roster][place]
            person["level"], person["duty"] = Quality.VETERAN, Duty.FLYING if place < 3 else Duty.READY
    mat["pilots"][1]["stress"] = 2
    mat["gunners"][1]["wounds"] = 1
    mat["gunners"][3]["duty"], mat["gunners"][3]["timer"] = Duty.HOSPITAL, 4
    for slot in range(3):
        card = mat["aircraft"][slot]
        card["status"], card["pilot"], card["gunner"] = Status.FLYING, slot + 1, slot + 1
        card["ordnance"] = Payload.SC500_CLUSTER
    mat["aircraft"][0]["attacked"], mat["aircraft"][0]["score"], mat["aircraft"][0]["drm"] = 1, 55, 1
    mat["aircraft"][1]["damage"][3] = 1
    mat["aircraft"][1]["range_loss"] = 2
    mat["aircraft"][2]["lucky"] = 1
    mat["aircraft"][3]["status"], mat["aircraft"][3]["timer"] = Status.REPAIR, 2
    mission = mat["mission"]
    for field, value in {
        "target": Target.BRIDGE,
        "target_size": Size.SMALL,
        "target_zone": 4,
        "zone": 4,
        "leg": Leg.OUT,
        "formation": 2,
        "sent": 3,
        "leader": 1,
        "payload": Payload.SC500_CLUSTER,
        "visibility": 2,
        "anti_aircraft": 3,
        "sector": 4,
    }.items():
        mission[field] = value
    mat["war"]["regular"], mat["war"]["missions"], mat["war"]["mission"] = 1, 10, 2
    mat["cursor"]["decision"], mat["cursor"]["subject"] = Decision.ATTACK, 2
    mat["track"]["segment_sum"] = 98
    return mat
