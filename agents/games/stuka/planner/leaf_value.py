"""The value of the state in which a rollout stops: the points that the missions after it are expected to bring.

Flown on by the script, every mission brings about the same, whatever the state of the Staffel. The bonus for few losses
(8.5.2, 8.5.3) does depend on the state: one aircraft more can cost seven points of an operation. It is estimated as if
losses fell on missions at random (Poisson), at the script's rates of loss (:mod:`stuka_env.games.stuka.odds.bonuses`).
"""

from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import (
    BEST_BONUS,
    BONUS_POINTS,
    DESTROYED_LIMIT,
    KILLED_LIMIT,
    NO_FLY_LIMIT,
    OPERATIONS,
    SECOND_BONUS,
    Charts,
)
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.odds.bonuses import (
    LossRates,
    chance_of_few_losses,
    chance_of_fewer,
    end_of,
    missions_between,
)
from stuka_env.games.stuka.rules.ledger import mission_share
from stuka_env.games.stuka.rules.mat import Mat

MISSION_SCORE = 60.0
"""Mean mission score of the script; an unflown mission counts as 0."""
SCRIPT_LOSSES = LossRates(aircraft=0.17, people=0.12, together=0.5)
"""Losses of the script in a mission on average."""
NO_FLYS = 0.067
"""Mean number of No-Flys in a mission of the script."""


@compiled
def expected_bonus(charts: Charts, war: bool, destroyed: int, killed: int, no_fly: int, missions: int) -> float:
    """Return the expected bonus of an operation or the ``war`` after these losses, with ``missions`` to come."""
    few_losses = charts.campaign_bonus if war else charts.operation_bonus
    few_no_flys = charts.campaign_no_fly_bonus if war else charts.operation_no_fly_bonus
    first, second = few_losses[BEST_BONUS], few_losses[SECOND_BONUS]
    best = chance_of_few_losses(
        first[DESTROYED_LIMIT] - destroyed, first[KILLED_LIMIT] - killed, missions, SCRIPT_LOSSES
    )
    either = chance_of_few_losses(
        second[DESTROYED_LIMIT] - destroyed, second[KILLED_LIMIT] - killed, missions, SCRIPT_LOSSES
    )
    flying = chance_of_fewer(few_no_flys[NO_FLY_LIMIT] - no_fly, NO_FLYS * missions)
    points = best * first[BONUS_POINTS] + (either - best) * second[BONUS_POINTS]
    return points + flying * few_no_flys[BONUS_POINTS]


@compiled
def missions_after(mat: Mat, charts: Charts, operation: int) -> int:
    """Return the missions of an operation in segments that have not begun."""
    begins = max(int(charts.first_segment[operation]), int(mat.war.segment) + 1)
    return missions_between(mat, charts, begins, end_of(charts, operation))


@compiled
def expected_operation_points(mat: Mat, charts: Charts, operation: int) -> float:
    """Return the expected further points of an operation's score, without the current segment."""
    count = mat.count
    later = missions_after(mat, charts, operation)
    whole = missions_between(mat, charts, int(charts.first_segment[operation]), end_of(charts, operation))
    points = MISSION_SCORE * later / whole
    if operation != mat.war.operation:
        return points + expected_bonus(charts, False, 0, 0, 0, later)
    left = later + mat.war.missions - mat.war.mission
    return points + expected_bonus(charts, False, int(count.destroyed), int(count.kia), int(count.no_fly), int(left))


@compiled
def expected_campaign_points(mat: Mat, charts: Charts) -> float:
    """Return the expected further points of the campaign score, without the current segment."""
    count = mat.count
    points = 0.0
    missions = int(mat.war.missions) - int(mat.war.mission)
    for operation in range(int(mat.war.operation), OPERATIONS):
        points += expected_operation_points(mat, charts, operation) / OPERATIONS
        missions += missions_after(mat, charts, operation)
    lost = int(count.war_destroyed)
    return points + expected_bonus(charts, True, lost, int(count.war_kia), int(count.war_no_fly), missions)


@compiled
def leaf_value(mat: Mat, charts: Charts) -> float:
    """Return the expected points of the official score from missions not yet begun; 0 if the war is over."""
    if mat.track.over:
        return 0.0
    left = int(mat.war.missions) - int(mat.war.mission)
    expected = left * MISSION_SCORE * mission_share(mat, charts, int(mat.war.segment))
    if mat.war.scale == Scale.OPERATION:
        expected += expected_operation_points(mat, charts, int(mat.war.operation))
    elif mat.war.scale == Scale.CAMPAIGN:
        expected += expected_campaign_points(mat, charts)
    return expected
