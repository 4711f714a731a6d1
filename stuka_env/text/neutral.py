"""The neutral policy, which answers for a language model that does not: the first option that is no refusal.

It knows nothing of the game, so its answers are no verdict on the model. Its own score in the same wars is printed
beside that of the model.
"""

import numpy as np
from numpy.typing import NDArray

from stuka_env.policy import NEUTRAL, PolicyInput
from stuka_env.text.parts import text_parts


class NeutralPolicy:
    """The neutral policy of a game, as a policy that plays many wars.

    Args:
        game: name of the game.
    """

    name = NEUTRAL

    def __init__(self, game: str) -> None:
        self._choose = text_parts(game).neutral

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war into ``actions``."""
        for war, mask in enumerate(inputs.masks):
            actions[war] = self._choose(np.flatnonzero(mask).tolist())
