"""The sequence of play (5.1, 8.2, 8.3): which step follows which, until the player must choose."""

from stuka_env.codes import (
    ACTIONS,
    SEATS,
    SLOTS,
    Chart,
    Decision,
    Duty,
    Leg,
    Operation,
    Phase,
    Quality,
    Scale,
    Status,
)
from stuka_env.rules.attack import attacks, begin_attack_run
from stuka_env.rules.briefing import assign_mission, carriers, crews, lucky_dog, muster, payload, take_off
from stuka_env.rules.careers import promotions
from stuka_env.rules.crew import member
from stuka_env.rules.damage import still_flies
from stuka_env.rules.dice import roll
from stuka_env.rules.events import event
from stuka_env.rules.flight import ask, en_route, interrupt, move, relief_possible, zone_done
from stuka_env.rules.interception import fighter_attacks, intercept
from stuka_env.rules.kernel import Mask, Table, rule
from stuka_env.rules.landing import land
from stuka_env.rules.legal import first_legal, write_mask
from stuka_env.rules.maintenance import (
    clear_cards,
    everything_back,
    move_timers,
    place_casualties,
    place_formation,
    rest,
    stand_down,
)
from stuka_env.rules.mat import Mat
from stuka_env.rules.orders import apply_action
from stuka_env.rules.scoring import score_campaign, score_mission, score_operation, score_segment

# --- the landing and the end of a mission (8.1, 8.2) ---


@rule
def before_landing(mat: Mat) -> None:
    """A last chance for the leader's stress relief, if it is of use (4.2, ruling D21)."""
    mat.mission.phase = Phase.LANDING
    if relief_possible(mat):
        ask(mat, Decision.RELIEF, 0)


@rule
def land_all(mat: Mat, table: Table) -> None:
    """The aircraft land in slot order (5.1.4, 8.1)."""
    for slot in range(SLOTS):
        if still_flies(mat, slot):
            land(mat, table, slot)
    mat.mission.phase = Phase.END_OF_MISSION


@rule
def clear_mission(mat: Mat) -> None:
    """Take the markers of the mission off the mat, and shuffle the event deck (3.7, 7.2)."""
    mission = mat.mission
    mission.target = 0
    mission.target_size = 0
    mission.target_zone = 0
    mission.zone = 0
    mission.leg = Leg.GROUND
    mission.moves = 0
    mission.formation = 0
    mission.sent = 0
    mission.present = 0
    mission.leader = 0
    mission.relief_used = 0
    mission.relief_known = 0
    mission.unsettled = 0
    mission.news = 0
    mission.payload = 0
    mission.special = 0
    mission.carriers = 0
    mission.gamble = 0
    mission.visibility = 0
    mission.visibility_card = 0
    mission.flak = 0
    mission.flak_card = 0
    mission.escorts_early = 0
    mission.escorts_late = 0
    mission.ambush = 0
    mission.fighter = 0
    mission.fighters = 0
    mission.sector = 0
    mission.duellist = 0
    mission.kills = 0
    mission.last_card = 0
    mission.aborted = 0
    mission.sunk = 0
    mission.no_fly = 0
    mission.set_up = 0
    for slot in range(SLOTS):
        mission.targets[slot] = 0
    for card in range(len(mission.drawn)):
        mission.drawn[card] = 0


@rule
def end_of_mission(mat: Mat, table: Table) -> None:
    """The six steps of 8.2; promotions follow if the segment is over."""
    score_mission(mat, table)
    move_timers(mat, table)
    place_casualties(mat, table)
    place_formation(mat, table)
    rest(mat, table)
    stand_down(mat)
    clear_cards(mat)
    clear_mission(mat)
    mission = mat.mission
    mission.number += 1
    mission.war_mission += 1
    mission.cursor = 0
    mission.phase = Phase.MISSION_ROLL
    if mission.number >= mission.missions:
        mission.phase = Phase.PROMOTION


# --- the end of a segment, an operation, the war (8.3, 4.5) ---


@rule
def close_war(mat: Mat, score: int) -> None:
    """The episode is over with this score."""
    mat.track.result = score
    mat.track.over = 1
    mat.mission.phase = Phase.OVER


@rule
def begin_segment(mat: Mat, table: Table, segment: int) -> None:
    """Missions are counted anew (4.5, 8.3)."""
    mission = mat.mission
    mission.segment = segment
    mission.number = 0
    mission.missions = table.charts.missions[segment][mission.regular]
    mission.phase = Phase.MISSION_ROLL


@rule
def lay_out_aircraft(mat: Mat, table: Table, operation: int) -> None:
    """The aircraft cards of an operation (4.5.1 to 4.5.3)."""
    mat.mission.model = table.charts.model[operation]
    for slot in range(SLOTS):
        in_force = slot < table.charts.aircraft[operation]
        mat.aircraft[slot].status = Status.READY if in_force else Status.NONE
        mat.aircraft[slot].timer = 0


@rule
def begin_operation(mat: Mat, table: Table, operation: int, segment: int) -> None:
    """An operation begins; in the campaign with the people of the last (4.5, ruling Q56)."""
    mat.mission.operation = operation
    mat.count.destroyed = 0
    mat.count.kia = 0
    mat.count.no_fly = 0
    lay_out_aircraft(mat, table, operation)
    begin_segment(mat, table, segment)


@rule
def end_of_operation(mat: Mat, table: Table) -> None:
    """The operation is scored; the campaign goes on to the next (8.5.2, 4.5)."""
    score = score_operation(mat, table)
    operation = int(mat.mission.operation)
    if mat.mission.scale == Scale.OPERATION:
        close_war(mat, score)
    elif operation == Operation.CITADEL:
        close_war(mat, score_campaign(mat, table))
    else:
        begin_operation(mat, table, operation + 1, int(table.charts.first_segment[operation + 1]))


@rule
def end_of_segment(mat: Mat, table: Table) -> None:
    """The segment is scored and everybody returns to service (8.3); a mission alone has ended before."""
    score = score_segment(mat, table)
    everything_back(mat)
    mission = mat.mission
    segment = int(mission.segment)
    last = table.charts.first_segment[mission.operation] + table.charts.segments[mission.operation] - 1
    if mission.scale <= Scale.SEGMENT:
        close_war(mat, score)
    elif segment == last:
        end_of_operation(mat, table)
    else:
        begin_segment(mat, table, segment + 1)


# --- set-up (4.5) ---


@rule
def enlist(mat: Mat, table: Table, role: int, level: int, count: int, place: int) -> int:
    """Give the roster ``count`` people of a level from ``place`` on; the next free place."""
    for seat in range(place, min(SEATS, place + count)):
        who = member(mat, seat + role * SEATS)
        who.level = level
        who.duty = Duty.READY
    return min(SEATS, place + count)


@rule
def lay_out_people(mat: Mat, table: Table, operation: int) -> None:
    """The force of an operation, best first; a mission or segment alone has Veterans only (4.5, ruling Q87)."""
    for role in range(2):
        place = 0
        for step in range(Quality.HERO):
            level = Quality.HERO - step
            count = int(table.charts.force[operation][role][level])
            if mat.mission.scale >= Scale.OPERATION:
                place = enlist(mat, table, role, level, count, place)
            elif level != Quality.GREEN:
                place = enlist(mat, table, role, Quality.VETERAN, count, place)


@rule
def begin_war(mat: Mat, table: Table, scale: int, operation: int, segment: int, regular: int) -> None:
    """Lay out a zeroed mat for an episode (4.5). ``segment`` -1 takes the first, for a Mission one by dice."""
    mission = mat.mission
    mission.scale = scale
    mission.regular = regular
    first = int(table.charts.first_segment[operation])
    if segment >= 0:
        first = segment
    elif scale == Scale.MISSION:
        first += roll(table, Chart.SEGMENT, 0, int(table.charts.segments[operation])) - 1
    begin_operation(mat, table, operation, first)
    if scale == Scale.MISSION:
        mission.missions = 1
    lay_out_people(mat, table, operation)


# --- the engine ---


@rule
def prepare_flight(mat: Mat, table: Table) -> None:
    """Steps on the ground (5.1.1)."""
    phase = mat.mission.phase
    if phase == Phase.MISSION_ROLL:
        assign_mission(mat, table)
    elif phase == Phase.MUSTER:
        muster(mat, table)
    elif phase == Phase.CREWS:
        crews(mat, table)
    elif phase == Phase.PAYLOAD:
        payload(mat, table)
    elif phase == Phase.SPECIAL:
        ask(mat, Decision.SPECIAL, 0)
    elif phase == Phase.CARRIERS:
        carriers(mat)
    elif phase == Phase.LUCKY_DOG:
        lucky_dog(mat)
    else:
        take_off(mat, table)


@rule
def fly_on(mat: Mat, table: Table) -> None:
    """Steps in flight (5.1.2 to 5.1.4)."""
    phase = mat.mission.phase
    if phase == Phase.MOVE:
        move(mat, table)
    elif phase == Phase.EVENT:
        event(mat, table)
    elif phase == Phase.INTERCEPTION:
        intercept(mat, table)
    elif phase == Phase.FIGHTERS:
        fighter_attacks(mat, table)
    elif phase == Phase.ZONE_DONE:
        zone_done(mat, table)
    elif phase == Phase.EN_ROUTE:
        en_route(mat, table)
    elif phase == Phase.ATTACK_RUN:
        begin_attack_run(mat, table)
    else:
        attacks(mat, table)


@rule
def wind_up(mat: Mat, table: Table) -> None:
    """Steps from the landing on (5.1.4, 8)."""
    phase = mat.mission.phase
    if phase == Phase.BEFORE_LANDING:
        before_landing(mat)
    elif phase == Phase.LANDING:
        land_all(mat, table)
    elif phase == Phase.END_OF_MISSION:
        end_of_mission(mat, table)
    elif phase == Phase.PROMOTION:
        promotions(mat, table)
    else:
        end_of_segment(mat, table)


@rule
def next_step(mat: Mat, table: Table) -> None:
    """Take the next step of the sequence of play; it may open a decision."""
    if interrupt(mat, table):
        return
    phase = mat.mission.phase
    if phase <= Phase.TAKE_OFF:
        prepare_flight(mat, table)
    elif phase <= Phase.ATTACK:
        fly_on(mat, table)
    else:
        wind_up(mat, table)


@rule
def advance(mat: Mat, table: Table, mask: Mask) -> None:
    """Play on until a decision with a choice is open, its legal actions in ``mask``; or until the war is over.

    A decision with one legal action is taken without asking. At the end the mask is all ones.
    """
    while mat.mission.phase != Phase.OVER:
        if mat.mission.decision == Decision.NONE:
            next_step(mat, table)
        elif write_mask(mat, table, mask) > 1:
            return
        else:
            apply_action(mat, table, first_legal(mask))
    ask(mat, Decision.OVER, 0)
    for action in range(ACTIONS):
        mask[action] = 1
