"""Verbs that the script must not use in the rollouts either: what it is shown, and what it takes.

The planner's own decisions are narrowed down before they are searched (:func:`agents.forbidding.narrowed`).
"""

from numba import types

from agents.planner.desk import BAN, CHARTS, CHOOSE, MAT, Ban
from agents.policy import Choose
from stuka_env.charts.shape import Charts
from stuka_env.codes import ACTIONS
from stuka_env.compilation import kernel
from stuka_env.rules.kernel import Mask
from stuka_env.rules.legal import first_legal
from stuka_env.rules.mat import Mat

_MASK = types.Array(types.int8, 1, "C")


@kernel(types.void(BAN, _MASK))
def narrow(ban: Ban, mask: Mask) -> None:
    """Take what is forbidden out of a mask, unless nothing would be left."""
    if ban.count == 0:
        return
    left = 0
    for action in range(ACTIONS):
        left += mask[action] & ban.allowed[action]
    if left > 0:
        for action in range(ACTIONS):
            mask[action] &= ban.allowed[action]


@kernel(types.int64(CHOOSE, MAT, CHARTS.dtype, _MASK, types.int64))
def pick(choose: Choose, mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """The script's action; the first legal one where it relies on one that is not in the mask."""
    action = choose(mat, charts, mask, noise)
    return action if mask[action] else first_legal(mask)
