"""The words of the rulebook as numbers: what every other module calls things.

Integers only, so that the compiled ruleset, the charts and the faces share one vocabulary. Nothing here knows a
rule; the section after a name says where the rulebook introduces it.
"""

from enum import IntEnum


class Operation(IntEnum):
    """The three operations of the Eastern Front campaign (4.5)."""

    BARBAROSSA = 0
    CASE_BLUE = 1
    CITADEL = 2


class Segment(IntEnum):
    """The operational segments, in date order (2.1, 4.5; ruling Q05)."""

    JUN_JUL_1941 = 0
    AUG_SEP_1941 = 1
    NOV_DEC_1941 = 2
    AUG_OCT_1942 = 3
    NOV_FEB_1943 = 4
    JUL_AUG_1943 = 5


SEGMENT_NAMES = ("1941-06", "1941-08", "1941-11", "1942-08", "1942-11", "1943-07")
"""How users name a segment: its first month."""

SEGMENT_TITLES = ("Jun/Jul 1941", "Aug/Sep 1941", "Nov/Dec 1941", "Aug/Oct 1942", "Nov 1942/Feb 1943", "Jul/Aug 1943")


class Duration(IntEnum):
    """Length of an operation (4.5)."""

    SHORT = 0
    REGULAR = 1


class Scale(IntEnum):
    """What one episode is (2.5, 4.9)."""

    MISSION = 0
    SEGMENT = 1
    OPERATION = 2
    CAMPAIGN = 3


class Quality(IntEnum):
    """Experience of a pilot or gunner, ascending (4.5, 8.9). NOBODY marks a seat the force does not have."""

    NOBODY = 0
    GREEN = 1
    VETERAN = 2
    ACE = 3
    ELITE = 4
    HERO = 5


class Role(IntEnum):
    """The two people of a Stuka (4.1)."""

    PILOT = 0
    GUNNER = 1


class Duty(IntEnum):
    """Where a person is. READY is the Available Crew Holding Area; BACK has flown this mission and is safe."""

    NOBODY = 0
    READY = 1
    FLYING = 2
    BACK = 3
    KIA = 4
    POW = 5
    HOSPITAL = 6
    REPLACEMENT = 7


class Status(IntEnum):
    """Where an aircraft card is. HOME and LOST belong to the mission being flown; the last two carry a timer (6)."""

    NONE = 0
    READY = 1
    FLYING = 2
    HOME = 3
    LOST = 4
    REPAIR = 5
    REPLACEMENT = 6


class Model(IntEnum):
    """Aircraft models (4.5)."""

    D = 0
    G = 1


class System(IntEnum):
    """Systems that C1 can hit; the first seven have a damage space on the aircraft card (4.1, 7.10)."""

    ENGINE = 0
    PORT_WING = 1
    STARBOARD_WING = 2
    TAIL = 3
    FUEL = 4
    BOMBS = 5
    LANDING_GEAR = 6
    GENERAL = 7
    CREW = 8


SYSTEMS = 7
"""Damage spaces on an aircraft card."""


class Target(IntEnum):
    """Mission targets of A1; the ships come from its Maritime column (4.6, 4.7)."""

    NONE = 0
    AIRFIELD = 1
    TROOPS = 2
    BUILDINGS = 3
    RAIL = 4
    CONVOY = 5
    ARMOR = 6
    ARTILLERY = 7
    BRIDGE = 8
    BATTLESHIP = 9
    CRUISER = 10
    DESTROYER = 11
    SUBMARINE = 12
    TRANSPORT = 13
    NO_FLY = 14
    MARITIME = 15


class Size(IntEnum):
    """Target sizes, the columns of A2 (4.6)."""

    NONE = 0
    SMALL = 1
    MEDIUM = 2
    LARGE = 3


class Payload(IntEnum):
    """Ordnance of A3 (4.4). STRAFING is the machine guns, for when the bombs do not drop."""

    NONE = 0
    SC500_SC50 = 1
    SC500_CLUSTER = 2
    SC1000 = 3
    SC1800 = 4
    CANNON = 5
    STRAFING = 6


class Formation(IntEnum):
    """The two formations (4.3)."""

    NONE = 0
    STAFFEL = 1
    KETTE = 2


class Leg(IntEnum):
    """Which way the formation flies (5.1)."""

    GROUND = 0
    OUT = 1
    HOME = 2


class Visibility(IntEnum):
    """A4 (7.4). UNKNOWN until it is rolled, or no card has set it."""

    UNKNOWN = 0
    GOOD = 1
    MEDIUM = 2
    LOW = 3


class Flak(IntEnum):
    """A6 intensity (7.5). UNKNOWN until it is rolled."""

    UNKNOWN = 0
    NONE = 1
    LIGHT = 2
    MEDIUM = 3
    HEAVY = 4


class Sector(IntEnum):
    """Approach boxes of the Flying Circle, in the order of B3's white die (7.3)."""

    ABOVE = 0
    PORT = 1
    STARBOARD = 2
    REAR = 3
    BELOW = 4
    FRONT = 5


class Fighter(IntEnum):
    """Soviet fighters named by B1; a name only, as far as the surviving text goes (ruling Q73)."""

    NONE = 0
    I_16 = 1
    MIG_3 = 2
    LAGG_3 = 3
    YAK_1 = 4
    LA_5 = 5
    YAK_9 = 6


class Effect(IntEnum):
    """What an event card can do (7.2): the vocabulary of ``events.toml``. Some take an amount."""

    NOTHING = 0
    STRESS_RANDOM_CREW = 1
    STRESS_LEADER_CREW = 2
    RELIEVE_NAMED_PERSON = 3
    RELIEVE_RANDOM_CREW = 4
    RELIEVE_EVERYBODY = 5
    VISIBILITY = 6
    RETURN_TO_BASE = 7
    ENGINE_TROUBLE = 8
    ESCORTS_EARLY = 9
    ESCORTS_LATE = 10
    AMBUSH = 11
    FLAK = 12


class BailOut(IntEnum):
    """Results of C3 (7.10)."""

    OUT = 0
    KILLED = 1


class Evasion(IntEnum):
    """Results of C4, over enemy territory (4.1)."""

    UNHURT = 0
    WOUNDED = 1
    CAPTURED = 2
    KILLED = 3


class Touchdown(IntEnum):
    """Results of C5 (8.1)."""

    SAFE = 0
    FORCED = 1


class Survival(IntEnum):
    """Results of C7, for each person of a wreck (8.1)."""

    UNHURT = 0
    WOUNDED = 1
    KILLED = 2


class NoFly(IntEnum):
    """Why a mission was not flown (4.6.1, 7.12)."""

    FLOWN = 0
    ROLLED = 1
    DECLINED = 2
    SHORTAGE = 3


class Chart(IntEnum):
    """Everything that is rolled or drawn, each with its own stream of dice."""

    A1 = 0
    SHIP = 1
    A2 = 2
    A4 = 3
    A6 = 4
    B1 = 5
    B2 = 6
    B3 = 7
    C1 = 8
    C3 = 9
    C4 = 10
    C5 = 11
    C6 = 12
    C7 = 13
    C8 = 14
    C9_WIA = 15
    C9_KIA = 16
    A2A = 17
    GAMBLE = 18
    CUP = 19
    EVENT = 20
    SEGMENT = 21


CHARTS = len(Chart)


class Modifier(IntEnum):
    """Where a die roll modifier comes from (7.9, 7.10, 8.1)."""

    PAYLOAD = 0
    VISIBILITY = 1
    STRESS = 2
    CREW = 3
    GAMBLE = 4
    SECTOR = 5
    REAR_GUNNER = 6
    PILOT_KILLED = 7
    LANDING_GEAR = 8
    MARITIME = 9
    EVENT_CARD = 10


class Phase(IntEnum):
    """Steps of the sequence of play (5.1): what happens next when no decision is open."""

    MISSION_ROLL = 0
    MUSTER = 1
    CREWS = 2
    PAYLOAD = 3
    SPECIAL = 4
    CARRIERS = 5
    LUCKY_DOG = 6
    TAKE_OFF = 7
    MOVE = 8
    EVENT = 9
    INTERCEPTION = 10
    FIGHTERS = 11
    ZONE_DONE = 12
    EN_ROUTE = 13
    ATTACK_RUN = 14
    ATTACK = 15
    BEFORE_LANDING = 16
    LANDING = 17
    END_OF_MISSION = 18
    PROMOTION = 19
    END_OF_SEGMENT = 20
    OVER = 21


class Decision(IntEnum):
    """What the player is asked."""

    NONE = 0
    MUSTER = 1
    LEADER = 2
    PILOT = 3
    GUNNER = 4
    PAYLOAD = 5
    SPECIAL = 6
    CARRIER = 7
    LUCKY_DOG = 8
    EN_ROUTE = 9
    TURN_BACK = 10
    AIR_TO_AIR = 11
    ATTACK = 12
    NEW_LEADER = 13
    RELIEF = 14
    EVENT = 15
    PROMOTE = 16
    OVER = 17


class Act(IntEnum):
    """First index of each kind of action. Where a kind takes an argument, that is added to its first index.

    FLY + k flies k + 2 aircraft; LEADER, PILOT and GUNNER take a place in the roster (0 to 10); CARRY, SEND_HOME,
    RELIEVE, DUEL, NEW_LEADER and the two CHEERs take a slot (0 to 9, the rulebook's numbers less one).
    """

    NO_FLY = 0
    FLY = 1
    LEADER = 10
    PILOT = 21
    GUNNER = 32
    LOAD_SC500_SC50 = 43
    LOAD_CLUSTER = 44
    NO_SPECIAL = 45
    SC1000 = 46
    SC1800 = 47
    CARRY = 48
    NO_MORE_CARRIERS = 58
    LUCKY_DOG = 59
    NO_LUCKY_DOG = 62
    GO_ON = 63
    ABORT = 64
    SEND_HOME = 65
    RELIEVE = 75
    KEEP_RELIEF = 85
    TURN_BACK = 86
    PRESS_ON = 87
    NO_DUEL = 88
    DUEL = 89
    DROP = 99
    GAMBLE = 100
    STRAFE = 101
    HOLD = 102
    NEW_LEADER = 103
    CHEER_PILOT = 113
    CHEER_GUNNER = 123
    PROMOTE = 133
    NO_PROMOTION = 134


ACTIONS = 135
"""Size of the action space."""


class Entry(IntEnum):
    """Kinds of journal entry: a roll, a modifier that went into it, or a change of state."""

    ROLL = 0
    MODIFIER = 1
    MISSION = 2
    NO_FLY = 3
    FORMATION = 4
    SEAT = 5
    LOAD = 6
    CARRIER = 7
    LUCKY_DOG = 8
    LEADER = 9
    MOVE = 10
    CARD = 11
    DRAWN = 12
    FIGHTERS = 13
    ESCORTED = 14
    KILL = 15
    CARD_WORKS = 16
    DAMAGE = 17
    RANGE = 18
    STRESS = 19
    RELIEF = 20
    WOUND = 21
    KIA = 22
    POW = 23
    PARACHUTE = 24
    EVADED = 25
    LOST = 26
    LEFT = 27
    ABORT = 28
    VISIBILITY = 29
    FLAK = 30
    SCORE = 31
    SUNK = 32
    LANDED = 33
    CRASHED = 34
    HOSPITAL = 35
    REPLACEMENT = 36
    REPAIR = 37
    NEW_AIRCRAFT = 38
    IN_SERVICE = 39
    REST = 40
    PROMOTION = 41
    BONUS = 42
    MISSION_SCORE = 43
    SEGMENT_SCORE = 44
    OPERATION_SCORE = 45
    CAMPAIGN_SCORE = 46
    STRESS_IGNORED = 47
    LUCKY = 48
    FAR_FROM_HOME = 49
    CHOICE = 50


class Fault(IntEnum):
    """Why the dice could not go on; the compiled code cannot raise, so the face does."""

    NONE = 0
    UNPLANNED_ROLL = 1
    NOT_IN_CUP = 2
    CARD_GONE = 3
    JOURNAL_FULL = 4


SLOTS = 10
"""Numbered aircraft slots on the mat (3.2)."""
SEATS = 11
"""Largest roster of one role: ten crews and the Green reserve (4.5.1)."""
CARDS = 24
"""Cards in the event deck (3.7)."""
SMALLEST_KETTE, LARGEST_KETTE = 2, 3
"""A Kette is two or three aircraft (2.1)."""
ZONES = 6
"""Zones of the Mission Track (4.8)."""
NOBODY = -1
"""No aircraft, no person, no slot."""
