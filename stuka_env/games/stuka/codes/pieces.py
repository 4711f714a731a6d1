"""The pieces of the game: periods, people, aircraft, targets, loads, and the states in which they can be."""

from stuka_env.codes import Code, Tone

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
FULL_COVER = 99
"""Cell of B2 under which no fighter gets through."""
NOBODY = -1
"""No aircraft, no person, no slot: an index."""


def to_number(index: int) -> int:
    """Return the number on the mat of a slot, a person or a card, which the rules count from 0; of NOBODY 0."""
    return index + 1


def to_index(number: int) -> int:
    """Return the index in the rules of a number on the mat, which counts from 1; of 0 NOBODY."""
    return number - 1


class Operation(Code):
    """The three operations of the Eastern Front campaign (4.5)."""

    BARBAROSSA = 0, "Barbarossa"
    CASE_BLUE = 1, "Case Blue"
    CITADEL = 2, "Citadel"


class Segment(Code):
    """The operational segments, in date order (2.1, 4.5; ruling Q05)."""

    JUN_JUL_1941 = 0, "Jun/Jul 1941"
    AUG_SEP_1941 = 1, "Aug/Sep 1941"
    NOV_DEC_1941 = 2, "Nov/Dec 1941"
    AUG_OCT_1942 = 3, "Aug/Oct 1942"
    NOV_FEB_1943 = 4, "Nov 1942/Feb 1943"
    JUL_AUG_1943 = 5, "Jul/Aug 1943"


SEGMENT_NAMES = ("1941-06", "1941-08", "1941-11", "1942-08", "1942-11", "1943-07")
"""How users name a segment: its first month."""

SEGMENT_TITLES = ("Jun/Jul 1941", "Aug/Sep 1941", "Nov/Dec 1941", "Aug/Oct 1942", "Nov 1942/Feb 1943", "Jul/Aug 1943")


class Duration(Code):
    """Length of an operation (4.5)."""

    SHORT = 0, "Short"
    REGULAR = 1, "Regular"


class Scale(Code):
    """The scope of one episode (2.5, 4.9)."""

    MISSION = 0
    SEGMENT = 1
    OPERATION = 2
    CAMPAIGN = 3


class Quality(Code):
    """Experience of a pilot or gunner, ascending (4.5, 8.9). NOBODY marks a seat the force does not have."""

    NOBODY = 0, "Nobody", "-"
    GREEN = 1, "Green", "G"
    VETERAN = 2, "Veteran", "V"
    ACE = 3, "Ace", "A"
    ELITE = 4, "Elite", "E"
    HERO = 5, "Hero", "H"


class Role(Code):
    """The two people of a Stuka (4.1)."""

    PILOT = 0
    GUNNER = 1


class Duty(Code):
    """Where a person is. READY is the Available Crew Holding Area; BACK has flown this mission and is safe."""

    NOBODY = 0
    READY = 1
    FLYING = 2
    BACK = 3
    KIA = 4
    POW = 5
    HOSPITAL = 6
    REPLACEMENT = 7


class Status(Code):
    """Where an aircraft card is. HOME and LOST belong to the mission being flown; the last two carry a timer (6)."""

    NONE = 0, ""
    READY = 1
    FLYING = 2
    HOME = 3
    LOST = 4
    REPAIR = 5
    REPLACEMENT = 6, "on its way"


class Return(Code):
    """Returns to service: of an aircraft repaired or new, of a person from hospital or new (6)."""

    REPAIRED = 0
    NEW_AIRCRAFT = 1
    HEALED = 2
    NEW_PERSON = 3


class Model(Code):
    """Aircraft models (4.5)."""

    D = 0, "Ju-87D"
    G = 1, "Ju-87G"


class System(Code):
    """Systems that C1 can hit; the first seven have a damage space on the aircraft card (4.1, 7.10)."""

    ENGINE = 0, "Engine", "E"
    PORT_WING = 1, "Port wing", "P"
    STARBOARD_WING = 2, "Starboard wing", "S"
    TAIL = 3, "Tail", "T"
    FUEL = 4, "Fuel", "F"
    BOMBS = 5, "Bombs", "B"
    LANDING_GEAR = 6, "Landing gear", "L"
    GENERAL = 7, "General"
    CREW = 8, "Crew compartment"


SYSTEMS = 7
"""Damage spaces on an aircraft card."""


class Target(Code):
    """Mission targets of A1; the ships come from its Maritime column (4.6, 4.7)."""

    NONE = 0, "no target"
    AIRFIELD = 1, "Airfield"
    TROOPS = 2, "Troops"
    BUILDINGS = 3, "Buildings"
    RAIL = 4, "Rail"
    CONVOY = 5, "Convoy"
    ARMOR = 6, "Armor"
    ARTILLERY = 7, "Artillery"
    BRIDGE = 8, "Bridge"
    BATTLESHIP = 9, "Battleship"
    CRUISER = 10, "Cruiser"
    DESTROYER = 11, "Destroyer"
    SUBMARINE = 12, "Submarine"
    TRANSPORT = 13, "Transport"
    NO_FLY = 14, "No-Fly"
    MARITIME = 15, "Maritime"


class Size(Code):
    """Target sizes, the columns of A2 (4.6)."""

    NONE = 0, ""
    SMALL = 1, "Small"
    MEDIUM = 2, "Medium"
    LARGE = 3, "Large"


class Payload(Code):
    """Ordnance of A3 (4.4). STRAFING is the machine guns, for when the bombs do not drop."""

    NONE = 0, "nothing"
    SC500_SC50 = 1, "SC500 + SC50"
    SC500_CLUSTER = 2, "SC500 + cluster bombs", "SC500 + cluster"
    SC1000 = 3, "SC1000"
    SC1800 = 4, "SC1800"
    CANNON = 5, "37 mm cannon"
    STRAFING = 6, "machine guns", "MG"


class Formation(Code):
    """The two formations (4.3)."""

    NONE = 0, ""
    STAFFEL = 1, "Staffel"
    KETTE = 2, "Kette"


class Leg(Code):
    """Which way the formation flies (5.1)."""

    GROUND = 0, "on the ground"
    OUT = 1, "outbound"
    HOME = 2, "homeward"


class Visibility(Code):
    """A4 (7.4). UNKNOWN until it is rolled, or no card has set it."""

    UNKNOWN = 0, Tone.NONE
    GOOD = 1, "Good", Tone.GOOD
    MEDIUM = 2, "Medium", Tone.FAIR
    LOW = 3, "Low", Tone.BAD


class AntiAircraft(Code):
    """A6 intensity (7.5). UNKNOWN until it is rolled."""

    UNKNOWN = 0, Tone.NONE
    NONE = 1, "No Effect", Tone.GOOD
    LIGHT = 2, "Light", Tone.FAIR
    MEDIUM = 3, "Medium", Tone.WARN
    HEAVY = 4, "Heavy", Tone.BAD


class Sector(Code):
    """Approach boxes of the Flying Circle, in the order of B3's white die (7.3)."""

    ABOVE = 0
    PORT = 1
    STARBOARD = 2
    REAR = 3
    BELOW = 4
    FRONT = 5


class Fighter(Code):
    """Soviet fighters named by B1; a name only, as far as the surviving text goes (ruling Q73)."""

    NONE = 0, "fighter"
    I_16 = 1, "I-16"
    MIG_3 = 2, "MiG-3"
    LAGG_3 = 3, "LaGG-3"
    YAK_1 = 4, "Yak-1"
    LA_5 = 5, "La-5"
    YAK_9 = 6, "Yak-9"
