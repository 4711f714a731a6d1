"""Rolls, results of the charts and cards, and entries of the journal."""

from enum import IntEnum

from stuka_env.codes import Code
from stuka_env.games.interceptor.codes.pieces import CARDS, MONTHS

DIE = 6
UNITS_ON_THE_DIE = 20
"""Sides of the die for the starting unit (4.1)."""


class Place(Code):
    """Parts of the address of a roll, beside month and line: none, the box, or box, enemy and round."""

    LINE = 0
    BOX = 1
    CONTACT = 2


class Chart(IntEnum):
    """All rolls and flips, each with its place and the sides of its dice in the order of reading.

    The names are those of tapes. JAM and GUN have a side for each possible weapon (ruling IQ207).
    """

    place: Place
    dice: tuple[int, ...]

    def __new__(cls, place: int, *dice: int) -> "Chart":
        """Assign the next number to a chart."""
        chart = int.__new__(cls, len(cls.__members__))
        chart._value_ = len(cls.__members__)
        chart.place, chart.dice = Place(place), dice
        return chart

    A1 = Place.LINE, DIE, DIE
    B9 = Place.LINE, DIE, DIE
    B1 = Place.BOX, DIE, DIE
    A3 = Place.BOX, DIE
    A3_ESCORT = Place.BOX, DIE
    A3_SWEEP = Place.BOX, DIE
    A3_YB40 = Place.CONTACT, DIE, DIE
    C1 = Place.BOX, DIE, DIE
    B3 = Place.CONTACT, DIE, DIE
    B4_TANK = Place.CONTACT, DIE, DIE
    B4_BAY = Place.CONTACT, DIE, DIE
    B4_BLAST = Place.CONTACT, DIE, DIE
    B4_BLAST_HITS = Place.CONTACT, DIE
    B4_CREW = Place.CONTACT, DIE
    B4_WOUND = Place.CONTACT, DIE
    B6 = Place.CONTACT, DIE, DIE
    B7 = Place.LINE, DIE, DIE
    B8 = Place.LINE, DIE, DIE
    B12 = Place.CONTACT, DIE, DIE
    C2 = Place.LINE, DIE, DIE
    C3 = Place.CONTACT, DIE, DIE
    W1 = Place.CONTACT, DIE, DIE
    WGR = Place.CONTACT, DIE, DIE
    FLAK = Place.CONTACT, DIE
    JAM = Place.CONTACT, 0
    GUN = Place.CONTACT, 0
    SLIP = Place.BOX, DIE
    DISENGAGE = Place.CONTACT, DIE
    ENEMY_DISENGAGE = Place.CONTACT, DIE
    CRASH = Place.CONTACT, 10
    CREDIT = Place.CONTACT, DIE
    PROMOTION = Place.LINE, DIE
    KNIGHT = Place.LINE, DIE
    SCROUNGE = Place.LINE, DIE
    R1 = Place.LINE, DIE
    QUALITY = Place.CONTACT, DIE
    START = Place.LINE, UNITS_ON_THE_DIE
    MONTH = Place.LINE, MONTHS
    CARD = Place.LINE, CARDS


CHARTS = len(Chart)


class Meeting(Code):
    """Results of B1 (7.1.2)."""

    NONE = 0
    NOT_LOCATED = 1
    RAID = 2
    SWEEP = 3


class Tank(Code):
    """Results of a hit on a fuel tank (7.4)."""

    NOTHING = 0, "no effect"
    LEAK = 1, "a leak"
    FIRE = 2, "a fire"
    EXPLOSION = 3, "an explosion"


class Touchdown(Code):
    """Results of B7 (7.4.6)."""

    SAFE = 0
    ROUGH = 1, "a rough landing"
    CRASH = 2, "a crash landing"
    KILLED = 3, "the aircraft is destroyed and everybody killed"


JUMPED = len(Touchdown)
"""Value in place of a result of the landing, if the crew has jumped (7.6)."""


class Jam(Code):
    """Weapons that jam by C3 (7.1.13)."""

    NONE = 0
    ONE = 1
    ALL = 2


class Event(Code):
    """Random events of C1 (7.10, ruling IQ203)."""

    NOTHING = 0, "nothing happens"
    SWEEP = 1, "a fighter sweep attacks"
    ENGINE_HIT = 2, "the engine is hit"
    WINGMAN_HOME = 3, "the wingman goes home"
    JAM = 4, "a weapon jams"
    RADIO_OUT = 5, "the radio fails"
    GUIDE = 6, "a guide, for the next interception"
    WITNESS = 7, "an eyewitness, for one loss on the way home"
    MECHANICS = 8, "good mechanics, for one repair"
    EXPERIENCE = 9, "one Experience Point for the pilot"
    STRAGGLER = 10, "a straggling bomber"
    ABORT = 11, "the sortie is called off"


class Maneuver(Code):
    """Defence texts of the cards (7.2.2.6)."""

    CAUGHT = 0
    JINK = 1
    BARREL_ROLL = 2
    CORKSCREW = 3
    TIGHT_TURN = 4
    SCISSORS = 5
    CUBAN_EIGHT = 6, "Cuban Eight"
    CHANDELLE = 7, "Chandelle"
    IMMELMANN = 8, "Immelmann"
    SPLIT_S = 9, "Split-S"
    CLOUD = 10, "into a cloud"


class Help(Code):
    """Wingman texts of the cards (7.2.3.2, ruling IQ202)."""

    NOTHING = 0
    ATTACK = 1, "attacks with {firepower}"
    COVER = 2, "covers"
    DRIVES_OFF = 3, "drives the enemy off"
    DAMAGED = 4, "is damaged"


class WingmanFate(Code):
    """Results of W1 for the wingman (7.2.3.1)."""

    WELL = 0, "no hit"
    DAMAGED = 1, "the wingman is damaged"
    LOST = 2, "the wingman is lost"


class Fault(Code):
    """Reasons why play cannot go on; compiled code cannot raise, so the environment does. The words are the errors."""

    NONE = 0
    UNPLANNED_ROLL = 1, "strict_dice: {chart} is rolled, but the tape has no more rolls of {chart}"
    CARD_GONE = 2, "dice: CARD plans a card that is out already"
    JOURNAL_FULL = 3, "journal: more entries in one step than the journal holds"
    ENDLESS = 4, "state: play does not come to a decision from here; values of the mat contradict each other"
    NO_RAID = 5, "charts: no raid of this month is in range of the base, and a Sortie needs one"
    NO_UNIT = 6, "charts: no row of the starting table that the die can show is open in this month"
    NO_CARD = 7, "state: no card is left to flip; values of the mat contradict each other"
    NOT_ON_DIE = 8, "dice: {chart} plans a number that the die does not have now"


class Entry(Code):
    """Kinds of journal entry: a roll, a modifier that went into it, or a change of state.

    The comment names the two numbers of the entry, ``detail`` and ``value``.
    """

    ROLL = 0  # dice and total
    MODIFIER = 1  # Modifier, number
    CHOICE = 2  # Decision, Act
    CARD = 3  # card
    UNIT = 4  # row of the starting table, Zone
    AIRCRAFT = 5  # Model
    LINE = 6  # Line, number of the line in the log
    RAID = 7  # TargetZone, Weather
    TAKE_OFF = 8  # box
    BOX = 9  # box
    MET = 10  # Orientation; Bomber, of a sweep Enemy
    EVENT = 11  # Event
    BOMBER = 12  # Bomber
    DAMAGE = 13  # System
    GUNNER_HIT = 14  # gunners hit so far
    ENEMY_DAMAGE = 15  # System
    BOMBER_DAMAGE = 16  # System
    BOMBER_DESTROYED = 17  # Person, 1 if it crashed on the way home
    ENEMY_DESTROYED = 18  # Person, Enemy
    ENEMY_GONE = 19  # Leaving
    SLIPPED = 20  # 1 if it worked
    POSITION = 21  # Position, Enemy
    JAMMED = 22  # weapon
    AMMUNITION = 23  # weapon, points left
    ROCKETS = 24  # new speed
    FORMATION = 25
    WOUND = 26  # Person, Health after it
    KILLED = 27  # Person, Cause
    SHOT_DOWN = 28  # Fate
    JUMPED = 29
    LANDED = 30  # Touchdown
    CRASHED_ON_THE_WAY = 31  # 1 a bomber, 0 a fighter
    CREDITED = 32  # Person
    HOMEWARD = 33
    SITS_OUT = 34  # sorties
    AWARD = 35  # Award, its class
    PROMOTED = 36  # Rank, Career
    EXPERIENCE = 37  # Person, points gained
    SKILL = 38  # Person, Skill
    PRESTIGE = 39  # points, level
    REPAIRED = 40  # systems that were damaged
    WINGMAN = 41  # Presence
    GUNNER = 42  # points, 0 a new one, 1 the one who stays
    MOVED = 43  # row of the starting table, Zone
    FATIGUE = 44  # fatigue
    SKILL_USED = 45  # Person, Skill
    SHUFFLED = 46
    OVER = 47  # Over


class Modifier(Code):
    """Sources of a modifier of a roll."""

    ENGINE = 0
    CONTROLS = 1
    LANDING_GEAR = 2
    WOUND = 3, "serious wound"
    DEADSTICK = 4, "no engine"
    WEATHER = 5
    SKILL = 6
    FATIGUE = 7
    AWARDS = 8
    KILLS = 9
    SPEED = 10
    BOOST = 11, "MW boost"
    AGILITY = 12
    ACE = 13
    ACE_WINGMAN = 14
    AWARENESS = 15, "S.A."
    GUNNER_AWARENESS = 16, "S.A. of the gunner"
    COMBAT_MANEUVERS = 17, "A.C.M."
    ENEMY_SPEED = 18
    ENEMY_AGILITY = 19
    ENEMY_QUALITY = 20
