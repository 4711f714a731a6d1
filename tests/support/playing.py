"""Helpers for tests that play: random legal decisions, seeded."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import stuka_env
from stuka_env.envs.single import StukaEnv
from stuka_env.envs.vector import StukaVectorEnv

IDS = stuka_env.ENVIRONMENTS


def make(env_id: str = "Stuka/Operation-v0", **arguments: Any) -> StukaEnv:
    env = gymnasium.make(env_id, **arguments).unwrapped
    assert isinstance(env, StukaEnv)
    return env


def make_vec(env_id: str, num_envs: int, **arguments: Any) -> StukaVectorEnv:
    env = gymnasium.make_vec(env_id, num_envs=num_envs, vectorization_mode="vector_entry_point", **arguments).unwrapped
    assert isinstance(env, StukaVectorEnv)
    return env


def choose(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for each row."""
    return (rng.random(masks.shape) * masks).argmax(axis=-1)


def walk(env: StukaEnv, steps: int, seed: int = 0) -> Iterator[tuple[Any, ...]]:
    """Step with random legal actions, resetting where an episode ends; yields what each step returned."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        result = env.step(int(choose(env.action_masks(), rng)))
        yield result
        if result[2] or result[3]:
            env.reset()


def mat_bytes(env: StukaEnv) -> bytes:
    """The mat as bytes."""
    raw: bytes = env.engine.wars.mats.tobytes()
    return raw
