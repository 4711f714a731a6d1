"""Flights on a GPU, rehearsed in Numba's simulator: the results are those of the CPU."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import stuka_env
from stuka_env.io.extras import is_installed
from stuka_env.policy import PolicyInput

WITH_SIMULATOR = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}


class FirstLegal:
    """A policy in Python."""

    name = "first legal"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        actions[:] = inputs.masks.argmax(axis=1)


def simulated(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, *words], env=WITH_SIMULATOR, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_flights_of_a_script_and_of_a_network_equal_those_of_the_cpu() -> None:
    pytest.importorskip("sb3_contrib")
    run = simulated("-m", "tests.gpu.flights", "Stuka/Mission-v0:old_hand", "Stuka/Mission-v0:distilled-mission")
    assert run.returncode == 0, run.stderr
    assert [line.split()[0] for line in run.stdout.splitlines()] == [
        "Stuka/Mission-v0:old_hand",
        "Stuka/Mission-v0:distilled-mission",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "flight",
    [
        "Stuka/Mission-v0:champion",
        "Stuka/Mission-v0:distilled-mission@sampled",
        "Interceptor/Sortie-v0:veteran",
        "Wing/Mission-v0:best",
    ],
)
def test_flights_in_every_game_equal_those_of_the_cpu(flight: str) -> None:
    pytest.importorskip("sb3_contrib")
    run = simulated("-m", "tests.gpu.flights", flight)
    assert run.returncode == 0, run.stderr


def fly(policy: Any, **arguments: Any) -> Any:
    return stuka_env.fly(policy, "Stuka/Mission-v0", 2, **arguments)


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(ValueError, match='^device: got \'tpu\', allowed is "cpu" or "cuda"$'):
        fly("old_hand", device="tpu")


def test_a_policy_in_python_is_refused_and_the_way_is_named() -> None:
    run = simulated("-c", "import stuka_env, tests.gpu.test_flights as here; here.fly(here.FirstLegal, device='cuda')")
    assert run.stderr.splitlines()[-1] == (
        "stuka_env.io.quoting.RefusalError: device: got 'cuda', allowed is cpu: act() of the policy 'first legal' is "
        'Python. On "cuda" fly compiled scripts and networks with device_actor()'
    )


REFUSED = """
import stuka_env.flights.on_device as here
from stuka_env.policy import load_policy
from numba.core.errors import TypingError
def to_kernel(source):
    raise TypingError("no arrays")
here.to_kernel = to_kernel
here.script_kernel(load_policy("old_hand"))
"""


def test_a_script_that_does_not_compile_for_a_device_is_refused() -> None:
    run = simulated("-c", REFUSED)
    assert run.stderr.splitlines()[-1] == (
        "stuka_env.io.quoting.RefusalError: device: got 'cuda', allowed is cpu: the script 'old_hand' does not compile "
        "for a device, on which "
        "functions make no arrays"
    )


@pytest.mark.skipif(is_installed("numba_cuda"), reason="the extra cuda is installed")
def test_without_the_extra_one_line_names_it() -> None:
    with pytest.raises(ModuleNotFoundError, match="^numba_cuda is not installed in .*, the extra 'cuda' of stuka-env"):
        fly("old_hand", device="cuda")
