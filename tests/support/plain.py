"""Results of the wars of one process, for comparison with another process."""

import hashlib
from typing import Any

import numpy as np

from tests.support.playing import choose, make


def told(env_id: str, steps: int, seed: int) -> list[str]:
    """A fingerprint of everything after each of some random legal steps."""
    env = make(env_id)
    seen, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    lines = []
    for _ in range(steps):
        seen, reward, terminated, truncated, info = env.step(int(choose(info["action_mask"], rng)))
        everything = hashlib.sha256()
        arrays: tuple[Any, ...] = (*env.engine.snapshot(), seen)
        for array in arrays:
            everything.update(array.tobytes())
        lines.append(f"{everything.hexdigest()[:16]} {info['decision_name']} {reward!r} {terminated}")
        if terminated or truncated:
            seen, info = env.reset()
    return lines
