"""Candidates of a search or of expert iteration: the actions that an agent finds probable."""

import numpy as np
from numpy.typing import NDArray

MOST_CANDIDATES = 8
"""Largest number of candidates, the agent's own choice included."""
LEAST_CHANCE = 1e-5
"""Probability that an action must have to be a candidate. It is small because an agent that was taught by imitation is
seldom in doubt, even where it is wrong."""


def propose(chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the most probable actions in order, ``(N, 2 * MOST_CANDIDATES)``; -1 for those that are too improbable.

    They are twice as many as the candidates, because some may come to the same.
    """
    proposed = np.argsort(-chances, axis=1, kind="stable")[:, : 2 * MOST_CANDIDATES]
    seldom = np.take_along_axis(chances, proposed, axis=1) < LEAST_CHANCE
    seldom[:, 0] = False
    return np.where(seldom, -1, proposed)
