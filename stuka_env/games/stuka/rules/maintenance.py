"""The Crew and Aircraft Management Chart (6, 8.2; charts C8 to C10): timers, hospital, replacements, repairs, rest."""

from stuka_env.engine.frame import note, roll, says
from stuka_env.games.stuka.codes import NOBODY, SEATS, SLOTS, SYSTEMS, Chart, Duty, Entry, Quality, Return, Status
from stuka_env.games.stuka.rules.crew import member, seated
from stuka_env.games.stuka.rules.mat import Mat, to_number
from stuka_env.games.stuka.rules.table import Table, about


def mend(mat: Mat, slot: int) -> None:
    """Nothing is damaged on this aircraft any longer."""
    aircraft = mat.aircraft[slot]
    aircraft.range_loss = 0
    for system in range(SYSTEMS):
        aircraft.damage[system] = 0


def note_ready(mat: Mat, table: Table, slot: int) -> None:
    """An aircraft that was repaired or replaced is ready again."""
    replaced = mat.aircraft[slot].status == Status.REPLACEMENT
    note(mat, table, Entry.IN_SERVICE, to_number(slot), Return.NEW_AIRCRAFT if replaced else Return.REPAIRED)


def note_back(mat: Mat, table: Table, person: int) -> None:
    """A person from hospital, or his replacement, is in the holding area."""
    replaced = member(mat, person).duty == Duty.REPLACEMENT
    note(mat, table, Entry.IN_SERVICE, about(NOBODY, person), Return.NEW_PERSON if replaced else Return.HEALED)


def note_returns(mat: Mat, table: Table) -> None:
    """Everybody and everything that waits is in service for the next segment (8.3)."""
    for slot in range(SLOTS):
        if mat.aircraft[slot].timer > 0:
            note_ready(mat, table, slot)
    for person in range(2 * SEATS):
        if member(mat, person).timer > 0:
            note_back(mat, table, person)


def move_timers(mat: Mat, table: Table) -> None:
    """Every timer of earlier missions moves one space; at Available it is over (6, 8.2.2, ruling Q58)."""
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        if aircraft.timer > 0:
            aircraft.timer -= 1
            if aircraft.timer == 0:
                note_ready(mat, table, slot)
                aircraft.status = Status.READY
                mend(mat, slot)
    for person in range(2 * SEATS):
        who = member(mat, person)
        if who.timer > 0:
            who.timer -= 1
            if who.timer == 0:
                note_back(mat, table, person)
                who.duty = Duty.READY


def to_hospital(mat: Mat, table: Table, person: int) -> None:
    """A wounded person goes to hospital for as many missions as C9's D6 says, and leaves his stress behind (6.3)."""
    who = member(mat, person)
    die = roll(mat, table, Chart.C9_WIA, about(NOBODY, person), 0)
    who.timer = says(table, int(table.charts.c9_wia[die]))
    who.duty = Duty.HOSPITAL
    who.stress = 0
    who.wounds = 0
    note(mat, table, Entry.HOSPITAL, about(NOBODY, person), int(who.timer))


def order_replacement(mat: Mat, table: Table, person: int) -> None:
    """For a killed or captured person a Green one is on his way, as long as C9's D10 says (6.4)."""
    who = member(mat, person)
    die = roll(mat, table, Chart.C9_KIA, about(NOBODY, person), 0)
    who.timer = says(table, int(table.charts.c9_kia[die]))
    who.duty = Duty.REPLACEMENT
    who.level = Quality.GREEN
    who.stress = 0
    who.wounds = 0
    who.missions = 0
    note(mat, table, Entry.REPLACEMENT, about(NOBODY, person), int(who.timer))


def place_casualties(mat: Mat, table: Table) -> None:
    """Casualties of this mission go on the chart: slot by slot, pilot before gunner (6.3, 6.4, 8.2.3; ruling C9)."""
    for slot in range(SLOTS):
        for role in range(2):
            person = seated(mat, slot, role)
            if person == NOBODY:
                continue
            who = member(mat, person)
            if who.duty == Duty.KIA or who.duty == Duty.POW:
                order_replacement(mat, table, person)
            elif who.wounds > 0:
                to_hospital(mat, table, person)


def repair_time(mat: Mat, table: Table, slot: int) -> int:
    """C10: the sum over damaged systems and what a forced landing added, eight at most (6.2, ruling Q61)."""
    aircraft = mat.aircraft[slot]
    total = int(aircraft.crash_repair)
    for system in range(SYSTEMS):
        total += aircraft.damage[system] * table.charts.c10[system]
    return min(total, int(table.charts.c10_most))


def place_aircraft(mat: Mat, table: Table, slot: int) -> None:
    """A lost aircraft is replaced after C8, a damaged one repaired after C10; a sound one is ready (6, 8.2.4)."""
    aircraft = mat.aircraft[slot]
    if aircraft.status == Status.LOST:
        die = roll(mat, table, Chart.C8, to_number(slot), 0)
        aircraft.timer = says(table, int(table.charts.c8[die]))
        aircraft.status = Status.REPLACEMENT
        note(mat, table, Entry.NEW_AIRCRAFT, to_number(slot), int(aircraft.timer))
        return
    aircraft.timer = repair_time(mat, table, slot)
    aircraft.status = Status.READY
    if aircraft.timer > 0:
        aircraft.status = Status.REPAIR
        note(mat, table, Entry.REPAIR, to_number(slot), int(aircraft.timer))


def place_formation(mat: Mat, table: Table) -> None:
    """All aircraft of this mission go where they belong (8.2.4)."""
    for slot in range(SLOTS):
        status = mat.aircraft[slot].status
        if status == Status.HOME or status == Status.LOST:
            place_aircraft(mat, table, slot)


def rest(mat: Mat, table: Table) -> None:
    """Everybody in the holding area who did not fly loses one stress (7.11, 8.2.5; ruling Q38)."""
    for person in range(2 * SEATS):
        who = member(mat, person)
        if who.duty == Duty.READY and who.slot == 0 and who.stress > 0:
            who.stress -= 1
            note(mat, table, Entry.REST, about(NOBODY, person), int(who.stress))


def stand_down(mat: Mat) -> None:
    """The crews that came back return to the holding area; missions completed are counted (8.9, ruling Q55)."""
    counts = mat.mission.aborted == 0
    for person in range(2 * SEATS):
        who = member(mat, person)
        if who.slot > 0:
            if who.completed and counts and who.duty != Duty.REPLACEMENT:
                who.missions = min(20, who.missions + 1)
            if who.duty == Duty.BACK:
                who.duty = Duty.READY
            who.slot = 0
        who.completed = 0
        who.calm_used = 0


def clear_cards(mat: Mat) -> None:
    """Take the markers of the mission off the aircraft cards; one that did not fly keeps its damage."""
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        if aircraft.pilot:
            mend(mat, slot)
        aircraft.pilot = 0
        aircraft.gunner = 0
        aircraft.wants_home = 0
        aircraft.crash_repair = 0
        aircraft.ordnance = 0
        aircraft.lucky = 0
        aircraft.present = 0
        aircraft.attacked = 0
        aircraft.score = 0
        aircraft.drm = 0


def everything_back(mat: Mat) -> None:
    """End of a segment: no stress, everybody and everything in service, Green crews in the gaps (8.3, 4.5)."""
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        if aircraft.status != Status.NONE:
            aircraft.status = Status.READY
            aircraft.timer = 0
            mend(mat, slot)
    for person in range(2 * SEATS):
        who = member(mat, person)
        if who.duty != Duty.NOBODY:
            who.duty = Duty.READY
            who.timer = 0
            who.stress = 0
            who.wounds = 0
            who.missions = 0
