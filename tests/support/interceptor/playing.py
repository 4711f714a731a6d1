"""Helpers for tests that play the second game: random legal decisions, seeded."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.envs.single import StukaEnv
from stuka_env.envs.vector import StukaVectorEnv
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.codes import Act

IDS = INTERCEPTOR_ENVIRONMENTS
SORTIE, MONTH, CAREER = IDS


def make(env_id: str = CAREER, **arguments: Any) -> StukaEnv:
    env = gymnasium.make(env_id, **arguments).unwrapped
    assert isinstance(env, StukaEnv)
    return env


def make_vec(env_id: str, num_envs: int, **arguments: Any) -> StukaVectorEnv:
    env = gymnasium.make_vec(env_id, num_envs=num_envs, vectorization_mode="vector_entry_point", **arguments).unwrapped
    assert isinstance(env, StukaVectorEnv)
    return env


def bold(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a random legal action for each row; the pilot takes off and attacks."""
    weights = rng.random(masks.shape) * masks
    for act in (Act.FLY, Act.BOMBERS, Act.AIM_AIRFRAME, Act.FIRE):
        weights[..., act] *= 4
    return weights.argmax(axis=-1)


def walk(env: StukaEnv, steps: int, seed: int = 0) -> Iterator[tuple[Any, ...]]:
    """Step with random legal actions, reset where an episode ends, and yield the result of each step."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        result = env.step(int(bold(env.action_masks(), rng)))
        yield result
        if result[2] or result[3]:
            env.reset()


def war_bytes(env: StukaEnv | StukaVectorEnv) -> bytes:
    """Return the mats and the logs as bytes."""
    raw: bytes = env.engine.wars.mats.tobytes() + env.engine.wars.logs.tobytes()
    return raw
