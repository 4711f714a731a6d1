"""Set-up: month, rank, unit, first aircraft and first skills (4.1 to 4.4)."""

from stuka_env.engine.frame import ask, find_fault, go, note, roll, roll_one, says
from stuka_env.games.interceptor.charts.shape import UNITS
from stuka_env.games.interceptor.codes import (
    MONTHS,
    NOBODY,
    Act,
    Career,
    Chart,
    Decision,
    Entry,
    Fault,
    Month,
    Over,
    Person,
    Phase,
    Presence,
)
from stuka_env.games.interceptor.rules.bases import is_open
from stuka_env.games.interceptor.rules.deck import new_deck
from stuka_env.games.interceptor.rules.experience import can_learn_anything, new_mate
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.prestige import offer_start
from stuka_env.games.interceptor.rules.rolls import new_streams
from stuka_env.games.interceptor.rules.table import Table


def first_month(mat: Mat, table: Table) -> int:
    """Return the first month: March 1943, a later one by choice, or one by dice.

    (4.1, 4.2.1; IQ001)
    """
    if mat.settings.month != NOBODY:
        return int(mat.settings.month)
    new_streams(table.dice, Month.MARCH_1943, 0)
    return says(table, roll_one(mat, table, Chart.MONTH, 0, MONTHS, 0) - 1)


def lay_out(mat: Mat, table: Table) -> None:
    """Lay out a zeroed mat, whose settings stand, for an episode.

    (4.2-4.4; IQ005)
    """
    mat.sortie.orientation = NOBODY
    mat.desk.series = NOBODY
    mat.career.waived = NOBODY
    month = first_month(mat, table)
    mat.career.start = month
    mat.career.month = month
    new_streams(table.dice, month, 0)
    new_deck(mat)
    new_mate(mat.wingman, int(table.charts.wingman_points), Presence.HERE)
    go(mat, Phase.TRACK)


def choose_track(mat: Mat, table: Table) -> None:
    """Open the first decision, officer or NCO, unless the track is set (7.9; ruling IQ006)."""
    go(mat, Phase.START_UNIT)
    if mat.settings.track == NOBODY:
        ask(mat, Decision.TRACK)
    else:
        set_track(mat, table, int(mat.settings.track))


def set_track(mat: Mat, table: Table, track: int) -> None:
    """Officers start with one Experience Point, NCOs with two (7.7, 7.9; ruling IQ007)."""
    mat.pilot.track = track
    charts = table.charts
    mat.pilot.points = charts.nco_points if track == Career.NCO else charts.officer_points


def decide_track(mat: Mat, table: Table, action: int) -> None:
    """Choose the track of rank (7.9)."""
    set_track(mat, table, action - Act.PICK_1)


def any_unit_open(mat: Mat, table: Table) -> bool:
    """Whether a row that the die can show is open at this date (4.1; ruling IQ001)."""
    for row in range(1, int(table.charts.units_rolled) + 1):
        if is_open(mat, table, row):
            return True
    return False


def start_unit(mat: Mat, table: Table) -> None:
    """Set the unit and its base zone, by choice or by 1d20, which is rolled again until a row of this date comes.

    (4.1, 4.4.2.3; rulings IQ001, IQ002)
    """
    row = int(mat.settings.unit)
    if row == 0:
        if not any_unit_open(mat, table):
            find_fault(table.dice, Fault.NO_UNIT, Chart.START)
            mat.career.over = Over.CALENDAR
            go(mat, Phase.OVER)
            return
        row = says(table, roll(mat, table, Chart.START, 0, 0))
        if not is_open(mat, table, row):
            return
    mat.career.unit = min(row, UNITS - 1)
    mat.career.zone = table.charts.units[row].zone
    note(mat, table, Entry.UNIT, row, int(mat.career.zone))
    go(mat, Phase.START_AIRCRAFT)


def start_aircraft(mat: Mat, table: Table) -> None:
    """The first aircraft is one of the row's types; then the first skills.

    (4.1, 4.2.2, 4.4; IQ008)
    """
    mat.work.next_person = Person.PILOT
    mat.work.after_skills = Phase.NEW_LINE
    go(mat, Phase.SKILLS)
    offer_start(mat, table)


def skills(mat: Mat, table: Table) -> None:
    """Pilot, wingman and gunner in turn may learn something (4.4.2.5, 6.1.5, 7.7)."""
    person = int(mat.work.next_person)
    if person > Person.GUNNER:
        mat.cursor.person = Person.PILOT
        go(mat, int(mat.work.after_skills))
    elif can_learn_anything(mat, table, person):
        mat.cursor.person = person
        ask(mat, Decision.SKILL)
    else:
        mat.work.next_person = person + 1
