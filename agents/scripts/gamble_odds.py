"""The Rudel Gamble as arithmetic (7.7): the points it brings, against the bonuses and the crew that a crash may cost.

Everything is counted in points of one mission's score. The bonus for few losses (8.5.2, 8.5.3) is a few points of a
whole operation, and so of each of its missions. One crash can therefore cost more than the best attack brings. The
chance of that bonus is that of :mod:`agents.scripts.bonus_odds`.
"""

from agents.scripts.attack_odds import attack_odds
from agents.scripts.bonus_odds import chance_of_few_losses, end_of, missions_between
from stuka_env.charts.shape import (
    BEST_BONUS,
    BONUS_POINTS,
    DESTROYED_LIMIT,
    KILLED_LIMIT,
    OPERATIONS,
    PERFECT,
    SECOND_BONUS,
    Charts,
)
from stuka_env.codes import NOBODY, SLOTS, Scale, Status
from stuka_env.compilation import compiled
from stuka_env.rules.attack import may_gamble
from stuka_env.rules.crew import aboard
from stuka_env.rules.damage import still_flies
from stuka_env.rules.mat import Mat

PEOPLE_KILLED = 0.13
"""Mean number of people that a mission of a Kette costs."""
CREW = 1.0
"""Points that a crew adds to each later mission.

A crew is one level above its Green successor, which is ten points of an attack and a third of that in a Kette's score.
A crew flies in about three missions of ten.
"""
AFLOAT = 40.0
"""Mean score of a mission against a ship that stays afloat."""


# --- the bonus for few losses ---


@compiled
def missions_to_come(mat: Mat, charts: Charts, war: bool) -> int:
    """Return the number of missions after the present one.

    With ``war`` the missions of a whole campaign count, otherwise those of the operation or segment.
    """
    if mat.war.scale == Scale.MISSION:
        return 0
    missions = int(mat.war.missions) - int(mat.war.mission) - 1
    if mat.war.scale == Scale.SEGMENT:
        return missions
    last = OPERATIONS - 1 if war and mat.war.scale == Scale.CAMPAIGN else int(mat.war.operation)
    return missions + missions_between(mat, charts, int(mat.war.segment) + 1, end_of(charts, last))


@compiled
def expected_bonus_points(mat: Mat, charts: Charts, war: bool, lost: int, killed: int) -> float:
    """Return the expected bonus points for few losses if this mission costs ``lost`` aircraft and ``killed`` people."""
    bonuses = charts.campaign_bonus if war else charts.operation_bonus
    destroyed = int(mat.count.war_destroyed if war else mat.count.destroyed) + lost
    dead = int(mat.count.war_kia if war else mat.count.kia) + killed
    missions = missions_to_come(mat, charts, war)
    first, second = bonuses[BEST_BONUS], bonuses[SECOND_BONUS]
    best = chance_of_few_losses(
        int(first[DESTROYED_LIMIT]) - destroyed, int(first[KILLED_LIMIT]) - dead, missions, PEOPLE_KILLED
    )
    either = chance_of_few_losses(
        int(second[DESTROYED_LIMIT]) - destroyed, int(second[KILLED_LIMIT]) - dead, missions, PEOPLE_KILLED
    )
    return int(second[BONUS_POINTS]) * either + (int(first[BONUS_POINTS]) - int(second[BONUS_POINTS])) * best


@compiled
def war_stake(mat: Mat, charts: Charts, killed: int) -> float:
    """Return the points of expected bonuses that one more aircraft and ``killed`` people would cost."""
    if mat.war.scale < Scale.OPERATION:
        return 0.0
    first = int(charts.first_segment[mat.war.operation])
    missions = missions_between(mat, charts, first, end_of(charts, int(mat.war.operation)))
    points = expected_bonus_points(mat, charts, False, 0, 0) - expected_bonus_points(mat, charts, False, 1, killed)
    if mat.war.scale == Scale.CAMPAIGN:
        points += OPERATIONS * (
            expected_bonus_points(mat, charts, True, 0, 0) - expected_bonus_points(mat, charts, True, 1, killed)
        )
    return points * missions


# --- the gamble ---


@compiled
def crash_share(charts: Charts) -> float:
    """Return the chance that a gamble ends in a crash."""
    faces = 0
    for die in range(1, len(charts.gamble_crash)):
        faces += int(charts.gamble_crash[die])
    return faces / (len(charts.gamble_crash) - 1)


@compiled
def mission_stake(mat: Mat, charts: Charts) -> float:
    """Return the bonus of the mission that a crash would cost; 0 if an aircraft is already lost (8.5.1)."""
    for slot in range(SLOTS):
        if mat.aircraft[slot].status == Status.LOST:
            return 0.0
    return float(int(charts.mission_bonus[BEST_BONUS][BONUS_POINTS]) + int(charts.mission_calm_bonus[BONUS_POINTS]))


@compiled
def gamble_gain(mat: Mat, charts: Charts, slot: int) -> float:
    """Return the points that the gamble adds to the mean of the formation's attacks and by the chance of a sinking."""
    mission = mat.mission
    if mission.sunk:
        return 0.0
    load = int(mat.aircraft[slot].ordnance)
    score = attack_odds(mat, charts, slot, load, 1, 0) - attack_odds(mat, charts, slot, load, 0, 0)
    gain = score / max(1, int(mission.present))
    if charts.sinks[mission.target]:
        sinking = attack_odds(mat, charts, slot, load, 1, 1) - attack_odds(mat, charts, slot, load, 0, 1)
        gain += sinking * (PERFECT - AFLOAT)
    return gain


@compiled
def gamble_net(mat: Mat, charts: Charts, slot: int) -> float:
    """Return the points that the gamble brings, less the points that a crash would cost times its chance."""
    crew = 0
    for role in range(2):
        if aboard(mat, slot, role) != NOBODY:
            crew += 1
    cost = mission_stake(mat, charts) + CREW * missions_to_come(mat, charts, True)
    net = gamble_gain(mat, charts, slot) - crash_share(charts) * cost
    if net <= 0.0:  # the expected bonuses, which are expensive to compute, cannot change the answer
        return net
    return net - crash_share(charts) * war_stake(mat, charts, crew)


@compiled
def gamble_pays(mat: Mat, charts: Charts, slot: int) -> bool:
    """Whether the gamble pays for this aircraft, and does not pay more for a later one."""
    net = gamble_net(mat, charts, slot)
    if net <= 0.0:
        return False
    for later in range(slot + 1, SLOTS):
        if still_flies(mat, later) and may_gamble(mat, later) and gamble_net(mat, charts, later) > net:
            return False
    return True
