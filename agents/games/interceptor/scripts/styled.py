"""A policy of a style that is only known at run time, for training wars and measurements."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from agents.games.interceptor.scripts.player import play
from agents.games.interceptor.scripts.style import Style
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.policy import PolicyInput
from stuka_env.records import Rows


@compiled
def play_all(
    mats: Annotated[Rows[Mat], READ_ONLY],
    charts: Annotated[Rows[Charts], READ_ONLY],
    masks: Annotated[NDArray[np.int8], 2],
    style: Style,
    actions: NDArray[np.int64],
) -> None:
    """Let a style choose in every war that is not over."""
    for war in range(len(mats)):
        if not mats[war].career.over:
            actions[war] = play(mats[war], charts[0], masks[war], style).action


class StyledPolicy:
    """A policy of one style."""

    def __init__(self, name: str, style: Style) -> None:
        self.name = name
        self._style = style

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the actions."""
        play_all(inputs.mats, inputs.charts, inputs.masks, self._style, actions)
