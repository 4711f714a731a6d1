"""Policies without some verbs, to measure the value of those verbs.

A forbidden action is removed from the mask if another legal action remains. Otherwise it stays legal: the rules leave
no choice.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.stuka.codes import ACTIONS, Act
from stuka_env.policy import Policy, PolicyInput


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


class WithoutVerbs:
    """A policy whose mask lacks some verbs.

    A script may take an action without reading the mask. If it takes a forbidden one, the first allowed action is
    taken instead.

    Args:
        policy: the policy that plays.
        verbs: the forbidden verbs.
    """

    def __init__(self, policy: Policy, verbs: Iterable[Act]) -> None:
        forbidden = sorted(verbs)
        self.name = f"{policy.name} without {', '.join(verb.name for verb in forbidden)}" if forbidden else policy.name
        self.policy = policy
        self.allowed = allowed_without(forbidden)

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war into ``actions``."""
        masks = narrowed(inputs.masks, self.allowed)
        self.policy.act(inputs._replace(masks=masks), actions)
        is_allowed = masks[np.arange(len(masks)), actions] == 1
        actions[:] = np.where(is_allowed, actions, masks.argmax(axis=1))
