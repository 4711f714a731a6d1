"""A policy in the affordable form of a track: it takes the decisions that are asked, and a script takes the others."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.replayed_wars import PlayedActions
from stuka_env.game import AnyWarSpec
from stuka_env.policy import Policy, PolicyInput
from stuka_env.text.compared_wars import played_by
from stuka_env.text.war_form import WarForm


class AskedPlayer:
    """A policy that is asked some decisions only: :meth:`in_wars` returns its play in given wars.

    Args:
        policy: the policy.
        form: the form with these decisions.
        seed: seed of the policy's random numbers.
    """

    def __init__(self, policy: Policy, form: WarForm, seed: int) -> None:
        self.name, self.policy, self.form, self.seed = policy.name, policy, form, seed

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the policy's actions, for the warm-up before the wars."""
        self.policy.act(inputs, actions)

    def in_wars(self, spec: AnyWarSpec, seeds: NDArray[np.uint64]) -> PlayedActions:
        """Play the wars of seeds and return the actions, those of the script included."""
        return PlayedActions(self.name, [self._played(spec, seed) for seed in seeds.tolist()])

    def _played(self, spec: AnyWarSpec, seed: int) -> Sequence[int]:
        return played_by(self.policy, spec, seed, self.seed, form=self.form).actions
