"""The scores that wars have earned so far, for many wars at once."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import READ_ONLY, compiled
from stuka_env.declared.records import Rows
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.policy import PolicyInput


@compiled
def _write_earned(
    mats: Annotated[Rows[Mat], READ_ONLY], charts: Annotated[Rows[Charts], READ_ONLY], earned: NDArray[np.float64]
) -> None:
    """Write each war's score so far, which at the end equals the final score."""
    for war in range(len(mats)):
        earned[war] = score_due(mats[war], charts[war if len(charts) > 1 else 0])


def earned_scores(inputs: PolicyInput) -> NDArray[np.float64]:
    """Return the points that each war has earned, ``(N,)``; at the end they equal the final score."""
    earned = np.zeros(len(inputs.mats))
    _write_earned(inputs.mats, inputs.charts, earned)
    return earned
