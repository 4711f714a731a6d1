"""What every key of the chart files means, in one phrase each, for people who fill them in.

What a key may hold is not said here: :mod:`stuka_env.charts.schema` and :mod:`stuka_env.charts.lists` know that.
"""

from stuka_env.charts.schema import OPERATION_INDEX
from stuka_env.codes import SEATS

HEAD = {
    "title": "Name of the chart",
    "section": "Sections of the rulebook that use it",
    "dice": "Dice it is read with",
    "about": "What the tables below are",
    "read_by": "Parts of the game that read it",
}
CARD = {
    "id": "how programs name the card",
    "name": "title of the card",
    "effect": "what it does",
    "amount": "how much of it",
}
LEVELS = "Lowest score of each level of victory, the first 0 and every other one above the level before"
PROVENANCE = {
    "printed": "printed in the rulebook's text, or on a chart you own",
    "example": "fixed by one of the rulebook's worked examples",
    "derived": "follows from cells and rules that are known",
    "reconstructed": "our own choice, made to be plausible",
}

_OPERATION = {
    "first_segment": "Segment that the operation opens with",
    "segments": "Segments in the operation",
    "aircraft": "Aircraft at the start",
    "model": "Model of the Ju-87 flown",
    "range": "Range of an aircraft in zones, out and home together",
    "largest_formation": "Most aircraft in a formation",
    "smallest_kette": "Fewest aircraft in a formation if more could fly",
}
_POINTS = "Points of the bonus"
_POINTS_OF_TWO = "Points of the bonus; of best and second only the better counts"
_MISSION_BONUS = {
    "points": _POINTS_OF_TWO,
    "casualties": "Most people wounded, killed or captured that still earn it",
    "damaged": "Most damaged aircraft that still earn it",
}
_CALM_BONUS = {"points": _POINTS, "stress": "Most stress markers brought home that still earn it"}
_LOSSES_BONUS = {
    "points": _POINTS_OF_TWO,
    "destroyed_fewer_than": "Fewer aircraft than this must have been destroyed",
    "killed_fewer_than": "Fewer people than this must have been killed",
}
_NO_FLY_BONUS = {"points": _POINTS, "fewer_than": "Fewer missions than this must have been No-Fly"}
_LONG_BONUS = {"best": _LOSSES_BONUS, "second": _LOSSES_BONUS, "no_fly": _NO_FLY_BONUS}
_BONUSES = {
    "mission_bonus": {"best": _MISSION_BONUS, "second": _MISSION_BONUS, "calm": _CALM_BONUS},
    "operation_bonus": _LONG_BONUS,
    "campaign_bonus": _LONG_BONUS,
}

TABLES: dict[str, dict[str, str]] = {
    "operations": {
        **{f"operations.{name}.{key}": meaning for name in OPERATION_INDEX for key, meaning in _OPERATION.items()},
        "force": "People at the start by role and level, when the operation is played alone or opens a campaign",
        "missions": "Missions in each segment of a short and of a regular game",
        "formations.smallest_staffel": "Fewest aircraft that make a Staffel; fewer are a Kette",
        "formations.kette_zone": "Farthest zone that a Kette is sent to",
    },
    "crew_quality": {
        "modifiers.Attack": "Added to the pilot's attacks (A2), by level; minus helps",
        "modifiers.Pilot bail out": "Added to the pilot's bail out (C3), by level; minus helps",
        "modifiers.Landing": "Added to the pilot's landing (C5), by level; minus helps",
        "modifiers.Gunner defence": "Added to hits by fighters (C1) where the gunner can fire, by level; minus helps",
        "modifiers.Gunner bail out": "Added to the gunner's bail out (C3), by level; minus helps",
        "modifiers.Bail out over enemy": "Added to the fate of a person down over enemy territory (C4); minus helps",
        "limits.Flying limit": f"Most pilots of a level in one mission, and most gunners; {SEATS} is no limit",
        "promotion.missions": "Missions completed in a segment that promotion asks for",
    },
    "a1_missions": {
        "missions": "Target of the mission by the sum of the two white dice, one column a segment",
        "zone": "Target zone by the colour D6",
        "ship": "Ship attacked on a Maritime mission, by the D10",
        "size": "Size of each kind of target, that is its column of A2",
    },
    "a2_accuracy": {
        "score": "Attack score by the modified D10, one column a size of target",
    },
    "a3_ordnance": {
        "modifier": "Added to the attack by load and size of target (ships apart); minus helps",
        "targets": "Kinds of target against which a load has another modifier than the one for their size",
        "available": "First segment in which the load exists",
        "carriers": "Most aircraft of a formation that carry the special bomb",
    },
    "a4_visibility": {
        "visibility": "Visibility over the target by the D6",
        "modifier": "Added to every attack in this visibility; minus helps",
    },
    "a5_victory": {
        **{
            f"{bonus}.{row}.{key}": meaning
            for bonus, rows in _BONUSES.items()
            for row, keys in rows.items()
            for key, meaning in keys.items()
        },
    },
    "combat_rules": {
        "gamble.modifier": "Added to the attack of a Rudel Gamble; minus helps",
        "gamble.crash": "Whether the dive ends in a crash, by the D6 after a Rudel Gamble",
        "kill.points": "Points for a fighter shot down",
        "kill.highest_die": "Highest D6 that shoots a fighter down",
        "sinks": "Whether an attack of 100 sinks the ship",
    },
    "a6_anti_air": {
        "intensity": "Intensity of the fire by the modified D10",
        "aircraft_hit": "Different aircraft hit by fire of this intensity, one roll on C1 each",
        "reroll_heavy": "Whether Heavy is rolled once more in this segment and the second result stands",
        "modifiers.maritime": "Added to the die over ships",
    },
    "b1_interception": {
        "fighters": "Fighters that find the formation by the D10, one column a segment and one for Maritime missions",
    },
    "b2_escorts": {
        "removed": "Fighters that the escort removes by zone and D6, one part a segment",
    },
    "b3_approach": {
        "approach": "Sector of the Flying Circle from which a fighter comes, by the white D6",
        "attack": "Aircraft that it attacks and hits on each, by the colour D6",
        "sector": "Added to the D6 of C1 for hits from this sector, whoever flies; minus helps",
        "rear_gunner": "Added to the D6 of C1 by a gunner on board, before his level; 0 where he cannot fire",
    },
    "c1_damage": {
        "system": "What is hit, by the D10",
        "damage": "What the hit does: a line for each D10, in it an entry for each modified D6",
    },
    "c2_stress": {
        "modifier.Attack": "Added to an attack, by the stress markers of the pilot; minus helps",
        "modifier.Landing": "Added to a landing, by the stress markers of the pilot; minus helps",
        "modifier.Bail out": "Added to a bail out, by the stress markers of the person; minus helps",
        "killed_pilot.gunner": "Added to the gunner's bail out when the pilot was killed",
    },
    "c3_bail_out": {"bail_out": "Whether a person gets out, by the modified D6"},
    "c4_evasion": {"evasion": "What becomes of a person down over enemy territory, by the modified D10"},
    "c5_landing": {
        "landing": "How the aircraft lands, by the modified D10",
        "modifiers.landing_gear": "Added to the die for damaged landing gear",
    },
    "c6_crash": {
        "wreck": "What a forced landing leaves of the aircraft, by the D10: nothing, or so many missions in repair",
    },
    "c7_survival": {"survival": "What becomes of each person of an aircraft that C6 destroyed, by the D6"},
    "c8_aircraft_replacement": {"missions": "Missions until a new aircraft is in service, by the D6"},
    "c9_crew_recovery": {
        "hospital": "Missions that a wounded person stays in hospital, by the D6",
        "replacement": "Missions until a Green replacement for a killed or captured person, by the D10",
    },
    "c10_repair_times": {
        "missions": "Missions that the repair of each damaged system takes; several add up",
        "track.longest": "Longest repair, whatever adds up",
    },
    "events": {},
}
"""Meaning of every table by chart and dotted path, as :data:`stuka_env.charts.schema.RECORD_FILES` has them."""
