"""Landing (8.1; charts C5 to C7)."""

from stuka_env.engine.frame import modify, note, roll, says, says_second
from stuka_env.games.stuka.codes import NOBODY, Chart, Duty, Entry, Modifier, Role, Status, Survival, System, Touchdown
from stuka_env.games.stuka.rules.crew import aboard, benefit, kill, member, wound
from stuka_env.games.stuka.rules.damage import lose_aircraft
from stuka_env.games.stuka.rules.mat import Mat, to_number
from stuka_env.games.stuka.rules.table import Table, about


def survive_wreck(mat: Mat, table: Table, slot: int, person: int) -> None:
    """One person of an aircraft wrecked on the airfield: C7 (8.1; ruling Q95)."""
    die = roll(mat, table, Chart.C7, about(slot, person), 0)
    result = says(table, int(table.charts.c7[die]))
    if result == Survival.WOUNDED:
        wound(mat, table, slot, person)
    elif result == Survival.KILLED:
        kill(mat, table, slot, person)


def forced_landing(mat: Mat, table: Table, slot: int) -> None:
    """A forced landing: C6 says what is left of the aircraft (8.1)."""
    die = roll(mat, table, Chart.C6, to_number(slot), 0)
    destroyed = says(table, int(table.charts.c6_destroyed[die]))
    repair = int(table.charts.c6_repair[die])
    says_second(table, repair)
    if not destroyed:
        mat.aircraft[slot].crash_repair = repair
        note(mat, table, Entry.CRASHED, to_number(slot), repair)
        return
    lose_aircraft(mat, table, slot)
    for role in range(2):
        person = aboard(mat, slot, role)
        if person != NOBODY:
            survive_wreck(mat, table, slot, person)


def landing_modifiers(mat: Mat, table: Table, slot: int, pilot: int) -> tuple[int, int, int]:
    """Modifiers on C5: the pilot's level and stress, landing gear damage (8.1, 8.9; ruling C5)."""
    charts = table.charts
    who = member(mat, pilot)
    crew = benefit(mat, pilot, int(charts.landing_drm[who.level]))
    gear = int(mat.aircraft[slot].damage[System.LANDING_GEAR.value]) * int(charts.landing_gear_drm)
    return crew, int(charts.c2_landing[who.stress]), gear


def land(mat: Mat, table: Table, slot: int) -> None:
    """One aircraft lands: C5, then C6 and C7 after a forced landing (8.1). Its crew is back."""
    pilot = aboard(mat, slot, Role.PILOT)
    crew, nerves, gear = landing_modifiers(mat, table, slot, pilot)
    drm = modify(mat, table, Chart.C5, Modifier.CREW, crew)
    drm += modify(mat, table, Chart.C5, Modifier.STRESS, nerves)
    drm += modify(mat, table, Chart.C5, Modifier.LANDING_GEAR, gear)
    result = says(table, int(table.charts.c5[roll(mat, table, Chart.C5, about(slot, pilot), drm)]))
    mat.aircraft[slot].status = Status.HOME
    mat.aircraft[slot].wants_home = 0
    if result == Touchdown.FORCED:
        forced_landing(mat, table, slot)
    for role in range(2):
        person = aboard(mat, slot, role)
        if person != NOBODY:
            member(mat, person).duty = Duty.BACK
    if mat.aircraft[slot].status == Status.HOME:
        note(mat, table, Entry.LANDED, to_number(slot), 0)
