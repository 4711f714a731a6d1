"""Mats of both games with pieces everywhere, for tests of what is shown of them."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from stuka_env.games.interceptor import codes as interceptor
from stuka_env.games.interceptor.codes import Bomber, Enemy, Model
from stuka_env.games.stuka.codes import (
    SEATS,
    Decision,
    Duty,
    Fighter,
    Formation,
    Leg,
    Payload,
    Quality,
    Scale,
    Size,
    Status,
    Target,
)
from stuka_env.games.stuka.rules.mat import Mat
from tests.support.interceptor.mats import ROW, whole_aircraft

ROSTERS = ("pilots", "gunners")
FLYING = 5
REPAIRED, COMING, READY = 7, 8, 9
"""Slots that are not on the mission."""
RESTING, SICK, NEW = 7, 8, 9
"""Places in both rosters: in the holding area, in hospital, on its way."""
SINGLE_SEAT, TWO_SEAT = Model.FW_190A_6_R1, Model.BF_110G_2
BOX = 2
"""Box of the own aircraft."""
OPTIONS = {"fatigue": 1, "enemy_quality": 1, "advanced_maneuvers": 1}


def put(record: Any, **values: Any) -> None:
    """Set fields of a record."""
    for field, value in values.items():
        record[field] = value


def flying_mat() -> Any:
    """A Staffel of seven outbound in its target's zone: five flying, one home, one lost; the others on the ground."""
    mat = np.zeros(1, Mat.dtype)[0]
    for roster in ROSTERS:
        for place in range(SEATS):
            who = mat[roster][place]
            who["level"], who["duty"] = Quality.VETERAN, Duty.READY
            if place < 7:
                who["duty"], who["slot"] = (Duty.FLYING, Duty.BACK)[place >= FLYING], place + 1
        mat[roster][SICK]["duty"], mat[roster][SICK]["timer"] = Duty.HOSPITAL, 3
        mat[roster][NEW]["duty"], mat[roster][NEW]["timer"] = Duty.REPLACEMENT, 3
    for slot in range(10):
        card = mat["aircraft"][slot]
        card["status"] = Status.READY
        if slot < 7:
            card["status"] = Status.FLYING if slot < FLYING else (Status.HOME, Status.LOST)[slot - FLYING]
            card["pilot"] = card["gunner"] = slot + 1
            card["ordnance"] = Payload.SC500_SC50
    for slot, status in ((REPAIRED, Status.REPAIR), (COMING, Status.REPLACEMENT)):
        mat["aircraft"][slot]["status"], mat["aircraft"][slot]["timer"] = status, 4
    put(mat["war"], regular=1, missions=10, mission=2)
    put(mat["mission"], target=Target.BRIDGE, target_size=Size.SMALL, target_zone=4)
    put(mat["mission"], zone=4, leg=Leg.OUT, formation=Formation.STAFFEL, sent=7, leader=1, payload=1, visibility=2)
    put(mat["mission"], anti_aircraft=3, sector=4, fighter=Fighter.I_16, fighters=2)
    put(mat["cursor"], decision=Decision.EN_ROUTE)
    return mat


def campaign_mat() -> Any:
    """The same in a campaign, with an attack, scores and losses."""
    mat = flying_mat()
    put(mat["war"], scale=Scale.CAMPAIGN, segment=1)
    put(mat["mission"], present=6, last_card=3)
    put(mat["aircraft"][0], attacked=1, score=60, drm=-1)
    put(mat["track"], segment_sum=90, logged=2)
    put(mat["log"][0], segment=1, number=0, score=46)
    put(mat["log"][1], segment=1, number=1, score=44)
    put(mat["cursor"], decision=Decision.PROMOTE, subject=3)
    return mat


def fighting_mat(model: Model = SINGLE_SEAT) -> Any:
    """A career in July 1943: an attack on a B-17F and a fight against a P-47, both on the mat."""
    mat = whole_aircraft(model)
    put(mat["settings"], scale=interceptor.Scale.CAREER, **OPTIONS)
    put(mat["cursor"], decision=interceptor.Decision.BURST)
    put(mat["career"], month=4, line=3, lines_used=31, unit=18, bombers=6, flown=20)
    put(mat["sortie"], raid=3, target_zone=4, entry=1, box=BOX, last_box=3, airborne=1, orientation=0)
    put(mat["sortie"], bomber_type=Bomber.B_17F, escort=Enemy.P_47, formation=1)
    put(mat["bomber"], present=1, type=Bomber.B_17F, range=1)
    put(mat["fighter"], present=1, type=Enemy.P_47, rounds=1, speed=int(ROW["enemies"][Enemy.P_47]["speed"]))
    put(mat["pilot"], level=2)
    for mate in ("wingman", "gunner"):
        put(mat[mate], present=1)
    return mat


def debriefed_mat() -> Any:
    """The end of a career after a lost sortie, with its cards still face up."""
    mat = fighting_mat(TWO_SEAT)
    put(mat["cursor"], decision=interceptor.Decision.AIRCRAFT)
    put(mat["deck"], own=3, enemy=4, wing=5, gunner=6)
    put(mat["old_gunner"], present=1, away=2)
    put(mat["desk"], lost=2, repair=3)
    put(mat["career"], over=interceptor.Over.DEATH, cause=interceptor.Cause.WOUND)
    return mat


MATS: dict[str, Callable[[], Any]] = {
    "stuka flying": flying_mat,
    "stuka campaign": campaign_mat,
    "interceptor fighting": fighting_mat,
    "interceptor with a gunner": partial(fighting_mat, TWO_SEAT),
    "interceptor debriefed": debriefed_mat,
}
"""Mats by the name of the game and a remark."""
