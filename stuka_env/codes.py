"""The words of the rulebook as numbers: what every other module calls things.

Integers only, so that the compiled ruleset, the charts and the environments share one vocabulary. Nothing here knows a
rule; the section after a name says where the rulebook introduces it.
"""

from enum import IntEnum

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


class AntiAircraft(IntEnum):
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
    ANTI_AIRCRAFT = 12


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


class Place(IntEnum):
    """Where a chart is rolled: each place has dice of its own."""

    MISSION = 0
    SLOT = 1
    SEAT = 2
    ZONE = 3


class Chart(IntEnum):
    """Everything that is rolled or drawn: where, and the sides of its dice in the order they are read.

    White, white, colour; white, colour; D10, D6. The cup has as many numbers as there are slots, the deck its cards.
    """

    place: Place
    dice: tuple[int, ...]

    def __new__(cls, place: int, *dice: int) -> "Chart":
        """Number the charts as they come."""
        chart = int.__new__(cls, len(cls.__members__))
        chart._value_ = len(cls.__members__)
        chart.place, chart.dice = Place(place), dice
        return chart

    A1 = Place.MISSION, 6, 6, 6
    SHIP = Place.MISSION, 10
    A2 = Place.SLOT, 10
    A4 = Place.MISSION, 6
    A6 = Place.MISSION, 10
    B1 = Place.ZONE, 10
    B2 = Place.ZONE, 6
    B3 = Place.ZONE, 6, 6
    C1 = Place.SLOT, 10, 6
    C3 = Place.SLOT, 6
    C4 = Place.SLOT, 10
    C5 = Place.SLOT, 10
    C6 = Place.SLOT, 10
    C7 = Place.SLOT, 6
    C8 = Place.SLOT, 6
    C9_WIA = Place.SEAT, 6
    C9_KIA = Place.SEAT, 10
    A2A = Place.SLOT, 6
    GAMBLE = Place.SLOT, 6
    CUP = Place.ZONE, SLOTS
    EVENT = Place.ZONE, CARDS
    SEGMENT = (Place.MISSION,)


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


class Argument(IntEnum):
    """What the argument of a verb counts, as at the table: its name, its smallest value, how many there are."""

    first: int
    size: int

    def __new__(cls, first: int, size: int) -> "Argument":
        """Number the kinds as they come."""
        kind = int.__new__(cls, len(cls.__members__))
        kind._value_ = len(cls.__members__)
        kind.first, kind.size = first, size
        return kind

    @property
    def last(self) -> int:
        """Its largest value."""
        return self.first + self.size - 1

    @property
    def word(self) -> str:
        """What it counts, in a word: "slot"; empty for none."""
        return "" if self.name == "NONE" else self.name.rpartition("_")[2].lower()

    NONE = 0, 1
    AIRCRAFT = SMALLEST_KETTE, SLOTS - SMALLEST_KETTE + 1
    SLOT = 1, SLOTS
    KETTE_SLOT = 1, LARGEST_KETTE
    PILOT = 1, SEATS
    GUNNER = 1, SEATS


class Act(IntEnum):
    """The verbs: what an action does, its argument, and the decisions that it can answer.

    The code of a verb is the index of its first action: it takes as many indices as its argument has values. A new verb
    moves those behind it, and nothing else.
    """

    argument: Argument
    decisions: tuple[Decision, ...]

    def __new__(cls, argument: Argument, *decisions: Decision) -> "Act":
        """Number the actions as they come."""
        first = sum(act.argument.size for act in cls.__members__.values())
        act = int.__new__(cls, first)
        act._value_ = first
        act.argument, act.decisions = argument, decisions
        return act

    NO_FLY = Argument.NONE, Decision.MUSTER
    FLY = Argument.AIRCRAFT, Decision.MUSTER
    LEADER = Argument.PILOT, Decision.LEADER
    PILOT = Argument.PILOT, Decision.PILOT
    GUNNER = Argument.GUNNER, Decision.GUNNER
    LOAD_SC500_SC50 = Argument.NONE, Decision.PAYLOAD
    LOAD_CLUSTER = Argument.NONE, Decision.PAYLOAD
    NO_SPECIAL = Argument.NONE, Decision.SPECIAL
    SC1000 = Argument.NONE, Decision.SPECIAL
    SC1800 = Argument.NONE, Decision.SPECIAL
    CARRY = Argument.SLOT, Decision.CARRIER
    NO_MORE_CARRIERS = Argument.NONE, Decision.CARRIER
    LUCKY_DOG = Argument.KETTE_SLOT, Decision.LUCKY_DOG
    NO_LUCKY_DOG = Argument.NONE, Decision.LUCKY_DOG
    GO_ON = Argument.NONE, Decision.EN_ROUTE
    ABORT = Argument.NONE, Decision.EN_ROUTE
    SEND_HOME = Argument.SLOT, Decision.EN_ROUTE
    RELIEVE = Argument.SLOT, Decision.EN_ROUTE, Decision.ATTACK, Decision.RELIEF
    KEEP_RELIEF = Argument.NONE, Decision.RELIEF
    TURN_BACK = Argument.NONE, Decision.TURN_BACK
    PRESS_ON = Argument.NONE, Decision.TURN_BACK
    NO_DUEL = Argument.NONE, Decision.AIR_TO_AIR
    DUEL = Argument.SLOT, Decision.AIR_TO_AIR
    DROP = Argument.NONE, Decision.ATTACK
    GAMBLE = Argument.NONE, Decision.ATTACK
    STRAFE = Argument.NONE, Decision.ATTACK
    HOLD = Argument.NONE, Decision.ATTACK
    NEW_LEADER = Argument.SLOT, Decision.NEW_LEADER
    CHEER_PILOT = Argument.SLOT, Decision.EVENT
    CHEER_GUNNER = Argument.SLOT, Decision.EVENT
    PROMOTE = Argument.NONE, Decision.PROMOTE
    NO_PROMOTION = Argument.NONE, Decision.PROMOTE


ACTIONS = sum(act.argument.size for act in Act)
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
    ANTI_AIRCRAFT = 30
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
    """Why the dice could not go on; the compiled code cannot raise, so the environment does."""

    NONE = 0
    UNPLANNED_ROLL = 1
    NOT_IN_CUP = 2
    CARD_GONE = 3
    JOURNAL_FULL = 4
