"""Number of missions in a war, and segments of an operation."""

from stuka_env.charts import LoadedCharts
from stuka_env.charts.shape import OPERATIONS
from stuka_env.codes import Scale
from stuka_env.scenario.plan import Scenario


def segments_of(operation: int, charts: LoadedCharts) -> range:
    """Return the segments of an operation."""
    first = int(charts.record["first_segment"][operation])
    return range(first, first + int(charts.record["segments"][operation]))


def missions_of(scenario: Scenario, charts: LoadedCharts) -> int:
    """Return the missions of a war that is played to its end, No-Flys included."""
    missions = charts.record["missions"][:, scenario.regular]
    if scenario.scale == Scale.MISSION:
        return 1
    if scenario.scale == Scale.SEGMENT:
        first = segments_of(scenario.operation, charts)[0]
        return int(missions[scenario.segment if scenario.segment >= 0 else first])
    operations = range(OPERATIONS) if scenario.scale == Scale.CAMPAIGN else (scenario.operation,)
    return sum(int(missions[segment]) for operation in operations for segment in segments_of(operation, charts))
