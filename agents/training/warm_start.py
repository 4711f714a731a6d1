"""What a training begins from: nothing, another agent's weights, a teacher.

Imitating a teacher before PPO begins: what it does, and what it got for that until the end of the war.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from agents.evaluation.episodes import call_policy, policy_input, war_seeds
from agents.learned.card import AgentCard, AgentError, read_card, record_digest
from agents.learned.learned_policy import SCORE_WEIGHTS, load_network
from agents.registry import make_policy
from agents.seeds import imitation_seeds
from agents.training.config import Config, Imitation
from agents.training.learner import Learner
from stuka_env.codes import ACTIONS
from stuka_env.engine import kernels
from stuka_env.engine.engine import Engine, new_view
from stuka_env.observation import LENGTH
from stuka_env.policy import Policy, draw_noise

LONG = 4096
"""Decisions of one war that are watched, so that most wars are seen to their end."""
MOST_WARS = 512


# --- imitation ---


class Demonstrations(NamedTuple):
    """What the teacher did: one row a decision."""

    observations: NDArray[np.float16]
    """``(M, LENGTH)``: in half precision, which tells every number on the mat apart."""
    masks: NDArray[np.bool_]
    """``(M, ACTIONS)``."""
    actions: NDArray[np.int64]
    returns: NDArray[np.float32]
    """Discounted scaled rewards from here to the end of the war."""
    known: NDArray[np.bool_]
    """Whether the war was seen to its end; the return is worth nothing otherwise."""


class ImitationProgress(NamedTuple):
    """How the imitation goes."""

    text: str
    numbers: dict[str, float]


def record_teacher(
    teacher: Policy, engine: Engine, seeds: list[int], seed: int, turns: int, stop: Callable[[], bool]
) -> tuple[Demonstrations, NDArray[np.float32], NDArray[np.bool_]]:
    """Let the teacher fly ``turns`` decisions in every war; what it did, its rewards and where wars ended.

    Arrays are ``(turns, wars, ...)``; returns are still 0.
    """
    wars = engine.num_envs
    demonstrations = Demonstrations(
        np.zeros((turns, wars, LENGTH), np.float16),
        np.zeros((turns, wars, ACTIONS), np.bool_),
        np.zeros((turns, wars), np.int64),
        np.zeros((turns, wars), np.float32),
        np.zeros((turns, wars), np.bool_),
    )
    rewards, ends = np.zeros((turns, wars), np.float32), np.zeros((turns, wars), np.bool_)
    view = new_view(wars)
    engine.reset(view.buffers, seeds)
    inputs = policy_input(engine, view)
    reports = engine.wars.reports
    for turn in range(turns):
        if stop():
            break
        draw_noise(war_seeds(engine), seed, turn, inputs.noise)
        call_policy(teacher, inputs, demonstrations.actions[turn])
        demonstrations.observations[turn] = view.observations
        demonstrations.masks[turn] = view.masks
        engine.step(demonstrations.actions[turn], view.buffers)
        rewards[turn], ends[turn] = reports["ledger"]["reward"], reports["terminated"]
    return demonstrations, rewards, ends


def fill_returns(
    demonstrations: Demonstrations, rewards: NDArray[np.float32], ends: NDArray[np.bool_], gamma: float
) -> None:
    """Work out the returns from the last decision back."""
    later, known = np.zeros(rewards.shape[1], np.float32), np.zeros(rewards.shape[1], np.bool_)
    for turn in reversed(range(len(rewards))):
        later = rewards[turn] + gamma * np.where(ends[turn], 0, later)
        known = known | ends[turn]
        demonstrations.returns[turn], demonstrations.known[turn] = later, known


def collect_demonstrations(learner: Learner, plan: Imitation, stop: Callable[[], bool]) -> Demonstrations:
    """Watch the teacher in the wars of the first stage."""
    arguments = learner.config.stages[0].env.read()
    wars = max(1, min(plan.decisions // LONG, MOST_WARS))
    engine = Engine(
        wars, arguments.scenario, arguments.charts, num_threads=learner.config.threads, autoreset=kernels.SAME_STEP
    )
    try:
        demonstrations, rewards, ends = record_teacher(
            make_policy(plan.teacher), engine, imitation_seeds(learner.seed, wars), learner.seed,
            -(-plan.decisions // wars), stop,
        )  # fmt: skip
    finally:
        engine.close()
    fill_returns(demonstrations, rewards * np.float32(learner.scale.reward), ends, learner.config.ppo.gamma)
    flat: list[Any] = [array.reshape(-1, *array.shape[2:]) for array in demonstrations]
    return Demonstrations(*flat)


def imitation_loss(
    learner: Learner, demonstrations: Demonstrations, rows: NDArray[np.int64], weight: float
) -> tuple[torch.Tensor, list[float]]:
    """The loss on some demonstrations, and its parts: the negative log-likelihood, the value's error."""
    device, policy = learner.model.device, learner.model.policy
    seen = torch.as_tensor(demonstrations.observations[rows].astype(np.float32), device=device)
    actions = torch.as_tensor(demonstrations.actions[rows], device=device)
    masks = torch.as_tensor(demonstrations.masks[rows], device=device)
    values, log_probs, _ = policy.evaluate_actions(seen, actions, action_masks=masks)
    known = torch.as_tensor(demonstrations.known[rows], device=device)
    returns = torch.as_tensor(demonstrations.returns[rows], device=device)
    value_loss = ((values.flatten() - returns) ** 2 * known).sum() / known.sum().clamp(min=1)
    nll = -log_probs.mean()
    return nll + weight * value_loss, [nll.detach().item(), value_loss.detach().item()]


def imitate(learner: Learner, plan: Imitation, stop: Callable[[], bool]) -> Iterator[ImitationProgress]:
    """Watch the teacher, then learn from what it did; says how it goes after each epoch.

    Raises:
        UnknownPolicyError: there is no such teacher.
    """
    yield ImitationProgress(f"imitation: {plan.teacher} flies {plan.decisions:,} decisions", {})
    demonstrations = collect_demonstrations(learner, plan, stop)
    policy, rng = learner.model.policy, np.random.default_rng(learner.seed)
    policy.set_training_mode(True)
    optimizer = torch.optim.Adam(policy.parameters(), lr=plan.learning_rate)
    batches = -(-len(demonstrations.actions) // plan.batch_size)
    scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, plan.epochs * batches)
    for epoch in range(plan.epochs):
        losses = []
        for rows in np.array_split(rng.permutation(len(demonstrations.actions)), batches):
            if stop():
                return
            loss, loss_parts = imitation_loss(learner, demonstrations, rows, plan.value)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(policy.parameters(), learner.config.ppo.max_grad_norm)
            optimizer.step()
            scheduler.step()
            losses.append(loss_parts)
        nll, value_loss = np.mean(losses, axis=0).tolist()
        yield ImitationProgress(
            f"imitation, epoch {epoch + 1} of {plan.epochs}: nll {nll:.3f} nats, value error {value_loss:.4f}",
            {"imitation/nll": nll, "imitation/value_error": value_loss},
        )


# --- where a training begins ---


def check_agent(config: Config, path: Path) -> AgentCard:
    """The card of a saved agent that a training can begin from.

    Raises:
        AgentError: it is missing, or has another network or other charts.
    """
    if not path.is_file():
        raise AgentError(f"start.agent: there is no file {path}")
    card = read_card(path)
    network = config.network.model_dump()
    if card.network != network:
        raise AgentError(f"start.agent: {path} has the network {card.network}, the configuration has {network}")
    if card.charts_record_sha256 != record_digest(config.env.read().charts.record):
        raise AgentError(f"start.agent: {path} was trained with other charts")
    return card


def load_weights(learner: Learner, path: Path) -> None:
    """Give the learner the weights of a saved agent; the optimiser begins anew.

    The values it expects are in its own training's scale; PPO learns them again where that differs. Its score head is
    left behind: that is of the wars it flew.

    Raises:
        AgentError: it is missing or broken, or has another network or other charts.
    """
    weights = load_network(path, check_agent(learner.config, path)).state_dict()
    policy = {name: tensor for name, tensor in weights.items() if not name.startswith(SCORE_WEIGHTS)}
    learner.model.policy.load_state_dict(policy)


def begin_training(learner: Learner, stop: Callable[[], bool]) -> Iterator[ImitationProgress]:
    """Give the learner what its configuration has it begin from; says how it goes.

    Raises:
        AgentError: the agent to begin from cannot be used.
        UnknownPolicyError: there is no such teacher.
    """
    start = learner.config.start
    if start.agent is not None:
        load_weights(learner, Path(start.agent))
    if start.imitation is not None:
        yield from imitate(learner, start.imitation, stop)
