"""Tables of a Staffel: the forces of an operation, the levels of its people, the bonuses that it earns.

Those are the charts with the same keys in row after row.
"""

from collections.abc import Mapping

from stuka_env.games.stuka.charts import cells
from stuka_env.games.stuka.charts.axes import ChartTable, Names
from stuka_env.games.stuka.charts.cells import number
from stuka_env.games.stuka.charts.shape import (
    BEST_BONUS,
    BONUS_POINTS,
    CASUALTIES_LIMIT,
    DAMAGED_LIMIT,
    DESTROYED_LIMIT,
    FARTHEST,
    KILLED_LIMIT,
    MOST_CALM_BONUS,
    MOST_CAMPAIGN_BONUS,
    MOST_LOSS_BONUS,
    MOST_MISSIONS,
    MOST_OPERATION_BONUS,
    NO_FLY_LIMIT,
    SECOND_BONUS,
    STRESS_LIMIT,
)
from stuka_env.games.stuka.charts.tables import (
    DRM,
    OPERATION,
    OPERATION_INDEX,
    QUALITY,
    SEGMENT,
    SEGMENT_INDEX,
    table,
    value,
)
from stuka_env.games.stuka.codes import (
    LARGEST_KETTE,
    SEATS,
    SLOTS,
    SMALLEST_KETTE,
    ZONES,
    Model,
    Role,
)

BONUSES = {"operation": MOST_OPERATION_BONUS, "campaign": MOST_CAMPAIGN_BONUS}


def operations() -> tuple[ChartTable, ...]:
    """Return the tables of the forces at the start of each operation and segment (4.5)."""
    columns = {
        "first_segment": ("first_segment", cells.one_name(SEGMENT_INDEX), "Segment that the operation opens with"),
        "segments": ("segments", number(1, len(SEGMENT_INDEX)), "Segments in the operation"),
        "aircraft": ("aircraft", number(SMALLEST_KETTE, SLOTS), "Aircraft at the start"),
        "model": ("model", cells.one_name({model.name: int(model) for model in Model}), "Model of the Ju-87 flown"),
        "range": ("range", number(1, FARTHEST), "Range of an aircraft in zones, out and home together"),
        "largest_formation": ("largest", number(SMALLEST_KETTE, SLOTS), "Most aircraft in a formation"),
        "smallest_kette": (
            "smallest_kette",
            number(SMALLEST_KETTE, LARGEST_KETTE),
            "Fewest aircraft in a formation if more could fly",
        ),
    }
    tables = tuple(
        value(f"operations.{name}.{key}", field, word, meaning, place)
        for name, place in OPERATION_INDEX.items()
        for key, (field, word, meaning) in columns.items()
    )
    roles = Names({"Pilots": int(Role.PILOT), "Gunners": int(Role.GUNNER)})
    return (
        *tables,
        table(
            "force",
            "force",
            (OPERATION, roles, QUALITY),
            number(0, SEATS),
            "People at the start by role and level, when the operation is played alone or opens a campaign",
        ),
        table(
            "missions",
            "missions",
            (SEGMENT, Names({"Short": 0, "Regular": 1})),
            number(1, MOST_MISSIONS),
            "Missions in each segment of a short and of a regular game",
        ),
        value(
            "formations.smallest_staffel",
            "smallest_staffel",
            number(LARGEST_KETTE + 1, SLOTS),
            "Fewest aircraft that make a Staffel; fewer are a Kette",
        ),
        value("formations.kette_zone", "kette_zone", number(1, ZONES), "Farthest zone that a Kette is sent to"),
    )


def levels() -> tuple[ChartTable, ...]:
    """Return the tables of the effects of experience (8.9)."""
    rows = {
        "Attack": ("attack_drm", (), "Added to the pilot's attacks (A2), by level; minus helps"),
        "Pilot bail out": (
            "bailout_drm",
            (int(Role.PILOT),),
            "Added to the pilot's bail out (C3), by level; minus helps",
        ),
        "Landing": ("landing_drm", (), "Added to the pilot's landing (C5), by level; minus helps"),
        "Gunner defence": (
            "gunner_drm",
            (),
            "Added to hits by fighters (C1) where the gunner can fire, by level; minus helps",
        ),
        "Gunner bail out": (
            "bailout_drm",
            (int(Role.GUNNER),),
            "Added to the gunner's bail out (C3), by level; minus helps",
        ),
        "Bail out over enemy": (
            "evasion_drm",
            (),
            "Added to the fate of a person down over enemy territory (C4); minus helps",
        ),
    }
    tables = tuple(
        table(f"modifiers.{row}", field, (QUALITY,), DRM, meaning, *prefix)
        for row, (field, prefix, meaning) in rows.items()
    )
    return (
        *tables,
        table(
            "limits.Flying limit",
            "flying_limit",
            (QUALITY,),
            number(0, SEATS),
            f"Most pilots of a level in one mission, and most gunners; {SEATS} is no limit",
        ),
        value(
            "promotion.missions",
            "promotion_missions",
            number(1, MOST_MISSIONS),
            "Missions completed in a segment that promotion asks for",
        ),
    )


def bonuses() -> tuple[ChartTable, ...]:
    """Bonuses: for few losses the better of two, and one more; points first, then what still earns them (8.5)."""
    count, points, of_two = number(0, 100), "Points of the bonus", "of best and second only the better counts"
    tables = list[ChartTable]()

    def row(path: str, field: str, columns: Mapping[int, tuple[str, cells.Word, str]], *place: int) -> None:
        tables.extend(
            value(f"{path}.{key}", field, word, meaning, *place, column)
            for column, (key, word, meaning) in columns.items()
        )

    for place, rank in ((BEST_BONUS, "best"), (SECOND_BONUS, "second")):
        mission = {
            BONUS_POINTS: ("points", number(0, MOST_LOSS_BONUS), f"{points}; {of_two}"),
            CASUALTIES_LIMIT: ("casualties", count, "Most people wounded, killed or captured that still earn it"),
            DAMAGED_LIMIT: ("damaged", count, "Most damaged aircraft that still earn it"),
        }
        row(f"mission_bonus.{rank}", "mission_bonus", mission, place)
        for kind, most in BONUSES.items():
            losses = {
                BONUS_POINTS: ("points", number(0, most["losses"]), f"{points}; {of_two}"),
                DESTROYED_LIMIT: ("destroyed_fewer_than", count, "Fewer aircraft than this must have been destroyed"),
                KILLED_LIMIT: ("killed_fewer_than", count, "Fewer people than this must have been killed"),
            }
            row(f"{kind}_bonus.{rank}", f"{kind}_bonus", losses, place)
    calm = {
        BONUS_POINTS: ("points", number(0, MOST_CALM_BONUS), points),
        STRESS_LIMIT: ("stress", count, "Most stress markers brought home that still earn it"),
    }
    row("mission_bonus.calm", "mission_calm_bonus", calm)
    for kind, most in BONUSES.items():
        no_fly = {
            BONUS_POINTS: ("points", number(0, most["no_fly"]), points),
            NO_FLY_LIMIT: ("fewer_than", count, "Fewer missions than this must have been No-Fly"),
        }
        row(f"{kind}_bonus.no_fly", f"{kind}_no_fly_bonus", no_fly)
    return tuple(tables)
