"""The shape of the charts: one fixed record that the rules read, filled from the TOML files by the loader.

A die table is indexed by the (modified) total itself; tables that a modifier can push off the printed chart carry the
lowest and highest total, and the rules clamp to them (ruling Q43).
"""

from stuka_env.games.stuka.codes import (
    CARDS,
    SYSTEMS,
    ZONES,
    Duration,
    Operation,
    Payload,
    Quality,
    Sector,
    Segment,
    Size,
    Target,
)
from stuka_env.records import Numbers, Record, int8, int16, nested, record

DIE = 11
"""Length of a table read with one D10 or D6: index = the die, 0 unused."""
A2_LOW, A2_HIGH = -8, 24
"""Modified totals A2 can be asked for; a chart file may stop earlier, the loader fills up with its end cells."""
A6_HIGH = 14
MOST_STRESS = 6
"""Crew stress markers at which a person breaks (7.11)."""
STRESS = MOST_STRESS + 1
"""Length of a table by crew stress."""
MOST_WOUNDS = 2
"""Wounds that kill (7.10)."""
C3_HIGH, C4_HIGH, C5_HIGH = 10, 15, 15
"""Highest modified totals of C3, C4 and C5; the lowest is 0."""

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


@record
class Charts(Record):
    """All charts, as the rules read them."""

    # Operations and forces (4.5): who and what an operation starts with
    first_segment: Numbers = int8(shape=(OPERATIONS,))
    segments: Numbers = int8(shape=(OPERATIONS,))
    aircraft: Numbers = int8(shape=(OPERATIONS,))
    model: Numbers = int8(shape=(OPERATIONS,))  # Model
    range: Numbers = int8(shape=(OPERATIONS,))  # zones (4.1, 7.10)
    largest: Numbers = int8(shape=(OPERATIONS,))  # most aircraft in a formation
    smallest_staffel: int = int8()  # 4 (4.3)
    smallest_kette: Numbers = int8(shape=(OPERATIONS,))  # fewest aircraft when more could be mustered (4.5, ruling Q28)
    kette_zone: int = int8()  # farthest target of a Kette (4.3.2)
    force: Numbers = int8(shape=(OPERATIONS, 2, QUALITIES))  # people by Role and Quality
    missions: Numbers = int8(shape=(SEGMENTS, len(Duration)))
    promotion_missions: int = int8()  # missions completed in a segment that promotion asks for (8.9)
    # Levels (8.9): modifiers by Quality
    attack_drm: Numbers = int8(shape=(QUALITIES,))
    landing_drm: Numbers = int8(shape=(QUALITIES,))
    bailout_drm: Numbers = int8(shape=(2, QUALITIES))  # by Role
    gunner_drm: Numbers = int8(shape=(QUALITIES,))
    evasion_drm: Numbers = int8(shape=(QUALITIES,))
    flying_limit: Numbers = int8(shape=(QUALITIES,))  # most of one role in a mission
    # A1
    a1: Numbers = int8(shape=(SEGMENTS, 13))  # Target by the sum of the white dice
    a1_zone: Numbers = int8(shape=(7,))  # by the colour die
    ship: Numbers = int8(shape=(DIE,))  # Target by D10
    target_size: Numbers = int8(shape=(TARGETS,))  # Size by Target
    # A2: attack score by Size and modified total (index total - A2_LOW)
    a2: Numbers = int8(shape=(SIZES, A2_HIGH - A2_LOW + 1))
    # A3: modifier by Payload and Target; first segment each load exists in
    a3: Numbers = int8(shape=(PAYLOADS, TARGETS))
    a3_from: Numbers = int8(shape=(PAYLOADS,))
    carriers: Numbers = int8(shape=(PAYLOADS,))  # most aircraft that may carry a special bomb
    # A4: Visibility by D6, modifier by Visibility
    a4: Numbers = int8(shape=(DIE,))
    visibility_drm: Numbers = int8(shape=(4,))
    # A5: lowest score of each level of victory, ascending; bonuses of 8.5
    a5: Numbers = int16(shape=(LEVELS,))
    mission_bonus: Numbers = int8(shape=(2, 3))  # best first: points, most casualties, most damaged aircraft
    mission_calm_bonus: Numbers = int8(shape=(2,))  # points, most stress markers
    operation_bonus: Numbers = int8(shape=(2, 3))  # points, destroyed fewer than, killed fewer than
    operation_no_fly_bonus: Numbers = int8(shape=(2,))  # points, No-Fly fewer than
    campaign_bonus: Numbers = int8(shape=(2, 3))
    campaign_no_fly_bonus: Numbers = int8(shape=(2,))
    # Combat rules with numbers of their own: Rudel Gamble (7.7), air-to-air kill (7.3.1), sinking (8.6)
    gamble_drm: int = int8()
    gamble_crash: Numbers = int8(shape=(7,))  # 1 where the D6 crashes
    kill_points: int = int8()
    kill_roll: int = int8()  # highest D6 that shoots a fighter down
    sinks: Numbers = int8(shape=(TARGETS,))  # 1 for ships an attack of 100 sinks
    # A6: AntiAircraft by modified D10, aircraft hit by it, segments in which Heavy is rolled again (ruling Q07)
    a6: Numbers = int8(shape=(A6_HIGH + 1,))
    a6_hits: Numbers = int8(shape=(5,))
    a6_reroll: Numbers = int8(shape=(SEGMENTS,))
    a6_maritime: int = int8()
    # B1: fighters and their type by column (segment, or the Maritime column) and D10
    b1: Numbers = int8(shape=(SEGMENTS + 1, DIE))
    b1_type: Numbers = int8(shape=(SEGMENTS + 1, DIE))
    # B2: fighters removed by segment, zone and D6; FULL_COVER removes all
    b2: Numbers = int8(shape=(SEGMENTS, 7, 7))
    # B3: Sector by white die, aircraft attacked and hits on each by colour die, modifiers by Sector
    b3_sector: Numbers = int8(shape=(7,))
    b3_aircraft: Numbers = int8(shape=(7,))
    b3_hits: Numbers = int8(shape=(7,))
    sector_drm: Numbers = int8(shape=(SECTORS,))
    rear_gunner_drm: Numbers = int8(shape=(SECTORS,))  # 0 where the gunner cannot fire
    # C1: System by D10, cell by D10 and modified D6
    c1_system: Numbers = int8(shape=(DIE,))
    c1: Numbers = nested(DamageCell, (DIE, 7))
    # C2: modifiers by stress; the flat modifier for a gunner whose pilot was killed (ruling Q19)
    c2_attack: Numbers = int8(shape=(STRESS,))
    c2_landing: Numbers = int8(shape=(STRESS,))
    c2_bailout: Numbers = int8(shape=(STRESS,))
    pilot_killed_drm: int = int8()
    # C3: BailOut by modified D6, 0 to 10; C4: Evasion by modified D10, 0 to 15, and its stress
    c3: Numbers = int8(shape=(C3_HIGH + 1,))
    c4: Numbers = int8(shape=(C4_HIGH + 1,))
    c4_stress: Numbers = int8(shape=(C4_HIGH + 1,))
    # C5: Touchdown by modified D10, 0 to 15; landing gear modifier
    c5: Numbers = int8(shape=(C5_HIGH + 1,))
    landing_gear_drm: int = int8()
    # C6: aircraft destroyed, else its repair time, by D10; C7: Survival by D6
    c6_destroyed: Numbers = int8(shape=(DIE,))
    c6_repair: Numbers = int8(shape=(DIE,))
    c7: Numbers = int8(shape=(DIE,))
    # C8: replacement time by D6. C9: hospital time by D6, replacement time by D10. C10: repair time by System
    c8: Numbers = int8(shape=(DIE,))
    c9_wia: Numbers = int8(shape=(DIE,))
    c9_kia: Numbers = int8(shape=(DIE,))
    c10: Numbers = int8(shape=(SYSTEMS,))
    c10_most: int = int8()
    # Event deck (7.2): effect and amount of each card
    event: Numbers = int8(shape=(CARDS,))
    event_amount: Numbers = int8(shape=(CARDS,))


FULL_COVER = 99
"""Cell of B2 under which no fighter gets through."""
