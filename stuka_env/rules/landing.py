"""Landing (8.1; charts C5 to C7)."""

from stuka_env.codes import NOBODY, Chart, Duty, Entry, Modifier, Role, Status, Survival, System, Touchdown
from stuka_env.rules.crew import aboard, benefit, clamp, kill, member
from stuka_env.rules.damage import lose_aircraft
from stuka_env.rules.dice import roll
from stuka_env.rules.journal import note, note_modifier, note_roll
from stuka_env.rules.kernel import Table, rule
from stuka_env.rules.mat import Mat


@rule
def survive_wreck(mat: Mat, table: Table, slot: int, person: int) -> None:
    """One person of an aircraft wrecked on the airfield: C7 (8.1; ruling Q95)."""
    die = roll(table, Chart.C7, slot, 6)
    result = int(table.charts.c7[die])
    note_roll(mat, table, Chart.C7, slot, person + 1, die, 0, die, result)
    who = member(mat, person)
    if result == Survival.WOUNDED:
        who.wounds += 1
        note(mat, table, Entry.WOUND, slot, person + 1, int(who.wounds))
    if result == Survival.KILLED or who.wounds >= 2:
        kill(mat, table, slot, person)


@rule
def forced_landing(mat: Mat, table: Table, slot: int) -> None:
    """A forced landing: C6 says what is left of the aircraft (8.1)."""
    die = roll(table, Chart.C6, slot, 10)
    destroyed = int(table.charts.c6_destroyed[die])
    repair = int(table.charts.c6_repair[die])
    note_roll(mat, table, Chart.C6, slot, 0, die, 0, die, destroyed)
    if not destroyed:
        mat.aircraft[slot].crash_repair = repair
        note(mat, table, Entry.CRASHED, slot, 0, repair)
        return
    lose_aircraft(mat, table, slot)
    for role in range(2):
        person = aboard(mat, slot, role)
        if person != NOBODY:
            survive_wreck(mat, table, slot, person)


@rule
def landing_drm(mat: Mat, table: Table, slot: int, pilot: int) -> int:
    """Modifiers on C5: the pilot's level and stress, landing gear damage (8.1, 8.9; ruling C5)."""
    charts = table.charts
    who = member(mat, pilot)
    crew = benefit(mat, pilot, charts.landing_drm[who.level])
    nerves = int(charts.c2_landing[who.stress])
    gear = int(mat.aircraft[slot].damage[System.LANDING_GEAR]) * charts.landing_gear_drm
    note_modifier(mat, table, Chart.C5, slot, pilot + 1, Modifier.CREW, crew)
    note_modifier(mat, table, Chart.C5, slot, pilot + 1, Modifier.STRESS, nerves)
    note_modifier(mat, table, Chart.C5, slot, pilot + 1, Modifier.LANDING_GEAR, gear)
    return crew + nerves + gear


@rule
def land(mat: Mat, table: Table, slot: int) -> None:
    """One aircraft lands: C5, and C6 and C7 if it goes badly (8.1). Its crew is back."""
    pilot = aboard(mat, slot, Role.PILOT)
    drm = landing_drm(mat, table, slot, pilot)
    die = roll(table, Chart.C5, slot, 10)
    total = clamp(die + drm, 0, len(table.charts.c5) - 1)
    result = int(table.charts.c5[total])
    note_roll(mat, table, Chart.C5, slot, pilot + 1, die, drm, total, result)
    mat.aircraft[slot].status = Status.HOME
    mat.aircraft[slot].wants_home = 0
    if result == Touchdown.FORCED:
        forced_landing(mat, table, slot)
    for role in range(2):
        person = aboard(mat, slot, role)
        if person != NOBODY:
            member(mat, person).duty = Duty.BACK
    if mat.aircraft[slot].status == Status.HOME:
        note(mat, table, Entry.LANDED, slot, 0, 0)
