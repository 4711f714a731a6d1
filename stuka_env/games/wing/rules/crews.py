"""The assignment of crews and bombers (4.4), and the escorts at the start (4.5)."""

from stuka_env.engine.frame import ask, go, note
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import NOBODY, PLACES, SLOTS, Act, Decision, Entry, Leg, Phase, Status, War
from stuka_env.games.wing.rules.formation import fill_leads
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.movement import begin_leg
from stuka_env.games.wing.rules.rendezvous import bring
from stuka_env.games.wing.rules.table import Mask, Table

MISSIONS_IN_A_ROW = 4
"""Numbers of missions in a row that are told apart."""


def has_ready(mat: Mat) -> bool:
    """Whether there is a ready crew and a ready bomber."""
    crews, bombers = 0, 0
    for slot in range(SLOTS):
        crews += mat.crews[slot].status == Status.READY
        bombers += mat.bombers[slot].status == Status.READY
    return crews > 0 and bombers > 0


def next_seat(mat: Mat, table: Table) -> None:
    """Ask for the crew of the next place, or end the assignment (X47)."""
    mission = mat.mission
    if mission.place < mission.required and has_ready(mat):
        ask(mat, Decision.CREW)
    else:
        end_assignment(mat, table)


def end_assignment(mat: Mat, table: Table) -> None:
    """Count the bombers that are short ; with none nothing is flown (X39, X62)."""
    mission = mat.mission
    mission.sent = mission.place
    mission.short = mission.required - mission.sent
    if mission.short:
        note(mat, table, Entry.SHORT, int(mission.short), 0)
    mission.points = mission.short * table.charts.points_short
    mission.threshold = table.charts.loose_if[mission.sent]
    fill_leads(mat, table)
    go(mat, Phase.TAKE_OFF if mission.sent else Phase.AFTERMATH)


def counts_as_tired(mat: Mat, charts: Charts, crew: int) -> bool:
    """Whether a crew has flown its last three missions, and the option is on (X41)."""
    return bool(mat.plan.fatigue and mat.crews[crew].flown >= charts.tired_after)


def allow_crew(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow the ready crews; of equal ones only the lowest slot (X76)."""
    seen = 0
    for slot in range(SLOTS):
        crew = mat.crews[slot]
        if crew.status == Status.READY:
            kind = 1 << (int(crew.level) * MISSIONS_IN_A_ROW + int(crew.flown) * int(mat.plan.fatigue))
            mask[Act.CREW + slot] = seen & kind == 0
            seen |= kind


def decide_crew(mat: Mat, table: Table, action: int) -> None:
    """Seat a crew; its bomber follows."""
    place, crew = int(mat.mission.place), action - Act.CREW
    seat = mat.seats[place]
    seat.crew = crew
    seat.element = place // PLACES
    seat.place = place % PLACES
    seat.tired = counts_as_tired(mat, table.charts, crew)
    mat.crews[crew].status = Status.FLYING
    mat.cursor.subject = crew
    go(mat, Phase.BOMBER)


def allow_bomber(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow the ready bombers; of one model only the lowest slot."""
    old, new = True, True
    for slot in range(SLOTS):
        bomber = mat.bombers[slot]
        if bomber.status == Status.READY:
            mask[Act.BOMBER + slot] = new if bomber.model else old
            new, old = new and not bomber.model, old and bool(bomber.model)


def decide_bomber(mat: Mat, table: Table, action: int) -> None:
    """Give the crew its bomber, and go to the next place."""
    bomber, place = action - Act.BOMBER, int(mat.mission.place)
    mat.seats[place].bomber = bomber
    mat.bombers[bomber].status = Status.FLYING
    mat.cursor.subject = NOBODY
    mat.mission.place = place + 1
    note(mat, table, Entry.SEATED, int(mat.seats[place].crew), bomber)
    go(mat, Phase.SEAT)


def take_off(mat: Mat, table: Table) -> None:
    """Let the escorts of the card join, and begin the leg to the target."""
    charts = table.charts
    count = int(charts.cards[mat.mission.card].escorts)
    if count and mat.track.war == War.ESCORTS:
        count += charts.war_escorts
    bring(mat, table, count, 0)
    begin_leg(mat, table, Leg.OUT)
