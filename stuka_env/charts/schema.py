"""Which tables each chart file holds and which fields of the record they fill: the shape of the charts, no number.

``RECORD_FILES`` are read cell by cell; ``a5_victory`` has its levels and ``events`` its cards besides, which
:mod:`stuka_env.charts.lists` reads, and A3's modifiers are combined by :mod:`stuka_env.charts.loader`.
"""

from stuka_env.charts import cells
from stuka_env.charts.axes import ChartTable, Die, Names, die
from stuka_env.charts.cells import number
from stuka_env.charts.shape import (
    A2_HIGH,
    A2_LOW,
    A6_HIGH,
    C4_HIGH,
    C5_HIGH,
    FARTHEST,
    LONGEST_HOSPITAL,
    LONGEST_REPAIR,
    LONGEST_REPLACEMENT,
    MARITIME_COLUMN,
    MOST_CALM_BONUS,
    MOST_CAMPAIGN_BONUS,
    MOST_CARRIERS,
    MOST_KILL_POINTS,
    MOST_LOSS_BONUS,
    MOST_MISSIONS,
    MOST_OPERATION_BONUS,
    STRESS,
)
from stuka_env.codes import (
    LARGEST_KETTE,
    SEATS,
    SEGMENT_TITLES,
    SLOTS,
    SMALLEST_KETTE,
    SYSTEMS,
    ZONES,
    Model,
    Payload,
    Quality,
    Role,
    Size,
)

SEGMENT_INDEX = {title: place for place, title in enumerate(SEGMENT_TITLES)}
OPERATION_INDEX = {"Barbarossa": 0, "Case Blue": 1, "Citadel": 2}
QUALITY_INDEX = {quality.name.title(): int(quality) for quality in Quality if quality}
SIZE_INDEX = {size.name.title(): int(size) for size in Size if size}
MOST_FIGHTERS_COLUMNS = SEGMENT_INDEX | {"Maritime": MARITIME_COLUMN}
PAYLOAD_INDEX = {
    "SC500 + 4 SC50": int(Payload.SC500_SC50),
    "SC500 + 4 cluster": int(Payload.SC500_CLUSTER),
    "SC1000": int(Payload.SC1000),
    "SC1800": int(Payload.SC1800),
    "37 mm cannon": int(Payload.CANNON),
    "Machine guns": int(Payload.STRAFING),
}
SPECIAL_INDEX = {name: PAYLOAD_INDEX[name] for name in ("SC1000", "SC1800")}
TARGET_CLASS_INDEX = SIZE_INDEX | {"Ships": 0}
"""Columns of A3; ships stand apart from the sizes."""
A3_MODIFIER, A3_TARGETS = ("modifier",), ("targets",)

OPERATION, SEGMENT, QUALITY = Names(OPERATION_INDEX), Names(SEGMENT_INDEX), Names(QUALITY_INDEX)
BONUSES = {"operation": MOST_OPERATION_BONUS, "campaign": MOST_CAMPAIGN_BONUS}
SECTOR, TARGET = Names(cells.SECTOR_NAMES), Names(cells.TARGET_NAMES)
DRM = number(-9, 9)
TWO_DICE = die(12, 2)
D6, D10 = die(6), die(10)


def _value(path: str, field: str, word: cells.Word, *prefix: int) -> ChartTable:
    return ChartTable(tuple(path.split(".")), (field,), (), word, prefix)


def _operations() -> tuple[ChartTable, ...]:
    columns = {
        "first_segment": ("first_segment", cells.one_of(SEGMENT_INDEX)),
        "segments": ("segments", number(1, len(SEGMENT_INDEX))),
        "aircraft": ("aircraft", number(SMALLEST_KETTE, SLOTS)),
        "model": ("model", cells.one_of({model.name: int(model) for model in Model})),
        "range": ("range", number(1, FARTHEST)),
        "largest_formation": ("largest", number(SMALLEST_KETTE, SLOTS)),
        "smallest_kette": ("smallest_kette", number(SMALLEST_KETTE, LARGEST_KETTE)),
    }
    tables = tuple(
        ChartTable(("operations", name, key), (field,), (), word, (place,))
        for name, place in OPERATION_INDEX.items()
        for key, (field, word) in columns.items()
    )
    roles = Names({"Pilots": int(Role.PILOT), "Gunners": int(Role.GUNNER)})
    return (
        *tables,
        ChartTable(("force",), ("force",), (OPERATION, roles, QUALITY), number(0, SEATS)),
        ChartTable(
            ("missions",), ("missions",), (SEGMENT, Names({"Short": 0, "Regular": 1})), number(1, MOST_MISSIONS)
        ),
        _value("formations.smallest_staffel", "smallest_staffel", number(LARGEST_KETTE + 1, SLOTS)),
        _value("formations.kette_zone", "kette_zone", number(1, ZONES)),
    )


def _levels() -> tuple[ChartTable, ...]:
    rows = {
        "Attack": ("attack_drm", ()),
        "Pilot bail out": ("bailout_drm", (int(Role.PILOT),)),
        "Landing": ("landing_drm", ()),
        "Gunner defence": ("gunner_drm", ()),
        "Gunner bail out": ("bailout_drm", (int(Role.GUNNER),)),
        "Bail out over enemy": ("evasion_drm", ()),
    }
    tables = tuple(
        ChartTable(("modifiers", row), (field,), (QUALITY,), DRM, prefix) for row, (field, prefix) in rows.items()
    )
    return (
        *tables,
        ChartTable(("limits", "Flying limit"), ("flying_limit",), (QUALITY,), number(0, SEATS)),
        _value("promotion.missions", "promotion_missions", number(1, MOST_MISSIONS)),
    )


def _victory() -> tuple[ChartTable, ...]:
    """Bonuses: for few losses the better of two, and one more; points first, then what still earns them (8.5)."""
    count, tables = number(0, 100), []
    for place, row in enumerate(("best", "second")):
        points = number(0, MOST_LOSS_BONUS)
        for column, (key, word) in enumerate((("points", points), ("casualties", count), ("damaged", count))):
            tables.append(_value(f"mission_bonus.{row}.{key}", "mission_bonus", word, place, column))
        for kind, most in BONUSES.items():
            keys = (
                ("points", number(0, most["losses"])),
                ("destroyed_fewer_than", count),
                ("killed_fewer_than", count),
            )
            for column, (key, word) in enumerate(keys):
                tables.append(_value(f"{kind}_bonus.{row}.{key}", f"{kind}_bonus", word, place, column))
    for column, (key, word) in enumerate((("points", number(0, MOST_CALM_BONUS)), ("stress", count))):
        tables.append(_value(f"mission_bonus.calm.{key}", "mission_calm_bonus", word, column))
    for kind, most in BONUSES.items():
        for column, (key, word) in enumerate((("points", number(0, most["no_fly"])), ("fewer_than", count))):
            tables.append(_value(f"{kind}_bonus.no_fly.{key}", f"{kind}_no_fly_bonus", word, column))
    return tuple(tables)


RECORD_FILES: dict[str, tuple[ChartTable, ...]] = {
    "operations": _operations(),
    "crew_quality": _levels(),
    "a1_missions": (
        ChartTable(("missions",), ("a1",), (SEGMENT, TWO_DICE), cells.one_of(cells.MISSION_NAMES)),
        ChartTable(("zone",), ("a1_zone",), (D6,), number(1, ZONES)),
        ChartTable(("ship",), ("ship",), (D10,), cells.one_of(cells.SHIP_NAMES)),
        ChartTable(("size",), ("target_size",), (TARGET,), cells.one_of(SIZE_INDEX)),
    ),
    "a2_accuracy": (ChartTable(("score",), ("a2",), (Names(SIZE_INDEX), Die(1, 10, A2_LOW, A2_HIGH)), cells.SCORE),),
    "a3_ordnance": (
        ChartTable(A3_MODIFIER, (), (Names(PAYLOAD_INDEX), Names(TARGET_CLASS_INDEX)), DRM),
        ChartTable(A3_TARGETS, (), (Names(PAYLOAD_INDEX, True), Names(cells.TARGET_NAMES, True)), DRM),
        ChartTable(("available",), ("a3_from",), (Names(PAYLOAD_INDEX),), cells.one_of(SEGMENT_INDEX)),
        ChartTable(("carriers",), ("carriers",), (Names(SPECIAL_INDEX),), number(1, MOST_CARRIERS)),
    ),
    "a4_visibility": (
        ChartTable(("visibility",), ("a4",), (D6,), cells.one_of(cells.VISIBILITY_NAMES)),
        ChartTable(("modifier",), ("visibility_drm",), (Names(cells.VISIBILITY_NAMES),), DRM),
    ),
    "a5_victory": _victory(),
    "combat_rules": (
        _value("gamble.modifier", "gamble_drm", DRM),
        ChartTable(("gamble", "crash"), ("gamble_crash",), (D6,), cells.GAMBLE),
        _value("kill.points", "kill_points", number(0, MOST_KILL_POINTS)),
        _value("kill.highest_die", "kill_roll", number(0, 6)),
        ChartTable(("sinks",), ("sinks",), (Names(cells.SHIP_NAMES),), cells.YES_NO),
    ),
    "a6_anti_air": (
        ChartTable(("intensity",), ("a6",), (Die(1, 10, 0, A6_HIGH),), cells.one_of(cells.ANTI_AIRCRAFT_NAMES)),
        ChartTable(("aircraft_hit",), ("a6_hits",), (Names(cells.ANTI_AIRCRAFT_NAMES),), number(0, SLOTS)),
        ChartTable(("reroll_heavy",), ("a6_reroll",), (SEGMENT,), cells.YES_NO),
        _value("modifiers.maritime", "a6_maritime", DRM),
    ),
    "b1_interception": (
        ChartTable(("fighters",), ("b1", "b1_type"), (Names(MOST_FIGHTERS_COLUMNS), D10), cells.FIGHTERS),
    ),
    "b2_escorts": (
        ChartTable(
            ("removed",),
            ("b2",),
            (SEGMENT, Names({f"Zone {zone}": zone for zone in range(1, ZONES + 1)}), D6),
            cells.ESCORT,
        ),
    ),
    "b3_approach": (
        ChartTable(("approach",), ("b3_sector",), (D6,), cells.one_of(cells.SECTOR_NAMES)),
        ChartTable(("attack",), ("b3_aircraft", "b3_hits"), (D6,), cells.ATTACK),
        ChartTable(("sector",), ("sector_drm",), (SECTOR,), DRM),
        ChartTable(("rear_gunner",), ("rear_gunner_drm",), (SECTOR,), DRM),
    ),
    "c1_damage": (
        ChartTable(("system",), ("c1_system",), (D10,), cells.one_of(cells.SYSTEM_NAMES)),
        ChartTable(("damage",), ("c1",), (D10, D6), cells.DAMAGE),
    ),
    "c2_stress": (
        ChartTable(("modifier", "Attack"), ("c2_attack",), (die(STRESS - 1, 0),), DRM),
        ChartTable(("modifier", "Landing"), ("c2_landing",), (die(STRESS - 1, 0),), DRM),
        ChartTable(("modifier", "Bail out"), ("c2_bailout",), (die(STRESS - 1, 0),), DRM),
        _value("killed_pilot.gunner", "pilot_killed_drm", DRM),
    ),
    "c3_bail_out": (ChartTable(("bail_out",), ("c3",), (Die(1, 6, 0, 10),), cells.BAIL_OUT),),
    "c4_evasion": (ChartTable(("evasion",), ("c4", "c4_stress"), (Die(1, 10, 0, C4_HIGH),), cells.EVASION),),
    "c5_landing": (
        ChartTable(("landing",), ("c5",), (Die(1, 10, 0, C5_HIGH),), cells.TOUCHDOWN),
        _value("modifiers.landing_gear", "landing_gear_drm", DRM),
    ),
    "c6_crash": (ChartTable(("wreck",), ("c6_destroyed", "c6_repair"), (D10,), cells.WRECK),),
    "c7_survival": (ChartTable(("survival",), ("c7",), (D6,), cells.SURVIVAL),),
    "c8_aircraft_replacement": (ChartTable(("missions",), ("c8",), (D6,), number(1, LONGEST_REPAIR)),),
    "c9_crew_recovery": (
        ChartTable(("hospital",), ("c9_wia",), (D6,), number(1, LONGEST_HOSPITAL)),
        ChartTable(("replacement",), ("c9_kia",), (D10,), number(1, LONGEST_REPLACEMENT)),
    ),
    "c10_repair_times": (
        ChartTable(
            ("missions",),
            ("c10",),
            (Names({name: code for name, code in cells.SYSTEM_NAMES.items() if code < SYSTEMS}),),
            number(0, LONGEST_REPAIR),
        ),
        _value("track.longest", "c10_most", number(1, LONGEST_REPAIR)),
    ),
    "events": (),
}
"""Tables of every chart file by its name without ``.toml``."""
