"""Plain Python against compiled code: digests of the wars of one process, for comparison with another process."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from tests.support.places import ROOT
from tests.support.samples import samples_of


def digests(env_id: str, steps: int, seed: int) -> list[str]:
    """Return a digest of everything after each of some random legal steps."""
    env: Any = gymnasium.make(env_id).unwrapped
    seen, info = env.reset(seed=seed)
    rng, choose = np.random.default_rng(seed), samples_of(env_id).choose
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


def plain_lines(script: str) -> list[str]:
    """Return what a script prints in a process without JIT and with warnings as errors."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout.splitlines()


def compare_with_plain_python(ids: Sequence[str], steps: int, seed: int) -> None:
    """Assert that :func:`digests` returns the same in a process without JIT and with warnings as errors."""
    plain = plain_lines(
        f"from {__name__} import digests\n"
        f"for env_id in {ids!r}:\n    print(*digests(env_id, {steps}, {seed}), sep='\\n')\n"
    )
    compiled = [line for env_id in ids for line in digests(env_id, steps, seed)]
    different = [place for place, (one, two) in enumerate(zip(plain, compiled, strict=True)) if one != two]
    if different:
        number, step = divmod(different[0], steps)
        raise AssertionError(f"{ids[number]}: step {step}: {plain[different[0]]} {compiled[different[0]]}")
