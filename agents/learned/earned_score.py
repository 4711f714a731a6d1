"""The score that wars have earned so far, many at once; and which of them begin a mission."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from stuka_env.charts.shape import Charts
from stuka_env.codes import Decision
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.policy import PolicyInput
from stuka_env.records import Rows
from stuka_env.rules.ledger import score_due
from stuka_env.rules.mat import Mat


@compiled
def _write_earned(
    mats: Annotated[Rows[Mat], READ_ONLY], charts: Annotated[Rows[Charts], READ_ONLY], earned: NDArray[np.float64]
) -> None:
    """Write each war's score so far, as part of the episode's final one; equal to that at the end."""
    for war in range(len(mats)):
        earned[war] = score_due(mats[war], charts[0])


def earned_scores(inputs: PolicyInput) -> NDArray[np.float64]:
    """The points that each war has earned, ``(N,)``; equal to the final score at the end."""
    earned = np.zeros(len(inputs.mats))
    _write_earned(inputs.mats, inputs.charts, earned)
    return earned


class MissionStarts:
    """Finds the first decision of each mission, turn by turn.

    Args:
        wars: how many there are.
    """

    def __init__(self, wars: int) -> None:
        self._missions = np.full(wars, -1)

    def at(self, mats: Rows[Mat]) -> NDArray[np.bool_]:
        """Which wars are at such a decision now, ``(N,)``; to be asked once a turn."""
        missions = mats["war"]["mission_of_war"].astype(np.int64)
        # Promotions come after a segment's last mission, and are the end of what has been, not a beginning.
        starts = (mats["track"]["over"] == 0) & (missions != self._missions)
        starts &= mats["cursor"]["decision"] != Decision.PROMOTE
        self._missions[starts] = missions[starts]
        found: NDArray[np.bool_] = starts
        return found
