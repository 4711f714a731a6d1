"""Script that a network improves on, with the predicted gains of its choices."""

from collections.abc import Collection

import numpy as np
import torch
from numpy.typing import NDArray

from agents.games.stuka.improvement.gain_network import GainNetwork
from agents.games.stuka.improvement.gains import EXPERT
from agents.games.stuka.planner.staffel_value import ValueWeights
from agents.learned.learned_policy import one_thread
from stuka_env.declared.records import Rows
from stuka_env.games.stuka.codes import Act, Decision
from stuka_env.games.stuka.rules.table import Choose
from stuka_env.policy import PolicyInput, ScriptedPolicy

STAKE, LARGEST_STAKE = 0.2, 40.0
"""Weight of a point of mission score at stake in a promotion or a Rudel Gamble, and the largest number of points."""
CLEAR_GAIN = 8.0
"""Points of mission score between gambling and dropping from which the choice is clear, so that no clones are flown."""
GAMBLE_OR_DROP = (int(Act.DROP), int(Act.GAMBLE))
"""Two ways to attack, between which the script is least certain."""


class ImprovedPolicy:
    """Script that takes another action in some kinds of decision if that action is better by a margin.

    The network predicts the gain of the other action. Promotions (8.9) are a choice between two Staffeln without any
    chance, so the value of the Staffel decides there. The network cannot predict the Rudel Gamble (7.7) well. If its
    prediction is not clear, paired clones decide.

    Args:
        name: name of the policy.
        choose: the script.
        network: predicts the gains of choices.
        weights: weights of the Staffel's value.
        margin: points of mission score by which another action must be better than the script's.
        decisions: kinds of decision that are improved.
        clones: paired clones for gambling and for dropping; with 0 the script decides.
    """

    def __init__(
        self,
        name: str,
        choose: Choose,
        *,
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
        self._workspace = EXPERT.futures.new_workspace(None, None, weights)

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war that is not over into ``actions``."""
        self.act_with_stakes(inputs, actions)

    def act_with_stakes(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> NDArray[np.float32]:
        """Write an action for every war that is not over. Return the weight of each action for a learner, ``(N,)``.

        The weight is 1, except in promotions and where clones fly. Most promotions hardly matter, and some are worth
        more than a mission. There the weight is the number of points at stake times :data:`STAKE`.
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
        self._fly(inputs, promoting, clones=1, actions=actions, stakes=stakes)

    def _ask_clones(
        self,
        inputs: PolicyInput,
        wars: NDArray[np.int64],
        actions: NDArray[np.int64],
        stakes: NDArray[np.float32],
    ) -> None:
        """Let clones decide where the script drops or gambles and the network finds both about equal."""
        wars = wars[np.isin(actions[wars], GAMBLE_OR_DROP)]
        gains = self._gains(inputs, wars)[:, GAMBLE_OR_DROP]
        stakes[wars] = STAKE * np.minimum(np.abs(gains[:, 0] - gains[:, 1]), LARGEST_STAKE)
        unclear = np.zeros(len(actions), np.bool_)
        unclear[wars] = np.abs(gains[:, 0] - gains[:, 1]) < CLEAR_GAIN
        masks = np.zeros_like(inputs.masks)
        masks[:, GAMBLE_OR_DROP] = inputs.masks[:, GAMBLE_OR_DROP]
        self._fly(inputs._replace(masks=masks), unclear, clones=self.clones, actions=actions, stakes=stakes)

    def _gains(self, inputs: PolicyInput, wars: NDArray[np.int64]) -> NDArray[np.float32]:
        with torch.inference_mode(), one_thread():
            gains: NDArray[np.float32] = self.network(torch.as_tensor(inputs.observations[wars])).numpy()
        return gains

    def _fly(
        self,
        inputs: PolicyInput,
        is_asked: NDArray[np.bool_],
        *,
        clones: int,
        actions: NDArray[np.int64],
        stakes: NDArray[np.float32],
    ) -> None:
        """Take the action with the highest gain of clones in the wars with a flag, and set their stakes."""
        gains = EXPERT.fly_gains(inputs, self._workspace, is_asked=is_asked, rollouts=clones, choose=self._choose)
        wars = np.flatnonzero(is_asked & (gains.own >= 0))
        by_action = gains.gain[wars]
        stakes[wars] = STAKE * np.minimum(np.nanmax(np.abs(by_action), axis=1), LARGEST_STAKE)
        by_action[np.arange(len(wars)), gains.own[wars]] = self.margin
        actions[wars] = np.nan_to_num(by_action, nan=-np.inf).argmax(axis=1)
