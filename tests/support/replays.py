"""Replays of wars played at random."""

from typing import Any

import gymnasium
import numpy as np

from stuka_env.replay import RecordReplay, Replay
from tests.support.playing import choose


def played(env: gymnasium.Env[Any, Any], seed: int | None = 1, steps: int = 100_000, chance: int = 0) -> None:
    """Play an episode with random legal actions, to its end or so many steps far."""
    rng = np.random.default_rng(chance)
    _, info = env.reset(seed=seed)
    over = False
    while not over and steps:
        *_, terminated, truncated, info = env.step(int(choose(info["action_mask"], rng)))
        over, steps = terminated or truncated, steps - 1


def recorded(name: str = "Stuka/Mission-v0", steps: int = 100_000, **arguments: Any) -> Replay:
    env = RecordReplay(gymnasium.make(name, **arguments), policy="chance")
    played(env, steps=steps)
    return env.replay()
