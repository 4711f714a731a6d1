"""The charts as the rules read them: one fixed record, each field with the table of a chart file that fills it.

A die table is indexed by the (modified) total itself; tables that a modifier can push off the printed chart carry the
lowest and highest total, and the rules clamp to them (ruling Q43).
"""

import re
from typing import Any

from stuka_env.charts.axes import Die, Names, die
from stuka_env.charts.fields import At, beside, cells, chart_record, joined, table
from stuka_env.charts.words import YES_NO, CellValues, Word, either, form, number, one_of, titled, words_of
from stuka_env.declared.codes import Code
from stuka_env.declared.records import Numbers, Record, int8, int16, record
from stuka_env.games.stuka.codes import (
    A2_HIGH,
    A2_LOW,
    A6_HIGH,
    C3_HIGH,
    C4_HIGH,
    C5_HIGH,
    CARDS,
    FULL_COVER,
    LARGEST_KETTE,
    SEATS,
    SLOTS,
    SMALLEST_KETTE,
    SYSTEMS,
    ZONES,
    AntiAircraft,
    BailOut,
    Duration,
    Effect,
    Evasion,
    Fighter,
    Model,
    Operation,
    Payload,
    Quality,
    Role,
    Sector,
    Segment,
    Size,
    Survival,
    System,
    Target,
    Touchdown,
    Visibility,
)

DIE = 11
"""Length of a table read with one D10 or D6: index = the die, 0 unused."""
MOST_STRESS = 6
"""Crew stress markers at which a person breaks (7.11)."""
STRESS = MOST_STRESS + 1
"""Length of a table by crew stress."""
MOST_WOUNDS = 2
"""Wounds that kill (7.10)."""

# What the mat holds, and therefore the most that a chart may say: the one source of both bounds.
LEVELS = 8
"""Levels of victory (8.4)."""
MOST_CARRIERS = 2
"""Aircraft of a formation with a special bomb (4.4)."""
MOST_FIGHTERS = 9
"""Fighters met at once, those of ambush cards included."""
MOST_AMBUSH = MOST_FIGHTERS - 1
"""Fighters that the ambush cards of a deck add up to: they join at least one."""
MOST_ANTI_AIRCRAFT = 4
"""Largest amount that the cards of a deck can add to the anti-aircraft die, or take off it."""
MOST_DRAWN = 2 * (ZONES - 1)
"""Event cards drawn in a mission: one in every zone but the target's, out and home."""
LOWEST_ATTACK, HIGHEST_ATTACK = -10, 12
"""All modifiers of one attack together (7.9)."""
FARTHEST = 2 * ZONES
"""Zones that an aircraft can fly."""
LONGEST_REPAIR, LONGEST_HOSPITAL, LONGEST_REPLACEMENT = 8, 6, 10
"""Spaces of the tracks of the Crew and Aircraft Management Chart (6)."""
MOST_MISSIONS = 10
"""Missions of a segment."""
PERFECT = 100
"""Best attack score; a ship sunk (7.8, 8.6)."""
MOST_KILLS, MOST_KILL_POINTS = 12, 15
"""Fighters shot down in a mission, and points for each (7.3.1)."""
MOST_LOSS_BONUS, MOST_CALM_BONUS = 10, 10
"""Points of a mission's bonuses (8.5.1)."""
MOST_MISSION_BONUS = MOST_LOSS_BONUS + MOST_CALM_BONUS
MOST_OPERATION_BONUS = {"losses": 14, "no_fly": 6}
MOST_CAMPAIGN_BONUS = {"losses": 28, "no_fly": 12}
"""Points of the bonuses of an operation and of the campaign, by what they are for (8.5.2, 8.5.3)."""
BEST_MISSION = PERFECT + MOST_KILLS * MOST_KILL_POINTS + MOST_MISSION_BONUS
BEST_OPERATION = BEST_MISSION + sum(MOST_OPERATION_BONUS.values())
BEST_CAMPAIGN = BEST_OPERATION + sum(MOST_CAMPAIGN_BONUS.values())
"""Best scores there can be; a segment's is a mission's."""
BEST_BONUS, SECOND_BONUS = 0, 1
"""Rows of a bonus for few losses: only the better of the two counts (8.5)."""
BONUS_POINTS = 0
"""Column of every bonus with its points; its other columns are the limits that earn it."""
CASUALTIES_LIMIT, DAMAGED_LIMIT, STRESS_LIMIT = 1, 2, 1
"""Limits of a mission's bonuses: people and aircraft in the bonus for few losses, markers in that for calm (8.5.1)."""
DESTROYED_LIMIT, KILLED_LIMIT, NO_FLY_LIMIT = 1, 2, 1
"""Limits of the bonuses of operations and the campaign: fewer losses than these, fewer No-Flys (8.5.2, 8.5.3)."""

SEGMENTS, OPERATIONS, TARGETS, SIZES = len(Segment), len(Operation), len(Target), len(Size)
QUALITIES, PAYLOADS, SECTORS = len(Quality), len(Payload), len(Sector)
MARITIME_COLUMN = SEGMENTS
"""Column of B1 used over the sea."""

# Names


def _named(code: Code) -> str:
    return code.name.lower()


OPERATION_NAMES, SEGMENT_INDEX, DURATION_NAMES = words_of(Operation), words_of(Segment), words_of(Duration)
MODEL_NAMES = words_of(Model, lambda model: model.name)
ROLE_NAMES = words_of(Role, lambda role: f"{role.name.title()}s")
QUALITY_NAMES = words_of(Quality, NOBODY=None)
SIZE_NAMES = words_of(Size, NONE=None)
TARGET_CLASSES = SIZE_NAMES | {"Ships": 0}
"""Columns of A3; ships stand apart from the sizes."""
TARGET_NAMES = words_of(Target, NONE=None, NO_FLY=None, MARITIME=None)
SHIP_NAMES = {name: code for name, code in TARGET_NAMES.items() if code >= Target.BATTLESHIP}
MISSION_NAMES = {name: code for name, code in words_of(Target, NONE=None).items() if name not in SHIP_NAMES}
PAYLOAD_NAMES = words_of(
    Payload, NONE=None, SC500_SC50="SC500 + 4 SC50", SC500_CLUSTER="SC500 + 4 cluster", STRAFING="Machine guns"
)
SPECIAL_NAMES = {name: PAYLOAD_NAMES[name] for name in ("SC1000", "SC1800")}
VISIBILITY_NAMES = words_of(Visibility, UNKNOWN=None)
ANTI_AIRCRAFT_NAMES = words_of(AntiAircraft, UNKNOWN=None)
FIGHTER_COLUMNS = SEGMENT_INDEX | {"Maritime": len(SEGMENT_INDEX)}
"""Columns of B1: the segments, and missions over the sea."""
ESCORT_ZONES = {f"Zone {zone}": zone for zone in range(1, ZONES + 1)}
FIGHTER_NAMES = words_of(Fighter, NONE=None)
SECTOR_NAMES = words_of(Sector, titled)
SYSTEM_NAMES = words_of(System, titled)
MARKED_SYSTEMS = {name: code for name, code in SYSTEM_NAMES.items() if code < SYSTEMS}
EVASION_NAMES = words_of(Evasion, _named, UNHURT="evaded", WOUNDED="evaded, wounded")
EFFECT_NAMES = Effect.numbers()

# Axes: each total of a key for a roll is a cell of its own
OPERATION, SEGMENT = Names(OPERATION_NAMES), Names(SEGMENT_INDEX)
CREW_ROLE, QUALITY = Names(ROLE_NAMES), Names(QUALITY_NAMES, QUALITIES)
TARGET, SHIP = Names(TARGET_NAMES, TARGETS), Names(SHIP_NAMES, TARGETS)
PAYLOAD, SIZE = Names(PAYLOAD_NAMES, PAYLOADS), Names(SIZE_NAMES, SIZES)
VISIBILITY, FIRE = Names(VISIBILITY_NAMES), Names(ANTI_AIRCRAFT_NAMES)
SECTOR = Names(SECTOR_NAMES, SECTORS)
RANK = Names({"best": BEST_BONUS, "second": SECOND_BONUS})
D6, D10, TWO_DICE = die(6, by_total=True), die(10, by_total=True), die(12, 2, by_total=True)
STRESS_MARKERS = die(MOST_STRESS, 0, by_total=True)


def _modified(sides: int, first: int, last: int) -> Die:
    """Return the axis of a die whose modified totals run from ``first`` to ``last``."""
    return die(sides, 1, first, last, by_total=True)


# Vocabularies
DRM, COUNT = number(-9, 9), number(0, 100)
FORMATION, PEOPLE_COUNT = number(SMALLEST_KETTE, SLOTS), number(0, SEATS)
SEGMENT_NAME, SIZE_NAME = one_of(SEGMENT_INDEX), one_of(SIZE_NAMES)
MISSIONS_PLAYED, REPAIR = number(1, MOST_MISSIONS), number(1, LONGEST_REPAIR)
POINTS = "Points of the bonus"
OF_TWO = f"{POINTS}; of best and second only the better counts"
FEWER_AIRCRAFT = "Fewer aircraft than this must have been destroyed"
FEWER_PEOPLE = "Fewer people than this must have been killed"
FEWER_NO_FLYS = "Fewer missions than this must have been No-Fly"


def _damage(raw: object) -> CellValues | None:
    """Parse a cell of C1: words joined by commas, in the order of the fields of :class:`DamageCell`."""
    if raw == "no effect":
        return (tuple(0 for _ in DAMAGE_PARTS),)
    if not isinstance(raw, str):
        return None
    amounts = [0] * len(DAMAGE_PARTS)
    for part in raw.split(","):
        place, amount = _damage_part(part.strip())
        if place < 0 or amounts[place]:
            return None
        amounts[place] = amount
    return (tuple(amounts),)


def _damage_part(part: str) -> tuple[int, int]:
    """Return place in the record and amount of one word of C1; place -1 for an unknown word."""
    for place, pattern in enumerate(DAMAGE_PARTS):
        match = re.fullmatch(pattern, part)
        if match:
            return place, int(match.group(1)) if match.groups() else 1
    return -1, 0


def damage_text(values: CellValues) -> str:
    """Return a cell of C1 as text."""
    (amounts,) = values
    assert isinstance(amounts, tuple)
    parts = zip(DAMAGE_PARTS, amounts, strict=True)
    return ", ".join(re.sub(r"\(.*\)", str(amount), part).replace("\\", "") for part, amount in parts if amount)


DAMAGE_PARTS = (
    "damage",
    r"\+([1-6]) CS",
    "range -([1-3])",
    "pilot wounded",
    "gunner wounded",
    "pilot KIA",
    "gunner KIA",
    *("destroyed", "explosion"),
)
"""The words of C1, in the order of the fields of :class:`DamageCell`."""
ATTACK_SCORE = either("a score from 0 to 100, or Miss", {"Miss": (0,)}, number(0, 100))
ESCORT = either(
    "fighters removed (0 to 9), Full Cover or No-Cover",
    {"No-Cover": (0,), "Full Cover": (FULL_COVER,)},
    number(0, 9),
)
FIGHTERS = either(
    "No Contact, or a number and a type such as '2 MiG-3' (" + ", ".join(FIGHTER_NAMES) + ")",
    {"No Contact": (0, int(Fighter.NONE))},
    form(
        r"([1-9]) (\S+)",
        int,
        FIGHTER_NAMES.get,
        samples=tuple(f"{count} {name}" for count in range(1, 10) for name in FIGHTER_NAMES),
    ),
)
ATTACK = either(
    "'no attack', or aircraft and hits such as '1 aircraft, 2 hits'",
    {"no attack": (0, 0)},
    form(
        "([1-9]|10) aircraft, ([1-9]) hits?(?: each)?",
        int,
        int,
        samples=tuple(
            f"{count} aircraft, {hits} hit{'s' * (hits > 1)}" for count in range(1, 11) for hits in range(1, 10)
        ),
    ),
)
EVASION = form(
    r"([a-z, ]+?)(?:, \+([1-6]) CS)?",
    EVASION_NAMES.get,
    int,
    samples=tuple(
        name + stress for name in EVASION_NAMES for stress in ("", *(f", +{count} CS" for count in range(1, 7)))
    ),
    expected="'evaded', 'evaded, wounded', 'captured' or 'killed', stress after it as ', +3 CS'",
)
WRECK = either(
    "'destroyed' or 'repair 1' to 'repair 8'",
    {"destroyed": (1, 0)},
    form("(repair) ([1-8])", {"repair": 0}.get, int, samples=tuple(f"repair {time}" for time in range(1, 9))),
)
DAMAGE = Word(
    "'no effect', or words joined by commas, none twice: damage, +1 CS to +6 CS, range -1 to range -3, pilot wounded, "
    "gunner wounded, pilot KIA, gunner KIA, destroyed, explosion",
    _damage,
    (
        *("no effect", "damage", "+1 CS", "+2 CS", "+6 CS", "range -1", "range -3", "pilot wounded", "gunner wounded"),
        *("pilot KIA", "gunner KIA", "destroyed", "explosion"),
        "damage, +6 CS, range -3, pilot wounded, gunner wounded, pilot KIA, gunner KIA, destroyed, explosion",
    ),
    spelled=damage_text,
)
BAIL_OUT, SURVIVAL = one_of(words_of(BailOut, _named)), one_of(words_of(Survival, _named))
TOUCHDOWN = one_of(words_of(Touchdown, SAFE="Safe Landing", FORCED="Forced Landing"))
GAMBLE = one_of({"pulls up": 0, "crash": 1})


def _loss_bonus(kind: str, most: int) -> Any:
    """Return the field of a bonus for few losses of operations or of the campaign."""
    return joined(
        cells(f"a5_victory: {kind}_bonus.*.points", number(0, most), OF_TWO, RANK, At(BONUS_POINTS)),
        cells(f"a5_victory: {kind}_bonus.*.destroyed_fewer_than", COUNT, FEWER_AIRCRAFT, RANK, At(DESTROYED_LIMIT)),
        cells(f"a5_victory: {kind}_bonus.*.killed_fewer_than", COUNT, FEWER_PEOPLE, RANK, At(KILLED_LIMIT)),
    )


def _no_fly_bonus(kind: str, most: int) -> Any:
    """Return the field of a bonus for few missions not flown."""
    return joined(
        cells(f"a5_victory: {kind}_bonus.no_fly.points", number(0, most), POINTS, At(BONUS_POINTS)),
        cells(f"a5_victory: {kind}_bonus.no_fly.fewer_than", COUNT, FEWER_NO_FLYS, At(NO_FLY_LIMIT)),
    )


@record
class DamageCell(Record):
    """One cell of C1."""

    marker: int = int8()  # 1: damage marker on the system of the row
    stress: int = int8()  # "+X CS"
    range_loss: int = int8()  # zones
    pilot_wound: int = int8()
    gunner_wound: int = int8()
    pilot_killed: int = int8()
    gunner_killed: int = int8()
    destroyed: int = int8()  # aircraft destroyed, the crew may bail out
    explosion: int = int8()  # fire, explosion or detonation: nobody gets out


@chart_record
class Charts(Record):
    """All charts, as the rules read them. Fields without a table are filled from several cells or a list."""

    # Operations and forces (4.5)
    first_segment: Numbers = cells(
        "operations: operations.*.first_segment", SEGMENT_NAME, "Segment that the operation opens with", OPERATION
    )
    segments: Numbers = cells(
        "operations: operations.*.segments", number(1, SEGMENTS), "Segments in the operation", OPERATION
    )
    aircraft: Numbers = cells("operations: operations.*.aircraft", FORMATION, "Aircraft at the start", OPERATION)
    model: Numbers = cells("operations: operations.*.model", one_of(MODEL_NAMES), "Model of the Ju-87 flown", OPERATION)
    range: Numbers = cells(  # 4.1, 7.10
        "operations: operations.*.range",
        number(1, FARTHEST),
        "Range of an aircraft in zones, out and home together",
        OPERATION,
    )
    largest: Numbers = cells(
        "operations: operations.*.largest_formation", FORMATION, "Most aircraft in a formation", OPERATION
    )
    smallest_staffel: int = cells(
        "operations: formations.smallest_staffel",
        number(LARGEST_KETTE + 1, SLOTS),
        "Fewest aircraft that make a Staffel; fewer are a Kette",
    )
    smallest_kette: Numbers = cells(  # ruling Q28
        "operations: operations.*.smallest_kette",
        number(SMALLEST_KETTE, LARGEST_KETTE),
        "Fewest aircraft in a formation if more could fly",
        OPERATION,
    )
    kette_zone: int = cells(
        "operations: formations.kette_zone", number(1, ZONES), "Farthest zone that a Kette is sent to"
    )
    force: Numbers = cells(
        "operations: force",
        PEOPLE_COUNT,
        "People at the start by role and level, when the operation is played alone or opens a campaign",
        OPERATION,
        CREW_ROLE,
        QUALITY,
    )
    missions: Numbers = cells(
        "operations: missions",
        MISSIONS_PLAYED,
        "Missions in each segment of a short and of a regular game",
        SEGMENT,
        Names(DURATION_NAMES),
    )
    promotion_missions: int = cells(
        "crew_quality: promotion.missions", MISSIONS_PLAYED, "Missions completed in a segment that promotion asks for"
    )
    # Levels (8.9)
    attack_drm: Numbers = cells(
        "crew_quality: modifiers.Attack", DRM, "Added to the pilot's attacks (A2), by level; minus helps", QUALITY
    )
    landing_drm: Numbers = cells(
        "crew_quality: modifiers.Landing", DRM, "Added to the pilot's landing (C5), by level; minus helps", QUALITY
    )
    bailout_drm: Numbers = joined(
        cells(
            "crew_quality: modifiers.Pilot bail out",
            DRM,
            "Added to the pilot's bail out (C3), by level; minus helps",
            At(Role.PILOT),
            QUALITY,
        ),
        cells(
            "crew_quality: modifiers.Gunner bail out",
            DRM,
            "Added to the gunner's bail out (C3), by level; minus helps",
            At(Role.GUNNER),
            QUALITY,
        ),
    )
    gunner_drm: Numbers = cells(
        "crew_quality: modifiers.Gunner defence",
        DRM,
        "Added to hits by fighters (C1) where the gunner can fire, by level; minus helps",
        QUALITY,
    )
    evasion_drm: Numbers = cells(
        "crew_quality: modifiers.Bail out over enemy",
        DRM,
        "Added to the fate of a person down over enemy territory (C4); minus helps",
        QUALITY,
    )
    flying_limit: Numbers = cells(
        "crew_quality: limits.Flying limit",
        PEOPLE_COUNT,
        f"Most pilots of a level in one mission, and most gunners; {SEATS} is no limit",
        QUALITY,
    )
    # A1: by the sum of the white dice, the colour die, the D10
    a1: Numbers = cells(
        "a1_missions: missions",
        one_of(MISSION_NAMES),
        "Target of the mission by the sum of the two white dice, one column a segment",
        SEGMENT,
        TWO_DICE,
    )
    a1_zone: Numbers = cells("a1_missions: zone", number(1, ZONES), "Target zone by the colour D6", D6)
    ship: Numbers = cells(
        "a1_missions: ship", one_of(SHIP_NAMES), "Ship attacked on a Maritime mission, by the D10", D10
    )
    target_size: Numbers = cells(
        "a1_missions: size", SIZE_NAME, "Size of each kind of target, that is its column of A2", TARGET
    )
    a2: Numbers = cells(  # index total - A2_LOW
        "a2_accuracy: score",
        ATTACK_SCORE,
        "Attack score by the modified D10, one column a size of target",
        SIZE,
        _modified(10, A2_LOW, A2_HIGH),
    )
    # A3: modifier by Payload and Target; first segment each load exists in
    a3: Numbers = int8(shape=(PAYLOADS, TARGETS))
    a3_from: Numbers = cells("a3_ordnance: available", SEGMENT_NAME, "First segment in which the load exists", PAYLOAD)
    carriers: Numbers = cells(
        "a3_ordnance: carriers",
        number(1, MOST_CARRIERS),
        "Most aircraft of a formation that carry the special bomb",
        Names(SPECIAL_NAMES, PAYLOADS),
    )
    # A4
    a4: Numbers = cells(
        "a4_visibility: visibility",
        one_of(VISIBILITY_NAMES),
        "Visibility over the target by the D6",
        D6,
        shape=(DIE,),
    )
    visibility_drm: Numbers = cells(
        "a4_visibility: modifier", DRM, "Added to every attack in this visibility; minus helps", VISIBILITY
    )
    # A5: lowest score of each level of victory, ascending; bonuses of 8.5
    a5: Numbers = int16(shape=(LEVELS,))
    mission_bonus: Numbers = joined(
        cells("a5_victory: mission_bonus.*.points", number(0, MOST_LOSS_BONUS), OF_TWO, RANK, At(BONUS_POINTS)),
        cells(
            "a5_victory: mission_bonus.*.casualties",
            COUNT,
            "Most people wounded, killed or captured that still earn it",
            RANK,
            At(CASUALTIES_LIMIT),
        ),
        cells(
            "a5_victory: mission_bonus.*.damaged",
            COUNT,
            "Most damaged aircraft that still earn it",
            RANK,
            At(DAMAGED_LIMIT),
        ),
    )
    mission_calm_bonus: Numbers = joined(
        cells("a5_victory: mission_bonus.calm.points", number(0, MOST_CALM_BONUS), POINTS, At(BONUS_POINTS)),
        cells(
            "a5_victory: mission_bonus.calm.stress",
            COUNT,
            "Most stress markers brought home that still earn it",
            At(STRESS_LIMIT),
        ),
    )
    operation_bonus: Numbers = _loss_bonus("operation", MOST_OPERATION_BONUS["losses"])
    operation_no_fly_bonus: Numbers = _no_fly_bonus("operation", MOST_OPERATION_BONUS["no_fly"])
    campaign_bonus: Numbers = _loss_bonus("campaign", MOST_CAMPAIGN_BONUS["losses"])
    campaign_no_fly_bonus: Numbers = _no_fly_bonus("campaign", MOST_CAMPAIGN_BONUS["no_fly"])
    # Combat rules with numbers of their own: Rudel Gamble (7.7), air-to-air kill (7.3.1), sinking (8.6)
    gamble_drm: int = cells("combat_rules: gamble.modifier", DRM, "Added to the attack of a Rudel Gamble; minus helps")
    gamble_crash: Numbers = cells(  # 1: crashes
        "combat_rules: gamble.crash",
        GAMBLE,
        "Whether the dive ends in a crash, by the D6 after a Rudel Gamble",
        D6,
    )
    kill_points: int = cells("combat_rules: kill.points", number(0, MOST_KILL_POINTS), "Points for a fighter shot down")
    kill_roll: int = cells("combat_rules: kill.highest_die", number(0, 6), "Highest D6 that shoots a fighter down")
    sinks: Numbers = cells("combat_rules: sinks", YES_NO, "Whether an attack of 100 sinks the ship", SHIP)
    # A6 (ruling Q07)
    a6: Numbers = cells(
        "a6_anti_air: intensity",
        one_of(ANTI_AIRCRAFT_NAMES),
        "Intensity of the fire by the modified D10",
        _modified(10, 0, A6_HIGH),
    )
    a6_hits: Numbers = cells(
        "a6_anti_air: aircraft_hit",
        number(0, SLOTS),
        "Different aircraft hit by fire of this intensity, one roll on C1 each",
        FIRE,
    )
    a6_reroll: Numbers = cells(
        "a6_anti_air: reroll_heavy",
        YES_NO,
        "Whether Heavy is rolled once more in this segment and the second result stands",
        SEGMENT,
    )
    a6_maritime: int = cells("a6_anti_air: modifiers.maritime", DRM, "Added to the die over ships")
    # B1: fighters and their type
    b1: Numbers = cells(
        "b1_interception: fighters",
        FIGHTERS,
        "Fighters that find the formation by the D10, one column a segment and one for Maritime missions",
        Names(FIGHTER_COLUMNS),
        D10,
    )
    b1_type: Numbers = beside("b1")
    b2: Numbers = cells(  # FULL_COVER removes all
        "b2_escorts: removed",
        ESCORT,
        "Fighters that the escort removes by zone and D6, one part a segment",
        SEGMENT,
        Names(ESCORT_ZONES),
        D6,
    )
    # B3
    b3_sector: Numbers = cells(
        "b3_approach: approach",
        one_of(SECTOR_NAMES),
        "Sector of the Flying Circle from which a fighter comes, by the white D6",
        D6,
    )
    b3_aircraft: Numbers = cells(
        "b3_approach: attack", ATTACK, "Aircraft that it attacks and hits on each, by the colour D6", D6
    )
    b3_hits: Numbers = beside("b3_aircraft")
    sector_drm: Numbers = cells(
        "b3_approach: sector",
        DRM,
        "Added to the D6 of C1 for hits from this sector, whoever flies; minus helps",
        SECTOR,
    )
    rear_gunner_drm: Numbers = cells(
        "b3_approach: rear_gunner",
        DRM,
        "Added to the D6 of C1 by a gunner on board, before his level; 0 where he cannot fire",
        SECTOR,
    )
    # C1
    c1_system: Numbers = cells("c1_damage: system", one_of(SYSTEM_NAMES), "What is hit, by the D10", D10)
    c1: Numbers = cells(
        "c1_damage: damage",
        DAMAGE,
        "What the hit does: a line for each D10, in it an entry for each modified D6",
        D10,
        D6,
        kind=DamageCell,
    )
    # C2; a gunner whose pilot was killed (ruling Q19)
    c2_attack: Numbers = cells(
        "c2_stress: modifier.Attack",
        DRM,
        "Added to an attack, by the stress markers of the pilot; minus helps",
        STRESS_MARKERS,
    )
    c2_landing: Numbers = cells(
        "c2_stress: modifier.Landing",
        DRM,
        "Added to a landing, by the stress markers of the pilot; minus helps",
        STRESS_MARKERS,
    )
    c2_bailout: Numbers = cells(
        "c2_stress: modifier.Bail out",
        DRM,
        "Added to a bail out, by the stress markers of the person; minus helps",
        STRESS_MARKERS,
    )
    pilot_killed_drm: int = cells(
        "c2_stress: killed_pilot.gunner", DRM, "Added to the gunner's bail out when the pilot was killed"
    )
    # C3 to C5
    c3: Numbers = cells(
        "c3_bail_out: bail_out",
        BAIL_OUT,
        "Whether a person gets out, by the modified D6",
        _modified(6, 0, C3_HIGH),
    )
    c4: Numbers = cells(
        "c4_evasion: evasion",
        EVASION,
        "What becomes of a person down over enemy territory, by the modified D10",
        _modified(10, 0, C4_HIGH),
    )
    c4_stress: Numbers = beside("c4")
    c5: Numbers = cells(
        "c5_landing: landing", TOUCHDOWN, "How the aircraft lands, by the modified D10", _modified(10, 0, C5_HIGH)
    )
    landing_gear_drm: int = cells(
        "c5_landing: modifiers.landing_gear", DRM, "Added to the die for damaged landing gear"
    )
    # C6 to C10
    c6_destroyed: Numbers = cells(
        "c6_crash: wreck",
        WRECK,
        "What a forced landing leaves of the aircraft, by the D10: nothing, or so many missions in repair",
        D10,
    )
    c6_repair: Numbers = beside("c6_destroyed")
    c7: Numbers = cells(
        "c7_survival: survival",
        SURVIVAL,
        "What becomes of each person of an aircraft that C6 destroyed, by the D6",
        D6,
        shape=(DIE,),
    )
    c8: Numbers = cells(
        "c8_aircraft_replacement: missions",
        REPAIR,
        "Missions until a new aircraft is in service, by the D6",
        D6,
        shape=(DIE,),
    )
    c9_wia: Numbers = cells(
        "c9_crew_recovery: hospital",
        number(1, LONGEST_HOSPITAL),
        "Missions that a wounded person stays in hospital, by the D6",
        D6,
        shape=(DIE,),
    )
    c9_kia: Numbers = cells(
        "c9_crew_recovery: replacement",
        number(1, LONGEST_REPLACEMENT),
        "Missions until a Green replacement for a killed or captured person, by the D10",
        D10,
    )
    c10: Numbers = cells(
        "c10_repair_times: missions",
        number(0, LONGEST_REPAIR),
        "Missions that the repair of each damaged system takes; several add up",
        Names(MARKED_SYSTEMS),
    )
    c10_most: int = cells("c10_repair_times: track.longest", REPAIR, "Longest repair, whatever adds up")
    # Event deck (7.2)
    event: Numbers = int8(shape=(CARDS,))  # Effect
    event_amount: Numbers = int8(shape=(CARDS,))


OTHER_TABLES = (
    table(
        "a3_ordnance: modifier",
        DRM,
        "Added to the attack by load and size of target (ships apart); minus helps",
        PAYLOAD,
        Names(TARGET_CLASSES),
    ),
    table(
        "a3_ordnance: targets",
        DRM,
        "Kinds of target against which a load has another modifier than the one for their size",
        Names(PAYLOAD_NAMES, sparse=True),
        Names(TARGET_NAMES, sparse=True),
    ),
)
"""Tables whose cells together make A3."""
