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


A_ROW = "a row of the list on the table"
SEVENTEEN_ROWS = (Decision.SKILL,)
THIRTEEN_ROWS = (Decision.AIRCRAFT, Decision.SKILL)
SEVEN_ROWS = (Decision.AIRCRAFT, Decision.ZONE, Decision.SKILL)
FOUR_ROWS = (Decision.AIRCRAFT, Decision.SERIES, Decision.ZONE, Decision.SKILL)
TWO_ROWS = (Decision.TRACK, *FOUR_ROWS, Decision.GUNNER)
"""Decisions whose list has at least so many rows."""


class Act(IntEnum):
    """Actions by their index, with their words and the decisions that each can answer."""

    text: str
    """Its label, independently of the mat."""
    meaning: str
    """Its effect, for the table of actions."""
    decisions: tuple[Decision, ...]

    def __new__(cls, text: str, meaning: str, *decisions: Decision) -> "Act":
        """Assign the next index to an action."""
        act = int.__new__(cls, len(cls.__members__))
        act._value_ = len(cls.__members__)
        act.text, act.meaning, act.decisions = text, meaning, decisions
        return act

    FLY = "Fly against the raid", "take off for the box of the raid (6.1.2)", Decision.SCRAMBLE
    STAY = "Stay on the ground", "the line is used up, nothing is flown (6.1)", Decision.SCRAMBLE
    LEAVE = "Take annual leave", "this line and the next are not flown, then fatigue is 0 (10.3)", Decision.SCRAMBLE
    BOMBERS = "Attack the bombers", "a pass from long range (7.1.3)", Decision.ENGAGE
    BOMBERS_MEDIUM = "Attack the bombers from medium range", "out of the sun (7.1.2)", Decision.ENGAGE
    FIGHT = (
        "Fight the enemy fighters",
        "fighter combat (7.2.1, 7.2.2.9)",
        Decision.ENGAGE,
        Decision.ESCORT,
        Decision.NEXT,
    )
    SLIP = "Slip away", "avoid the enemy fighters by a die (7.1.10)", Decision.ENGAGE, Decision.ESCORT
    LET_GO = "Let them go", "leave the enemy alone (7.1.1, 7.2.2.9)", Decision.ENGAGE, Decision.PASS, Decision.NEXT
    BREAK_OFF = "Break off the pass", "end the pass before firing (7.1.6, 7.3.2)", Decision.BURST
    AIM_PORT = "Fire at the port wing", "a shot at the bomber (7.1.3, 7.1.6)", Decision.BURST
    AIM_STARBOARD = "Fire at the starboard wing", "a shot at the bomber (7.1.3, 7.1.6)", Decision.BURST
    AIM_AIRFRAME = "Fire at the airframe", "a shot at the bomber (7.1.3, 7.1.6)", Decision.BURST
    BURST_PORT = "Extended burst at the port wing", "an extended burst (7.1.13)", Decision.BURST
    BURST_STARBOARD = "Extended burst at the starboard wing", "an extended burst (7.1.13)", Decision.BURST
    BURST_AIRFRAME = "Extended burst at the airframe", "an extended burst (7.1.13)", Decision.BURST
    ROCKETS = "Fire the rockets", "before the round at long range (7.1.14)", Decision.BURST
    JETTISON = "Drop the rockets", "for the speed, in the first round (7.1.14)", Decision.DOGFIGHT
    WINGMAN = (
        "Use the wingman",
        "he attacks the bomber, or helps in place of a defence (7.2.3)",
        Decision.BURST,
        Decision.DOGFIGHT,
    )
    REFLEXES = "Fire first", "use Reflexes for the next shot, once a sortie (7.7)", Decision.BURST, Decision.DOGFIGHT
    SAME = "Attack the same bomber again", "another pass from long range (7.1.11)", Decision.PASS
    OTHER = "Attack another bomber", "another pass from long range (7.1.11)", Decision.PASS
    FIRE = "Fire", "a shot at the enemy fighter (7.2.2.1)", Decision.DOGFIGHT
    DISENGAGE = "Disengage", "leave the fighter combat (7.3)", Decision.DOGFIGHT
    DEFEND = "Defend with the next card", "its defence text (7.2.2.2, 7.2.2.3)", Decision.DOGFIGHT
    TIGHT_TURN = "Tight turn", "a better position (7.2.2.2)", Decision.DOGFIGHT
    BARREL_ROLL = "Barrel roll", "hits avoided (7.2.2.2)", Decision.DOGFIGHT
    CUBAN_EIGHT = "Cuban Eight", "learned, once a sortie (10.6)", Decision.DOGFIGHT
    CHANDELLE = "Chandelle", "learned, once a sortie (10.6)", Decision.DOGFIGHT
    IMMELMANN = "Immelmann", "learned, once a sortie (10.6)", Decision.DOGFIGHT
    SPLIT_S = "Split-S", "learned, once a sortie (10.6)", Decision.DOGFIGHT
    BAIL_OUT = (
        "Bail out",
        "leave the aircraft by parachute (7.4.1, 7.6)",
        Decision.BURST,
        Decision.DOGFIGHT,
        Decision.FORCED,
    )
    DEADSTICK = "Land without engine", "a forced landing; the next sortie is lost (7.4.5)", Decision.FORCED
    ON = "Fly on", "one box on, and roll again (6.1.3)", Decision.ONWARD
    HOME = "Fly home", "straight to the landing box (7.4.2)", Decision.ONWARD
    YES = (
        "Yes",
        "redraw the card, use Reflexes, or use the eyewitness (7.7, 7.4.3)",
        Decision.REDRAW,
        Decision.REFLEX,
        Decision.WITNESS,
    )
    NO = "No", "keep it (7.7, 7.4.3)", Decision.REDRAW, Decision.REFLEX, Decision.WITNESS
    DONE = "Nothing more", "end the purchases (7.7, 8.1)", Decision.SKILL, Decision.DEBRIEF
    UPGRADE = "Change the aircraft", "another type of the series (8.1)", Decision.DEBRIEF
    SWITCH = "Change the series", "a type of another series (8.1, 9.3)", Decision.DEBRIEF
    MOVE = "Change the unit", "another zone of bases (4.6.1, 8.1)", Decision.DEBRIEF
    SPARE = "Take a spare aircraft", "repairs cost no sortie (8.1)", Decision.DEBRIEF
    VETERAN_GUNNER = "Ask for a veteran gunner", "the new gunner comes with points (8.1)", Decision.DEBRIEF
    KEEP_GUNNER = "Keep the gunner", "he waits for the pilot (9.4)", Decision.DEBRIEF
    PICK_1 = "Row 1 of the list", A_ROW, *TWO_ROWS
    PICK_2 = "Row 2 of the list", A_ROW, *TWO_ROWS
    PICK_3 = "Row 3 of the list", A_ROW, *FOUR_ROWS
    PICK_4 = "Row 4 of the list", A_ROW, *FOUR_ROWS
    PICK_5 = "Row 5 of the list", A_ROW, *SEVEN_ROWS
    PICK_6 = "Row 6 of the list", A_ROW, *SEVEN_ROWS
    PICK_7 = "Row 7 of the list", A_ROW, *SEVEN_ROWS
    PICK_8 = "Row 8 of the list", A_ROW, *THIRTEEN_ROWS
    PICK_9 = "Row 9 of the list", A_ROW, *THIRTEEN_ROWS
    PICK_10 = "Row 10 of the list", A_ROW, *THIRTEEN_ROWS
    PICK_11 = "Row 11 of the list", A_ROW, *THIRTEEN_ROWS
    PICK_12 = "Row 12 of the list", A_ROW, *THIRTEEN_ROWS
    PICK_13 = "Row 13 of the list", A_ROW, *THIRTEEN_ROWS
    PICK_14 = "Row 14 of the list", A_ROW, *SEVENTEEN_ROWS
    PICK_15 = "Row 15 of the list", A_ROW, *SEVENTEEN_ROWS
    PICK_16 = "Row 16 of the list", A_ROW, *SEVENTEEN_ROWS
    PICK_17 = "Row 17 of the list", A_ROW, *SEVENTEEN_ROWS


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
