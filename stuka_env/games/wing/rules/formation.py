"""The formation (5.2, 5.3, 6.3, 6.4): its seats, leads and ratings, a random bomber, looseness."""

from typing import NamedTuple

from stuka_env.engine.frame import modify, note, roll, says, succeeds
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import ELEMENTS, NOBODY, PLACES, Chart, Entry, Gone, Modifier, Place
from stuka_env.games.wing.rules.dice import TRIES, subject_of
from stuka_env.games.wing.rules.mat import Mat, Seat
from stuka_env.games.wing.rules.table import Table

MOST_TRIES = TRIES - 4
"""Rolls for a random bomber, after which the first one is taken (ruling X53)."""


class Ratings(NamedTuple):
    """The ratings of a crew as they count now."""

    performance: int
    air_combat: int
    bombing: int


def is_present(seat: Seat) -> bool:
    """Whether a bomber flies in the formation."""
    return bool(seat.bomber >= 0 and seat.gone == Gone.NO)


def is_in_base(mat: Mat) -> bool:
    """Whether the formation has come to the base, where nobody is checked and nobody drops out (X88)."""
    return bool(mat.mission.box == 0)


def seat_at(mat: Mat, element: int, place: int) -> int:
    """Return the seat of the bomber in a place of an element, or NOBODY."""
    for index in range(mat.mission.sent):
        seat = mat.seats[index]
        if seat.element == element and seat.place == place and is_present(seat):
            return index
    return NOBODY


def seat_of(mat: Mat, bomber: int) -> int:
    """Return the seat of a bomber in the formation, by its slot, or NOBODY."""
    for index in range(mat.mission.sent):
        if mat.seats[index].bomber == bomber and is_present(mat.seats[index]):
            return index
    return NOBODY


def first_in(mat: Mat, element: int) -> int:
    """Return the first seat of an element in the order Lead, Left, Right, or NOBODY (X08)."""
    first, place = NOBODY, PLACES + 0
    for index in range(mat.mission.sent):
        seat = mat.seats[index]
        if seat.element == element and seat.place < place and is_present(seat):
            first, place = index, seat.place + 0
    return first


def lead_seat(mat: Mat) -> int:
    """Return the seat of the formation's lead crew (X44, X70)."""
    for element in range(ELEMENTS):
        seat = first_in(mat, element)
        if seat >= 0:
            return seat
    return NOBODY


def model_of(mat: Mat, bomber: int) -> int:
    """Return the model of a bomber: each type of squadron has an old and a new one (X32)."""
    return int(mat.plan.squadron) * 2 + int(mat.bombers[bomber].model)


def present_count(mat: Mat) -> int:
    """Return the bombers in formation."""
    return int(mat.mission.sent) - int(mat.mission.missing)


def ratings_of(mat: Mat, charts: Charts, index: int) -> Ratings:
    """Return the ratings of a crew: those of its level, less one each if it is tired and if it is hit."""
    seat = mat.seats[index]
    row = charts.crews[mat.crews[seat.crew].level]
    burden = int(seat.tired) * int(charts.tired) + int(seat.hit) * int(charts.hit)
    return Ratings(row.performance - burden, row.air_combat - burden, row.bombing - burden)


def modify_by_crew(mat: Mat, table: Table, rolled: tuple[int, int], index: int, rating: int) -> int:
    """Note a rating of a crew for the next roll: that of its level, less if it is tired or hit; return it.

    ``rolled`` has the chart and the name of the rating.
    """
    seat, charts, chart = mat.seats[index], table.charts, rolled[0]
    tired, hit = int(seat.tired) * int(charts.tired), int(seat.hit) * int(charts.hit)
    modify(mat, table, chart, rolled[1], rating + tired + hit)
    modify(mat, table, chart, Modifier.TIRED, -tired)
    modify(mat, table, chart, Modifier.HIT, -hit)
    return rating


def modify_by_performance(mat: Mat, table: Table, chart: int, index: int) -> int:
    """Note the performance of a crew for the next roll, and return it."""
    performance = ratings_of(mat, table.charts, index).performance
    return modify_by_crew(mat, table, (chart, Modifier.CREW), index, performance)


def aim_of(mat: Mat, charts: Charts) -> int:
    """Return the bombing rating with which all bombers aim: that of the formation's lead crew (X86)."""
    return ratings_of(mat, charts, lead_seat(mat)).bombing


def defence_of(mat: Mat, charts: Charts, index: int) -> int:
    """Return the air combat of a bomber with its crew."""
    own = charts.bombers[model_of(mat, int(mat.seats[index].bomber))].air_combat
    return int(own) + ratings_of(mat, charts, index).air_combat


def fill_leads(mat: Mat, table: Table) -> None:
    """Move the next bomber of each element to its empty Lead place, and close up the elements (X08)."""
    closed = 0
    for element in range(ELEMENTS):
        first = first_in(mat, element)
        if first < 0:
            continue
        if mat.seats[first].place != Place.LEAD:
            mat.seats[first].place = Place.LEAD
            note(mat, table, Entry.PROMOTED, int(mat.seats[first].bomber), 0)
        if closed != element:
            for index in range(mat.mission.sent):
                if mat.seats[index].element == element and is_present(mat.seats[index]):
                    mat.seats[index].element = closed
        closed += 1
    mat.mission.elements = closed


def set_loose(mat: Mat, table: Table, loose: bool) -> None:
    """Make the formation loose or tight."""
    if mat.mission.loose != loose:
        mat.mission.loose = loose
        note(mat, table, Entry.FORMATION, int(loose), 0)


def check_formation(mat: Mat, table: Table, chart: int) -> bool:
    """Roll whether the formation is tight: 1d6 + performance of the lead crew."""
    total = roll(mat, table, chart, 0, modify_by_performance(mat, table, chart, lead_seat(mat)))
    return succeeds(table, total >= table.charts.tight)


def tighten(mat: Mat, table: Table) -> None:
    """Let a loose formation try to tighten."""
    if mat.mission.loose and check_formation(mat, table, Chart.TIGHTEN):
        set_loose(mat, table, False)


def random_in(mat: Mat, table: Table, element: int) -> int:
    """Return a random seat of an element that has a bomber: place by 1d6, on an empty place again (X35)."""
    for attempt in range(MOST_TRIES):
        place = says(table, int(table.charts.place[roll(mat, table, Chart.FLAK_PLACE, subject_of(mat, attempt), 0)]))
        seat = seat_at(mat, element, place)
        if seat >= 0:
            return seat
    return first_in(mat, element)


def random_bomber(mat: Mat, table: Table, cause: int) -> int:
    """Return a random seat: 1d6 for the element, 1d6 for the place, on an empty place both again (X35, X63)."""
    charts = table.charts
    mat.work.cause = cause
    for attempt in range(MOST_TRIES):
        subject = subject_of(mat, attempt)
        element = says(table, int(charts.element[mat.mission.elements][roll(mat, table, Chart.ELEMENT, subject, 0)]))
        place = says(table, int(charts.place[roll(mat, table, Chart.PLACE, subject, 0)]))
        seat = seat_at(mat, element, place)
        if seat >= 0:
            return seat
    return lead_seat(mat)


def clear_cause(mat: Mat, cause: int, part: int) -> None:
    """Name the cause of what follows, and the slot or the element that is a part of its address."""
    mat.work.cause = cause
    mat.work.part = part
    mat.work.attacker = 0
