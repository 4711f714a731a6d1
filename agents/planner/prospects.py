"""What a war will still bring after a rollout stops: a small value for the state left behind.

Flown on by the script, every mission brings about the same, whatever state the Staffel is in: levels, stress and
timers explain half a per cent of it. What does differ is the bonus for few losses (8.5.2, 8.5.3), seven points of an
operation that one aircraft more can cost. It is estimated as if losses fell on missions at random (Poisson), at the
rates the script loses aircraft and people. Aircraft and people are lost together more often than not: the chance that
both stay below their limits is taken half-way between independent and bound to each other, which left no bias over
2,000 operations.
"""

import math

from stuka_env.batch import mission_share
from stuka_env.charts.shape import OPERATIONS, Charts
from stuka_env.codes import Scale
from stuka_env.rules.kernel import rule
from stuka_env.rules.mat import Mat

MISSION = 60.0
"""Mean mission score of the script, unflown missions included."""
DESTROYED, KILLED, NOT_FLOWN = 0.17, 0.12, 0.067
"""Aircraft destroyed, people killed and No-Flys in a mission of the script."""


@rule
def chance_of_fewer(limit: int, mean: float) -> float:
    """Chance that fewer than ``limit`` things happen where ``mean`` are to be expected (Poisson)."""
    term = math.exp(-mean)
    total = 0.0
    for count in range(limit):
        total += term
        term *= mean / (count + 1)
    return total


@rule
def chance_of_few_losses(destroyed: int, killed: int, missions: int) -> float:
    """Chance to lose fewer aircraft and fewer people than these in so many missions."""
    aircraft = chance_of_fewer(destroyed, DESTROYED * missions)
    people = chance_of_fewer(killed, KILLED * missions)
    return 0.5 * (aircraft * people + min(aircraft, people))


@rule
def bonus_hope(charts: Charts, war: bool, destroyed: int, killed: int, no_fly: int, missions: int) -> float:
    """The bonus of an operation or the ``war`` to be expected after these losses, with so many missions left."""
    few = charts.campaign_bonus if war else charts.operation_bonus
    busy = charts.campaign_no_fly_bonus if war else charts.operation_no_fly_bonus
    best = chance_of_few_losses(few[0][1] - destroyed, few[0][2] - killed, missions)
    either = chance_of_few_losses(few[1][1] - destroyed, few[1][2] - killed, missions)
    flying = chance_of_fewer(busy[1] - no_fly, NOT_FLOWN * missions)
    return best * few[0][0] + (either - best) * few[1][0] + flying * busy[0]


@rule
def missions_after(mat: Mat, charts: Charts, operation: int) -> int:
    """Missions of an operation in segments that have not begun."""
    missions = 0
    first = int(charts.first_segment[operation])
    for segment in range(max(first, mat.mission.segment + 1), first + charts.segments[operation]):
        missions += int(charts.missions[segment][mat.mission.regular])
    return missions


@rule
def operation_hope(mat: Mat, charts: Charts, operation: int) -> float:
    """Points of an operation's score still to be expected, without the rest of a segment that has begun."""
    count = mat.count
    later = missions_after(mat, charts, operation)
    begun = 0
    for segment in range(charts.segments[operation]):
        begun += int(charts.missions[charts.first_segment[operation] + segment][mat.mission.regular])
    hope = MISSION * later / begun
    if operation != mat.mission.operation:
        return hope + bonus_hope(charts, False, 0, 0, 0, later)
    left = later + mat.mission.missions - mat.mission.number
    return hope + bonus_hope(charts, False, int(count.destroyed), int(count.kia), int(count.no_fly), int(left))


@rule
def campaign_hope(mat: Mat, charts: Charts) -> float:
    """Points of the campaign score still to be expected, without the rest of a segment that has begun."""
    count = mat.count
    hope = 0.0
    missions = int(mat.mission.missions) - int(mat.mission.number)
    for operation in range(int(mat.mission.operation), OPERATIONS):
        hope += operation_hope(mat, charts, operation) / OPERATIONS
        missions += missions_after(mat, charts, operation)
    lost = int(count.war_destroyed)
    return hope + bonus_hope(charts, True, lost, int(count.war_kia), int(count.war_no_fly), missions)


@rule
def prospects(mat: Mat, charts: Charts) -> float:
    """Points of the official score still to be expected from the missions not yet begun; 0 if the war is over."""
    mission = mat.mission
    if mat.track.over:
        return 0.0
    left = int(mission.missions) - int(mission.number)
    expected = left * MISSION * mission_share(mat, charts, int(mission.segment))
    if mission.scale == Scale.OPERATION:
        expected += operation_hope(mat, charts, int(mission.operation))
    elif mission.scale == Scale.CAMPAIGN:
        expected += campaign_hope(mat, charts)
    return expected
