"""The step of a game compiles for a GPU. No GPU is needed; `make audit` has an environment with the extra `cuda`."""

import pytest

from stuka_env.extras import is_installed

pytestmark = pytest.mark.skipif(not is_installed("numba_cuda"), reason="the extra cuda is not installed")


@pytest.mark.slow
def test_the_step_of_the_first_game_compiles_for_an_h100() -> None:
    from stuka_env.gpu.device_code import Capability, to_ptx
    from stuka_env.gpu.step import step_kernel
    from tools.gpu_audit import needs_of

    h100 = Capability(9, 0)
    ptx = to_ptx(step_kernel("stuka"), h100)
    assert "fma." not in ptx, "the arithmetic would not be that of a CPU"
    assert "prefetch" not in ptx
    needs = needs_of(ptx, h100)
    assert needs.registers <= 255 and needs.within_bounds, needs
