"""Expert iteration before PPO begins: paired clones say what the agent should have done where it is in doubt.

The agent flies wars without end, some of which stray. In its decisions the actions that it is in doubt about, those
that the planner would look into, are flown out by clones with the same dice, a script flying on, and judged with the
Staffel that the mission leaves behind (:mod:`agents.planner.gains`). What each gains on the agent's likeliest action is
an advantage with little luck in it, where PPO sees one noisy war. The improved policy that it is drawn to, pool by pool
(:mod:`agents.training.pools`), has the highest mean gain less its divergence from the agent as it was when the gains
were measured. No action is taken for the best because its estimate is highest, so that errors of the clones cancel over
many decisions and do not add up. The value is held where it was.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from agents.improvement.positions import HALF_LARGEST, TURNS, WARS, Flight
from agents.learned.card import AgentError
from agents.learned.learned_policy import LearnedPolicy
from agents.planner.agent_planner import LEAST_CHANCE, propose
from agents.planner.gains import JudgedWorkspace, fly_gains
from agents.planner.planner import SCRIPT
from agents.planner.rollout import PublicMats, new_workspace
from agents.planner.staffel_value import STAFFEL_VALUE, JudgeWorkspace, load_weights, new_judge
from agents.registry import SCRIPTS
from agents.rows import join_rows, some_rows
from agents.seeds import EXPERT, base_seed
from agents.training.config import ExpertIteration
from agents.training.learner import Learner
from agents.training.pools import PoolProgress, PoolRun, learn_pools
from agents.training.selection import policy_of
from stuka_env.codes import ACTIONS, Decision
from stuka_env.compilation import compiled
from stuka_env.policy import Choose, PolicyInput, import_object
from stuka_env.rules.briefing import stand_in

UNTRIED = -15.0
"""Gain of what was not flown out, in points of mission score: the agent all but never does it, and had better not."""
POINTS = 30.0
"""Points of mission score that count one in the loss, about a point of an operation."""
VALUE = 0.1
"""Weight in the loss of the squared error of the value; the encoder that it reads is the policy's too."""
HELD_OUT = 10
"""One decision in so many is kept for the figures."""
MOST_SURE = 50_000
"""Decisions one after another in which the agent may be in no doubt; with more there is nothing to learn."""
PREDICTED = 4096
"""Decisions looked at together when nothing is learned."""


class AgentPositions(NamedTuple):
    """Positions that the agent has come to and is in doubt about, M of them."""

    observations: NDArray[np.float16]
    """``(M, LENGTH)``: half precision tells every number on the mat apart."""
    masks: NDArray[np.bool_]
    """``(M, ACTIONS)``: what is legal."""
    gains: NDArray[np.float16]
    """``(M, ACTIONS)``: points of mission score more than the agent's own choice; UNTRIED for what was not flown
    out."""


@compiled
def mark_candidates(
    mats: PublicMats,
    masks: Annotated[NDArray[np.int8], 2],
    proposed: Annotated[NDArray[np.int64], 2],
    candidates: Annotated[NDArray[np.int8], 2],
) -> None:
    """Mark what is ``proposed``, -1 being nothing, and what is legal and comes to the same."""
    for war in range(len(mats)):
        own = int(proposed[war, 0])
        for place in range(proposed.shape[1]):
            looked_into = int(proposed[war, place])
            for action in range(ACTIONS):
                if looked_into >= 0 and masks[war, action]:
                    same = stand_in(mats[war], masks[war], own, looked_into)
                    if stand_in(mats[war], masks[war], own, action) == same:
                        candidates[war, action] = 1


def look_into(
    inputs: PolicyInput, agent: LearnedPolicy, choose: Choose, judge: JudgeWorkspace, rollouts: int
) -> AgentPositions:
    """What clones say of the decisions of ``inputs`` that the agent is in doubt about, ``rollouts`` of each action."""
    proposed = propose(agent.chances(inputs.observations, inputs.masks))
    candidates = np.zeros_like(inputs.masks)
    mark_candidates(inputs.mats, inputs.masks, proposed, candidates)
    every, own = np.ones(len(proposed), np.int8), np.ascontiguousarray(proposed[:, 0])
    workspace = JudgedWorkspace(new_workspace(), judge)
    gains = fly_gains(choose, inputs._replace(masks=candidates), workspace, is_asked=every, rollouts=rollouts, own=own)
    found = np.flatnonzero(gains["own"] >= 0)
    return AgentPositions(
        inputs.observations[found].astype(np.float16),
        inputs.masks[found] != 0,
        np.nan_to_num(gains["gain"][found], nan=UNTRIED).clip(-HALF_LARGEST, HALF_LARGEST).astype(np.float16),
    )


def gather(
    learner: Learner, plan: ExpertIteration, judge: JudgeWorkspace, pool: int, stop: Callable[[], bool]
) -> AgentPositions:
    """A pool of the agent's positions, from every scenario alike; fewer if it is to stop.

    Raises:
        AgentError: the agent is in doubt about nothing.
    """
    agent, choose = policy_of(learner, learner.config.name), import_object(SCRIPTS[SCRIPT])
    scenarios = plan.wars or [learner.config.stages[0].env]
    flights = [
        Flight(
            env.read(),
            agent,
            [base_seed(EXPERT, learner.seed, pool * len(scenarios) + place, war) for war in range(WARS)],
            learner.seed,
            np.random.default_rng([learner.seed, pool, place]),
        )
        for place, env in enumerate(scenarios)
    ]
    rng, every = np.random.default_rng([learner.seed, pool, len(scenarios)]), np.ones(len(Decision))
    parts: list[AgentPositions] = []
    known, sure = 0, 0
    while known < plan.pool and not (stop() and parts):
        flight = flights[rng.integers(len(flights))]
        inputs = flight.draw_asked(every)
        parts.append(look_into(inputs, agent, choose, judge, plan.rollouts))
        found = len(parts[-1].gains)
        known, sure = known + found, 0 if found else sure + len(inputs.mats)
        if sure > MOST_SURE:
            raise AgentError(
                f"start.expert_iteration: in {sure:,} decisions the agent was in doubt about none, allowed is an agent "
                f"that now and then takes another action with a chance of {LEAST_CHANCE:g} or more"
            )
        flight.fly(int(rng.integers(1, TURNS + 1)))
    return some_rows(join_rows(parts), slice(plan.pool))


# --- learning from a pool ---


class Before(NamedTuple):
    """What the agent made of M positions before it learned from them."""

    log_probs: torch.Tensor
    """``(M, ACTIONS)``."""
    values: torch.Tensor
    """``(M, 1)``."""


class GainLoss(NamedTuple):
    """Means over some positions."""

    total: torch.Tensor
    gain: torch.Tensor
    """Gain of the policy, drawing its actions, on the likeliest ones of before, in points of mission score."""
    divergence: torch.Tensor
    """Kullback-Leibler divergence of the policy from that of before, the mean taken over the latter, in nats."""


def tensors_of(policy: Any, positions: AgentPositions, rows: slice | NDArray[np.int64]) -> list[torch.Tensor]:
    """Observations, masks and gains of some rows, where the policy is."""
    arrays = (positions.observations[rows].astype(np.float32), positions.masks[rows], positions.gains[rows])
    return [torch.as_tensor(array, device=policy.device) for array in arrays]


def before_learning(policy: Any, positions: AgentPositions) -> Before:
    """What the policy makes of all positions now."""
    policy.set_training_mode(False)
    parts = []
    with torch.no_grad():
        for first in range(0, len(positions.gains), PREDICTED):
            seen, masks, _ = tensors_of(policy, positions, slice(first, first + PREDICTED))
            parts.append(policy.log_probs_and_values(seen, masks))
    return Before(*(torch.cat(tensors) for tensors in zip(*parts, strict=True)))


def gain_loss(
    policy: Any, before: Before, positions: AgentPositions, rows: NDArray[np.int64], weight: float
) -> GainLoss:
    """The loss on some rows; ``weight`` is that of the divergence."""
    seen, masks, gains = tensors_of(policy, positions, rows)
    log_probs, values = policy.log_probs_and_values(seen, masks)
    chosen = torch.as_tensor(rows, device=policy.device)
    old, old_values = before.log_probs[chosen], before.values[chosen]
    gain = (log_probs.exp() * gains.float()).sum(dim=1).mean()
    divergence = (old.exp() * (old - log_probs)).masked_fill(~masks, 0.0).sum(dim=1).mean()
    value_error = (values - old_values).square().mean()
    return GainLoss(weight * divergence + VALUE * value_error - gain / POINTS, gain.detach(), divergence.detach())


def greedy_gain(agent: LearnedPolicy, positions: AgentPositions) -> float:
    """Mean gain of the agent's likeliest actions, in points of mission score; 0 for no positions."""
    if not len(positions.gains):
        return 0.0
    chosen = agent.likeliest(positions.observations.astype(np.float32), positions.masks.astype(np.int8))
    return float(positions.gains[np.arange(len(chosen)), chosen].astype(np.float64).mean())


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

    def learn_a_pool(self, stop: Callable[[], bool]) -> PoolProgress:
        """Fly, and learn from what clones say of it.

        Raises:
            AgentError: the agent is in doubt about nothing.
        """
        positions = gather(self.learner, self.plan, self._judge, self.pools, stop)
        held_out = np.arange(len(positions.gains)) % HELD_OUT == HELD_OUT - 1
        learned, unseen = some_rows(positions, ~held_out), some_rows(positions, held_out)
        policy: Any = self.learner.model.policy
        before = before_learning(policy, learned)

        def loss(some: NDArray[np.int64]) -> tuple[torch.Tensor, list[float]]:
            found = gain_loss(policy, before, learned, some, self.plan.divergence)
            return found.total, [found.gain.item(), found.divergence.item()]

        rng = np.random.default_rng([self.learner.seed, self.pools])
        _, divergence = self.learn(len(learned.gains), rng, loss, stop) or (0.0, 0.0)
        gain = greedy_gain(policy_of(self.learner, self.learner.config.name), unseen)
        return PoolProgress(
            f"expert iteration: pool {self.pools} of {self.planned}: where it was in doubt it gains {gain:+.3f} points "
            f"of mission score, divergence {divergence:.4f} nats",
            {"expert_iteration/gain": gain, "expert_iteration/divergence": divergence},
        )


def learn_from_clones(
    learner: Learner, plan: ExpertIteration, stop: Callable[[], bool], folder: Path | None = None
) -> Iterator[PoolProgress]:
    """Improve on what the agent does; says how it goes after each pool.

    Args:
        learner: who flies, and learns.
        plan: how.
        stop: asks whether to stop.
        folder: where it keeps how far it has come, to go on there; nowhere if None.

    Raises:
        AgentError: the agent is in doubt about nothing.
    """
    yield from learn_pools(ExpertIterationRun(learner, plan), stop, folder)
