"""Kernels of a step and of a script compile for a GPU. `make audit` has an environment with the extra `cuda`."""

import re

import pytest

from stuka_env.compiling.compilation import compiled
from stuka_env.game import game_named
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask
from stuka_env.io.extras import is_installed
from stuka_env.policy import ScriptedPolicy

pytestmark = pytest.mark.skipif(not is_installed("numba_cuda"), reason="the extra cuda is not installed")

ON_FLOATS = re.compile(r"\b(?:add|cos|cvt|div|ex2|fma|lg2|mad|mul|rcp|rsqrt|sin|sqrt|sub|tanh)[.\w]*\.f(?:32|64)[.\w]*")
"""Operations on floats in PTX. Those with ``.rn`` round to the nearest number, and ptxas does not fuse them."""


@pytest.mark.slow
def test_the_step_of_the_first_game_compiles_for_an_h100() -> None:
    from stuka_env.gpu.device_code import Capability, to_machine_code, to_ptx
    from stuka_env.gpu.kernel import step_kernel
    from tools.gpu_audit import needs_of

    h100 = Capability(9, 0)
    ptx = to_ptx(step_kernel("stuka"), h100)
    not_exact = [operation for operation in ON_FLOATS.findall(ptx) if ".rn." not in operation]
    assert not_exact == [], "the arithmetic would not be that of a CPU"
    assert "prefetch" not in ptx
    needs = needs_of(to_machine_code(ptx, h100))
    assert needs.registers <= 255 and needs.within_bounds, needs


@compiled
def first_legal(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Choose the first legal action."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return 0


@pytest.mark.slow
def test_the_kernels_of_a_script_compile_for_an_h100() -> None:
    from stuka_env.flights.on_device import choice_kernel, count_kernel, noise_kernel
    from stuka_env.gpu.device_code import Capability, to_machine_code, to_ptx

    h100, game = Capability(9, 0), game_named("stuka")
    for kernel in (noise_kernel(game), choice_kernel(ScriptedPolicy("first", first_legal)), count_kernel(game)):
        ptx = to_ptx(kernel, h100)
        assert ON_FLOATS.findall(ptx) == [], kernel.name
        assert to_machine_code(ptx, h100).cubin
