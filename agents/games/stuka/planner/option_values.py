"""Values of every option of a network's decisions, for replays that people watch.

A network has probabilities and one expectation. The value of an option is the mean final score of rollouts that begin
with it: the network flies clones to the end of the mission, as in :mod:`agents.games.stuka.planner.agent_clones`. The
rollouts of all options have the same dice.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.planner.agent_clones import Rollouts, fly_rollouts, new_clones
from agents.games.stuka.planner.staffel_value import STAFFEL_VALUE, load_weights, new_judge
from agents.learned.learned_policy import LearnedPolicy
from agents.learner_parts import score_parts
from stuka_env.policy import Policy, PolicyInput, PolicyOutput

OPTION_ROLLOUTS = 8
"""Rollouts of each option."""


class ValuedAgent:
    """A network whose explanations have a value for every option.

    Args:
        agent: the network; it acts as before.
    """

    def __init__(self, agent: LearnedPolicy) -> None:
        self.agent = agent
        self.name = agent.name
        self._clones, self._judge = new_clones(), new_judge(load_weights(STAFFEL_VALUE))

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Let the network act."""
        self.agent.act(inputs, actions)

    def limits(self, spec: Any) -> str:
        """Return the limits of the network."""
        return self.agent.limits(spec)

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        """Return the network's explanation, with the values of all options and the errors of their differences.

        The differences are those to the network's own choice. A decision with one option has no values.

        Raises:
            AgentError: the wars have other charts than the network was trained with.
        """
        own = self.agent.explain(inputs)
        is_open = (inputs.mats["track"]["over"] == 0) & ((inputs.masks != 0).sum(axis=1) > 1)
        wars, actions = np.nonzero((inputs.masks != 0) & is_open[:, None])
        if not len(wars):
            return own
        scores = self._scores(inputs, wars, actions)
        values, errors = own.action_values.copy(), np.full(own.action_values.shape, np.nan, np.float32)
        values[wars, actions] = scores.mean(axis=1) - score_parts("stuka").earned(inputs)[wars]
        chosen = np.zeros(len(inputs.mats), np.int64)
        self.agent.act(inputs, chosen)
        options = np.full(inputs.masks.shape, -1)
        options[wars, actions] = np.arange(len(wars))
        differences = scores - scores[options[wars, chosen[wars]]]
        errors[wars, actions] = differences.std(axis=1, ddof=1) / np.sqrt(OPTION_ROLLOUTS)
        return own._replace(action_values=values, action_errors=errors)

    def _scores(self, inputs: PolicyInput, wars: NDArray[np.int64], actions: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the final scores of the rollouts of each option, ``(M, OPTION_ROLLOUTS)``."""
        numbers = np.tile(np.arange(OPTION_ROLLOUTS), len(wars))
        rollouts = Rollouts(np.repeat(wars, OPTION_ROLLOUTS), np.repeat(actions, OPTION_ROLLOUTS), numbers)
        scores = fly_rollouts(self._clones, self._judge, self.agent, inputs=inputs, rollouts=rollouts)
        return scores.reshape(len(wars), OPTION_ROLLOUTS)


def with_values(policy: Policy) -> Policy:
    """Return a policy that explains itself with values of all options, if it is a network with a score head."""
    if isinstance(policy, LearnedPolicy) and policy.network.score_net is not None:
        return ValuedAgent(policy)
    return policy
