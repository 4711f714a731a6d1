"""A policy that plays the champion's style by worths that are only known at run time, for the tuner."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from agents.clones import read_only
from agents.games.interceptor.scripts.champion import STYLE
from agents.games.interceptor.scripts.worths import Worths, play_by_worths
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.policy import PolicyInput
from stuka_env.records import Rows


@compiled
def choose_by(
    worths: Worths,
    mats: Annotated[Rows[Mat], READ_ONLY],
    charts: Annotated[Rows[Charts], READ_ONLY],
    masks: Annotated[NDArray[np.int8], 2],
    actions: NDArray[np.int64],
) -> None:
    """Choose by worths in every war that is not over."""
    for war in range(len(mats)):
        if not mats[war].career.over:
            own = charts[war if len(charts) > 1 else 0]
            actions[war] = play_by_worths(mats[war], own, masks[war], STYLE, worths).action


class Tuned:
    """The champion with other worths."""

    def __init__(self, name: str, worths: NDArray[np.float64]) -> None:
        self.name = name
        self._worths = read_only(worths)

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war into ``actions``."""
        choose_by(self._worths, inputs.mats, inputs.charts, inputs.masks, actions)
