"""Wars on a GPU, rehearsed: Numba's simulator launches the kernels, and every array equals the CPU's.

The parts of ``tools.gpu_check`` do this, so they are rehearsed too.
"""

import json
import os
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import stuka_env  # noqa: F401
from stuka_env.io.extras import is_installed
from stuka_env.io.game_packages import DEFAULT_GAME
from stuka_env.registration import game_package
from tests.support.places import ROOT
from tools.gpu_check import USUAL_PARTS, checked_games, install

CHANGED = """
import numpy as np
from tools.gpu_parts import ByteComparison
found, ours = ByteComparison(), {"a": np.zeros((4, 3), np.float32), "b": np.arange(4)}
theirs = {name: array.copy() for name, array in ours.items()}
theirs["a"][2, 1] = -0.0
theirs["a"][3] = 0.5
found.step = 7
found.compare("seen", ours, theirs)
print(found.figures())
"""
"""A program that compares arrays with four differences; the first is that of the sign of a zero."""


def simulated(*words: Any) -> subprocess.CompletedProcess[str]:
    """Run Python in the root with the simulator of a GPU."""
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def checked(folder: Path, *words: Any) -> list[dict[str, Any]]:
    """Do parts of the check with small numbers, and return the results."""
    run = simulated("-m", "tools.gpu_check", *words, "--quick", "--output", folder)
    assert run.returncode == 0, run.stderr
    assert "simulator" in run.stdout.splitlines()
    return [json.loads(line) for line in (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()]


def assert_equal(rows: list[dict[str, Any]], env_id: str) -> int:
    """Fail unless the wars of an id were compared in every mode and form without a difference; return the episodes."""
    figures = {row["what"]: row["figures"] for row in rows if row["what"].startswith(env_id)}
    modes = ("next_step compact", "next_step flat", "same_step compact", "same_step flat", "disabled")
    assert list(figures) == [f"{env_id} {mode}" for mode in modes]
    assert all(found["differences"] == 0 and found["decisions"] == 1_000 for found in figures.values())
    return sum(found["episodes"] for found in figures.values())


@pytest.mark.slow
def test_wars_in_the_simulator_equal_those_of_the_cpu(tmp_path: Path) -> None:
    words = ("equal", "--games", DEFAULT_GAME, "--ids", "Stuka/Mission-v0")
    rows = checked(tmp_path, *words)
    assert rows[0]["figures"]["arrays"] > 10 and rows[0]["figures"]["differences"] == 0, "DLPack"
    assert assert_equal(rows, "Stuka/Mission-v0") > 0, "no episode ended"
    assert checked(tmp_path, *words) == rows, "a result has been measured again"


def test_a_difference_is_counted_with_its_place_and_size() -> None:
    run = simulated("-c", CHANGED)
    places = {"seen.a": {"number": 4, "largest": 0.5, "first": [7, 2, 1]}}
    assert run.stdout.strip() == str({"compared": 16, "differences": 4, "places": places}), run.stderr


def test_wheels_of_missing_distributions_are_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("numpy-2.0-py3-none-any.whl", "not_there-1.0-py3-none-any.whl"):
        (tmp_path / name).touch()
    commands: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda command, check: commands.append(command))
    install(tmp_path)
    ((*_, last),) = commands
    assert last == str(tmp_path / "not_there-1.0-py3-none-any.whl") and "--no-index" in commands[0]
    assert not any("numpy" in word for word in commands[0])


def test_a_part_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    words = ("layout", "--games", DEFAULT_GAME, "--minutes", "0.001", "--quick", "--output", tmp_path)
    run = simulated("-m", "tools.gpu_check", *words)
    assert run.returncode == 1
    assert f"not finished: layout of {DEFAULT_GAME}; the same command goes on" in run.stdout


@pytest.mark.study
def test_every_part_of_the_check_in_the_simulator(tmp_path: Path) -> None:
    rows = checked(tmp_path)
    done = {(row["part"], row["game"]) for row in rows}
    assert done == set(product(USUAL_PARTS, checked_games()))
    for env_id in (env_id for game in checked_games() for env_id in game_package(game).ids):
        assert_equal(rows, env_id)
    assert all(row["figures"]["faults"] == 0 for row in rows if row["part"] == "speed")
    assert {row["game"] for row in rows if "score" in row["figures"]} == set(checked_games())


def vector(**arguments: Any) -> Any:
    return gymnasium.make_vec("Stuka/Mission-v0", 2, vectorization_mode="vector_entry_point", **arguments)


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(ValueError, match='^device: got \'tpu\', allowed is "cpu" or "cuda"$'):
        vector(device="tpu")


@pytest.mark.skipif(is_installed("numba_cuda"), reason="the extra cuda is installed")
def test_without_the_extra_one_line_names_it() -> None:
    with pytest.raises(ModuleNotFoundError, match="^numba_cuda is not installed in .*, the extra 'cuda' of stuka-env"):
        vector(device="cuda")
