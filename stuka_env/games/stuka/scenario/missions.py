"""Segments of an operation, and the number of missions in a war."""

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.charts.shape import OPERATIONS
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
