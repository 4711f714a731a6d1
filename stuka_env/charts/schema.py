"""Which tables each chart file holds and which fields of the record they fill: the shape of the charts, no number.

``RECORD_FILES`` are read cell by cell; ``a5_victory`` has its levels and ``events`` its cards besides, which
:mod:`stuka_env.charts.lists` reads, and A3's modifiers are combined by :mod:`stuka_env.charts.loader`.
"""

from stuka_env.charts import words
from stuka_env.charts.shape import (
    A2_HIGH,
    A2_LOW,
    A6_HIGH,
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
from stuka_env.charts.table import Die, Names, Table, die
from stuka_env.charts.words import number
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
SECTOR, TARGET = Names(words.SECTOR_NAMES), Names(words.TARGET_NAMES)
DRM = number(-9, 9)
TWO_DICE = die(12, 2)
D6, D10 = die(6), die(10)
FAR = 15
"""Highest total that C4 and C5 can be asked for, and lowest 0; C3 goes to 10."""


def _value(path: str, field: str, word: words.Word, *prefix: int) -> Table:
    return Table(tuple(path.split(".")), (field,), (), word, prefix)


def _operations() -> tuple[Table, ...]:
    columns = {
        "first_segment": ("first_segment", words.one_of(SEGMENT_INDEX)),
        "segments": ("segments", number(1, len(SEGMENT_INDEX))),
        "aircraft": ("aircraft", number(SMALLEST_KETTE, SLOTS)),
        "model": ("model", words.one_of({model.name: int(model) for model in Model})),
        "range": ("range", number(1, FARTHEST)),
        "largest_formation": ("largest", number(SMALLEST_KETTE, SLOTS)),
        "smallest_kette": ("smallest_kette", number(SMALLEST_KETTE, LARGEST_KETTE)),
    }
    cells = tuple(
        Table(("operations", name, key), (field,), (), word, (place,))
        for name, place in OPERATION_INDEX.items()
        for key, (field, word) in columns.items()
    )
    roles = Names({"Pilots": int(Role.PILOT), "Gunners": int(Role.GUNNER)})
    return (
        *cells,
        Table(("force",), ("force",), (OPERATION, roles, QUALITY), number(0, SEATS)),
        Table(("missions",), ("missions",), (SEGMENT, Names({"Short": 0, "Regular": 1})), number(1, MOST_MISSIONS)),
        _value("formations.smallest_staffel", "smallest_staffel", number(LARGEST_KETTE + 1, SLOTS)),
        _value("formations.kette_zone", "kette_zone", number(1, ZONES)),
    )


def _levels() -> tuple[Table, ...]:
    rows = {
        "Attack": ("attack_drm", ()),
        "Pilot bail out": ("bailout_drm", (int(Role.PILOT),)),
        "Landing": ("landing_drm", ()),
        "Gunner defence": ("gunner_drm", ()),
        "Gunner bail out": ("bailout_drm", (int(Role.GUNNER),)),
        "Bail out over enemy": ("evasion_drm", ()),
    }
    cells = tuple(Table(("modifiers", row), (field,), (QUALITY,), DRM, prefix) for row, (field, prefix) in rows.items())
    return (
        *cells,
        Table(("limits", "Flying limit"), ("flying_limit",), (QUALITY,), number(0, SEATS)),
        _value("promotion.missions", "promotion_missions", number(1, MOST_MISSIONS)),
    )


def _victory() -> tuple[Table, ...]:
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


RECORD_FILES: dict[str, tuple[Table, ...]] = {
    "operations": _operations(),
    "crew_quality": _levels(),
    "a1_missions": (
        Table(("missions",), ("a1",), (SEGMENT, TWO_DICE), words.one_of(words.MISSION_NAMES)),
        Table(("zone",), ("a1_zone",), (D6,), number(1, ZONES)),
        Table(("ship",), ("ship",), (D10,), words.one_of(words.SHIP_NAMES)),
        Table(("size",), ("target_size",), (TARGET,), words.one_of(SIZE_INDEX)),
    ),
    "a2_accuracy": (Table(("score",), ("a2",), (Names(SIZE_INDEX), Die(1, 10, A2_LOW, A2_HIGH)), words.SCORE),),
    "a3_ordnance": (
        Table(A3_MODIFIER, (), (Names(PAYLOAD_INDEX), Names(TARGET_CLASS_INDEX)), DRM),
        Table(A3_TARGETS, (), (Names(PAYLOAD_INDEX, True), Names(words.TARGET_NAMES, True)), DRM),
        Table(("available",), ("a3_from",), (Names(PAYLOAD_INDEX),), words.one_of(SEGMENT_INDEX)),
        Table(("carriers",), ("carriers",), (Names(SPECIAL_INDEX),), number(1, MOST_CARRIERS)),
    ),
    "a4_visibility": (
        Table(("visibility",), ("a4",), (D6,), words.one_of(words.VISIBILITY_NAMES)),
        Table(("modifier",), ("visibility_drm",), (Names(words.VISIBILITY_NAMES),), DRM),
    ),
    "a5_victory": _victory(),
    "combat_rules": (
        _value("gamble.modifier", "gamble_drm", DRM),
        Table(("gamble", "crash"), ("gamble_crash",), (D6,), words.GAMBLE),
        _value("kill.points", "kill_points", number(0, MOST_KILL_POINTS)),
        _value("kill.highest_die", "kill_roll", number(0, 6)),
        Table(("sinks",), ("sinks",), (Names(words.SHIP_NAMES),), words.YES_NO),
    ),
    "a6_anti_air": (
        Table(("intensity",), ("a6",), (Die(1, 10, 0, A6_HIGH),), words.one_of(words.ANTI_AIRCRAFT_NAMES)),
        Table(("aircraft_hit",), ("a6_hits",), (Names(words.ANTI_AIRCRAFT_NAMES),), number(0, SLOTS)),
        Table(("reroll_heavy",), ("a6_reroll",), (SEGMENT,), words.YES_NO),
        _value("modifiers.maritime", "a6_maritime", DRM),
    ),
    "b1_interception": (Table(("fighters",), ("b1", "b1_type"), (Names(MOST_FIGHTERS_COLUMNS), D10), words.FIGHTERS),),
    "b2_escorts": (
        Table(
            ("removed",),
            ("b2",),
            (SEGMENT, Names({f"Zone {zone}": zone for zone in range(1, ZONES + 1)}), D6),
            words.ESCORT,
        ),
    ),
    "b3_approach": (
        Table(("approach",), ("b3_sector",), (D6,), words.one_of(words.SECTOR_NAMES)),
        Table(("attack",), ("b3_aircraft", "b3_hits"), (D6,), words.ATTACK),
        Table(("sector",), ("sector_drm",), (SECTOR,), DRM),
        Table(("rear_gunner",), ("rear_gunner_drm",), (SECTOR,), DRM),
    ),
    "c1_damage": (
        Table(("system",), ("c1_system",), (D10,), words.one_of(words.SYSTEM_NAMES)),
        Table(("damage",), ("c1",), (D10, D6), words.DAMAGE),
    ),
    "c2_stress": (
        Table(("modifier", "Attack"), ("c2_attack",), (die(STRESS - 1, 0),), DRM),
        Table(("modifier", "Landing"), ("c2_landing",), (die(STRESS - 1, 0),), DRM),
        Table(("modifier", "Bail out"), ("c2_bailout",), (die(STRESS - 1, 0),), DRM),
        _value("killed_pilot.gunner", "pilot_killed_drm", DRM),
    ),
    "c3_bail_out": (Table(("bail_out",), ("c3",), (Die(1, 6, 0, 10),), words.BAIL_OUT),),
    "c4_evasion": (Table(("evasion",), ("c4", "c4_stress"), (Die(1, 10, 0, FAR),), words.EVASION),),
    "c5_landing": (
        Table(("landing",), ("c5",), (Die(1, 10, 0, FAR),), words.TOUCHDOWN),
        _value("modifiers.landing_gear", "landing_gear_drm", DRM),
    ),
    "c6_crash": (Table(("wreck",), ("c6_destroyed", "c6_repair"), (D10,), words.WRECK),),
    "c7_survival": (Table(("survival",), ("c7",), (D6,), words.SURVIVAL),),
    "c8_aircraft_replacement": (Table(("missions",), ("c8",), (D6,), number(1, LONGEST_REPAIR)),),
    "c9_crew_recovery": (
        Table(("hospital",), ("c9_wia",), (D6,), number(1, LONGEST_HOSPITAL)),
        Table(("replacement",), ("c9_kia",), (D10,), number(1, LONGEST_REPLACEMENT)),
    ),
    "c10_repair_times": (
        Table(
            ("missions",),
            ("c10",),
            (Names({name: code for name, code in words.SYSTEM_NAMES.items() if code < SYSTEMS}),),
            number(0, LONGEST_REPAIR),
        ),
        _value("track.longest", "c10_most", number(1, LONGEST_REPAIR)),
    ),
    "events": (),
}
"""Tables of every chart file by its name without ``.toml``."""
