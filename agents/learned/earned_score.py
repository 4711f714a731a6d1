"""The score that wars have earned so far, many at once."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from stuka_env.charts.shape import Charts
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.records import Rows
from stuka_env.rules.ledger import score_due
from stuka_env.rules.mat import Mat


@compiled
def earned_scores(
    mats: Annotated[Rows[Mat], READ_ONLY], charts: Annotated[Rows[Charts], READ_ONLY], earned: NDArray[np.float64]
) -> None:
    """Write each war's score so far, as part of the episode's final one; equal to that at the end."""
    for war in range(len(mats)):
        earned[war] = score_due(mats[war], charts[0])
