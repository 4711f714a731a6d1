"""After the mission (7): who is ready, repair, experience, recovery, replacement, war progress, points."""

from stuka_env.engine.frame import go, note, roll, says, succeeds
from stuka_env.games.wing.codes import (
    NOBODY,
    PLACES,
    SEATS,
    SLOTS,
    TRACK,
    Chart,
    Departure,
    Entry,
    Gone,
    Leg,
    Level,
    Over,
    Phase,
    Replacement,
    Scale,
    Status,
)
from stuka_env.games.wing.rules.bombing import target_points
from stuka_env.games.wing.rules.campaign import clear_enemy, clear_escorts, line_of, year_of
from stuka_env.games.wing.rules.formation import seat_at
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Table


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


def land_damaged(mat: Mat, table: Table, seat: int) -> None:
    """Roll the landing of a damaged bomber: good, hard with a second die, or a crash with its crew (X60)."""
    charts, own = table.charts, mat.seats[seat]
    die = says(table, roll(mat, table, Chart.LANDING, int(own.bomber), 0))
    is_lost = die < charts.landing_hard
    if charts.landing_hard <= die < charts.landing_good:
        second = roll(mat, table, Chart.LANDING2, int(own.bomber), 0)
        is_lost = succeeds(table, second >= charts.landing_destroyed)
    own.gone = Gone.CRASHED if is_lost else Gone.LANDED
    if is_lost:
        lose_bomber(mat, table, seat, die < charts.landing_hard)
    note(mat, table, Entry.LANDED, int(own.bomber), int(own.gone))


def lose_bomber(mat: Mat, table: Table, seat: int, with_crew: bool) -> None:
    """Lose a bomber that is destroyed at the landing, with its crew or without it."""
    own = mat.seats[seat]
    mat.bombers[own.bomber].status = Status.NONE
    if with_crew:
        mat.crews[own.crew].status = Status.NONE
    mat.mission.points += table.charts.landing_points


A_BOMBER, A_CREW = 0, 1
"""Words of an entry about a slot."""


def end_mission(mat: Mat, table: Table) -> None:
    """Make all steps after a mission, log it, and end the campaign or go to the next box (X59)."""
    mat.mission.leg = Leg.DONE
    mat.mission.waiting = 0
    clear_enemy(mat)
    count_bombers(mat, table)
    score_mission(mat, table)
    stand_down(mat, table)
    repair_bombers(mat, table)
    for crew in range(SLOTS):
        if mat.crews[crew].status != Status.NONE:
            train_crew(mat, table, crew)
            recover_crew(mat, table, crew)
    replace(mat, table)
    check_war(mat, table)
    close_mission(mat, table)


def count_bombers(mat: Mat, table: Table) -> None:
    """Count the bombers and crews that were lost, came home alone, or survived the mission damaged (X80)."""
    line, lost, crews_lost, home_alone, damaged = line_of(mat, table), 0, 0, 0, 0
    for index in range(mat.mission.sent):
        seat = mat.seats[index]
        is_lost = mat.bombers[seat.bomber].status == Status.NONE
        lost += is_lost
        crews_lost += mat.crews[seat.crew].status == Status.NONE
        home_alone += seat.gone == Gone.HOME
        damaged += seat.damaged and not is_lost
    line.lost = lost
    line.crews_lost = crews_lost
    line.home_alone = home_alone
    line.damaged = damaged


def score_mission(mat: Mat, table: Table) -> None:
    """Add the points of the mission to those of the campaign."""
    mat.track.points += mat.mission.points
    note(mat, table, Entry.POINTS, int(mat.mission.points), int(mat.track.points))


def stand_down(mat: Mat, table: Table) -> None:
    """Make damaged bombers and hit crews not ready, all others ready ; the escorts leave.

    Count the missions in a row: one more for crews that flew, none for the others.
    """
    for slot in range(SLOTS):
        if mat.crews[slot].status != Status.FLYING:
            mat.crews[slot].flown = 0
    for index in range(mat.mission.sent):
        seat = mat.seats[index]
        bomber, crew = mat.bombers[seat.bomber], mat.crews[seat.crew]
        if bomber.status == Status.FLYING:
            bomber.status = Status.NOT_READY if seat.damaged else Status.READY
            if seat.damaged:
                note(mat, table, Entry.NOT_READY, A_BOMBER, int(seat.bomber))
        if crew.status == Status.FLYING:
            crew.status = Status.NOT_READY if seat.hit else Status.READY
            crew.flown = min(int(crew.flown) + 1, int(table.charts.tired_after))
            if seat.hit:
                note(mat, table, Entry.NOT_READY, A_CREW, int(seat.crew))
    clear_escorts(mat)


def repair_bombers(mat: Mat, table: Table) -> None:
    """Roll for each bomber that is not ready, those of this mission included: 4 to 6 ready (X26)."""
    for slot in range(SLOTS):
        if mat.bombers[slot].status == Status.NOT_READY:
            if succeeds(table, roll(mat, table, Chart.REPAIR, slot, 0) >= table.charts.repair):
                mat.bombers[slot].status = Status.READY
                note(mat, table, Entry.READY, A_BOMBER, slot)


def flew(mat: Mat, crew: int) -> bool:
    """Whether a crew flew in this mission."""
    for index in range(mat.mission.sent):
        if mat.seats[index].crew == crew:
            return True
    return False


def train_crew(mat: Mat, table: Table, slot: int) -> None:
    """Roll 2d6 whether a ready crew that flew rises by a level; Veterans do not roll (X29)."""
    crew = mat.crews[slot]
    if crew.status != Status.READY or crew.level == Level.VETERAN or not flew(mat, slot):
        return
    rises = roll(mat, table, Chart.EXPERIENCE, slot, 0) >= table.charts.experience[crew.level]
    if says(table, int(rises)):
        crew.level += 1
        line_of(mat, table).crews_up += 1
        note(mat, table, Entry.EXPERIENCE, slot, int(crew.level))


def recover_crew(mat: Mat, table: Table, slot: int) -> None:
    """Roll for a crew that is not ready: 4 to 6 ready."""
    if mat.crews[slot].status == Status.NOT_READY:
        if succeeds(table, roll(mat, table, Chart.RECOVERY, slot, 0) >= table.charts.recovery):
            mat.crews[slot].status = Status.READY
            note(mat, table, Entry.READY, A_CREW, slot)


def replace(mat: Mat, table: Table) -> None:
    """Roll for a new bomber by year; it comes ready, with a Green crew if there is room (X64, X78)."""
    charts = table.charts
    kind = says(table, int(charts.replacement[year_of(mat, table.charts)][roll(mat, table, Chart.REPLACEMENT, 0, 0)]))
    bombers, crews, bomber, crew = 0, 0, NOBODY, NOBODY
    for step in range(SLOTS):
        slot = SLOTS - 1 - step
        if mat.bombers[slot].status == Status.NONE:
            bomber = slot
        else:
            bombers += 1
        if mat.crews[slot].status == Status.NONE:
            crew = slot
        else:
            crews += 1
    if kind == Replacement.NONE or bombers >= charts.most_bombers:
        return
    mat.bombers[bomber].model = kind == Replacement.NEW
    mat.bombers[bomber].status = Status.READY
    line_of(mat, table).replaced = 1
    note(mat, table, Entry.ARRIVED, kind, bomber)
    if crews < charts.most_crews:
        mat.crews[crew].level = Level.GREEN
        mat.crews[crew].status = Status.READY
        mat.crews[crew].flown = 0
        note(mat, table, Entry.CREW_ARRIVED, crew, int(mat.crews[crew].level))


def check_war(mat: Mat, table: Table) -> None:
    """Roll for war progress in a box with the icon; it holds until the next check (X28)."""
    has_icon = False
    for place in range(TRACK):
        has_icon |= mat.track.box == table.charts.war_boxes[place]
    if has_icon:
        mat.track.war = says(table, int(table.charts.war[roll(mat, table, Chart.WAR, 0, 0)]))
        note(mat, table, Entry.WAR, int(mat.track.war), 0)


def write_line(mat: Mat, table: Table) -> None:
    """Write what the mat has of a mission to the log; the points that are neither for target nor short are losses."""
    line, mission = line_of(mat, table), mat.mission
    line.box = mat.track.box
    line.card = mission.card
    line.cloud = mission.cloud
    line.sent = mission.sent
    line.short = mission.short
    line.reached = mission.bombed or mission.box == table.charts.cards[mission.card].box
    line.hits = mission.hits
    line.target = mission.target
    line.war = mat.track.war
    line.target_points = target_points(mat, table)
    line.short_points = mission.short * table.charts.points_short
    line.loss_points = mission.points - line.target_points - line.short_points


def close_mission(mat: Mat, table: Table) -> None:
    """Log the mission; end the campaign at once, after its last mission, or go to the next box."""
    track, charts = mat.track, table.charts
    write_line(mat, table)
    track.logged += 1
    mat.cursor.departure = Departure.NONE
    if mat.plan.scale == Scale.MISSION:
        track.over = Over.CALENDAR
    elif track.points >= charts.victory_at:
        track.over = Over.VICTORY
    elif track.points <= charts.defeat_at:
        track.over = Over.DEFEAT
    elif track.box == track.last:
        track.over = Over.CALENDAR
    if track.over:
        note(mat, table, Entry.OVER, int(track.over), 0)
        go(mat, Phase.OVER)
    else:
        track.box += 1
        go(mat, Phase.NEW_MISSION)
