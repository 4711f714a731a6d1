"""The odds of the bonus for few losses (8.5.2, 8.5.3). Losses in future missions are taken as Poisson distributed.

Losses of aircraft and of people are correlated. The chance that both stay below their limits is therefore a mean of
two cases: independent losses and fully dependent losses.
"""

import math
from typing import NamedTuple

from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import (
    BEST_BONUS,
    BONUS_POINTS,
    DESTROYED_LIMIT,
    KILLED_LIMIT,
    OPERATIONS,
    SECOND_BONUS,
    Charts,
)
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.rules.mat import Mat


class LossRates(NamedTuple):
    """Mean losses of a mission, and the correlation of its losses."""

    aircraft: float
    """Mean number of aircraft lost."""
    people: float
    """Mean number of people killed."""
    together: float
    """Weight of the case that losses of aircraft and of people are fully dependent, 0 to 1."""


@compiled
def missions_between(mat: Mat, charts: Charts, first: int, stop: int) -> int:
    """Return the number of missions of the segments in [first, stop)."""
    missions = 0
    for segment in range(first, stop):
        missions += int(charts.missions[segment][mat.war.regular])
    return missions


@compiled
def end_of(charts: Charts, operation: int) -> int:
    """Return the segment after an operation's last."""
    return int(charts.first_segment[operation]) + int(charts.segments[operation])


@compiled
def chance_of_fewer(limit: int, mean: float) -> float:
    """Return the probability that a Poisson variable with this mean is below ``limit``."""
    term = math.exp(-mean)
    total = 0.0
    for count in range(limit):
        total += term
        term *= mean / (count + 1)
    return total


@compiled
def chance_of_few_losses(aircraft: int, people: int, missions: int, rates: LossRates) -> float:
    """Return the chance that ``missions`` missions cost fewer than ``aircraft`` aircraft and ``people`` people."""
    first = chance_of_fewer(aircraft, rates.aircraft * missions)
    second = chance_of_fewer(people, rates.people * missions)
    return (1.0 - rates.together) * (first * second) + rates.together * min(first, second)


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
def expected_bonus_points(mat: Mat, charts: Charts, rates: LossRates, war: bool, lost: int, killed: int) -> float:
    """Return the expected bonus points for few losses if this mission costs ``lost`` aircraft and ``killed`` people."""
    bonuses = charts.campaign_bonus if war else charts.operation_bonus
    destroyed = int(mat.count.war_destroyed if war else mat.count.destroyed) + lost
    dead = int(mat.count.war_kia if war else mat.count.kia) + killed
    missions = missions_to_come(mat, charts, war)
    first, second = bonuses[BEST_BONUS], bonuses[SECOND_BONUS]
    best = chance_of_few_losses(
        int(first[DESTROYED_LIMIT]) - destroyed, int(first[KILLED_LIMIT]) - dead, missions, rates
    )
    either = chance_of_few_losses(
        int(second[DESTROYED_LIMIT]) - destroyed, int(second[KILLED_LIMIT]) - dead, missions, rates
    )
    return int(second[BONUS_POINTS]) * either + (int(first[BONUS_POINTS]) - int(second[BONUS_POINTS])) * best


@compiled
def bonus_points_lost(mat: Mat, charts: Charts, rates: LossRates, war: bool, killed: int) -> float:
    """Return the points of an expected bonus that one more aircraft and ``killed`` people would cost."""
    before = expected_bonus_points(mat, charts, rates, war, 0, 0)
    return before - expected_bonus_points(mat, charts, rates, war, 1, killed)
