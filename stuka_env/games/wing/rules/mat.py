"""The mat: the whole visible state of a campaign as one NumPy record.

All its blocks but the last are seen by the player and hold ``int8``; the hidden block ``work`` follows. The log of the
missions is a record of its own, because nothing in the rules reads it.
"""

from stuka_env.declared.records import Numbers, Record, Rows, code, count, flag, int8, int16, nested, record
from stuka_env.games.wing.charts.shape import MOST_HITS, MOST_RANGE, MOST_TURNS, WAVES
from stuka_env.games.wing.codes import (
    BOXES,
    CARDS,
    ELEMENTS,
    HAND,
    KEPT,
    MOST_ESCORTS,
    MOST_INTERCEPTORS,
    MOST_POINTS,
    NOBODY,
    SEATS,
    SLOTS,
    TRACK,
    Campaign,
    Cause,
    Cloud,
    Counter,
    Decision,
    Departure,
    Element,
    Enemy,
    Escort,
    Gone,
    Leg,
    Level,
    Over,
    Phase,
    Place,
    Scale,
    Squadron,
    Status,
    Target,
    Victory,
    War,
    Year,
)

MOST_VISITS = 9
"""Largest number of visits to a box that is counted."""
MOST_COUNTED = 120
"""Largest count of a mission or a campaign."""
ROUNDS = 2
"""Rounds of a combat, and of attacks on the bombers (9.1.10, 9.2.8)."""


@record
class Plan(Record):
    """The war that is played, in codes."""

    scale: int = code(Scale, "kind of the episode")
    campaign: int = code(Campaign, "campaign (3.1.2)")
    squadron: int = code(Squadron, "type of the squadron (7.3.2)")
    start: int = count(TRACK, "box of the track of a single mission; 0 drawn")
    landing: int = flag("damaged bombers roll at the landing (12.2)")
    fatigue: int = flag("crews tire (ours)")


@record
class Cursor(Record):
    """Position in the sequence of play: the next step, the open decision and its subject."""

    phase: int = code(Phase, "step of the sequence of play")
    decision: int = code(Decision, "open decision of the player")
    subject: int = int8(
        NOBODY, SLOTS - 1, "slot of the crew that takes a bomber, or of the bomber that leaves; -1 none"
    )
    departure: int = code(Departure, "the way in which this bomber leaves")


@record
class Track(Record):
    """The mission track, and the campaign so far."""

    box: int = count(TRACK, "box of the track (4.1)")
    first: int = count(TRACK, "first box of the campaign")
    last: int = count(TRACK, "last box of the campaign")
    deck: int = count((1 << len(Year)) - 1, "years whose cards are in the deck: bit 0 is 1942")
    war: int = code(War, "war progress (7.5)")
    points: int = int8(-MOST_POINTS, MOST_POINTS, "campaign points (7.2)")
    over: int = code(Over, "end of the episode")
    logged: int = count(TRACK, "missions on the log")


@record
class Mission(Record):
    """The mission that is flown."""

    card: int = count(CARDS, "mission card (4.2)")
    cloud: int = code(Cloud, "cloud over the target (4.3)")
    required: int = count(SEATS, "bombers that the card requires (4.4)")
    place: int = count(SEATS, "places that have been filled (4.4)")
    sent: int = count(SEATS, "bombers that took off")
    short: int = count(SEATS, "bombers short of the card's number")
    leg: int = code(Leg, "part of the mission")
    box: int = count(BOXES - 1, "box of the formation")
    came_from: int = int8(NOBODY, BOXES - 1, "box from which it came; -1 none")
    goal: int = count(BOXES - 1, "box to which the leg leads")
    moves: int = count(MOST_TURNS, "moves of the leg")
    limit: int = count(MOST_TURNS, "most moves of the leg")
    elements: int = count(ELEMENTS, "elements when they were last counted (5.2)")
    loose: int = flag("the formation is loose (5.3)")
    missing: int = count(SEATS, "bombers that have left the formation (6.4)")
    threshold: int = count(SEATS, "missing bombers that make it loose (6.4)")
    waiting: int = flag("the next turn has no move")
    bombed: int = flag("the target has been bombed")
    low: int = flag("the bombing run is low")
    hits: int = count(MOST_HITS, "hits on the target")
    target: int = code(Target, "state of the target (5.12)")
    points: int = int8(-MOST_POINTS, MOST_POINTS, "points of the mission so far")


@record
class Route(Record):
    """The route of the leg."""

    visits: Numbers = count(MOST_VISITS, "visits to the box in this leg", (BOXES,))


@record
class Seat(Record):
    """A place of the formation that was assigned: a crew and its bomber."""

    crew: int = int8(NOBODY, SLOTS - 1, "slot of the crew; -1 none")
    bomber: int = int8(NOBODY, SLOTS - 1, "slot of the bomber; -1 none")
    element: int = code(Element, "element (6.3)")
    place: int = code(Place, "place in the element (6.3)")
    damaged: int = flag("the bomber is damaged")
    hit: int = flag("the crew is hit (10.6)")
    tired: int = flag("the crew is tired")
    gone: int = code(Gone, "whether it has left the formation")


@record
class Bomber(Record):
    """A bomber of the squadron."""

    model: int = flag("it is of the new model")
    status: int = code(Status, "state")


@record
class Crew(Record):
    """A crew of the squadron."""

    level: int = code(Level, "level")
    status: int = code(Status, "state")
    flown: int = count(3, "missions in a row that it has flown, up to the number after which it is tired")


@record
class Escorts(Record):
    """The escorts, and those that are offered."""

    type: int = code(Escort, "type; -1 none", low=NOBODY)
    ready: int = count(MOST_ESCORTS, "undamaged escorts")
    damaged: int = count(MOST_ESCORTS, "damaged escorts")
    range_used: int = count(MOST_RANGE + 1, "turns on the range counter (5.5)")
    offered_type: int = code(Escort, "type of the escorts that are offered; -1 none", low=NOBODY)
    offered: int = count(MOST_ESCORTS, "escorts that are offered (5.6)")
    ace: int = flag("an ace is among the undamaged escorts (ours)")
    offered_ace: int = flag("an ace is among the escorts that are offered")


@record
class Opponents(Record):
    """The interceptors and the fight with them, or the flak."""

    model: int = code(Enemy, "type of the interceptors; -1 none", low=NOBODY)
    number: int = count(MOST_INTERCEPTORS, "interceptors that came")
    aces: int = count(MOST_INTERCEPTORS, "aces among them")
    left: int = count(MOST_INTERCEPTORS, "interceptors left")
    aces_left: int = count(MOST_INTERCEPTORS, "aces among those")
    must_fight: int = count(MOST_ESCORTS, "escorts that must fight (9.1.4)")
    fighting: int = count(MOST_ESCORTS, "escorts that fight")
    stay: int = count(MOST_ESCORTS, "escorts that must go on (9.1.10)")
    free: int = count(MOST_ESCORTS, "escorts that may go on or withdraw (9.1.10)")
    covers: int = count(MOST_ESCORTS, "escorts that can still cover in this round (9.2.3)")
    round_number: int = count(ROUNDS, "round of the fight or of the attacks")
    wave: int = count(WAVES, "wave of the round")
    flak_level: int = count(3, "level of the flak")
    ace_fights: int = flag("the escort ace fights")
    ace_free: int = flag("the escort ace may go on or withdraw (9.1.10)")


@record
class Attack(Record):
    """An attack of the wave."""

    seat: int = int8(NOBODY, SEATS - 1, "seat of the bomber that is attacked; -1 none")
    ace: int = flag("the interceptor is an ace")
    covered: int = flag("an escort covers the bomber")
    done: int = flag("it has been made")


@record
class Hand(Record):
    """The Lady Luck counters."""

    counters: Numbers = count(HAND, "counters that are kept", (KEPT,))


@record
class Work(Record):
    """Pending work, which a player does not see."""

    index: int = int8(0, MOST_COUNTED, "next one of a loop")
    cause: int = int8(0, max(Cause), "cause of the damage, part of the address of its dice")
    part: int = int8(0, SLOTS - 1, "bomber slot or element of that cause, part of the address")
    attacker: int = int8(0, MOST_INTERCEPTORS - 1, "interceptor of that cause, part of the address")
    seat: int = int8(NOBODY, SEATS - 1, "seat of the damage")
    company: int = flag("escorts go home with the bomber")
    after_damage: int = code(Phase, "step after the damage")
    after_loss: int = code(Phase, "step after the loss")
    after_flak: int = code(Phase, "step after the flak")
    flak_bonus: int = int8(-MOST_COUNTED, MOST_COUNTED, "modifiers of the flak attack")
    reserve: int = count(MOST_ESCORTS, "undamaged escorts that did not join the fight")
    clear_view: int = flag("clear view is played")
    aces: int = count(MOST_INTERCEPTORS, "interceptors that are aces; they come first")
    interceptors: Numbers = count(
        2, "interceptors: 0 gone, 1 still to attack, 2 done in this round", (MOST_INTERCEPTORS,)
    )
    attackers: Numbers = int8(0, MOST_INTERCEPTORS - 1, "interceptor of each attack of the wave", (MOST_INTERCEPTORS,))


@record
class Mat(Record):
    """One campaign. ``plan`` to ``luck`` are what a player sees; ``work`` is hidden."""

    plan: Plan = nested(Plan)
    cursor: Cursor = nested(Cursor)
    track: Track = nested(Track)
    mission: Mission = nested(Mission)
    route: Route = nested(Route)
    seats: Rows[Seat] = nested(Seat, (SEATS,))
    bombers: Rows[Bomber] = nested(Bomber, (SLOTS,))
    crews: Rows[Crew] = nested(Crew, (SLOTS,))
    escorts: Escorts = nested(Escorts)
    enemy: Opponents = nested(Opponents)
    attacks: Rows[Attack] = nested(Attack, (MOST_INTERCEPTORS,))
    luck: Hand = nested(Hand)
    work: Work = nested(Work)


@record
class LogLine(Record):
    """A mission on the log."""

    box: int = count(TRACK, "box of the track")
    card: int = count(CARDS, "mission card")
    cloud: int = code(Cloud, "cloud over the target")
    sent: int = count(SEATS, "bombers that took off")
    short: int = count(SEATS, "bombers short of the card's number")
    reached: int = flag("the target box was entered")
    hits: int = count(MOST_HITS, "hits on the target")
    target: int = code(Target, "state of the target")
    lost: int = count(SEATS, "bombers lost, at the landing too")
    crews_lost: int = count(SEATS, "crews lost")
    home_alone: int = count(SEATS, "bombers that came home alone")
    damaged: int = count(SEATS, "bombers that came home damaged")
    interceptions: int = count(MOST_COUNTED, "events with enemy fighters; 120 is 120 or more, as below")
    kills: int = count(MOST_COUNTED, "interceptors destroyed")
    escorts_lost: int = count(MOST_COUNTED, "escorts destroyed")
    mission_turns: int = count(MOST_COUNTED, "mission turns")
    crews_up: int = count(SLOTS, "crews that rose by a level")
    replaced: int = count(1, "a new bomber arrived")
    war: int = code(War, "war progress after the mission")
    played: Numbers = count(MOST_COUNTED, "counters played, in the order of codes.Counter", (KEPT,), index_of=Counter)
    target_points: int = int8(-MOST_POINTS, MOST_POINTS, "points for the target")
    loss_points: int = int8(-MOST_POINTS, MOST_POINTS, "points for bombers lost")
    short_points: int = int8(-MOST_POINTS, MOST_POINTS, "points for bombers short")


@record
class Log(Record):
    """The log sheet."""

    lines: Rows[LogLine] = nested(LogLine, (TRACK,))


@record
class Result(Record):
    """End of an episode; all 0 until then."""

    points: int = int16(-MOST_POINTS, MOST_POINTS, "campaign points")
    level: int = code(Victory, "level of victory", size=16)
    over: int = code(Over, "end of the campaign", size=16)
    missions: int = int16(0, TRACK, "missions on the log")
    destroyed: int = int16(0, TRACK, "targets destroyed")
    lost: int = int16(0, TRACK * SEATS, "bombers lost")
    crews_lost: int = int16(0, TRACK * SEATS, "crews lost")
    short: int = int16(0, TRACK * SEATS, "bombers short")
    kills: int = int16(0, TRACK * MOST_COUNTED, "interceptors destroyed")


assert len(Counter) > KEPT
