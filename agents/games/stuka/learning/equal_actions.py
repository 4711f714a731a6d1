"""Actions that are equivalent, such as crews who are the same to the rules."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.planner.rollout import PublicMats
from stuka_env.compiling.compilation import READ_ONLY, compiled
from stuka_env.games.stuka.codes import ACTIONS
from stuka_env.games.stuka.rules.briefing import stand_in


@compiled
def mark_equal(
    mats: PublicMats,
    masks: Annotated[NDArray[np.int8], 2],
    actions: Annotated[NDArray[np.int64], READ_ONLY],
    equal: Annotated[NDArray[np.bool_], 2],
) -> None:
    """Mark the action of each war and the legal actions that are equivalent to it."""
    for war in range(len(mats)):
        chosen = int(actions[war])
        for action in range(ACTIONS):
            equal[war, action] = masks[war, action] != 0 and (
                action == chosen or stand_in(mats[war], masks[war], chosen, action) == chosen
            )


@compiled
def mark_candidates(
    mats: PublicMats,
    masks: Annotated[NDArray[np.int8], 2],
    proposed: Annotated[NDArray[np.int64], 2],
    candidates: Annotated[NDArray[np.int8], 2],
) -> None:
    """Mark the ``proposed`` actions (-1 stands for none) and the legal actions that are equivalent to one of them."""
    for war in range(len(mats)):
        own = int(proposed[war, 0])
        for place in range(proposed.shape[1]):
            candidate = int(proposed[war, place])
            for action in range(ACTIONS):
                if candidate >= 0 and masks[war, action]:
                    same = stand_in(mats[war], masks[war], own, candidate)
                    if stand_in(mats[war], masks[war], own, action) == same:
                        candidates[war, action] = 1
