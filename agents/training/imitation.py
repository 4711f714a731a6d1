"""Imitation of a teacher before PPO begins: the network learns its actions, and the values of its returns.

The teacher flies wars one after another, of all scenarios side by side. Its decisions are learned from pool by pool
(:mod:`agents.training.pools`). Three devices make the most of a decision. Equivalent actions, such as crews who are the
same to the rules, count as one. Kinds of decision that are rare but important can get a higher weight. Some wars stray
from the teacher's actions, so that its recovery from unusual positions is seen too.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
import torch
from numpy.typing import NDArray

from agents.config_parts import Env
from agents.learner_parts import learner_parts
from agents.rows import join_rows, some_rows
from agents.seeds import imitation_seeds
from agents.training.checkpoint import snapshot_of, snapshot_state
from agents.training.config import Imitation, scale_of, taught
from agents.training.learner import Learner
from agents.training.pools import PoolProgress, PoolRun
from agents.training.selection import policy_of
from stuka_env.compiling.philox import draw_noise
from stuka_env.engine import kernels
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import brought_up_to_date, call_policy, policy_input, war_seeds
from stuka_env.policy import Policy, PolicyInput, load_policy

WARS = 2048
"""Maximum number of wars side by side, of all scenarios together."""
FEWEST_TURNS = 64
"""Minimum number of decisions of one war in a pool; a small pool has fewer wars."""
STRAYING, STRAY_CHOICES = 4, 0.03
"""One war in so many strays: this share of its actions is random, and its returns are not learned from."""


class Demonstrations(NamedTuple):
    """Decisions of the teacher, M rows."""

    seen: NDArray[np.float16]
    """``(M, I)``: what the network reads, in half precision, which represents every number on the mat without
    collisions."""
    masks: NDArray[np.bool_]
    """``(M, ACTIONS)``."""
    equal: NDArray[np.bool_]
    """``(M, ACTIONS)``: the teacher's action and the equivalent ones."""
    decisions: NDArray[np.int8]
    """``(M,)``: codes of the decisions."""
    stakes: NDArray[np.float32]
    """``(M,)``: weights of the decisions; 1, unless the teacher is a :class:`StakingPolicy`."""
    returns: NDArray[np.float32]
    """``(M,)``: sums of discounted scaled rewards, with the network's value at the end of the pool."""
    known: NDArray[np.bool_]
    """``(M,)``: whether the returns are those of the teacher, and not of a straying war."""


@runtime_checkable
class StakingPolicy(Protocol):
    """A teacher that also returns weights of its decisions."""

    def act_with_stakes(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> NDArray[np.float32]:
        """Write an action for every war that is not over, and return the weights of the decisions, ``(N,)``."""
        ...


def new_demonstrations(turns: int, wars: int, numbers: int, actions: int) -> Demonstrations:
    """Return empty demonstrations, whose arrays are ``(turns, wars, ...)``.

    Args:
        turns: Number of decisions of each war.
        wars: Number of wars.
        numbers: Length of the rows that the network reads.
        actions: Number of actions of the game.
    """
    return Demonstrations(
        np.zeros((turns, wars, numbers), np.float16),
        np.zeros((turns, wars, actions), np.bool_),
        np.zeros((turns, wars, actions), np.bool_),
        np.zeros((turns, wars), np.int8),
        np.ones((turns, wars), np.float32),
        np.zeros((turns, wars), np.float32),
        np.zeros((turns, wars), np.bool_),
    )


class TeacherWars:
    """Wars of one scenario that the teacher flies, one after another.

    Args:
        env: The scenario.
        num_wars: Number of wars side by side.
        place: Index of the scenario among those of the imitation.
        learner: The learner: its seed chooses the wars, its discount and its reward scale give the returns, and its
            network gives the value at the end of a pool.
    """

    def __init__(self, env: Env, num_wars: int, place: int, learner: Learner) -> None:
        threads = learner.config.threads
        self.engine = Engine(num_wars, env.spec(), num_threads=threads, autoreset=kernels.SAME_STEP)
        self.turn = 0
        self._learner = learner
        self._agent = policy_of(learner, learner.config.name)
        self._seed = learner.seed
        self._place = place
        self._scale = np.float32(scale_of(env, learner.config.reward_scale).reward)
        self._mark_equal = learner_parts(learner.game.name).mark_equal
        self._straying = np.arange(num_wars) % STRAYING == STRAYING - 1
        self._view = self.engine.new_view()
        self.engine.reset(self._view.buffers, imitation_seeds(self._seed, num_wars, place))
        self._open()

    def _open(self) -> None:
        self._inputs = policy_input(self.engine, self._view)

    def fly(self, teacher: Policy, pool: Demonstrations, stop: Callable[[], bool]) -> None:
        """Fill a pool with the next decisions of the teacher."""
        turns, wars = pool.decisions.shape
        rewards, ends = np.zeros((turns, wars), np.float32), np.zeros((turns, wars), np.bool_)
        actions, reports = np.zeros(wars, np.int64), self.engine.wars.reports
        for turn in range(turns):
            if stop():
                return
            draw_noise(war_seeds(self.engine), self._seed, self.turn, self._inputs.noise)
            if isinstance(teacher, StakingPolicy):
                pool.stakes[turn] = teacher.act_with_stakes(self._inputs, actions)
            else:
                call_policy(teacher, self._inputs, actions)
            pool.seen[turn] = self._agent.seen(self._inputs)
            pool.masks[turn] = self._view.masks
            pool.decisions[turn] = self._inputs.snapshot["cursor"]["decision"]
            pool.known[turn] = ~self._straying
            if self._mark_equal is None:
                pool.equal[turn, np.arange(wars), actions] = self._view.masks[np.arange(wars), actions] != 0
            else:
                self._mark_equal(self._inputs.mats, self._view.masks, actions, pool.equal[turn])
            self._stray(actions)
            self.engine.step(actions, self._view.buffers)
            self._inputs = brought_up_to_date(self.engine, self._inputs)
            rewards[turn], ends[turn] = reports["ledger"]["reward"], reports["terminated"]
            self.turn += 1
        self._fill_returns(pool, rewards * self._scale, ends)

    def _stray(self, actions: NDArray[np.int64]) -> None:
        rng = np.random.default_rng([self._seed, self._place, self.turn])
        straying = self._straying & (rng.random(len(actions)) < STRAY_CHOICES)
        lots = rng.random(self._view.masks.shape) * self._view.masks
        actions[straying] = lots[straying].argmax(axis=1)

    def _fill_returns(self, pool: Demonstrations, rewards: NDArray[np.float32], ends: NDArray[np.bool_]) -> None:
        """Compute the returns from the last decision to the first."""
        model, gamma = self._learner.model, np.float32(self._learner.config.ppo.gamma)
        with torch.no_grad():
            seen = torch.as_tensor(self._agent.seen(self._inputs), device=model.device)
            later = model.policy.predict_values(seen)[:, 0].cpu().numpy()
        for turn in reversed(range(len(rewards))):
            later = rewards[turn] + gamma * np.where(ends[turn], np.float32(0), later)
            pool.returns[turn] = later

    # --- saving ---

    def state(self) -> dict[str, Any]:
        """Return the state of the wars as tensors and plain values."""
        return {"turn": self.turn, "wars": snapshot_state(self.engine.snapshot())}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore the state of the wars.

        Raises:
            CheckpointError: The state is that of wars with another layout.
        """
        self.engine.restore(snapshot_of(state["wars"], self.engine.snapshot()))
        self.engine.show(self._view.buffers)
        self.turn = state["turn"]
        self._open()

    def close(self) -> None:
        """Stop the threads of the engine."""
        self.engine.close()


def flat_rows(pool: Demonstrations) -> Demonstrations:
    """Return the decisions of all wars as rows of one list."""
    arrays: list[Any] = [each.reshape(-1, *each.shape[2:]) for each in pool]
    return Demonstrations(*arrays)


# --- learning from a pool ---


class ImitationLoss(NamedTuple):
    """Loss of a batch, and its mean parts."""

    total: torch.Tensor
    nll: torch.Tensor
    """Negative log-likelihood of the teacher's action or an equivalent one, in nats."""
    value_error: torch.Tensor
    """Squared error of the value."""


def imitation_loss(
    learner: Learner, pool: Demonstrations, rows: NDArray[np.int64], *, weights: torch.Tensor, value_weight: float
) -> ImitationLoss:
    """Return the loss on some rows.

    Args:
        learner: The learner.
        pool: The demonstrations.
        rows: Indices of rows of the pool.
        weights: Weights by kind of decision.
        value_weight: Weight of the squared error of the value.
    """
    device = learner.model.device
    seen = torch.as_tensor(pool.seen[rows].astype(np.float32), device=device)
    masks = torch.as_tensor(pool.masks[rows], device=device)
    equal = torch.as_tensor(pool.equal[rows], device=device)
    known = torch.as_tensor(pool.known[rows], device=device)
    returns = torch.as_tensor(pool.returns[rows], device=device)
    weight = weights[torch.as_tensor(pool.decisions[rows].astype(np.int64), device=device)]
    weight = weight * torch.as_tensor(pool.stakes[rows], device=device)
    policy: Any = learner.model.policy
    log_probs, values = policy.log_probs_and_values(seen, masks)
    nll = -log_probs.masked_fill(~equal, -torch.inf).logsumexp(dim=1)
    value_error = ((values[:, 0] - returns).square() * known).sum() / known.sum().clamp(min=1)
    return ImitationLoss((weight * nll).mean() + value_weight * value_error, nll.mean().detach(), value_error.detach())


# --- the imitation ---


def by_decision(numbers: dict[str, float], decisions: tuple[str, ...]) -> NDArray[np.float32]:
    """Return an array of numbers by kind of decision, with 1 for those that are not named."""
    array = np.ones(len(decisions), np.float32)
    for name, number in numbers.items():
        array[decisions.index(name)] = number
    return array


def worth_learning(pool: Demonstrations, shares: NDArray[np.float32], rng: np.random.Generator) -> Demonstrations:
    """Return the decisions with a choice and a positive weight, and of each kind only the share in ``shares``."""
    is_drawn = rng.random(len(pool.decisions)) < shares[pool.decisions]
    return some_rows(pool, is_drawn & (pool.stakes > 0) & np.any(pool.masks & ~pool.equal, axis=1))


class ImitationRun(PoolRun):
    """A teacher, the wars that it flies, and a learner that imitates it.

    Args:
        learner: The learner.
        plan: The settings.

    Raises:
        UnknownPolicyError: No policy has the name of the teacher.
    """

    def __init__(self, learner: Learner, plan: Imitation) -> None:
        scenarios = plan.wars or [taught(learner.config.stages[0].env)]
        share = max(1, min(plan.pool // FEWEST_TURNS, WARS) // len(scenarios))
        self.plan = plan
        names = [env.teacher or plan.teacher for env in scenarios]
        teachers = {name: load_policy(name, learner.game.name) for name in names}
        self.teachers = [teachers[name] for name in names]
        self.turns = max(1, -(-min(plan.pool, plan.decisions) // (share * len(scenarios))))
        num_pools = max(1, round(plan.decisions / (share * len(scenarios) * self.turns)))
        super().__init__(learner, plan, "imitation", num_pools)
        self.wars = [TeacherWars(env, share, place, learner) for place, env in enumerate(scenarios)]
        self._weights = torch.from_numpy(by_decision(plan.weights, learner.game.envs.decisions)).to(
            learner.model.device
        )

    @property
    def numbers(self) -> int:
        """Number of numbers that the network reads."""
        game, reads_odds = self.learner.game, getattr(self.learner.model.policy, "reads_odds", False)
        odds = learner_parts(game.name).odds if reads_odds else None
        return self.learner.observations.shape[1] if odds is None else odds[0]

    @property
    def rows(self) -> int:
        """Number of decisions in a pool."""
        return self.turns * sum(wars.engine.num_envs for wars in self.wars)

    def learn_a_pool(self, stop: Callable[[], bool]) -> PoolProgress:
        """Let the teacher fly a pool, learn from it, and return the progress."""
        plan = self.plan
        actions, shares = self.learner.game.envs.actions, by_decision(plan.shares, self.learner.game.envs.decisions)
        pools = [new_demonstrations(self.turns, wars.engine.num_envs, self.numbers, actions) for wars in self.wars]
        for wars, teacher, pool in zip(self.wars, self.teachers, pools, strict=True):
            wars.fly(teacher, pool, stop)
        rng = np.random.default_rng([self.learner.seed, self.pools_learned])
        rows = join_rows(worth_learning(flat_rows(pool), shares, rng) for pool in pools)
        del pools

        def loss(some: NDArray[np.int64]) -> tuple[torch.Tensor, list[float]]:
            parts = imitation_loss(self.learner, rows, some, weights=self._weights, value_weight=plan.value)
            return parts.total, [parts.nll.item(), parts.value_error.item()]

        nll, value_error = self.learn(len(rows.decisions), rng, loss, stop) or (0.0, 0.0)
        flown = min(self.pools_learned * self.rows, plan.decisions)
        return PoolProgress(
            f"imitation: {flown:,} of {plan.decisions:,} decisions: nll {nll:.4f} nats, value error {value_error:.4f}",
            {"imitation/nll": nll, "imitation/value_error": value_error},
        )

    def state(self) -> dict[str, Any]:
        """Return the states of the wars."""
        return {"wars": [wars.state() for wars in self.wars]}

    def set_state(self, state: dict[str, Any]) -> None:
        """Restore the states of the wars."""
        for wars, wars_state in zip(self.wars, state["wars"], strict=True):
            wars.restore(wars_state)

    def close(self) -> None:
        """Stop the threads of the engines."""
        for wars in self.wars:
            wars.close()
