"""The charts as the rules read them: one fixed record, each field with the table of a chart file that fills it.

A table of two dice is indexed by the total itself, a table of one die by the face; index 0 is unused. The rules clip
a total with modifiers to the lowest and the highest total of its table (ruling IQ206).
"""

from typing import Any

from stuka_env.charts.axes import ArrayPart, Die, Names, Parts, Periods, Places, die, labels
from stuka_env.charts.fields import At, Keys, beside, cells, chart_record, joined, rows_of, table
from stuka_env.charts.words import FREE_TEXT, STATEMENT, YES_NO, Word, exactly, number, one_of, several
from stuka_env.declared.records import Numbers, Record, Rows, int8, record
from stuka_env.games.interceptor.charts import words
from stuka_env.games.interceptor.codes import (
    BOMBERS,
    CARDS,
    ENEMIES,
    ENEMY_WEAPONS,
    MONTHS,
    MOST_LINES,
    WEAPONS,
    Health,
    Month,
    Weather,
)

SUM_TABLE = 13
"""Length of a table of 2d6."""
TENS_TABLE = 67
"""Length of B6, read as tens and ones."""
LOWEST_SUM, HIGHEST_SUM = 2, 12
B7_HIGH, B8_HIGH = 16, 16
"""Highest totals of B7 and B8; the lowest is 2."""
B12_HIGH = 12
"""Largest difference of B12 that the record holds; a larger one reads this cell."""
COLUMNS = 6
"""Firepower columns of a card (7.1.6)."""
UNITS = 24
"""Rows of the starting table, from 1 (4.1)."""
UNIT_MODELS = 5
"""Largest number of types in a starting row."""
PACKAGE = 8
"""Largest number of hits in a group damage package (7.1.6)."""
FATIGUE_TABLE = 25
"""Length of the tables by fatigue; the last cell serves 24 and more (10.3)."""
LADDER = len(words.LADDER_NAMES)
MOST_SPEED = 40
MOST_AMMUNITION = 12
MOST_FIREPOWER = 30
"""Largest number of one weapon on a mat."""
MOST_THRESHOLD = 9
"""Largest number of hits that a system of an aircraft takes."""
MOST_BOX = 7
"""Farthest box of an endurance track."""
MOST_MISSED = 60
"""Largest number of sorties that can be sat out."""
MOST_LEVEL = 7
"""Highest Prestige Level (8.2)."""

# Axes
MONTH, PERIOD = Names(words.MONTH_NAMES), Periods(words.MONTH_NAMES)
ZONE, TARGET_ZONE = Names(words.ZONE_NAMES), Names(words.TARGET_ZONE_NAMES)
MODEL, AIRCRAFT_SERIES, SKILL = Names(words.MODEL_NAMES), Names(words.SERIES_NAMES), Names(words.SKILL_NAMES)
BOMBER, FIGHTER = Names(words.BOMBER_NAMES, BOMBERS), Names(words.FIGHTER_NAMES, ENEMIES)
AIM, RANGE, QUALITY = Names(words.AIM_NAMES), Names(words.RANGE_NAMES), Names(words.QUALITY_NAMES)
CARD = Names({str(number): number - 1 for number in range(1, CARDS + 1)})
LEARNED_MANEUVER, MANEUVER = Names(words.LEARNED_NAMES), Keys(tuple(words.MANEUVER_NAMES))
UNIT = Names({str(row): row for row in range(1, UNITS)})
FORMATION = Names({"out of formation": 0, "in formation": 1})
D6, TWO_DICE = die(6), die(HIGHEST_SUM, LOWEST_SUM, from_zero=True)
W1_DICE = die(HIGHEST_SUM, LOWEST_SUM, 0)
B7_DICE, B8_DICE = die(HIGHEST_SUM, LOWEST_SUM, 0, B7_HIGH), die(HIGHEST_SUM, LOWEST_SUM, 0, B8_HIGH)
"""Dice with modifiers, and the totals that the record holds."""
TENS_AND_ONES = Die(tuple(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)), 11, TENS_TABLE - 1)
DIFFERENCE = Die((0, 1), 0, B12_HIGH)
FATIGUE = Die((0, 1), 0, FATIGUE_TABLE - 1)

# Vocabularies
DRM, FACE, LOST = number(-9, 9), number(0, 6), number(0, 9)
COUNT, POINTS, GAINED = number(0, 120), number(0, 30), number(0, 4)
ANY_SPEED, THRESHOLD, ENGINE_COUNT = number(1, MOST_SPEED), number(1, MOST_THRESHOLD), number(1, 2)
CHANCES, GROUP_FIREPOWER = number(0, 10), number(1, MOST_FIREPOWER)
SPEED_LOST = number(0, MOST_SPEED)
WOUND, BOMBER_SYSTEM = one_of(words.WOUND_NAMES), one_of(words.BOMBER_SYSTEMS)
MONTH_NAME = one_of(words.MONTH_NAMES)
SIX = exactly(6)

GUN_PARTS = Parts(
    (
        ArrayPart("name", words.GUN, "never_jams"),
        ArrayPart("firepower", GROUP_FIREPOWER, "firepower"),
        ArrayPart("ammunition", words.ammunition(MOST_AMMUNITION), "ammunition"),
    )
)
ENEMY_GUN_PARTS = Parts((ArrayPart("name", FREE_TEXT), ArrayPart("firepower", GROUP_FIREPOWER, "")))
UNIT_PARTS = Parts(
    (
        ArrayPart("unit", FREE_TEXT),
        ArrayPart("base", FREE_TEXT),
        ArrayPart("zone", one_of(words.ZONE_NAMES), "zone"),
        ArrayPart("from", MONTH_NAME, "first_month"),
        ArrayPart("aircraft", several(words.MODEL_NAMES, UNIT_MODELS), "models"),
    )
)

ONE_DIE_MONTHS = (Month.APRIL_1943,)
"""Months whose raids are rolled with one die (6.1)."""
RAIDS = "Target of the raid and, in brackets, its target zone, by the dice"
WOUNDS_TOGETHER = "Wound that an old and a new wound make together"
ARMOUR = "Whether the engine ignores its first hit"


def _months(dice: int) -> Names:
    """Return the axis of the months whose raids are rolled with so many dice."""
    return Names(
        {name: month for name, month in words.MONTH_NAMES.items() if (month in ONE_DIE_MONTHS) == (dice == 1)}, MONTHS
    )


def _series_of(model: str) -> Word:
    """Return the vocabulary of the series of a type: the one that its name begins with."""
    return one_of({name: code for name, code in words.SERIES_NAMES.items() if model.startswith(name)})


@chart_record
class Card(Record):
    """One combat card (7.1.6). Its maneuver gives the fields without a table."""

    fire: Numbers = cells(  # hits, GROUP_DAMAGE or DESTROYED
        "cards: cards.*.fire", words.FIRE, "Fire, an entry for each column", Places(COLUMNS, 1)
    )
    jam: int = cells("cards: cards.*.jam", YES_NO, "Whether one weapon that fires jams")
    defensive_fire: int = cells("cards: cards.*.defensive_fire", words.HITS, "Random hits by a bomber or a rear gunner")
    maneuver: int = cells(  # for words
        "cards: cards.*.defence", one_of(words.MANEUVER_NAMES), "Defence: the name of a maneuver below"
    )
    avoid: int = int8()  # hits avoided; ALL
    improve: int = int8()  # positions gained
    agile_bonus: int = int8()  # further positions of an agile aircraft
    ends: int = int8()  # 1: the encounter ends
    help: int = cells("cards: cards.*.wingman", words.HELP, "Wingman text")
    help_firepower: int = beside("help")  # of the wingman's attack


@record
class Weapon(Record):
    """One weapon of a type: its firepower is 0 where there is none."""

    firepower: int = int8()
    ammunition: int = int8()  # points; UNLIMITED
    never_jams: int = int8()  # 1: an MG FF (7.1.6)


@chart_record
class ModelRow(Record):
    """One type of aircraft (3.1)."""

    series: int = cells("mats: mats.*.series", _series_of, "Series")
    first_month: int = cells("mats: mats.*.from", MONTH_NAME, "First month")
    speed: int = cells("mats: mats.*.speed", ANY_SPEED, "Speed")
    rockets: int = cells("mats: mats.*.rockets", YES_NO, "Whether it carries rockets; may be left out", optional=True)
    single: int = int8()  # 1 to 4: one of the single aircraft (9.8), its place among them; 0 else
    level: int = cells("r1_replacements: prestige", number(0, MOST_LEVEL), "Prestige Level that the type asks for")
    r1: int = cells(
        "r1_replacements: die", FACE, "Highest 1d6 of its series with which the type is available; 0 is never"
    )
    weapons: Rows[Weapon] = cells(
        "mats: mats.*.guns",
        FREE_TEXT,
        "Forward weapons: name, firepower of the group, points of ammunition (0: not counted)",
        Places(WEAPONS, 1),
        GUN_PARTS,
        kind=Weapon,
    )


class FrameRow(Record):
    """A type of aircraft: the hits that lose it by one of its parts."""

    engines: int
    wing: int
    airframe: int
    tail: int
    controls: int


class FighterRow(FrameRow):
    """A type of fighter, of either side."""

    agile: int
    armour: int


@chart_record
class SeriesRow(FighterRow):
    """Systems that all types of a series share."""

    agile: int = cells("mats: series.*.agile", YES_NO, "Whether the aircraft is agile")
    boost: int = cells("mats: series.*.boost", number(0, 1), "1 for an MW boost")
    armour: int = cells("mats: series.*.armour", YES_NO, ARMOUR)
    engines: int = cells("mats: series.*.engines", ENGINE_COUNT, "Engines")
    crew: int = cells("mats: series.*.crew", number(1, 2), "People aboard")
    rear: int = cells("mats: series.*.rear", YES_NO, "Whether it has rear guns")
    wing: int = cells("mats: series.*.wing", THRESHOLD, "Hits that lose the aircraft by a wing")
    airframe: int = cells("mats: series.*.airframe", THRESHOLD, "Hits that lose the aircraft by the airframe")
    tail: int = cells("mats: series.*.tail", THRESHOLD, "Hits that lose the aircraft by the tail")
    controls: int = cells("mats: series.*.controls", THRESHOLD, "Hits that lose the aircraft by the controls")
    boxes: int = cells("mats: series.*.boxes", number(1, MOST_BOX), "Last box of the endurance track that is not grey")


@chart_record
class BomberRow(FrameRow):
    """One type of bomber."""

    wing: int = cells(
        "b10_ranges: bombers.*.wing", THRESHOLD, "Hits that destroy the bomber by its wing, port or starboard"
    )
    airframe: int = cells("b10_ranges: bombers.*.airframe", THRESHOLD, "Hits that destroy the bomber by its airframe")
    tail: int = cells("b10_ranges: bombers.*.tail", THRESHOLD, "Hits that destroy the bomber by its tail")
    controls: int = cells("b10_ranges: bombers.*.controls", THRESHOLD, "Hits that destroy the bomber by its controls")
    engines: int = cells("b10_ranges: bombers.*.engines", exactly(4), "Engines")
    formation: int = cells(
        "b10_ranges: bombers.*.formation", YES_NO, "Whether the rule for B-17s in formation holds for this type"
    )
    defence: int = cells("b10_ranges: bombers.*.defence", DRM, "Added to every defensive fire of this type")
    bombs: int = cells("b10_ranges: bombers.*.bombs", YES_NO, "Whether it carries bombs")


@chart_record
class EnemyRow(FighterRow):
    """One type of enemy fighter."""

    speed: int = cells("mats: enemies.*.speed", ANY_SPEED, "Speed")
    agile: int = cells("mats: enemies.*.agile", YES_NO, "Whether the fighter is agile")
    armour: int = cells("mats: enemies.*.armour", YES_NO, ARMOUR)
    engines: int = cells("mats: enemies.*.engines", ENGINE_COUNT, "Engines")
    wing: int = cells("mats: enemies.*.wing", THRESHOLD, "Hits that lose the fighter by a wing")
    airframe: int = cells("mats: enemies.*.airframe", THRESHOLD, "Hits that lose the fighter by the airframe")
    tail: int = cells("mats: enemies.*.tail", THRESHOLD, "Hits that lose the fighter by the tail")
    controls: int = cells("mats: enemies.*.controls", THRESHOLD, "Hits that lose the fighter by the controls")
    firepower: Numbers = cells(  # of each weapon; 0 where there is none
        "mats: enemies.*.guns",
        FREE_TEXT,
        "Weapons: name and firepower of the group",
        Places(ENEMY_WEAPONS, 1),
        ENEMY_GUN_PARTS,
    )
    all_firepower: int = cells("mats: enemies.*.fp", number(1, 99), "Firepower: the sum of its weapons")


@record
class UnitRow(Record):
    """One row of the starting table (4.1)."""

    zone: int = int8()  # Zone
    first_month: int = int8()  # Month; -1 for no row
    models: Numbers = int8(shape=(UNIT_MODELS,))  # Model; -1 for none


@chart_record
class ManeuverRow(Record):
    """One advanced maneuver that is learned (10.6)."""

    avoid: int = cells("career: learned_maneuver.*.avoid", words.AVOID, "Hits that the learned maneuver avoids")
    improve: int = cells("career: learned_maneuver.*.improve", GAINED, "Positions that the learned maneuver gains")
    ends: int = cells("career: learned_maneuver.*.ends", YES_NO, "Whether the encounter ends")


@chart_record
class Charts(Record):
    """All charts, as the rules read them. Fields without a table combine several cells."""

    a1: Numbers = joined(  # TargetZone
        cells("a1_raids: raids.*", words.RAID, RAIDS, _months(2), TWO_DICE),
        cells("a1_raids: raids.*", words.RAID, RAIDS, _months(1), D6),
    )
    a1_dice: Numbers = int8(shape=(MONTHS,))  # dice rolled: 2, in April 1943 1
    # A3: Bomber and Enemy (NONE: no escort) by die; 1 in "rolls" where more than one thing is possible
    bomber: Numbers = cells(
        "a3_targets: bomber", words.shares(words.RAIDER_NAMES), "Type of the bombers, by 1d6", MONTH
    )
    bomber_rolls: Numbers = beside("bomber")
    yb40: Numbers = cells("a3_targets: yb40", words.YB40, "2d6 total that makes a B-17 a YB-40; 0 is no roll", MONTH)
    escort: Numbers = cells(
        "a3_targets: escort",
        words.shares(words.ESCORT_NAMES),
        "Escort of a raid on the target zone, by 1d6, an entry for each month",
        TARGET_ZONE,
        Places(MONTHS, MONTHS, tuple(words.MONTH_NAMES)),
    )
    escort_rolls: Numbers = beside("escort")
    sweep: Numbers = cells("a3_targets: sweep", words.shares(words.FIGHTER_NAMES), "Fighters of a sweep, by 1d6", MONTH)
    sweep_rolls: Numbers = beside("sweep")
    # B1: Meeting and Orientation
    b1: Numbers = cells(
        "b1_interception: result", words.MEETING, "What is met in a box, by 2d6 and period", PERIOD, TWO_DICE
    )
    b1_orientation: Numbers = beside("b1")
    columns: Numbers = cells(  # B2
        "b2_attack_results: columns",
        number(1, 99),
        "Lowest firepower of each column of a card",
        Places(COLUMNS, 1),
    )
    # B3: the package of a GP is in order, NONE after its end
    b3: Numbers = cells(
        "b3_bomber_damage: hit", BOMBER_SYSTEM, "System that a random hit strikes, by 2d6", AIM, TWO_DICE
    )
    package: Numbers = cells(
        "b3_bomber_damage: package", BOMBER_SYSTEM, "Hits of a GP, in order", AIM, Places(PACKAGE, 1)
    )
    # B4
    tank: Numbers = cells(
        "b4_damage: fuel_tank", one_of(words.TANK_NAMES), "What a hit on a fuel tank does, by 2d6", TWO_DICE
    )
    bomb_bay: Numbers = cells(  # 1: the bombs go off
        "b4_damage: bomb_bay", words.BAY, "Whether bombs aboard explode after a hit, by 2d6", TWO_DICE
    )
    blast: Numbers = cells(  # 1: 1d6 hits on the interceptor
        "b4_damage: blast", words.BLAST, "Hits on an interceptor close to exploding bombs, by 2d6", TWO_DICE
    )
    wound: Numbers = cells("b4_damage: wound", WOUND, "Severity of a wound, by 1d6", D6)
    wound_sum: Numbers = joined(  # Health of an old and a new wound; WELL + x is x
        cells(
            "b4_damage: wounds_add_up.LW + LW", WOUND, WOUNDS_TOGETHER, At(Health.LIGHT_WOUND), At(Health.LIGHT_WOUND)
        ),
        cells(
            "b4_damage: wounds_add_up.LW + SW", WOUND, WOUNDS_TOGETHER, At(Health.LIGHT_WOUND), At(Health.SERIOUS_WOUND)
        ),
        cells(
            "b4_damage: wounds_add_up.SW + SW",
            WOUND,
            WOUNDS_TOGETHER,
            At(Health.SERIOUS_WOUND),
            At(Health.SERIOUS_WOUND),
        ),
        shape=(len(Health), len(Health)),
    )
    bomber_crew: Numbers = cells(
        "b4_damage: crew", one_of(words.SEAT_NAMES), "Who is hit in the crew of a bomber, by 1d6", D6
    )
    engine_loss: int = cells("b4_damage: engine.damaged", SPEED_LOST, "Speed that a damaged engine costs")
    armoured_loss: Numbers = cells(
        "b4_damage: engine.armoured",
        SPEED_LOST,
        "Speed that hits on an engine cost once its armour is gone: none, one, two",
        Places(3, 3),
    )
    engine_out_loss: int = cells(
        "b4_damage: engine.one_of_two_out", SPEED_LOST, "Speed that one of two engines out costs"
    )
    engine_hits: int = cells("b4_damage: engine.out_after", number(1, 2), "Hits that put an engine out")
    armoured_hits: int = cells(  # ruling IQ120
        "b4_damage: engine.armoured_out_after", number(1, 3), "Hits that put an engine out once its armour is gone"
    )
    # B5
    skill_cost: Numbers = cells("b5_skills: cost", number(1, 30), "Points of Experience that the skill costs", SKILL)
    skill_who: Numbers = cells("b5_skills: who", words.PEOPLE, "Who may learn the skill", SKILL)  # 1: the Person may
    sorties_a_point: int = cells(
        "b5_skills: earning.sorties_a_point", number(1, 4), "Sorties flown that give a point of Experience"
    )
    sorties_a_point_led: int = cells(
        "b5_skills: earning.sorties_a_point_with_leadership",
        number(1, 4),
        "The same for wingman and gunner, if the pilot has Leadership",
    )
    officer_points: int = cells("b5_skills: earning.officer_starts_with", POINTS, "Points of an officer at the start")
    nco_points: int = cells("b5_skills: earning.nco_starts_with", POINTS, "Points of an NCO at the start")
    wingman_points: int = cells("b5_skills: earning.wingman_starts_with", POINTS, "Points of a new wingman")
    gunner_points: int = cells("b5_skills: earning.gunner_starts_with", POINTS, "Points of a new gunner")
    # B6: System by tens and ones
    b6: Numbers = cells(
        "b6_fighter_damage: hit",
        one_of(words.FIGHTER_SYSTEMS),
        "System that a hit strikes, by tens and ones",
        TENS_AND_ONES,
    )
    # B7: Touchdown
    b7: Numbers = cells("b7_landing: result", one_of(words.LANDING_NAMES), "Landing by the modified total", B7_DICE)
    landing_engine: int = cells(
        "b7_landing: modifier.engine_damaged", DRM, "Added for each damaged engine that still runs"
    )
    landing_engine_out: int = cells("b7_landing: modifier.engine_out", DRM, "Added for each engine that is out")
    landing_controls: int = cells("b7_landing: modifier.controls_damaged", DRM, "Added for damaged controls")
    landing_gear: int = cells("b7_landing: modifier.landing_gear", DRM, "Added for damaged landing gear")
    landing_wound: int = cells(
        "b7_landing: modifier.pilot_serious_wound", DRM, "Added for a serious wound of the pilot"
    )
    landing_forced: int = cells("b7_landing: modifier.forced", DRM, "Added for a forced landing")
    landing_skill: int = cells("b7_landing: modifier.skill_landing", DRM, "Added for the skill Landing; minus helps")
    landing_weather: Numbers = joined(
        cells("b7_landing: modifier.poor_weather", DRM, "Added in poor weather", At(Weather.POOR)),
        cells("b7_landing: modifier.bad_weather", DRM, "Added in bad weather", At(Weather.BAD)),
    )
    # B8: Health (WELL: safe)
    b8: Numbers = cells(
        "b8_parachute: result", one_of(words.JUMP_NAMES), "What becomes of the jumper, by the modified total", B8_DICE
    )
    jump_skill: int = cells("b8_parachute: modifier.skill_parachute", DRM, "Added for the skill Parachute; minus helps")
    jump_wound: int = cells("b8_parachute: modifier.serious_wound", DRM, "Added for a serious wound of the jumper")
    # B9
    b9: Numbers = cells(
        "b9_weather: weather", one_of(words.WEATHER_NAMES), "Weather at the landing field, by 2d6", TWO_DICE
    )
    # B10
    range_fire: Numbers = cells(
        "b10_ranges: fighter", DRM, "Random hits added to the interceptor's fire at a bomber, by range", RANGE
    )
    range_answer: Numbers = cells(
        "b10_ranges: bomber", DRM, "Random hits added to the bomber's defensive fire, by range", FORMATION, RANGE
    )
    bf_109_long: int = cells(
        "b10_ranges: other.bf109_long", DRM, "Added to defensive fire at long range against a Bf 109"
    )
    gunner_hit: int = cells("b10_ranges: other.gunner_hit", DRM, "Added to defensive fire for each gunner hit")
    burst_answer: int = cells(
        "b10_ranges: other.extended_burst", DRM, "Added to defensive fire in a round with an extended burst"
    )
    flak_minus: int = cells("b10_ranges: other.flak_minus", FACE, "Number taken off the die for flak hits")
    flak_from_box: int = cells(
        "b10_ranges: other.flak_from_box", number(1, MOST_BOX), "First box in which bombers have flak hits"
    )
    bombs_until_box: int = cells(
        "b10_ranges: other.bombs_until_box", number(0, MOST_BOX), "Last box in which bombers carry bombs"
    )
    bombers: Rows[BomberRow] = rows_of(BomberRow, BOMBER)  # UNKNOWN is empty
    # B12
    b12: Numbers = cells(
        "b12_initiative: positions", GAINED, "Positions that the higher total gains, by the difference", DIFFERENCE
    )
    initiative_agile: int = cells("b12_initiative: modifier.agile", DRM, "Added for an agile aircraft")
    initiative_boost: int = cells("b12_initiative: modifier.boost", DRM, "Added for an MW boost")
    initiative_ace: int = cells("b12_initiative: modifier.ace", DRM, "Added for a pilot who is an Ace")
    initiative_ace_wingman: int = cells(
        "b12_initiative: modifier.ace_wingman", DRM, "Added for a wingman who is an Ace"
    )
    initiative_awareness: int = cells("b12_initiative: modifier.skill_sa", DRM, "Added for S.A. of the pilot")
    initiative_awareness_gunner: int = cells(
        "b12_initiative: modifier.skill_sa_gunner", DRM, "Added for S.A. of the gunner"
    )
    initiative_maneuvers: int = cells("b12_initiative: modifier.skill_acm", DRM, "Added for A.C.M.")  # ruling IQ085
    # C1, C2, C3
    c1: Numbers = cells("c1_events: event", one_of(words.EVENT_NAMES), "Random event, by 2d6", TWO_DICE)
    c2: Numbers = cells(
        "c2_serious_wounds: missed", number(0, 40), "Sorties that a serious wound costs, by 2d6", TWO_DICE
    )
    c3: Numbers = cells(  # DESTROYED; NO_SHOT
        "c3_extended_burst: hits", words.BURST, "Random hits added to the aimed area, by 2d6", TWO_DICE
    )
    c3_jam: Numbers = cells(
        "c3_extended_burst: jam", one_of(words.JAM_NAMES), "Forward weapons that jam, by 2d6", TWO_DICE
    )
    burst_ammunition: int = cells(
        "c3_extended_burst: cost.ammo", number(1, MOST_AMMUNITION), "Points of ammunition that each weapon spends"
    )
    # W1: hits and WingmanFate
    w1: Numbers = cells(
        "w1_wingman: result", words.WINGMAN, "The wingman's attack on a bomber, by the modified total", W1_DICE
    )
    w1_fate: Numbers = beside("w1")
    w1_gunnery: int = cells("w1_wingman: modifier.skill_gunnery", DRM, "Added for the wingman's Gunnery; minus helps")
    w1_aim: int = cells("w1_wingman: modifier.skill_aim", DRM, "Added for the wingman's Aim; minus helps")
    cards: Rows[Card] = rows_of(Card, CARD)  # row 0 is card 1
    # Aircraft
    models: Rows[ModelRow] = rows_of(ModelRow, MODEL)
    series: Rows[SeriesRow] = rows_of(SeriesRow, AIRCRAFT_SERIES)
    track: Numbers = cells(
        "mats: track",
        number(0, MOST_BOX),
        "Box of each target zone on the endurance track of a base zone; 0 is off the track",
        ZONE,
        TARGET_ZONE,
    )
    enemies: Rows[EnemyRow] = rows_of(EnemyRow, FIGHTER)  # UNKNOWN and NONE are empty
    rocket_hits: Numbers = cells("mats: rocket_salvo", words.HITS, "Random hits of a rocket salvo, by 2d6", TWO_DICE)
    rocket_drag: int = cells("mats: rocket.drag", LOST, "Speed gained when the rockets are gone")
    rockets_break: int = cells("mats: rocket.breaks_formation", YES_NO, "Whether a hit breaks the formation")
    # Starting table (4.1): row 1 is the first; rows after units_rolled only by name
    units: Rows[UnitRow] = cells(
        "units: unit",
        FREE_TEXT,
        "Rows of the starting table: unit, base, base zone, first month, types to choose from",
        UNIT,
        UNIT_PARTS,
        kind=UnitRow,
    )
    units_rolled: int = int8()
    # Calendar and ladder
    lines: Numbers = int8(shape=(MONTHS,))  # sortie lines of a month
    ladder: Numbers = cells("career: ladder.*", COUNT, "Fewest bombers of the level", Names(words.LADDER_NAMES))
    # Repair (7.4.2)
    repair_free: int = cells(
        "career: repair.next_sortie_up_to", number(0, 30), "Most damaged systems that cost no sortie"
    )
    repair_sortie: int = cells(
        "career: repair.one_sortie_up_to", number(0, 30), "Most damaged systems that do not write it off"
    )
    # Dice of the text
    slip: int = cells("career: slip.up_to", FACE, "Highest die that gets away")
    disengage: int = cells(
        "career: disengage.advantaged_up_to", FACE, "Highest 1d6 with which the player disengages when advantaged"
    )
    enemy_disengage: int = cells("career: disengage.enemy_advantaged_up_to", FACE, "The same for the enemy")
    crash_base: int = cells("career: home_loss.base", CHANCES, "Chances in ten that a damaged enemy crashes")
    crash_engine_out: int = cells("career: home_loss.each_engine_out", CHANCES, "Further chances for each engine out")
    crash_one_short: int = cells(
        "career: home_loss.each_system_one_short",
        CHANCES,
        "Further chances for each system one hit short of its threshold",
    )
    crash_seen: int = cells("career: home_loss.seen_up_to", FACE, "Highest die with which a crash is seen")
    # Standard maneuvers (7.2.2.2), and the advanced ones that are learned (10.6), in the order of LEARNED
    tight_turn: int = cells("career: standard_maneuver.tight_turn", GAINED, "Positions that a tight turn gains")
    tight_turn_agile: int = cells(
        "career: standard_maneuver.tight_turn_agile", GAINED, "The same for an agile aircraft"
    )
    barrel_roll: int = cells("career: standard_maneuver.barrel_roll", LOST, "Hits that a barrel roll avoids")
    learned: Rows[ManeuverRow] = rows_of(ManeuverRow, LEARNED_MANEUVER)
    # Effects of skills (7.7)
    maneuvers_hits: int = cells("b5_skills: effect.acm_hits", LOST, "Random hits that A.C.M. takes off")
    sixth_sense_hits: int = cells(
        "b5_skills: effect.sixth_sense_hits", LOST, "Random hits that Sixth Sense makes of DE"
    )
    gunnery_hits: int = cells("b5_skills: effect.gunnery_hits", LOST, "Random hits that Gunnery adds")
    aim_hits: int = cells("b5_skills: effect.aim_hits", LOST, "Hits that Aim adds")
    tail_hits: int = cells("career: tail.hits", LOST, "Hits that the one who tails adds to his fire")  # 7.2.2.5
    # Awards (7.8)
    iron_cross_2_kills: int = cells("career: award.iron_cross_2_kills", COUNT, "Kills of the Iron Cross 2nd class")
    iron_cross_1_points: int = cells("career: award.iron_cross_1_points", COUNT, "Points of the Iron Cross 1st class")
    bomber_points: int = cells("career: award.points_bomber", LOST, "Points of a bomber")
    fighter_points: int = cells("career: award.points_fighter", LOST, "Points of a fighter")
    ace_kills: int = cells("career: award.ace_kills", COUNT, "Kills of an Ace")
    goblet_kills: int = cells("career: award.goblet_kills", COUNT, "Kills of the Honor Goblet")
    german_cross_kills: int = cells("career: award.german_cross_kills", COUNT, "Kills of the German Cross")
    cross_from: Numbers = cells(  # first kills of a die; of the Diamonds the kills
        "career: award.*",
        number(1, 300),
        "Kills from which the award can be earned",
        Names(words.CROSS_NAMES),
        wide=True,
    )
    cross_up_to: int = cells("career: award.knights_cross_up_to", FACE, "Highest modified die that earns one")
    clasp_flights: int = cells("career: award.clasp_flights", COUNT, "Flights of the Flight Clasp")
    silver_clasp_flights: int = cells("career: award.silver_clasp_flights", COUNT, "Flights of the Silver clasp")
    wound_classes: Numbers = cells(
        "career: award.*", number(1, 9), "Wounds of the class of the Wound Badge", Names(words.BADGE_NAMES)
    )
    award_level: Numbers = cells(
        "career: award_prestige.*", number(0, 3), "Prestige Points and Level of the award", Names(words.AWARD_NAMES)
    )
    # Prestige (8.1)
    cost_upgrade: int = cells(
        "career: prestige_cost.same_series", LOST, "Prestige Points for another type of the series"
    )
    cost_switch: int = cells("career: prestige_cost.other_series", LOST, "Prestige Points for a type of another series")
    cost_move: int = cells("career: prestige_cost.unit", LOST, "Prestige Points for another unit")
    cost_veteran: int = cells(
        "career: prestige_cost.crewman_with_two_points", LOST, "Prestige Points for a gunner with Experience"
    )
    veteran_points: int = cells(
        "career: replacement.veteran_points", POINTS, "Experience of the gunner that Prestige buys"
    )
    cost_spare: int = cells(
        "career: prestige_cost.aircraft_at_once", LOST, "Prestige Points for an aircraft in place of repairs"
    )
    cost_keep_gunner: int = cells(  # 9.4
        "career: prestige_cost.old_gunner", LOST, "Prestige Points for the old gunner after a serious wound"
    )
    # Sorties lost
    lost_switch: int = cells("career: sorties_lost.other_series", LOST, "Sorties that another series costs")
    lost_move: int = cells("career: sorties_lost.unit", LOST, "Sorties that another unit costs")
    lost_light_wound: int = cells("career: sorties_lost.light_wound", LOST, "Sorties that a light wound costs")
    lost_parachute: int = cells("career: sorties_lost.parachute", LOST, "Sorties that a jump costs")
    lost_forced_landing: int = cells("career: sorties_lost.forced_landing", LOST, "Sorties that a forced landing costs")
    lost_rough_landing: int = cells("career: sorties_lost.rough_landing", LOST, "Sorties that a rough landing costs")
    lost_award: int = cells(
        "career: sorties_lost.award_travel", LOST, "Sorties that the travel to Oakleaves, Swords, Diamonds costs"
    )
    lost_repair: int = cells(
        "career: sorties_lost.repair", LOST, "Sorties that repairs cost if they are not done by the next sortie"
    )
    # Promotion (7.9)
    promotion_up_to: int = cells("career: promotion.up_to", FACE, "Highest modified die that promotes")
    promotion_knights_cross: int = cells(
        "career: promotion.knights_cross", DRM, "Added with the Knight's Cross; minus helps"
    )
    promotion_ten_kills: int = cells(
        "career: promotion.ten_kills", DRM, "Added for every ten kills of the period; minus helps"
    )
    promotion_award: int = cells(
        "career: promotion.award", DRM, "Added for each award of the period that counts; minus helps"
    )
    promotion_months: Numbers = int8(shape=(MONTHS,))  # 1: tried after its last line
    scrounge_from: int = cells("career: scrounging.from", number(1, 7), "Lowest die that repairs; 7 is never")
    crewman_points: int = cells(
        "career: replacement.feldwebel_points", POINTS, "Experience of replacements under a Feldwebel"
    )
    # Options (10.3, 10.4)
    fatigue_flown: int = cells("career: fatigue.a_sortie", DRM, "Fatigue of a sortie flown")
    fatigue_rest: int = cells("career: fatigue.a_rest", DRM, "Fatigue of a sortie not flown")
    fatigue_jump: Numbers = cells("career: fatigue.parachute", DRM, "Added by fatigue: parachute", FATIGUE)
    fatigue_landing: Numbers = cells("career: fatigue.landing", DRM, "Added by fatigue: landing", FATIGUE)
    fatigue_initiative: Numbers = cells("career: fatigue.initiative", DRM, "Added by fatigue: initiative", FATIGUE)
    leave_lines: int = cells("career: fatigue.leave_sorties", number(1, MOST_LINES), "Sorties of the annual leave")
    quality: Numbers = cells(
        "career: quality", one_of(words.QUALITY_NAMES), "Quality of an enemy pilot, by 1d6", PERIOD, D6
    )
    quality_hits: Numbers = cells(
        "career: quality_effect.*.hits", DRM, "Random hits added to the fire of such a pilot", QUALITY
    )
    quality_initiative: Numbers = cells(
        "career: quality_effect.*.initiative", DRM, "Added to the initiative of such a pilot", QUALITY
    )


# Tables that fill no field


def _statements(place: str, meaning: str, *keys: str) -> Any:
    """Return a table of texts for people."""
    return table(place, STATEMENT, meaning, Names({key: number for number, key in enumerate(keys)}))


EFFECTS = (
    *("Wing", "Airframe", "Controls", "Tail", "Engine, in line", "Engine, radial of a fighter"),
    *("One of two engines out", "All engines out", "Fuel Tank leak", "Fuel Tank fire", "Fuel Tank explosion"),
    *("Oxygen", "Radio", "Boost", "Weapon", "Rear Guns", "Rockets", "IFF", "Landing Gear", "Gunner on a bomber"),
    *("Pilot and copilot both out", "Second hit on a system already out"),
)
RESULTS = ("number", "GP", "DE")
OTHER_TABLES = (
    table("a1_raids: zones", FREE_TEXT, "Target zones", labels(words.TARGET_ZONE_NAMES)),
    table("a3_targets: months", FREE_TEXT, "Months, in the order of the arrays below", labels(words.MONTH_NAMES)),
    _statements("b2_attack_results: meaning", "Meaning of a result on a card; the rules fix it", *RESULTS),
    _statements("b2_attack_results: range", "What range does to a result; the rules fix it", *RESULTS),
    _statements("b4_damage: effect", "Effect of a damaged system; the rules fix it", *EFFECTS),
    _statements("b7_landing: effect", "Effect of a landing; the rules fix it", "rough", "crash", "killed", "forced"),
    _statements("b8_parachute: effect", "Effect of a jump; the rules fix it", "safe"),
    table("b10_ranges: other.flak_die", SIX, "Sides of the die for flak hits"),
    table("cards: maneuvers.*.avoid", words.AVOID, "Hits that the maneuver avoids", MANEUVER),
    table("cards: maneuvers.*.improve", GAINED, "Positions that the maneuver gains", MANEUVER),
    table("cards: maneuvers.*.agile_bonus", GAINED, "Further positions that an agile aircraft gains", MANEUVER),
    table("cards: maneuvers.*.ends", YES_NO, "Whether the encounter ends", MANEUVER),
    table(
        "mats: mats.*.limited",
        YES_NO,
        "Whether there is only one such aircraft; may be left out",
        Names(words.SINGLE_NAMES),
        optional=True,
    ),
    table("career: sorties.a_month", number(1, MOST_LINES), "Sortie lines of a month"),
    table("career: sorties.april_1943", number(1, MOST_LINES), "Sortie lines of April 1943"),
    table("career: sorties.career", number(1, 92), "Sortie lines from March 1943 to February 1944"),
    table("career: slip.die", SIX, "Sides of the die for getting away from escorts"),
    table("career: home_loss.die", exactly(10), "Sides of the die for a crash on the way home"),
    table("career: home_loss.seen_die", SIX, "Sides of the die for a witness"),
    table("career: award.knights_cross_die", SIX, "Sides of the die for the Knight's Cross and its follow-on awards"),
    table("career: promotion.die", SIX, "Sides of the die for a promotion"),
    table("career: promotion.months", MONTH_NAME, "Months at whose end a promotion is tried", Places(MONTHS, 0)),
    table("career: scrounging.die", SIX, "Sides of the die of an Unteroffizier for repairs by the next sortie"),
)
