"""The formation in flight (4.2, 5.1.2, 5.1.4, 7.1, 7.10, 7.12): zones, range, stragglers, the leader."""

from stuka_env.engine.frame import ask, go, note
from stuka_env.games.stuka.codes import NOBODY, SLOTS, Act, Decision, Entry, Formation, Leg, Phase, Quality
from stuka_env.games.stuka.rules.crew import aboard, member
from stuka_env.games.stuka.rules.cups import draw_slots
from stuka_env.games.stuka.rules.damage import abandon, damaged, relieve_crew, still_flies, stress_crew
from stuka_env.games.stuka.rules.landing import land
from stuka_env.games.stuka.rules.mat import Mat, to_index, to_number
from stuka_env.games.stuka.rules.table import Mask, Table, about, ask_about


def flying(mat: Mat) -> int:
    """Aircraft in flight."""
    count = 0
    for slot in range(SLOTS):
        if still_flies(mat, slot):
            count += 1
    return count


# --- range (7.10; rulings D19, Q14) ---


def range_left(mat: Mat, table: Table, slot: int) -> int:
    """Zones the aircraft can still fly."""
    return table.charts.range[mat.war.operation] - mat.aircraft[slot].range_loss - mat.mission.moves


def can_reach_home(mat: Mat, table: Table, slot: int) -> bool:
    """Whether the aircraft's fuel takes it from here to the airfield."""
    return range_left(mat, table, slot) >= mat.mission.zone


def can_finish(mat: Mat, table: Table, slot: int) -> bool:
    """Whether its fuel lasts for the rest of the mission as planned."""
    needed = int(mat.mission.zone)
    if mat.mission.leg == Leg.OUT:
        needed = 2 * mat.mission.target_zone - mat.mission.zone
    return range_left(mat, table, slot) >= needed


def must_decide_range(mat: Mat, table: Table, slot: int) -> bool:
    """Whether a pilot short of range has a choice: home at once, or on with the others (ruling D19)."""
    return still_flies(mat, slot) and not can_finish(mat, table, slot) and can_reach_home(mat, table, slot)


def run_dry(mat: Mat, table: Table) -> None:
    """Aircraft whose range is used up away from the airfield come down (ruling Q14)."""
    for slot in range(SLOTS):
        if still_flies(mat, slot) and range_left(mat, table, slot) <= 0:
            note(mat, table, Entry.FAR_FROM_HOME, to_number(slot), int(mat.mission.zone))
            abandon(mat, table, slot)


# --- leaving the formation (7.1, 7.12, 8.1) ---


def leave(mat: Mat, table: Table, slot: int) -> None:
    """An aircraft leaves the formation: no events, no fighters, it lands at once, if its fuel takes it home."""
    mat.mission.news = 1
    mat.mission.unsettled = 1
    if mat.mission.leader == to_number(slot):
        mat.mission.leader = 0
    note(mat, table, Entry.LEFT, to_number(slot), 0)
    if can_reach_home(mat, table, slot):
        land(mat, table, slot)
    else:
        note(mat, table, Entry.FAR_FROM_HOME, to_number(slot), int(mat.mission.zone))
        abandon(mat, table, slot)


def complete_mission(mat: Mat, slot: int) -> None:
    """The crew has done its mission, as far as promotion asks (8.9, ruling Q55); an abort takes that back."""
    for role in range(2):
        person = aboard(mat, slot, role)
        if person != NOBODY:
            member(mat, person).completed = 1


def forced_back(mat: Mat, table: Table, slot: int) -> None:
    """Damage or a card sends an aircraft home; its crew counts as having flown the mission (ruling Q55)."""
    complete_mission(mat, slot)
    leave(mat, table, slot)


def press_on(mat: Mat, slot: int) -> None:
    """A pilot short of range stays with the others all the same; he is not asked again (ruling D19)."""
    mat.aircraft[slot].wants_home = 0


def in_trouble(mat: Mat, slot: int) -> bool:
    """Damage, lost range or a wounded person: reason enough to go home; stress is none (ruling D18)."""
    if mat.aircraft[slot].range_loss > 0 or damaged(mat, slot):
        return True
    for role in range(2):
        person = aboard(mat, slot, role)
        if person != NOBODY and member(mat, person).wounds > 0:
            return True
    return False


def smallest_formation(mat: Mat, table: Table) -> int:
    """The formation's minimum, below which nobody may be sent home without need (ruling D18)."""
    if mat.mission.formation == Formation.STAFFEL:
        return int(table.charts.smallest_staffel)
    return int(table.charts.smallest_kette[mat.war.operation])


def may_send_home(mat: Mat, table: Table, slot: int, left: int) -> bool:
    """Whether the player may order this aircraft home and leave ``left`` others (7.12; rulings D18, Q14)."""
    if left < 1 or not still_flies(mat, slot) or not can_reach_home(mat, table, slot):
        return False
    return left >= smallest_formation(mat, table) or in_trouble(mat, slot)


def turn_round(mat: Mat, table: Table) -> None:
    """Abort: the whole formation turns for home, zone by zone (7.12; ruling Q75)."""
    mat.mission.aborted = 1
    mat.mission.leg = Leg.HOME
    go(mat, Phase.MOVE)
    note(mat, table, Entry.ABORT, 0, 0)


# --- the flight leader (4.2) ---


def name_leader(mat: Mat, table: Table, slot: int) -> None:
    """This aircraft's pilot leads from now on; a Green one unsettles a crew drawn from the cup (4.2; ruling Q10)."""
    mat.mission.leader = to_number(slot)
    mat.mission.news = 1
    pilot = to_index(int(mat.aircraft[slot].pilot))
    note(mat, table, Entry.LEADER, about(slot, pilot), 0)
    if mat.pilots[pilot].level == Quality.GREEN and draw_slots(mat, table, 1, NOBODY):
        stress_crew(mat, table, to_index(mat.mission.targets[0]), 1)


def replace_leader(mat: Mat, table: Table) -> None:
    """The leader is gone: ask for another; one pilot left takes over unasked (4.2; ruling D20)."""
    if flying(mat) > 1:
        ask(mat, Decision.NEW_LEADER)
        return
    for slot in range(SLOTS):
        if still_flies(mat, slot):
            name_leader(mat, table, slot)
            return


def can_relieve(mat: Mat, slot: int) -> bool:
    """Whether the crew in this slot has stress to take off."""
    if not still_flies(mat, slot):
        return False
    for role in range(2):
        person = aboard(mat, slot, role)
        if person != NOBODY and member(mat, person).stress > 0:
            return True
    return False


def relief_possible(mat: Mat) -> bool:
    """Whether the leader may still relieve a crew, and one needs it: Veteran or better, once a mission (4.2)."""
    leader = to_index(mat.mission.leader)
    if mat.mission.relief_used or leader < 0:
        return False
    pilot = to_index(mat.aircraft[leader].pilot)
    if mat.pilots[pilot].level < Quality.VETERAN:
        return False
    for slot in range(SLOTS):
        if can_relieve(mat, slot):
            return True
    return False


def use_relief(mat: Mat, table: Table, slot: int) -> None:
    """The leader takes one stress marker off each member of one crew (4.2; ruling D21)."""
    mat.mission.relief_used = 1
    relieve_crew(mat, table, slot)


def allow_relief(mat: Mat, mask: Mask) -> None:
    """The crews the leader could relieve of stress, if he still may (4.2)."""
    if relief_possible(mat):
        for slot in range(SLOTS):
            mask[Act.RELIEVE + slot] = can_relieve(mat, slot)


def allow_last_relief(mat: Mat, mask: Mask) -> None:
    """Before the landing: a crew, or nobody (4.2, ruling D21)."""
    mask[Act.KEEP_RELIEF.value] = 1
    allow_relief(mat, mask)


def decide_relief(mat: Mat, table: Table, verb: int, argument: int) -> None:
    """Relieve the crew that the leader chose, or none (4.2)."""
    if verb == Act.RELIEVE:
        use_relief(mat, table, argument)


def allow_new_leader(mat: Mat, mask: Mask) -> None:
    """Any pilot still flying (4.2)."""
    for slot in range(SLOTS):
        mask[Act.NEW_LEADER + slot] = still_flies(mat, slot)


def decide_new_leader(mat: Mat, table: Table, argument: int) -> None:
    """Name the aircraft that leads from now on (4.2)."""
    name_leader(mat, table, argument)


# --- interruptions: asked before anything else, once the matter in hand is settled (rulings D19, D20) ---


def interrupt(mat: Mat, table: Table) -> bool:
    """In flight: a mission without aircraft ends, a vacant leadership is filled, a pilot short of range decides.

    True if something came up, so that the step in hand waits.
    """
    mission = mat.mission
    if not mission.unsettled or mission.zone == 0 or mat.cursor.phase >= Phase.BEFORE_LANDING:
        return False
    run_dry(mat, table)
    if flying(mat) == 0:
        go(mat, Phase.END_OF_MISSION)
        return True
    if mission.leader == 0:
        replace_leader(mat, table)
        return True
    for slot in range(SLOTS):
        if not mat.aircraft[slot].wants_home:
            continue
        if must_decide_range(mat, table, slot):
            ask_about(mat, Decision.TURN_BACK, to_number(slot))
            return True
        mat.aircraft[slot].wants_home = 0
    mission.unsettled = 0
    return False


def decide_turn_back(mat: Mat, table: Table, verb: int, subject: int) -> None:
    """Turn a pilot back who is short of range, or fly on (7.10; ruling D19)."""
    if verb == Act.TURN_BACK:
        forced_back(mat, table, subject)
    else:
        press_on(mat, subject)


# --- moving (5.1.2, 5.1.4) ---


def move(mat: Mat, table: Table) -> None:
    """The formation moves one zone; in the target zone the attack run begins, at the airfield the landings."""
    mission = mat.mission
    mission.moves += 1
    mission.zone += 1 if mission.leg == Leg.OUT else -1
    note(mat, table, Entry.MOVE, 0, int(mission.zone))
    if mission.zone == 0:
        go(mat, Phase.BEFORE_LANDING)
        return
    if mission.leg == Leg.OUT and mission.zone == mission.target_zone:
        go(mat, Phase.EN_ROUTE if mission.zone == 1 else Phase.ATTACK_RUN)
    else:
        go(mat, Phase.EVENT)
    run_dry(mat, table)


def zone_done(mat: Mat, table: Table) -> None:
    """A zone is resolved: a standing order holds unless something happened (rulings D16 to D18, D21)."""
    mission = mat.mission
    go(mat, Phase.MOVE)
    useful = relief_possible(mat)
    changed = mission.news == 1 or (useful and mission.relief_known == 0)
    if changed and (mission.leg == Leg.OUT or useful):
        go(mat, Phase.EN_ROUTE)


def en_route(mat: Mat, table: Table) -> None:
    """Ask what the formation does: on, home, somebody home, or stress relief (7.12, 4.2)."""
    mat.mission.news = 0
    mat.mission.relief_known = relief_possible(mat)
    ask(mat, Decision.EN_ROUTE)


def go_on(mat: Mat) -> None:
    """The formation goes on: into the attack run in the target zone, else into the next zone."""
    mission = mat.mission
    at_target = mission.leg == Leg.OUT and mission.zone == mission.target_zone
    go(mat, Phase.ATTACK_RUN if at_target else Phase.MOVE)


def allow_en_route(mat: Mat, table: Table, mask: Mask) -> None:
    """On; outbound also home, all or one; stress relief (4.2, 7.12; ruling Q22)."""
    mask[Act.GO_ON.value] = 1
    allow_relief(mat, mask)
    if mat.mission.leg == Leg.OUT:
        mask[Act.ABORT.value] = 1
        left = flying(mat) - 1
        for slot in range(SLOTS):
            mask[Act.SEND_HOME + slot] = may_send_home(mat, table, slot, left)


def decide_en_route(mat: Mat, table: Table, verb: int, argument: int) -> None:
    """Let the formation do what was chosen: on, home, somebody home, or stress relief (7.12, 4.2)."""
    if verb == Act.GO_ON:
        go_on(mat)
    elif verb == Act.ABORT:
        turn_round(mat, table)
    elif verb == Act.SEND_HOME:
        leave(mat, table, argument)
    elif verb == Act.RELIEVE:
        use_relief(mat, table, argument)
