"""Positions that a policy comes to, with what every choice in them is worth (:mod:`agents.planner.gains`).

Wars of several scenarios are flown side by side; now and then some of them are asked. In a few wars an action in twenty
is drawn by lot, so that what a good policy avoids is seen too.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.planner.gains import JudgedWorkspace, fly_gains
from agents.planner.rollout import new_workspace
from agents.planner.staffel_value import JudgeWorkspace
from agents.rows import some_wars
from agents.seeds import GAINS, base_seed
from stuka_env.codes import ACTIONS, Decision
from stuka_env.engine import kernels
from stuka_env.engine.engine import Engine, new_view
from stuka_env.envs.arguments import Arguments
from stuka_env.flights.episodes import call_policy, policy_input, war_seeds
from stuka_env.observation import LENGTH
from stuka_env.policy import Choose, Policy, PolicyInput, draw_noise
from stuka_env.scenario.missions import missions_of

WARS = 48
"""Wars of each scenario."""
ASKED = 0.2
"""Share of the wars that are asked each time."""
SELDOM = {Decision.MUSTER: 0.15, Decision.PAYLOAD: 0.25, Decision.GUNNER: 0.6}
"""Decisions that are asked less often than the others: long to fly out, or much the same everywhere."""
STRAYING, STRAY_CHOICES = 4, 0.05
"""One war in so many strays, with this share of its actions drawn by lot."""
TURNS = 4
"""The most turns between two times that the wars of a scenario are asked."""
DECISIONS_A_MISSION = 20
"""About; how long the wars are flown before they are asked, so that they are spread over the calendar."""
HALF_LARGEST = 60_000.0
"""Near the largest number of half precision."""


class Positions(NamedTuple):
    """M positions with a choice in them."""

    observations: NDArray[np.float16]
    """``(M, LENGTH)``: half precision tells every number on the mat apart."""
    gains: NDArray[np.float16]
    """``(M, ACTIONS)``: points of mission score more than the script's own action; NaN for what is illegal."""
    script: NDArray[np.int16]
    """``(M,)``: the script's own action."""
    decision: NDArray[np.int8]
    """``(M,)``: :class:`stuka_env.codes.Decision`."""


def are_positions(arrays: Positions) -> bool:
    """Whether arrays from a file have the types and shapes of positions."""
    count = arrays.script.size
    forms = [("f2", (count, LENGTH)), ("f2", (count, ACTIONS)), ("i2", (count,)), ("i1", (count,))]
    return [(array.dtype.str[1:], array.shape) for array in arrays] == forms


class Flight:
    """Wars of one scenario, flown by a policy that strays now and then.

    Args:
        asked: the scenario.
        policy: who flies.
        seeds: base seeds of the wars, :data:`WARS` of them.
        seed: what the policy's own chance hangs on.
        rng: draws who strays, and who is asked.
    """

    def __init__(self, asked: Arguments, policy: Policy, seeds: list[int], seed: int, rng: np.random.Generator) -> None:
        self.policy = policy
        self.seed = seed
        self.turn = 0
        self.rng = rng
        self.engine = Engine(WARS, asked.scenario, asked.charts, autoreset=kernels.SAME_STEP)
        self.view = new_view(WARS)
        self.engine.reset(self.view.buffers, seeds)
        self.inputs = policy_input(self.engine, self.view)
        self.decisions = self.engine.wars.mats["cursor"]["decision"]
        self._actions = np.zeros(WARS, np.int64)
        self._straying = np.arange(WARS) % STRAYING == 0
        missions = missions_of(asked.scenario, asked.charts)
        self.fly(int(self.rng.integers(missions // 2, missions + 1)) * DECISIONS_A_MISSION)

    def fly(self, turns: int) -> None:
        """Take so many actions in every war."""
        for _ in range(turns):
            self._draw_noise()
            call_policy(self.policy, self.inputs, self._actions)
            lots = self.rng.random((WARS, ACTIONS)) * self.view.masks
            stray = self._straying & (self.rng.random(WARS) < STRAY_CHOICES) & (self.view.masks.sum(axis=1) > 0)
            self._actions[stray] = lots[stray].argmax(axis=1)
            self.engine.step(self._actions, self.view.buffers)
            self.turn += 1

    def draw_asked(self, shares: NDArray[np.float64]) -> PolicyInput:
        """What is seen in a share of the wars by kind of decision, drawn by lot, with noise of its own."""
        asked = np.flatnonzero(self.rng.random(WARS) < shares[self.decisions])
        noise = self.rng.integers(0, 1 << 62, WARS)
        return some_wars(self.inputs._replace(noise=noise), asked)

    def ask(self, choose: Choose, judge: JudgeWorkspace, rollouts: int) -> Positions:
        """Some of the positions where the wars stand, with the worth of every choice against the script's."""
        shares = np.full(len(Decision), ASKED)
        for decision, part in SELDOM.items():
            shares[decision] *= part
        inputs = self.draw_asked(shares)
        every = np.ones(len(inputs.mats), np.int8)
        workspace = JudgedWorkspace(new_workspace(), judge)
        gains = fly_gains(choose, inputs, workspace, is_asked=every, rollouts=rollouts)
        found = np.flatnonzero(gains["own"] >= 0)
        return Positions(
            inputs.observations[found].astype(np.float16),
            gains["gain"][found].clip(-HALF_LARGEST, HALF_LARGEST).astype(np.float16),
            gains["own"][found].astype(np.int16),
            inputs.mats["cursor"]["decision"][found].astype(np.int8),
        )

    def _draw_noise(self) -> None:
        draw_noise(war_seeds(self.engine), self.seed, self.turn, self.inputs.noise)


def gather_positions(
    scenarios: Sequence[Arguments],
    policy: Policy,
    choose: Choose,
    judge: JudgeWorkspace,
    rollouts: int,
    seed: int,
) -> Iterator[Positions]:
    """Positions without end, a few at a time, from every scenario alike.

    Args:
        scenarios: what is flown.
        policy: who comes to the positions.
        choose: the script whose choices are improved on, and who flies the clones.
        judge: judges what a rollout leaves behind.
        rollouts: clones of each choice.
        seed: the same seed gives the same positions.
    """
    flights = [
        Flight(
            asked,
            policy,
            [base_seed(GAINS, seed, place, war) for war in range(WARS)],
            seed,
            np.random.default_rng([seed, place]),
        )
        for place, asked in enumerate(scenarios)
    ]
    rng = np.random.default_rng(seed)
    while True:
        flight = flights[rng.integers(len(flights))]
        yield flight.ask(choose, judge, rollouts)
        flight.fly(int(rng.integers(1, TURNS + 1)))
