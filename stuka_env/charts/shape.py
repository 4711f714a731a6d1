"""The shape of the charts: one fixed record that the rules read, filled from the TOML files by the loader.

A die table is indexed by the (modified) total itself; tables that a modifier can push off the printed chart carry the
lowest and highest total, and the rules clamp to them (ruling Q43).
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from stuka_env.codes import CARDS, SYSTEMS, ZONES, Duration, Operation, Payload, Quality, Sector, Segment, Size, Target

DIE = 11
"""Length of a table read with one D10 or D6: index = the die, 0 unused."""
A2_LOW, A2_HIGH = -8, 24
"""Modified totals A2 can be asked for; a chart file may stop earlier, the loader fills up with its end cells."""
A6_HIGH = 14
STRESS = 7
"""Crew stress 0 to 6."""

# What the mat holds, and therefore the most that a chart may say: the one source of both bounds.
LEVELS = 8
"""Levels of victory (8.4)."""
MOST_CARRIERS = 2
"""Aircraft of a formation with a special bomb (4.4)."""
MOST_FIGHTERS = 9
"""Fighters met at once, those of ambush cards included."""
MOST_AMBUSH = MOST_FIGHTERS - 1
"""Fighters that the ambush cards of a deck add up to: they join at least one."""
MOST_FLAK = 4
"""What the cards of a deck can add to the anti-aircraft die, or take off it."""
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

SEGMENTS, OPERATIONS, TARGETS, SIZES = len(Segment), len(Operation), len(Target), len(Size)
QUALITIES, PAYLOADS, SECTORS = len(Quality), len(Payload), len(Sector)
MARITIME_COLUMN = SEGMENTS
"""Column of B1 used over the sea."""


if TYPE_CHECKING:

    class Record:
        """What a type checker may assume of a record: any attribute, any index."""

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...
        def __getitem__(self, key: Any) -> Any: ...
        def __setitem__(self, key: Any, value: Any) -> None: ...
else:
    Record = np.record


def record_dtype(fields: list[tuple[Any, ...]]) -> np.dtype:
    """The aligned dtype of records with these fields, with attribute access."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


damage_cell = record_dtype(
    [
        ("marker", "i1"),  # 1: damage marker on the system of the row
        ("stress", "i1"),  # "+X CS"
        ("range_loss", "i1"),  # zones
        ("pilot_wound", "i1"),
        ("gunner_wound", "i1"),
        ("pilot_killed", "i1"),
        ("gunner_killed", "i1"),
        ("destroyed", "i1"),  # aircraft destroyed, the crew may bail out
        ("explosion", "i1"),  # fire, explosion or detonation: nobody gets out
    ]
)
"""One cell of C1."""

charts_dtype = record_dtype(
    [
        # Operations and forces (4.5): who and what an operation starts with
        ("first_segment", "i1", (OPERATIONS,)),
        ("segments", "i1", (OPERATIONS,)),
        ("aircraft", "i1", (OPERATIONS,)),
        ("model", "i1", (OPERATIONS,)),  # Model
        ("range", "i1", (OPERATIONS,)),  # zones (4.1, 7.10)
        ("largest", "i1", (OPERATIONS,)),  # most aircraft in a formation
        ("smallest_staffel", "i1"),  # 4 (4.3)
        ("smallest_kette", "i1", (OPERATIONS,)),  # fewest aircraft when more could be mustered (4.5, ruling Q28)
        ("kette_zone", "i1"),  # farthest target of a Kette (4.3.2)
        ("force", "i1", (OPERATIONS, 2, QUALITIES)),  # people by Role and Quality
        ("missions", "i1", (SEGMENTS, len(Duration))),
        ("promotion_missions", "i1"),  # missions completed in a segment that promotion asks for (8.9)
        # Levels (8.9): modifiers by Quality
        ("attack_drm", "i1", (QUALITIES,)),
        ("landing_drm", "i1", (QUALITIES,)),
        ("bailout_drm", "i1", (2, QUALITIES)),  # by Role
        ("gunner_drm", "i1", (QUALITIES,)),
        ("evasion_drm", "i1", (QUALITIES,)),
        ("flying_limit", "i1", (QUALITIES,)),  # most of one role in a mission
        # A1
        ("a1", "i1", (SEGMENTS, 13)),  # Target by the sum of the white dice
        ("a1_zone", "i1", (7,)),  # by the colour die
        ("ship", "i1", (DIE,)),  # Target by D10
        ("target_size", "i1", (TARGETS,)),  # Size by Target
        # A2: attack score by Size and modified total (index total - A2_LOW)
        ("a2", "i1", (SIZES, A2_HIGH - A2_LOW + 1)),
        # A3: modifier by Payload and Target; first segment each load exists in
        ("a3", "i1", (PAYLOADS, TARGETS)),
        ("a3_from", "i1", (PAYLOADS,)),
        ("carriers", "i1", (PAYLOADS,)),  # most aircraft that may carry a special bomb
        # A4: Visibility by D6, modifier by Visibility
        ("a4", "i1", (DIE,)),
        ("visibility_drm", "i1", (4,)),
        # A5: lowest score of each level of victory, ascending; bonuses of 8.5
        ("a5", "i2", (LEVELS,)),
        ("mission_bonus", "i1", (2, 3)),  # best first: points, most casualties, most damaged aircraft
        ("mission_calm_bonus", "i1", (2,)),  # points, most stress markers
        ("operation_bonus", "i1", (2, 3)),  # points, destroyed fewer than, killed fewer than
        ("operation_no_fly_bonus", "i1", (2,)),  # points, No-Fly fewer than
        ("campaign_bonus", "i1", (2, 3)),
        ("campaign_no_fly_bonus", "i1", (2,)),
        # Combat rules with numbers of their own: Rudel Gamble (7.7), air-to-air kill (7.3.1), sinking (8.6)
        ("gamble_drm", "i1"),
        ("gamble_crash", "i1", (7,)),  # 1 where the D6 crashes
        ("kill_points", "i1"),
        ("kill_roll", "i1"),  # highest D6 that shoots a fighter down
        ("sinks", "i1", (TARGETS,)),  # 1 for ships an attack of 100 sinks
        # A6: Flak by modified D10, aircraft hit by Flak, segments in which Heavy is rolled again (ruling Q07)
        ("a6", "i1", (A6_HIGH + 1,)),
        ("a6_hits", "i1", (5,)),
        ("a6_reroll", "i1", (SEGMENTS,)),
        ("a6_maritime", "i1"),
        # B1: fighters and their type by column (segment, or the Maritime column) and D10
        ("b1", "i1", (SEGMENTS + 1, DIE)),
        ("b1_type", "i1", (SEGMENTS + 1, DIE)),
        # B2: fighters removed by segment, zone and D6; FULL_COVER removes all
        ("b2", "i1", (SEGMENTS, 7, 7)),
        # B3: Sector by white die, aircraft attacked and hits on each by colour die, modifiers by Sector
        ("b3_sector", "i1", (7,)),
        ("b3_aircraft", "i1", (7,)),
        ("b3_hits", "i1", (7,)),
        ("sector_drm", "i1", (SECTORS,)),
        ("rear_gunner_drm", "i1", (SECTORS,)),  # 0 where the gunner cannot fire
        # C1: System by D10, cell by D10 and modified D6
        ("c1_system", "i1", (DIE,)),
        ("c1", damage_cell, (DIE, 7)),
        # C2: modifiers by stress; the flat modifier for a gunner whose pilot was killed (ruling Q19)
        ("c2_attack", "i1", (STRESS,)),
        ("c2_landing", "i1", (STRESS,)),
        ("c2_bailout", "i1", (STRESS,)),
        ("pilot_killed_drm", "i1"),
        # C3: BailOut by modified D6, 0 to 10; C4: Evasion by modified D10, 0 to 15, and its stress
        ("c3", "i1", (11,)),
        ("c4", "i1", (16,)),
        ("c4_stress", "i1", (16,)),
        # C5: Touchdown by modified D10, 0 to 15; landing gear modifier
        ("c5", "i1", (16,)),
        ("landing_gear_drm", "i1"),
        # C6: aircraft destroyed, else its repair time, by D10; C7: Survival by D6
        ("c6_destroyed", "i1", (DIE,)),
        ("c6_repair", "i1", (DIE,)),
        ("c7", "i1", (DIE,)),
        # C8: replacement time by D6. C9: hospital time by D6, replacement time by D10. C10: repair time by System
        ("c8", "i1", (DIE,)),
        ("c9_wia", "i1", (DIE,)),
        ("c9_kia", "i1", (DIE,)),
        ("c10", "i1", (SYSTEMS,)),
        ("c10_most", "i1"),
        # Event deck (7.2): effect and amount of each card
        ("event", "i1", (CARDS,)),
        ("event_amount", "i1", (CARDS,)),
    ]
)

FULL_COVER = 99
"""Cell of B2 under which no fighter gets through."""


class Charts(Record):
    """A record of :data:`charts_dtype`; the name rule functions use in their signatures."""
