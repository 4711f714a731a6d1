"""Expert iteration before PPO begins: paired clones measure what other actions would have gained.

The agent flies wars one after another, some of which stray. In an uncertain decision several actions are probable. The
game's expert (:mod:`agents.futures.gains`) measures what each of them gains over the agent's most probable one. This
gain is an advantage with little luck in it; PPO sees one noisy war.

The loss of a pool (:mod:`agents.training.pools`) is the divergence from the agent before the pool, less the mean gain.
No action counts as the best because its estimate is the highest. So the errors of the clones cancel over many
decisions. The value keeps its former estimates.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from agents.futures.gains import Expert
from agents.learned.card import AgentError
from agents.learned.learned_policy import LearnedPolicy
from agents.learner_parts import experts_of
from agents.rows import join_rows, some_rows
from agents.seeds import EXPERT_WARS, base_seed
from agents.straying_wars import HALF_LARGEST, TURNS, WARS, StrayingWars
from agents.training.config import ExpertIteration
from agents.training.learner import Learner
from agents.training.pools import PoolProgress, PoolRun
from agents.training.selection import policy_of
from stuka_env.policy import PolicyInput

UNTRIED = -15.0
"""Gain of an action that no clone has flown, in points of mission score; such an action is improbable and stays so."""
POINTS = 30.0
"""Points of mission score that count 1 in the loss; about a point of an operation."""
VALUE_WEIGHT = 0.1
"""Weight of the squared error of the value in the loss; value and policy share an encoder."""
HELD_OUT = 10
"""One decision in so many is held out for the figures."""
MOST_SURE = 50_000
"""Number of decisions in a row without an uncertain one after which there is nothing to learn."""
PREDICTED = 4096
"""Number of decisions in a batch without gradients."""


class AgentPositions(NamedTuple):
    """Uncertain positions of the agent, M of them."""

    seen: NDArray[np.float16]
    """``(M, I)``: what the agent reads, in half precision, which represents every number on the mat without
    collisions."""
    masks: NDArray[np.bool_]
    """``(M, ACTIONS)``: whether an action is legal."""
    gains: NDArray[np.float16]
    """``(M, ACTIONS)``: gains over the agent's own choice in points of mission score; :data:`UNTRIED` if no clone has
    flown the action."""


def measure_gains(inputs: PolicyInput, agent: LearnedPolicy, expert: Expert) -> AgentPositions:
    """Return the agent's uncertain positions among ``inputs``, with the gains that the expert measures."""
    gains = expert.gains(inputs, agent)
    uncertain = np.flatnonzero(~np.isnan(gains).all(axis=1))
    return AgentPositions(
        agent.seen(inputs)[uncertain].astype(np.float16),
        inputs.masks[uncertain] != 0,
        np.nan_to_num(gains[uncertain], nan=UNTRIED).clip(-HALF_LARGEST, HALF_LARGEST).astype(np.float16),
    )


def gather(
    learner: Learner, plan: ExpertIteration, expert: Expert, *, pool: int, stop: Callable[[], bool]
) -> AgentPositions:
    """Return a pool of the agent's uncertain positions; fewer if ``stop`` returns True.

    Args:
        learner: The learner that flies.
        plan: The settings; all scenarios contribute equally.
        expert: Measures the gains.
        pool: Index of the pool, which chooses the wars.
        stop: Whether to stop; called again and again.

    Raises:
        AgentError: The agent has no uncertain decisions.
    """
    agent = policy_of(learner, learner.config.name)
    scenarios = plan.wars or [learner.config.stages[0].env]
    flights = [
        StrayingWars(
            env.spec(),
            agent,
            seeds=[base_seed(EXPERT_WARS, learner.seed, pool * len(scenarios) + place, war) for war in range(WARS)],
            seed=learner.seed,
            rng=np.random.default_rng([learner.seed, pool, place]),
        )
        for place, env in enumerate(scenarios)
    ]
    rng, every = np.random.default_rng([learner.seed, pool, len(scenarios)]), np.ones(len(learner.game.envs.decisions))
    parts: list[AgentPositions] = []
    num_positions, num_certain = 0, 0
    while num_positions < plan.pool and not (stop() and parts):
        flight = flights[rng.integers(len(flights))]
        inputs = flight.draw_wars(every)
        parts.append(measure_gains(inputs, agent, expert))
        num_new = len(parts[-1].gains)
        num_positions += num_new
        num_certain = 0 if num_new else num_certain + len(inputs.masks)
        if num_certain > MOST_SURE:
            raise AgentError(
                f"start.expert_iteration: in {num_certain:,} decisions the agent was in doubt about none, allowed is "
                f"an agent that gives a second action a chance of {expert.least_chance:g} or more in some decisions"
            )
        flight.fly(int(rng.integers(1, TURNS + 1)))
    return some_rows(join_rows(parts), slice(plan.pool))


# --- learning from a pool ---


class Before(NamedTuple):
    """Output of the agent for M positions before it learned from them."""

    log_probs: torch.Tensor
    """``(M, ACTIONS)``."""
    values: torch.Tensor
    """``(M, 1)``."""


class GainLoss(NamedTuple):
    """Loss of some positions, and its mean parts."""

    total: torch.Tensor
    gain: torch.Tensor
    """Expected gain of the policy over the most probable actions before the pool, in points of mission score."""
    divergence: torch.Tensor
    """Kullback-Leibler divergence from the policy before the pool to the policy now, in nats."""


def tensors_of(policy: Any, positions: AgentPositions, rows: slice | NDArray[np.int64]) -> list[torch.Tensor]:
    """Return inputs, masks and gains of some rows on the policy's device."""
    arrays = (positions.seen[rows].astype(np.float32), positions.masks[rows], positions.gains[rows])
    return [torch.as_tensor(array, device=policy.device) for array in arrays]


def before_learning(policy: Any, positions: AgentPositions) -> Before:
    """Return the output of the policy for all positions."""
    policy.set_training_mode(False)
    parts = []
    with torch.no_grad():
        for first in range(0, len(positions.gains), PREDICTED):
            seen, masks, _ = tensors_of(policy, positions, slice(first, first + PREDICTED))
            parts.append(policy.log_probs_and_values(seen, masks))
    return Before(*(torch.cat(tensors) for tensors in zip(*parts, strict=True)))


def gain_loss(
    policy: Any, before: Before, positions: AgentPositions, *, rows: NDArray[np.int64], divergence_weight: float
) -> GainLoss:
    """Return the loss on some rows.

    Args:
        policy: The policy that learns.
        before: Output of the policy for all positions before the pool.
        positions: All positions of the pool.
        rows: Indices of some of them.
        divergence_weight: Weight of the divergence.
    """
    seen, masks, gains = tensors_of(policy, positions, rows)
    log_probs, values = policy.log_probs_and_values(seen, masks)
    chosen = torch.as_tensor(rows, device=policy.device)
    old, old_values = before.log_probs[chosen], before.values[chosen]
    gain = (log_probs.exp() * gains.float()).sum(dim=1).mean()
    divergence = (old.exp() * (old - log_probs)).masked_fill(~masks, 0.0).sum(dim=1).mean()
    value_error = (values - old_values).square().mean()
    return GainLoss(
        divergence_weight * divergence + VALUE_WEIGHT * value_error - gain / POINTS, gain.detach(), divergence.detach()
    )


def greedy_gain(agent: LearnedPolicy, positions: AgentPositions) -> float:
    """Return the mean gain of the agent's most probable actions in points of mission score; 0 without positions."""
    if not len(positions.gains):
        return 0.0
    chosen = agent.likeliest(positions.seen.astype(np.float32), positions.masks.astype(np.int8))
    return float(positions.gains[np.arange(len(chosen)), chosen].astype(np.float64).mean())


class ExpertIterationRun(PoolRun):
    """A learner that flies and learns from the gains that clones measure.

    Args:
        learner: The learner.
        plan: The settings.
    """

    def __init__(self, learner: Learner, plan: ExpertIteration) -> None:
        super().__init__(learner, plan, "expert iteration", plan.pools)
        self.plan = plan
        self._expert: Expert = experts_of(learner.game.name)(plan.rollouts)

    def learn_a_pool(self, stop: Callable[[], bool]) -> PoolProgress:
        """Gather a pool of uncertain positions, learn from it, and return the progress.

        Raises:
            AgentError: The agent has no uncertain decisions.
        """
        positions = gather(self.learner, self.plan, self._expert, pool=self.pools_learned, stop=stop)
        held_out = np.arange(len(positions.gains)) % HELD_OUT == HELD_OUT - 1
        learned, unseen = some_rows(positions, ~held_out), some_rows(positions, held_out)
        policy: Any = self.learner.model.policy
        before = before_learning(policy, learned)

        def loss(some: NDArray[np.int64]) -> tuple[torch.Tensor, list[float]]:
            parts = gain_loss(policy, before, learned, rows=some, divergence_weight=self.plan.divergence)
            return parts.total, [parts.gain.item(), parts.divergence.item()]

        rng = np.random.default_rng([self.learner.seed, self.pools_learned])
        _, divergence = self.learn(len(learned.gains), rng, loss, stop) or (0.0, 0.0)
        gain = greedy_gain(policy_of(self.learner, self.learner.config.name), unseen)
        return PoolProgress(
            f"expert iteration: pool {self.pools_learned} of {self.num_pools}: where it was in doubt it gains "
            f"{gain:+.3f} points of mission score, divergence {divergence:.4f} nats",
            {"expert_iteration/gain": gain, "expert_iteration/divergence": divergence},
        )
