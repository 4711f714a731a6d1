"""The mat: the whole visible state of a career as one NumPy record.

The blocks that a player sees are ``int8`` and come first; the hidden block ``work`` follows. The log of the sortie
lines is a record of its own, because nothing in the rules reads it.
"""

from typing import NamedTuple

from stuka_env.declared.records import Numbers, Record, Rows, code, count, flag, inherited, int8, int16, nested, record
from stuka_env.games.interceptor.charts.shape import (
    MOST_AMMUNITION,
    MOST_BOX,
    MOST_LEVEL,
    MOST_MISSED,
    MOST_SPEED,
    MOST_THRESHOLD,
)
from stuka_env.games.interceptor.codes import (
    AWARDS,
    CARDS,
    ENEMY_WEAPONS,
    MODELS,
    MOST_LINES,
    NOBODY,
    SINGLES,
    UNLIMITED,
    WEAPONS,
    Aim,
    Award,
    Bomber,
    Career,
    Cause,
    Decision,
    Enemy,
    Event,
    Fate,
    Health,
    Jam,
    Leaving,
    Line,
    Marker,
    Model,
    Month,
    Offer,
    Orientation,
    Over,
    Person,
    Phase,
    Position,
    Presence,
    Quality,
    Range,
    Rank,
    Rockets,
    Scale,
    Series,
    Skill,
    TargetZone,
    Touchdown,
    Weather,
    Zone,
)

MOST_LOGGED = 92
"""Sortie lines of a career (7.8.5)."""
MOST_COUNTED = 120
"""Largest count on the mat; 120 means 120 or more."""
MOST_POINTS = 30
"""Largest number of Experience Points that a person keeps."""
MOST_PRESTIGE = 30
"""Largest number of Prestige Points that are kept."""
MATE_SKILLS = 4
"""Skills in the record of the wingman and of a gunner."""
MOST_OFFERED = 13
"""Largest number of types in a series (9.1)."""


@record
class Plan(Record):
    """Plan of the episode, chosen before it begins."""

    scale: int = code(Scale, "kind of the episode")
    month: int = code(Month, "first month; -1 by dice", low=NOBODY)
    unit: int = count(23, "row of the starting table; 0 by dice (4.1)")
    track: int = code(Career, "track (7.9); -1 the player decides", low=NOBODY)
    fatigue: int = flag("fatigue counts (10.3)")
    enemy_quality: int = flag("enemy pilots differ (10.4)")
    advanced_maneuvers: int = flag("advanced maneuvers can be learned (10.6)")
    level_reward: int = flag("the reward is the level of victory, not the bombers")


@record
class Cursor(Record):
    """Position in the sequence of play: the next step, and the open decision."""

    phase: int = code(Phase, "step of the sequence of play")
    decision: int = code(Decision, "open decision of the player")
    person: int = code(Person, "person who learns skills")


@record
class Calendar(Record):
    """The calendar and the results."""

    start: int = code(Month, "first month")
    month: int = code(Month, "month, 0 March 1943")
    line: int = count(MOST_LINES, "sortie line of the month, from 1")
    lines_used: int = count(MOST_LOGGED, "sortie lines used, including the current one")
    flown: int = count(MOST_LOGGED, "sorties flown")
    sit_out: int = count(MOST_MISSED, "sorties still to sit out")
    unit: int = count(23, "row of the starting table")
    zone: int = code(Zone, "zone of the base (4.6.2)")
    bombers: int = count(MOST_COUNTED, "bombers credited to the pilot")
    destroyed: int = count(MOST_COUNTED, "of these, shot down at once")
    crashed: int = count(MOST_COUNTED, "of these, seen to crash on the way home")
    by_type: Numbers = count(MOST_COUNTED, "bombers by type: B-17F, B-17G, B-24, YB-40", (max(Bomber),))
    fighters: int = count(MOST_COUNTED, "fighters credited to the pilot")
    aircraft_lost: int = count(MOST_COUNTED, "own aircraft lost, also with a pilot killed in the air")
    wingmen_lost: int = count(MOST_COUNTED, "wingmen lost")
    markers: Numbers = count(3, "markers kept: guide, eyewitness, mechanics, spare", index_of=Marker)
    singles_lost: Numbers = flag("single aircraft lost (9.8)", (len(SINGLES),))
    waived: int = code(Model, "type whose Prestige Level is waived; -1 none (9.7)", low=NOBODY)
    over: int = code(Over, "end of the episode")
    cause: int = code(Cause, "cause of death")


@record
class Pilot(Record):
    """The player's pilot."""

    track: int = code(Career, "track (7.9)")
    rank: int = code(Rank, "steps of promotion")
    points: int = count(MOST_POINTS, "Experience Points (7.7)")
    clock: int = count(3, "sorties since the last Experience Point")
    skills: Numbers = flag("skills, in the order of B5", index_of=Skill)
    expert: Numbers = flag("series in which he is an Expert", index_of=Series)
    prestige: int = count(MOST_PRESTIGE, "Prestige Points (8.1)")
    level: int = count(MOST_LEVEL, "Prestige Level (8.2)")
    awards: Numbers = count(3, "awards, in the order of codes.Award; the Wound Badge has three classes", index_of=Award)
    wounds: int = count(9, "wounds (7.8.1)")
    health: int = code(Health, "health (7.4.7)")
    fatigue: int = count(MOST_LOGGED, "fatigue (10.3)")
    leave_taken: int = flag("annual leave taken (10.3)")
    free_moves: int = count(2, "changes of unit that cost no Prestige (7.9.1)")
    period_kills: int = count(MOST_COUNTED, "kills since the last promotion attempt (7.9.3)")
    period_awards: int = count(3, "awards since then that help: Iron Cross 1, Goblet, German Cross")


@record
class Mate(Record):
    """The wingman or a gunner."""

    present: int = code(Presence, "state; of a gunner, 2 is temporary")
    points: int = count(MOST_POINTS, "Experience Points")
    clock: int = count(3, "sorties since the last Experience Point")
    skills: Numbers = flag(
        "wingman: Expert, Gunnery, Aim; gunner: Parachute, S.A., Maintenance, Gunnery", (MATE_SKILLS,)
    )
    expert: Numbers = flag("series in which he is an Expert", index_of=Series)
    bombers: int = count(MOST_COUNTED, "bombers of his own")
    fighters: int = count(MOST_COUNTED, "fighters of his own")
    ace: int = flag("an Ace since a debriefing (7.8.8)")
    health: int = code(Health, "health (7.4.7)")
    away: int = count(MOST_MISSED, "sorties until he is back")


@record
class Gun(Record):
    """One weapon of the own aircraft."""

    ammunition: int = int8(UNLIMITED, MOST_AMMUNITION, "points left; -1 unlimited")
    jammed: int = flag("jammed until landing")
    out: int = flag("out of action")


class Airframe(Record):
    """An aircraft that is hit: the own one, the bomber, or the enemy fighter."""

    port_wing: int = count(MOST_THRESHOLD, "hits")
    starboard_wing: int = count(MOST_THRESHOLD, "hits")
    airframe: int = count(MOST_THRESHOLD, "hits")
    tail: int = count(MOST_THRESHOLD, "hits")
    controls: int = count(MOST_THRESHOLD, "hits")
    engines: Numbers
    leak: int
    radio: int
    gear: int


class FighterFrame(Airframe):
    """The own aircraft or the enemy fighter."""

    _frame = inherited()
    speed: int
    engines: Numbers = count(3, "hits on port and starboard engine; a single engine is the first", (2,))
    armour: int = flag("the engine's armour has taken a hit")
    leak: int = flag("fuel tanks leak")
    oxygen: int = flag("oxygen out")
    radio: int = flag("radio out")


@record
class Aircraft(FighterFrame):
    """The own aircraft."""

    model: int = code(Model, "type")
    speed: int = count(MOST_SPEED, "speed, reduced by damage and rockets")
    _frame = inherited()
    boost: int = flag("boost out")
    gear: int = flag("landing gear damaged")
    rear_gun: int = flag("rear gun out")
    rockets: int = code(Rockets, "rockets")
    guns: Rows[Gun] = nested(Gun, (WEAPONS,))


@record
class Sortie(Record):
    """The current sortie. Between sorties all of it is zero except the orientation."""

    raid: int = count(12, "roll on A1; 0 none yet")
    target_zone: int = code(TargetZone, "zone of the target")
    weather: int = code(Weather, "weather at the field")
    entry: int = count(MOST_BOX, "first box of the endurance track")
    box: int = count(MOST_BOX, "box of the endurance track; 0 on the ground")
    last_box: int = count(MOST_BOX, "last box that is not grey")
    airborne: int = flag("has taken off")
    event: int = code(Event, "random event of this sortie (7.10)")
    twelve: int = flag("the first 12 on B1 has been rolled (7.10)")
    orientation: int = code(Orientation, "orientation of the interception (7.1.2)")
    bomber_type: int = code(Bomber, "bombers met or known, 0 if not known")
    escort: int = code(Enemy, "escort or sweep; 0 not known, 1 none")
    sweep: int = flag("a fighter encounter, no bombers")
    straggler: int = flag("the bomber is alone (ruling IQ203)")
    formation: int = flag("the bombers of this box keep their formation (7.1.7)")
    bombers_met: int = count(MOST_COUNTED, "bombers attacked in this box")
    enemies_met: int = count(MOST_COUNTED, "enemy fighters fought in this box")
    rounds: int = count(MOST_COUNTED, "rounds of combat in this box")
    passes: int = count(MOST_COUNTED, "passes over in this box")
    slip_tried: int = flag("an attempt to get away was made in this box (7.1.10)")
    homeward: int = flag("an event sends him home")
    deadstick: int = flag("lands without engine (7.4.5)")
    jumped: int = flag("the crew has bailed out")
    lost: int = flag("the aircraft is lost")
    landing: int = code(Touchdown, "result of the landing")
    fatigue: int = count(MOST_LOGGED, "fatigue at take-off (10.3)")
    wingman_flew: int = flag("the wingman was present at take-off")
    bombers: int = count(MOST_COUNTED, "bombers credited in this sortie")
    fighters: int = count(MOST_COUNTED, "fighters credited in this sortie")
    engaged: int = count(MOST_COUNTED, "enemy aircraft fought in this sortie")
    boxes: int = count(MOST_BOX, "boxes entered")
    wounds: int = count(9, "wounds of the pilot in this sortie")
    expert_used: int = flag("Expert used (7.7)")
    wingman_expert_used: int = flag("the wingman's Expert used")
    reflexes_used: int = flag("Reflexes used")
    sixth_sense_used: int = flag("Sixth sense used")
    maintenance_used: int = flag("Weapons maintenance used")
    learned_used: Numbers = flag("advanced maneuvers used (10.6)", (4,))


@record
class BomberMat(Airframe):
    """The bomber under attack."""

    present: int = flag("there is one")
    type: int = code(Bomber, "type")
    _frame = inherited()
    engines: Numbers = count(2, "hits on the engines, 2 out", (4,))
    leak: int = flag("fuel tanks leak")
    radio: int = flag("radio out")
    gear: int = flag("landing gear damaged")
    gunners: int = count(12, "gunners hit (7.1.8)")
    pilots: Numbers = code(Health, "health of pilot and copilot", (2,))
    range: int = code(Range, "range (7.1.6)")
    first: int = count(2, "1 the interceptor fires first, 2 and there is no answer")
    fired: int = count(4, "shots in this pass")
    by_pilot: int = flag("hit by the pilot")
    by_wingman: int = flag("hit by the wingman")
    wingman_ordered: int = count(2, "the wingman: 1 attacks with the next shot, 2 has attacked in this pass")
    reflexes_ordered: int = flag("Reflexes are used with the next shot")


@record
class Fighter(FighterFrame):
    """The enemy fighter."""

    present: int = flag("there is one")
    type: int = code(Enemy, "type")
    position: int = code(Position, "the player's position (7.2.2)")
    rounds: int = count(MOST_COUNTED, "round of the encounter, from 1")
    quality: int = code(Quality, "quality of the pilot (10.4)")
    speed: int = count(MOST_SPEED, "speed, reduced by damage")
    _frame = inherited()
    gear: int = flag("landing gear damaged")
    guns_out: Numbers = flag("weapons out of action", (ENEMY_WEAPONS,))
    pilot: int = code(Health, "health of the pilot")
    sun: int = flag("attacked out of the sun: no defence card this round (7.1.2)")
    reflexes_ordered: int = flag("Reflexes are used with the next shot")
    by_pilot: int = flag("hit by the pilot")
    by_wingman: int = flag("hit by the wingman")
    by_gunner: int = flag("hit by the gunner")


@record
class Deck(Record):
    """The combat cards: those that are out, and those that lie face up in the current round; 0 is no card."""

    drawn: Numbers = flag("cards that are out, by number", (CARDS,))
    shuffles: int = count(MOST_COUNTED, "shuffles in this month after the first")
    own: int = count(CARDS, "the player's card")
    enemy: int = count(CARDS, "card of the bomber or the enemy fighter")
    wing: int = count(CARDS, "card of the wingman's own shot")
    gunner: int = count(CARDS, "card of the rear gunner")


@record
class Desk(Record):
    """Offers, purchases and losses of a debriefing."""

    offer: int = code(Offer, "reason why aircraft are offered")
    series: int = code(Series, "series of the offered aircraft; -1 of several or none", low=NOBODY)
    offered: Numbers = count(MODELS, "types on the list plus one, in its order; 0 none", (MOST_OFFERED,))
    available: Numbers = flag("types that R1 shows in this debriefing", index_of=Model)
    due: int = flag("a new aircraft is due when he flies again")
    written_off: int = flag("the aircraft has been written off (7.4.2)")
    changed: int = flag("the aircraft was changed in this debriefing")
    moved: int = flag("the unit was changed in this debriefing")
    spared: int = flag("a Prestige Point spares the repair")
    repair: int = count(9, "sorties that repairs cost")
    lost: int = count(MOST_MISSED, "sorties that wounds, jump or landing cost, at the same time")
    ordered: int = count(MOST_MISSED, "sorties that travel, moves and new series cost, after these")
    gunner_lost: int = flag("a new gunner is needed")
    gunner_kept: int = flag("the gunner stays with a pilot in hospital")
    veteran: int = flag("the new gunner is a veteran")
    to_hospital: int = flag("the pilot goes to hospital")


@record
class Work(Record):
    """Pending work, which a player does not see."""

    then: int = code(Phase, "step after the current one")
    fate: int = code(Fate, "state of the own aircraft in the current round")
    cause: int = code(Cause, "cause of the pilot's death")
    choice: int = count(63, "action of the current round")
    medium: int = flag("the first pass starts at medium range")
    aim: int = code(Aim, "point of aim")
    extended: int = flag("an extended burst")
    extra: int = int8(-1, 99, "cell of C3")
    jam: int = code(Jam, "weapons that jam by C3")
    gunners: int = count(12, "gunners hit before the shot")
    agile: int = flag("the own aircraft was agile at the start of the round")
    enemy_agile: int = flag("the enemy was agile at the start of the round")
    enemy_fires: int = flag("the enemy fires in this round")
    enemy_leaves: int = flag("the enemy tries to leave in this round")
    enemy_gun: int = count(60, "firepower of the enemy at the start of the round")
    leaving: int = code(Leaving, "end of the encounter")
    killer: int = count(3, "person who shot the enemy down: codes.Person plus one; 0 nobody")
    shift: int = int8(-9, 9, "positions gained in this round")
    redrawn: Numbers = count(CARDS, "card of this round that was redrawn; the second place stays 0", (2,))
    redraw: int = count(2, "card that may be redrawn: 1 the player's, 2 the wingman's")
    next_person: int = count(3, "person whose skills are bought next")
    promotion_done: int = flag("promotion of this month tried")
    after_skills: int = code(Phase, "step after the skills have been bought")


@record
class Mat(Record):
    """One career. ``settings`` to ``desk`` are what a player sees; ``work`` is hidden."""

    settings: Plan = nested(Plan)
    cursor: Cursor = nested(Cursor)
    career: Calendar = nested(Calendar)
    pilot: Pilot = nested(Pilot)
    wingman: Mate = nested(Mate)
    gunner: Mate = nested(Mate)
    old_gunner: Mate = nested(Mate)
    aircraft: Aircraft = nested(Aircraft)
    sortie: Sortie = nested(Sortie)
    bomber: BomberMat = nested(BomberMat)
    fighter: Fighter = nested(Fighter)
    deck: Deck = nested(Deck)
    desk: Desk = nested(Desk)
    work: Work = nested(Work)


@record
class LogLine(Record):
    """One sortie line of the log (4.3.2)."""

    awards: int = int16(0, (1 << AWARDS) - 1, "awards won: bit 0 is the Wound Badge")
    month: int = code(Month, "month")
    line: int = count(MOST_LINES, "line of the month")
    status: int = code(Line, "status")
    raid: int = count(12, "roll on A1")
    zone: int = code(TargetZone, "zone of the target")
    weather: int = code(Weather, "weather")
    model: int = int8(0, MODELS - 1, "type flown")
    engaged: int = count(MOST_COUNTED, "enemy aircraft fought")
    bombers: int = count(MOST_COUNTED, "bombers credited")
    fighters: int = count(MOST_COUNTED, "fighters credited")
    damaged: int = count(30, "systems damaged")
    wounds: int = count(9, "wounds of the pilot")
    landing: int = int8(0, max(Touchdown) + 1, "result of the landing; 4 jumped")
    lost: int = count(MOST_MISSED, "sorties lost")
    boxes: int = count(MOST_BOX, "boxes entered")
    event: int = code(Event, "random event")


@record
class Log(Record):
    """The log sheet (4.3)."""

    lines: Rows[LogLine] = nested(LogLine, (MOST_LOGGED,))


class Block(NamedTuple):
    """A part of the mat: its name, and the class of its record."""

    name: str
    kind: type[Record]


BLOCKS = tuple(Block(name, kind) for name, kind in Mat.__annotations__.items() if name != "work")
"""Blocks of the mat that a player sees, in its order; all of it is ``int8``."""
assert len(Award) == AWARDS
