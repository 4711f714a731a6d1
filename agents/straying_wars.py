"""Wars that a policy flies with a few random actions, so that situations which a good policy avoids occur too."""

import numpy as np
from numpy.typing import NDArray

from agents.rows import some_wars
from stuka_env.compiling.philox import draw_noise
from stuka_env.engine import kernels
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import brought_up_to_date, call_policy, policy_input, war_seeds
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.policy import Policy, PolicyInput

WARS = 48
"""Wars of each scenario."""
STRAYING, STRAY_CHOICES = 4, 0.05
"""One war in :data:`STRAYING` has this share of random actions."""
TURNS = 4
"""Largest number of turns between two collections of positions from a scenario."""
DECISIONS_A_LINE = 20
"""Decisions of a line of the log sheet. Wars fly that long before the first collection, to spread over their length."""
HALF_LARGEST = 60_000.0
"""Bound for gains, below the largest number of half precision."""


class StrayingWars:
    """Wars of one scenario, flown by a policy with a few random actions.

    Args:
        spec: the war that is played.
        policy: the policy that flies.
        seeds: base seeds of the wars, :data:`WARS` of them.
        seed: seed of the policy's own random choices.
        rng: draws random actions and the wars that contribute positions.
    """

    def __init__(
        self, spec: AnyWarSpec, policy: Policy, *, seeds: list[int], seed: int, rng: np.random.Generator
    ) -> None:
        self.policy = policy
        self.seed = seed
        self.turn = 0
        self.rng = rng
        self.engine = Engine(WARS, spec, autoreset=kernels.SAME_STEP)
        self.view = self.engine.new_view()
        self.engine.reset(self.view.buffers, seeds)
        self.inputs = policy_input(self.engine, self.view)
        self.decisions = self.engine.wars.mats["cursor"]["decision"]
        self._actions = np.zeros(WARS, np.int64)
        self._straying = np.arange(WARS) % STRAYING == 0
        game = game_named(spec.game)
        self._actions_known, lines = game.envs.actions, game.flights.lines_of(spec)
        self.fly(int(self.rng.integers(lines // 2, lines + 1)) * DECISIONS_A_LINE)

    def fly(self, turns: int) -> None:
        """Take ``turns`` actions in every war."""
        for _ in range(turns):
            draw_noise(war_seeds(self.engine), self.seed, self.turn, self.inputs.noise)
            call_policy(self.policy, self.inputs, self._actions)
            lots = self.rng.random((WARS, self._actions_known)) * self.view.masks
            stray = self._straying & (self.rng.random(WARS) < STRAY_CHOICES) & (self.view.masks.sum(axis=1) > 0)
            self._actions[stray] = lots[stray].argmax(axis=1)
            self.engine.step(self._actions, self.view.buffers)
            self.inputs = brought_up_to_date(self.engine, self.inputs)
            self.turn += 1

    def draw_wars(self, shares: NDArray[np.float64]) -> PolicyInput:
        """Return the inputs of random wars, with new noise. ``shares`` holds their share by kind of decision."""
        wars = np.flatnonzero(self.rng.random(WARS) < shares[self.decisions])
        noise = self.rng.integers(0, 1 << 62, WARS)
        return some_wars(self.inputs._replace(noise=noise), wars)
