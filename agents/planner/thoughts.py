"""What a search has found out, as probabilities, values and worth (:class:`agents.policy.Thought`)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.policy import Thought
from stuka_env.codes import ACTIONS


def thoughts_of(searches: NDArray[Any]) -> Thought:
    """The opinion of every war; none, zeros and NaN, of a war that is over."""
    rows, places = np.nonzero(np.arange(ACTIONS) < searches["candidates"][:, None])
    actions = searches["action"][rows, places]
    probabilities = np.zeros((len(searches), ACTIONS))
    merits = searches["merit"][rows, places] / searches["unit"][rows]
    highest = np.zeros(len(searches))
    np.maximum.at(highest, rows, merits)
    probabilities[rows, actions] = np.exp(merits - highest[rows])
    probabilities /= np.maximum(probabilities.sum(axis=1, keepdims=True), 1e-300)
    worth = np.full((len(searches), ACTIONS), np.nan)
    rollouts = searches["rollouts"][rows, places]
    flown = rollouts > 0
    expected = searches["worth"][rows, places][flown] / rollouts[flown] - searches["due"][rows][flown]
    worth[rows[flown], actions[flown]] = expected
    values = worth[np.arange(len(searches)), searches["best"]]
    return Thought(probabilities.astype(np.float32), values.astype(np.float32), worth.astype(np.float32))
