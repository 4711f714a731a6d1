"""Policies whose play of given wars is known, as lists of actions."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from stuka_env.game import AnyWarSpec
from stuka_env.policy import Policy, PolicyInput

NO_ACTION = -1
"""An action that is never legal."""


class PlayedActions:
    """A policy that repeats actions: a list for each war, in the order of the wars.

    A war whose list ends before it is given up: illegal actions leave it unfinished.
    """

    def __init__(self, name: str, actions: Sequence[Sequence[int]]) -> None:
        self.name = name
        self._actions = actions
        self._turn = 0

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the next action of every war."""
        for war, listed in enumerate(self._actions):
            actions[war] = listed[self._turn] if self._turn < len(listed) else NO_ACTION
        self._turn += 1


@runtime_checkable
class WarByWarPolicy(Policy, Protocol):
    """A policy that must know the wars before it plays them."""

    def in_wars(self, spec: AnyWarSpec, seeds: NDArray[np.uint64]) -> PlayedActions:
        """Return its play in the wars of seeds, for these wars alone.

        Raises:
            ValueError: it cannot play them.
        """


def in_wars(policy: Any, spec: AnyWarSpec, seeds: NDArray[np.uint64]) -> Policy:
    """Return a policy for these wars alone: the play of one that must know the wars, or any other policy itself."""
    played: Policy = policy.in_wars(spec, seeds) if isinstance(policy, WarByWarPolicy) else policy
    return played
