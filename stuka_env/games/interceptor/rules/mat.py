"""The mat: the whole visible state of a career as one NumPy record.

The blocks that a player sees are ``int8`` and come first; the hidden block ``work`` follows. The log of the sortie
lines is a record of its own, because nothing in the rules reads it.
"""

from typing import NamedTuple

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
    MARKERS,
    MODELS,
    MONTHS,
    MOST_LINES,
    SERIES,
    SINGLES,
    SKILLS,
    UNLIMITED,
    WEAPONS,
    ZONES,
    Award,
    Bomber,
    Cause,
    Decision,
    Enemy,
    Event,
    Health,
    Line,
    Offer,
    Orientation,
    Over,
    Person,
    Phase,
    Quality,
    Rank,
    Rockets,
    Scale,
    TargetZone,
    Touchdown,
    Weather,
)
from stuka_env.records import Numbers, Record, Rows, int8, int16, nested, record

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
class Settings(Record):
    """Settings of the episode, chosen before it begins."""

    scale: int = int8(0, max(Scale), "kind of the episode: 0 sortie, 1 month, 2 career")
    month: int = int8(-1, MONTHS - 1, "first month; -1 by dice")
    unit: int = int8(0, 23, "row of the starting table; 0 by dice (4.1)")
    track: int = int8(-1, 1, "0 officer, 1 NCO; -1 the player decides (7.9)")
    fatigue: int = int8(0, 1, "fatigue counts (10.3)")
    enemy_quality: int = int8(0, 1, "enemy pilots differ (10.4)")
    advanced_maneuvers: int = int8(0, 1, "advanced maneuvers can be learned (10.6)")
    level_reward: int = int8(0, 1, "the reward is the level of victory, not the bombers")


@record
class Cursor(Record):
    """Position in the sequence of play: the next step, and the open decision."""

    phase: int = int8(0, max(Phase), "step of the sequence of play")
    decision: int = int8(0, max(Decision), "open decision of the player")
    person: int = int8(0, max(Person), "person who learns skills: 0 pilot, 1 wingman, 2 gunner")


@record
class Calendar(Record):
    """The calendar and the results."""

    start: int = int8(0, MONTHS - 1, "first month")
    month: int = int8(0, MONTHS - 1, "month, 0 March 1943")
    line: int = int8(0, MOST_LINES, "sortie line of the month, from 1")
    lines_used: int = int8(0, MOST_LOGGED, "sortie lines used, including the current one")
    flown: int = int8(0, MOST_LOGGED, "sorties flown")
    sit_out: int = int8(0, MOST_MISSED, "sorties still to sit out")
    unit: int = int8(0, 23, "row of the starting table")
    zone: int = int8(0, ZONES - 1, "zone of the base (4.6.2)")
    bombers: int = int8(0, MOST_COUNTED, "bombers credited to the pilot")
    destroyed: int = int8(0, MOST_COUNTED, "of these, shot down at once")
    crashed: int = int8(0, MOST_COUNTED, "of these, seen to crash on the way home")
    by_type: Numbers = int8(0, MOST_COUNTED, "bombers by type: B-17F, B-17G, B-24, YB-40", (max(Bomber),))
    fighters: int = int8(0, MOST_COUNTED, "fighters credited to the pilot")
    aircraft_lost: int = int8(0, MOST_COUNTED, "own aircraft lost")
    wingmen_lost: int = int8(0, MOST_COUNTED, "wingmen lost")
    markers: Numbers = int8(0, 3, "markers kept: guide, eyewitness, mechanics, spare", (MARKERS,))
    singles_lost: Numbers = int8(0, 1, "single aircraft lost (9.8)", (len(SINGLES),))
    waived: int = int8(-1, MODELS - 1, "type whose Prestige Level is waived; -1 none (9.7)")
    over: int = int8(0, max(Over), "1 calendar, 2 death, 3 sortie done")
    cause: int = int8(0, max(Cause), "cause of death")


@record
class Pilot(Record):
    """The player's pilot."""

    track: int = int8(0, 1, "0 officer, 1 NCO (7.9)")
    rank: int = int8(0, max(Rank), "steps of promotion")
    points: int = int8(0, MOST_POINTS, "Experience Points (7.7)")
    clock: int = int8(0, 3, "sorties since the last Experience Point")
    skills: Numbers = int8(0, 1, "skills, in the order of B5", (SKILLS,))
    expert: Numbers = int8(0, 1, "series in which he is an Expert", (SERIES,))
    prestige: int = int8(0, MOST_PRESTIGE, "Prestige Points (8.1)")
    level: int = int8(0, MOST_LEVEL, "Prestige Level (8.2)")
    awards: Numbers = int8(0, 3, "awards, in the order of codes.Award; the Wound Badge has three classes", (AWARDS,))
    wounds: int = int8(0, 9, "wounds (7.8.1)")
    health: int = int8(0, max(Health), "0 well, 1 light wound, 2 serious wound, 3 killed")
    fatigue: int = int8(0, MOST_LOGGED, "fatigue (10.3)")
    leave_taken: int = int8(0, 1, "annual leave taken (10.3)")
    free_moves: int = int8(0, 2, "changes of unit that cost no Prestige (7.9.1)")
    period_kills: int = int8(0, MOST_COUNTED, "kills since the last promotion attempt (7.9.3)")
    period_awards: int = int8(0, 3, "awards since then that help: Iron Cross 1, Goblet, German Cross")


@record
class Mate(Record):
    """The wingman or a gunner."""

    present: int = int8(0, 2, "0 absent, 1 here; 2: wingman damaged, gunner temporary")
    points: int = int8(0, MOST_POINTS, "Experience Points")
    clock: int = int8(0, 3, "sorties since the last Experience Point")
    skills: Numbers = int8(
        0, 1, "wingman: Expert, Gunnery, Aim; gunner: Parachute, S.A., Maintenance, Gunnery", (MATE_SKILLS,)
    )
    expert: Numbers = int8(0, 1, "series in which he is an Expert", (SERIES,))
    bombers: int = int8(0, MOST_COUNTED, "bombers of his own")
    fighters: int = int8(0, MOST_COUNTED, "fighters of his own")
    ace: int = int8(0, 1, "an Ace since a debriefing (7.8.8)")
    health: int = int8(0, max(Health), "0 well, 1 light wound, 2 serious wound, 3 killed")
    away: int = int8(0, MOST_MISSED, "sorties until he is back")


@record
class Gun(Record):
    """One weapon of the own aircraft."""

    ammunition: int = int8(UNLIMITED, MOST_AMMUNITION, "points left; -1 unlimited")
    jammed: int = int8(0, 1, "jammed until landing")
    out: int = int8(0, 1, "out of action")


@record
class Aircraft(Record):
    """The own aircraft."""

    model: int = int8(0, MODELS - 1, "type")
    speed: int = int8(0, MOST_SPEED, "speed, reduced by damage and rockets")
    port_wing: int = int8(0, MOST_THRESHOLD, "hits")
    starboard_wing: int = int8(0, MOST_THRESHOLD, "hits")
    airframe: int = int8(0, MOST_THRESHOLD, "hits")
    tail: int = int8(0, MOST_THRESHOLD, "hits")
    controls: int = int8(0, MOST_THRESHOLD, "hits")
    engines: Numbers = int8(0, 3, "hits on port and starboard engine; a single engine is the first", (2,))
    armour: int = int8(0, 1, "the engine's armour has taken a hit")
    leak: int = int8(0, 1, "fuel tanks leak")
    oxygen: int = int8(0, 1, "oxygen out")
    radio: int = int8(0, 1, "radio out")
    boost: int = int8(0, 1, "boost out")
    gear: int = int8(0, 1, "landing gear damaged")
    rear_gun: int = int8(0, 1, "rear gun out")
    rockets: int = int8(0, max(Rockets), "0 none, 1 loaded, 2 spent, 3 damaged")
    guns: Rows[Gun] = nested(Gun, (WEAPONS,))


@record
class Sortie(Record):
    """The current sortie. Between sorties all of it is zero except the orientation."""

    raid: int = int8(0, 12, "roll on A1; 0 none yet")
    target_zone: int = int8(0, max(TargetZone), "zone of the target")
    weather: int = int8(0, max(Weather), "weather at the field: 0 good, 1 poor, 2 bad")
    entry: int = int8(0, MOST_BOX, "first box of the endurance track")
    box: int = int8(0, MOST_BOX, "box of the endurance track; 0 on the ground")
    last_box: int = int8(0, MOST_BOX, "last box that is not grey")
    airborne: int = int8(0, 1, "has taken off")
    event: int = int8(0, max(Event), "random event of this sortie (7.10)")
    twelve: int = int8(0, 1, "the first 12 on B1 has been rolled (7.10)")
    orientation: int = int8(-1, max(Orientation), "orientation of the interception; -1 none (7.1.2)")
    bomber_type: int = int8(0, max(Bomber), "bombers met or known: 0 not known")
    escort: int = int8(0, max(Enemy), "escort or sweep: 0 not known, 1 none")
    sweep: int = int8(0, 1, "a fighter encounter, no bombers")
    straggler: int = int8(0, 1, "the bomber is alone (ruling IQ203)")
    formation: int = int8(0, 1, "the bombers of this box keep their formation (7.1.7)")
    bombers_met: int = int8(0, MOST_COUNTED, "bombers attacked in this box")
    enemies_met: int = int8(0, MOST_COUNTED, "enemy fighters fought in this box")
    rounds: int = int8(0, MOST_COUNTED, "rounds of combat in this box")
    passes: int = int8(0, MOST_COUNTED, "passes over in this box")
    slip_tried: int = int8(0, 1, "an attempt to get away was made in this box (7.1.10)")
    homeward: int = int8(0, 1, "an event sends him home")
    deadstick: int = int8(0, 1, "lands without engine (7.4.5)")
    jumped: int = int8(0, 1, "the crew has bailed out")
    lost: int = int8(0, 1, "the aircraft is lost")
    landing: int = int8(0, max(Touchdown), "result of the landing")
    fatigue: int = int8(0, MOST_LOGGED, "fatigue at take-off (10.3)")
    wingman_flew: int = int8(0, 1, "the wingman was present at take-off")
    bombers: int = int8(0, MOST_COUNTED, "bombers credited in this sortie")
    fighters: int = int8(0, MOST_COUNTED, "fighters credited in this sortie")
    engaged: int = int8(0, MOST_COUNTED, "enemy aircraft fought in this sortie")
    boxes: int = int8(0, MOST_BOX, "boxes entered")
    wounds: int = int8(0, 9, "wounds of the pilot in this sortie")
    expert_used: int = int8(0, 1, "Expert used (7.7)")
    wingman_expert_used: int = int8(0, 1, "the wingman's Expert used")
    reflexes_used: int = int8(0, 1, "Reflexes used")
    sixth_sense_used: int = int8(0, 1, "Sixth sense used")
    maintenance_used: int = int8(0, 1, "Weapons maintenance used")
    learned_used: Numbers = int8(0, 1, "advanced maneuvers used (10.6)", (4,))


@record
class BomberMat(Record):
    """The bomber under attack."""

    present: int = int8(0, 1, "there is one")
    type: int = int8(0, max(Bomber), "type")
    port_wing: int = int8(0, MOST_THRESHOLD, "hits")
    starboard_wing: int = int8(0, MOST_THRESHOLD, "hits")
    airframe: int = int8(0, MOST_THRESHOLD, "hits")
    tail: int = int8(0, MOST_THRESHOLD, "hits")
    controls: int = int8(0, MOST_THRESHOLD, "hits")
    engines: Numbers = int8(0, 2, "hits on the engines, 2 out", (4,))
    leak: int = int8(0, 1, "fuel tanks leak")
    radio: int = int8(0, 1, "radio out")
    gear: int = int8(0, 1, "landing gear damaged")
    gunners: int = int8(0, 12, "gunners hit (7.1.8)")
    pilots: Numbers = int8(0, max(Health), "health of pilot and copilot", (2,))
    range: int = int8(0, 2, "0 close, 1 medium, 2 long")
    first: int = int8(0, 2, "1 the interceptor fires first, 2 and there is no answer")
    fired: int = int8(0, 4, "shots in this pass")
    by_pilot: int = int8(0, 1, "hit by the pilot")
    by_wingman: int = int8(0, 1, "hit by the wingman")
    wingman_ordered: int = int8(0, 2, "the wingman: 1 attacks with the next shot, 2 has attacked in this pass")
    reflexes_ordered: int = int8(0, 1, "Reflexes are used with the next shot")


@record
class Fighter(Record):
    """The enemy fighter."""

    present: int = int8(0, 1, "there is one")
    type: int = int8(0, max(Enemy), "type")
    position: int = int8(-2, 2, "the player's position: -2 tailed to +2 tailing (7.2.2)")
    rounds: int = int8(0, MOST_COUNTED, "round of the encounter, from 1")
    quality: int = int8(0, max(Quality), "quality of the pilot (10.4)")
    speed: int = int8(0, MOST_SPEED, "speed, reduced by damage")
    port_wing: int = int8(0, MOST_THRESHOLD, "hits")
    starboard_wing: int = int8(0, MOST_THRESHOLD, "hits")
    airframe: int = int8(0, MOST_THRESHOLD, "hits")
    tail: int = int8(0, MOST_THRESHOLD, "hits")
    controls: int = int8(0, MOST_THRESHOLD, "hits")
    engines: Numbers = int8(0, 3, "hits on port and starboard engine", (2,))
    armour: int = int8(0, 1, "the engine's armour has taken a hit")
    leak: int = int8(0, 1, "fuel tanks leak")
    oxygen: int = int8(0, 1, "oxygen out")
    radio: int = int8(0, 1, "radio out")
    gear: int = int8(0, 1, "landing gear damaged")
    guns_out: Numbers = int8(0, 1, "weapons out of action", (ENEMY_WEAPONS,))
    pilot: int = int8(0, max(Health), "health of the pilot")
    sun: int = int8(0, 1, "attacked out of the sun: no defence card this round (7.1.2)")
    reflexes_ordered: int = int8(0, 1, "Reflexes are used with the next shot")
    by_pilot: int = int8(0, 1, "hit by the pilot")
    by_wingman: int = int8(0, 1, "hit by the wingman")
    by_gunner: int = int8(0, 1, "hit by the gunner")


@record
class Deck(Record):
    """The combat cards: those that are out, and those that lie face up in the current round; 0 is no card."""

    drawn: Numbers = int8(0, 1, "cards that are out, by number", (CARDS,))
    shuffles: int = int8(0, MOST_COUNTED, "shuffles in this month after the first")
    own: int = int8(0, CARDS, "the player's card")
    enemy: int = int8(0, CARDS, "card of the bomber or the enemy fighter")
    wing: int = int8(0, CARDS, "card of the wingman's own shot")
    gunner: int = int8(0, CARDS, "card of the rear gunner")


@record
class Desk(Record):
    """Offers, purchases and losses of a debriefing."""

    offer: int = int8(0, max(Offer), "reason why aircraft are offered")
    series: int = int8(-1, SERIES - 1, "series of the offered aircraft; -1 of several or none")
    offered: Numbers = int8(0, MODELS, "types on the list plus one, in its order; 0 none", (MOST_OFFERED,))
    available: Numbers = int8(0, 1, "types that R1 shows in this debriefing", (MODELS,))
    due: int = int8(0, 1, "a new aircraft is due when he flies again")
    written_off: int = int8(0, 1, "the aircraft has been written off (7.4.2)")
    changed: int = int8(0, 1, "the aircraft was changed in this debriefing")
    moved: int = int8(0, 1, "the unit was changed in this debriefing")
    spared: int = int8(0, 1, "a Prestige Point spares the repair")
    repair: int = int8(0, 9, "sorties that repairs cost")
    lost: int = int8(0, MOST_MISSED, "sorties that wounds, jump or landing cost, at the same time")
    ordered: int = int8(0, MOST_MISSED, "sorties that travel, moves and new series cost, after these")
    gunner_lost: int = int8(0, 1, "a new gunner is needed")
    gunner_kept: int = int8(0, 1, "the gunner stays with a pilot in hospital")
    veteran: int = int8(0, 1, "the new gunner is a veteran")
    to_hospital: int = int8(0, 1, "the pilot goes to hospital")


@record
class Work(Record):
    """Pending work, which a player does not see."""

    then: int = int8(0, max(Phase), "step after the current one")
    fate: int = int8(0, 3, "codes.Fate of the own aircraft in the current round")
    cause: int = int8(0, max(Cause), "cause of the pilot's death")
    choice: int = int8(0, 63, "action of the current round")
    medium: int = int8(0, 1, "the first pass starts at medium range")
    aim: int = int8(0, 2, "point of aim")
    extended: int = int8(0, 1, "an extended burst")
    extra: int = int8(-1, 99, "cell of C3")
    jam: int = int8(0, 2, "codes.Jam of C3")
    gunners: int = int8(0, 12, "gunners hit before the shot")
    agile: int = int8(0, 1, "the own aircraft was agile at the start of the round")
    enemy_agile: int = int8(0, 1, "the enemy was agile at the start of the round")
    enemy_fires: int = int8(0, 1, "the enemy fires in this round")
    enemy_leaves: int = int8(0, 1, "the enemy tries to leave in this round")
    enemy_gun: int = int8(0, 60, "firepower of the enemy at the start of the round")
    leaving: int = int8(0, 2, "codes.Leaving")
    killer: int = int8(0, 3, "person who shot the enemy down: codes.Person plus one; 0 nobody")
    shift: int = int8(-9, 9, "positions gained in this round")
    redrawn: Numbers = int8(0, CARDS, "cards of this round that were redrawn", (2,))
    redraw: int = int8(0, 2, "card that may be redrawn: 1 the player's, 2 the wingman's")
    next_person: int = int8(0, 3, "person whose skills are bought next")
    promotion_done: int = int8(0, 1, "promotion of this month tried")
    after_skills: int = int8(0, max(Phase), "step after the skills have been bought")


@record
class Mat(Record):
    """One career. ``settings`` to ``desk`` are what a player sees; ``work`` is hidden."""

    settings: Settings = nested(Settings)
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
    month: int = int8(0, MONTHS - 1, "month")
    line: int = int8(0, MOST_LINES, "line of the month")
    status: int = int8(0, max(Line), "1 flown, 2 stayed, 3 out of range, 4 sat out")
    raid: int = int8(0, 12, "roll on A1")
    zone: int = int8(0, max(TargetZone), "zone of the target")
    weather: int = int8(0, max(Weather), "weather")
    model: int = int8(0, MODELS - 1, "type flown")
    engaged: int = int8(0, MOST_COUNTED, "enemy aircraft fought")
    bombers: int = int8(0, MOST_COUNTED, "bombers credited")
    fighters: int = int8(0, MOST_COUNTED, "fighters credited")
    damaged: int = int8(0, 30, "systems damaged")
    wounds: int = int8(0, 9, "wounds of the pilot")
    landing: int = int8(0, max(Touchdown) + 1, "result of the landing; 4 jumped")
    lost: int = int8(0, MOST_MISSED, "sorties lost")
    boxes: int = int8(0, MOST_BOX, "boxes entered")
    event: int = int8(0, max(Event), "random event")


@record
class Log(Record):
    """The log sheet (4.3)."""

    lines: Rows[LogLine] = nested(LogLine, (MOST_LOGGED,))


class Block(NamedTuple):
    """A part of the mat: its name, and the class of its record."""

    name: str
    kind: type[Record]


BLOCKS = (
    Block("settings", Settings),
    Block("cursor", Cursor),
    Block("career", Calendar),
    Block("pilot", Pilot),
    Block("wingman", Mate),
    Block("gunner", Mate),
    Block("old_gunner", Mate),
    Block("aircraft", Aircraft),
    Block("sortie", Sortie),
    Block("bomber", BomberMat),
    Block("fighter", Fighter),
    Block("deck", Deck),
    Block("desk", Desk),
)
"""Blocks of the mat that a player sees, in its order; all of it is ``int8``."""
assert len(Award) == AWARDS
