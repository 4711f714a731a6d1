"""The sequence of play (5.1, 8.2, 8.3): which step follows which, until the player must choose."""

import numpy as np

from stuka_env.engine.frame import Thrown, ask, go, note, throw_dice
from stuka_env.engine.playing import advance, apply_action, step_by_code, take_step, write_mask
from stuka_env.games.stuka.codes import (
    SEATS,
    SLOTS,
    Chart,
    Decision,
    Duty,
    Entry,
    Operation,
    Phase,
    Quality,
    Scale,
    Status,
)
from stuka_env.games.stuka.rules import (
    attack,
    briefing,
    careers,
    crew,
    damage,
    events,
    flight,
    interception,
    landing,
    maintenance,
    ordnance,
    scoring,
)
from stuka_env.games.stuka.rules.ledger import Ledger, pay, progress
from stuka_env.games.stuka.rules.mat import Mat, Mission, Plan
from stuka_env.games.stuka.rules.rolls import keep_chance, new_mission
from stuka_env.games.stuka.rules.table import Mask, Table

__all__ = ["DECISIONS", "STEPS", "advance", "apply_action", "next_step", "take_step", "write_mask"]

DECISIONS = {
    Decision.LEADER: (briefing.allow_seat, briefing.decide_seat),
    Decision.PILOT: (briefing.allow_seat, briefing.decide_seat),
    Decision.GUNNER: (briefing.allow_seat, briefing.decide_seat),
    Decision.RELIEF: (flight.allow_last_relief, flight.decide_relief),
}
"""The functions of decisions that have other names than their decisions."""

NO_MISSION = np.zeros(1, Mission.dtype)
"""The mission record between missions."""

# --- the landing and the end of a mission (8.1, 8.2) ---


def before_landing(mat: Mat) -> None:
    """A last chance for the leader's stress relief, if it is of use (4.2, ruling D21)."""
    go(mat, Phase.LANDING)
    if flight.relief_possible(mat):
        ask(mat, Decision.RELIEF)


def land_next(mat: Mat, table: Table) -> None:
    """The next aircraft in slot order lands, until all have (5.1.4, 8.1)."""
    for slot in range(SLOTS):
        if damage.still_flies(mat, slot):
            landing.land(mat, table, slot)
            return
    go(mat, Phase.END_OF_MISSION)


def clear_mission(mat: Mat) -> None:
    """Take the markers of the mission off the mat, and shuffle the event deck (3.7, 7.2)."""
    mat.mission = NO_MISSION[0]


def end_of_mission(mat: Mat, table: Table) -> None:
    """The six steps of 8.2, of which the first is a step of play; promotions follow if the segment is over."""
    if mat.track.logged == mat.war.mission_of_war:
        scoring.score_mission(mat, table)
        return
    maintenance.move_timers(mat, table)
    maintenance.place_casualties(mat, table)
    maintenance.place_formation(mat, table)
    maintenance.rest(mat, table)
    maintenance.stand_down(mat)
    maintenance.clear_cards(mat)
    clear_mission(mat)
    mat.war.mission += 1
    mat.war.mission_of_war += 1
    mat.cursor.step = 0
    go(mat, Phase.MISSION_ROLL)
    if mat.war.mission >= mat.war.missions:
        go(mat, Phase.PROMOTION)


# --- the end of a segment, an operation, the war (8.3, 4.5) ---


def close_war(mat: Mat, score: int) -> None:
    """The episode is over with this score."""
    mat.track.result = score
    mat.track.over = 1
    go(mat, Phase.OVER)


def begin_segment(mat: Mat, table: Table, segment: int) -> None:
    """Missions are counted anew (4.5, 8.3)."""
    mat.war.segment = segment
    mat.war.mission = 0
    mat.war.missions = table.charts.missions[segment][mat.war.regular]
    go(mat, Phase.MISSION_ROLL)


def lay_out_aircraft(mat: Mat, table: Table, operation: int) -> None:
    """The aircraft cards of an operation, all of them sound (4.5.1 to 4.5.3, ruling S10)."""
    mat.war.model = table.charts.model[operation]
    for slot in range(SLOTS):
        in_force = slot < table.charts.aircraft[operation]
        mat.aircraft[slot].status = Status.READY if in_force else Status.NONE
        mat.aircraft[slot].timer = 0
        maintenance.mend(mat, slot)


def begin_operation(mat: Mat, table: Table, operation: int, segment: int) -> None:
    """An operation begins; in the campaign with the people of the last (4.5, ruling Q56)."""
    mat.war.operation = operation
    mat.count.destroyed = 0
    mat.count.kia = 0
    mat.count.no_fly = 0
    lay_out_aircraft(mat, table, operation)
    begin_segment(mat, table, segment)


def end_of_operation(mat: Mat, table: Table) -> None:
    """The operation is scored; the campaign goes on to the next (8.5.2, 4.5)."""
    score = scoring.score_operation(mat, table)
    operation = int(mat.war.operation)
    if mat.war.scale == Scale.OPERATION:
        close_war(mat, score)
    elif operation == Operation.CITADEL:
        close_war(mat, scoring.score_campaign(mat, table))
    else:
        note(mat, table, Entry.OPERATION, 0, operation + 1)
        begin_operation(mat, table, operation + 1, int(table.charts.first_segment[operation + 1]))


def end_of_segment(mat: Mat, table: Table) -> None:
    """The segment is scored and everybody returns to service (8.3); a mission by itself is a segment of one."""
    score = scoring.score_segment(mat, table)
    segment = int(mat.war.segment)
    last = table.charts.first_segment[mat.war.operation] + table.charts.segments[mat.war.operation] - 1
    if mat.war.scale == Scale.CAMPAIGN or (mat.war.scale == Scale.OPERATION and segment != last):
        maintenance.note_returns(mat, table)
    maintenance.everything_back(mat)
    if mat.war.scale <= Scale.SEGMENT:
        close_war(mat, score)
    elif segment == last:
        end_of_operation(mat, table)
    else:
        begin_segment(mat, table, segment + 1)


# --- set-up (4.5) ---


def enlist(mat: Mat, table: Table, role: int, level: int, count: int, place: int) -> int:
    """Give the roster ``count`` people of a level from ``place`` on; the next free place."""
    for seat in range(place, min(SEATS, place + count)):
        who = crew.member(mat, seat + role * SEATS)
        who.level = level
        who.duty = Duty.READY
    return min(SEATS, place + count)


def lay_out_people(mat: Mat, table: Table, operation: int) -> None:
    """The force of an operation, best first; a mission or segment alone has Veterans only (4.5, ruling Q87)."""
    for role in range(2):
        place = 0
        for step in range(Quality.HERO):
            level = Quality.HERO - step
            count = int(table.charts.force[operation][role][level])
            if mat.war.scale >= Scale.OPERATION:
                place = enlist(mat, table, role, level, count, place)
            elif level != Quality.GREEN:
                place = enlist(mat, table, role, Quality.VETERAN, count, place)


def lay_out(mat: Mat, table: Table, scale: int, operation: int, segment: int, regular: int) -> None:
    """Lay out a zeroed mat for an episode (4.5). ``segment`` -1 takes the first, for a Mission one by dice."""
    mat.war.scale = scale
    mat.war.regular = regular
    mat.war.operation = operation
    first = int(table.charts.first_segment[operation])
    if segment >= 0:
        first = segment
    elif scale == Scale.MISSION:
        number, _, _ = throw_dice(mat, table, Chart.SEGMENT, 0, (int(table.charts.segments[operation]), 0, 0))
        keep_chance(mat, table, Chart.SEGMENT, 0, 0, Thrown(number, 0, 0, number))
        first += number - 1
    begin_operation(mat, table, operation, first)
    if scale == Scale.MISSION:
        mat.war.missions = 1
    lay_out_people(mat, table, operation)


# --- the steps ---

STEPS = {
    # on the ground (5.1.1)
    Phase.MISSION_ROLL: briefing.assign_mission,
    Phase.MUSTER: briefing.muster,
    Phase.CREWS: briefing.crews,
    Phase.PAYLOAD: ordnance.load_formation,
    Phase.SPECIAL: ordnance.special,
    Phase.CARRIERS: ordnance.carriers,
    Phase.LUCKY_DOG: briefing.lucky_dog,
    Phase.TAKE_OFF: briefing.take_off,
    # in flight (5.1.2 to 5.1.4)
    Phase.MOVE: flight.move,
    Phase.EVENT: events.event,
    Phase.INTERCEPTION: interception.intercept,
    Phase.FIGHTERS: interception.fighter_attacks,
    Phase.ZONE_DONE: flight.zone_done,
    Phase.EN_ROUTE: flight.en_route,
    Phase.ATTACK_RUN: attack.begin_attack_run,
    Phase.ATTACK: attack.attacks,
    # from the landing on (5.1.4, 8)
    Phase.BEFORE_LANDING: before_landing,
    Phase.LANDING: land_next,
    Phase.END_OF_MISSION: end_of_mission,
    Phase.PROMOTION: careers.promotions,
    Phase.END_OF_SEGMENT: end_of_segment,
}
"""The step of each phase."""


def next_step(mat: Mat, table: Table) -> None:
    """Take the next step of the sequence of play; it may open a decision."""
    if not flight.interrupt(mat, table):
        step_by_code(int(mat.cursor.phase), mat, table)


# --- a war ---


def begin_war(mat: Mat, table: Table, plan: Plan) -> None:
    """Begin a war on a mat that is zero; clear the chance events."""
    new_mission(table.dice, 0)
    table.journal.chances.count = 0
    lay_out(mat, table, plan.scale, plan.operation, plan.segment, plan.regular)


def act(mat: Mat, table: Table, legal: Mask, payments: Ledger, action: int) -> None:
    """Carry out an action, play on to the next decision, and pay what has become due."""
    before = progress(mat)
    apply_action(mat, table, action)
    advance(mat, table, legal)
    pay(mat, table, payments, before)
