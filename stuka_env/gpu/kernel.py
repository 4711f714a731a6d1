"""Kernels on the device: their machine code, which is kept like the code of the CPU, their launch, and the step.

The folder of a kernel lies inside that of its game. Its name is a digest of the sources, of those of this room, and of
the versions of the compilers. The processor and the version of Python are not in it: the code can be made on a machine
without a GPU, and carried to one that has it.
"""

from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import numba
from numba import cuda, types

from stuka_env.compiling import code_cache
from stuka_env.compiling.compilation import copy_with, signature_of
from stuka_env.compiling.verified_cache import VerifiedFiles, say, say_once
from stuka_env.engine.kernels import SAME_STEP
from stuka_env.game import game_named
from stuka_env.gpu.device_code import (
    IS_SIMULATED,
    Capability,
    KernelSource,
    MachineCode,
    in_simulator,
    to_machine_code,
    to_ptx,
)

if not IS_SIMULATED:
    import numba_cuda
    from cuda.bindings import nvjitlink
    from cuda.core import ObjectCode
    from numba.cuda.codegen import CUDACodeLibrary
    from numba.cuda.cudadrv import driver, nvvm
    from numba.cuda.dispatcher import _Kernel

DEVICE = "device"
"""Folder inside that of a game for code of devices."""
KEY = "code"
"""Key of the only entry of a kernel's files."""
MINUTES = 2
"""Approximate time of a compilation on a slow machine, for messages."""


def versions() -> tuple[str, ...]:
    """Return the dependencies of machine code other than sources: the compilers."""
    compilers = (nvvm.NVVM().get_ir_version(), nvjitlink.version())
    return (numba_cuda.__version__, numba.__version__, *map(str, compilers))


def machine_code(kernel: KernelSource, capability: Capability) -> MachineCode:
    """Return the machine code of a kernel: from its folder, or compiled and kept there. No GPU is needed.

    If several processes start at once, one compiles and the others wait for it.
    """
    sources = (*code_cache.package_sources(kernel.game), *sorted((code_cache.PACKAGE / "gpu").glob("*.py")))
    key = code_cache.digest((*sources, *kernel.sources), versions())
    folder = code_cache.usable_folder(kernel.game, DEVICE, str(capability), kernel.name, key)
    if folder is None:
        return _compile(kernel, capability)
    files = VerifiedFiles(str(folder), kernel.name, key)
    kept = files.load(KEY)
    if kept is None:
        with nullcontext() if code_cache.is_complete(folder) else code_cache.locked(folder):
            kept = files.load(KEY) or _compile_into(files, kernel, capability)
            code_cache.forget_old_folders(folder)
    with suppress(OSError):  # read-only
        code_cache.mark_as_used(folder)
    return MachineCode(*kept)


def _compile_into(files: VerifiedFiles, kernel: KernelSource, capability: Capability) -> MachineCode:
    """Return the machine code of a kernel, compiled and kept in files."""
    code = _compile(kernel, capability)
    try:
        files.save(KEY, tuple(code))
    except OSError as error:
        say_once("loss", f"compiled code cannot be kept ({error.strerror})")
    return code


def _compile(kernel: KernelSource, capability: Capability) -> MachineCode:
    """Return the machine code of a kernel, and print a line about the time that this takes."""
    say(f"compiling the {kernel.name} of {kernel.game} for {capability}, once, about {MINUTES} minutes")
    return to_machine_code(to_ptx(kernel, capability), capability)


class LoadedKernel:
    """A kernel on the current device. It is launched as ``kernel[blocks, threads](*arguments)``.

    Args:
        source: the kernel.
        code: its machine code for this device.
    """

    def __init__(self, source: KernelSource, code: MachineCode) -> None:
        library = CUDACodeLibrary(None, source.name, code.entry)
        library._cubin_cache[library._ensure_cc(None)] = ObjectCode.from_cubin(code.cubin)
        library.finalize()
        self._kernel = _Kernel._rebuild(
            cooperative=False,
            name=code.entry,
            signature=source.signature,
            codelibrary=library,
            debug=False,
            lineinfo=False,
            call_helper=None,
            extensions=(),
        )

    def __getitem__(self, shape: tuple[int, int]) -> Any:
        """Return a function that launches so many blocks of so many threads on the default stream."""
        blocks, threads = shape
        stream = driver._to_core_stream(0)
        return lambda *arguments: self._kernel.launch(arguments, (blocks, 1, 1), (threads, 1, 1), stream)


def to_kernel(kernel: KernelSource) -> Any:
    """Return a kernel that can be launched on the current device: ``kernel[blocks, threads](*arguments)``."""
    if IS_SIMULATED:
        return cuda.jit(kernel.function)
    return LoadedKernel(kernel, machine_code(kernel, current_capability()))


def current_capability() -> Capability:
    """Return the compute capability of the current device."""
    return Capability(*cuda.get_current_device().compute_capability)


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
