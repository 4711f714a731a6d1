"""The scores that wars have earned so far, and the first decisions of missions, for many wars at once."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import Decision
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.policy import PolicyInput
from stuka_env.records import Rows


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


class MissionStartDetector:
    """Detector of the first decisions of missions.

    Args:
        num_wars: Number of wars, N.
    """

    def __init__(self, num_wars: int) -> None:
        self._missions = np.full(num_wars, -1)

    def at(self, mats: Rows[Mat]) -> NDArray[np.bool_]:
        """Return whether each war is at the first decision of a mission, ``(N,)``; must be called once a turn."""
        missions = mats["war"]["mission_of_war"].astype(np.int64)
        # Promotions follow the last mission of a segment, and belong to it.
        starts: NDArray[np.bool_] = (mats["track"]["over"] == 0) & (missions != self._missions)
        starts &= mats["cursor"]["decision"] != Decision.PROMOTE
        self._missions[starts] = missions[starts]
        return starts
