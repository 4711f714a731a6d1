"""The expert of expert iteration (:mod:`agents.futures.gains`): `best` flies the futures, which end with the mission.

Crews and their bombers are left to it: a tired crew counts in later missions, which the end of one does not show.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.futures.gains import ExpertParts, gain_kernels
from agents.games.wing.learning.parts import A_GOOD_MISSION
from agents.games.wing.review.parts import FUTURES
from stuka_env.games.wing.codes import Decision


def is_left(mats: Any) -> NDArray[np.bool_]:
    """Whether decisions are about crews and their bombers."""
    kept: NDArray[np.bool_] = np.isin(mats["cursor"]["decision"], (Decision.CREW, Decision.BOMBER))
    return kept


EXPERT = ExpertParts(
    futures=FUTURES,
    kernels=gain_kernels(__name__, FUTURES, line_share=1 / A_GOOD_MISSION),
    script="best",
    is_left=is_left,
)
"""The expert of the third game."""
