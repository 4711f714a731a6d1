"""Kernels are kept like the code of the CPU. No GPU is needed; `make audit` has the extra `cuda`."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import cuda, types

from stuka_env.compiling.code_cache import CACHE_VARIABLE
from stuka_env.io.extras import is_installed
from stuka_env.io.game_packages import DEFAULT_GAME

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not is_installed("numba_cuda"), reason="the extra cuda is not installed"),
]
WAYS = {
    "compile": "",
    "load": "kernel.to_ptx = None",
}
"""Statements before a process takes a kernel."""


def double(pairs: Any, limit: Any) -> None:
    place = cuda.grid(1)
    if place < limit:
        for values in pairs:
            values[place] *= 2


def doubling() -> Any:
    """Return the source of a small kernel."""
    from stuka_env.gpu.device_code import KernelSource

    values = types.int64[::1]
    function: Any = double
    return KernelSource(function, types.void(types.UniTuple(values, 2), types.int64), DEFAULT_GAME, "doubling")


def start(cache: Path, way: str, capability: tuple[int, int] = (9, 0)) -> subprocess.Popen[str]:
    """Start a process that takes the small kernel and prints a digest of its code."""
    lines = (
        "import hashlib",
        "from stuka_env.gpu import kernel",
        "from stuka_env.gpu.device_code import Capability",
        "from tests.gpu.test_kernel import doubling",
        WAYS[way],
        f"print(hashlib.sha256(kernel.machine_code(doubling(), Capability{capability}).cubin).hexdigest())",
    )
    return subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines)],
        env=os.environ | {CACHE_VARIABLE: str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[str, int]:
    """Return the digest that a process prints, and how many kernels it has compiled."""
    printed, said = process.communicate()
    assert process.returncode == 0, said
    return printed.strip(), said.count(f"compiling the doubling of {DEFAULT_GAME} for sm_90, once, about 2 minutes")


def test_a_second_process_loads_what_the_first_has_compiled(tmp_path: Path) -> None:
    code, compilations = finish(start(tmp_path, "compile"))
    assert compilations == 1
    assert finish(start(tmp_path, "load")) == (code, 0)
    (data,) = tmp_path.rglob("doubling.*.nbc")
    data.write_bytes(data.read_bytes()[:-1] + b"?")
    assert finish(start(tmp_path, "compile")) == (code, 1), "damaged code has been used"
    other, _ = finish(start(tmp_path, "compile", (8, 0)))
    assert other != code


def test_of_several_processes_one_compiles(tmp_path: Path) -> None:
    results = [finish(process) for process in [start(tmp_path, "compile") for _ in range(3)]]
    assert len({code for code, _ in results}) == 1
    assert sum(compilations for _, compilations in results) == 1


def test_a_launch_hands_over_the_parameters_of_the_kernel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from numba.cuda import codegen, dispatcher
    from numba.cuda.cudadrv import driver

    from stuka_env.gpu import kernel
    from stuka_env.gpu.device_code import Capability, to_machine_code, to_ptx

    source, h100 = doubling(), Capability(9, 0)
    ptx = to_ptx(source, h100)
    device = SimpleNamespace(compute_capability=tuple(h100))
    launched: list[Any] = []
    monkeypatch.setattr(codegen.devices, "get_context", lambda: SimpleNamespace(device=device))
    monkeypatch.setattr(codegen.CUDACodeLibrary, "get_cufunc", lambda library: SimpleNamespace(kernel=library))
    monkeypatch.setattr(dispatcher, "launch", lambda _, *given: launched.append(given))
    monkeypatch.setattr(dispatcher, "wrap_arg", lambda array: SimpleNamespace(to_device=lambda *_: shown(array)))
    monkeypatch.setattr(driver, "_to_core_stream", lambda stream: stream)
    code = to_machine_code(ptx, h100)
    kernel.LoadedKernel(source, code)[3, 64]((np.zeros(5, np.int64), np.zeros(5, np.int64)), 5)
    ((shape, library, *given),) = launched
    assert (shape.grid, shape.block) == ((3, 1, 1), (64, 1, 1))
    assert library.get_cubin().code == code.cubin
    assert len(given) == len(re.findall(r"\.param\s+\.\w+ ", ptx))


def shown(array: Any) -> Any:
    """Return an array of the CPU as numba-cuda shows one of a device."""
    layout = SimpleNamespace(strides_in_bytes=array.strides)
    return SimpleNamespace(size=array.size, dtype=array.dtype, ptr=1, shape=array.shape, _layout=layout)
