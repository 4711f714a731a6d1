"""The people of the Staffel: who sits where, what their experience is worth, wounds, and bailing out (4.1, 7.10, 8.9).

A person is a number: pilots 0 to 10, gunners 11 to 21, their places in the roster.
"""

from stuka_env.engine.frame import modify, note, roll, says
from stuka_env.games.stuka.charts.shape import MOST_STRESS, MOST_WOUNDS
from stuka_env.games.stuka.codes import NOBODY, SEATS, BailOut, Chart, Duty, Entry, Evasion, Modifier, Quality, Role
from stuka_env.games.stuka.rules.mat import Crew, Mat, to_index
from stuka_env.games.stuka.rules.rolls import clamp
from stuka_env.games.stuka.rules.table import Table, about


def member(mat: Mat, person: int) -> Crew:
    """The record of a person."""
    if person < SEATS:
        return mat.pilots[person]
    return mat.gunners[person - SEATS]


def interchangeable(mat: Mat, first: int, second: int) -> bool:
    """Whether two people in the holding area differ in nothing but their names: level, stress, wounds, missions."""
    one, other = member(mat, first), member(mat, second)
    return bool(
        one.level == other.level
        and one.stress == other.stress
        and one.wounds == other.wounds
        and one.missions == other.missions
    )


def seated(mat: Mat, slot: int, role: int) -> int:
    """The person who took off in that seat of the aircraft, whatever has become of him; NOBODY for an empty one."""
    seat = to_index(int(mat.aircraft[slot].pilot))
    if role == Role.GUNNER:
        seat = to_index(int(mat.aircraft[slot].gunner))
    return NOBODY if seat < 0 else seat + role * SEATS


def aboard(mat: Mat, slot: int, role: int) -> int:
    """The person alive in that seat of the aircraft, or NOBODY."""
    person = seated(mat, slot, role)
    if person == NOBODY or member(mat, person).duty != Duty.FLYING:
        return NOBODY
    return person


def benefit(mat: Mat, person: int, drm: int) -> int:
    """A level's modifier as it stands: a wound takes benefits away, from a Hero half (7.10, rulings Q34, Q35)."""
    if drm >= 0 or member(mat, person).wounds == 0:
        return drm
    if member(mat, person).level == Quality.HERO:
        return -((1 - drm) // 2)
    return 0


def immune(mat: Mat, slot: int, person: int) -> bool:
    """Whether a person ignores this stress: a Hero always, an Elite once a mission (7.11).

    An Elite or Hero gunner under a lesser pilot has no such calm (ruling Q37), nor has a wounded Elite; a wounded
    Hero keeps his (rulings Q34, Q35).
    """
    who = member(mat, person)
    pilot = to_index(mat.aircraft[slot].pilot)
    if pilot >= 0 and mat.pilots[pilot].level < Quality.ELITE:
        return False
    if who.level == Quality.HERO:
        return True
    return who.level == Quality.ELITE and who.wounds == 0 and who.calm_used == 0


def use_calm(mat: Mat, person: int) -> None:
    """An Elite has ignored his one stress result of this mission (7.11)."""
    who = member(mat, person)
    if who.level == Quality.ELITE:
        who.calm_used = 1


def kill(mat: Mat, table: Table, slot: int, person: int) -> None:
    """A person is killed in action."""
    member(mat, person).duty = Duty.KIA
    mat.mission.news = 1
    note(mat, table, Entry.KIA, about(slot, person), 0)


def wound(mat: Mat, table: Table, slot: int, person: int) -> None:
    """A person is wounded; a second wound kills (7.10)."""
    who = member(mat, person)
    who.wounds = clamp(who.wounds + 1, 0, MOST_WOUNDS)
    mat.mission.news = 1
    note(mat, table, Entry.WOUND, about(slot, person), int(who.wounds))
    if who.wounds >= MOST_WOUNDS:
        kill(mat, table, slot, person)


def evade(mat: Mat, table: Table, slot: int, person: int) -> None:
    """On the ground over enemy territory: C4 (4.1, 7.10; rulings Q20, Q44, Q46)."""
    charts = table.charts
    who = member(mat, person)
    crew = benefit(mat, person, int(charts.evasion_drm[who.level]))
    drm = modify(mat, table, Chart.C4, Modifier.CREW, crew)
    total = roll(mat, table, Chart.C4, about(slot, person), drm)
    result = says(table, int(charts.c4[total]))
    if result == Evasion.CAPTURED:
        who.duty = Duty.POW
        note(mat, table, Entry.POW, about(slot, person), 0)
    elif result == Evasion.KILLED:
        kill(mat, table, slot, person)
    elif result == Evasion.WOUNDED:
        wound(mat, table, slot, person)
    if who.duty == Duty.FLYING:
        come_back(mat, table, slot, person, int(charts.c4_stress[total]))


def come_back(mat: Mat, table: Table, slot: int, person: int, stress: int) -> None:
    """He gets through to our lines, with the stress of it (4.1, 7.11)."""
    who = member(mat, person)
    if stress > 0 and immune(mat, slot, person):
        use_calm(mat, person)
        stress = 0
    who.stress = clamp(who.stress + stress, 0, MOST_STRESS)
    who.duty = Duty.BACK
    note(mat, table, Entry.EVADED, about(slot, person), stress)


def jump(mat: Mat, table: Table, slot: int, person: int, stress: int, pilot_killed: int) -> None:
    """One person bails out: C3, then C4 (7.10, 7.11; rulings Q19, Q45, Q47). ``stress`` is what modifies the roll."""
    charts = table.charts
    role = person // SEATS
    crew = benefit(mat, person, int(charts.bailout_drm[role][member(mat, person).level]))
    drm = modify(mat, table, Chart.C3, Modifier.CREW, crew)
    drm += modify(mat, table, Chart.C3, Modifier.STRESS, int(charts.c2_bailout[stress]))
    drm += modify(mat, table, Chart.C3, Modifier.PILOT_KILLED, pilot_killed * int(charts.pilot_killed_drm))
    result = says(table, int(charts.c3[roll(mat, table, Chart.C3, about(slot, person), drm)]))
    mat.mission.news = 1
    if result == BailOut.KILLED:
        kill(mat, table, slot, person)
        return
    note(mat, table, Entry.PARACHUTE, about(slot, person), 0)
    evade(mat, table, slot, person)


def bail_out(mat: Mat, table: Table, slot: int, role: int) -> None:
    """Whoever is alive in that seat bails out, with his own stress."""
    person = aboard(mat, slot, role)
    if person != NOBODY:
        jump(mat, table, slot, person, int(member(mat, person).stress), 0)
