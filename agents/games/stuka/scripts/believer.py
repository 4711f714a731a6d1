"""A policy that plays like old_hand by a record of beliefs that is only known at run time, for the tuner."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.scripts.beliefs import Beliefs
from agents.games.stuka.scripts.old_hand import reasoned_by
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.policy import PolicyInput
from stuka_env.records import Rows


@compiled
def choose_by(
    beliefs: Rows[Beliefs],
    mats: Annotated[Rows[Mat], READ_ONLY],
    charts: Annotated[Rows[Charts], READ_ONLY],
    masks: Annotated[NDArray[np.int8], 2],
    actions: NDArray[np.int64],
) -> None:
    """Choose by the first row of ``beliefs`` in every war that is not over."""
    for war in range(len(mats)):
        if not mats[war].track.over:
            own = charts[war if len(charts) > 1 else 0]
            actions[war] = reasoned_by(mats[war], own, masks[war], beliefs[0]).action


class Believer:
    """A policy that plays by ``beliefs``."""

    def __init__(self, name: str, beliefs: Rows[Beliefs]) -> None:
        self.name = name
        self._beliefs = beliefs

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war into ``actions``."""
        choose_by(self._beliefs, inputs.mats, inputs.charts, inputs.masks, actions)
