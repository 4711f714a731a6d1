"""What is rolled and drawn, what the charts and cards can say, and what the journal writes down of it."""

from enum import IntEnum

from stuka_env.codes import Code
from stuka_env.games.stuka.codes.pieces import CARDS, SLOTS


class Place(Code):
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
        """Assign the next number to a chart."""
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


class Modifier(Code):
    """Where a die roll modifier comes from (7.9, 7.10, 8.1)."""

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
    """Why play could not go on; the compiled code cannot raise, so the environment does. The words are the errors."""

    NONE = 0
    UNPLANNED_ROLL = 1, "strict_dice: {chart} is rolled, but the tape has no more rolls of {chart}"
    NOT_IN_CUP = 2, "dice: CUP plans a number that is not in the cup now"
    CARD_GONE = 3, "dice: EVENT plans a card that is not in the deck now"
    JOURNAL_FULL = 4, "journal: more entries in one step than the journal holds"
    ENDLESS = 5, "state: play does not come to a decision from here; values of the mat contradict each other"
    NO_TARGET = 6, f"charts: got a No-Fly from A1 {COUNTED} times in a row, and a Mission needs a target"
    NOT_ON_DIE = 7, "dice: {chart} plans a number that the die does not have now"


class Effect(Code):
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


class BailOut(Code):
    """Results of C3 (7.10)."""

    OUT = 0
    KILLED = 1


class Evasion(Code):
    """Results of C4, over enemy territory (4.1)."""

    UNHURT = 0
    WOUNDED = 1
    CAPTURED = 2
    KILLED = 3


class Touchdown(Code):
    """Results of C5 (8.1)."""

    SAFE = 0
    FORCED = 1


class Survival(Code):
    """Results of C7, for each person of a wreck (8.1)."""

    UNHURT = 0
    WOUNDED = 1
    KILLED = 2


class NoFly(Code):
    """Why a mission was not flown (4.6.1, 7.12)."""

    FLOWN = 0
    ROLLED = 1, "A1 rolled a No-Fly"
    DECLINED = 2, "the Staffelkapitän declined it"
    SHORTAGE = 3, "too few aircraft or crews"


class Entry(Code):
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
