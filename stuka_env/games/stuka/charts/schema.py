"""The tables of each chart file and the fields of the record that they fill: the shape of the charts, no numbers.

``RECORD_FILES`` are read cell by cell; ``a5_victory`` has its levels and ``events`` its cards besides, which
:mod:`stuka_env.games.stuka.charts.lists` reads, and A3's modifiers are combined by
:mod:`stuka_env.games.stuka.charts.loader`.
"""

from stuka_env.games.stuka.charts import cells, staffel
from stuka_env.games.stuka.charts.axes import ChartTable, Die, Names, die
from stuka_env.games.stuka.charts.cells import number
from stuka_env.games.stuka.charts.shape import (
    A2_HIGH,
    A2_LOW,
    A6_HIGH,
    C4_HIGH,
    C5_HIGH,
    LONGEST_HOSPITAL,
    LONGEST_REPAIR,
    LONGEST_REPLACEMENT,
    MOST_CARRIERS,
    MOST_KILL_POINTS,
    STRESS,
)
from stuka_env.games.stuka.charts.tables import (
    D6,
    D10,
    DRM,
    MOST_FIGHTERS_COLUMNS,
    PAYLOAD_INDEX,
    SECTOR,
    SEGMENT,
    SEGMENT_INDEX,
    SIZE_INDEX,
    SPECIAL_INDEX,
    TARGET,
    TARGET_CLASS_INDEX,
    TWO_DICE,
    table,
    value,
)
from stuka_env.games.stuka.codes import (
    SLOTS,
    SYSTEMS,
    ZONES,
)

A3_MODIFIER, A3_TARGETS = ("modifier",), ("targets",)

RECORD_FILES: dict[str, tuple[ChartTable, ...]] = {
    "operations": staffel.operations(),
    "crew_quality": staffel.levels(),
    "a1_missions": (
        table(
            "missions",
            "a1",
            (SEGMENT, TWO_DICE),
            cells.one_name(cells.MISSION_NAMES),
            "Target of the mission by the sum of the two white dice, one column a segment",
        ),
        table("zone", "a1_zone", (D6,), number(1, ZONES), "Target zone by the colour D6"),
        table(
            "ship", "ship", (D10,), cells.one_name(cells.SHIP_NAMES), "Ship attacked on a Maritime mission, by the D10"
        ),
        table(
            "size",
            "target_size",
            (TARGET,),
            cells.one_name(SIZE_INDEX),
            "Size of each kind of target, that is its column of A2",
        ),
    ),
    "a2_accuracy": (
        table(
            "score",
            "a2",
            (Names(SIZE_INDEX), Die(1, 10, A2_LOW, A2_HIGH)),
            cells.ATTACK_SCORE,
            "Attack score by the modified D10, one column a size of target",
        ),
    ),
    "a3_ordnance": (
        table(
            A3_MODIFIER[0],
            "",
            (Names(PAYLOAD_INDEX), Names(TARGET_CLASS_INDEX)),
            DRM,
            "Added to the attack by load and size of target (ships apart); minus helps",
        ),
        table(
            A3_TARGETS[0],
            "",
            (Names(PAYLOAD_INDEX, True), Names(cells.TARGET_NAMES, True)),
            DRM,
            "Kinds of target against which a load has another modifier than the one for their size",
        ),
        table(
            "available",
            "a3_from",
            (Names(PAYLOAD_INDEX),),
            cells.one_name(SEGMENT_INDEX),
            "First segment in which the load exists",
        ),
        table(
            "carriers",
            "carriers",
            (Names(SPECIAL_INDEX),),
            number(1, MOST_CARRIERS),
            "Most aircraft of a formation that carry the special bomb",
        ),
    ),
    "a4_visibility": (
        table(
            "visibility", "a4", (D6,), cells.one_name(cells.VISIBILITY_NAMES), "Visibility over the target by the D6"
        ),
        table(
            "modifier",
            "visibility_drm",
            (Names(cells.VISIBILITY_NAMES),),
            DRM,
            "Added to every attack in this visibility; minus helps",
        ),
    ),
    "a5_victory": staffel.bonuses(),
    "combat_rules": (
        value("gamble.modifier", "gamble_drm", DRM, "Added to the attack of a Rudel Gamble; minus helps"),
        table(
            "gamble.crash",
            "gamble_crash",
            (D6,),
            cells.GAMBLE,
            "Whether the dive ends in a crash, by the D6 after a Rudel Gamble",
        ),
        value("kill.points", "kill_points", number(0, MOST_KILL_POINTS), "Points for a fighter shot down"),
        value("kill.highest_die", "kill_roll", number(0, 6), "Highest D6 that shoots a fighter down"),
        table("sinks", "sinks", (Names(cells.SHIP_NAMES),), cells.YES_NO, "Whether an attack of 100 sinks the ship"),
    ),
    "a6_anti_air": (
        table(
            "intensity",
            "a6",
            (Die(1, 10, 0, A6_HIGH),),
            cells.one_name(cells.ANTI_AIRCRAFT_NAMES),
            "Intensity of the fire by the modified D10",
        ),
        table(
            "aircraft_hit",
            "a6_hits",
            (Names(cells.ANTI_AIRCRAFT_NAMES),),
            number(0, SLOTS),
            "Different aircraft hit by fire of this intensity, one roll on C1 each",
        ),
        table(
            "reroll_heavy",
            "a6_reroll",
            (SEGMENT,),
            cells.YES_NO,
            "Whether Heavy is rolled once more in this segment and the second result stands",
        ),
        value("modifiers.maritime", "a6_maritime", DRM, "Added to the die over ships"),
    ),
    "b1_interception": (
        table(
            "fighters",
            "b1 b1_type",
            (Names(MOST_FIGHTERS_COLUMNS), D10),
            cells.FIGHTERS,
            "Fighters that find the formation by the D10, one column a segment and one for Maritime missions",
        ),
    ),
    "b2_escorts": (
        table(
            "removed",
            "b2",
            (SEGMENT, Names({f"Zone {zone}": zone for zone in range(1, ZONES + 1)}), D6),
            cells.ESCORT,
            "Fighters that the escort removes by zone and D6, one part a segment",
        ),
    ),
    "b3_approach": (
        table(
            "approach",
            "b3_sector",
            (D6,),
            cells.one_name(cells.SECTOR_NAMES),
            "Sector of the Flying Circle from which a fighter comes, by the white D6",
        ),
        table(
            "attack",
            "b3_aircraft b3_hits",
            (D6,),
            cells.ATTACK,
            "Aircraft that it attacks and hits on each, by the colour D6",
        ),
        table(
            "sector",
            "sector_drm",
            (SECTOR,),
            DRM,
            "Added to the D6 of C1 for hits from this sector, whoever flies; minus helps",
        ),
        table(
            "rear_gunner",
            "rear_gunner_drm",
            (SECTOR,),
            DRM,
            "Added to the D6 of C1 by a gunner on board, before his level; 0 where he cannot fire",
        ),
    ),
    "c1_damage": (
        table("system", "c1_system", (D10,), cells.one_name(cells.SYSTEM_NAMES), "What is hit, by the D10"),
        table(
            "damage",
            "c1",
            (D10, D6),
            cells.DAMAGE,
            "What the hit does: a line for each D10, in it an entry for each modified D6",
        ),
    ),
    "c2_stress": (
        table(
            "modifier.Attack",
            "c2_attack",
            (die(STRESS - 1, 0),),
            DRM,
            "Added to an attack, by the stress markers of the pilot; minus helps",
        ),
        table(
            "modifier.Landing",
            "c2_landing",
            (die(STRESS - 1, 0),),
            DRM,
            "Added to a landing, by the stress markers of the pilot; minus helps",
        ),
        table(
            "modifier.Bail out",
            "c2_bailout",
            (die(STRESS - 1, 0),),
            DRM,
            "Added to a bail out, by the stress markers of the person; minus helps",
        ),
        value(
            "killed_pilot.gunner", "pilot_killed_drm", DRM, "Added to the gunner's bail out when the pilot was killed"
        ),
    ),
    "c3_bail_out": (
        table("bail_out", "c3", (Die(1, 6, 0, 10),), cells.BAIL_OUT, "Whether a person gets out, by the modified D6"),
    ),
    "c4_evasion": (
        table(
            "evasion",
            "c4 c4_stress",
            (Die(1, 10, 0, C4_HIGH),),
            cells.EVASION,
            "What becomes of a person down over enemy territory, by the modified D10",
        ),
    ),
    "c5_landing": (
        table(
            "landing", "c5", (Die(1, 10, 0, C5_HIGH),), cells.TOUCHDOWN, "How the aircraft lands, by the modified D10"
        ),
        value("modifiers.landing_gear", "landing_gear_drm", DRM, "Added to the die for damaged landing gear"),
    ),
    "c6_crash": (
        table(
            "wreck",
            "c6_destroyed c6_repair",
            (D10,),
            cells.WRECK,
            "What a forced landing leaves of the aircraft, by the D10: nothing, or so many missions in repair",
        ),
    ),
    "c7_survival": (
        table(
            "survival",
            "c7",
            (D6,),
            cells.SURVIVAL,
            "What becomes of each person of an aircraft that C6 destroyed, by the D6",
        ),
    ),
    "c8_aircraft_replacement": (
        table(
            "missions", "c8", (D6,), number(1, LONGEST_REPAIR), "Missions until a new aircraft is in service, by the D6"
        ),
    ),
    "c9_crew_recovery": (
        table(
            "hospital",
            "c9_wia",
            (D6,),
            number(1, LONGEST_HOSPITAL),
            "Missions that a wounded person stays in hospital, by the D6",
        ),
        table(
            "replacement",
            "c9_kia",
            (D10,),
            number(1, LONGEST_REPLACEMENT),
            "Missions until a Green replacement for a killed or captured person, by the D10",
        ),
    ),
    "c10_repair_times": (
        table(
            "missions",
            "c10",
            (Names({name: code for name, code in cells.SYSTEM_NAMES.items() if code < SYSTEMS}),),
            number(0, LONGEST_REPAIR),
            "Missions that the repair of each damaged system takes; several add up",
        ),
        value("track.longest", "c10_most", number(1, LONGEST_REPAIR), "Longest repair, whatever adds up"),
    ),
    "events": (),
}
"""Tables of every chart file by its name without ``.toml``."""
