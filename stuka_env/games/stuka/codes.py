"""Codes: the terms of the rulebook as numbers with words, and the journal as declared, for all modules of the game.

The compiled rules, the charts and the environments share this vocabulary. Nothing here knows a rule. The section after
a name says where the rulebook introduces it.
"""

from collections.abc import Mapping

from stuka_env.declared.actions import Argument, Catalogue, Verb
from stuka_env.declared.codes import Code, ExplainedCode, Tone, plural
from stuka_env.declared.journal import EntryCode, Look, Reading, RollCode, counted, entry, named, roll

# === pieces ===


SLOTS = 10
"""Numbered aircraft slots on the mat (3.2)."""
SEATS = 11
"""Largest roster of one role: ten crews and the Green reserve (4.5.1)."""
CARDS = 24
"""Cards in the event deck (3.7)."""
SMALLEST_KETTE, LARGEST_KETTE = 2, 3
"""A Kette is two or three aircraft (2.1)."""
A2_LOW, A2_HIGH = -8, 24
"""Modified totals A2 can be asked for; a chart file may stop earlier, the loader fills up with its end cells."""
A6_HIGH = 14
"""Highest modified total of A6; the lowest is 0."""
C3_HIGH, C4_HIGH, C5_HIGH = 10, 15, 15
"""Highest modified totals of C3, C4 and C5; the lowest is 0."""
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
"""Names of segments for users: their first months."""

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
    """Places of a person. READY is the Available Crew Holding Area; BACK has flown this mission and is safe."""

    NOBODY = 0
    READY = 1
    FLYING = 2
    BACK = 3
    KIA = 4
    POW = 5
    HOSPITAL = 6
    REPLACEMENT = 7


class Status(Code):
    """Places of an aircraft card. HOME and LOST belong to the mission being flown; the last two carry a timer (6)."""

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
    """Directions of the formation (5.1)."""

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


# === rolls, cards and faults ===


class Place(Code):
    """Places where a chart is rolled: each has dice of its own."""

    MISSION = 0
    SLOT = 1
    SEAT = 2
    ZONE = 3


class Modifier(Code):
    """Sources of a die roll modifier (7.9, 7.10, 8.1)."""

    PAYLOAD = 0, "ordnance"
    VISIBILITY = 1
    STRESS = 2
    CREW = 3, "experience"
    GAMBLE = 4, "Rudel Gamble"
    SECTOR = 5
    REAR_GUNNER = 6
    PILOT_KILLED = 7
    LANDING_GEAR = 8
    MARITIME = 9, "over the sea"
    EVENT_CARD = 10


COUNTED = 256
"""Rolls of a chart in one place and mission that are told apart; after them the same faces come again."""


class Fault(Code):
    """Reasons why play cannot go on; compiled code cannot raise, so the environment does. The words are the errors."""

    NONE = 0
    UNPLANNED_ROLL = 1, "strict_dice: {chart} is rolled, but the tape has no more rolls of {chart}"
    NOT_IN_CUP = 2, "dice: CUP plans a number that is not in the cup now"
    CARD_GONE = 3, "dice: EVENT plans a card that is not in the deck now"
    JOURNAL_FULL = 4, "journal: more entries in one step than the journal holds"
    ENDLESS = 5, "state: play does not come to a decision from here; values of the mat contradict each other"
    NO_TARGET = 6, f"charts: got a No-Fly from A1 {COUNTED} times in a row, and a Mission needs a target"
    NOT_ON_DIE = 7, "dice: {chart} plans a number that the die does not have now"
    ROLLS_WITHOUT_END = 8, "state: play rolls {chart} without end from here"


class Effect(Code):
    """Effects of event cards (7.2): the vocabulary of ``events.toml``. Some take an amount."""

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


class BailOut(Code):
    """Results of C3 (7.10)."""

    OUT = 0, "gets out"
    KILLED = 1, "is killed"


class Evasion(Code):
    """Results of C4, over enemy territory (4.1)."""

    UNHURT = 0, "gets back unhurt"
    WOUNDED = 1, "gets back wounded"
    CAPTURED = 2, "is captured"
    KILLED = 3, "is killed"


class Touchdown(Code):
    """Results of C5 (8.1)."""

    SAFE = 0
    FORCED = 1, "a forced landing"


class Survival(Code):
    """Results of C7, for each person of a wreck (8.1)."""

    UNHURT = 0
    WOUNDED = 1
    KILLED = 2


class NoFly(Code):
    """Reasons why a mission was not flown (4.6.1, 7.12)."""

    FLOWN = 0
    ROLLED = 1, "A1 rolled a No-Fly"
    DECLINED = 2, "the Staffelkapitän declined it"
    SHORTAGE = 3, "too few aircraft or crews"


# === the sequence of play, decisions and actions ===


class Phase(Code):
    """Steps of the sequence of play (5.1): the next step when no decision is open."""

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


class Decision(ExplainedCode):
    """Decisions of the player."""

    NONE = "nothing to decide"
    MUSTER = (
        "how many aircraft fly",
        "How many of the aircraft that are ready go on this mission. The score is a mean, so more aircraft do not"
        " score more: they steady it, and more of them are at risk. Whoever stays at home rests (4.3, 8.4).",
    )
    LEADER = (
        "who leads the formation, in aircraft {slot}",
        "Who sits in aircraft 1 and leads. From Veteran up he can relieve one crew of stress (4.2).",
    )
    PILOT = (
        "who flies aircraft {slot}",
        "Who flies this aircraft: his experience and his stress count for its attack and landing (4.1).",
    )
    GUNNER = (
        "who is the gunner of aircraft {slot}",
        "Who sits behind him: his experience counts against fighters from Rear and Above (4.1, 7.3).",
    )
    PAYLOAD = (
        "what the formation carries",
        "What everybody carries. The DRM in brackets is what it gives against this target (4.4).",
    )
    SPECIAL = "whether to take a special bomb", "Whether a few carry a heavier bomb in place of their load (4.4)."
    CARRIER = (
        "which aircraft carries the special bomb",
        "Who carries it: best a pilot of experience without stress (4.4).",
    )
    LUCKY_DOG = (
        "which aircraft is the Lucky Dog",
        "Which aircraft of the Kette Anti-Aircraft fire will not hurt (4.3.2).",
    )
    EN_ROUTE = (
        "what the formation does next",
        "Whether the formation flies on, somebody is sent home, or all turn back. In the target's zone this is "
        "the last chance to turn back (7.8, 7.12).",
    )
    TURN_BACK = (
        "whether aircraft {slot}, short of range, turns back",
        "Whether an aircraft that is short of range turns for home while it still can (7.10).",
    )
    AIR_TO_AIR = (
        "whether a pilot attacks the fighters",
        "Whether an Elite or Hero pilot goes for a fighter before it attacks (7.3.1).",
    )
    ATTACK = (
        "how aircraft {slot} attacks",
        "How this aircraft attacks. The DRM is all that is added to its die, and what is expected is the mean "
        "over the ten faces (7.8, 7.9).",
    )
    NEW_LEADER = (
        "who leads the formation now",
        "Who leads on, now that the leader is gone. A Green one unsettles a crew (4.2).",
    )
    RELIEF = (
        "whether the leader relieves a crew before landing",
        "The last chance of this mission for the leader to take stress off one crew (4.2).",
    )
    EVENT = "whom the event card cheers up", "Who gets the good of the event card (7.2)."
    PROMOTE = (
        "whether {person} is promoted",
        "Whether he goes up one level. Of Elites only two of a role fly together, of Heroes one: more of them "
        "wait in the holding area (8.9).",
    )
    OVER = "nothing: play is over"


IN_FLIGHT = tuple(phase for phase in Phase if Phase.MOVE <= phase <= Phase.ATTACK)
PHASES_OF_DECISIONS: Mapping[int, tuple[Phase, ...]] = {
    Decision.MUSTER: (Phase.MUSTER,),
    Decision.LEADER: (Phase.CREWS,),
    Decision.PILOT: (Phase.CREWS,),
    Decision.GUNNER: (Phase.CREWS,),
    Decision.PAYLOAD: (Phase.PAYLOAD,),
    Decision.SPECIAL: (Phase.SPECIAL,),
    Decision.CARRIER: (Phase.CARRIERS,),
    Decision.LUCKY_DOG: (Phase.TAKE_OFF,),
    Decision.EN_ROUTE: (Phase.EN_ROUTE,),
    Decision.TURN_BACK: IN_FLIGHT,
    Decision.AIR_TO_AIR: (Phase.FIGHTERS,),
    Decision.ATTACK: (Phase.ATTACK,),
    Decision.NEW_LEADER: IN_FLIGHT,
    Decision.RELIEF: (Phase.LANDING,),
    Decision.EVENT: (Phase.INTERCEPTION,),
    Decision.PROMOTE: (Phase.PROMOTION,),
    Decision.OVER: (Phase.OVER,),
}
"""The phases in which a decision can be open."""
SEATING = (Decision.LEADER, Decision.PILOT, Decision.GUNNER)
"""Decisions that fill a seat."""


SIZE_OF_FORMATION = Argument("aircraft", SMALLEST_KETTE, SLOTS - SMALLEST_KETTE + 1)
A_SLOT, A_KETTE_SLOT = (Argument("slot", 1, size, "aircraft") for size in (SLOTS, LARGEST_KETTE))
A_PILOT, A_GUNNER = (Argument(word, 1, SEATS, f"{word}s") for word in ("pilot", "gunner"))
"""Arguments of verbs: formations of 2 to 10 aircraft, slots 1 to 10, places in the roster 1 to 11."""


class Act(Verb):
    """The verbs: what an action does in words, its argument, and the decisions that it can answer."""

    NO_FLY = "Do not fly", "decline the mission: a No-Fly, score 0 (7.12)", Decision.MUSTER
    FLY = "Fly {n} aircraft", "size of the formation (4.3, 4.5)", SIZE_OF_FORMATION, Decision.MUSTER
    LEADER = "Flight leader: pilot {n}", "who leads, in slot 1 (4.2)", A_PILOT, Decision.LEADER
    PILOT = "Pilot {n}", "who flies the aircraft asked about (4.1)", A_PILOT, Decision.PILOT
    GUNNER = "Gunner {n}", "who sits behind the pilot (4.1)", A_GUNNER, Decision.GUNNER
    LOAD_SC500_SC50 = "Load SC500 + SC50", "load of the whole formation (4.4)", Decision.PAYLOAD
    LOAD_CLUSTER = "Load SC500 + cluster bombs", "load of the whole formation (4.4)", Decision.PAYLOAD
    NO_SPECIAL = "No special bomb", "everybody keeps the formation's load", Decision.SPECIAL
    SC1000 = "Take SC1000 bombs", "the special bomb of this mission (4.4)", Decision.SPECIAL
    SC1800 = "Take an SC1800 bomb", "the special bomb; its carrier flies without gunner (4.4)", Decision.SPECIAL
    CARRY = "Aircraft {n} carries the special bomb", "who carries it (4.4)", A_SLOT, Decision.CARRIER
    NO_MORE_CARRIERS = "No more special bombs", "the other aircraft keep their load", Decision.CARRIER
    LUCKY_DOG = (
        "Lucky Dog: aircraft {n}",
        "it ignores Anti-Aircraft fire, in a Kette (4.3.2)",
        A_KETTE_SLOT,
        Decision.LUCKY_DOG,
    )
    NO_LUCKY_DOG = "No Lucky Dog", "nobody gets the marker", Decision.LUCKY_DOG
    GO_ON = "Fly on", "into the next zone, or into the attack run (5.1)", Decision.EN_ROUTE
    ABORT = "Abort the mission", "the whole formation turns for home; score 0 (7.12)", Decision.EN_ROUTE
    SEND_HOME = "Send aircraft {n} home", "it leaves the formation and lands at once (7.12)", A_SLOT, Decision.EN_ROUTE
    RELIEVE = (
        "The leader relieves the crew of aircraft {n}",
        "one stress off each, once a mission (4.2)",
        A_SLOT,
        Decision.EN_ROUTE,
        Decision.ATTACK,
        Decision.RELIEF,
    )
    KEEP_RELIEF = "Relieve nobody", "land without using the leader's relief (4.2)", Decision.RELIEF
    TURN_BACK = "Turn back now", "home while the fuel lasts (7.10)", Decision.TURN_BACK
    PRESS_ON = "Press on", "stay, and come down where the range ends (7.10)", Decision.TURN_BACK
    NO_DUEL = "Hold formation", "no air-to-air attempt (7.3.1)", Decision.AIR_TO_AIR
    DUEL = (
        "Aircraft {n} attacks a fighter",
        "the next fighter's attack falls on it (7.3.1)",
        A_SLOT,
        Decision.AIR_TO_AIR,
    )
    DROP = "Drop the bombs", "attack with what hangs under the aircraft (7.8)", Decision.ATTACK
    GAMBLE = "Rudel Gamble", "dive on past the safe height; may crash (7.7)", Decision.ATTACK
    STRAFE = "Strafe", "machine guns, when the bombs do not drop (7.6)", Decision.ATTACK
    HOLD = "Do not attack", "counts as a Miss (7.8)", Decision.ATTACK
    NEW_LEADER = "New flight leader: aircraft {n}", "who leads from now on (4.2)", A_SLOT, Decision.NEW_LEADER
    CHEER_PILOT = (
        "Take one stress off the pilot of aircraft {n}",
        "the person an event card names (7.2)",
        A_SLOT,
        Decision.EVENT,
    )
    CHEER_GUNNER = "Take one stress off the gunner of aircraft {n}", "as above", A_SLOT, Decision.EVENT
    PROMOTE = "Promote him", "up one level (8.9)", Decision.PROMOTE
    NO_PROMOTION = "Do not promote him", "he keeps his level (8.9)", Decision.PROMOTE


ACTS = Catalogue(Act)
ACTIONS = len(ACTS.actions)
"""Size of the action space."""


# === the journal ===


UNDER_WAY, THE_LOSSES, AFTERWARDS = "Under way", "Losses", "Afterwards"
THE_PROMOTIONS, THE_SEGMENT, THE_OPERATION, THE_CAMPAIGN = "Promotions", "The segment", "The operation", "The campaign"
"""Headings of debriefs. What happens under way stands under the way there or the way home."""
BACK = "Back in service"
END_OF_SEGMENT = (THE_PROMOTIONS, THE_SEGMENT, BACK, THE_OPERATION, THE_CAMPAIGN)
"""Headings of the debrief of a segment (8.3, 8.9)."""
IN_MISSIONS = counted("mission")


def points_words(score: int) -> str:
    """Return the score of an attack."""
    return "a Miss" if score == 0 else plural(score, "point")


def place_words(zone: int) -> str:
    """Return a zone of the Mission Track or the airfield."""
    return f"zone {zone}" if zone else "the airfield"


def more_stress_words(stress: int) -> str:
    """Return the stress of a way back after a comma; nothing for none."""
    return f", with {stress} more stress" if stress else ""


def waiting_words(status: int) -> str:
    """Return the reason why an aircraft cannot fly."""
    return {Status.REPAIR: "under repair", Status.REPLACEMENT: "not yet replaced"}.get(Status(status), "out of service")


class Chart(RollCode):
    """Everything that is rolled or drawn: where, and the sides of its dice in the order they are read.

    White, white, colour; white, colour; D10, D6. The cup has as many numbers as there are slots, the deck its cards.
    """

    A1 = roll(
        Place.MISSION,
        6,
        6,
        6,
        reading=Reading.PAIR,
        title="Mission",
        text="Mission (A1): {first} and {second} = {total}, {result}; colour die {last}, zone {further}.",
        result=Target,
        further=int,
        thrown="two white D6 and the colour D6",
    )
    SHIP = roll(Place.MISSION, 10, title="Ship", printed="A1, Maritime", result=Target)
    A2 = roll(
        Place.SLOT,
        10,
        ends=(A2_LOW, A2_HIGH),
        title="Attack",
        of=" of aircraft {aircraft}, {name}",
        result=points_words,
    )
    A4 = roll(Place.MISSION, 6, title="Visibility", of=" over the target", result=Visibility)
    A6 = roll(Place.MISSION, 10, ends=(0, A6_HIGH), title="Anti-Aircraft fire", result=AntiAircraft)
    B1 = roll(Place.ZONE, 10, title="Interception", result=counted("fighter", "no contact"))
    B2 = roll(Place.ZONE, 6, title="Escorts", says="{cover}")
    B3 = roll(
        Place.ZONE,
        6,
        6,
        reading=Reading.LAST,
        title="Fighter approach",
        text="A fighter comes in (B3): {first}, from {sector}; {last}, {attack}.",
        hits=int,
        thrown="the white D6 and the colour D6",
        is_event=True,
    )
    C1 = roll(
        Place.SLOT,
        10,
        6,
        reading=Reading.LAST,
        ends=(1, 6),
        title="Hit",
        text="Hit on aircraft {aircraft} (C1): {first}, {result}; {dice}: {damage}.",
        result=System,
        thrown="the D10 and the D6",
        about="aircraft {aircraft}",
        is_event=True,
    )
    C3 = roll(Place.SLOT, 6, ends=(0, C3_HIGH), title="Bail out", of=" of {name}", result=BailOut, says="he {result}")
    C4 = roll(
        Place.SLOT,
        10,
        ends=(0, C4_HIGH),
        title="Evasion",
        text="On the ground, {name} (C4): {dice}, he {result}.",
        result=Evasion,
    )
    C5 = roll(Place.SLOT, 10, ends=(0, C5_HIGH), title="Landing", of=" of aircraft {aircraft}", result=Touchdown)
    C6 = roll(
        Place.SLOT,
        10,
        title="Forced landing",
        of=" of aircraft {aircraft}",
        says="{wreck}",
        repair=IN_MISSIONS,
        about="aircraft {aircraft}",
    )
    C7 = roll(Place.SLOT, 6, title="Survival", text="In the wreck, {name} (C7): {dice}, {result}.", result=Survival)
    C8 = roll(
        Place.SLOT,
        6,
        title="New aircraft",
        of=" for slot {aircraft}",
        result=IN_MISSIONS,
        says="in {result}",
        about="aircraft {aircraft}",
    )
    C9_WIA = roll(Place.SEAT, 6, title="Hospital", of=" for {name}", result=IN_MISSIONS, says="for {result}")
    C9_KIA = roll(
        Place.SEAT, 10, title="Replacement", of=" for {name}", result=IN_MISSIONS, says="a Green one in {result}"
    )
    A2A = roll(
        Place.SLOT,
        6,
        title="Air-to-air",
        printed="7.3.1",
        of=" attempt of aircraft {aircraft}, {name}",
        result=("no success", "a fighter is shot down"),
    )
    GAMBLE = roll(
        Place.SLOT,
        6,
        title="Rudel Gamble",
        printed="7.7",
        of=" of aircraft {aircraft}",
        result=("it pulls out", "it dives into the ground"),
    )
    CUP = roll(Place.ZONE, SLOTS, title="Cup", printed="3.2", thrown="a number from the cup", is_drawn=True)
    EVENT = roll(
        Place.ZONE,
        CARDS,
        title="Event",
        printed="7.2",
        text="Event card {last} of the deck is drawn.",
        thrown="an event card",
        is_drawn=True,
        silent=True,
    )
    SEGMENT = roll(Place.MISSION, title="Segment")

    def thrown(self, sides: tuple[int, ...]) -> str:
        """Return its dice in words: "one D10"."""
        return self.declared.thrown or f"one D{sides[0]}"


CHARTS = len(Chart)


class Entry(EntryCode):
    """Kinds of journal entry: a roll, a modifier that went into it, or a change of state."""

    ROLL = entry("A roll of {dice}: {result}.", look=Look.ROLL)
    MODIFIER = entry("Modifier for {roll}{slot}: {modifier}.", look=Look.DETAIL, silent=True)
    MISSION = entry("The mission: {objective} in zone {zone}.", target=Target, zone=int, look=Look.MILESTONE)
    NO_FLY = entry("No-Fly: {reason}.", reason=NoFly, look=Look.MILESTONE)
    FORMATION = entry("A {formation} of {count} aircraft is mustered.", count=int, formation=Formation)
    SEAT = entry("{Name} ({level}) {sits} aircraft {aircraft}.", level=Quality)
    LOAD = entry("The formation carries {load}.", load=Payload)
    CARRIER = entry("Aircraft {aircraft} carries the {load}{alone}.", load=Payload)
    LUCKY_DOG = entry("Aircraft {aircraft} is the Lucky Dog.")
    LEADER = entry("{Who} leads the formation.")
    MOVE = entry("The formation flies {leg} to {place}.", place=place_words, look=Look.MILESTONE)
    CARD = entry("Event card, {card}.", card=int)
    DRAWN = entry("Number {aircraft} is drawn from the cup.", is_drawn=True)
    FIGHTERS = entry("{count} {fighter} {verb} the formation.", count=int, fighter=Fighter, is_event=True)
    ESCORTED = entry(
        "No fighter gets through: the escorts drive off {fighters}.",
        fighters=counted("fighter"),
        look=Look.GAIN,
        is_event=False,
        section=UNDER_WAY,
    )
    KILL = entry(
        "{Who} has shot down a fighter, number {number} of this mission.",
        number=int,
        look=Look.GAIN,
        section=UNDER_WAY,
    )
    CARD_WORKS = entry("The card drawn earlier counts: {effect}.", effect=Effect, count=int)
    DAMAGE = entry("Aircraft {aircraft}: damage to {system}.", look=Look.LOSS, section=UNDER_WAY)
    RANGE = entry("Aircraft {aircraft} has lost {zones} of range.", zones=counted("zone"), is_event=True)
    STRESS = entry("{Who} now has {stress} stress{breaks}.", stress=int, is_event=True)
    RELIEF = entry("{Who} is relieved, {stress} stress left.", stress=int)
    WOUND = entry(
        "{Who} is wounded{again}.",
        again=("", "", " a second time"),
        look=Look.LOSS,
        section=(UNDER_WAY, THE_LOSSES),
    )
    KIA = entry("{Who} is killed.", look=Look.LOSS, section=THE_LOSSES)
    POW = entry("{Who} is taken prisoner.", look=Look.LOSS, section=THE_LOSSES)
    PARACHUTE = entry("{Who} comes down by parachute.", is_event=True, section=UNDER_WAY)
    EVADED = entry("{Who} makes his way back{stress}.", stress=more_stress_words, section=UNDER_WAY)
    LOST = entry("Aircraft {aircraft} is lost.", look=Look.LOSS, section=(UNDER_WAY, THE_LOSSES))
    LEFT = entry("Aircraft {aircraft} leaves the formation.", is_event=True, section=UNDER_WAY)
    ABORT = entry("The mission is aborted; the formation turns for home.", is_event=True, section=UNDER_WAY)
    VISIBILITY = entry("Visibility is {visibility}.", visibility=Visibility, echoes=Chart.A4)
    ANTI_AIRCRAFT = entry("Anti-Aircraft fire is {fire}.", fire=AntiAircraft, echoes=Chart.A6)
    SCORE = entry("Aircraft {aircraft} scores {points}.", points=points_words, look=Look.GAIN, echoes=Chart.A2)
    SUNK = entry("Aircraft {aircraft} sinks the {target}.", target=Target, look=Look.GAIN)
    LANDED = entry("Aircraft {aircraft} is home.")
    CRASHED = entry(
        "Aircraft {aircraft} is wrecked but not lost; {missions} more to repair.",
        missions=IN_MISSIONS,
        look=Look.LOSS,
        echoes=Chart.C6,
        section=(UNDER_WAY, THE_LOSSES),
    )
    HOSPITAL = entry(
        "{Who} is in hospital for {missions}.", missions=IN_MISSIONS, echoes=Chart.C9_WIA, section=AFTERWARDS
    )
    REPLACEMENT = entry(
        "A Green replacement for {name} arrives in {missions}.",
        missions=IN_MISSIONS,
        echoes=Chart.C9_KIA,
        section=AFTERWARDS,
    )
    REPAIR = entry("Aircraft {aircraft} is under repair for {missions}.", missions=IN_MISSIONS, section=AFTERWARDS)
    NEW_AIRCRAFT = entry(
        "A new aircraft for slot {aircraft} arrives in {missions}.",
        missions=IN_MISSIONS,
        echoes=Chart.C8,
        section=AFTERWARDS,
    )
    IN_SERVICE = entry(
        "Aircraft {aircraft} is repaired and ready again.",
        "A new aircraft is ready in place of a lost one: number {aircraft} is in use again.",
        "{Name} is back from hospital.",
        "The new {name}, Green, is in the holding area.",
        reason=Return,
        section=BACK,
    )
    REST = entry("{Who} rests, {stress} stress left.", stress=int)
    PROMOTION = entry(
        "{Name} is promoted to {level}.", level=Quality, look=Look.GAIN, is_event=False, section=THE_PROMOTIONS
    )
    BONUS = entry("Bonus of the mission: {bonus}.", bonus=int)
    MISSION_SCORE = entry("Mission score: {score} ({victory}).", score=int, look=Look.MILESTONE)
    SEGMENT_SCORE = entry("Segment score: {score} ({victory}).", score=int, look=Look.MILESTONE, section=THE_SEGMENT)
    OPERATION_SCORE = entry(
        "Operation score: {score}, of which {bonus} bonus ({victory}).",
        score=int,
        bonus=int,
        look=Look.MILESTONE,
        section=THE_OPERATION,
    )
    CAMPAIGN_SCORE = entry(
        "Campaign score: {score}, of which {bonus} bonus ({victory}).",
        score=int,
        bonus=int,
        look=Look.MILESTONE,
        section=THE_CAMPAIGN,
    )
    STRESS_IGNORED = entry("{Who} shrugs off {stress} stress.", stress=int)
    LUCKY = entry("The Lucky Dog, aircraft {aircraft}, shrugs off the Anti-Aircraft fire.", section=UNDER_WAY)
    FAR_FROM_HOME = entry("Aircraft {aircraft} comes down short of home, in zone {place}.", place=int)
    CHOICE = entry(
        "Decision, {decision}: {answer}.", answer=int, decision=named(Decision), look=Look.CHOICE, silent=True
    )
    KETTE_ZONE = entry("A Kette flies no farther than zone {zone}: the target counts as lying there.", zone=int)
    EXCHANGED = entry(
        "Aircraft {old} is now number {aircraft}, and the one {waiting} is number {old}.",
        old=int,
        waiting=waiting_words,
    )
    OPERATION = entry(
        "{operation} begins; the aircraft cards are changed for {cards}.", operation=Operation, section=THE_OPERATION
    )
