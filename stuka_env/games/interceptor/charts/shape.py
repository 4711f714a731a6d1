"""The shape of the charts: one fixed record that the rules read, filled from the TOML files by the loader.

A table of two dice is indexed by the total itself, a table of one die by the face; index 0 is unused. The rules clip
a total with modifiers to the lowest and the highest total of its table (ruling IQ206).
"""

from stuka_env.games.interceptor.codes import (
    AWARDS,
    BOMBERS,
    CARDS,
    ENEMIES,
    ENEMY_WEAPONS,
    MODELS,
    MONTHS,
    PERSONS,
    SERIES,
    SKILLS,
    TARGET_ZONES,
    WEAPONS,
    ZONES,
    Aim,
    Health,
    Ladder,
    Quality,
    Range,
    Weather,
)
from stuka_env.records import Numbers, Record, Rows, int8, int16, nested, record

DIE_TABLE = 7
"""Length of a table of 1d6."""
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
LADDER = len(Ladder)
WOUND_CLASSES = 3
"""Classes of the Wound Badge: Black, Silver, Gold (7.8.1)."""
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


@record
class Card(Record):
    """One combat card (7.1.6)."""

    fire: Numbers = int8(shape=(COLUMNS,))  # hits, GROUP_DAMAGE or DESTROYED
    jam: int = int8()  # 1: a weapon jams
    defensive_fire: int = int8()
    maneuver: int = int8()  # Maneuver, for words
    avoid: int = int8()  # hits avoided; ALL
    improve: int = int8()  # positions gained
    agile_bonus: int = int8()  # further positions of an agile aircraft
    ends: int = int8()  # 1: the encounter ends
    help: int = int8()  # Help
    help_firepower: int = int8()  # firepower of the wingman's attack


@record
class Weapon(Record):
    """One weapon of a type: its firepower is 0 where there is none."""

    firepower: int = int8()
    ammunition: int = int8()  # points; UNLIMITED
    never_jams: int = int8()  # 1: an MG FF (7.1.6)


@record
class ModelRow(Record):
    """One type of aircraft (3.1)."""

    series: int = int8()  # Series
    first_month: int = int8()  # Month
    speed: int = int8()
    rockets: int = int8()  # 1: carries them
    single: int = int8()  # 1 to 4: one of the single aircraft (9.8), its place among them; 0 else
    level: int = int8()  # Prestige Level that R1 asks for
    r1: int = int8()  # R1: highest die on which it is available
    weapons: Rows[Weapon] = nested(Weapon, (WEAPONS,))


@record
class SeriesRow(Record):
    """Systems that all types of a series share."""

    agile: int = int8()
    boost: int = int8()  # 1: has an MW boost
    armour: int = int8()  # 1: the engine ignores its first hit
    engines: int = int8()
    crew: int = int8()  # seats
    rear: int = int8()  # 1: has a rear gun
    wing: int = int8()  # hits that lose the aircraft
    airframe: int = int8()
    tail: int = int8()
    controls: int = int8()
    boxes: int = int8()  # last box of the track that is not grey


@record
class BomberRow(Record):
    """One type of bomber."""

    wing: int = int8()  # hits that lose it
    airframe: int = int8()
    tail: int = int8()
    controls: int = int8()
    engines: int = int8()
    formation: int = int8()  # 1: the rule for boxes of B-17s holds
    defence: int = int8()  # added to its defensive fire
    bombs: int = int8()  # 1: carries bombs


@record
class EnemyRow(Record):
    """One type of enemy fighter."""

    speed: int = int8()
    agile: int = int8()
    armour: int = int8()
    engines: int = int8()
    wing: int = int8()
    airframe: int = int8()
    tail: int = int8()
    controls: int = int8()
    firepower: Numbers = int8(shape=(ENEMY_WEAPONS,))  # of each weapon; 0 where there is none


@record
class UnitRow(Record):
    """One row of the starting table (4.1)."""

    zone: int = int8()  # Zone
    first_month: int = int8()  # Month; -1 for no row
    models: Numbers = int8(shape=(UNIT_MODELS,))  # Model; -1 for none


@record
class ManeuverRow(Record):
    """One advanced maneuver that is learned (10.6)."""

    avoid: int = int8()  # hits avoided; ALL
    improve: int = int8()
    ends: int = int8()


@record
class Charts(Record):
    """All charts, as the rules read them."""

    # A1: TargetZone by month and total; dice rolled: 2, in April 1943 1
    a1: Numbers = int8(shape=(MONTHS, SUM_TABLE))
    a1_dice: Numbers = int8(shape=(MONTHS,))
    # A3: Bomber and Enemy (NONE: no escort) by die; 1 in "rolls" where more than one thing is possible
    bomber: Numbers = int8(shape=(MONTHS, DIE_TABLE))
    bomber_rolls: Numbers = int8(shape=(MONTHS,))
    yb40: Numbers = int8(shape=(MONTHS,))  # total that makes a B-17 a YB-40; 0 no roll
    escort: Numbers = int8(shape=(MONTHS, TARGET_ZONES, DIE_TABLE))
    escort_rolls: Numbers = int8(shape=(MONTHS, TARGET_ZONES))
    sweep: Numbers = int8(shape=(MONTHS, DIE_TABLE))
    sweep_rolls: Numbers = int8(shape=(MONTHS,))
    # B1: Meeting and Orientation by month (the loader spreads the periods) and total
    b1: Numbers = int8(shape=(MONTHS, SUM_TABLE))
    b1_orientation: Numbers = int8(shape=(MONTHS, SUM_TABLE))
    # B2: lowest firepower of each column of a card
    columns: Numbers = int8(shape=(COLUMNS,))
    # B3: System by Aim and total; the package of a GP, in order, NONE after its end
    b3: Numbers = int8(shape=(len(Aim), SUM_TABLE))
    package: Numbers = int8(shape=(len(Aim), PACKAGE))
    # B4
    tank: Numbers = int8(shape=(SUM_TABLE,))  # Tank
    bomb_bay: Numbers = int8(shape=(SUM_TABLE,))  # 1: the bombs go off
    blast: Numbers = int8(shape=(SUM_TABLE,))  # 1: 1d6 hits on the interceptor
    wound: Numbers = int8(shape=(DIE_TABLE,))  # Health
    wound_sum: Numbers = int8(shape=(len(Health), len(Health)))  # Health of an old and a new wound; WELL + x is x
    bomber_crew: Numbers = int8(shape=(DIE_TABLE,))  # Seat
    engine_loss: int = int8()  # speed lost by a damaged engine: 2 (7.4.1)
    armoured_loss: Numbers = int8(shape=(3,))  # the same by hits on an engine with armour: 0, 1, 2 (7.4.1)
    engine_out_loss: int = int8()  # speed lost by one of two engines out: 4 (7.4.1)
    engine_hits: int = int8()  # hits, after its armour, that put an engine out: 2; the mat's engine is damaged before
    armoured_hits: int = int8()  # the same for an engine that had armour: 3 (ruling IQ120)
    # B5
    skill_cost: Numbers = int8(shape=(SKILLS,))
    skill_who: Numbers = int8(shape=(SKILLS, PERSONS))  # 1: the Person may learn it
    sorties_a_point: int = int8()
    sorties_a_point_led: int = int8()  # with Leadership
    officer_points: int = int8()
    nco_points: int = int8()
    wingman_points: int = int8()
    gunner_points: int = int8()  # 0
    # B6: System by tens and ones
    b6: Numbers = int8(shape=(TENS_TABLE,))
    # B7: Touchdown by total, 2 to 16
    b7: Numbers = int8(shape=(B7_HIGH + 1,))
    landing_engine: int = int8()  # each damaged engine that is not out
    landing_engine_out: int = int8()  # each engine that is out
    landing_controls: int = int8()
    landing_gear: int = int8()
    landing_wound: int = int8()  # serious wound of the pilot
    landing_forced: int = int8()
    landing_skill: int = int8()
    landing_weather: Numbers = int8(shape=(len(Weather),))
    # B8: Health by total, 2 to 16 (WELL: safe)
    b8: Numbers = int8(shape=(B8_HIGH + 1,))
    jump_skill: int = int8()
    jump_wound: int = int8()  # serious wound of the jumper
    # B9: Weather by total
    b9: Numbers = int8(shape=(SUM_TABLE,))
    # B10
    range_fire: Numbers = int8(shape=(len(Range),))  # hits added to the interceptor's fire
    range_answer: Numbers = int8(shape=(2, len(Range)))  # to a bomber's; row 1 in formation
    bf_109_long: int = int8()  # to a bomber's at long range against a Bf 109
    gunner_hit: int = int8()  # to a bomber's for each gunner hit
    burst_answer: int = int8()  # to a bomber's in the round of an extended burst
    flak_minus: int = int8()
    flak_from_box: int = int8()
    bombs_until_box: int = int8()
    bombers: Rows[BomberRow] = nested(BomberRow, (BOMBERS,))  # by Bomber; UNKNOWN is empty
    # B12: positions by difference; modifiers
    b12: Numbers = int8(shape=(B12_HIGH + 1,))
    initiative_agile: int = int8()
    initiative_boost: int = int8()
    initiative_ace: int = int8()
    initiative_ace_wingman: int = int8()
    initiative_awareness: int = int8()
    initiative_awareness_gunner: int = int8()
    initiative_maneuvers: int = int8()  # A.C.M.: 0 (ruling IQ085)
    # C1, C2, C3
    c1: Numbers = int8(shape=(SUM_TABLE,))  # Event
    c2: Numbers = int8(shape=(SUM_TABLE,))  # sorties missed
    c3: Numbers = int8(shape=(SUM_TABLE,))  # extra hits; DESTROYED; NO_SHOT
    c3_jam: Numbers = int8(shape=(SUM_TABLE,))  # Jam
    burst_ammunition: int = int8()  # points each weapon spends
    # W1: hits and WingmanFate by total
    w1: Numbers = int8(shape=(SUM_TABLE,))
    w1_fate: Numbers = int8(shape=(SUM_TABLE,))
    w1_gunnery: int = int8()
    w1_aim: int = int8()
    # Cards: row 0 is card 1
    cards: Rows[Card] = nested(Card, (CARDS,))
    # Aircraft
    models: Rows[ModelRow] = nested(ModelRow, (MODELS,))
    series: Rows[SeriesRow] = nested(SeriesRow, (SERIES,))
    track: Numbers = int8(shape=(ZONES, TARGET_ZONES))  # box of a target zone by base zone; 0 off the track
    enemies: Rows[EnemyRow] = nested(EnemyRow, (ENEMIES,))  # by Enemy; UNKNOWN and NONE are empty
    rocket_hits: Numbers = int8(shape=(SUM_TABLE,))
    rocket_drag: int = int8()  # speed gained without them
    rockets_break: int = int8()  # 1: a hit breaks the formation
    # Starting table (4.1): row 1 is the first; rows after units_rolled only by name
    units: Rows[UnitRow] = nested(UnitRow, (UNITS,))
    units_rolled: int = int8()
    # Calendar and ladder
    lines: Numbers = int8(shape=(MONTHS,))  # sortie lines of a month
    ladder: Numbers = int8(shape=(LADDER,))  # lowest number of bombers of each level
    # Repair (7.4.2): most damaged systems that cost nothing, and that cost one sortie
    repair_free: int = int8()
    repair_sortie: int = int8()
    # Dice of the text: highest face that succeeds
    slip: int = int8()
    disengage: int = int8()
    enemy_disengage: int = int8()
    crash_base: int = int8()  # chances in ten that a damaged enemy crashes
    crash_engine_out: int = int8()
    crash_one_short: int = int8()
    crash_seen: int = int8()
    # Standard maneuvers (7.2.2.2), and the advanced ones that are learned (10.6), in the order of LEARNED
    tight_turn: int = int8()
    tight_turn_agile: int = int8()
    barrel_roll: int = int8()
    learned: Rows[ManeuverRow] = nested(ManeuverRow, (4,))
    # Effects of skills (7.7)
    maneuvers_hits: int = int8()  # hits that A.C.M. takes off: 1
    sixth_sense_hits: int = int8()  # hits that replace DESTROYED: 2
    gunnery_hits: int = int8()  # 1
    aim_hits: int = int8()  # 1
    tail_hits: int = int8()  # bonus of who tails: 1 (7.2.2.5)
    # Awards (7.8)
    iron_cross_2_kills: int = int8()
    iron_cross_1_points: int = int8()
    bomber_points: int = int8()
    fighter_points: int = int8()
    ace_kills: int = int8()
    goblet_kills: int = int8()
    german_cross_kills: int = int8()
    cross_from: Numbers = int16(shape=(4,))  # Knight's Cross, Oakleaves, Swords: first kills of a die; Diamonds: kills
    cross_up_to: int = int8()  # highest modified die that earns one: 1
    clasp_flights: int = int8()
    silver_clasp_flights: int = int8()
    wound_classes: Numbers = int8(shape=(WOUND_CLASSES,))  # wounds of the Black, Silver and Gold badge
    award_level: Numbers = int8(shape=(AWARDS,))  # Prestige that an award gives: 1; Silver clasp 0
    # Prestige (8.1)
    cost_upgrade: int = int8()
    cost_switch: int = int8()
    cost_move: int = int8()
    cost_veteran: int = int8()
    veteran_points: int = int8()  # Experience of a veteran gunner: 2
    cost_spare: int = int8()
    cost_keep_gunner: int = int8()  # 1 (9.4)
    # Sorties lost
    lost_switch: int = int8()
    lost_move: int = int8()
    lost_light_wound: int = int8()
    lost_parachute: int = int8()
    lost_forced_landing: int = int8()
    lost_rough_landing: int = int8()
    lost_award: int = int8()  # travel for Oakleaves, Swords, Diamonds
    lost_repair: int = int8()  # 4 or 5 systems
    # Promotion (7.9)
    promotion_up_to: int = int8()
    promotion_knights_cross: int = int8()
    promotion_ten_kills: int = int8()
    promotion_award: int = int8()
    promotion_months: Numbers = int8(shape=(MONTHS,))  # 1: tried after its last line
    scrounge_from: int = int8()  # lowest die with which an Unteroffizier has his aircraft repaired: 4
    crewman_points: int = int8()  # Experience of replacements under a Feldwebel: 4
    # Options (10.3, 10.4)
    fatigue_flown: int = int8()
    fatigue_rest: int = int8()
    fatigue_jump: Numbers = int8(shape=(FATIGUE_TABLE,))
    fatigue_landing: Numbers = int8(shape=(FATIGUE_TABLE,))
    fatigue_initiative: Numbers = int8(shape=(FATIGUE_TABLE,))
    leave_lines: int = int8()
    quality: Numbers = int8(shape=(MONTHS, DIE_TABLE))  # Quality
    quality_hits: Numbers = int8(shape=(len(Quality),))
    quality_initiative: Numbers = int8(shape=(len(Quality),))
