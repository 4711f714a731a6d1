"""The rules as plain Python, without JIT and with warnings as errors, against the compiled ones: the same bytes."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from playing import IDS, choose, make

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = """
import sys
sys.path.insert(0, "tests")
from test_plain import told
for line in told({env_id!r}, {steps}, {seed}):
    print(line)
"""


def told(env_id: str, steps: int, seed: int) -> list[str]:
    """A fingerprint of everything after each of some random legal steps."""
    import hashlib

    env = make(env_id)
    seen, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    lines = []
    for _ in range(steps):
        seen, reward, terminated, truncated, info = env.step(int(choose(info["action_mask"], rng)))
        everything = hashlib.sha256()
        for array in (*env.engine.snapshot(), seen):
            everything.update(array.tobytes())
        lines.append(f"{everything.hexdigest()[:16]} {info['decision']} {reward!r} {terminated}")
        if terminated or truncated:
            seen, info = env.reset()
    return lines


def compare(env_id: str, steps: int, seed: int) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT.format(env_id=env_id, steps=steps, seed=seed)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    plain, compiled = run.stdout.splitlines(), told(env_id, steps, seed)
    different = [step for step, (one, two) in enumerate(zip(plain, compiled, strict=True)) if one != two]
    assert not different, f"first difference at step {different[0]}: {plain[different[0]]} {compiled[different[0]]}"


@pytest.mark.parametrize("env_id", IDS)
def test_plain_python_and_compiled_code_agree(env_id: str) -> None:
    compare(env_id, 400, 5)


@pytest.mark.slow
@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("seed", range(3))
def test_plain_python_and_compiled_code_agree_for_long(env_id: str, seed: int) -> None:
    compare(env_id, 5000, seed)
