"""Weight of one mission in the score of a war (8.3 to 8.5). Scores are means of means, so it depends on the segment."""

import numpy as np
from numpy.typing import NDArray

from stuka_env.charts import LoadedCharts
from stuka_env.charts.shape import OPERATIONS, SEGMENTS
from stuka_env.codes import Scale
from stuka_env.scenario.missions import segments_of
from stuka_env.scenario.plan import Scenario


def mission_shares(scenario: Scenario, charts: LoadedCharts) -> NDArray[np.float64]:
    """Return the share of one mission of each segment in the episode's score; float64 ``(SEGMENTS,)``."""
    shares = np.ones(SEGMENTS)
    if scenario.scale >= Scale.SEGMENT:
        shares /= charts.record["missions"][:, scenario.regular]
    if scenario.scale >= Scale.OPERATION:
        for operation in range(OPERATIONS):
            shares[segments_of(operation, charts)] /= int(charts.record["segments"][operation])
    return shares / OPERATIONS if scenario.scale == Scale.CAMPAIGN else shares


def operation_share(scenario: Scenario) -> float:
    """Return the share of the bonus of one operation in the episode's score."""
    return 1 / OPERATIONS if scenario.scale == Scale.CAMPAIGN else 1.0
