"""Decisions of the player, the actions that answer them, and the steps of the sequence of play."""

from enum import IntEnum

from stuka_env.codes import Code


class Decision(Code):
    """Decisions of the player, in the order of play."""

    OVER = 0, "nothing: the episode is over"
    TRACK = 1, "officer or NCO"
    AIRCRAFT = 2, "which aircraft to take"
    SERIES = 3, "which series to change to"
    ZONE = 4, "which zone to move to"
    SKILL = 5, "what {person} learns"
    SCRAMBLE = 6, "whether to fly against the raid"
    ENGAGE = 7, "whom to engage"
    BURST = 8, "how to attack the bomber"
    REDRAW = 9, "whether to redraw the card"
    PASS = 10, "whether to make another pass"
    ESCORT = 11, "whether to fight the escort"
    DOGFIGHT = 12, "what to do in this round of fighter combat"
    REFLEX = 13, "whether to use Reflexes for one position"
    NEXT = 14, "whether to engage another enemy fighter"
    WITNESS = 15, "whether to use the eyewitness for this loss"
    FORCED = 16, "how to come down without an engine"
    ONWARD = 17, "whether to fly on or home"
    DEBRIEF = 18, "what to use Prestige for"
    GUNNER = 19, "which gunner to keep"


class Act(IntEnum):
    """Actions by their index, with the decisions that each can answer."""

    decisions: tuple[Decision, ...]

    def __new__(cls, *decisions: Decision) -> "Act":
        """Assign the next index to an action."""
        act = int.__new__(cls, len(cls.__members__))
        act._value_ = len(cls.__members__)
        act.decisions = decisions
        return act

    FLY = (Decision.SCRAMBLE,)
    STAY = (Decision.SCRAMBLE,)
    LEAVE = (Decision.SCRAMBLE,)
    BOMBERS = (Decision.ENGAGE,)
    BOMBERS_MEDIUM = (Decision.ENGAGE,)
    FIGHT = Decision.ENGAGE, Decision.ESCORT, Decision.NEXT
    SLIP = Decision.ENGAGE, Decision.ESCORT
    LET_GO = Decision.ENGAGE, Decision.PASS, Decision.NEXT
    BREAK_OFF = (Decision.BURST,)
    AIM_PORT = (Decision.BURST,)
    AIM_STARBOARD = (Decision.BURST,)
    AIM_AIRFRAME = (Decision.BURST,)
    BURST_PORT = (Decision.BURST,)
    BURST_STARBOARD = (Decision.BURST,)
    BURST_AIRFRAME = (Decision.BURST,)
    ROCKETS = (Decision.BURST,)
    JETTISON = (Decision.DOGFIGHT,)
    WINGMAN = Decision.BURST, Decision.DOGFIGHT
    REFLEXES = Decision.BURST, Decision.DOGFIGHT
    SAME = (Decision.PASS,)
    OTHER = (Decision.PASS,)
    FIRE = (Decision.DOGFIGHT,)
    DISENGAGE = (Decision.DOGFIGHT,)
    DEFEND = (Decision.DOGFIGHT,)
    TIGHT_TURN = (Decision.DOGFIGHT,)
    BARREL_ROLL = (Decision.DOGFIGHT,)
    CUBAN_EIGHT = (Decision.DOGFIGHT,)
    CHANDELLE = (Decision.DOGFIGHT,)
    IMMELMANN = (Decision.DOGFIGHT,)
    SPLIT_S = (Decision.DOGFIGHT,)
    BAIL_OUT = Decision.BURST, Decision.DOGFIGHT, Decision.FORCED
    DEADSTICK = (Decision.FORCED,)
    ON = (Decision.ONWARD,)
    HOME = (Decision.ONWARD,)
    YES = Decision.REDRAW, Decision.REFLEX, Decision.WITNESS
    NO = Decision.REDRAW, Decision.REFLEX, Decision.WITNESS
    DONE = Decision.SKILL, Decision.DEBRIEF
    UPGRADE = (Decision.DEBRIEF,)
    SWITCH = (Decision.DEBRIEF,)
    MOVE = (Decision.DEBRIEF,)
    SPARE = (Decision.DEBRIEF,)
    VETERAN_GUNNER = (Decision.DEBRIEF,)
    KEEP_GUNNER = (Decision.DEBRIEF,)
    PICK_1 = Decision.TRACK, Decision.AIRCRAFT, Decision.SERIES, Decision.ZONE, Decision.SKILL, Decision.GUNNER
    PICK_2 = Decision.TRACK, Decision.AIRCRAFT, Decision.SERIES, Decision.ZONE, Decision.SKILL, Decision.GUNNER
    PICK_3 = Decision.AIRCRAFT, Decision.SERIES, Decision.ZONE, Decision.SKILL
    PICK_4 = Decision.AIRCRAFT, Decision.SERIES, Decision.ZONE, Decision.SKILL
    PICK_5 = Decision.AIRCRAFT, Decision.ZONE, Decision.SKILL
    PICK_6 = Decision.AIRCRAFT, Decision.ZONE, Decision.SKILL
    PICK_7 = Decision.AIRCRAFT, Decision.ZONE, Decision.SKILL
    PICK_8 = Decision.AIRCRAFT, Decision.SKILL
    PICK_9 = Decision.AIRCRAFT, Decision.SKILL
    PICK_10 = Decision.AIRCRAFT, Decision.SKILL
    PICK_11 = Decision.AIRCRAFT, Decision.SKILL
    PICK_12 = Decision.AIRCRAFT, Decision.SKILL
    PICK_13 = Decision.AIRCRAFT, Decision.SKILL
    PICK_14 = (Decision.SKILL,)
    PICK_15 = (Decision.SKILL,)
    PICK_16 = (Decision.SKILL,)
    PICK_17 = (Decision.SKILL,)


ACTIONS = len(Act)
"""Size of the action space."""
PICKS = ACTIONS - Act.PICK_1
"""Actions that pick a row of the list on the table."""


class Phase(Code):
    """Steps of the sequence of play: the next step when no decision is open."""

    TRACK = 0
    START_UNIT = 1
    START_AIRCRAFT = 2
    SKILLS = 3
    NEW_LINE = 4
    NEW_AIRCRAFT = 5
    OLD_GUNNER = 6
    RAID = 7
    TAKE_OFF = 8
    BOX = 9
    ENGAGED = 10
    BOMBER = 11
    BURST = 12
    BURST_CARD = 13
    BURST_SHOT = 14
    BURST_ANSWER = 15
    PASS_OVER = 16
    PASS = 17
    ESCORT = 18
    FIGHT = 19
    DOGFIGHT = 20
    FIRST_CARDS = 21
    SECOND_CARDS = 22
    LAST_CARDS = 23
    INITIATIVE = 24
    NEXT_ROUND = 25
    NEXT_ENEMY = 26
    SETTLE = 27
    CREDIT = 28
    BOX_DONE = 29
    FORCED = 30
    JUMP = 31
    LANDING = 32
    DEBRIEF = 33
    PROMOTION = 34
    REPLACEMENTS = 35
    PURCHASES = 36
    SERIES = 37
    AIRCRAFT = 38
    CLOSE_DEBRIEF = 39
    CLOSE_LINE = 40
    DEATH = 41
    OVER = 42


class Offer(Code):
    """Reasons for which a list of aircraft is on the table."""

    NONE = 0, "a new aircraft"
    START = 1, "the first aircraft"
    UPGRADE = 2, "another type of the series"
    SWITCH = 3, "a type of another series"
    FORCED = 4, "a type that the new unit flies"
    REPLACEMENT = 5, "the replacement"
    WRITTEN_OFF = 6, "the replacement of the aircraft written off"


class Fate(Code):
    """States of the own aircraft after a round."""

    FLIES = 0
    ENGINES_OUT = 1
    SHOT_DOWN = 2
    KILLED = 3


class Leaving(Code):
    """Ends of an encounter with an enemy fighter."""

    NO = 0
    ENEMY_GONE = 1
    ESCAPED = 2
