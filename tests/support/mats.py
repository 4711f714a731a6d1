"""Mats of all games with pieces everywhere, for tests of what is shown of them."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from stuka_env.declared.records import rows
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
from stuka_env.games.wing import codes as wing
from stuka_env.games.wing.rules.mat import Mat as WingMat
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


def squadron_mat() -> Any:
    """A squadron of ten on the ground, in the fourth mission of a campaign, with two bombers assigned."""
    mat: Any = rows(1, WingMat)[0]
    for place in range(10):
        put(mat["bombers"][place], status=wing.Status.READY, model=place % 2)
        put(mat["crews"][place], status=wing.Status.READY, level=place % 3, flown=place % 4)
    for place in range(wing.SEATS):
        put(mat["seats"][place], crew=place if place < 2 else -1, bomber=place if place < 2 else -1, place=place % 3)
    for place in range(wing.MOST_INTERCEPTORS):
        put(mat["attacks"][place], seat=-1)
    put(mat["plan"], scale=wing.Scale.CAMPAIGN)
    put(mat["cursor"], decision=wing.Decision.CREW, subject=-1)
    put(mat["track"], box=4, first=1, last=25, deck=1, points=5, logged=3)
    put(mat["mission"], card=9, required=9, place=2, came_from=-1, goal=38)
    put(mat["escorts"], type=-1, offered_type=-1)
    put(mat["enemy"], model=-1)
    return mat


def attacked_mat() -> Any:
    """The same in the air, with nine bombers over Antwerp: one damaged, one lost, and two under attack."""
    mat = squadron_mat()
    for place in range(9):
        put(mat["seats"][place], crew=place, bomber=place, element=place // 3, place=place % 3, damaged=place == 2)
        mat["bombers"][place]["status"] = mat["crews"][place]["status"] = wing.Status.FLYING
    mat["seats"][8]["gone"] = wing.Gone.LOST
    put(mat["cursor"], decision=wing.Decision.COVER)
    put(mat["mission"], place=9, sent=9, leg=wing.Leg.OUT, box=17, came_from=8, moves=3, limit=8)
    put(mat["mission"], elements=3, missing=1, threshold=3)
    put(mat["escorts"], type=wing.Escort.P_47, ready=4, damaged=1, offered=2, offered_type=wing.Escort.P_38)
    put(mat["enemy"], model=wing.Enemy.FW_190, number=5, aces=1, left=4, aces_left=1, must_fight=1, fighting=2)
    put(mat["enemy"], stay=1, free=1, covers=2, round_number=1, wave=1, flak_level=2)
    for place in (0, 7):
        put(mat["attacks"][place], seat=place)
    return mat


def homeward_mat() -> Any:
    """The same on the way home after the bombs, while a bomber drops out."""
    mat = attacked_mat()
    put(mat["cursor"], decision=wing.Decision.STRAGGLER, subject=2, departure=wing.Departure.DROPS_OUT)
    put(mat["mission"], leg=wing.Leg.HOME, goal=0, bombed=1, hits=4, target=wing.Target.DAMAGED)
    put(mat["enemy"], model=-1)
    return mat


MATS: dict[str, Callable[[], Any]] = {
    "stuka flying": flying_mat,
    "stuka campaign": campaign_mat,
    "interceptor fighting": fighting_mat,
    "interceptor with a gunner": partial(fighting_mat, TWO_SEAT),
    "interceptor debriefed": debriefed_mat,
    "wing on the ground": squadron_mat,
    "wing attacked": attacked_mat,
    "wing on the way home": homeward_mat,
}
"""Mats by the name of the game and a remark."""
