"""Dice, places of rolls, results of the charts and cards, and sources of modifiers."""

from stuka_env.codes import Code

DIE = 6
PAIR_OF_DICE = (DIE, DIE)
UNITS_ON_THE_DIE = 20
"""Sides of the die for the starting unit (4.1)."""


class Place(Code):
    """Parts of the address of a roll, beside month and line: none, the box, or box, enemy and round."""

    LINE = 0
    BOX = 1
    CONTACT = 2


class Meeting(Code):
    """Results of B1 (7.1.2)."""

    NONE = 0, "nothing is met"
    NOT_LOCATED = 1, "the raid is not located"
    RAID = 2, "the raid is intercepted"
    SWEEP = 3, "a fighter encounter"


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
