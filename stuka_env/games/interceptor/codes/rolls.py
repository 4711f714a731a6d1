"""Rolls, results of the charts and cards, and entries of the journal."""

from enum import IntEnum

from stuka_env.games.interceptor.codes.pieces import CARDS, MONTHS

DIE = 6
UNITS_ON_THE_DIE = 20
"""Sides of the die for the starting unit (4.1)."""


class Place(IntEnum):
    """Parts of the address of a roll, beside month and line: none, the box, or box, enemy and round."""

    LINE = 0
    BOX = 1
    CONTACT = 2


class Chart(IntEnum):
    """Everything that is rolled or flipped: where, and the sides of its dice in the order they are read.

    The names are those of tapes. JAM and GUN have as many sides as weapons are in question (ruling IQ207).
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


class Meeting(IntEnum):
    """Results of B1 (7.1.2)."""

    NONE = 0
    NOT_LOCATED = 1
    RAID = 2
    SWEEP = 3


class Tank(IntEnum):
    """Results of a hit on a fuel tank (7.4)."""

    NOTHING = 0
    LEAK = 1
    FIRE = 2
    EXPLOSION = 3


class Touchdown(IntEnum):
    """Results of B7 (7.4.6)."""

    SAFE = 0
    ROUGH = 1
    CRASH = 2
    KILLED = 3


class Jam(IntEnum):
    """Weapons that jam by C3 (7.1.13)."""

    NONE = 0
    ONE = 1
    ALL = 2


class Event(IntEnum):
    """Random events of C1 (7.10, ruling IQ203)."""

    NOTHING = 0
    SWEEP = 1
    ENGINE_HIT = 2
    WINGMAN_HOME = 3
    JAM = 4
    RADIO_OUT = 5
    GUIDE = 6
    WITNESS = 7
    MECHANICS = 8
    EXPERIENCE = 9
    STRAGGLER = 10
    ABORT = 11


class Maneuver(IntEnum):
    """Defence texts of the cards (7.2.2.6)."""

    CAUGHT = 0
    JINK = 1
    BARREL_ROLL = 2
    CORKSCREW = 3
    TIGHT_TURN = 4
    SCISSORS = 5
    CUBAN_EIGHT = 6
    CHANDELLE = 7
    IMMELMANN = 8
    SPLIT_S = 9
    CLOUD = 10


class Help(IntEnum):
    """Wingman texts of the cards (7.2.3.2, ruling IQ202)."""

    NOTHING = 0
    ATTACK = 1
    COVER = 2
    DRIVES_OFF = 3
    DAMAGED = 4


class WingmanFate(IntEnum):
    """Results of W1 for the wingman (7.2.3.1)."""

    WELL = 0
    DAMAGED = 1
    LOST = 2


class Fault(IntEnum):
    """Reasons why play cannot go on; compiled code cannot raise, so the environment does."""

    NONE = 0
    UNPLANNED_ROLL = 1
    CARD_GONE = 2
    JOURNAL_FULL = 3
    ENDLESS = 4
    NO_RAID = 5
    NO_UNIT = 6
    NO_CARD = 7


class Entry(IntEnum):
    """Kinds of journal entry: a roll, a modifier that went into it, or a change of state."""

    ROLL = 0
    MODIFIER = 1
    CHOICE = 2
    CARD = 3
    UNIT = 4
    AIRCRAFT = 5
    LINE = 6
    RAID = 7
    TAKE_OFF = 8
    BOX = 9
    MET = 10
    EVENT = 11
    BOMBER = 12
    DAMAGE = 13
    GUNNER_HIT = 14
    ENEMY_DAMAGE = 15
    BOMBER_DAMAGE = 16
    BOMBER_DESTROYED = 17
    ENEMY_DESTROYED = 18
    ENEMY_GONE = 19
    SLIPPED = 20
    POSITION = 21
    JAMMED = 22
    AMMUNITION = 23
    ROCKETS = 24
    FORMATION = 25
    WOUND = 26
    KILLED = 27
    SHOT_DOWN = 28
    JUMPED = 29
    LANDED = 30
    CRASHED_ON_THE_WAY = 31
    CREDITED = 32
    HOMEWARD = 33
    SITS_OUT = 34
    AWARD = 35
    PROMOTED = 36
    EXPERIENCE = 37
    SKILL = 38
    PRESTIGE = 39
    REPAIRED = 40
    WINGMAN = 41
    GUNNER = 42
    MOVED = 43
    FATIGUE = 44
    SKILL_USED = 45
    SHUFFLED = 46
    OVER = 47


class Modifier(IntEnum):
    """Sources of a modifier of a roll."""

    ENGINE = 0
    CONTROLS = 1
    LANDING_GEAR = 2
    WOUND = 3
    DEADSTICK = 4
    WEATHER = 5
    SKILL = 6
    FATIGUE = 7
    AWARDS = 8
    KILLS = 9
    SPEED = 10
    DAMAGE = 11
    BASE = 12
