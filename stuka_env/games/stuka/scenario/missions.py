"""Segments of an operation, the number of missions in a war, and the scores that it can have."""

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.charts.shape import (
    BEST_CAMPAIGN,
    BEST_MISSION,
    BEST_OPERATION,
    BONUS_POINTS,
    MOST_KILLS,
    OPERATIONS,
    PERFECT,
)
from stuka_env.games.stuka.codes import Operation, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec


def segments_of(operation: int, charts: LoadedCharts) -> range:
    """Return the segments of an operation."""
    first = int(charts.record["first_segment"][operation])
    return range(first, first + int(charts.record["segments"][operation]))


def operation_of(segment: int, charts: LoadedCharts) -> int:
    """Return the operation to which a segment belongs."""
    return max(operation for operation in Operation if charts.record.first_segment[operation] <= segment)


def missions_of(spec: WarSpec) -> int:
    """Return the missions of a war that is played to its end, No-Flys included."""
    missions = spec.charts.record["missions"][:, spec.duration]
    if spec.scale == Scale.MISSION:
        return 1
    if spec.scale == Scale.SEGMENT:
        first = segments_of(spec.operation, spec.charts)[0]
        return int(missions[spec.segment if spec.segment >= 0 else first])
    operations = range(OPERATIONS) if spec.scale == Scale.CAMPAIGN else (spec.operation,)
    return sum(int(missions[segment]) for operation in operations for segment in segments_of(operation, spec.charts))


def score_range(spec: WarSpec) -> tuple[int, int]:
    """Return the least and the largest score of a war (8.4 to 8.6); under drawn charts that of all allowed charts."""
    if spec.random is not None:
        return 0, {Scale.OPERATION: BEST_OPERATION, Scale.CAMPAIGN: BEST_CAMPAIGN}.get(Scale(spec.scale), BEST_MISSION)
    charts = spec.charts.record
    best = PERFECT + MOST_KILLS * int(charts["kill_points"])
    bonuses = ("mission", *("operation", "campaign")[: max(0, spec.scale - Scale.SEGMENT)])
    for name, other in zip(bonuses, ("mission_calm", "operation_no_fly", "campaign_no_fly"), strict=False):
        best += int(charts[f"{name}_bonus"][:, BONUS_POINTS].max()) + int(charts[f"{other}_bonus"][BONUS_POINTS])
    return 0, best
