"""The outlook in which dice are rolled: how much depends on what may happen, in points of the final score.

Everything here is computed from the mat before the roll. So a price may be wrong, and cannot be biased by the faces.
The rates of loss are those of the war itself, together with those of a Kette. A reckless player loses the bonus for few
losses early. From then on one aircraft more costs nothing.
"""

from agents.games.stuka.planner.staffel_value import StaffelFeatures, ValueWeights, staffel_value
from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Numbers, Record, float64, record
from stuka_env.games.stuka.charts.shape import (
    BEST_BONUS,
    BONUS_POINTS,
    DESTROYED_LIMIT,
    KILLED_LIMIT,
    MOST_STRESS,
    OPERATIONS,
    SECOND_BONUS,
    STRESS,
    Charts,
)
from stuka_env.games.stuka.codes import NOBODY, SEATS, SLOTS, Duty, Leg, Payload, Quality, Scale, Status, Visibility
from stuka_env.games.stuka.odds.attacks import known_visibility, next_attack, pilot_drm, score_by_drm
from stuka_env.games.stuka.odds.bonuses import LossRates, chance_of_few_losses, missions_to_come
from stuka_env.games.stuka.rules.attack import bombs_work
from stuka_env.games.stuka.rules.crew import member, seated
from stuka_env.games.stuka.rules.damage import damaged
from stuka_env.games.stuka.rules.ledger import mission_share
from stuka_env.games.stuka.rules.mat import Mat, to_index

FAMILIAR_MISSIONS = 8.0
"""Missions of a Kette that count together with the war's own, for its rates of loss."""
FAMILIAR_LOST, FAMILIAR_KILLED = 0.17, 0.13
"""Aircraft lost and people killed in a mission of a Kette on average."""
DEPENDENT = 0.5
"""Weight of the case that losses of aircraft and of people are fully dependent."""
WOUNDED_AWAY, KILLED_AWAY = 3, 5
"""Missions that a wounded person, and the successor of a killed one, are typically away (6.3, 6.4)."""


@record
class Outlook(Record):
    """The stakes before a roll."""

    share: float = float64("points of the final score for one point of this mission's")
    later: float = float64("missions after this one in the war")
    left: float = float64("missions after this one in the segment")
    lost: float = float64("aircraft lost in this mission so far")
    casualties: float = float64("people killed, captured or wounded in this mission so far")
    harmed: float = float64("aircraft in flight or home that are damaged")
    strain: float = float64("stress markers of those who fly or are back")
    priced: Numbers = float64("losses, and missions so far, for which the bonuses are priced", (5,))
    operation_bonus: Numbers = float64("expected, by further aircraft lost and people killed", (2, 3))
    campaign_bonus: Numbers = float64("expected, by further aircraft lost and people killed", (2, 3))
    counted: float = float64("share of the aircraft's attack in the mission's score; 0 if no attack is to come")
    others: float = float64("mean attack of the other aircraft")
    by_stress: Numbers = float64("expected attack of the aircraft by its pilot's stress", (STRESS,))
    unarmed: float = float64("its expected attack if the bombs do not drop")
    killed: Numbers = float64("points that the death of the pilot and of the gunner adds, below 0", (2,))
    wounded: Numbers = float64("points that a wound adds", (2,))
    stressed: Numbers = float64("points that a stress marker adds", (2,))


# --- the whole mission ---


@compiled
def describe(mat: Mat, charts: Charts, outlook: Outlook) -> None:
    """Describe losses so far, and the bonuses that further losses would cost."""
    count_harm(mat, outlook)
    outlook.share = mission_share(mat, charts, int(mat.war.segment))
    outlook.later = missions_to_come(mat, charts, True)
    outlook.left = int(mat.war.missions) - int(mat.war.mission) - 1
    if mat.war.scale >= Scale.OPERATION and note_losses(mat, outlook):
        price_losses(mat, charts, outlook)


@compiled
def note_losses(mat: Mat, outlook: Outlook) -> bool:
    """Note the losses so far. Return whether they differ from those noted before."""
    priced, same = outlook.priced, True
    losses = (
        float(mat.war.mission_of_war),
        float(mat.count.war_destroyed),
        float(mat.count.war_kia),
        outlook.lost,
        float(killed_so_far(mat)),
    )
    for place in range(len(losses)):
        same = same and priced[place] == losses[place]
        priced[place] = losses[place]
    return not same


@compiled
def count_harm(mat: Mat, outlook: Outlook) -> None:
    """Count what the mission has cost so far (8.5.1)."""
    lost, harmed, casualties, strain = 0, 0, 0, 0
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        if aircraft.status == Status.LOST:
            lost += 1
        elif aircraft.status == Status.FLYING or aircraft.status == Status.HOME:
            harmed += damaged(mat, slot) or aircraft.crash_repair > 0
    for person in range(2 * SEATS):
        who = member(mat, person)
        if who.slot > 0:
            casualties += who.duty == Duty.KIA or who.duty == Duty.POW or who.wounds > 0
            strain += int(who.stress) if who.duty == Duty.FLYING or who.duty == Duty.BACK else 0
    outlook.lost = lost
    outlook.harmed = harmed
    outlook.casualties = casualties
    outlook.strain = strain


@compiled
def killed_so_far(mat: Mat) -> int:
    """Return the number of people killed in this mission so far."""
    killed = 0
    for person in range(2 * SEATS):
        who = member(mat, person)
        killed += who.slot > 0 and who.duty == Duty.KIA
    return killed


@compiled
def price_losses(mat: Mat, charts: Charts, outlook: Outlook) -> None:
    """Write the expected bonuses for few losses (8.5.2, 8.5.3) by further losses."""
    count, flown = mat.count, int(mat.war.mission_of_war)
    weight = FAMILIAR_MISSIONS + flown
    rates = LossRates(
        (FAMILIAR_LOST * FAMILIAR_MISSIONS + count.war_destroyed) / weight,
        (FAMILIAR_KILLED * FAMILIAR_MISSIONS + count.war_kia) / weight,
        DEPENDENT,
    )
    down, dead = int(outlook.lost), killed_so_far(mat)
    is_campaign = mat.war.scale == Scale.CAMPAIGN
    share = 1.0 / OPERATIONS if is_campaign else 1.0
    missions, later = missions_to_come(mat, charts, False), missions_to_come(mat, charts, True)
    for aircraft in range(2):
        for people in range(3):
            destroyed, kia = int(count.destroyed) + down + aircraft, int(count.kia) + dead + people
            points = loss_points(charts, False, destroyed, kia, missions, rates)
            outlook.operation_bonus[aircraft, people] = share * points
            outlook.campaign_bonus[aircraft, people] = 0.0
            if is_campaign:
                destroyed, kia = int(count.war_destroyed) + down + aircraft, int(count.war_kia) + dead + people
                points = loss_points(charts, True, destroyed, kia, later, rates)
                outlook.campaign_bonus[aircraft, people] = points


@compiled
def loss_points(charts: Charts, war: bool, destroyed: int, kia: int, missions: int, rates: LossRates) -> float:
    """Return the expected bonus for few losses of an operation, or of the ``war``.

    Args:
        charts: the charts in force.
        war: whether the bonus is the campaign's.
        destroyed: aircraft destroyed so far.
        kia: people killed so far.
        missions: missions to come.
        rates: losses of a mission.
    """
    bonuses = charts.campaign_bonus if war else charts.operation_bonus
    first, second = bonuses[BEST_BONUS], bonuses[SECOND_BONUS]
    best = chance_of_few_losses(
        int(first[DESTROYED_LIMIT]) - destroyed, int(first[KILLED_LIMIT]) - kia, missions, rates
    )
    either = chance_of_few_losses(
        int(second[DESTROYED_LIMIT]) - destroyed, int(second[KILLED_LIMIT]) - kia, missions, rates
    )
    less = int(second[BONUS_POINTS])
    return less * either + (int(first[BONUS_POINTS]) - less) * best


# --- one aircraft ---


@compiled
def describe_attack(mat: Mat, charts: Charts, outlook: Outlook, slot: int) -> None:
    """Describe the attack that an aircraft is expected to make, and the mean of the others."""
    mission = mat.mission
    outlook.counted = 0.0
    if mission.aborted or mission.sunk or mission.leg != Leg.OUT or mat.aircraft[slot].attacked:
        return
    total, count = 0.0, 0
    for other in range(SLOTS):
        if mat.aircraft[other].status == Status.FLYING and other != slot:
            total += expected_attack(mat, charts, other)
            count += 1
    outlook.others = total / max(1, count)
    outlook.counted = 1.0 / (int(mission.present) if mission.present else count + 1)
    load = load_of(mat, slot)
    known = known_visibility(mat)
    sight = int(charts.visibility_drm[known if known != Visibility.UNKNOWN else Visibility.MEDIUM])
    stress = int(mat.pilots[to_index(int(mat.aircraft[slot].pilot))].stress)
    own = pilot_drm(mat, charts, slot) + sight - int(charts.c2_attack[stress])
    size, target = int(mission.target_size), int(mission.target)
    for number in range(STRESS):
        drm = own + int(charts.a3[load][target]) + int(charts.c2_attack[number])
        outlook.by_stress[number] = score_by_drm(charts, size, drm)
    drm = own + int(charts.a3[Payload.STRAFING][target]) + int(charts.c2_attack[stress])
    outlook.unarmed = score_by_drm(charts, size, drm)


@compiled
def load_of(mat: Mat, slot: int) -> int:
    """Return the payload of an aircraft's next attack, codes.Payload."""
    if bombs_work(mat, slot):
        return int(mat.aircraft[slot].ordnance)
    return Payload.STRAFING.value


@compiled
def expected_attack(mat: Mat, charts: Charts, slot: int) -> float:
    """Return an aircraft's attack score, or its expectation if the attack is to come."""
    if mat.aircraft[slot].attacked:
        return float(mat.aircraft[slot].score)
    return next_attack(mat, charts, slot)


@compiled
def describe_crew(mat: Mat, outlook: Outlook, staffel: StaffelFeatures, weights: ValueWeights, slot: int) -> None:
    """Write the points that death, a wound or stress of the crew would add, by the Staffel's value network.

    ``staffel`` is scratch space.
    """
    for role in range(2):
        outlook.killed[role] = 0.0
        outlook.wounded[role] = 0.0
        outlook.stressed[role] = 0.0
    if mat.war.scale < Scale.OPERATION:
        return
    value = staffel_value(mat, staffel, weights)
    for role in range(2):
        person = seated(mat, slot, role)
        if person != NOBODY:
            price_person(mat, outlook, staffel, weights, person)
            outlook.killed[role] -= value
            outlook.wounded[role] -= value
            outlook.stressed[role] -= value


@compiled
def price_person(mat: Mat, outlook: Outlook, staffel: StaffelFeatures, weights: ValueWeights, person: int) -> None:
    """Write the value of the Staffel after each mishap of one person. The mat is as before at the end."""
    who, role = member(mat, person), person // SEATS
    level, duty, stress, wounds = int(who.level), int(who.duty), int(who.stress), int(who.wounds)
    timer, missions = int(who.timer), int(who.missions)
    who.stress = min(stress + 1, MOST_STRESS)
    outlook.stressed[role] = staffel_value(mat, staffel, weights)
    who.stress = 0
    who.wounds = 0
    who.duty = Duty.HOSPITAL
    who.timer = WOUNDED_AWAY
    outlook.wounded[role] = staffel_value(mat, staffel, weights)
    who.duty = Duty.REPLACEMENT
    who.timer = KILLED_AWAY
    who.level = Quality.GREEN
    who.missions = 0
    outlook.killed[role] = staffel_value(mat, staffel, weights)
    who.level = level
    who.duty = duty
    who.stress = stress
    who.wounds = wounds
    who.timer = timer
    who.missions = missions
