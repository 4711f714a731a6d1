"""Policies as advisers of a person who plays (``python -m stuka_env play --advise POLICY``)."""

import numpy as np

from agents.policy import Policy, Sight, Thinking, draw_noise
from agents.registry import make_policy
from stuka_env.play.advice import Opinion
from stuka_env.play.turns import Position

SMALLEST_SHARE = 5e-4
"""Probabilities below this are not worth telling."""


class PolicyAdviser:
    """A policy that is asked for its opinion. It sees what it would see in the war, and no more."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = policy.name

    def consider(self, position: Position) -> Opinion:
        """What the policy would do; what it thinks of the choices, if it can say."""
        noise, action = np.zeros(1, np.int64), np.zeros(1, np.int64)
        draw_noise(np.zeros(1, np.int64), 0, position.turn, noise)
        sight = Sight(position.observation, position.mask, position.mat, position.charts, noise)
        self.policy.act(sight, action)
        choice = int(action[0])
        if not isinstance(self.policy, Thinking):
            return Opinion(choice, {}, {}, None)
        thought = self.policy.think(sight)
        shares, worth, value = thought.probabilities[0], thought.worth[0], float(thought.values[0])
        return Opinion(
            choice,
            {index: float(shares[index]) for index in np.flatnonzero(shares > SMALLEST_SHARE).tolist()},
            {index: float(worth[index]) for index in np.flatnonzero(np.isfinite(worth)).tolist()},
            value if np.isfinite(value) else None,
        )


def make_adviser(name: str) -> PolicyAdviser:
    """The policy of that name as an adviser.

    Raises:
        UnknownPolicyError: one line says what is wrong.
    """
    return PolicyAdviser(make_policy(name))
