"""A policy that is asked some decisions only, while a script takes the others: the affordable form of a track."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.game import game_named
from stuka_env.policy import Policy, PolicyInput


class AskedPolicy:
    """A policy that takes the decisions of some kinds; a script takes the others.

    Args:
        policy: the policy.
        script: the script.
        asked: names of the decisions of the policy.
        game: name of the game.
    """

    def __init__(self, policy: Policy, script: Policy, asked: Sequence[str], game: str) -> None:
        self.name = policy.name
        self._policy, self._script = policy, script
        names = game_named(game).envs.decisions
        self._is_asked = np.isin(np.array(names), list(asked))

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war into ``actions``."""
        mats: Any = inputs.mats
        asked = self._is_asked[np.asarray(mats["cursor"]["decision"], np.int64)]
        own = np.zeros_like(actions)
        self._policy.act(inputs, own)
        self._script.act(inputs, actions)
        actions[asked] = own[asked]
