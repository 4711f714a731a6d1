"""Plain Python against compiled code: digests of the wars of one process, for comparison with another process."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.support.places import ROOT
from tests.support.playing import choose, make

Digests = Callable[[str, int, int], list[str]]
"""A function of id, steps and seed that returns a digest for each step."""


def digests_of(env: Any, choice: Callable[..., Any], steps: int, seed: int) -> list[str]:
    """A digest of everything after each of some random legal steps."""
    seen, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    lines = []
    for _ in range(steps):
        seen, reward, terminated, truncated, info = env.step(int(choice(info["action_mask"], rng)))
        everything = hashlib.sha256()
        arrays: tuple[Any, ...] = (*env.engine.snapshot(), seen)
        for array in arrays:
            everything.update(array.tobytes())
        lines.append(f"{everything.hexdigest()[:16]} {info['decision_name']} {reward!r} {terminated}")
        if terminated or truncated:
            seen, info = env.reset()
    return lines


def told(env_id: str, steps: int, seed: int) -> list[str]:
    """The digests of an environment of the first game."""
    return digests_of(make(env_id), choose, steps, seed)


def compare_with_plain_python(digests: Digests, env_id: str, steps: int, seed: int) -> None:
    """Assert that ``digests`` gives the same in a process without JIT and with warnings as errors."""
    script = (
        f"from {digests.__module__} import {digests.__name__}\n"
        f"for line in {digests.__name__}({env_id!r}, {steps}, {seed}):\n    print(line)\n"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    plain, compiled = run.stdout.splitlines(), digests(env_id, steps, seed)
    different = [step for step, (one, two) in enumerate(zip(plain, compiled, strict=True)) if one != two]
    assert not different, f"first difference at step {different[0]}: {plain[different[0]]} {compiled[different[0]]}"
