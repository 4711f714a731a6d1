"""The expert of expert iteration (:mod:`agents.futures.gains`): `champion` flies the futures.

Months and single sorties are flown to their end. In careers the futures end with the sortie line, and the line value
scores the rest (:mod:`agents.games.interceptor.improvement.line_value`). A skill or an aircraft pays over many sorties,
and the end of a line does not show it. So choices on the ground of a career are left to the script. Under other charts
the line value is an approximation.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.futures.gains import ExpertParts, gain_kernels
from agents.games.interceptor.improvement.clones import LINE_FUTURES, ON_THE_GROUND
from agents.games.interceptor.learning.parts import A_GOOD_SORTIE
from stuka_env.games.interceptor.codes import Scale


def is_left(mats: Any) -> NDArray[np.bool_]:
    """Whether decisions are choices on the ground of a career."""
    kept: NDArray[np.bool_] = np.isin(mats["cursor"]["decision"], ON_THE_GROUND)
    return kept & (mats["settings"]["scale"] == Scale.CAREER)


EXPERT = ExpertParts(
    futures=LINE_FUTURES,
    kernels=gain_kernels(__name__, LINE_FUTURES, line_share=1 / A_GOOD_SORTIE),
    script="champion",
    is_left=is_left,
)
"""The expert of the second game."""
