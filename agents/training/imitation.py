"""Imitating a teacher before PPO begins: what it does, and what it got for that until the end of the war."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from agents.evaluation.flying import act, look
from agents.policy import Policy, draw_noise
from agents.registry import make_policy
from agents.training.config import Imitation
from agents.training.learner import Learner
from agents.training.seeds import imitation_seeds
from stuka_env import batch
from stuka_env.codes import ACTIONS
from stuka_env.engine import Engine, new_view
from stuka_env.observation import LENGTH

LONG = 4096
"""Decisions of one war that are watched, so that most wars are seen to their end."""
MOST_WARS = 512


class Lessons(NamedTuple):
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


class Heard(NamedTuple):
    """How the imitation goes."""

    text: str
    numbers: dict[str, float]


def watch_teacher(
    teacher: Policy, engine: Engine, seeds: list[int], seed: int, turns: int, stop: Callable[[], bool]
) -> tuple[Lessons, NDArray[np.float32], NDArray[np.bool_]]:
    """Let the teacher fly ``turns`` decisions in every war; what it did, its rewards and where wars ended.

    Arrays are ``(turns, wars, ...)``; returns are still 0.
    """
    wars = engine.num_envs
    lessons = Lessons(
        np.zeros((turns, wars, LENGTH), np.float16),
        np.zeros((turns, wars, ACTIONS), np.bool_),
        np.zeros((turns, wars), np.int64),
        np.zeros((turns, wars), np.float32),
        np.zeros((turns, wars), np.bool_),
    )
    rewards, ends = np.zeros((turns, wars), np.float32), np.zeros((turns, wars), np.bool_)
    view = new_view(wars)
    engine.reset(view.faces, seeds)
    sight = look(engine, view)
    slips = engine.wars.slips
    for turn in range(turns):
        if stop():
            break
        draw_noise(slips["war_seed"].astype(np.uint64).view(np.int64), seed, turn, sight.noise)
        act(teacher, sight, lessons.actions[turn])
        lessons.observations[turn] = view.observations
        lessons.masks[turn] = view.masks
        engine.step(lessons.actions[turn], view.faces)
        rewards[turn], ends[turn] = slips["reward"], slips["terminated"]
    return lessons, rewards, ends


def fill_returns(lessons: Lessons, rewards: NDArray[np.float32], ends: NDArray[np.bool_], gamma: float) -> None:
    """Work out the returns from the last decision back."""
    later, known = np.zeros(rewards.shape[1], np.float32), np.zeros(rewards.shape[1], np.bool_)
    for turn in reversed(range(len(rewards))):
        later = rewards[turn] + gamma * np.where(ends[turn], 0, later)
        known = known | ends[turn]
        lessons.returns[turn], lessons.known[turn] = later, known


def take_lessons(learner: Learner, plan: Imitation, stop: Callable[[], bool]) -> Lessons:
    """Watch the teacher in the wars of the first stage."""
    arguments = learner.config.stages[0].env.read()
    wars = max(1, min(plan.decisions // LONG, MOST_WARS))
    engine = Engine(
        wars, arguments.scenario, arguments.charts, num_threads=learner.config.threads, autoreset=batch.SAME_STEP
    )
    try:
        lessons, rewards, ends = watch_teacher(
            make_policy(plan.teacher), engine, imitation_seeds(learner.seed, wars), learner.seed,
            -(-plan.decisions // wars), stop,
        )  # fmt: skip
    finally:
        engine.close()
    fill_returns(lessons, rewards * np.float32(learner.scale.reward), ends, learner.config.ppo.gamma)
    flat: list[Any] = [array.reshape(-1, *array.shape[2:]) for array in lessons]
    return Lessons(*flat)


def study(
    learner: Learner, lessons: Lessons, rows: NDArray[np.int64], weight: float
) -> tuple[torch.Tensor, list[float]]:
    """The loss on some lessons, and what to say of it: likelihood, agreement, the value's error."""
    device, policy = learner.model.device, learner.model.policy
    seen = torch.as_tensor(lessons.observations[rows].astype(np.float32), device=device)
    actions = torch.as_tensor(lessons.actions[rows], device=device)
    masks = torch.as_tensor(lessons.masks[rows], device=device)
    values, likelihoods, _ = policy.evaluate_actions(seen, actions, action_masks=masks)
    known = torch.as_tensor(lessons.known[rows], device=device)
    returns = torch.as_tensor(lessons.returns[rows], device=device)
    errors = ((values.flatten() - returns) ** 2 * known).sum() / known.sum().clamp(min=1)
    surprise = -likelihoods.mean()
    return surprise + weight * errors, [surprise.detach().item(), errors.detach().item()]


def imitate(learner: Learner, plan: Imitation, stop: Callable[[], bool]) -> Iterator[Heard]:
    """Watch the teacher, then study what it did; says how it goes after each epoch.

    Raises:
        UnknownPolicyError: there is no such teacher.
    """
    yield Heard(f"imitation: {plan.teacher} flies {plan.decisions:,} decisions", {})
    lessons = take_lessons(learner, plan, stop)
    policy, rng = learner.model.policy, np.random.default_rng(learner.seed)
    policy.set_training_mode(True)
    optimizer = torch.optim.Adam(policy.parameters(), lr=plan.learning_rate)
    batches = -(-len(lessons.actions) // plan.batch_size)
    fall = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, plan.epochs * batches)
    for epoch in range(plan.epochs):
        heard = []
        for rows in np.array_split(rng.permutation(len(lessons.actions)), batches):
            if stop():
                return
            loss, said = study(learner, lessons, rows, plan.value)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(policy.parameters(), learner.config.ppo.max_grad_norm)
            optimizer.step()
            fall.step()
            heard.append(said)
        surprise, errors = np.mean(heard, axis=0).tolist()
        yield Heard(
            f"imitation, epoch {epoch + 1} of {plan.epochs}: surprise {surprise:.3f} nats, value error {errors:.4f}",
            {"imitation/surprise": surprise, "imitation/value_error": errors},
        )
