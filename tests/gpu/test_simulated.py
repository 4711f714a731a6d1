"""Wars on a GPU, rehearsed: Numba's simulator launches the kernels, and every array equals the CPU's."""

import os
import subprocess
import sys
from typing import Any

import gymnasium
import pytest

import stuka_env  # noqa: F401
from stuka_env.extras import is_installed
from stuka_env.registration import env_ids


def rehearse(*ids: str) -> list[str]:
    """Rehearse wars of some ids in a process with the simulator, and return its lines."""
    command = [sys.executable, "-m", "tests.gpu.rehearsal", *ids]
    run = subprocess.run(
        command, env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_wars_in_the_simulator_equal_those_of_the_cpu() -> None:
    lines = rehearse("Stuka/Mission-v0")
    assert [line.split()[1] for line in lines] == ["next_step", "same_step", "disabled"]
    assert all(int(line.split()[2]) > 0 for line in lines), "no episode ended"


@pytest.mark.slow
def test_wars_of_every_id_in_the_simulator_equal_those_of_the_cpu() -> None:
    assert len(rehearse(*env_ids())) == 3 * len(env_ids())


def vector(**arguments: Any) -> Any:
    return gymnasium.make_vec("Stuka/Mission-v0", 2, vectorization_mode="vector_entry_point", **arguments)


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(ValueError, match='^device: got \'tpu\', allowed is "cpu" or "cuda"$'):
        vector(device="tpu")


@pytest.mark.skipif(is_installed("numba_cuda"), reason="the extra cuda is installed")
def test_without_the_extra_one_line_names_it() -> None:
    with pytest.raises(ModuleNotFoundError, match="^numba_cuda is not installed in .*, the extra 'cuda' of stuka-env"):
        vector(device="cuda")
