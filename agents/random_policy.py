"""The random policy of a game that has no script for it."""

import numpy as np
from numpy.typing import NDArray

from stuka_env.policy import RANDOM, PolicyInput


class RandomPolicy:
    """Uniformly random legal actions, in any game."""

    name = RANDOM

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war into ``actions``."""
        counts = (inputs.masks > 0).cumsum(axis=1)
        chosen = inputs.noise % counts[:, -1]
        actions[:] = (counts > chosen[:, None]).argmax(axis=1)
