"""Before the flight (4, 5.1.1): the mission roll, the muster, crews, Lucky Dog, take-off."""

from stuka_env.engine.frame import ask, find_fault, go, note, roll, says, says_second, throw
from stuka_env.games.stuka.codes import (
    COUNTED,
    LARGEST_KETTE,
    NOBODY,
    SEATS,
    SLOTS,
    SMALLEST_KETTE,
    SYSTEMS,
    Act,
    Chart,
    Decision,
    Duty,
    Entry,
    Fault,
    Formation,
    Leg,
    NoFly,
    Phase,
    Quality,
    Role,
    Scale,
    Status,
    Target,
)
from stuka_env.games.stuka.rules.crew import interchangeable, member
from stuka_env.games.stuka.rules.flight import name_leader
from stuka_env.games.stuka.rules.log_sheet import log_loads
from stuka_env.games.stuka.rules.mat import Mat, to_number
from stuka_env.games.stuka.rules.rolls import new_mission
from stuka_env.games.stuka.rules.table import Mask, Table, about, ask_about

# --- mission assignment (4.6, 4.7) ---


def do_not_fly(mat: Mat, table: Table, reason: int) -> None:
    """A No-Fly: the formation stays down, score 0 (4.6.1, 7.12; ruling Q01)."""
    mat.mission.no_fly = reason
    go(mat, Phase.END_OF_MISSION)
    note(mat, table, Entry.NO_FLY, 0, reason)


def roll_target(mat: Mat, table: Table) -> None:
    """A1: two white D6 for the target, the colour D6 for its zone; ships from the Maritime column (4.6, 4.7)."""
    mission = mat.mission
    charts = table.charts
    thrown = throw(mat, table, Chart.A1, 0, 0)
    target = says(table, int(charts.a1[mat.war.segment][thrown.total]))
    mission.target_zone = charts.a1_zone[thrown.third]
    says_second(table, int(mission.target_zone))
    if target == Target.MARITIME:
        target = says(table, int(charts.ship[roll(mat, table, Chart.SHIP, 0, 0)]))
    mission.target = target


def assign_mission(mat: Mat, table: Table) -> None:
    """The mission is rolled first of all (2.3, ruling Q21); flown alone, a No-Fly is rolled again (ruling Q87)."""
    mission = mat.mission
    go(mat, Phase.MUSTER)
    new_mission(table.dice, int(mat.war.mission_of_war))
    if not mission.set_up:
        roll_target(mat, table)
        rolls = 1
        while mission.target == Target.NO_FLY and mat.war.scale == Scale.MISSION:
            if rolls == COUNTED:
                find_fault(table.dice, Fault.NO_TARGET, Chart.A1)
                break
            roll_target(mat, table)
            rolls += 1
    if mission.target == Target.NO_FLY:
        do_not_fly(mat, table, NoFly.ROLLED)
        return
    mission.target_size = table.charts.target_size[mission.target]
    note(mat, table, Entry.MISSION, int(mission.target_zone), int(mission.target))


# --- muster (4.3, 4.5; rulings Q28, Q103) ---


def serviceable_aircraft(mat: Mat) -> int:
    """Aircraft that can fly."""
    count = 0
    for slot in range(SLOTS):
        if mat.aircraft[slot].status == Status.READY:
            count += 1
    return count


def ready_of_level(mat: Mat, role: int, level: int) -> int:
    """People of a role and level in the holding area."""
    count = 0
    for place in range(SEATS):
        who = member(mat, place + role * SEATS)
        if who.duty == Duty.READY and who.level == level:
            count += 1
    return count


def available_crew(mat: Mat, table: Table, role: int) -> int:
    """People of one role that can fly together: at most two Elite and one Hero count (8.9)."""
    count = 0
    for place in range(SEATS):
        if member(mat, place + role * SEATS).duty == Duty.READY:
            count += 1
    for level in range(Quality.GREEN, Quality.HERO + 1):
        limit = int(table.charts.flying_limit[level])
        if limit < SEATS:
            count -= max(0, ready_of_level(mat, role, level) - limit)
    return count


def most_that_fly(mat: Mat, table: Table) -> int:
    """The largest formation that can be mustered."""
    crews = min(available_crew(mat, table, Role.PILOT), available_crew(mat, table, Role.GUNNER))
    return min(min(serviceable_aircraft(mat), crews), table.charts.largest[mat.war.operation])


def may_fly(mat: Mat, table: Table, count: int, most: int) -> bool:
    """Whether a formation of ``count`` aircraft is allowed when ``most`` can fly: a Staffel, or a Kette (4.3, 4.5).

    A Kette of two flies only where no third aircraft can, unless the operation allows it (ruling Q28).
    """
    if count > most:
        return False
    if count > LARGEST_KETTE:
        return bool(count >= table.charts.smallest_staffel)
    return count >= table.charts.smallest_kette[mat.war.operation] or (count == SMALLEST_KETTE and count == most)


def muster(mat: Mat, table: Table) -> None:
    """Ask how many fly, if a formation can be mustered at all (4.5, 7.12)."""
    if most_that_fly(mat, table) < SMALLEST_KETTE:
        do_not_fly(mat, table, NoFly.SHORTAGE)
        return
    ask(mat, Decision.MUSTER)


def allow_muster(mat: Mat, table: Table, mask: Mask) -> None:
    """No-Fly, or any formation the rules allow (4.3, 4.5, 7.12)."""
    mask[Act.NO_FLY.value] = 1
    most = most_that_fly(mat, table)
    for count in range(SMALLEST_KETTE, SLOTS + 1):
        mask[Act.FLY + count - SMALLEST_KETTE] = may_fly(mat, table, count, most)


def decide_muster(mat: Mat, table: Table, verb: int, argument: int) -> None:
    """Muster so many aircraft, or none (4.3, 7.12)."""
    if verb == Act.NO_FLY:
        do_not_fly(mat, table, NoFly.DECLINED)
    else:
        form(mat, table, argument + SMALLEST_KETTE)


def swap_cards(mat: Mat, first: int, second: int) -> None:
    """Exchange two aircraft cards on the ground: what they carry over from one mission to the next."""
    here = mat.aircraft[first]
    there = mat.aircraft[second]
    here.status, there.status = int(there.status), int(here.status)
    here.timer, there.timer = int(there.timer), int(here.timer)
    here.range_loss, there.range_loss = int(there.range_loss), int(here.range_loss)
    for system in range(SYSTEMS):
        here.damage[system], there.damage[system] = int(there.damage[system]), int(here.damage[system])


def form(mat: Mat, table: Table, count: int) -> None:
    """Lay out ``count`` serviceable aircraft in slots 1 to ``count``; four or more are a Staffel (4.3, 3.2)."""
    mission = mat.mission
    mission.sent = count
    mission.formation = Formation.STAFFEL if count >= table.charts.smallest_staffel else Formation.KETTE
    note(mat, table, Entry.FORMATION, int(mission.formation), count)
    if mission.formation == Formation.KETTE and mission.target_zone > table.charts.kette_zone:
        mission.target_zone = table.charts.kette_zone
        note(mat, table, Entry.KETTE_ZONE, 0, int(mission.target_zone))
    for slot in range(count):
        spare = slot
        while spare < SLOTS - 1 and mat.aircraft[spare].status != Status.READY:
            spare += 1
        if spare != slot:
            note(mat, table, Entry.EXCHANGED, to_number(slot), to_number(spare))
            says_second(table, int(mat.aircraft[slot].status))
            swap_cards(mat, slot, spare)
        mat.aircraft[slot].status = Status.FLYING
    mat.cursor.step = 0
    go(mat, Phase.CREWS)


# --- crews (4.1, 4.2, 8.9) ---


def flying_of_level(mat: Mat, role: int, level: int) -> int:
    """People of a role and level already in the formation."""
    count = 0
    for place in range(SEATS):
        who = member(mat, place + role * SEATS)
        if who.duty == Duty.FLYING and who.level == level:
            count += 1
    return count


def may_sit(mat: Mat, table: Table, role: int, place: int) -> bool:
    """Whether a person may be given a seat: in the holding area, and within the limit of his level (8.9)."""
    who = member(mat, place + role * SEATS)
    if who.duty != Duty.READY:
        return False
    limit = int(table.charts.flying_limit[who.level])
    return limit >= SEATS or flying_of_level(mat, role, int(who.level)) < limit


def seat(mat: Mat, table: Table, role: int, slot: int, place: int) -> None:
    """Put a person into an aircraft; any pilot flies with any gunner (4.1)."""
    who = member(mat, place + role * SEATS)
    who.duty = Duty.FLYING
    who.slot = to_number(slot)
    if role == Role.PILOT:
        mat.aircraft[slot].pilot = place + 1
    else:
        mat.aircraft[slot].gunner = place + 1
    note(mat, table, Entry.SEAT, about(slot, place + role * SEATS), int(who.level))


def crews(mat: Mat, table: Table) -> None:
    """Fill the seats slot by slot, the flight leader's first (4.2, 5.1.1)."""
    mission = mat.mission
    slot = int(mat.cursor.step)
    if slot >= mission.sent:
        go(mat, Phase.PAYLOAD)
    elif mat.aircraft[slot].pilot == 0:
        ask_about(mat, Decision.LEADER if slot == 0 else Decision.PILOT, to_number(slot))
    elif mat.aircraft[slot].gunner == 0:
        ask_about(mat, Decision.GUNNER, to_number(slot))
    else:
        mat.cursor.step += 1


def allow_seat(mat: Mat, table: Table, mask: Mask) -> None:
    """Everybody of a role who may take the seat (4.1, 8.9)."""
    decision = mat.cursor.decision
    role = Role.GUNNER if decision == Decision.GUNNER else Role.PILOT
    verb = Act.GUNNER if role == Role.GUNNER else Act.LEADER if decision == Decision.LEADER else Act.PILOT
    for place in range(SEATS):
        mask[verb + place] = may_sit(mat, table, role, place)


def decide_seat(mat: Mat, table: Table, verb: int, argument: int, subject: int) -> None:
    """Seat the person who was named (4.1, 4.2)."""
    seat(mat, table, Role.GUNNER if verb == Act.GUNNER else Role.PILOT, subject, argument)


def seated_by(action: int) -> int:
    """The person to whom an action gives a seat, or NOBODY for other actions (4.1, 4.2)."""
    if action < Act.LEADER or action >= Act.GUNNER + SEATS:
        return NOBODY
    if action < Act.GUNNER:
        return (action - Act.LEADER) % SEATS
    return action - Act.GUNNER + SEATS


def same_seating(mat: Mat, first: int, second: int) -> bool:
    """Whether two actions give the seat to people who are the same but for their names; False for other actions."""
    one, other = seated_by(first), seated_by(second)
    return one != NOBODY and other != NOBODY and interchangeable(mat, one, other)


def stand_in(mat: Mat, mask: Mask, preferred: int, action: int) -> int:
    """The action that comes to the same as this one: ``preferred`` if that does, else the first that is legal.

    An action that gives nobody a seat stands for itself alone.
    """
    if seated_by(action) == NOBODY:
        return action
    if same_seating(mat, preferred, action):
        return preferred
    for other in range(action):
        if mask[other] and same_seating(mat, other, action):
            return other
    return action


# --- Lucky Dog and take-off (4.3.2, 5.1.1) ---


def lucky_dog(mat: Mat) -> None:
    """A Kette may name its Lucky Dog (4.3.2)."""
    go(mat, Phase.TAKE_OFF)
    if mat.mission.formation == Formation.KETTE:
        ask(mat, Decision.LUCKY_DOG)


def allow_lucky_dog(mat: Mat, mask: Mask) -> None:
    """Any aircraft of the Kette, or none (4.3.2)."""
    for slot in range(mat.mission.sent):
        mask[Act.LUCKY_DOG + slot] = 1
    mask[Act.NO_LUCKY_DOG.value] = 1


def decide_lucky_dog(mat: Mat, table: Table, verb: int, argument: int) -> None:
    """Make an aircraft the Lucky Dog, or none (4.3.2)."""
    if verb == Act.LUCKY_DOG:
        name_lucky_dog(mat, table, argument)


def name_lucky_dog(mat: Mat, table: Table, slot: int) -> None:
    """This aircraft ignores anti-aircraft fire for the mission (4.3.2)."""
    mat.aircraft[slot].lucky = 1
    note(mat, table, Entry.LUCKY_DOG, to_number(slot), 0)


def take_off(mat: Mat, table: Table) -> None:
    """Loads go on the log sheet, the leader takes his post, the formation leaves the airfield (4.2, 5.1.2, 8.7)."""
    log_loads(mat)
    name_leader(mat, table, 0)
    mat.mission.leg = Leg.OUT
    mat.mission.news = 1
    go(mat, Phase.MOVE)
