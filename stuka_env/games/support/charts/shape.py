"""The charts as the rules read them: one fixed record, each field with the table of a chart file that fills it."""

import re

from stuka_env.charts.axes import Names, Places, labels
from stuka_env.charts.fields import beside, cells, chart_record, rows_of, table
from stuka_env.charts.words import FREE_TEXT, YES_NO, CellValues, Word, exactly, number, one_of
from stuka_env.declared.records import Numbers, Record, Rows, int8
from stuka_env.games.support.codes import (
    COLUMNS,
    COUNTERS,
    GOALS,
    HEXES,
    KINDS,
    MOST_POINTS,
    OWN_UNITS,
    ROWS,
    TURNS,
    Class,
    Field,
    Kind,
    Level,
    Scenario,
    Season,
    Side,
    Terrain,
    Type,
    hex_words,
)

FAR = 99
"""Distance of a hex from which no way leads to a goal, and of hexes that do not see each other."""
FACE_DOWN = NO_KIND = -1
"""In place of a kind: it is drawn from the scenario's list."""
MOST_REDS = 2
"""Cards that deny, after which the battery is closed (S132)."""
FIRE_COLUMNS = 11
ERAS = 3
"""Columns of the tables by year."""

# Vocabularies
HEX_NAMES = {hex_words(place): place for place in range(HEXES)}
KIND_NAMES = Kind.by_short()
SIGNS = {terrain.short: int(terrain) for terrain in Terrain}
PLACED = re.compile(r"(\?|[a-z_]+) ([A-J][1-8])")


def _row_of_hexes(raw: object) -> CellValues | None:
    fits = isinstance(raw, str) and len(raw) == COLUMNS and set(raw) <= SIGNS.keys()
    return (tuple(SIGNS[sign] for sign in str(raw)),) if fits else None


def _placed_unit(raw: object) -> CellValues | None:
    match = PLACED.fullmatch(raw) if isinstance(raw, str) else None
    if match is None or match[1] not in KIND_NAMES and match[1] != "?":
        return None
    return KIND_NAMES.get(match[1], FACE_DOWN), HEX_NAMES[match[2]]


ROW_OF_HEXES = Word(f"{COLUMNS} signs of {' '.join(SIGNS)}", _row_of_hexes, (".=uowb....", "bwou=....."), ((COLUMNS,),))
PLACED_UNIT = Word(
    'a unit and its hex, such as "truck A5", or "? A5"', _placed_unit, ("? A1", "dummy J8"), ((), ()), is_name=True
)
A_HEX = one_of(HEX_NAMES)
DRM, TOTAL, FACE, POINTS = number(-6, 6), number(2, 12), number(0, 6), number(0, 40)
RANGE, WORTH, SCORE = number(0, 10), number(0, 9), number(-MOST_POINTS, MOST_POINTS)

# Axes
ERA = Names({"1939": 0, "1942": 1, "1944": 2})
KIND = Names({kind.short: int(kind) for kind in Kind})
TERRAIN = Names({terrain.name.lower(): int(terrain) for terrain in Terrain})
FIELD = Names({field.word: int(field) for field in Field})
SCENARIO = Names({one.short: int(one) for one in Scenario if one != Scenario.DRAWN})
SIDE = Names({"own": Side.PLAYER, "enemy": Side.ENEMY})
RISES = Names(Level.numbers("DEFEAT"))
TARGET = Names({"infantry": 0, "vehicle": 1, "area": 2})
TYPE_NAMES = Type.by_short()


@chart_record
class UnitRow(Record):
    """A kind of ground unit."""

    group: int = cells("units: unit.*.class", one_of(Class), "Class")
    morale: int = cells("units: unit.*.morale", number(0, 12), "Highest total that holds")
    fire: int = cells("units: unit.*.fire", POINTS, "Fire points on the ground")
    range: int = cells("units: unit.*.range", RANGE, "Range on the ground")
    move: int = cells("units: unit.*.move", number(0, 2), "Hexes a turn")
    points: int = cells("units: unit.*.points", WORTH, "Points when eliminated")
    steps: int = cells("units: unit.*.steps", number(1, 2), "Steps")
    armour: int = cells("units: unit.*.armour", number(0, 6), "Armour from above")
    bulk: int = cells("units: unit.*.size", number(0, 2), "Size, added to the number to hit")
    aa: int = cells("units: unit.*.aa", POINTS, "Anti-aircraft points")
    aa_range: int = cells("units: unit.*.aa_range", RANGE, "Normal anti-aircraft range")
    rate: int = cells("units: unit.*.rate", FACE, "Highest coloured die that keeps its fire")
    entrenched: int = cells("units: unit.*.entrenched", YES_NO, "Whether it is dug in")


@chart_record
class TerrainRow(Record):
    """A kind of terrain."""

    modifier: int = cells("terrain: terrain.*.modifier", DRM, "Modifier of fire")
    sighting: int = cells("terrain: terrain.*.sighting", DRM, "Modifier of the sighting check")
    obstacle: int = cells("terrain: terrain.*.obstacle", YES_NO, "Whether it hides the next hex, and blocks sight")
    open: int = cells("terrain: terrain.*.open", YES_NO, "Whether it is open ground")
    closed: int = cells("terrain: terrain.*.closed", YES_NO, "Whether vehicles keep out")


@chart_record
class ScenarioRow(Record):
    """A scenario."""

    year: int = cells("scenarios: scenario.*.era", one_of(ERA.index), "First year of its column")
    field: int = cells("scenarios: scenario.*.map", one_of(Field), "Map")
    types: Numbers = cells("scenarios: scenario.*.type.*", one_of(TYPE_NAMES), "Type of its aircraft", SIDE)
    support: Numbers = cells("scenarios: scenario.*.support.*", WORTH, "Air support number; 0 for none", SIDE)
    exponent: Numbers = cells("scenarios: scenario.*.exponent.*", FACE, "Highest die that brings bombs", SIDE)
    most: Numbers = cells("scenarios: scenario.*.most.*", number(1, 3), "Most aircraft", SIDE)
    mover: int = cells("scenarios: scenario.*.moves", one_of(SIDE.index), "The side that attacks")
    exits: int = cells("scenarios: scenario.*.exits", YES_NO, "Whether vehicles leave at the goal")
    convoy: int = cells("scenarios: scenario.*.convoy", YES_NO, "Whether trucks and AA tracks are a convoy")
    observation: int = cells("scenarios: scenario.*.observation", YES_NO, "Whether you have an observation aircraft")
    goals: Numbers = cells("scenarios: scenario.*.goal", A_HEX, "Goal hexes", Places(GOALS, 1))
    goal_count: int = int8()
    kinds: Numbers = cells("scenarios: scenario.*.enemy", PLACED_UNIT, "Units of the enemy", Places(COUNTERS, 1))
    hexes: Numbers = beside("kinds")
    count: int = int8()
    own_kinds: Numbers = cells("scenarios: scenario.*.own", PLACED_UNIT, "Your units", Places(OWN_UNITS, 1))
    own_hexes: Numbers = beside("own_kinds")
    own_count: int = int8()
    hidden: Numbers = cells(
        "scenarios: scenario.*.hidden", one_of(KIND_NAMES), "Kinds of the face-down counters", Places(COUNTERS, 1)
    )
    face_down: Numbers = int8(shape=(KINDS,))  # number of each kind among them
    terrain: Numbers = int8(shape=(HEXES,))
    obstacle: Numbers = int8(shape=(len(Season), HEXES))  # whether a hex is one in a season
    sight: Numbers = int8(shape=(len(Season), HEXES, HEXES))  # distances in sight on the ground, else FAR
    far: Numbers = int8(shape=(2, HEXES))  # distances to the goals on foot, and of vehicles
    levels: Numbers = cells("scenarios: scenario.*.levels.*", SCORE, "Lowest points of the level", RISES)


@chart_record
class Charts(Record):
    """All charts, as the rules read them. Fields without a table combine several cells."""

    scenarios: Rows[ScenarioRow] = rows_of(ScenarioRow, SCENARIO)  # row 0 is empty
    units: Rows[UnitRow] = rows_of(UnitRow, KIND)
    terrains: Rows[TerrainRow] = rows_of(TerrainRow, TERRAIN)
    rows_of_map: Numbers = cells("maps: map.*", ROW_OF_HEXES, "Rows from north to south", FIELD, Places(ROWS, ROWS))
    moving_in_open: int = cells("terrain: moving_in_open", DRM, "Fire from the air at infantry that moves in the open")
    orchard_in_winter: int = cells("terrain: orchard_in_winter", DRM, "Hindrance of an orchard out of season")
    dug_in: int = cells("terrain: entrenched", DRM, "Modifier of fire at entrenched units")
    # Sighting
    sighting_number: int = cells("sighting: number", TOTAL, "Highest total that sees the target")
    sighting_recall: int = cells("sighting: recall", TOTAL, "Original roll that recalls")
    mistaken: int = cells("sighting: mistaken", TOTAL, "Lowest total of a mistaken attack")
    near_range: int = cells("sighting: near_range", RANGE, "Range of own units that confuse")
    smoke: int = cells("sighting: modifier.smoke", DRM, "Smoke in the hex or before it")
    near_friend: int = cells("sighting: modifier.own_units", DRM, "An own unit near")
    mist: int = cells("sighting: modifier.mist", DRM, "Mist")
    vehicle: int = cells("sighting: modifier.vehicle", DRM, "A vehicle")
    moved: int = cells("sighting: modifier.moving", DRM, "A unit that has moved")
    convoy: int = cells("sighting: modifier.convoy", DRM, "A unit of a convoy")
    attacked: int = cells("sighting: modifier.attacked", DRM, "A unit attacked in this player turn")
    shown: int = cells("sighting: modifier.shown", DRM, "A unit that is not concealed")
    # Aircraft
    guns: Numbers = cells("aircraft: guns.FB", POINTS, "Fire points of a fighter-bomber", ERA)
    guns_stuka: int = cells("aircraft: guns.Stuka", POINTS, "Fire points of a dive bomber")
    aa_modifier: Numbers = cells("aircraft: aa.FB", DRM, "Added to light AA fire at a fighter-bomber", ERA)
    aa_stuka: int = cells("aircraft: aa.Stuka", DRM, "Added to light AA fire at a dive bomber")
    gun_kill: Numbers = cells("aircraft: gun_kill", number(0, 20), "Kill number of guns", ERA)
    from_above: int = cells("aircraft: from_above", DRM, "Added to kill numbers from above and behind")
    bomb: Numbers = cells("aircraft: bomb", POINTS, "Strength of the bombs", Names(TYPE_NAMES))
    bomb_kill: int = cells("aircraft: bomb_kill", number(0, 30), "Kill number of a direct hit")
    # Fire
    hit_near: Numbers = cells("fire: to_hit.near", TOTAL, "To hit at an aerial range of up to six hexes", TARGET)
    hit_far: Numbers = cells("fire: to_hit.far", TOTAL, "To hit at an aerial range of eight hexes", TARGET)
    hit_moving: int = cells("fire: to_hit.moving_vehicle", DRM, "A vehicle that moves")
    hit_concealed: int = cells("fire: to_hit.concealed", DRM, "A target that is concealed and not inspected")
    columns: Numbers = cells("fire: columns", POINTS, "Fire points of each column", Places(FIRE_COLUMNS, FIRE_COLUMNS))
    kill: int = cells("fire: result.kill", DRM, "Highest total less the column's place that eliminates")
    casualty: int = cells("fire: result.casualty", DRM, "The same: a step")
    check2: int = cells("fire: result.check_2", DRM, "The same: a morale check with +2")
    check1: int = cells("fire: result.check_1", DRM, "The same: a morale check with +1")
    check0: int = cells("fire: result.check_0", DRM, "The same: a morale check")
    pin: int = cells("fire: result.pin", DRM, "The same: a pin check")
    vehicle_kill: int = cells("fire: result.vehicle", DRM, "The same: a vehicle is eliminated; one more immobilises")
    burns: int = cells("fire: burns", FACE, "Highest die with which a wreck burns")
    # Anti-aircraft fire
    aa_margin: int = cells("aa: light.margin", DRM, "Totals from the number on that damage")
    unlikely_down: int = cells("aa: light.unlikely_down", FACE, "Highest die of an unlikely hit that shoots down")
    unlikely: int = cells("aa: light.unlikely", FACE, "Highest die of an unlikely hit that damages")
    heavy_down: int = cells("aa: heavy.down", TOTAL, "Highest total that shoots down")
    heavy_damage: int = cells("aa: heavy.damage", TOTAL, "Highest total that damages")
    # Aerial combat
    air_down: int = cells("dogfight: down", TOTAL, "Highest total that shoots down")
    air_damage: int = cells("dogfight: damage", TOTAL, "Total that damages")
    air_recall: int = cells("dogfight: recall", TOTAL, "Lowest total after which the target may go")
    gunner: int = cells("dogfight: gunner", TOTAL, "Original roll of the rear gunner")
    gunner_down: int = cells("dogfight: gunner_down", FACE, "Coloured die of a deadly rear gunner")
    jam: int = cells("dogfight: jam", TOTAL, "Original roll that disables the guns")
    air_rate: int = cells("dogfight: rate", FACE, "Highest coloured die that keeps the fire")
    air_rate_bombs: int = cells("dogfight: rate_with_bombs", FACE, "The same with bombs")
    firer_stuka: int = cells("dogfight: modifier.firer_stuka", DRM, "The firer is a dive bomber")
    firer_bombs: int = cells("dogfight: modifier.firer_bombs", DRM, "The firer has bombs")
    firer_damaged: int = cells("dogfight: modifier.firer_damaged", DRM, "The firer is damaged")
    target_damaged: int = cells("dogfight: modifier.target_damaged", DRM, "The target is damaged")
    target_stuka: int = cells("dogfight: modifier.target_stuka", DRM, "The target is no fighter-bomber")
    target_bombs: int = cells("dogfight: modifier.target_bombs", DRM, "The target has bombs")
    # The battery
    contact: int = cells("battery: contact", TOTAL, "Highest total of a contact")
    black: int = cells("battery: cards.black", number(0, 6), "Cards that allow")
    red: int = cells("battery: cards.red", number(0, 6), "Cards that deny")
    accurate: int = cells("battery: accurate", FACE, "Highest die of accurate shells")
    strength: int = cells("battery: strength.hex", POINTS, "Strength in the hex")
    around: int = cells("battery: strength.around", POINTS, "Strength in the hexes around it")
    # Ground forces and points
    start: int = cells("ground: start", number(1, TURNS), "First turn in which your attackers move without aircraft")
    armour_kill: int = cells("ground: armour_kill", TOTAL, "Highest total of a gun or tank that destroys armour")
    holds_fire: int = cells("ground: holds_fire", RANGE, "Range at which defenders fire at units at rest")
    plane_points: int = cells("victory: aircraft", WORTH, "Points of an aircraft shot down")
    goal_points: int = cells("victory: goal", WORTH, "Points of a goal hex")
    exit_points: int = cells("victory: exit", WORTH, "Points lost for a vehicle that gets away")


OTHER_TABLES = (
    table("scenarios: scenario.*.title", FREE_TEXT, "Title", SCENARIO),
    table("scenarios: turns", exactly(TURNS), "Game turns"),
    table("maps: columns", FREE_TEXT, "Columns from west to east", labels({"A-J": 0})),
)
"""Tables that fill no field."""
