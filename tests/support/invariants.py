"""Compiled invariants of the mat at every decision of every war under our charts, for every player.

Each check takes the mat, and the mat as it stood at the decision before where it compares the two.
"""

from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.codes import (
    CARDS,
    SEATS,
    SLOTS,
    SMALLEST_KETTE,
    Decision,
    Duty,
    Effect,
    Formation,
    Leg,
    Operation,
    Phase,
    Quality,
    Status,
)
from stuka_env.games.stuka.rules.crew import member
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Table
from tests.support.violations import Violation

# --- people and aircraft ---


@compiled
def timer_fits(duty: int, timer: int) -> bool:
    """Whether a person there has such a timer (6.3, 6.4)."""
    if duty == Duty.HOSPITAL:
        return 1 <= timer <= 6
    if duty == Duty.REPLACEMENT:
        return 1 <= timer <= 10
    return timer == 0


@compiled
def check_people(mat: Mat, before: Mat) -> int:
    """Nobody appears or vanishes; who flies has a seat; wounds and timers fit where a person is."""
    airborne = mat.mission.leg != Leg.GROUND
    for person in range(2 * SEATS):
        who = member(mat, person)
        was = member(before, person)
        if (who.duty == Duty.NOBODY) != (was.duty == Duty.NOBODY) or (who.duty == Duty.NOBODY) != (who.level == 0):
            return Violation.A_PERSON_APPEARED_OR_VANISHED
        if not timer_fits(int(who.duty), int(who.timer)):
            return Violation.A_TIMER_DOES_NOT_FIT_WHERE_THE_PERSON_IS
        flew = who.duty >= Duty.FLYING and who.duty <= Duty.POW
        if flew != (who.slot > 0) or (who.wounds > 0 and not flew):
            return Violation.SOMEBODY_ON_THE_GROUND_HAS_A_WOUND_OR_A_SLOT
        if flew and who.duty != Duty.FLYING and not airborne:
            return Violation.SOMEBODY_ON_THE_GROUND_HAS_A_WOUND_OR_A_SLOT
        if who.wounds >= 2 and who.duty != Duty.KIA:
            return Violation.WOUNDED_TWICE_AND_ALIVE
        if who.duty == Duty.FLYING:
            aircraft = mat.aircraft[who.slot - 1]
            seat = aircraft.pilot if person < SEATS else aircraft.gunner
            if aircraft.status != Status.FLYING or seat != person % SEATS + 1:
                return Violation.A_PERSON_FLIES_WITHOUT_A_SEAT
        rise = int(who.level) - int(was.level)
        if (rise < 0 and who.level != Quality.GREEN) or rise > 1 + int(mat.track.logged) - int(before.track.logged):
            return Violation.SOMEBODY_LOST_A_LEVEL_OR_ROSE_TWO
    return Violation.NONE


@compiled
def check_aircraft(mat: Mat, table: Table) -> int:
    """No aircraft appears or vanishes; every one in flight has a living pilot; timers fit (6.1, 6.2)."""
    cards = 0
    airborne = mat.mission.leg != Leg.GROUND
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        status = aircraft.status
        cards += status != Status.NONE
        longest = 8 if status == Status.REPAIR else 7 if status == Status.REPLACEMENT else 0
        if aircraft.timer > longest or (aircraft.timer == 0) != (longest == 0):
            return Violation.A_TIMER_DOES_NOT_FIT_WHERE_THE_AIRCRAFT_IS
        if status == Status.FLYING and airborne:
            pilot = mat.pilots[aircraft.pilot - 1]
            if aircraft.pilot == 0 or pilot.duty != Duty.FLYING or pilot.slot != slot + 1:
                return Violation.AN_AIRCRAFT_FLIES_WITHOUT_A_LIVING_PILOT
            if aircraft.gunner and mat.gunners[aircraft.gunner - 1].slot != slot + 1:
                return Violation.A_PERSON_FLIES_WITHOUT_A_SEAT
        flew = status >= Status.FLYING and status <= Status.LOST
        if flew != (slot < mat.mission.sent) or (flew and status != Status.FLYING and not airborne):
            return Violation.THE_FORMATION_IS_NOT_ALLOWED
        if not flew and (aircraft.pilot or aircraft.gunner or aircraft.ordnance or aircraft.present):
            return Violation.A_PERSON_FLIES_WITHOUT_A_SEAT
    if cards != table.charts.aircraft[mat.war.operation]:
        return Violation.AN_AIRCRAFT_APPEARED_OR_VANISHED
    return Violation.NONE


@compiled
def check_swapped(mat: Mat, before: Mat) -> int:
    """Within a mission cards change slots when the formation is laid out, but no timer moves."""
    total = 0
    squares = 0
    for slot in range(SLOTS):
        now, then = int(mat.aircraft[slot].timer), int(before.aircraft[slot].timer)
        total += now - then
        squares += now * now - then * then
        if before.cursor.decision != Decision.MUSTER and now != then:
            return Violation.A_TIMER_OF_AN_AIRCRAFT_MOVED_WRONGLY
    if total or squares:
        return Violation.A_TIMER_OF_AN_AIRCRAFT_MOVED_WRONGLY
    return Violation.NONE


@compiled
def check_timers(mat: Mat, before: Mat) -> int:
    """Old timers move one space a mission and never otherwise; new ones are placed only on what flew."""
    missions = int(mat.track.logged) - int(before.track.logged)
    fresh = mat.track.segments_done != before.track.segments_done
    for person in range(2 * SEATS):
        who, was = int(member(mat, person).timer), int(member(before, person).timer)
        if fresh:
            right = who == 0
        elif was > 0:
            right = who == max(0, was - missions)
        else:
            right = who == 0 or (missions > 0 and member(before, person).slot > 0 and who <= 10 - (missions - 1))
        if not right:
            return Violation.A_TIMER_OF_A_PERSON_MOVED_WRONGLY
    if missions == 0 and not fresh:
        return check_swapped(mat, before)
    for slot in range(SLOTS):
        now, then = int(mat.aircraft[slot].timer), int(before.aircraft[slot].timer)
        if fresh:
            right = now == 0
        elif then > 0:
            right = now == max(0, then - missions)
        else:
            right = now == 0 or (slot < before.mission.sent and now <= 8 - (missions - 1))
        if not right:
            return Violation.A_TIMER_OF_AN_AIRCRAFT_MOVED_WRONGLY
    return Violation.NONE


@compiled
def check_cup(mat: Mat, table: Table) -> int:
    """Numbers drawn together are different, and of aircraft that were sent."""
    for index in range(SLOTS):
        slot = mat.mission.targets[index]
        if slot > mat.mission.sent:
            return Violation.THE_CUP_GAVE_A_NUMBER_TWICE_OR_ONE_NOT_SENT
        for other in range(index):
            if slot and mat.mission.targets[other] == slot:
                return Violation.THE_CUP_GAVE_A_NUMBER_TWICE_OR_ONE_NOT_SENT
    return Violation.NONE


@compiled
def check_cards(mat: Mat, before: Mat, table: Table) -> int:
    """One card a zone entered, out and home, none over the target or at the airfield (7.2)."""
    mission = mat.mission
    drawn = 0
    for card in range(CARDS):
        drawn += mission.drawn[card]
        if mat.track.logged == before.track.logged and before.mission.drawn[card] and not mission.drawn[card]:
            return Violation.A_CARD_WENT_BACK_OR_WAS_OUT_OF_THE_DECK
        out = mission.formation == Formation.KETTE and table.charts.event[card] == Effect.RETURN_TO_BASE
        if out and mission.drawn[card]:
            return Violation.A_CARD_WENT_BACK_OR_WAS_OUT_OF_THE_DECK
    if mission.leg == Leg.GROUND:
        expected = 0
    else:
        over_target = mission.leg == Leg.OUT and mission.zone == mission.target_zone
        been = over_target or (mission.leg == Leg.HOME and (not mission.aborted or mission.target_zone == 1))
        expected = mission.moves - been - (mission.zone == 0) - (mat.cursor.phase == Phase.EVENT)
    if drawn != expected:
        return Violation.THE_WRONG_NUMBER_OF_CARDS_WAS_DRAWN
    return Violation.NONE


@compiled
def on_a2(table: Table, size: int, score: int) -> bool:
    """Whether a score stands in the column of A2 for targets of this size."""
    row = table.charts.a2[size]
    for index in range(len(row)):
        if row[index] == score:
            return True
    return False


@compiled
def check_scores(mat: Mat, table: Table) -> int:
    """Scores are A2's, and only who was in the attack run has one."""
    present = 0
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        present += aircraft.present
        if aircraft.score and not aircraft.attacked or aircraft.attacked and not aircraft.present:
            return Violation.AN_ATTACK_SCORE_IS_NOT_ON_A2
        if aircraft.attacked and not on_a2(table, int(mat.mission.target_size), int(aircraft.score)):
            return Violation.AN_ATTACK_SCORE_IS_NOT_ON_A2
    if present != mat.mission.present:
        return Violation.AN_ATTACK_SCORE_IS_NOT_ON_A2
    return Violation.NONE


@compiled
def check_limits(mat: Mat) -> int:
    """At most two Elite and one Hero of each role take off (8.9)."""
    for role in range(2):
        elite = 0
        hero = 0
        for place in range(SEATS):
            who = member(mat, place + role * SEATS)
            if who.duty == Duty.FLYING:
                elite += who.level == Quality.ELITE
                hero += who.level == Quality.HERO
        if mat.mission.leg == Leg.GROUND and (elite > 2 or hero > 1):
            return Violation.TOO_MANY_ELITE_OR_HERO_FLY
    return Violation.NONE


@compiled
def check_formation(mat: Mat) -> int:
    """A Staffel has four aircraft or more, a Kette two or three and no target beyond zone 5 (4.3)."""
    mission = mat.mission
    if mission.sent == 0:
        right = mission.formation == Formation.NONE
    elif mission.sent >= 4:
        right = mission.formation == Formation.STAFFEL and mat.war.operation != Operation.CITADEL
    else:
        right = mission.formation == Formation.KETTE and mission.sent >= SMALLEST_KETTE and mission.target_zone <= 5
    return Violation.NONE if right else Violation.THE_FORMATION_IS_NOT_ALLOWED


@compiled
def check_flight(mat: Mat, table: Table) -> int:
    """Check the place of the formation, its leader, and that no aircraft flies on without fuel (7.10)."""
    mission = mat.mission
    if mission.leg == Leg.GROUND:
        right = mission.zone == 0 and mission.moves == 0 and mission.leader == 0
        return Violation.NONE if right else Violation.THE_FORMATION_IS_IN_THE_WRONG_PLACE
    if mission.leg == Leg.OUT:
        right = mission.moves == mission.zone and 1 <= mission.zone <= mission.target_zone
    elif mission.aborted:
        right = (mission.moves + mission.zone) % 2 == 0 and mission.moves + mission.zone <= 2 * mission.target_zone
    else:
        right = mission.moves == 2 * mission.target_zone - mission.zone
    if not right:
        return Violation.THE_FORMATION_IS_IN_THE_WRONG_PLACE
    if mat.cursor.decision == Decision.NEW_LEADER:
        if mission.leader:
            return Violation.THE_FLIGHT_LEADER_DOES_NOT_FLY
    elif mission.leader == 0 or mat.aircraft[mission.leader - 1].status != Status.FLYING:
        return Violation.THE_FLIGHT_LEADER_DOES_NOT_FLY
    reach = table.charts.range[mat.war.operation]
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        if mission.zone and aircraft.status == Status.FLYING and aircraft.range_loss + mission.moves >= reach:
            return Violation.AN_AIRCRAFT_FLIES_BEYOND_ITS_RANGE
    return Violation.NONE


@compiled
def check_once(mat: Mat, before: Mat) -> int:
    """Within a mission nothing used up comes back, and nobody who left flies again."""
    if mat.track.logged < before.track.logged or mat.count.war_kia < before.count.war_kia:
        return Violation.SOMETHING_USED_ONCE_CAME_BACK
    if mat.track.logged != mat.war.mission_of_war:
        return Violation.THE_LOG_SHEET_DOES_NOT_FIT_THE_MISSION
    if mat.track.logged != before.track.logged:
        return Violation.NONE
    now, then = mat.mission, before.mission
    if now.relief_used < then.relief_used or now.gamble < then.gamble or now.kills < then.kills:
        return Violation.SOMETHING_USED_ONCE_CAME_BACK
    if (then.gamble and now.gamble != then.gamble) or now.aborted < then.aborted or now.sunk < then.sunk:
        return Violation.SOMETHING_USED_ONCE_CAME_BACK
    for slot in range(then.sent):
        if before.aircraft[slot].status != mat.aircraft[slot].status and before.aircraft[slot].status != Status.FLYING:
            return Violation.SOMETHING_USED_ONCE_CAME_BACK
        if mat.aircraft[slot].attacked < before.aircraft[slot].attacked:
            return Violation.SOMETHING_USED_ONCE_CAME_BACK
    return Violation.NONE


@compiled
def check_mission(mat: Mat, before: Mat, table: Table) -> int:
    """All checks of the mission in hand."""
    found = check_cup(mat, table)
    if not found:
        found = check_cards(mat, before, table)
    if not found:
        found = check_scores(mat, table)
    if not found:
        found = check_limits(mat)
    if not found:
        found = check_formation(mat)
    if not found:
        found = check_flight(mat, table)
    if not found:
        found = check_once(mat, before)
    return found


@compiled
def check_force(mat: Mat, before: Mat, table: Table) -> int:
    """All checks of people and aircraft."""
    found = check_people(mat, before)
    if not found:
        found = check_aircraft(mat, table)
    if not found and mat.war.operation == before.war.operation:
        found = check_timers(mat, before)
    return found
