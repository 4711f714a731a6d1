"""The sequence of play: its phases, the decisions of the player, and the verbs that answer them."""

from enum import IntEnum

from stuka_env.codes import Code
from stuka_env.games.stuka.codes.pieces import LARGEST_KETTE, SEATS, SLOTS, SMALLEST_KETTE


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


class Decision(Code):
    """Decisions of the player."""

    NONE = 0, "nothing to decide"
    MUSTER = 1, "how many aircraft fly"
    LEADER = 2, "who leads the formation, in aircraft {slot}"
    PILOT = 3, "who flies aircraft {slot}"
    GUNNER = 4, "who is the gunner of aircraft {slot}"
    PAYLOAD = 5, "what the formation carries"
    SPECIAL = 6, "whether to take a special bomb"
    CARRIER = 7, "which aircraft carries the special bomb"
    LUCKY_DOG = 8, "which aircraft is the Lucky Dog"
    EN_ROUTE = 9, "what the formation does next"
    TURN_BACK = 10, "whether aircraft {slot}, short of range, turns back"
    AIR_TO_AIR = 11, "whether a pilot attacks the fighters"
    ATTACK = 12, "how aircraft {slot} attacks"
    NEW_LEADER = 13, "who leads the formation now"
    RELIEF = 14, "whether the leader relieves a crew before landing"
    EVENT = 15, "whom the event card cheers up"
    PROMOTE = 16, "whether {person} is promoted"
    OVER = 17, "nothing: the episode is over"


SEATING = (Decision.LEADER, Decision.PILOT, Decision.GUNNER)
"""Decisions that fill a seat."""


class Argument(IntEnum):
    """The counted thing that is the argument of a verb: its smallest value, and the number of values."""

    first: int
    size: int

    def __new__(cls, first: int, size: int) -> "Argument":
        """Assign the next number to a kind."""
        kind = int.__new__(cls, len(cls.__members__))
        kind._value_ = len(cls.__members__)
        kind.first, kind.size = first, size
        return kind

    @property
    def last(self) -> int:
        """Largest value."""
        return self.first + self.size - 1

    @property
    def word(self) -> str:
        """The counted thing, such as "slot"; empty for none."""
        return "" if self.name == "NONE" else self.name.rpartition("_")[2].lower()

    NONE = 0, 1
    AIRCRAFT = SMALLEST_KETTE, SLOTS - SMALLEST_KETTE + 1
    SLOT = 1, SLOTS
    KETTE_SLOT = 1, LARGEST_KETTE
    PILOT = 1, SEATS
    GUNNER = 1, SEATS


class Act(IntEnum):
    """The verbs: what an action does in words, its argument, and the decisions that it can answer.

    The code of a verb is the index of its first action: it takes as many indices as its argument has values. A new verb
    moves those behind it, and nothing else.
    """

    text: str
    """Its label, with {n} for the argument."""
    meaning: str
    """Its effect, for the table of actions."""
    argument: Argument
    decisions: tuple[Decision, ...]

    def __new__(cls, text: str, meaning: str, argument: Argument, *decisions: Decision) -> "Act":
        """Assign the index of its first action to a verb."""
        first = sum(act.argument.size for act in cls.__members__.values())
        act = int.__new__(cls, first)
        act._value_ = first
        act.text, act.meaning, act.argument, act.decisions = text, meaning, argument, decisions
        return act

    NO_FLY = "Do not fly", "decline the mission: a No-Fly, score 0 (7.12)", Argument.NONE, Decision.MUSTER
    FLY = "Fly {n} aircraft", "size of the formation (4.3, 4.5)", Argument.AIRCRAFT, Decision.MUSTER
    LEADER = "Flight leader: pilot {n}", "who leads, in slot 1 (4.2)", Argument.PILOT, Decision.LEADER
    PILOT = "Pilot {n}", "who flies the aircraft asked about (4.1)", Argument.PILOT, Decision.PILOT
    GUNNER = "Gunner {n}", "who sits behind the pilot (4.1)", Argument.GUNNER, Decision.GUNNER
    LOAD_SC500_SC50 = "Load SC500 + SC50", "load of the whole formation (4.4)", Argument.NONE, Decision.PAYLOAD
    LOAD_CLUSTER = "Load SC500 + cluster bombs", "load of the whole formation (4.4)", Argument.NONE, Decision.PAYLOAD
    NO_SPECIAL = "No special bomb", "everybody keeps the formation's load", Argument.NONE, Decision.SPECIAL
    SC1000 = "Take SC1000 bombs", "the special bomb of this mission (4.4)", Argument.NONE, Decision.SPECIAL
    SC1800 = (
        "Take an SC1800 bomb",
        "the special bomb; its carrier flies without gunner (4.4)",
        Argument.NONE,
        Decision.SPECIAL,
    )
    CARRY = "Aircraft {n} carries the special bomb", "who carries it (4.4)", Argument.SLOT, Decision.CARRIER
    NO_MORE_CARRIERS = "No more special bombs", "the other aircraft keep their load", Argument.NONE, Decision.CARRIER
    LUCKY_DOG = (
        "Lucky Dog: aircraft {n}",
        "it ignores Anti-Aircraft fire, in a Kette (4.3.2)",
        Argument.KETTE_SLOT,
        Decision.LUCKY_DOG,
    )
    NO_LUCKY_DOG = "No Lucky Dog", "nobody gets the marker", Argument.NONE, Decision.LUCKY_DOG
    GO_ON = "Fly on", "into the next zone, or into the attack run (5.1)", Argument.NONE, Decision.EN_ROUTE
    ABORT = "Abort the mission", "the whole formation turns for home; score 0 (7.12)", Argument.NONE, Decision.EN_ROUTE
    SEND_HOME = (
        "Send aircraft {n} home",
        "it leaves the formation and lands at once (7.12)",
        Argument.SLOT,
        Decision.EN_ROUTE,
    )
    RELIEVE = (
        "The leader relieves the crew of aircraft {n}",
        "one stress off each, once a mission (4.2)",
        Argument.SLOT,
        Decision.EN_ROUTE,
        Decision.ATTACK,
        Decision.RELIEF,
    )
    KEEP_RELIEF = "Relieve nobody", "land without using the leader's relief (4.2)", Argument.NONE, Decision.RELIEF
    TURN_BACK = "Turn back now", "home while the fuel lasts (7.10)", Argument.NONE, Decision.TURN_BACK
    PRESS_ON = "Press on", "stay, and come down where the range ends (7.10)", Argument.NONE, Decision.TURN_BACK
    NO_DUEL = "Hold formation", "no air-to-air attempt (7.3.1)", Argument.NONE, Decision.AIR_TO_AIR
    DUEL = (
        "Aircraft {n} attacks a fighter",
        "the next fighter's attack falls on it (7.3.1)",
        Argument.SLOT,
        Decision.AIR_TO_AIR,
    )
    DROP = "Drop the bombs", "attack with what hangs under the aircraft (7.8)", Argument.NONE, Decision.ATTACK
    GAMBLE = "Rudel Gamble", "dive on past the safe height; may crash (7.7)", Argument.NONE, Decision.ATTACK
    STRAFE = "Strafe", "machine guns, when the bombs do not drop (7.6)", Argument.NONE, Decision.ATTACK
    HOLD = "Do not attack", "counts as a Miss (7.8)", Argument.NONE, Decision.ATTACK
    NEW_LEADER = "New flight leader: aircraft {n}", "who leads from now on (4.2)", Argument.SLOT, Decision.NEW_LEADER
    CHEER_PILOT = (
        "Take one stress off the pilot of aircraft {n}",
        "the person an event card names (7.2)",
        Argument.SLOT,
        Decision.EVENT,
    )
    CHEER_GUNNER = "Take one stress off the gunner of aircraft {n}", "as above", Argument.SLOT, Decision.EVENT
    PROMOTE = "Promote him", "up one level (8.9)", Argument.NONE, Decision.PROMOTE
    NO_PROMOTION = "Do not promote him", "he keeps his level (8.9)", Argument.NONE, Decision.PROMOTE


ACTIONS = sum(act.argument.size for act in Act)
"""Size of the action space."""
