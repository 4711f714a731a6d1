"""Codes: the terms of the game as numbers with words, and the journal as declared, for all modules of the game.

The section after a name is that of the printed game; "ours" marks terms that the printed text does not have.
"""

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.plain import plain
from stuka_env.declared.actions import Argument, Catalogue, Verb
from stuka_env.declared.codes import Code, ExplainedCode, Tone
from stuka_env.declared.journal import EntryCode, Look, RollCode, counted, entry, roll

# === sizes ===

NOBODY = -1
"""Value for nobody, no hex and no direction, where 0 is one."""
COLUMNS, ROWS = 10, 8
HEXES = COLUMNS * ROWS
"""Hexes of the map, column by column (7.25, 7.3)."""
DIRECTIONS = 6
TURNS = 12
"""Turns of a battle (ours)."""
FIGHT_TURNS = 6
"""Player turns of a dogfight (ours)."""
COUNTERS, OWN_UNITS = 12, 9
"""Most ground units of the enemy and of the player. The counters of the enemy come first."""
UNITS = COUNTERS + OWN_UNITS
SIDE_PLANES = 3
"""Most aircraft of a side. Those of the player come first (7.21)."""
PLANES = 2 * SIDE_PLANES
GOALS = 5
"""Most goal hexes of a scenario."""
MOST_POINTS = 120
"""Largest number of points on the mat."""
MOST_COUNTED = 120
STACK = 3
"""Most units of a side in a hex (ours)."""

# === hexes ===
# A hex is a number, column by column; columns B, D, F, H and J lie half a hex lower (7.25, 7.3). Positions of a run can
# lie off the map, and are counted from the target.

STEP_COLUMN = (0, 1, 1, 0, -1, -1)
STEP_ROW = (-1, -1, 0, 1, 1, 0)
"""Steps in each direction, in columns and in rows along the axes of the grain."""


@compiled
def axial_row(place: int) -> int:
    """Return the row of a hex along the grain."""
    return place % ROWS - place // ROWS // 2


@compiled
def apart(columns: int, rows: int) -> int:
    """Return the distance of two hexes that lie so many columns and rows along the grain apart."""
    return (abs(columns) + abs(rows) + abs(columns + rows)) // 2


def _distances() -> NDArray[np.int8]:
    hexes: Any = np.arange(HEXES)
    columns, rows = hexes // ROWS, plain(axial_row)(hexes)
    across: Any = plain(apart)(columns[:, None] - columns, rows[:, None] - rows)
    return np.asarray(across, np.int8)


DISTANCES = _distances()
"""Distance of each pair of hexes, ``(HEXES, HEXES)``."""


@compiled
def distance(first: int, second: int) -> int:
    """Return the distance of two hexes."""
    return int(DISTANCES[first, second])


@compiled
def range_from(place: int, direction: int, steps: int, other: int) -> int:
    """Return the distance of a hex from a position that lies some steps from a place, perhaps off the map."""
    columns = other // ROWS - place // ROWS - STEP_COLUMN[direction] * steps
    return apart(columns, axial_row(other) - axial_row(place) - STEP_ROW[direction] * steps)


@compiled
def hex_at(place: int, direction: int, steps: int) -> int:
    """Return the hex that lies some steps from a place in a direction; NOBODY off the map."""
    column = place // ROWS + STEP_COLUMN[direction] * steps
    row = axial_row(place) + STEP_ROW[direction] * steps + column // 2
    if 0 <= column < COLUMNS and 0 <= row < ROWS:
        return column * ROWS + row
    return NOBODY


def _neighbours() -> NDArray[np.int8]:
    return np.array(
        [[plain(hex_at)(place, course, 1) for course in range(DIRECTIONS)] for place in range(HEXES)], np.int8
    )


NEIGHBOURS = _neighbours()
"""Hex next to each hex in each direction, ``(HEXES, DIRECTIONS)``; NOBODY off the map."""


@compiled
def next_to(place: int, direction: int) -> int:
    """Return the hex next to a hex in a direction; NOBODY off the map."""
    return int(NEIGHBOURS[place, direction])


# === the battle ===


class Scale(Code):
    """Kinds of episode."""

    DOGFIGHT = "Dogfight"
    BATTLE = "Battle"


class Side(Code):
    """The sides."""

    PLAYER = "you"
    ENEMY = "the enemy"


class Scenario(Code):
    """Battles (ours)."""

    DRAWN = "drawn"
    COLUMN = "Column on the road", "column"
    VILLAGE = "The village", "village"
    STRONGPOINT = "Strongpoint", "strongpoint"
    FARMS = "Dive bombers", "farms"


class Weather(Code):
    """The weather (7.25)."""

    CLEAR = "clear"
    MIST = "mist"


class Season(Code):
    """Whether orchards are in season (7.25)."""

    SUMMER = "summer"
    WINTER = "winter"


class Field(Code):
    """Maps (ours)."""

    ROAD = "road"
    VILLAGE = "village"
    STRONGPOINT = "strongpoint"
    FARMS = "farms"


class Terrain(Code):
    """Terrain of a hex (7.25, 7.3); the short word is its sign in chart files."""

    OPEN = "open ground", "."
    ROAD = "road", "="
    BRUSH = "brush", "u"
    ORCHARD = "orchard", "o"
    WOODS = "woods", "w"
    BUILDING = "building", "b"


class Direction(Code):
    """The six hex grains, as the direction from which an aircraft comes (7.25)."""

    N = "north", "N"
    NE = "north-east", "NE"
    SE = "south-east", "SE"
    S = "south", "S"
    SW = "south-west", "SW"
    NW = "north-west", "NW"


class Class(Code):
    """Classes of ground unit, by which fire differs (7.41, 7.421)."""

    DUMMY = "none"
    INFANTRY = "infantry"
    VEHICLE = "vehicle"
    ARMOUR = "armour"


class Kind(Code):
    """Kinds of ground unit; the short word is that of chart files."""

    SQUAD = "squad"
    TRUCK = "truck"
    TANK = "tank"
    GUN = "gun"
    LIGHT_AA = "light AA gun", "light_aa"
    QUAD_AA = "quad AA gun", "quad_aa"
    AA_TRACK = "AA track", "aa_track"
    HEAVY_AA = "heavy AA gun", "heavy_aa"
    DUMMY = "dummy counter", "dummy"


KINDS = len(Kind)


class Gone(Code):
    """The places of a ground unit: on the map, or the reason why it is gone."""

    NO = "on the map", Tone.GOOD
    AIR = "eliminated from the air", Tone.LOST
    GROUND = "eliminated on the ground", Tone.LOST
    ARTILLERY = "eliminated by artillery", Tone.LOST
    EXIT = "got away", Tone.SPENT
    SEEN = "seen to be a dummy", Tone.SPENT


class Type(Code):
    """Types of aircraft (7.21)."""

    FB = "fighter-bomber", "FB"
    STUKA = "dive bomber", "Stuka"


class Status(Code):
    """The places of an aircraft (7.21, 7.24)."""

    NONE = "none", Tone.NONE
    FLYING = "flying", Tone.GOOD
    RECALLED = "recalled", Tone.SPENT
    DOWN = "shot down", Tone.LOST
    LEFT = "left the map", Tone.SPENT


class Armed(Code):
    """Aircraft of a dogfight with and without bombs."""

    NONE = "none"
    FB = "FB"
    FB_BOMBS = "FB with bombs", "FB+bombs"
    STUKA = "Stuka"
    STUKA_BOMBS = "Stuka with bombs", "Stuka+bombs"


class Moment(Code):
    """The moments of a movement phase at which aircraft attack (7.4)."""

    BEFORE = "before anything moves"
    MOVING = "while units move"
    AFTER = "after the movement"


class Style(Code):
    """Ways to attack (7.401 to 7.403)."""

    STRAFE = "run"
    DIVE = "dive"


class Level(Code):
    """Levels of the result (ours)."""

    DEFEAT = "defeat", Tone.BAD
    DRAW = "draw", Tone.FAIR
    VICTORY = "victory", Tone.GOOD
    DECISIVE = "decisive victory", Tone.GOOD


# === dice ===


class Modifier(Code):
    """Sources of a modifier of a roll (7.221, 7.3, 7.41, 7.42)."""

    SMOKE = "smoke"
    TERRAIN = "terrain"
    ENTRENCHED = "entrenched"
    OWN_UNITS = "own units near"
    MIST = "mist"
    VEHICLE = "vehicle"
    MOVED = "moving"
    CONVOY = "convoy"
    ATTACKED = "attacked already"
    SHOWN = "not concealed"
    AIRCRAFT = "aircraft"
    RESULT = "result"
    STUKA = "Stuka"
    BOMBS = "bombs"
    DAMAGE = "damage"
    TARGET_DAMAGED = "damaged target"
    TARGET_STUKA = "target no FB"
    TARGET_BOMBS = "target with bombs"


class About(Code):
    """The thing that a roll is for."""

    BATTLE = 0
    SIDE = 1
    UNIT = 2
    PLANE = 3


PLANE_SUBJECT = UNITS
"""Subject of the first aircraft; the ground units come before."""
SIDE_SUBJECT = UNITS + PLANES
"""Subject of the first side."""
BATTERY_SUBJECT = SIDE_SUBJECT + len(Side)
ROLL_SUBJECTS = BATTERY_SUBJECT + 1
"""Subjects of rolls: units, aircraft, sides, and the battery."""


def unit_words(unit: int) -> str:
    """Return a ground unit in words: "counter 3", "own unit 2"."""
    return f"counter {unit + 1}" if unit < COUNTERS else f"own unit {unit - COUNTERS + 1}"


def plane_words(plane: int) -> str:
    """Return an aircraft in words: "enemy aircraft 2"."""
    return f"{'own' if plane < SIDE_PLANES else 'enemy'} aircraft {plane % SIDE_PLANES + 1}"


def hex_words(place: int) -> str:
    """Return the name of a hex: "C4"."""
    return f"{chr(ord('A') + place // ROWS)}{place % ROWS + 1}"


def piece_words(subject: int) -> str:
    """Return the thing that a roll is for in words."""
    if subject < PLANE_SUBJECT:
        return unit_words(subject)
    if subject < SIDE_SUBJECT:
        return plane_words(subject - PLANE_SUBJECT)
    return "the battery" if subject == BATTERY_SUBJECT else Side(subject - SIDE_SUBJECT).word


roll_of_unit = partial(roll, About.UNIT, of=" of {who}", who=piece_words)
roll_of_plane = partial(roll, About.PLANE, of=" of {who}", who=piece_words)
roll_of_side = partial(roll, About.SIDE, of=" of {who}", who=piece_words)
roll_of_battle = partial(roll, About.BATTLE, who=piece_words)


class Chart(RollCode):
    """The rolls."""

    SCENARIO = roll_of_battle(len(Scenario) - 1, title="Scenario", printed="", is_planned=False)
    HIDDEN = roll_of_battle(COUNTERS, title="Face-down counter", printed="", is_planned=False)
    ARRIVAL = roll_of_side(6, title="Arrival", printed="7.2", result=("they do not come", "they come"))
    NUMBER = roll_of_side(6, title="Number of aircraft", printed="7.21", result=int)
    ARMAMENT = roll_of_side(6, title="Armament", printed="7.21", result=("no bombs", "bombs"))
    RALLY = roll_of_unit(6, 6, title="Rally", printed="", result=("it stays broken", "it rallies"))
    FIRE = roll_of_unit(6, 6, title="Fire", printed="", target=unit_words, of=" of {who} at {target}")
    MORALE = roll_of_unit(6, 6, title="Morale check", printed="", result=("it holds", "pinned", "broken"))
    PIN = roll_of_unit(6, 6, title="Pin check", printed="7.25", result=("it holds", "pinned"))
    BURN = roll_of_unit(6, title="Fire in the wreck", printed="", result=("it does not burn", "it burns"))
    HEAVY = roll_of_unit(6, 6, title="Heavy AA fire", printed="7.52", result=("a miss", "a hit", "a deadly hit"))
    LOT = roll_of_unit(SIDE_PLANES, title="Lot for the target", printed="7.52", thrown="a lot")
    SIGHTING = roll_of_plane(6, 6, title="Sighting check", printed="7.3", result=("failed", "passed", "mistaken"))
    LIGHT_AA = roll_of_unit(
        6, 6, title="Light AA fire", printed="7.511", result=("a miss", "a hit", "a deadly hit"), target=plane_words,
        of=" of {who} at {target}",
    )  # fmt: skip
    UNLIKELY = roll_of_unit(6, title="Unlikely hit", printed="7.512", result=("a miss", "a hit", "a deadly hit"))
    GUNS = roll_of_plane(6, 6, title="Guns", printed="7.41")
    TO_HIT = roll_of_plane(6, 6, title="Bombs", printed="7.42")
    EFFECT = roll_of_plane(6, 6, title="Effect of the bombs", printed="7.421")
    KILL = roll(About.UNIT, 6, 6, title="Kill roll", printed="7.41", who=piece_words)
    AIR = roll_of_plane(
        6, 6, title="Aerial combat", printed="7.221", result=("a miss", "a hit", "a deadly hit"), target=plane_words,
        of=" of {who} at {target}",
    )  # fmt: skip
    CONTACT = roll_of_battle(6, 6, title="Contact with the battery", printed="7.6", result=("none", "made"))
    CARD = roll_of_battle(
        6, title="Access to the battery", printed="7.6", result=("denied", "allowed"), thrown="a card", is_drawn=True
    )
    ACCURACY = roll_of_battle(6, title="Accuracy of the shells", printed="7.62", result=("off the aim", "on the aim"))
    DIRECTION = roll_of_battle(6, title="Direction of the shells", printed="7.62")
    DISTANCE = roll_of_battle(6, title="Distance of the shells", printed="7.62")
    SHELLS = roll_of_battle(6, 6, title="Fire for effect", printed="7.62")
    SIDESTEP = roll_of_unit(2, title="Way round an obstacle", printed="")


CHARTS = len(Chart)

# === decisions and actions ===


class Decision(ExplainedCode):
    """Decisions of the player, in the order of play."""

    OVER = "nothing: the battle is over"
    OBSERVE = (
        "whether the observation aircraft aims the battery",
        "It looks for a hex as an attacking aircraft does. The shells fall in a later turn, own units included (7.61).",
    )
    BATTERY = (
        "what the battery does",
        "Fire now, bring the shells to the aim first, or end the mission. A mission is two fires (7.62).",
    )
    JETTISON = (
        "whether {piece} drops its bombs",
        "Without bombs it fights better; they are gone for the ground (7.225).",
    )
    ENGAGE = (
        "whether {piece} enters aerial combat",
        "All enemy aircraft are then in the melee. It does not attack the ground before it is free again (7.22).",
    )
    ATTACK = (
        "what {piece} attacks",
        "Each aircraft attacks once in a turn. Vehicles at rest are easier to bomb, moving infantry to strafe (7.4).",
    )
    STYLE = "how {piece} attacks", "A dive is exact and brings the bombs; a run can cover four hexes (7.403)."
    APPROACH = (
        "from where {piece} comes",
        "The line of flight: what lies before the target hides it, what lies behind it can be strafed (7.25, 7.401).",
    )
    DUMMY = "whether {piece} goes on", "Only dummies lie there: it can look for another target, or end its turn (7.25)."
    FIRE = (
        "what {piece} fires",
        "Guns, bombs on each unit, bombs on the area, or nothing; a second attack on the first hex is exact (7.402).",
    )
    TARGET = "at whom {piece} fires", "A target is named before any fire (7.221)."
    AGAIN = "whether {piece} fires again", "A low coloured die keeps the rate of fire (7.222)."
    RECALL = (
        "whether {piece} goes on fighting",
        "Recall takes it out of the battle for good; out of the melee it can attack the ground again (7.224).",
    )


class Act(Verb):
    """Actions by their index, with their words and the decisions that each can answer."""

    TARGET = (
        "Counter {n}",
        "the hex of this counter",
        Argument("counter", 1, COUNTERS, "units"),
        Decision.OBSERVE,
        Decision.ATTACK,
    )
    HOLD = "Hold", "nothing now", Decision.OBSERVE, Decision.ATTACK
    LEAVE = "Leave the map", "it does not come back (7.21)", Decision.ATTACK
    FROM_N = "From the north", "the grain along which it flies (7.25)", Decision.APPROACH
    FROM_NE = "From the north-east", "the grain along which it flies (7.25)", Decision.APPROACH
    FROM_SE = "From the south-east", "the grain along which it flies (7.25)", Decision.APPROACH
    FROM_S = "From the south", "the grain along which it flies (7.25)", Decision.APPROACH
    FROM_SW = "From the south-west", "the grain along which it flies (7.25)", Decision.APPROACH
    FROM_NW = "From the north-west", "the grain along which it flies (7.25)", Decision.APPROACH
    DIVE = "Dive", "a point attack with bombs (7.403)", Decision.STYLE
    STRAFE = "Strafing run", "guns along the grain (7.401)", Decision.STYLE
    MG = "Guns", "at the hex ahead (7.41)", Decision.FIRE
    BOMB = "Bombs", "on each unit of the hex ahead (7.42)", Decision.FIRE
    AREA = "Bombs on the area", "easier, half as strong (7.422)", Decision.FIRE
    POINT_MG = "Guns at the first hex", "point attack (7.402)", Decision.FIRE
    POINT_BOMB = "Bombs at the first hex", "point attack, exact (7.402)", Decision.FIRE
    POINT_AREA = "Bombs on the area of the first hex", "point attack (7.402)", Decision.FIRE
    SKIP = "Hold fire", "nothing at this hex", Decision.FIRE
    GO_ON = "Look for another target", "the dummies are removed (7.25)", Decision.DUMMY
    STOP = "End its turn", "the dummies stay", Decision.DUMMY
    KEEP = "Keep the bombs", "they are for the ground", Decision.JETTISON
    DROP = "Drop the bombs", "they are gone (7.225)", Decision.JETTISON
    JOIN = "Join combat", "all enemy aircraft are in it (7.22)", Decision.ENGAGE
    STAY_OUT = "Stay out of combat", "it attacks the ground (7.22)", Decision.ENGAGE
    PLANE = (
        "Enemy aircraft {n}",
        "fire at it (7.221)",
        Argument("aircraft", 1, SIDE_PLANES, "planes", SIDE_PLANES),
        Decision.TARGET,
        Decision.AGAIN,
    )
    HOLD_FIRE = "Fire no more", "it fires no more in this round", Decision.AGAIN
    STAY = "Stay in the melee", "it fights on (7.22)", Decision.RECALL
    RECALL = "Accept recall", "it is out of the battle (7.224)", Decision.RECALL
    FREE = "Leave the melee", "it stays over the map (7.22)", Decision.RECALL
    FIRE_FOR_EFFECT = "Fire for effect", "on the hex and those around it (7.62)", Decision.BATTERY
    CORRECT = "Correct the fire", "the shells go to the aim (7.62)", Decision.BATTERY
    CANCEL = "End the mission", "no more shells fall on this aim (7.62)", Decision.BATTERY


ACTS = Catalogue(Act)
ACTIONS = len(ACTS.actions)
"""Size of the action space."""


class Phase(Code):
    """Steps of the sequence of play: the next step when no decision is open."""

    OVER = 0
    TURN = 1
    OBSERVE = 2
    PREPARE = 3
    JETTISON = 4
    MOVE = 5
    ATTACKS = 6
    STYLE = 7
    APPROACH = 8
    CHECK = 9
    DUMMY = 10
    RUN = 11
    RUN_FIRE = 12
    DIVE = 13
    OVER_TARGET = 14
    PULL_OUT = 15
    AFTER_ATTACKS = 16
    ENGAGE = 17
    TARGETS = 18
    SHOOT = 19
    SHOOT_AGAIN = 20
    RECALLS = 21
    TURN_ENDS = 22


# === the journal ===

COMING, ATTACKS, COMBAT, GROUND = "Arrival", "Attacks from the air", "Aerial combat", "On the ground"
"""Headings of a debrief."""


class Entry(EntryCode):
    """Kinds of entry."""

    ROLL = entry("{roll}.")
    MODIFIER = entry("{modifier} on {roll}.", silent=True)
    CHOICE = entry("The choice: {choice}.", look=Look.CHOICE)
    TURN = entry("Turn {turn}, {side}.", turn=int, side=("your half", "the enemy's half"), look=Look.MILESTONE)
    CAME = entry("{Who}: {came} aircraft over the map.", came=int, who=piece_words, section=COMING, is_event=True)
    ATTACK = entry("{Plane} goes for {hex}.", plane=plane_words, hex=hex_words, section=ATTACKS)
    COURSE = entry("{Plane} comes from the {course}.", plane=plane_words, course=Direction, section=ATTACKS)
    SIGHTED = entry("{Unit} is seen: {kind}.", unit=unit_words, kind=Kind, section=ATTACKS)
    MISTAKEN = entry(
        "{Plane} attacks {unit} by mistake.", plane=plane_words, unit=unit_words, look=Look.LOSS, section=ATTACKS
    )
    DUMMY = entry("{Unit} is a dummy and goes.", unit=unit_words, section=ATTACKS)
    STRAFES = entry("{Plane} strafes {hex}.", plane=plane_words, hex=hex_words, section=ATTACKS)
    BOMBS = entry("{Plane} bombs {hex}.", plane=plane_words, hex=hex_words, section=ATTACKS)
    DUD = entry("The bombs of {plane} do not go off.", plane=plane_words, section=ATTACKS)
    LOST_STEP = entry("{Unit} loses {steps}.", unit=unit_words, steps=counted("step"), section=GROUND)
    ELIMINATED = entry("{Unit} is {gone}.", unit=unit_words, gone=Gone, section=GROUND, is_event=True)
    BURNS = entry("Smoke stands in {hex}.", hex=hex_words, section=GROUND)
    BROKEN = entry("{Unit} is broken.", unit=unit_words, section=GROUND)
    PINNED = entry("{Unit} is pinned.", unit=unit_words, section=GROUND)
    RALLIED = entry("{Unit} is in order again.", unit=unit_words, section=GROUND)
    RETREATS = entry("{Unit} retreats to {hex}.", unit=unit_words, hex=hex_words, section=GROUND)
    IMMOBILE = entry("{Unit} is immobile.", unit=unit_words, section=GROUND)
    SHOWN = entry("{Unit} is seen from the ground.", unit=unit_words, section=GROUND)
    CONCEALED = entry("{Unit} is out of sight again.", unit=unit_words, section=GROUND)
    MOVED = entry("{Unit} moves to {hex}.", unit=unit_words, hex=hex_words, section=GROUND)
    GOAL = entry("{Hex} is now held by {side}.", hex=hex_words, side=Side, look=Look.MILESTONE, section=GROUND)
    DAMAGED = entry("{Plane} is damaged.", plane=plane_words, look=Look.LOSS, section=COMBAT)
    SHOT_DOWN = entry("{Plane} is shot down.", plane=plane_words, look=Look.LOSS, section=COMBAT)
    JAMMED = entry("The guns of {plane} are disabled.", plane=plane_words, look=Look.LOSS, section=COMBAT)
    GUNNER = entry("The rear gunner of {plane} hits {firer}.", plane=plane_words, firer=plane_words, section=COMBAT)
    JETTISONED = entry("{Plane} drops its bombs.", plane=plane_words, section=COMBAT)
    JOINED = entry("{Plane} enters the melee.", plane=plane_words, section=COMBAT, is_event=True)
    FREED = entry("{Plane} leaves the melee.", plane=plane_words, section=COMBAT)
    GONE = entry("{Plane} is {status}.", plane=plane_words, status=Status, section=COMBAT)
    AIMED = entry("The shells will fall on {hex}, {distance} off the aim.", hex=hex_words, distance=counted("hex"))
    SHELLED = entry("Shells fall on {hex}.", hex=hex_words, section=GROUND, is_event=True)
    RADIO_GONE = entry("The observation aircraft is recalled.", look=Look.LOSS, section=GROUND)
    OVER = entry("The battle is over.", look=Look.MILESTONE)
