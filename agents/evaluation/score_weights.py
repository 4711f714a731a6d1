"""What one mission is worth in a war's score (8.3 to 8.5): means of means, so that it depends on the segment."""

import numpy as np
from numpy.typing import NDArray

from stuka_env.charts import LoadedCharts
from stuka_env.charts.shape import OPERATIONS, SEGMENTS
from stuka_env.codes import Scale
from stuka_env.scenario.missions import segments_of
from stuka_env.scenario.plan import Scenario


def mission_shares(scenario: Scenario, charts: LoadedCharts) -> NDArray[np.float64]:
    """The part of the episode's score that one mission of each segment counts for; float64 ``(SEGMENTS,)``."""
    shares = np.ones(SEGMENTS)
    if scenario.scale >= Scale.SEGMENT:
        shares /= charts.record["missions"][:, scenario.regular]
    if scenario.scale >= Scale.OPERATION:
        for operation in range(OPERATIONS):
            shares[segments_of(operation, charts)] /= int(charts.record["segments"][operation])
    return shares / OPERATIONS if scenario.scale == Scale.CAMPAIGN else shares


def operation_share(scenario: Scenario) -> float:
    """The part of the episode's score that the bonus of one operation counts for."""
    return 1 / OPERATIONS if scenario.scale == Scale.CAMPAIGN else 1.0
