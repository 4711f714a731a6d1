"""The tests of games that are not registered yet, each in a process of its own: a registered game meets all tests."""

import os
import subprocess
import sys

import pytest

from tests.support.places import ROOT


@pytest.mark.slow
@pytest.mark.parametrize("game", ["support"])
def test_a_game_that_is_not_registered_yet(game: str) -> None:
    """As plain Python, whose mistakes show their lines."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", f"tests/games/{game}"],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout
