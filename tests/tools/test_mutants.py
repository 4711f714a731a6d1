"""Mutants of the rules: the tests of the rules notice them."""

from pathlib import Path

import pytest

from tests.support.commands import run_tool


@pytest.mark.slow
@pytest.mark.minutes
@pytest.mark.parametrize("game", ["interceptor", "wing"])
def test_no_mutant_of_a_twentieth_survives_without_an_explanation(game: str, tmp_path: Path) -> None:
    done = run_tool("mutants", str(tmp_path / "mutants.jsonl"), "--game", game, "--share", "20")
    assert done.returncode == 0, done.stdout + done.stderr
