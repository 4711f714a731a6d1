"""Helpers for tests that play the second game: random legal decisions."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.envs.single import StukaEnv
from stuka_env.envs.vector import StukaVectorEnv
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.codes import Act

IDS = INTERCEPTOR_ENVIRONMENTS
SORTIE, MONTH, CAREER = IDS


def bold(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a random legal action for each row; the pilot takes off and attacks."""
    weights = rng.random(masks.shape) * masks
    for act in (Act.FLY, Act.BOMBERS, Act.AIM_AIRFRAME, Act.FIRE):
        weights[..., act] *= 4
    return weights.argmax(axis=-1)


def war_bytes(env: StukaEnv | StukaVectorEnv) -> bytes:
    """Return the mats and the logs as bytes."""
    raw: bytes = env.engine.wars.mats.tobytes() + env.engine.wars.logs.tobytes()
    return raw
