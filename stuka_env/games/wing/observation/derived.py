"""Derived numbers: those that a player at the table works out from the mat and the charts; all of them are public."""

from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Numbers, Record, code, count, flag, int8, record
from stuka_env.games.wing.charts.shape import MOST_HITS, MOST_RANGE, MOST_TURNS, MOST_VALUE
from stuka_env.games.wing.codes import (
    BOXES,
    LEVELS,
    MOST_ESCORTS,
    MOST_INTERCEPTORS,
    SEATS,
    TRACK,
    Decision,
    Element,
    Gone,
    Leg,
    Level,
    Model,
    Year,
)
from stuka_env.games.wing.rules.campaign import missions_left, year_of
from stuka_env.games.wing.rules.dropout import home_needed
from stuka_env.games.wing.rules.formation import defence_of, is_present, model_of, present_count, ratings_of
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.rendezvous import escort_turns
from stuka_env.games.wing.rules.table import Table

FARTHEST = 24
"""Largest distance between boxes that is shown."""
COLUMNS = 4
MOST_RATING = 24
"""Largest rating with its modifiers that is shown, plus or minus."""
MOST_NEED = 20
"""Largest total of the way home that is shown."""


@record
class Derived(Record):
    """The numbers that a player works out; 0 for anything that is absent."""

    year: int = code(Year, "year of the box of the track")
    missions_left: int = count(TRACK, "missions after this one")
    present: int = count(SEATS, "bombers in formation")
    to_loose: int = count(SEATS, "bombers that may still leave before it is loose (6.4)")
    turns_left: int = count(MOST_TURNS, "moves that are left of the leg")
    from_base: int = count(FARTHEST, "boxes from the base")
    column: int = count(COLUMNS - 1, "column of the events (6.1)")
    card_escorts: int = count(MOST_ESCORTS, "escorts of the card")
    hits_needed: int = count(MOST_HITS, "hits that destroy the target")
    value: int = count(MOST_VALUE, "points of the target")
    target_distance: int = count(FARTHEST, "boxes of the target from the base")
    escort_turns: int = count(MOST_RANGE, "turns that the escorts can stay")
    offered_turns: int = count(MOST_RANGE, "turns that the offered escorts can stay")
    home_needed: int = int8(-MOST_NEED, MOST_NEED, "lowest total that comes home alone from here (10.5)")
    subject_level: int = code(Level, "level of the crew that the decision is about")
    subject_model: int = code(Model, "model of the bomber that the decision is about")
    subject_performance: int = int8(-MOST_RATING, MOST_RATING, "performance of that crew")
    distance: Numbers = count(FARTHEST, "boxes from each box to the goal", (BOXES,))
    site: Numbers = count(3, "level of the flak site of each box", (BOXES,))
    rendezvous: Numbers = flag("escorts can be met in the box; 0 where the formation has been on this way", (BOXES,))
    seat_level: Numbers = count(
        LEVELS, "level of the crew of each seat, plus one; 0 if it is empty or has left the formation", (SEATS,)
    )
    performance: Numbers = int8(-MOST_RATING, MOST_RATING, "performance of the crew of each seat", (SEATS,))
    air_combat: Numbers = int8(-MOST_RATING, MOST_RATING, "air combat of bomber and crew of each seat", (SEATS,))
    bombing: Numbers = int8(-MOST_RATING, MOST_RATING, "bombing of the crew of each seat", (SEATS,))
    attacks_on: Numbers = count(MOST_INTERCEPTORS, "attacks of the wave on each seat", (SEATS,))
    attack_element: Numbers = count(len(Element), "element of each attack, plus one", (MOST_INTERCEPTORS,))
    attack_damaged: Numbers = flag("the bomber of the attack is damaged", (MOST_INTERCEPTORS,))
    attack_level: Numbers = count(LEVELS, "level of the crew of each attack, plus one", (MOST_INTERCEPTORS,))


@compiled
def work_out_mission(mat: Mat, table: Table, out: Derived) -> None:
    """Write campaign, card, formation and escorts."""
    charts, mission, escorts, turn = table.charts, mat.mission, mat.escorts, mat.track.box
    out.year = year_of(mat, table.charts)
    out.missions_left = missions_left(mat)
    out.present = present_count(mat)
    out.to_loose = max(0, mission.threshold - mission.missing)
    out.turns_left = max(0, mission.limit - mission.moves)
    row = charts.boxes[mission.box]
    out.from_base = min(FARTHEST, row.from_base)
    out.column = row.column
    out.home_needed = home_needed(mat, charts)
    card = charts.cards[mission.card]
    out.card_escorts = card.escorts
    out.hits_needed = card.hits
    out.value = card.value
    out.target_distance = min(FARTHEST, charts.boxes[card.box].from_base)
    if escorts.ready + escorts.damaged:
        out.escort_turns = escort_turns(mat, charts)
    if escorts.offered:
        out.offered_turns = charts.stays[escorts.offered_type][turn]


@compiled
def work_out_boxes(mat: Mat, table: Table, out: Derived) -> None:
    """Write the map: the way to the goal, sites and rendezvous boxes."""
    goal = table.charts.boxes[mat.mission.goal]  # ways lead in both directions
    is_aloft = mat.mission.leg == Leg.OUT or mat.mission.leg == Leg.HOME
    for box in range(BOXES):
        out.distance[box] = min(FARTHEST, goal.distance[box])
    for box in range(BOXES):
        out.site[box] = table.charts.sites[box]
    for box in range(BOXES):
        out.rendezvous[box] = table.charts.meetings[box] * (1 - is_aloft * (mat.route.visits[box] > 0))


@compiled
def work_out_seats(mat: Mat, table: Table, out: Derived) -> None:
    """Write the ratings of the seats that have been filled, and are in formation."""
    for index in range(mat.mission.place):
        seat = mat.seats[index]
        if is_present(seat):
            ratings = ratings_of(mat, table.charts, index)
            out.seat_level[index] = mat.crews[seat.crew].level + 1
            out.performance[index] = ratings.performance
            out.air_combat[index] = defence_of(mat, table.charts, index)
            out.bombing[index] = ratings.bombing


@compiled
def work_out_attacks(mat: Mat, table: Table, out: Derived) -> None:
    """Write the attacks of the wave."""
    for attack in range(MOST_INTERCEPTORS):
        index = int(mat.attacks[attack].seat)
        if index >= 0:
            seat = mat.seats[index]
            out.attacks_on[index] += 1
            out.attack_element[attack] = seat.element + 1
            out.attack_damaged[attack] = seat.damaged
            out.attack_level[attack] = mat.crews[seat.crew].level + 1 if seat.gone == Gone.NO else 0


@compiled
def work_out_subject(mat: Mat, table: Table, out: Derived) -> None:
    """Write the crew that takes a bomber, or the bomber that leaves with its crew."""
    subject, decision = int(mat.cursor.subject), mat.cursor.decision
    if subject < 0:
        return
    if decision == Decision.BOMBER:
        out.subject_level = mat.crews[subject].level
        return
    for index in range(mat.mission.sent):
        if mat.seats[index].bomber == subject:
            out.subject_level = mat.crews[mat.seats[index].crew].level
            out.subject_model = model_of(mat, subject)
            out.subject_performance = ratings_of(mat, table.charts, index).performance


@compiled
def work_out(mat: Mat, table: Table, out: Derived) -> None:
    """Write the derived numbers into ``out``, which must be all 0. Nothing is rolled or written in the journal."""
    work_out_mission(mat, table, out)
    work_out_boxes(mat, table, out)
    work_out_seats(mat, table, out)
    work_out_attacks(mat, table, out)
    work_out_subject(mat, table, out)
