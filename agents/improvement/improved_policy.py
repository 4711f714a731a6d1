"""A script that is improved on by what a network says its choices are worth."""

from collections.abc import Collection

import numpy as np
import torch
from numpy.typing import NDArray

from agents.improvement.gain_network import GainNetwork
from agents.learned.learned_policy import one_thread
from agents.planner.gains import JudgedWorkspace, fly_gains
from agents.planner.rollout import new_workspace
from agents.planner.staffel_value import ValueWeights, new_judge
from stuka_env.codes import Act, Decision
from stuka_env.policy import Choose, PolicyInput, ScriptedPolicy
from stuka_env.records import Rows

STAKE, LARGEST_STAKE = 0.2, 40.0
"""What a point of mission score at stake in a promotion or a Rudel Gamble counts, and the most points that count."""
CLEAR = 8.0
"""Points of mission score: where the network sees more than this between gambling and not, clones need not be asked."""
GAMBLE_OR_DROP = (int(Act.DROP), int(Act.GAMBLE))
"""The two ways to attack of which old hands are least sure."""


class ImprovedPolicy:
    """The script, but for decisions of some kinds in which another action is worth more by a margin.

    What another action is worth says the network; at promotions (8.9) the Staffel's value itself, since they are a
    choice between two Staffeln, in which nothing is left to chance. Whether the Rudel Gamble (7.7) pays hangs on more
    than the network makes out: where it sees no clear case, paired clones may be asked.

    Args:
        name: what it is called.
        choose: the script.
        network: what it believes choices are worth.
        weights: the Staffel's value.
        margin: points of mission score that another action must be ahead of the script's.
        decisions: the kinds of decision in which the script is improved on.
        clones: paired clones that are flown for each of gambling and not; 0 leaves that to the script.
    """

    def __init__(
        self,
        name: str,
        choose: Choose,
        network: GainNetwork,
        weights: Rows[ValueWeights],
        margin: float,
        decisions: Collection[Decision],
        clones: int = 0,
    ) -> None:
        self.name = name
        self.network = network
        self.margin = margin
        self.decisions = [int(decision) for decision in decisions if decision != Decision.PROMOTE]
        self.promotes = Decision.PROMOTE in decisions
        self.clones = clones
        self._choose = choose
        self._script = ScriptedPolicy(name, choose)
        self._workspace = JudgedWorkspace(new_workspace(), new_judge(weights))

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war that is not over into ``actions``."""
        self.act_with_stakes(inputs, actions)

    def act_with_stakes(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> NDArray[np.float32]:
        """The same; how much each of them counts to who learns from it, ``(N,)``.

        1, but at promotions, most of which hardly matter and some of which are worth more than a mission, and where
        clones are flown: the points of mission score at stake, a hundredth of a mission counting 0.2.
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
        if self.clones:
            wars = np.flatnonzero((decisions == Decision.ATTACK) & (inputs.masks[:, GAMBLE_OR_DROP] != 0).all(axis=1))
            if len(wars):
                self._ask_clones(inputs, wars, actions, stakes)
        return stakes

    def _ask_network(self, inputs: PolicyInput, wars: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        gains = self._gains(inputs, wars)
        gains[np.arange(len(wars)), actions[wars]] += self.margin
        actions[wars] = np.where(inputs.masks[wars] != 0, gains, -np.inf).argmax(axis=1)

    def _ask_value(
        self,
        inputs: PolicyInput,
        promoting: NDArray[np.bool_],
        actions: NDArray[np.int64],
        stakes: NDArray[np.float32],
    ) -> None:
        stakes[promoting] = 0.0
        self._fly(inputs, promoting, 1, actions, stakes)

    def _ask_clones(
        self,
        inputs: PolicyInput,
        wars: NDArray[np.int64],
        actions: NDArray[np.int64],
        stakes: NDArray[np.float32],
    ) -> None:
        """Where the script drops or gambles, and the network finds the other of the two about as good."""
        wars = wars[np.isin(actions[wars], GAMBLE_OR_DROP)]
        gains = self._gains(inputs, wars)[:, GAMBLE_OR_DROP]
        stakes[wars] = STAKE * np.minimum(np.abs(gains[:, 0] - gains[:, 1]), LARGEST_STAKE)
        unclear = np.zeros(len(actions), np.bool_)
        unclear[wars] = np.abs(gains[:, 0] - gains[:, 1]) < CLEAR
        masks = np.zeros_like(inputs.masks)
        masks[:, GAMBLE_OR_DROP] = inputs.masks[:, GAMBLE_OR_DROP]
        self._fly(inputs._replace(masks=masks), unclear, self.clones, actions, stakes)

    def _gains(self, inputs: PolicyInput, wars: NDArray[np.int64]) -> NDArray[np.float32]:
        with torch.inference_mode(), one_thread():
            gains: NDArray[np.float32] = self.network(torch.as_tensor(inputs.observations[wars])).numpy()
        return gains

    def _fly(
        self,
        inputs: PolicyInput,
        asked: NDArray[np.bool_],
        clones: int,
        actions: NDArray[np.int64],
        stakes: NDArray[np.float32],
    ) -> None:
        """In the ``asked`` wars (a flag each) do what clones gain most by; what they tell apart is at stake."""
        gains = fly_gains(self._choose, inputs, self._workspace, is_asked=asked.astype(np.int8), rollouts=clones)
        wars = np.flatnonzero(asked & (gains["own"] >= 0))
        found = gains["gain"][wars]
        stakes[wars] = STAKE * np.minimum(np.nanmax(np.abs(found), axis=1), LARGEST_STAKE)
        found[np.arange(len(wars)), gains["own"][wars]] = self.margin
        actions[wars] = np.nan_to_num(found, nan=-np.inf).argmax(axis=1)
