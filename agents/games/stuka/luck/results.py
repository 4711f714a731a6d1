"""Results: the stakes of every face of a roll, and of every card or number that can be drawn.

Where a result leads to a choice or to many further rolls, a typical value stands for them. That costs precision and
not truth: only the difference to the mean over all faces counts.
"""

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.luck.harm import (
    Harm,
    MeanHarm,
    crew_dies,
    evade,
    harm_in_wreck,
    harm_of_cell,
    harm_of_crash,
    harm_of_hit,
    no_harm,
    odds_on_ground,
)
from agents.games.stuka.luck.outlook import (
    Outlook,
    describe,
    describe_attack,
    describe_crew,
    expected_attack,
    load_of,
)
from agents.games.stuka.luck.stakes import STAKES, Stake, add, clear, stakes_of_harm
from agents.games.stuka.planner.staffel_value import StaffelFeatures, ValueWeights
from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Numbers, Record, float64, nested, record
from stuka_env.games.stuka.charts.shape import MARITIME_COLUMN, PERFECT, TARGETS, Charts
from stuka_env.games.stuka.codes import (
    A2_LOW,
    FULL_COVER,
    NOBODY,
    SLOTS,
    BailOut,
    Chart,
    Effect,
    Leg,
    Payload,
    Phase,
    Quality,
    Status,
    Target,
    Touchdown,
)
from stuka_env.games.stuka.odds.attacks import D6_FACES, attack_odds, pilot_drm, score_by_drm
from stuka_env.games.stuka.rules import RULES
from stuka_env.games.stuka.rules.crew import aboard, immune, member
from stuka_env.games.stuka.rules.interception import at_sea, defence_modifiers
from stuka_env.games.stuka.rules.mat import Mat, to_index, to_number
from stuka_env.games.stuka.rules.table import Chance

total_on = RULES.names["total_on"]


@record
class Reckoning(Record):
    """Everything that is worked out about one chance event."""

    outlook: Outlook = nested(Outlook)
    harm: Harm = nested(Harm)
    mean_harm: MeanHarm = nested(MeanHarm)
    weights: ValueWeights = nested(ValueWeights)
    staffel: StaffelFeatures = nested(StaffelFeatures)
    typical: Numbers = float64("typical attack score by target", (TARGETS,))
    face: Numbers = float64("stakes of one face", (STAKES,))
    total: Numbers = float64("stakes of all faces, added up", (STAKES,))
    hit: Numbers = float64("stakes of a hit on the formation", (STAKES,))
    one: Numbers = float64("stakes of one crew", (STAKES,))
    before: Numbers = float64("stakes without the result", (STAKES,))
    afloat: float = float64("chance that no later attack sinks the ship")
    found: float = float64("fighters that the last roll on B1 found")


# --- before the roll ---


@compiled
def harms_aircraft(chart: int) -> bool:
    """Whether the results of a chart harm one aircraft and its crew."""
    return chart == Chart.GAMBLE or chart == Chart.C1 or Chart.C3.value <= chart <= Chart.C7.value


@compiled
def prepare(mat: Mat, charts: Charts, chance: Chance, reckoning: Reckoning) -> None:
    """Work out the outlook, which is the same for all faces."""
    chart, slot, outlook = int(chance.chart), int(chance.slot), reckoning.outlook
    describe(mat, charts, outlook)
    outlook.counted = 0.0
    if chart == Chart.A2:
        prepare_attack(mat, charts, reckoning, slot)
    elif harms_aircraft(chart):
        describe_crew(mat, outlook, reckoning.staffel, reckoning.weights, slot)
        if chart == Chart.C1:
            describe_attack(mat, charts, outlook, slot)
    elif chart == Chart.A6 or chart == Chart.B1 or chart == Chart.B3 or chart == Chart.A2A or chart == Chart.EVENT:
        mean_hit(mat, charts, reckoning)  # B2 follows B1, and uses the same


@compiled
def prepare_attack(mat: Mat, charts: Charts, reckoning: Reckoning, slot: int) -> None:
    """Add up the other attacks of the mission, made or expected, and the chance that none of those sinks the ship."""
    total, afloat = 0.0, 1.0
    for other in range(SLOTS):
        aircraft = mat.aircraft[other]
        if aircraft.attacked and aircraft.present:
            total += aircraft.score
        elif other > slot and aircraft.status == Status.FLYING:
            total += expected_attack(mat, charts, other)
            if charts.sinks[mat.mission.target]:
                afloat *= 1.0 - attack_odds(mat, charts, other, load_of(mat, other), 0, 1)
    reckoning.outlook.others = total
    reckoning.afloat = afloat


@compiled
def unworried_crew(outlook: Outlook) -> None:
    """Leave the value of the Staffel's people out: it is expensive, and small in the mean over aircraft."""
    for role in range(2):
        outlook.killed[role] = 0.0
        outlook.wounded[role] = 0.0
        outlook.stressed[role] = 0.0


@compiled
def stakes_of_hit(mat: Mat, charts: Charts, reckoning: Reckoning, slot: int, drm: int) -> None:
    """Write the mean stakes of a hit on an aircraft into ``reckoning.face``, less those of no hit."""
    outlook, harm = reckoning.outlook, reckoning.harm
    unworried_crew(outlook)
    describe_attack(mat, charts, outlook, slot)
    no_harm(harm)
    stakes_of_harm(mat, charts, outlook, harm, slot, reckoning.before[:])
    harm_of_hit(harm, reckoning.mean_harm, drm)
    stakes_of_harm(mat, charts, outlook, harm, slot, reckoning.face[:])
    add(reckoning.face[:], reckoning.before[:], -1.0)


@compiled
def mean_hit(mat: Mat, charts: Charts, reckoning: Reckoning) -> None:
    """Write the mean stakes of a hit on the formation into ``reckoning.hit``. The Lucky Dog ignores the guns."""
    at_guns, flying = mat.cursor.phase == Phase.ATTACK, 0
    clear(reckoning.total[:])
    for slot in range(SLOTS):
        if mat.aircraft[slot].status == Status.FLYING:
            flying += 1
            if not (at_guns and mat.aircraft[slot].lucky):
                stakes_of_hit(mat, charts, reckoning, slot, 0)
                add(reckoning.total[:], reckoning.face[:], 1.0)
    clear(reckoning.hit[:])
    add(reckoning.hit[:], reckoning.total[:], 1.0 / max(1, flying))


# --- after the roll: on the way to the target (A1, B1 to B3) ---


@compiled
def fill_typical_attacks(charts: Charts, typical: NDArray[np.float64]) -> None:
    """Write the typical attack score on each target, of an Ace with the standard load; 0 for a No-Fly."""
    for target in range(TARGETS):
        drm = int(charts.a3[Payload.SC500_SC50][target]) + int(charts.attack_drm[Quality.ACE])
        typical[target] = score_by_drm(charts, int(charts.target_size[target]), drm)
    typical[Target.NO_FLY.value] = 0.0
    typical[Target.MARITIME.value] = typical[charts.ship[1]]


@compiled
def stakes_of_target(mat: Mat, charts: Charts, reckoning: Reckoning, faces: tuple[int, int, int]) -> None:
    """Write the stakes of a roll on A1: a typical attack and the way there, or a No-Fly (4.6)."""
    target, share = int(charts.a1[mat.war.segment][faces[0] + faces[1]]), reckoning.outlook.share
    if target != Target.NO_FLY:
        reckoning.face[Stake.ATTACKS] = reckoning.typical[target] * share
        reckoning.face[Stake.DISTANCE] = charts.a1_zone[faces[2]] * share


@compiled
def stakes_of_segment(mat: Mat, charts: Charts, reckoning: Reckoning, number: int) -> None:
    """Write the stakes of the segment that is rolled for a Mission: the typical attack on its targets (2.5)."""
    segment, total = int(charts.first_segment[mat.war.operation]) + number - 1, 0.0
    for first in range(1, D6_FACES + 1):
        for second in range(1, D6_FACES + 1):
            total += reckoning.typical[charts.a1[segment][first + second]]
    reckoning.face[Stake.ATTACKS] = total / (D6_FACES * D6_FACES)


@compiled
def stakes_of_fighters(reckoning: Reckoning, fighters: float) -> None:
    """Write the stakes of so many fighters that get through."""
    add(reckoning.face[:], reckoning.hit[:], fighters)


@compiled
def left_by_escorts(mat: Mat, charts: Charts, found: float, die: int) -> float:
    """Return the fighters that the escorts leave of those found, by the roll on B2 (7.3)."""
    removed = float(charts.b2[mat.war.segment][mat.mission.zone][die])
    if mat.mission.escorts_late:
        removed = 0.0
    if mat.mission.escorts_early:
        removed = float(FULL_COVER)
    return max(0.0, found - removed)


@compiled
def found_by_roll(mat: Mat, charts: Charts, die: int) -> float:
    """Return the fighters that a roll on B1 finds, with those of an ambush (7.3)."""
    column = MARITIME_COLUMN if at_sea(mat) else int(mat.war.segment)
    found = int(charts.b1[column][die])
    return float(found + int(mat.mission.ambush) if found else 0)


@compiled
def stakes_of_contact(mat: Mat, charts: Charts, reckoning: Reckoning, die: int) -> None:
    """Write the stakes of a roll on B1, with the mean of B2."""
    found = found_by_roll(mat, charts, die)
    for escort in range(1, D6_FACES + 1):
        stakes_of_fighters(reckoning, left_by_escorts(mat, charts, found, escort) / D6_FACES)


@compiled
def stakes_of_approach(charts: Charts, reckoning: Reckoning, white: int, colour: int) -> None:
    """Write the stakes of a roll on B3: hits, which the sector makes lighter or heavier."""
    sector = int(charts.b3_sector[white])
    drm = int(charts.sector_drm[sector]) + int(charts.rear_gunner_drm[sector])
    none, given = reckoning.mean_harm.by_drm[len(reckoning.mean_harm.by_drm) // 2], reckoning.harm
    harm_of_hit(given, reckoning.mean_harm, drm)
    severity = given.lost / none.lost if none.lost > 0.0 else 1.0
    stakes_of_fighters(reckoning, severity * charts.b3_aircraft[colour] * charts.b3_hits[colour])


@compiled
def stakes_of_duel(charts: Charts, reckoning: Reckoning, die: int) -> None:
    """Write the stakes of an air-to-air attempt: a fighter less, and points (7.3.1)."""
    if die <= charts.kill_roll:
        reckoning.face[Stake.ATTACKS] += charts.kill_points * reckoning.outlook.share
    else:
        stakes_of_fighters(reckoning, 1.0)


# --- over the target (A2, A4, A6, the Gamble) ---


@compiled
def stakes_of_visibility(mat: Mat, charts: Charts, reckoning: Reckoning, die: int) -> None:
    """Write the stakes of a roll on A4: the mean attack of the formation in that visibility."""
    sight, total = int(charts.visibility_drm[charts.a4[die]]), 0.0
    for slot in range(SLOTS):
        if mat.aircraft[slot].status == Status.FLYING:
            drm = int(charts.a3[load_of(mat, slot)][mat.mission.target]) + pilot_drm(mat, charts, slot) + sight
            total += score_by_drm(charts, int(mat.mission.target_size), drm)
    reckoning.face[Stake.ATTACKS] = total / max(1, int(mat.mission.present)) * reckoning.outlook.share


@compiled
def stakes_of_attack(mat: Mat, charts: Charts, reckoning: Reckoning, total: int) -> None:
    """Write the stakes of a total on A2: the mission's mean attack, or a ship sunk (7.8, 8.6)."""
    if mat.mission.sunk:
        return
    score = float(charts.a2[mat.mission.target_size][total - A2_LOW])
    mean = (reckoning.outlook.others + score) / max(1, int(mat.mission.present))
    if charts.sinks[mat.mission.target]:
        afloat = 0.0 if score >= PERFECT else reckoning.afloat
        mean = afloat * mean + (1.0 - afloat) * PERFECT
    reckoning.face[Stake.ATTACKS] = mean * reckoning.outlook.share


# --- harm (the Gamble, C1 to C7) ---


@compiled
def harm_of_roll(
    mat: Mat, charts: Charts, chance: Chance, mean_harm: MeanHarm, harm: Harm, faces: tuple[int, int, int]
) -> None:
    """Write the harm of a roll that touches one aircraft."""
    chart, slot, person = int(chance.chart), int(chance.slot), int(chance.person)
    total = total_on(chart, faces[0] + chance.drm)
    no_harm(harm)
    if chart == Chart.GAMBLE:
        if charts.gamble_crash[faces[0]]:
            crew_dies(mat, harm, slot)
    elif chart == Chart.C1:
        harm_of_cell(mat, charts, harm, slot, faces[0], total_on(chart, faces[1] + chance.drm))
    elif chart == Chart.C3:
        odds_on_ground(mat, charts, harm, person, 0.0 if charts.c3[total] == BailOut.KILLED else 1.0)
    elif chart == Chart.C4:
        evade(mat, charts, harm, person, total)
    elif chart == Chart.C5:
        if charts.c5[total] == Touchdown.FORCED:
            harm_of_crash(mat, charts, harm, slot, 0)
    elif chart == Chart.C6:
        harm_of_crash(mat, charts, harm, slot, faces[0])
    else:
        harm_in_wreck(mat, charts, harm, person, faces[0])


# --- the time until somebody is back (C8, C9) ---


@compiled
def stakes_of_delay(reckoning: Reckoning, stake: int, missions: int, levels: int) -> None:
    """Write the stakes of missions without an aircraft or a person who is so many levels above Green."""
    away = min(float(missions), reckoning.outlook.left) * reckoning.outlook.share
    reckoning.face[stake] = -away
    reckoning.face[Stake.LEVELS] = -away * levels


# --- every roll ---


@compiled
def stakes_of_roll(mat: Mat, charts: Charts, chance: Chance, reckoning: Reckoning, faces: tuple[int, int, int]) -> None:
    """Write the stakes of these faces of a roll into ``reckoning.face``."""
    chart, die = int(chance.chart), faces[0]
    clear(reckoning.face[:])
    if harms_aircraft(chart):
        harm_of_roll(mat, charts, chance, reckoning.mean_harm, reckoning.harm, faces)
        slot = int(chance.slot)
        stakes_of_harm(mat, charts, reckoning.outlook, reckoning.harm, slot, reckoning.face[:])
    elif chart == Chart.A2:
        stakes_of_attack(mat, charts, reckoning, total_on(chart, die + chance.drm))
    elif chart == Chart.A1:
        stakes_of_target(mat, charts, reckoning, faces)
    elif chart == Chart.SEGMENT:
        stakes_of_segment(mat, charts, reckoning, die)
    elif chart == Chart.SHIP:
        reckoning.face[Stake.ATTACKS] = reckoning.typical[charts.ship[die]] * reckoning.outlook.share
    elif chart == Chart.A4:
        stakes_of_visibility(mat, charts, reckoning, die)
    elif chart == Chart.A6:
        hits = int(charts.a6_hits[charts.a6[total_on(chart, die + chance.drm)]])
        add(reckoning.face[:], reckoning.hit[:], float(hits))
    elif chart == Chart.B1:
        stakes_of_contact(mat, charts, reckoning, die)
    elif chart == Chart.B2:
        stakes_of_fighters(reckoning, left_by_escorts(mat, charts, reckoning.found, die))
    elif chart == Chart.B3:
        stakes_of_approach(charts, reckoning, die, faces[1])
    elif chart == Chart.A2A:
        stakes_of_duel(charts, reckoning, die)
    elif chart == Chart.C8:
        stakes_of_delay(reckoning, Stake.AIRCRAFT.value, int(charts.c8[die]), 0)
    elif chart == Chart.C9_WIA:
        levels = int(member(mat, int(chance.person)).level) - Quality.GREEN
        stakes_of_delay(reckoning, Stake.ABSENCE.value, int(charts.c9_wia[die]), levels)
    elif chart == Chart.C9_KIA:
        stakes_of_delay(reckoning, Stake.ABSENCE.value, int(charts.c9_kia[die]), 0)


# --- event cards (7.2) ---


@compiled
def stakes_of_stress(mat: Mat, charts: Charts, reckoning: Reckoning, slot: int, markers: int) -> None:
    """Write the stakes of stress for a crew, or of relief below 0, less those of none."""
    outlook, harm = reckoning.outlook, reckoning.harm
    describe_attack(mat, charts, outlook, slot)
    no_harm(harm)
    stakes_of_harm(mat, charts, outlook, harm, slot, reckoning.before[:])
    for role in range(2):
        person = aboard(mat, slot, role)
        if person != NOBODY and not (markers > 0 and immune(mat, slot, person)):
            harm.stress[role] = max(markers, -int(member(mat, person).stress))
    stakes_of_harm(mat, charts, outlook, harm, slot, reckoning.one[:])
    add(reckoning.one[:], reckoning.before[:], -1.0)


@compiled
def stakes_of_card(mat: Mat, charts: Charts, reckoning: Reckoning, card: int) -> None:
    """Write the stakes of a card into ``reckoning.face``."""
    effect, amount = int(charts.event[card]), int(charts.event_amount[card])
    clear(reckoning.face[:])
    if effect == Effect.AMBUSH:
        add(reckoning.face[:], reckoning.hit[:], float(amount))
    elif effect == Effect.ESCORTS_LATE:
        add(reckoning.face[:], reckoning.hit[:], 1.0)
    elif effect == Effect.ESCORTS_EARLY:
        add(reckoning.face[:], reckoning.hit[:], -1.0)
    elif effect == Effect.ANTI_AIRCRAFT and mat.mission.leg == Leg.OUT:
        add(reckoning.face[:], reckoning.hit[:], float(amount))
    else:
        stakes_for_crews(mat, charts, reckoning, effect, amount)


@compiled
def stakes_for_crews(mat: Mat, charts: Charts, reckoning: Reckoning, effect: int, amount: int) -> None:
    """Write the stakes of stress or relief for the leader's crew, all crews, or the mean over all crews."""
    flying = 0
    for slot in range(SLOTS):
        flying += mat.aircraft[slot].status == Status.FLYING
    is_relief = effect == Effect.RELIEVE_RANDOM_CREW or effect == Effect.RELIEVE_EVERYBODY
    is_random = effect == Effect.RELIEVE_RANDOM_CREW or effect == Effect.STRESS_RANDOM_CREW
    if not (is_relief or is_random or effect == Effect.STRESS_LEADER_CREW):
        return
    for slot in range(SLOTS):
        is_meant = effect != Effect.STRESS_LEADER_CREW or mat.mission.leader == to_number(slot)
        if mat.aircraft[slot].status == Status.FLYING and is_meant:
            stakes_of_stress(mat, charts, reckoning, slot, -amount if is_relief else amount)
            add(reckoning.face[:], reckoning.one[:], 1.0 / flying if is_random else 1.0)


# --- numbers from the cup (3.2) ---


@compiled
def approach_drm(mat: Mat, charts: Charts, slot: int) -> int:
    """Return the modifier of a fighter's hit on this aircraft, by the sector of the last approach (7.3)."""
    sector = to_index(int(mat.mission.sector))
    if sector < 0:
        return 0
    approach, gunner = defence_modifiers(mat, charts, slot, sector)
    return approach + gunner


@compiled
def stakes_of_number(mat: Mat, charts: Charts, reckoning: Reckoning, slot: int) -> None:
    """Write the stakes of a slot that is drawn: for a hit by guns or fighters, or for an event card."""
    clear(reckoning.face[:])
    if mat.cursor.phase == Phase.INTERCEPTION:
        card = to_index(int(mat.mission.last_card))
        effect, amount = int(charts.event[card]), int(charts.event_amount[card])
        if effect == Effect.STRESS_RANDOM_CREW or effect == Effect.RELIEVE_RANDOM_CREW:
            stakes_of_stress(mat, charts, reckoning, slot, amount if effect == Effect.STRESS_RANDOM_CREW else -amount)
            add(reckoning.face[:], reckoning.one[:], 1.0)
    elif mat.cursor.phase == Phase.FIGHTERS:
        stakes_of_hit(mat, charts, reckoning, slot, approach_drm(mat, charts, slot))
    elif not mat.aircraft[slot].lucky:
        stakes_of_hit(mat, charts, reckoning, slot, 0)
