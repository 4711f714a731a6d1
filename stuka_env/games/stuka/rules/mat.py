"""The mat: the whole visible state of the war as one NumPy record.

The first part is all ``int8``, so that the observation is one pass over its bytes; the score tracks and the log
sheet follow. Every field states its range and meaning. What a player may not see (the dice) is a sibling record in
:mod:`stuka_env.games.stuka.rules.table`, never here.
"""

from typing import NamedTuple

from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Numbers, Record, Rows, code, count, flag, int8, int16, int64, nested, record
from stuka_env.games.stuka import codes
from stuka_env.games.stuka.charts.shape import (
    BEST_CAMPAIGN,
    BEST_MISSION,
    BEST_OPERATION,
    FARTHEST,
    HIGHEST_ATTACK,
    LEVELS,
    LONGEST_REPAIR,
    LONGEST_REPLACEMENT,
    LOWEST_ATTACK,
    MOST_AMBUSH,
    MOST_ANTI_AIRCRAFT,
    MOST_CAMPAIGN_BONUS,
    MOST_CARRIERS,
    MOST_FIGHTERS,
    MOST_KILLS,
    MOST_MISSION_BONUS,
    MOST_MISSIONS,
    MOST_OPERATION_BONUS,
    MOST_STRESS,
    MOST_WOUNDS,
    PERFECT,
)
from stuka_env.games.stuka.codes import (
    CARDS,
    SEATS,
    SLOTS,
    SYSTEMS,
    AntiAircraft,
    Decision,
    Duty,
    Fighter,
    Formation,
    Leg,
    Model,
    NoFly,
    Operation,
    Payload,
    Phase,
    Quality,
    Scale,
    Segment,
    Size,
    Status,
    Target,
    Visibility,
)

to_number = compiled(codes.to_number)
to_index = compiled(codes.to_index)


@record
class Plan(Record):
    """The codes of the war that is played, as a record for the kernels."""

    scale: int = int64(meaning="codes.Scale")
    operation: int = int64(meaning="codes.Operation; the first one of a campaign")
    segment: int = int64(meaning="codes.Segment; -1: the first, or for a mission one drawn by dice")
    regular: int = int64(meaning="codes.Duration")


@record
class WarFrame(Record):
    """The war that is played, and its progress (4.5)."""

    scale: int = code(Scale, "length of the episode")
    regular: int = flag("1 Regular, 0 Short (4.5)")
    operation: int = code(Operation)
    segment: int = code(Segment, "operational segment, Jun/Jul 1941 to Jul/Aug 1943")
    mission: int = count(20, "mission of this segment, counted from 0")
    missions: int = int8(1, 20, "missions in this segment")
    mission_of_war: int = count(120, "mission of this war, counted from 0")
    model: int = code(Model)


@record
class Cursor(Record):
    """Position in the sequence of play: the next step, and the open decision."""

    phase: int = code(Phase, "step of the sequence of play")
    decision: int = code(Decision, "what the player is asked")
    subject: int = count(22, "whom it is about: slot 1 to 10, or pilot 1 to 11 and gunner 12 to 22; 0 nobody")
    step: int = count(22, "progress of a step that goes slot by slot or person by person")


@record
class Mission(Record):
    """The mission in hand: all of it is zero between missions."""

    target: int = code(Target, "mission target (4.6)")
    target_size: int = code(Size, "target size")
    target_zone: int = count(6, "zone of the target")
    zone: int = count(6, "zone of the formation; 0 airfield")
    leg: int = code(Leg)
    moves: int = count(FARTHEST, "zones flown so far")
    formation: int = code(Formation)
    sent: int = count(SLOTS, "aircraft that took off")
    present: int = count(SLOTS, "aircraft in the attack run")
    leader: int = count(SLOTS, "slot of the flight leader; 0 vacant")
    relief_used: int = flag("the leader's stress relief has been used (4.2)")
    relief_known: int = flag("relief was possible when last asked")
    unsettled: int = flag("an aircraft was lost, left or lost range: leader and range must be checked")
    news: int = flag("something has changed the formation since it was last asked")
    payload: int = code(Payload, "load of the formation (4.4)")
    special: int = count(6, "special bomb chosen: 3 SC1000, 4 SC1800")
    carriers: int = count(MOST_CARRIERS, "special bombs still to be given out")
    gamble: int = count(2, "Rudel Gamble (7.7): 0 not used, 1 survived, 2 crashed")
    visibility: int = code(Visibility, "visibility (7.4)")
    visibility_card: int = code(Visibility, "visibility that an event card has set (5.1.3)")
    anti_aircraft: int = code(AntiAircraft, "Anti-Aircraft fire (7.5)")
    anti_aircraft_card: int = int8(-MOST_ANTI_AIRCRAFT, MOST_ANTI_AIRCRAFT, "modifier that cards put on A6")
    escorts_early: int = flag("card: the next fighters met are driven off")
    escorts_late: int = flag("card: the next escort roll removes none")
    ambush: int = count(MOST_AMBUSH, "card: more fighters at the next contact")
    fighter: int = code(Fighter, "type of the fighters met (7.3)")
    fighters: int = count(MOST_FIGHTERS, "fighters still to attack")
    sector: int = count(6, "sector of the last fighter's approach plus one; 0 none")
    duellist: int = count(SLOTS, "slot whose pilot the next fighter must attack (7.3.1)")
    kills: int = count(MOST_KILLS, "fighters shot down (7.3.1)")
    targets: Numbers = count(SLOTS, "slots last drawn from the cup, in order", (SLOTS,))
    last_card: int = count(CARDS, "event card last drawn plus one; 0 none")
    drawn: Numbers = flag("event cards drawn in this mission (7.2)", (CARDS,))
    aborted: int = flag("the mission was given up in flight (7.12)")
    sunk: int = flag("the ship was sunk (8.6)")
    no_fly: int = code(NoFly, "reason why the mission is not flown")
    set_up: int = flag("the target of this mission was set up by hand, not rolled")


@record
class Count(Record):
    """Losses and No-Flys so far (8.5)."""

    destroyed: int = count(120, "aircraft destroyed in this operation (8.5.2); 120 is 120 or more, as below")
    kia: int = count(120, "people killed in this operation")
    no_fly: int = count(60, "No-Fly missions of this operation")
    war_destroyed: int = count(120, "aircraft destroyed in this war (8.5.3)")
    war_kia: int = count(120, "people killed in this war")
    war_no_fly: int = count(120, "No-Fly missions of this war")


@record
class Aircraft(Record):
    """One aircraft card (4.1)."""

    status: int = code(Status, "1 ready, 2 flying, 3 home, 4 lost, 5 under repair, 6 replacement on its way")
    timer: int = count(LONGEST_REPAIR, "space on the repair and replacement track (6.1, 6.2); 0 is Available")
    pilot: int = count(SEATS, "roster place of the pilot plus one; 0 none")
    gunner: int = count(SEATS, "roster place of the gunner plus one; 0 none")
    damage: Numbers = flag("markers: engine, port wing, starboard wing, tail, fuel, bombs, landing gear", (SYSTEMS,))
    range_loss: int = count(FARTHEST, "zones taken off the range (7.10)")
    wants_home: int = flag(
        "has lost range; whether it goes home has not been settled yet, by its fuel or by its pilot (7.10)"
    )
    crash_repair: int = count(LONGEST_REPAIR, "repair time a forced landing added (8.1)")
    ordnance: int = code(Payload, "load: 0 nothing, 1 SC500+SC50, 2 cluster, 3 SC1000, 4 SC1800, 5 cannon")
    lucky: int = flag("carries the Lucky Dog marker (4.3.2)")
    present: int = flag("was in the attack run (5.1.5)")
    attacked: int = flag("has made its attack (7.8)")
    score: int = count(PERFECT, "attack score (7.8)")
    drm: int = int8(LOWEST_ATTACK, HIGHEST_ATTACK, "modifiers on its attack die, as last worked out (7.9)")


@record
class Crew(Record):
    """One pilot or gunner (4.1)."""

    level: int = code(Quality, "experience (8.9): 0 nobody, 1 Green, 2 Veteran, 3 Ace, 4 Elite, 5 Hero")
    duty: int = code(
        Duty, "1 holding area, 2 flying, 3 back from this mission, 4 KIA, 5 POW, 6 hospital, 7 replacement"
    )
    stress: int = count(MOST_STRESS, "crew stress markers (7.11)")
    wounds: int = count(MOST_WOUNDS, "wound markers (7.10)")
    timer: int = count(LONGEST_REPLACEMENT, "space on the hospital or replacement track (6.3, 6.4); 0 is Available")
    slot: int = count(SLOTS, "slot flown in this mission, 1 to 10; 0 did not fly")
    missions: int = count(20, "missions completed in this segment (8.9)")
    completed: int = flag("has completed the mission in hand, unless it is aborted (8.9)")
    calm_used: int = flag("an Elite has ignored his stress result of this mission (7.11)")


@record
class Track(Record):
    """The score tracks (8.3 to 8.5)."""

    segment_sum: int = int16(0, MOST_MISSIONS * BEST_MISSION, "mission scores of this segment, added up")
    segments: Numbers = int16(0, BEST_MISSION, "segment scores; 0 until scored (8.3)", (6,))
    operations: Numbers = int16(0, BEST_OPERATION, "operation scores with bonus; 0 until scored (8.5.2)", (3,))
    operation_bonus: Numbers = int16(0, sum(MOST_OPERATION_BONUS.values()), "bonuses inside the operation scores", (3,))
    campaign_bonus: int = int16(0, sum(MOST_CAMPAIGN_BONUS.values()), "bonus inside the campaign score (8.5.3)")
    result: int = int16(0, BEST_CAMPAIGN, "final score of the episode")
    segments_done: int = int16(0, 6, "segments scored so far")
    operations_done: int = int16(0, 3, "operations scored so far")
    logged: int = int16(0, 120, "missions on the log sheet")
    over: int = int16(0, 1, "the episode is over")


@record
class LogLine(Record):
    """One mission on the log sheet (8.7)."""

    score: int = int16(0, BEST_MISSION, "mission score with kills and bonus (8.4)")
    strafed: int = int16(0, (1 << SLOTS) - 1, "who attacked with machine guns: bit 0 is slot 1 (7.6)")
    level: int = int8(0, LEVELS - 1, "level of victory of the score, 0 the lowest (8.4)")
    segment: int = code(Segment, "operational segment")
    number: int = count(20, "mission of the segment, from 0")
    target: int = code(Target, "target")
    target_size: int = code(Size, "target size")
    zone: int = count(6, "target zone")
    sent: int = count(SLOTS, "aircraft that took off")
    present: int = count(SLOTS, "aircraft in the attack run")
    lost: int = count(SLOTS, "aircraft destroyed")
    damaged: int = count(SLOTS, "aircraft that came home damaged")
    wia: int = count(20, "people wounded")
    kia: int = count(20, "people killed")
    pow: int = count(20, "people captured")
    kills: int = count(MOST_KILLS, "fighters shot down")
    bonus: int = count(MOST_MISSION_BONUS, "bonus points (8.5.1)")
    no_fly: int = code(NoFly, "reason why the mission is not flown")
    aborted: int = flag("given up in flight")
    sunk: int = flag("ship sunk")
    payload: int = code(Payload, "load of the formation (4.4)")
    special: int = count(6, "special bomb carried: 3 SC1000, 4 SC1800")
    carriers: Numbers = count(SLOTS, "slots that carried it; 0 none", (MOST_CARRIERS,))
    gamble: int = count(2, "0 none, 1 Rudel Gamble survived, 2 lost")
    gambler: int = count(SLOTS, "slot that attempted it; 0 none")
    scores: Numbers = int8(-1, 100, "attack score by slot; -1 was not in the attack run", (SLOTS,))
    pilots: Numbers = count(SEATS, "pilot by slot, roster place plus one", (SLOTS,))
    gunners: Numbers = count(SEATS, "gunner by slot, roster place plus one", (SLOTS,))


LOG_LENGTH = 6 * MOST_MISSIONS
"""Missions of a Regular campaign: six segments of ten."""


@record
class Mat(Record):
    """One war. ``war`` to ``gunners`` are bytes, in the observation's order; ``track`` and ``log`` follow."""

    war: WarFrame = nested(WarFrame)
    cursor: Cursor = nested(Cursor)
    mission: Mission = nested(Mission)
    count: Count = nested(Count)
    aircraft: Rows[Aircraft] = nested(Aircraft, (SLOTS,))
    pilots: Rows[Crew] = nested(Crew, (SEATS,))
    gunners: Rows[Crew] = nested(Crew, (SEATS,))
    track: Track = nested(Track)
    log: Rows[LogLine] = nested(LogLine, (LOG_LENGTH,))


class Block(NamedTuple):
    """A part of the mat: its name, the class of its records, and how many of them there are."""

    name: str
    kind: type[Record]
    rows: int


BLOCKS = (
    Block("war", WarFrame, 1),
    Block("cursor", Cursor, 1),
    Block("mission", Mission, 1),
    Block("count", Count, 1),
    Block("aircraft", Aircraft, SLOTS),
    Block("pilots", Crew, SEATS),
    Block("gunners", Crew, SEATS),
    Block("track", Track, 1),
)
"""The blocks that a player sees, in the order of the mat; all but the last are ``int8``. The log sheet follows."""

FILE_NAMES = {
    "war.scale": "mission.scale",
    "war.regular": "mission.regular",
    "war.operation": "mission.operation",
    "war.segment": "mission.segment",
    "war.mission": "mission.number",
    "war.missions": "mission.missions",
    "war.mission_of_war": "mission.war_mission",
    "war.model": "mission.model",
    "cursor.phase": "mission.phase",
    "cursor.decision": "mission.decision",
    "cursor.subject": "mission.subject",
    "cursor.step": "mission.cursor",
    "mission.anti_aircraft": "mission.flak",
    "mission.anti_aircraft_card": "mission.flak_card",
}
"""Fields that have moved since files were first written, and the names that files know them by."""
