"""The people of the Staffel: who sits where, what their experience is worth, wounds, and bailing out (4.1, 7.10, 8.9).

A person is a number: pilots 0 to 10, gunners 11 to 21, their places in the roster.
"""

from stuka_env.codes import NOBODY, SEATS, BailOut, Chart, Duty, Entry, Evasion, Modifier, Quality, Role
from stuka_env.rules.dice import roll
from stuka_env.rules.journal import note, note_modifier, note_roll
from stuka_env.rules.kernel import Table, rule
from stuka_env.rules.mat import Crew, Mat


@rule
def clamp(value: int, low: int, high: int) -> int:
    """``value``, or the nearer end of the chart (ruling Q43)."""
    return max(low, min(high, value))


@rule
def member(mat: Mat, person: int) -> Crew:
    """The record of a person."""
    if person < SEATS:
        return mat.pilots[person]
    return mat.gunners[person - SEATS]


@rule
def seated(mat: Mat, slot: int, role: int) -> int:
    """The person who took off in that seat of the aircraft, whatever has become of him; NOBODY for an empty one."""
    seat = int(mat.aircraft[slot].pilot) - 1
    if role == Role.GUNNER:
        seat = int(mat.aircraft[slot].gunner) - 1
    return NOBODY if seat < 0 else seat + role * SEATS


@rule
def aboard(mat: Mat, slot: int, role: int) -> int:
    """The person alive in that seat of the aircraft, or NOBODY."""
    person = seated(mat, slot, role)
    if person == NOBODY or member(mat, person).duty != Duty.FLYING:
        return NOBODY
    return person


@rule
def benefit(mat: Mat, person: int, drm: int) -> int:
    """A level's modifier as it stands: a wound takes benefits away, from a Hero half (7.10, rulings Q34, Q35)."""
    if drm >= 0 or member(mat, person).wounds == 0:
        return drm
    if member(mat, person).level == Quality.HERO:
        return -((1 - drm) // 2)
    return 0


@rule
def immune(mat: Mat, slot: int, person: int) -> bool:
    """Whether a person ignores this stress: a Hero always, an Elite once a mission (7.11).

    An Elite or Hero gunner under a lesser pilot has no such calm (ruling Q37), nor has a wounded Elite; a wounded
    Hero keeps his (rulings Q34, Q35).
    """
    who = member(mat, person)
    pilot = mat.aircraft[slot].pilot - 1
    if pilot >= 0 and mat.pilots[pilot].level < Quality.ELITE:
        return False
    if who.level == Quality.HERO:
        return True
    if who.level == Quality.ELITE and who.wounds == 0 and who.calm_used == 0:
        who.calm_used = 1
        return True
    return False


@rule
def kill(mat: Mat, table: Table, slot: int, person: int) -> None:
    """A person is killed in action."""
    member(mat, person).duty = Duty.KIA
    mat.mission.news = 1
    note(mat, table, Entry.KIA, slot, person + 1, 0)


@rule
def evade(mat: Mat, table: Table, slot: int, person: int) -> None:
    """On the ground over enemy territory: C4 (4.1, 7.10; rulings Q20, Q44, Q46)."""
    charts = table.charts
    who = member(mat, person)
    drm = benefit(mat, person, charts.evasion_drm[who.level])
    die = roll(table, Chart.C4, slot, 10)
    total = clamp(die + drm, 0, len(charts.c4) - 1)
    result = int(charts.c4[total])
    note_modifier(mat, table, Chart.C4, slot, person + 1, Modifier.CREW, drm)
    note_roll(mat, table, Chart.C4, slot, person + 1, die, drm, total, result)
    if result == Evasion.CAPTURED:
        who.duty = Duty.POW
        note(mat, table, Entry.POW, slot, person + 1, 0)
        return
    if result == Evasion.WOUNDED:
        who.wounds += 1
        note(mat, table, Entry.WOUND, slot, person + 1, int(who.wounds))
    if result == Evasion.KILLED or who.wounds >= 2:
        kill(mat, table, slot, person)
        return
    stress = int(charts.c4_stress[total])
    if stress > 0 and immune(mat, slot, person):
        stress = 0
    who.stress = clamp(who.stress + stress, 0, 6)
    who.duty = Duty.BACK
    note(mat, table, Entry.EVADED, slot, person + 1, stress)


@rule
def jump(mat: Mat, table: Table, slot: int, person: int, stress: int, pilot_killed: int) -> None:
    """One person bails out: C3, then C4 (7.10, 7.11; rulings Q19, Q45, Q47). ``stress`` is what modifies the roll."""
    charts = table.charts
    role = person // SEATS
    crew = benefit(mat, person, charts.bailout_drm[role][member(mat, person).level])
    nerves = int(charts.c2_bailout[stress])
    lone = pilot_killed * charts.pilot_killed_drm
    drm = crew + nerves + lone
    die = roll(table, Chart.C3, slot, 6)
    total = clamp(die + drm, 0, len(charts.c3) - 1)
    result = int(charts.c3[total])
    note_modifier(mat, table, Chart.C3, slot, person + 1, Modifier.CREW, crew)
    note_modifier(mat, table, Chart.C3, slot, person + 1, Modifier.STRESS, nerves)
    note_modifier(mat, table, Chart.C3, slot, person + 1, Modifier.PILOT_KILLED, lone)
    note_roll(mat, table, Chart.C3, slot, person + 1, die, drm, total, result)
    mat.mission.news = 1
    if result == BailOut.KILLED:
        kill(mat, table, slot, person)
        return
    note(mat, table, Entry.PARACHUTE, slot, person + 1, 0)
    evade(mat, table, slot, person)


@rule
def bail_out(mat: Mat, table: Table, slot: int, role: int) -> None:
    """Whoever is alive in that seat bails out, with his own stress."""
    person = aboard(mat, slot, role)
    if person != NOBODY:
        jump(mat, table, slot, person, int(member(mat, person).stress), 0)
