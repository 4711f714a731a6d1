"""The rules of the second game as plain Python against the compiled ones: the same bytes."""

import os
import subprocess
import sys

import pytest

from tests.support.interceptor.playing import IDS, digests
from tests.support.places import ROOT

SCRIPT = """
from tests.support.interceptor.playing import digests
for line in digests({env_id!r}, {steps}, {seed}):
    print(line)
"""


def compare(env_id: str, steps: int, seed: int) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT.format(env_id=env_id, steps=steps, seed=seed)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    plain, compiled = run.stdout.splitlines(), digests(env_id, steps, seed)
    different = [step for step, (one, two) in enumerate(zip(plain, compiled, strict=True)) if one != two]
    assert not different, f"first difference at step {different[0]}: {plain[different[0]]} {compiled[different[0]]}"


@pytest.mark.parametrize("env_id", IDS)
def test_plain_python_and_compiled_code_agree(env_id: str) -> None:
    compare(env_id, 300, 5)


@pytest.mark.slow
@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("seed", range(3))
def test_plain_python_and_compiled_code_agree_for_long(env_id: str, seed: int) -> None:
    compare(env_id, 5000, seed)
