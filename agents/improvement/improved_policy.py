"""A script that is improved on by what a network says its choices are worth."""

from collections.abc import Iterable

import numpy as np
import torch
from numpy.typing import NDArray

from agents.improvement.gain_network import GainNetwork
from agents.learned.learned_policy import one_thread
from stuka_env.codes import Decision
from stuka_env.policy import Choose, PolicyInput, ScriptedPolicy


class ImprovedPolicy:
    """The script, but for decisions of some kinds in which another action is worth more by a margin.

    Args:
        name: what it is called.
        choose: the script.
        network: what it believes choices are worth.
        margin: points of mission score that another action must be ahead of the script's.
        decisions: the kinds of decision in which the network is asked.
    """

    def __init__(
        self, name: str, choose: Choose, network: GainNetwork, margin: float, decisions: Iterable[Decision]
    ) -> None:
        self.name = name
        self.network = network
        self.margin = margin
        self.decisions = [int(decision) for decision in decisions]
        self._script = ScriptedPolicy(name, choose)

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war that is not over into ``actions``."""
        self._script.act(inputs, actions)
        asked = (inputs.mats["track"]["over"] == 0) & np.isin(inputs.mats["cursor"]["decision"], self.decisions)
        wars = np.flatnonzero(asked)
        if not len(wars):
            return
        with torch.inference_mode(), one_thread():
            gains = self.network(torch.as_tensor(inputs.observations[wars]))
            gains[torch.arange(len(wars)), torch.from_numpy(actions[wars])] += self.margin
            illegal = torch.from_numpy(inputs.masks[wars] == 0)
            actions[wars] = gains.masked_fill(illegal, -torch.inf).argmax(dim=1).numpy()
