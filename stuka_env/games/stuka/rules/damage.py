"""Damage, wounds and stress (7.10, 7.11; charts C1 to C4)."""

from stuka_env.engine.frame import note, says, says_third, throw
from stuka_env.games.stuka.charts.shape import FARTHEST, MOST_STRESS
from stuka_env.games.stuka.codes import NOBODY, Chart, Entry, Leg, Payload, Role, Status, System
from stuka_env.games.stuka.rules.crew import aboard, bail_out, immune, jump, kill, member, use_calm, wound
from stuka_env.games.stuka.rules.mat import Mat, to_number
from stuka_env.games.stuka.rules.rolls import clamp
from stuka_env.games.stuka.rules.table import Table, about


def lose_aircraft(mat: Mat, table: Table, slot: int) -> None:
    """The aircraft is destroyed; its number leaves the cup, its slot stays empty (3.2). A score made stands."""
    mat.aircraft[slot].status = Status.LOST
    mat.aircraft[slot].wants_home = 0
    mat.mission.news = 1
    mat.mission.unsettled = 1
    if mat.mission.leader == to_number(slot):
        mat.mission.leader = 0
    note(mat, table, Entry.LOST, to_number(slot), 0)


def abandon(mat: Mat, table: Table, slot: int) -> None:
    """The aircraft goes down without exploding: pilot, then gunner, may bail out (7.10)."""
    lose_aircraft(mat, table, slot)
    bail_out(mat, table, slot, Role.PILOT)
    bail_out(mat, table, slot, Role.GUNNER)


def destroy_with_crew(mat: Mat, table: Table, slot: int) -> None:
    """Explosion, detonation or a dive into the ground: nobody gets out (7.7, 7.10; ruling Q12)."""
    lose_aircraft(mat, table, slot)
    for role in range(2):
        person = aboard(mat, slot, role)
        if person != NOBODY:
            kill(mat, table, slot, person)


def stress_person(mat: Mat, table: Table, slot: int, person: int, amount: int) -> bool:
    """Give one person stress, six at most (7.11); whether that brought him to six in flight."""
    if immune(mat, slot, person):
        use_calm(mat, person)
        note(mat, table, Entry.STRESS_IGNORED, about(slot, person), amount)
        return False
    who = member(mat, person)
    who.stress = clamp(who.stress + amount, 0, MOST_STRESS)
    mat.mission.news = 1
    note(mat, table, Entry.STRESS, about(slot, person), int(who.stress))
    return who.stress >= MOST_STRESS and mat.mission.leg != Leg.GROUND


def stress_both(mat: Mat, table: Table, slot: int, amount: int) -> int:
    """Stress for both members of a crew (7.11); who broke: 0 nobody, 1 the pilot, 2 the gunner, 3 both."""
    broken = 0
    for role in range(2):
        person = aboard(mat, slot, role)
        if person != NOBODY and stress_person(mat, table, slot, person, amount):
            broken += 1 + role
    return broken


def break_down(mat: Mat, table: Table, slot: int, broken: int) -> None:
    """At six stress a person bails out: a pilot takes his aircraft and gunner along, a gunner goes alone (ruling Q11).

    ``broken`` is what :func:`stress_both` found.
    """
    if broken == 1 or broken == 3:
        abandon(mat, table, slot)
    elif broken == 2:
        bail_out(mat, table, slot, Role.GUNNER)


def stress_crew(mat: Mat, table: Table, slot: int, amount: int) -> None:
    """Stress for both members of a crew; at six they bail out (7.11; ruling Q11)."""
    break_down(mat, table, slot, stress_both(mat, table, slot, amount))


def relieve_person(mat: Mat, table: Table, slot: int, person: int) -> None:
    """Take one stress marker off a person; there is no negative stress (7.11)."""
    who = member(mat, person)
    if who.stress > 0:
        who.stress -= 1
        mat.mission.news = 1
        note(mat, table, Entry.RELIEF, about(slot, person), int(who.stress))


def relieve_crew(mat: Mat, table: Table, slot: int) -> None:
    """Take one stress marker off each member of a crew (rulings D21, Q10)."""
    for role in range(2):
        person = aboard(mat, slot, role)
        if person != NOBODY:
            relieve_person(mat, table, slot, person)


def lose_pilot(mat: Mat, table: Table, slot: int) -> None:
    """With its pilot dead the aircraft is lost: the gunner takes a stress and bails out at once (7.10; ruling Q19).

    The death counts once against his roll, as the flat modifier, not again through the marker it adds.
    """
    lose_aircraft(mat, table, slot)
    gunner = aboard(mat, slot, Role.GUNNER)
    if gunner != NOBODY:
        carried = int(member(mat, gunner).stress)
        stress_person(mat, table, slot, gunner, 1)
        jump(mat, table, slot, gunner, carried, 1)


def harm_in_seat(mat: Mat, table: Table, slot: int, role: int, killed: int, wounded: int) -> None:
    """Carry out a cell of C1 on the person in a seat; an empty seat takes no harm (rulings Q39, Q40)."""
    person = aboard(mat, slot, role)
    if person == NOBODY:
        return
    if killed:
        kill(mat, table, slot, person)
    elif wounded:
        wound(mat, table, slot, person)


def mark_damage(mat: Mat, table: Table, slot: int, system: int) -> bool:
    """Put a damage marker on a system (4.1); whether this second hit destroys the aircraft.

    General Damage has no marker; bombs and landing gear take one and no more (rulings Q03, Q13).
    """
    if system >= System.GENERAL:
        return False
    damage = mat.aircraft[slot].damage
    if damage[system]:
        return system != System.BOMBS and system != System.LANDING_GEAR
    damage[system] = 1
    mat.mission.news = 1
    note(mat, table, Entry.DAMAGE, to_number(slot), 1)
    says_third(table, system)
    return False


def lose_range(mat: Mat, table: Table, slot: int, zones: int) -> None:
    """Take zones off the aircraft's range (7.10); its pilot may have to say what he does about it."""
    aircraft = mat.aircraft[slot]
    aircraft.range_loss = clamp(aircraft.range_loss + zones, 0, FARTHEST)
    aircraft.wants_home = 1
    mat.mission.news = 1
    mat.mission.unsettled = 1
    note(mat, table, Entry.RANGE, to_number(slot), int(aircraft.range_loss))


def still_flies(mat: Mat, slot: int) -> bool:
    """Whether the aircraft is in flight with a pilot."""
    return mat.aircraft[slot].status == Status.FLYING


def strikes_nobody(mat: Mat, table: Table, slot: int, where: int, column: int) -> bool:
    """Whether a cell of C1 names people only, and none of them is there: then it does nothing at all (ruling Q40)."""
    cell = table.charts.c1[where][column]
    names_pilot = cell.pilot_wound or cell.pilot_killed
    names_gunner = cell.gunner_wound or cell.gunner_killed
    if not (names_pilot or names_gunner) or cell.marker or cell.range_loss or cell.destroyed or cell.explosion:
        return False
    if names_pilot and aboard(mat, slot, Role.PILOT) != NOBODY:
        return False
    return not (names_gunner and aboard(mat, slot, Role.GUNNER) != NOBODY)


def carry_out_cell(mat: Mat, table: Table, slot: int, where: int, column: int) -> None:
    """Carry out a cell of C1, in the order of 7.10: marker and range, deaths and wounds, stress; then one consequence.

    The consequence is the first of: the aircraft destroyed, by the cell or a second hit; its pilot dead; six stress.
    So nobody rolls C3 twice, and the cell's stress counts on C3 (ruling 7.10).
    """
    cell = table.charts.c1[where][column]
    destroyed = cell.destroyed != 0
    if cell.marker or cell.explosion:
        destroyed = mark_damage(mat, table, slot, int(table.charts.c1_system[where])) or destroyed
    if cell.range_loss:
        lose_range(mat, table, slot, int(cell.range_loss))
    harm_in_seat(mat, table, slot, Role.PILOT, cell.pilot_killed, cell.pilot_wound)
    harm_in_seat(mat, table, slot, Role.GUNNER, cell.gunner_killed, cell.gunner_wound)
    broken = stress_both(mat, table, slot, int(cell.stress)) if cell.stress else 0
    if destroyed:
        abandon(mat, table, slot)
    elif aboard(mat, slot, Role.PILOT) == NOBODY:
        lose_pilot(mat, table, slot)
    else:
        break_down(mat, table, slot, broken)


def hit(mat: Mat, table: Table, slot: int, drm: int) -> None:
    """One hit on an aircraft: C1, system on the D10, severity on the modified D6 (7.10).

    ``drm`` touches the D6 only. Hits on an aircraft already lost lapse (ruling Q99). An explosion kills at once and
    nothing else of its cell matters; bombs already dropped do not detonate (ruling Q78), bombs that jammed and were
    brought along still do.
    """
    aircraft = mat.aircraft[slot]
    if aircraft.status != Status.FLYING:
        return
    thrown = throw(mat, table, Chart.C1, to_number(slot), drm)
    where, column = thrown.first, thrown.total
    system = says(table, int(table.charts.c1_system[where]))
    dud = system == System.BOMBS and aircraft.ordnance == Payload.NONE
    if table.charts.c1[where][column].explosion and not dud:
        destroy_with_crew(mat, table, slot)
    elif not strikes_nobody(mat, table, slot, where, column):
        carry_out_cell(mat, table, slot, where, column)


def damaged(mat: Mat, slot: int) -> bool:
    """Whether the aircraft carries a damage marker."""
    damage = mat.aircraft[slot].damage
    for system in range(len(damage)):
        if damage[system]:
            return True
    return False
