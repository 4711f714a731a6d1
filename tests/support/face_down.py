"""Battles of Air Support, with counters that lie face down."""

from typing import Any

import gymnasium
import numpy as np

from stuka_env.games.support.codes import COUNTERS, NOBODY
from stuka_env.games.support.words.labels import counters_down

BATTLE = "Support/Battle-v0"


def battle(**words: Any) -> Any:
    """Return an environment of a battle."""
    return gymnasium.make(BATTLE, disable_env_checker=True, journal=True, render_mode="ansi", **words).unwrapped


def truth_of(env: Any) -> Any:
    """Return the mat of an environment with what is hidden."""
    return env.engine.wars.mats[0]


def kinds_of(env: Any) -> tuple[int, ...]:
    """Return the true kinds of the face-down counters."""
    mat = truth_of(env)
    return tuple(mat.hidden.kinds[counters_down(mat)].tolist())


def what_is_seen(mat: Any) -> bytes:
    """Return the part of a mat that its player sees."""
    return b"".join(mat[name].tobytes() for name in mat.dtype.names if name not in ("hidden", "work"))


def exchanged(mat: Any) -> list[int] | None:
    """Return the kinds with those of two face-down counters exchanged; None if all that lie face down are equal."""
    kinds = mat.hidden.kinds.tolist()
    down = [one for one in range(COUNTERS) if mat.units[one].kind == NOBODY and mat.units[one].gone == 0]
    down = [one for one in down if mat.units[one].place != NOBODY and not mat.units[one].broken]
    other = next((one for one in down if kinds[one] != kinds[down[0]]), None)
    if other is None:
        return None
    kinds[down[0]], kinds[other] = kinds[other], kinds[down[0]]
    return kinds


def played_on(env: Any, seed: int, steps: int) -> None:
    """Play some random actions."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for _ in range(steps):
        *_, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        assert info["result"] is None
