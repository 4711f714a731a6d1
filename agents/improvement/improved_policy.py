"""A script that is improved on by what a network says its choices are worth."""

from collections.abc import Collection

import numpy as np
import torch
from numpy.typing import NDArray

from agents.improvement.gain_network import GainNetwork
from agents.improvement.gains import JudgeWorkspace, fly_gains
from agents.improvement.staffel_value import StaffelFeatures, ValueWeights
from agents.learned.learned_policy import one_thread
from agents.planner.rollout import new_workspace
from stuka_env.codes import Decision
from stuka_env.policy import Choose, PolicyInput, ScriptedPolicy
from stuka_env.records import Rows, rows

STAKE, LARGEST_STAKE = 0.2, 40.0
"""What a point of mission score at stake in a promotion counts, and the most points that count."""


class ImprovedPolicy:
    """The script, but for decisions of some kinds in which another action is worth more by a margin.

    What another action is worth says the network; at promotions (8.9) the Staffel's value itself, since they are a
    choice between two Staffeln, in which nothing is left to chance.

    Args:
        name: what it is called.
        choose: the script.
        network: what it believes choices are worth.
        weights: the Staffel's value.
        margin: points of mission score that another action must be ahead of the script's.
        decisions: the kinds of decision in which the script is improved on.
    """

    def __init__(
        self,
        name: str,
        choose: Choose,
        network: GainNetwork,
        weights: Rows[ValueWeights],
        margin: float,
        decisions: Collection[Decision],
    ) -> None:
        self.name = name
        self.network = network
        self.margin = margin
        self.decisions = [int(decision) for decision in decisions if decision != Decision.PROMOTE]
        self.promotes = Decision.PROMOTE in decisions
        self._choose = choose
        self._script = ScriptedPolicy(name, choose)
        self._judge = JudgeWorkspace(weights, rows(1, StaffelFeatures))
        self._workspace = new_workspace()

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war that is not over into ``actions``."""
        self.act_with_stakes(inputs, actions)

    def act_with_stakes(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> NDArray[np.float32]:
        """The same; how much each of them counts to who learns from it, ``(N,)``.

        1, but at promotions, most of which hardly matter and some of which are worth more than a mission: the points
        of mission score at stake, a hundredth of a mission counting 0.2.
        """
        stakes = np.ones(len(actions), np.float32)
        self._script.act(inputs, actions)
        decisions = np.where(inputs.mats["track"]["over"] != 0, Decision.OVER, inputs.mats["cursor"]["decision"])
        wars = np.flatnonzero(np.isin(decisions, self.decisions))
        if len(wars):
            self._ask_network(inputs, wars, actions)
        if self.promotes:
            promoting = decisions == Decision.PROMOTE
            if promoting.any():
                self._ask_value(inputs, promoting, actions, stakes)
        return stakes

    def _ask_network(self, inputs: PolicyInput, wars: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        with torch.inference_mode(), one_thread():
            gains = self.network(torch.as_tensor(inputs.observations[wars]))
            gains[torch.arange(len(wars)), torch.from_numpy(actions[wars])] += self.margin
            illegal = torch.from_numpy(inputs.masks[wars] == 0)
            actions[wars] = gains.masked_fill(illegal, -torch.inf).argmax(dim=1).numpy()

    def _ask_value(
        self,
        inputs: PolicyInput,
        promoting: NDArray[np.bool_],
        actions: NDArray[np.int64],
        stakes: NDArray[np.float32],
    ) -> None:
        gains = fly_gains(self._choose, inputs, promoting.astype(np.int8), 1, self._workspace, self._judge)
        stakes[promoting] = 0.0
        wars = np.flatnonzero(promoting & (gains["script"] >= 0))
        found = gains["gain"][wars]
        stakes[wars] = STAKE * np.minimum(np.nanmax(np.abs(found), axis=1), LARGEST_STAKE)
        found[np.arange(len(wars)), gains["script"][wars]] = self.margin
        actions[wars] = np.nan_to_num(found, nan=-np.inf).argmax(axis=1)
