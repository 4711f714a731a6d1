"""Training on a GPU, rehearsed in Numba's simulator, and refused without a GPU."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("pydantic")

from agents.commands import train
from agents.config_file import ConfigError
from agents.training.config import make_config
from stuka_env.io.extras import is_installed


@pytest.mark.slow
def test_a_training_in_the_simulator_has_the_decisions_of_the_cpu_and_resumes(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.gpu.training", str(tmp_path)]
    run = subprocess.run(
        command, env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.skipif(is_installed("numba_cuda"), reason="the extra cuda is installed")
def test_without_a_gpu_one_line_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train(["--set", "device=cuda", "--output", str(tmp_path / "runs")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "device: numba_cuda is not installed in " in line and "the extra 'cuda' of stuka-env brings it" in line
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("loss_price", 0.5, "loss_price: got 0.5, allowed is 0 with device=cuda"),
        ("ppo", {"tables": 2}, "ppo.tables: got 2, allowed is 1 with device=cuda"),
    ],
)
def test_what_needs_wars_on_the_cpu_is_refused(key: str, value: object, said: str) -> None:
    with pytest.raises(ConfigError) as error:
        make_config({"device": "cuda", key: value}, "test")
    assert str(error.value) == f"test: {said}"
