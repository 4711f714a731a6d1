"""The step of a game as a kernel: a thread steps a war with the function that steps slices of wars on a CPU."""

from pathlib import Path
from typing import Any

from numba import cuda, types

from stuka_env.compiling.compilation import copy_with, signature_of
from stuka_env.engine.kernels import SAME_STEP
from stuka_env.game import game_named
from stuka_env.gpu.device_code import IS_SIMULATED, KernelSource, in_simulator

ILLEGAL, TERMINATED, MOST_ENDED, FAULTS = range(4)
"""Places of the totals of all steps (:class:`stuka_env.engine.engine.StepTotals`)."""
NUM_TOTALS = 4


def step_slice(wars: Any, actions: Any, buffers: Any, finals: Any, start: int, stop: int) -> tuple[int, int, int, int]:
    """Stand for the function of a game (:func:`stuka_env.engine.kernels.step_slice`)."""
    raise NotImplementedError


def step_wars(wars: Any, actions: Any, buffers: Any, finals: Any, totals: Any) -> None:
    """Step the war of this thread, and add its totals to those of all wars."""
    war = cuda.grid(1)
    if war < len(wars.mats):
        illegal, terminated, most_ended, faults = step_slice(wars, actions, buffers, finals, war, war + 1)
        if illegal:
            cuda.atomic.add(totals, ILLEGAL, illegal)
        if terminated:
            cuda.atomic.add(totals, TERMINATED, terminated)
        if most_ended:
            cuda.atomic.max(totals, MOST_ENDED, most_ended)
        if faults:
            cuda.atomic.add(totals, FAULTS, faults)
        report = buffers.reports[war]
        if wars.common[0].settings.autoreset == SAME_STEP and (report.terminated or report.truncated):
            # The last report has the rewards of the war that ended. This one describes the next episode.
            report.illegal = 0
            for part in range(len(report.ledger.parts)):
                report.ledger.parts[part] = 0.0


def step_kernel(game: str) -> KernelSource:
    """Return the kernel that steps the wars of a game.

    Its arguments are those of :func:`stuka_env.engine.kernels.step_slice` without the slice, and the totals, int64
    ``(NUM_TOTALS,)``, to which it adds.
    """
    return kernel_around(game_named(game).engine.kernels.step_slice, game, "step")


def kernel_around(step: Any, game: str, name: str, *sources: Path) -> KernelSource:
    """Return the kernel that steps wars with a function like :func:`stuka_env.engine.kernels.step_slice`.

    Args:
        step: the function, compiled for a game.
        game: the game.
        name: name of the kernel.
        sources: files of the function other than those of the game.
    """
    arrays = signature_of(step.py_func).args[:4]
    names = step_wars.__globals__ | {"step_slice": in_simulator(step) if IS_SIMULATED else step}
    own = copy_with(step_wars, names, step.py_func.__module__)
    return KernelSource(own, types.void(*arrays, types.Array(types.int64, 1, "C")), game, name, sources)
