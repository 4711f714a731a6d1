"""Bombers that leave the formation: steady hands, company, and the way home alone (6.4, 10.5)."""

from stuka_env.engine.frame import ask, go, modify, note, roll, succeeds
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import (
    NOBODY,
    Act,
    Chart,
    Counter,
    Decision,
    Departure,
    Entry,
    Gone,
    Modifier,
    Phase,
    Status,
)
from stuka_env.games.wing.rules.dice import HIGHEST_FACE, subject_of
from stuka_env.games.wing.rules.formation import modify_by_performance, present_count, ratings_of, set_loose
from stuka_env.games.wing.rules.hand import holds, play_counter
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Table


def mark_damaged(mat: Mat, table: Table, seat: int) -> None:
    """Damage a bomber."""
    mat.seats[seat].damaged = 1
    note(mat, table, Entry.DAMAGED, int(mat.seats[seat].bomber), 0)


def lose(mat: Mat, seat: int, departure: int, after: int) -> None:
    """Begin the departure of a bomber; ``after`` is the step when it is settled."""
    mat.work.seat = seat
    mat.work.after_loss = after
    mat.cursor.subject = mat.seats[seat].bomber
    mat.cursor.departure = departure
    go(mat, Phase.LOSS)


def offer_steady_hands(mat: Mat, table: Table) -> None:
    """Ask for steady hands if they are held."""
    note(mat, table, Entry.DEPARTS, int(mat.cursor.subject), int(mat.cursor.departure))
    go(mat, Phase.LEAVE)
    if holds(mat, Counter.STEADY_HANDS):
        ask(mat, Decision.SAVE)


def decide_save(mat: Mat, table: Table, action: int) -> None:
    """Keep the bomber in formation, damaged, with steady hands."""
    if action == Act.PLAY:
        play_counter(mat, table, Counter.STEADY_HANDS)
        mat.seats[mat.work.seat].damaged = 1
        note(mat, table, Entry.SAVED, int(mat.cursor.subject), 0)
        settle(mat)


def settle(mat: Mat) -> None:
    """End the departure, and go on where it began."""
    mat.cursor.subject = NOBODY
    mat.cursor.departure = Departure.NONE
    go(mat, int(mat.work.after_loss))


def offer_company(mat: Mat, table: Table) -> None:
    """Ask whether escorts go home with a bomber that drops out, if enough are there and can help (X50)."""
    mat.work.company = 0
    go(mat, Phase.DEPARTURE)
    if mat.cursor.departure == Departure.DROPS_OUT and mat.escorts.ready >= table.charts.company:
        if company_helps(mat, table):
            ask(mat, Decision.STRAGGLER)


def company_helps(mat: Mat, table: Table) -> bool:
    """Whether a die can fall with which a bomber comes home only in company."""
    charts = table.charts
    alone = home_needed(mat, charts) - ratings_of(mat, charts, int(mat.work.seat)).performance
    together = alone - int(charts.company_bonus)
    return min(max(together, 1), HIGHEST_FACE + 1) < min(alone, HIGHEST_FACE + 1)


def home_needed(mat: Mat, charts: Charts) -> int:
    """Return the lowest total that comes home alone from here."""
    return int(charts.home_at_least[charts.boxes[mat.mission.box].from_base])


def decide_straggler(mat: Mat, table: Table, action: int) -> None:
    """Send escorts home with the bomber, first those that do not cover, and the ace last (X61, X87)."""
    if action == Act.SEND:
        mat.work.company = 1
        mat.escorts.ready -= table.charts.company
        mat.work.reserve = min(mat.work.reserve, mat.escorts.ready)
        mat.escorts.ace = min(mat.escorts.ace, mat.escorts.ready)
        note(mat, table, Entry.COMPANY, int(mat.cursor.subject), 0)


def comes_home(mat: Mat, table: Table) -> bool:
    """Roll whether a bomber comes home alone: 1d6 + performance, and a bonus with company (X10)."""
    charts = table.charts
    modifier = modify_by_performance(mat, table, Chart.HOME, int(mat.work.seat))
    modifier += modify(mat, table, Chart.HOME, Modifier.COMPANY, int(mat.work.company) * charts.company_bonus)
    total = roll(mat, table, Chart.HOME, subject_of(mat, 0), modifier)
    return succeeds(table, total >= home_needed(mat, charts))


def depart(mat: Mat, table: Table) -> None:
    """Take a bomber out of the formation: home alone, or lost with its crew."""
    seat, mission = mat.seats[mat.work.seat], mat.mission
    is_home = mat.cursor.departure == Departure.DROPS_OUT and comes_home(mat, table)
    seat.damaged = 1
    seat.gone = Gone.HOME if is_home else Gone.LOST
    note(mat, table, Entry.LEFT, int(seat.bomber), int(seat.gone))
    if not is_home:
        mat.bombers[seat.bomber].status = Status.NONE
        mat.crews[seat.crew].status = Status.NONE
        mission.points += table.charts.points_lost
    mission.missing += 1
    if mission.missing >= mission.threshold:
        set_loose(mat, table, True)
    settle(mat)
    if present_count(mat) == 0:
        go(mat, Phase.AFTERMATH)
