"""Masks without some verbs.

A forbidden action is removed from the mask if another legal action remains. Otherwise it stays legal: the rules leave
no choice.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.stuka.codes import ACTIONS, Act


def allowed_without(verbs: Iterable[Act]) -> NDArray[np.int8]:
    """Return an array ``(ACTIONS,)``: 0 for every action of these verbs, 1 for the others."""
    forbidden = frozenset(verbs)
    allowed = np.ones(ACTIONS, np.int8)
    for verb in forbidden:
        allowed[verb : verb + verb.argument.size] = 0
    return allowed


def narrowed(masks: NDArray[np.int8], allowed: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return a new array with the actions that are legal and allowed; a row without any stays as it is.

    Args:
        masks: ``(N, ACTIONS)``: 1 for legal.
        allowed: ``(ACTIONS,)``: 0 for forbidden.

    Returns:
        Masks of the same shape.
    """
    narrow = masks & allowed
    return np.where(narrow.any(axis=1, keepdims=True), narrow, masks)
