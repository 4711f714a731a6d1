"""Before the flight (4, 5.1.1): the mission roll, the muster, crews, ordnance, Lucky Dog, take-off."""

from stuka_env.codes import (
    LARGEST_KETTE,
    NOBODY,
    SEATS,
    SLOTS,
    SMALLEST_KETTE,
    SYSTEMS,
    Chart,
    Decision,
    Duty,
    Entry,
    Formation,
    Leg,
    Model,
    NoFly,
    Payload,
    Phase,
    Quality,
    Role,
    Scale,
    Status,
    Target,
)
from stuka_env.rules.crew import member
from stuka_env.rules.dice import new_mission, roll, roll_mission_dice
from stuka_env.rules.flight import ask, name_leader
from stuka_env.rules.journal import note, note_roll, write
from stuka_env.rules.kernel import Table, rule
from stuka_env.rules.log_sheet import log_loads
from stuka_env.rules.mat import Mat

# --- mission assignment (4.6, 4.7) ---


@rule
def do_not_fly(mat: Mat, table: Table, reason: int) -> None:
    """A No-Fly: the formation stays down, score 0 (4.6.1, 7.12; ruling Q01)."""
    mat.mission.no_fly = reason
    mat.mission.phase = Phase.END_OF_MISSION
    note(mat, table, Entry.NO_FLY, NOBODY, 0, reason)


@rule
def roll_target(mat: Mat, table: Table) -> None:
    """A1: two white D6 for the target, the colour D6 for its zone; ships from the Maritime column (4.6, 4.7)."""
    mission = mat.mission
    charts = table.charts
    first, second, colour = roll_mission_dice(table)
    target = int(charts.a1[mission.segment][first + second])
    mission.target_zone = charts.a1_zone[colour]
    if table.journal.capacity:
        write(mat, table, Entry.ROLL, Chart.A1, NOBODY, 0, first, second, colour, 0, first + second, target)
    if target == Target.MARITIME:
        die = roll(table, Chart.SHIP, 0, 10)
        target = int(charts.ship[die])
        note_roll(mat, table, Chart.SHIP, NOBODY, 0, die, 0, die, target)
    mission.target = target


@rule
def assign_mission(mat: Mat, table: Table) -> None:
    """The mission is rolled first of all (2.3, ruling Q21); flown alone, a No-Fly is rolled again (ruling Q87)."""
    mission = mat.mission
    mission.phase = Phase.MUSTER
    new_mission(table.dice, int(mission.war_mission))
    if not mission.set_up:
        roll_target(mat, table)
        while mission.target == Target.NO_FLY and mission.scale == Scale.MISSION:
            roll_target(mat, table)
    if mission.target == Target.NO_FLY:
        do_not_fly(mat, table, NoFly.ROLLED)
        return
    mission.target_size = table.charts.target_size[mission.target]
    note(mat, table, Entry.MISSION, NOBODY, int(mission.target_zone), int(mission.target))


# --- muster (4.3, 4.5; rulings Q28, Q103) ---


@rule
def serviceable_aircraft(mat: Mat) -> int:
    """Aircraft that can fly."""
    count = 0
    for slot in range(SLOTS):
        if mat.aircraft[slot].status == Status.READY:
            count += 1
    return count


@rule
def ready_of_level(mat: Mat, role: int, level: int) -> int:
    """People of a role and level in the holding area."""
    count = 0
    for place in range(SEATS):
        who = member(mat, place + role * SEATS)
        if who.duty == Duty.READY and who.level == level:
            count += 1
    return count


@rule
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


@rule
def most_that_fly(mat: Mat, table: Table) -> int:
    """The largest formation that can be mustered."""
    crews = min(available_crew(mat, table, Role.PILOT), available_crew(mat, table, Role.GUNNER))
    return min(min(serviceable_aircraft(mat), crews), table.charts.largest[mat.mission.operation])


@rule
def may_fly(mat: Mat, table: Table, count: int, most: int) -> bool:
    """Whether a formation of ``count`` aircraft is allowed when ``most`` can fly: a Staffel, or a Kette (4.3, 4.5).

    A Kette of two flies only where no third aircraft can, unless the operation allows it (ruling Q28).
    """
    if count > most:
        return False
    if count > LARGEST_KETTE:
        return bool(count >= table.charts.smallest_staffel)
    return count >= table.charts.smallest_kette[mat.mission.operation] or (count == SMALLEST_KETTE and count == most)


@rule
def muster(mat: Mat, table: Table) -> None:
    """Ask how many fly, if a formation can be mustered at all (4.5, 7.12)."""
    if most_that_fly(mat, table) < SMALLEST_KETTE:
        do_not_fly(mat, table, NoFly.SHORTAGE)
        return
    ask(mat, Decision.MUSTER, 0)


@rule
def swap_cards(mat: Mat, first: int, second: int) -> None:
    """Exchange two aircraft cards on the ground: what they carry over from one mission to the next."""
    here = mat.aircraft[first]
    there = mat.aircraft[second]
    here.status, there.status = int(there.status), int(here.status)
    here.timer, there.timer = int(there.timer), int(here.timer)
    here.range_loss, there.range_loss = int(there.range_loss), int(here.range_loss)
    for system in range(SYSTEMS):
        here.damage[system], there.damage[system] = int(there.damage[system]), int(here.damage[system])


@rule
def form(mat: Mat, table: Table, count: int) -> None:
    """Lay out ``count`` serviceable aircraft in slots 1 to ``count``; four or more are a Staffel (4.3, 3.2)."""
    mission = mat.mission
    mission.sent = count
    mission.formation = Formation.STAFFEL if count >= table.charts.smallest_staffel else Formation.KETTE
    if mission.formation == Formation.KETTE and mission.target_zone > table.charts.kette_zone:
        mission.target_zone = table.charts.kette_zone
        note(mat, table, Entry.MISSION, NOBODY, int(mission.target_zone), int(mission.target))
    for slot in range(count):
        spare = slot
        while mat.aircraft[spare].status != Status.READY:
            spare += 1
        if spare != slot:
            swap_cards(mat, slot, spare)
        mat.aircraft[slot].status = Status.FLYING
    mission.cursor = 0
    mission.phase = Phase.CREWS
    note(mat, table, Entry.FORMATION, NOBODY, int(mission.formation), count)


# --- crews (4.1, 4.2, 8.9) ---


@rule
def flying_of_level(mat: Mat, role: int, level: int) -> int:
    """People of a role and level already in the formation."""
    count = 0
    for place in range(SEATS):
        who = member(mat, place + role * SEATS)
        if who.duty == Duty.FLYING and who.level == level:
            count += 1
    return count


@rule
def may_sit(mat: Mat, table: Table, role: int, place: int) -> bool:
    """Whether a person may be given a seat: in the holding area, and within the limit of his level (8.9)."""
    who = member(mat, place + role * SEATS)
    if who.duty != Duty.READY:
        return False
    limit = int(table.charts.flying_limit[who.level])
    return limit >= SEATS or flying_of_level(mat, role, int(who.level)) < limit


@rule
def seat(mat: Mat, table: Table, role: int, slot: int, place: int) -> None:
    """Put a person into an aircraft; any pilot flies with any gunner (4.1)."""
    who = member(mat, place + role * SEATS)
    who.duty = Duty.FLYING
    who.slot = slot + 1
    if role == Role.PILOT:
        mat.aircraft[slot].pilot = place + 1
    else:
        mat.aircraft[slot].gunner = place + 1
    note(mat, table, Entry.SEAT, slot, place + role * SEATS + 1, int(who.level))


@rule
def crews(mat: Mat, table: Table) -> None:
    """Fill the seats slot by slot, the flight leader's first (4.2, 5.1.1)."""
    mission = mat.mission
    slot = int(mission.cursor)
    if slot == mission.sent:
        mission.phase = Phase.PAYLOAD
    elif mat.aircraft[slot].pilot == 0:
        ask(mat, Decision.LEADER if slot == 0 else Decision.PILOT, slot + 1)
    elif mat.aircraft[slot].gunner == 0:
        ask(mat, Decision.GUNNER, slot + 1)
    else:
        mission.cursor += 1


# --- ordnance (4.4) ---


@rule
def hang(mat: Mat, table: Table, payload: int) -> None:
    """One load for the whole formation (4.4)."""
    mat.mission.payload = payload
    for slot in range(mat.mission.sent):
        mat.aircraft[slot].ordnance = payload
    mat.mission.phase = Phase.SPECIAL
    note(mat, table, Entry.LOAD, NOBODY, 0, payload)


@rule
def payload(mat: Mat, table: Table) -> None:
    """The D chooses its load; the G has nothing but its cannon (4.4)."""
    if mat.mission.model == Model.G:
        hang(mat, table, Payload.CANNON)
        mat.mission.phase = Phase.LUCKY_DOG
        return
    ask(mat, Decision.PAYLOAD, 0)


@rule
def exists(mat: Mat, table: Table, load: int) -> bool:
    """Whether a load is to be had by now (4.4: the SC1800 from August 1941)."""
    return mat.mission.segment >= table.charts.a3_from[load]


@rule
def choose_special(mat: Mat, table: Table, bomb: int) -> None:
    """One kind of special bomb a mission (4.4, ruling Q51)."""
    mat.mission.special = bomb
    mat.mission.carriers = table.charts.carriers[bomb]
    mat.mission.phase = Phase.CARRIERS


@rule
def carriers(mat: Mat) -> None:
    """Ask who carries a special bomb, until all are given out."""
    if mat.mission.carriers == 0:
        mat.mission.phase = Phase.LUCKY_DOG
        return
    ask(mat, Decision.CARRIER, 0)


@rule
def may_carry(mat: Mat, slot: int) -> bool:
    """Whether this aircraft can be given the special bomb."""
    return slot < mat.mission.sent and mat.aircraft[slot].ordnance != mat.mission.special


@rule
def carry(mat: Mat, table: Table, slot: int) -> None:
    """Hang the special bomb in place of the load; with the SC1800 the gunner stays at home (4.4, rulings Q50, Q89)."""
    aircraft = mat.aircraft[slot]
    aircraft.ordnance = mat.mission.special
    mat.mission.carriers -= 1
    note(mat, table, Entry.CARRIER, slot, 0, int(aircraft.ordnance))
    if aircraft.ordnance == Payload.SC1800:
        gunner = mat.gunners[aircraft.gunner - 1]
        gunner.duty = Duty.READY
        gunner.slot = 0
        aircraft.gunner = 0


# --- Lucky Dog and take-off (4.3.2, 5.1.1) ---


@rule
def lucky_dog(mat: Mat) -> None:
    """A Kette may name its Lucky Dog (4.3.2)."""
    mat.mission.phase = Phase.TAKE_OFF
    if mat.mission.formation == Formation.KETTE:
        ask(mat, Decision.LUCKY_DOG, 0)


@rule
def name_lucky_dog(mat: Mat, table: Table, slot: int) -> None:
    """This aircraft ignores flak for the mission (4.3.2)."""
    mat.aircraft[slot].lucky = 1
    note(mat, table, Entry.LUCKY_DOG, slot, 0, 0)


@rule
def take_off(mat: Mat, table: Table) -> None:
    """Loads go on the log sheet, the leader takes his post, the formation leaves the airfield (4.2, 5.1.2, 8.7)."""
    log_loads(mat)
    name_leader(mat, table, 0)
    mat.mission.leg = Leg.OUT
    mat.mission.news = 1
    mat.mission.phase = Phase.MOVE
