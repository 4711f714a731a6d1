"""Places of rolls, results of the charts and cards, and sources of modifiers."""

from stuka_env.codes import Code


class Place(Code):
    """Where a chart is rolled: each place has dice of its own."""

    MISSION = 0
    SLOT = 1
    SEAT = 2
    ZONE = 3


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
    """Why a mission was not flown (4.6.1, 7.12)."""

    FLOWN = 0
    ROLLED = 1, "A1 rolled a No-Fly"
    DECLINED = 2, "the Staffelkapitän declined it"
    SHORTAGE = 3, "too few aircraft or crews"
