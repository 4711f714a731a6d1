"""The whole search of a decision, compiled: no thread waits for Python between its rollouts.

The rollout is handed in like the script, as a function: it takes all the rules with it, and is compiled once so.
"""

from typing import Any

from numba import types
from numpy.typing import NDArray

from agents.planner.candidates import open_search
from agents.planner.desk import CHARTS, CHOOSE, DESK, MASKS, MATS, NOISE, SEARCHES, VALUES, Desk
from agents.planner.halving import judge, next_block, tally
from agents.planner.rollout import FLY_CLONE, FlyClone
from agents.policy import Choose
from stuka_env.compilation import kernel

_INT = types.int64


@kernel(types.void(FLY_CLONE, CHOOSE, MATS, CHARTS, _INT, DESK, SEARCHES, VALUES, _INT, _INT))
def fly_block(
    fly_clone: FlyClone,
    choose: Choose,
    mats: NDArray[Any],
    charts: NDArray[Any],
    war: int,
    desk: Desk,
    searches: NDArray[Any],
    values: NDArray[Any],
    start: int,
    stop: int,
) -> None:
    """Fly the rollouts [start, stop) of the block in hand."""
    search = searches[war]
    left = int(search.left)
    for index in range(start, stop):
        action, rollout = int(search.action[index % left]), int(search.flown) + index // left
        values[0].worth[index] = fly_clone(choose, mats, war, charts, desk, action, int(search.noise), rollout)


@kernel(types.void(FLY_CLONE, CHOOSE, MATS, CHARTS, MASKS, NOISE, _INT, DESK, SEARCHES, VALUES, _INT, _INT))
def search_slice(
    fly_clone: FlyClone,
    choose: Choose,
    mats: NDArray[Any],
    charts: NDArray[Any],
    masks: NDArray[Any],
    noise: NDArray[Any],
    budget: int,
    desk: Desk,
    searches: NDArray[Any],
    values: NDArray[Any],
    start: int,
    stop: int,
) -> None:
    """Search the decisions of the wars in [start, stop) that are not over."""
    for war in range(start, stop):
        if not mats[war].track.over:
            open_search(choose, mats, charts, masks, war, int(noise[war]), budget, searches)
            rollouts = next_block(searches, war)
            while rollouts:
                fly_block(fly_clone, choose, mats, charts, war, desk, searches, values, 0, rollouts)
                tally(searches, war, values)
                rollouts = next_block(searches, war)
            judge(searches, war)
