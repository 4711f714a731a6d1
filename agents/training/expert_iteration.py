"""Expert iteration before PPO begins: paired clones say what the agent should have done where it is in doubt.

The agent flies wars without end. In some of its decisions the actions that it is in doubt about, its likeliest, are
flown out by clones with the same dice, a script flying on, and judged with the Staffel that the mission leaves behind
(:mod:`agents.planner.gains`). What each gains on its own choice is an advantage with little luck in it, where PPO
sees one noisy war. The policy climbs the mean of these gains; a penalty on its divergence from what it was before the
pool (:mod:`agents.training.pools`) keeps it near where they were measured. No action is taken for the best because its
estimate is highest, so that errors of the clones cancel over many decisions and do not add up.

The value is left as it is; PPO, should it follow, learns it again.
"""

import copy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from agents.improvement.positions import HALF_LARGEST, TURNS, Flight
from agents.learned.learned_policy import LearnedPolicy
from agents.planner.gains import fly_gains
from agents.planner.planner import SCRIPT
from agents.planner.rollout import new_workspace
from agents.planner.staffel_value import STAFFEL_VALUE, JudgeWorkspace, load_weights, new_judge
from agents.registry import SCRIPTS
from agents.rows import join_rows, some_rows
from agents.training.config import ExpertIteration
from agents.training.learner import Learner
from agents.training.pools import PoolRun, Progress, learn_pools
from agents.training.selection import policy_of
from stuka_env.policy import Choose, PolicyInput, import_object

ASKED = 1.0
"""Share of the wars that are asked each time: what the agent is sure of costs a forward pass, no clones."""
MOST_CANDIDATES = 8
"""Actions that are flown out in a decision, the agent's own choice included; more where some are as likely."""
UNTRIED = -15.0
"""Gain of what was not flown out, in points of mission score: the agent all but never does it, and had better not."""
POINTS = 30.0
"""Points of mission score that count one in the loss, about a point of an operation."""
HELD_OUT = 10
"""One decision in so many is kept for the figures."""
POOLS_OF_A_SEED = 100_000
"""Pools have wars of their own: pool P of the training seed S those of S times so many and P."""


class Doubts(NamedTuple):
    """Decisions in which the agent is in doubt, M of them."""

    observations: NDArray[np.float16]
    """``(M, LENGTH)``: half precision tells every number on the mat apart."""
    masks: NDArray[np.bool_]
    """``(M, ACTIONS)``: what is legal."""
    gains: NDArray[np.float16]
    """``(M, ACTIONS)``: points of mission score more than the agent's own choice; NaN for what was not flown out."""


def candidates_of(chances: NDArray[np.float64], masks: NDArray[np.int8], least: float) -> NDArray[np.int8]:
    """1 for the likeliest actions that are no less likely than ``least``, ``(N, ACTIONS)``."""
    nth = np.partition(chances, -MOST_CANDIDATES, axis=1)[:, -MOST_CANDIDATES]
    return ((masks != 0) & (chances >= np.maximum(nth, least)[:, None])).astype(np.int8)


def doubts_of(
    inputs: PolicyInput, agent: LearnedPolicy, choose: Choose, judge: JudgeWorkspace, plan: ExpertIteration
) -> Doubts:
    """What the agent is in doubt about among the decisions of ``inputs``, and what clones say of it."""
    chances = agent.chances(inputs.observations, inputs.masks)
    looked_into = candidates_of(chances, inputs.masks, plan.least_chance)
    own, every = chances.argmax(axis=1), np.ones(len(chances), np.int8)
    gains = fly_gains(
        choose, inputs._replace(masks=looked_into), every, plan.rollouts, new_workspace(), judge, own
    )  # fmt: skip
    found = np.flatnonzero(gains["own"] >= 0)
    return Doubts(
        inputs.observations[found].astype(np.float16),
        inputs.masks[found] != 0,
        gains["gain"][found].clip(-HALF_LARGEST, HALF_LARGEST).astype(np.float16),
    )


def gather_doubts(
    learner: Learner, plan: ExpertIteration, judge: JudgeWorkspace, seed: int, stop: Callable[[], bool]
) -> Doubts:
    """A pool of the agent's doubts, from every scenario alike; fewer if it is to stop."""
    agent, choose = policy_of(learner, learner.config.name), import_object(SCRIPTS[SCRIPT])
    scenarios = plan.wars or [learner.config.stages[0].env]
    flights = [Flight(env.read(), agent, seed, place) for place, env in enumerate(scenarios)]
    rng, known = np.random.default_rng(seed), 0
    parts: list[Doubts] = []
    while known < plan.pool and not (stop() and parts):
        flight = flights[rng.integers(len(flights))]
        parts.append(doubts_of(flight.draw_asked(ASKED), agent, choose, judge, plan))
        known += len(parts[-1].gains)
        flight.fly(int(rng.integers(1, TURNS + 1)))
    return some_rows(join_rows(parts), slice(plan.pool))


# --- learning from a pool ---


class GainLoss(NamedTuple):
    """Means over some decisions."""

    total: torch.Tensor
    gain: torch.Tensor
    """Points of mission score that the policy gains on what it did when the pool was gathered, drawing its actions."""
    divergence: torch.Tensor
    """Kullback-Leibler divergence of it from what it was then, in nats."""


def gain_loss(policy: Any, before: Any, doubts: Doubts, rows: NDArray[np.int64], weight: float) -> GainLoss:
    """The loss on some rows; ``before`` is the policy as it was, ``weight`` that of the divergence."""
    device = policy.device
    seen = torch.as_tensor(doubts.observations[rows].astype(np.float32), device=device)
    masks = torch.as_tensor(doubts.masks[rows], device=device)
    gains = torch.as_tensor(doubts.gains[rows].astype(np.float32), device=device).nan_to_num(UNTRIED)
    log_probs, _ = policy.log_probs_and_values(seen, masks)
    with torch.no_grad():
        old, _ = before.log_probs_and_values(seen, masks)
    gain = (log_probs.exp() * gains).sum(dim=1).mean()
    divergence = (old.exp() * (old - log_probs)).masked_fill(~masks, 0.0).sum(dim=1).mean()
    return GainLoss(weight * divergence - gain / POINTS, gain.detach(), divergence.detach())


def greedy_gain(agent: LearnedPolicy, doubts: Doubts) -> float:
    """Mean gain of the agent's likeliest actions, in points of mission score; 0 for no decisions."""
    if not len(doubts.gains):
        return 0.0
    chosen = agent.likeliest(doubts.observations.astype(np.float32), doubts.masks.astype(np.int8))
    gains = doubts.gains[np.arange(len(chosen)), chosen].astype(np.float64)
    return float(np.nan_to_num(gains, nan=UNTRIED).mean())


class ExpertIterationRun(PoolRun):
    """A learner that is told what it should have done.

    Args:
        learner: who flies, and learns.
        plan: how.
    """

    def __init__(self, learner: Learner, plan: ExpertIteration) -> None:
        super().__init__(learner, plan, "expert iteration", plan.pools)
        self.plan = plan
        self._judge = new_judge(load_weights(STAFFEL_VALUE))

    def learn_a_pool(self, stop: Callable[[], bool]) -> Progress:
        """Fly, and learn from what clones say of it."""
        seed = self.learner.seed * POOLS_OF_A_SEED + self.pools
        doubts = gather_doubts(self.learner, self.plan, self._judge, seed, stop)
        held_out = np.arange(len(doubts.gains)) % HELD_OUT == HELD_OUT - 1
        learned, unseen = some_rows(doubts, ~held_out), some_rows(doubts, held_out)
        policy: Any = self.learner.model.policy
        before = copy.deepcopy(policy)

        def loss(some: NDArray[np.int64]) -> tuple[torch.Tensor, list[float]]:
            found = gain_loss(policy, before, learned, some, self.plan.divergence)
            return found.total, [found.gain.item(), found.divergence.item()]

        rng = np.random.default_rng([self.learner.seed, self.pools])
        _, divergence = self.learn(len(learned.gains), rng, loss, stop) or (0.0, 0.0)
        gain = greedy_gain(policy_of(self.learner, ""), unseen)
        return Progress(
            f"expert iteration: pool {self.pools} of {self.planned}: "
            f"{gain:+.3f} points of mission score a doubtful decision, divergence {divergence:.4f} nats",
            {"expert_iteration/gain": gain, "expert_iteration/divergence": divergence},
        )


def iterate(
    learner: Learner, plan: ExpertIteration, stop: Callable[[], bool], folder: Path | None = None
) -> Iterator[Progress]:
    """Improve on what the agent does; says how it goes after each pool.

    Args:
        learner: who flies, and learns.
        plan: how.
        stop: asks whether to stop.
        folder: where it keeps how far it has come, to go on there; nowhere if None.
    """
    yield from learn_pools(ExpertIterationRun(learner, plan), stop, folder)
