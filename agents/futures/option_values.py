"""Values of every option of a network's decisions, for replays that people watch, in every game.

A network has probabilities and at most one expectation. The value of an option beside the network's choice is the mean
gain of paired futures: they begin with either, share their dice, and the game's script flies them on.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.futures.gains import ExpertParts
from agents.learned.learned_policy import LearnedPolicy
from agents.learner_parts import experts_of
from stuka_env.policy import Policy, PolicyInput, PolicyOutput

OPTION_FUTURES = 8
"""Futures of each option."""


class GainedAgent:
    """A network whose explanations have a value for every option.

    Args:
        agent: the network; it acts as before.
        expert: the expert of its game.
    """

    def __init__(self, agent: LearnedPolicy, expert: ExpertParts) -> None:
        self.agent = agent
        self.name = agent.name
        self.remembers = getattr(agent, "remembers", False)
        self._expert, self._workspace = expert, expert.futures.new_workspace()
        self._values_are = f"final score by {OPTION_FUTURES} paired futures that {expert.script} flies on"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Let the network act."""
        self.agent.act(inputs, actions)

    def limits(self, spec: Any) -> str:
        """Return the limits of the network."""
        return self.agent.limits(spec)

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        """Return the network's explanation, with the values of the options of each decision.

        They are expected points if the network has a score head, and else only differences count. There are none for a
        decision with one option, for options that all come to the same, and where futures cannot measure a choice. The
        errors are those of the differences to the network's own choice.

        Raises:
            AgentError: the wars have other charts than the network was trained with.
        """
        own, legal = self.agent.explain(inputs), inputs.masks != 0
        chosen = own.probabilities.argmax(axis=1)
        is_open = self.agent.going(inputs) & (legal.sum(axis=1) > 1) & ~self._expert.is_left(inputs.snapshot)
        is_open &= legal[np.arange(len(chosen)), chosen]
        measured = self._expert.fly_gains(
            inputs, self._workspace, is_asked=is_open, rollouts=OPTION_FUTURES, own=chosen.astype(np.int64)
        )
        gains, errors = (points * measured.share[:, None] for points in (measured.gain, measured.error))
        has_expectation = bool(np.isfinite(own.values).any())
        values = gains + own.values[:, None] if has_expectation else gains
        return own._replace(
            action_values=values.astype(np.float32),
            action_errors=errors.astype(np.float32),
            values_are="" if has_expectation else self._values_are,
        )


def with_gains(policy: Policy) -> Policy:
    """Return a policy that explains itself with values of its options, if it is a network of a game with an expert."""
    if not isinstance(policy, LearnedPolicy):
        return policy
    expert = experts_of(policy.game)
    return policy if expert is None else GainedAgent(policy, expert)
