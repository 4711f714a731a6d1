"""The landing (5.14, 12.2)."""

from stuka_env.compiling.compilation import compiled
from stuka_env.games.wing.codes import PLACES, SEATS, Chart, Entry, Gone, Leg, Phase, Status
from stuka_env.games.wing.rules.asking import go
from stuka_env.games.wing.rules.dice import roll
from stuka_env.games.wing.rules.formation import seat_at
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.notes import note, says
from stuka_env.games.wing.rules.table import Table


@compiled
def land(mat: Mat, table: Table) -> None:
    """Land all bombers in the base; with the option damaged ones roll (X14)."""
    mat.mission.leg = Leg.DONE
    for place in range(SEATS):
        seat = seat_at(mat, place // PLACES, place % PLACES)
        if seat < 0:
            continue
        if mat.plan.landing and mat.seats[seat].damaged:
            land_damaged(mat, table, seat)
        else:
            mat.seats[seat].gone = Gone.LANDED
    go(mat, Phase.AFTERMATH)


@compiled
def land_damaged(mat: Mat, table: Table, seat: int) -> None:
    """Roll the landing of a damaged bomber: good, hard with a second die, or a crash with its crew (X60)."""
    charts, own = table.charts, mat.seats[seat]
    die = says(table, roll(mat, table, Chart.LANDING, int(own.bomber), 0))
    is_lost = die < charts.landing_hard
    if charts.landing_hard <= die < charts.landing_good:
        second = roll(mat, table, Chart.LANDING2, int(own.bomber), 0)
        is_lost = bool(says(table, int(second >= charts.landing_destroyed)))
    own.gone = Gone.CRASHED if is_lost else Gone.LANDED
    if is_lost:
        lose_bomber(mat, table, seat, die < charts.landing_hard)
    note(mat, table, Entry.LANDED, int(own.bomber), int(own.gone))


@compiled
def lose_bomber(mat: Mat, table: Table, seat: int, with_crew: bool) -> None:
    """Lose a bomber that is destroyed at the landing, with its crew or without it ."""
    own = mat.seats[seat]
    mat.bombers[own.bomber].status = Status.NONE
    if with_crew:
        mat.crews[own.crew].status = Status.NONE
    mat.mission.points += table.charts.landing_points
