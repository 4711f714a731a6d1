"""Forbidding verbs: what somebody who may not use them is shown, to find out what they are worth.

A forbidden action is taken out of the mask wherever another legal action is left; where none is, the rules leave no
choice, and it stays.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from stuka_env.codes import ACTIONS, Act
from stuka_env.policy import Policy, PolicyInput


def allowed_without(verbs: Iterable[Act]) -> NDArray[np.int8]:
    """``(ACTIONS,)``: 0 for every action of these verbs, 1 for the others."""
    forbidden = frozenset(verbs)
    allowed = np.ones(ACTIONS, np.int8)
    for verb in forbidden:
        allowed[verb : verb + verb.argument.size] = 0
    return allowed


def narrowed(masks: NDArray[np.int8], allowed: NDArray[np.int8]) -> NDArray[np.int8]:
    """What is legal and allowed in every war; a row of which nothing would be left stays as it is.

    Args:
        masks: ``(N, ACTIONS)``: 1 for legal.
        allowed: ``(ACTIONS,)``: 0 for forbidden.

    Returns:
        Masks of the same shape, a new array.
    """
    kept = masks & allowed
    return np.where(kept.any(axis=1, keepdims=True), kept, masks)


class WithoutVerbs:
    """A policy that is not told that some verbs are legal.

    A script may rely on an action that is always legal beside others; if it takes one that is forbidden all the same,
    the first legal one is taken instead.

    Args:
        policy: who plays.
        verbs: what is forbidden.
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
        taken = masks[np.arange(len(masks)), actions] == 1
        actions[:] = np.where(taken, actions, masks.argmax(axis=1))
