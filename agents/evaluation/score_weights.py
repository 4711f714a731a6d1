"""What one mission is worth in a war's score (8.3 to 8.5): means of means, so that it depends on the segment."""

import numpy as np
from numpy.typing import NDArray

from stuka_env.charts import LoadedCharts
from stuka_env.charts.shape import OPERATIONS, SEGMENTS
from stuka_env.codes import Scale
from stuka_env.scenario.plan import Scenario


def operation_segments(operation: int, charts: LoadedCharts) -> slice:
    """The segments of an operation."""
    first = int(charts.record["first_segment"][operation])
    return slice(first, first + int(charts.record["segments"][operation]))


def mission_shares(scenario: Scenario, charts: LoadedCharts) -> NDArray[np.float64]:
    """The part of the episode's score that one mission of each segment counts for; float64 ``(SEGMENTS,)``."""
    shares = np.ones(SEGMENTS)
    if scenario.scale >= Scale.SEGMENT:
        shares /= charts.record["missions"][:, scenario.regular]
    if scenario.scale >= Scale.OPERATION:
        for operation in range(OPERATIONS):
            shares[operation_segments(operation, charts)] /= int(charts.record["segments"][operation])
    return shares / OPERATIONS if scenario.scale == Scale.CAMPAIGN else shares


def operation_share(scenario: Scenario) -> float:
    """The part of the episode's score that the bonus of one operation counts for."""
    return 1 / OPERATIONS if scenario.scale == Scale.CAMPAIGN else 1.0


def missions_of(scenario: Scenario, charts: LoadedCharts) -> int:
    """Missions of a war that is played to its end, No-Flys included."""
    missions = charts.record["missions"][:, scenario.regular]
    if scenario.scale == Scale.MISSION:
        return 1
    if scenario.scale == Scale.SEGMENT:
        first = int(charts.record["first_segment"][scenario.operation])
        return int(missions[scenario.segment if scenario.segment >= 0 else first])
    operations = range(OPERATIONS) if scenario.scale == Scale.CAMPAIGN else (scenario.operation,)
    return sum(int(missions[operation_segments(operation, charts)].sum()) for operation in operations)
