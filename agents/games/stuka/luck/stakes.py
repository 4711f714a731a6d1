"""Stakes: what a result is worth in points of the final score, split by what it touches.

The points are rough. Fitted weights (:mod:`agents.games.stuka.luck.recorder`) make them right on average.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.luck.harm import Harm
from agents.games.stuka.luck.outlook import KILLED_AWAY, WOUNDED_AWAY, Outlook
from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import (
    BONUS_POINTS,
    CASUALTIES_LIMIT,
    DAMAGED_LIMIT,
    MOST_STRESS,
    STRESS_LIMIT,
    Charts,
)
from stuka_env.games.stuka.codes import NOBODY, Quality
from stuka_env.games.stuka.rules.crew import member, seated
from stuka_env.games.stuka.rules.damage import damaged
from stuka_env.games.stuka.rules.mat import Mat, to_index

WOUNDED_PILOT = 0.85
"""Typical attack of a wounded pilot, as a share of that before (7.10)."""
MEAN_DELIVERY = 3.5
"""Typical missions until a lost aircraft is replaced (6.1)."""


class Stake(IntEnum):
    """Sources of the points of a result."""

    OPERATION_BONUS = 0
    """The expected bonus of the operation for few losses (8.5.2)."""
    CAMPAIGN_BONUS = 1
    """The expected bonus of the campaign for few losses (8.5.3)."""
    LOSS_BONUS = 2
    """The mission's bonus for few casualties and little damage (8.5.1)."""
    CALM_BONUS = 3
    """The mission's bonus for little stress (8.5.1)."""
    ATTACKS = 4
    """The mission's attacks, and fighters shot down (7.8, 7.3.1)."""
    STAFFEL = 5
    """The value of the Staffel in later missions, by its network."""
    LEVELS = 6
    """Levels of people who will be missing in later missions."""
    ABSENCE = 7
    """Missions without somebody who is wounded or replaced (6.3, 6.4)."""
    AIRCRAFT = 8
    """Missions without an aircraft (6.1, 6.2)."""
    STRESS = 9
    """Stress that is carried into the next mission (7.11)."""
    DISTANCE = 10
    """Zones to the target (4.6)."""


STAKES = len(Stake)


@compiled
def clear(stakes: NDArray[np.float64]) -> None:
    """Set all stakes to 0."""
    for place in range(STAKES):
        stakes[place] = 0.0


@compiled
def add(total: NDArray[np.float64], stakes: NDArray[np.float64], weight: float) -> None:
    """Add stakes with a weight."""
    for place in range(STAKES):
        total[place] += weight * stakes[place]


# --- the stakes of harm ---


@compiled
def stakes_of_harm(
    mat: Mat, charts: Charts, outlook: Outlook, harm: Harm, slot: int, stakes: NDArray[np.float64]
) -> None:
    """Write the stakes of harm to an aircraft and its crew."""
    clear(stakes)
    bonus_stakes(outlook, harm, stakes)
    if outlook.lost == 0.0 and not mat.mission.aborted:
        mission_bonus_stakes(mat, charts, outlook, harm, slot, stakes)
    if outlook.counted > 0.0:
        attack_stakes(mat, outlook, harm, slot, stakes)
    for role in range(2):
        person = seated(mat, slot, role)
        if person != NOBODY:
            person_stakes(mat, outlook, harm, person, stakes)
    delivery, repair = min(MEAN_DELIVERY, outlook.left), min(harm.repair, outlook.left)
    stakes[Stake.AIRCRAFT] -= (harm.lost * delivery + (1.0 - harm.lost) * repair) * outlook.share


@compiled
def bonus_stakes(outlook: Outlook, harm: Harm, stakes: NDArray[np.float64]) -> None:
    """Write the expected bonuses of the operation and the campaign after the harm."""
    none, both = (1.0 - harm.killed[0]) * (1.0 - harm.killed[1]), harm.killed[0] * harm.killed[1]
    one = 1.0 - none - both
    for aircraft in range(2):
        share = harm.lost if aircraft else 1.0 - harm.lost
        operation, campaign = outlook.operation_bonus[aircraft], outlook.campaign_bonus[aircraft]
        stakes[Stake.OPERATION_BONUS] += share * (none * operation[0] + one * operation[1] + both * operation[2])
        stakes[Stake.CAMPAIGN_BONUS] += share * (none * campaign[0] + one * campaign[1] + both * campaign[2])


@compiled
def loss_bonus(charts: Charts, casualties: float, harmed: float) -> float:
    """Return the mission's bonus for so many casualties and damaged aircraft, none of them lost."""
    points = 0
    for level in range(len(charts.mission_bonus)):
        bonus = charts.mission_bonus[level]
        if casualties <= bonus[CASUALTIES_LIMIT] and harmed <= bonus[DAMAGED_LIMIT]:
            points = max(points, int(bonus[BONUS_POINTS]))
    return float(points)


@compiled
def mission_bonus_stakes(
    mat: Mat, charts: Charts, outlook: Outlook, harm: Harm, slot: int, stakes: NDArray[np.float64]
) -> None:
    """Write the bonuses of the mission after the harm; with an aircraft lost there are none."""
    hurt, stress = 0.0, outlook.strain
    for role in range(2):
        hurt += harm.killed[role] + harm.captured[role] + harm.wounded[role]
        stress += harm.stress[role]
    hurt = min(1.0, hurt)
    harmed = outlook.harmed + (1.0 if harm.repair > 0.0 and not damaged(mat, slot) else 0.0)
    whole = loss_bonus(charts, outlook.casualties, harmed)
    points = hurt * loss_bonus(charts, outlook.casualties + 1.0, harmed) + (1.0 - hurt) * whole
    home = (1.0 - harm.lost) * outlook.share
    stakes[Stake.LOSS_BONUS] += home * points
    if stress <= charts.mission_calm_bonus[STRESS_LIMIT]:
        stakes[Stake.CALM_BONUS] += home * charts.mission_calm_bonus[BONUS_POINTS]


@compiled
def attack_stakes(mat: Mat, outlook: Outlook, harm: Harm, slot: int, stakes: NDArray[np.float64]) -> None:
    """Write the mean attack of the formation after the harm.

    An aircraft lost in the attack run stays in the divisor, one lost before does not (5.1.5).
    """
    pilot = mat.pilots[to_index(int(mat.aircraft[slot].pilot))]
    own = outlook.by_stress[max(0, min(MOST_STRESS, int(pilot.stress) + int(harm.stress[0])))]
    own = harm.disarmed * outlook.unarmed + (1.0 - harm.disarmed) * own
    own *= 1.0 - (1.0 - WOUNDED_PILOT) * harm.wounded[0]
    score = (1.0 - harm.lost) * own
    if not mat.mission.present:
        aircraft = 1.0 / outlook.counted
        score += outlook.others * (aircraft - 1.0 + harm.lost)
    stakes[Stake.ATTACKS] += score * outlook.counted * outlook.share


@compiled
def person_stakes(mat: Mat, outlook: Outlook, harm: Harm, person: int, stakes: NDArray[np.float64]) -> None:
    """Write what one person is worth later, after the harm."""
    who, role = member(mat, person), int(person >= len(mat.pilots))
    gone = harm.killed[role] + harm.captured[role]
    here = 1.0 - gone
    later = harm.wounded[role] * outlook.wounded[role] + harm.stress[role] * outlook.stressed[role]
    stakes[Stake.STAFFEL] += gone * outlook.killed[role] + here * later
    stakes[Stake.LEVELS] -= gone * (int(who.level) - Quality.GREEN) * outlook.later * outlook.share
    away = gone * min(float(KILLED_AWAY), outlook.left)
    away += harm.wounded[role] * min(float(WOUNDED_AWAY), outlook.left)
    stakes[Stake.ABSENCE] -= away * outlook.share
    stakes[Stake.STRESS] -= here * harm.stress[role] * min(1.0, outlook.left) * outlook.share
