"""Campaign and track (3.1.2, 4.1), the mission card and the cloud (4.2, 4.3)."""

import numpy as np

from stuka_env.compiling.philox import face
from stuka_env.engine.frame import find_fault, from_tape, go, note, roll, says, words_at, write_roll
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import (
    CARDS,
    LEVELS,
    MOST_INTERCEPTORS,
    NOBODY,
    SEATS,
    TRACK,
    YEARS,
    Chart,
    Entry,
    Fault,
    Level,
    Phase,
    Scale,
    Status,
    Year,
)
from stuka_env.games.wing.rules.dice import address_of
from stuka_env.games.wing.rules.mat import MOST_COUNTED, Attack, Escorts, LogLine, Mat, Mission, Opponents, Seat, Work
from stuka_env.games.wing.rules.table import Table

NO_MISSION, NO_LINE = np.zeros(1, Mission.dtype), np.zeros(1, LogLine.dtype)
NO_SEAT, NO_ATTACK, NO_WORK = np.zeros(1, Seat.dtype), np.zeros(1, Attack.dtype), np.zeros(1, Work.dtype)
NO_ESCORTS, NO_ENEMY = np.zeros(1, Escorts.dtype), np.zeros(1, Opponents.dtype)
"""Empty parts of the mat."""
NO_MISSION["came_from"] = NO_WORK["seat"] = NOBODY
for name in ("crew", "bomber"):
    NO_SEAT[name] = NOBODY
for name in ("type", "offered_type"):
    NO_ESCORTS[name] = NOBODY
NO_ENEMY["model"] = NO_ATTACK["seat"] = NOBODY


def year_of(mat: Mat, charts: Charts) -> int:
    """Return the year of the box of the track, never that of the card (X02, X72)."""
    year = 0
    for later in range(1, YEARS):
        year += mat.track.box >= charts.first_box[later]
    return year


def missions_left(mat: Mat) -> int:
    """Return the missions after this one."""
    return max(0, int(mat.track.last) - int(mat.track.box))


def line_of(mat: Mat, table: Table) -> LogLine:
    """Return the line of the log of the mission that is flown."""
    return table.log.lines[min(int(mat.track.logged), TRACK - 1)]


def raised(count: int, more: int) -> int:
    """Return a count of the log after some more; it stays at its largest value."""
    return min(int(count) + int(more), MOST_COUNTED)


def lay_out(mat: Mat, table: Table) -> None:
    """Lay out the mat for a campaign or for a single mission (X01, X68)."""
    plan, track, charts = mat.plan, mat.track, table.charts
    if plan.scale == Scale.MISSION:
        track.first = plan.start if plan.start else says(table, roll(mat, table, Chart.TRACK, 0, 0))
        track.last = track.first
    else:
        row = charts.campaigns[plan.campaign]
        track.first = row.start
        track.last = row.start + row.missions - 1
        for year in range(YEARS):
            track.deck |= row.deck[year]
    track.box = track.first
    if plan.scale == Scale.MISSION:
        track.deck = (2 << year_of(mat, table.charts)) - 1
    gather_squadron(mat, table)
    mat.cursor.subject = NOBODY
    clear_mission(mat)
    go(mat, Phase.NEW_MISSION)


def gather_squadron(mat: Mat, table: Table) -> None:
    """Fill the slots of the squadron: old models first, Veteran, Trained and Green crews, all ready (X78)."""
    row, slot = table.charts.squadrons[year_of(mat, table.charts)], 0
    for bomber in range(row.old_model + row.new_model):
        mat.bombers[bomber].model = bomber >= row.old_model
        mat.bombers[bomber].status = Status.READY
    for step in range(LEVELS):
        level = Level.VETERAN - step
        for _ in range(row.crews[level]):
            mat.crews[slot].level = level
            mat.crews[slot].status = Status.READY
            slot += 1


def clear_mission(mat: Mat) -> None:
    """Clear everything that belongs to a mission."""
    mat.mission = NO_MISSION[0]
    mat.escorts = NO_ESCORTS[0]
    mat.work = NO_WORK[0]
    clear_enemy(mat)
    clear_visits(mat)
    for index in range(SEATS):
        mat.seats[index] = NO_SEAT[0]


def clear_visits(mat: Mat) -> None:
    """Clear the route of a leg."""
    for box in range(len(mat.route.visits)):
        mat.route.visits[box] = 0


def clear_enemy(mat: Mat) -> None:
    """Clear interceptors, flak and attacks."""
    mat.enemy = NO_ENEMY[0]
    for index in range(MOST_INTERCEPTORS):
        mat.attacks[index] = NO_ATTACK[0]


def clear_escorts(mat: Mat) -> None:
    """Let all escorts leave, with their ace."""
    mat.escorts.ready = 0
    mat.escorts.damaged = 0
    mat.escorts.ace = 0


def new_mission(mat: Mat, table: Table) -> None:
    """Begin a mission: the deck of its box, the card and the cloud."""
    clear_mission(mat)
    mission, charts = mat.mission, table.charts
    table.log.lines[min(int(mat.track.logged), TRACK - 1)] = NO_LINE[0]
    deal_deck(mat, table)
    mission.card = draw_card(mat, table)
    write_roll(mat, table, Chart.CARD, 0, 0, (int(mission.card), 0, 0))
    card = charts.cards[mission.card]
    mission.required = card.bombers
    mission.goal = card.box
    mission.cloud = says(table, int(charts.cloud[roll(mat, table, Chart.CLOUD, 0, 0)]))
    note(mat, table, Entry.MISSION, int(mat.track.box), int(mission.card))
    go(mat, Phase.SEAT)


def deal_deck(mat: Mat, table: Table) -> None:
    """Add the cards of a year in its first box, and remove those of 1942 (X05)."""
    for year in range(YEARS):
        if mat.track.box == table.charts.first_box[year]:
            mat.track.deck |= 1 << year
    if mat.track.box >= table.charts.remove_1942:
        mat.track.deck &= ~(1 << Year.Y1942)


def is_in_deck(mat: Mat, table: Table, card: int) -> bool:
    """Whether a card is in the deck."""
    return bool((mat.track.deck >> table.charts.cards[card].year) & 1)


def draw_card(mat: Mat, table: Table) -> int:
    """Draw a card of the deck, each with the same chance; it goes back after the mission."""
    planned = from_tape(table, Chart.CARD)
    if planned:
        if not is_in_deck(mat, table, planned):
            find_fault(table.dice, Fault.NOT_IN_DECK, Chart.CARD)
        return planned
    deck = 0
    for card in range(1, CARDS + 1):
        deck += is_in_deck(mat, table, card)
    number = face(words_at(table.dice, Chart.CARD, address_of(mat, table, Chart.CARD, 0))[0], deck)
    for card in range(1, CARDS + 1):
        number -= is_in_deck(mat, table, card)
        if number == 0:
            return card
    return CARDS
