"""The pieces of the game: periods, people, aircraft, targets, loads, and the states in which they can be."""

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
"""No aircraft, no person, no slot: an index."""


def to_number(index: int) -> int:
    """Return the number on the mat of a slot, a person or a card, which the rules count from 0; of NOBODY 0."""
    return index + 1


def to_index(number: int) -> int:
    """Return the index in the rules of a number on the mat, which counts from 1; of 0 NOBODY."""
    return number - 1


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
    """The scope of one episode (2.5, 4.9)."""

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
