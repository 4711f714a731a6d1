"""Device functions: the functions of the rules and of the engine, compiled for a GPU from the same source.

Each function states its signature (:mod:`stuka_env.compiling.compilation`), and its device function has the same one.
numba-cuda alone would take the types of the arguments, and refuses a member of an enum as an index then.

The arithmetic is that of a CPU: no multiplication is fused with an addition.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numba
from numba import cuda

from stuka_env.compiling.compilation import EntryPoint, short_names, signature_of
from stuka_env.io.extras import imports_of

IS_SIMULATED = bool(numba.config.ENABLE_CUDASIM)
"""Whether Numba's simulator takes the place of a GPU."""

if IS_SIMULATED:
    sys.setswitchinterval(1e-4)  # its launcher polls the threads of a block, and holds the interpreter that long
else:
    with imports_of("cuda"):
        import_module("numba_cuda")  # without it, Numba has an older ``numba.cuda`` of its own
        from cuda.bindings import nvjitlink
    from numba.cuda import dispatcher
    from numba.cuda.cudadrv import nvvm

ENTRY = re.compile(r"\.entry\s+(\w+)")
"""The name of a kernel in PTX."""
LINK_OPTIONS = ("-Xptxas=-v", "-verbose")
NUMBA_CUDA_PLACE = "_CUDATypingContext__dispatcher"
"""Attribute in which numba-cuda looks for the device function of a CPU function before it makes its own."""


class Capability(NamedTuple):
    """A compute capability, such as 9.0 of an H100."""

    major: int
    minor: int

    def __str__(self) -> str:
        return f"sm_{self.major}{self.minor}"


class _NamedDevice(NamedTuple):
    """A device that is not there, to compile for."""

    compute_capability: Capability


@cache
def device_function(function: Any) -> Any:
    """Return the device function of a compiled function. It is compiled when a kernel calls it."""
    source = function.py_func
    device = cuda.jit(device=True)(source)
    compile_any = device.compile_device

    def compile_pinned(given: Sequence[Any], return_type: Any = None) -> Any:
        signature = signature_of(source, given)
        return compile_any(tuple(signature.args), signature.return_type)

    device.compile_device = compile_pinned
    return device


if not IS_SIMULATED:
    setattr(EntryPoint, NUMBA_CUDA_PLACE, property(device_function))


@contextmanager
def compiling_for(capability: Capability) -> Iterator[None]:
    """Compile for devices of a compute capability, with short names and exact arithmetic. No GPU is needed."""
    current, compile_ir = dispatcher.get_current_device, nvvm.compile_ir
    dispatcher.get_current_device = lambda: _NamedDevice(capability)
    nvvm.compile_ir = lambda code, **options: compile_ir(code, **options | {"fma": False})
    try:
        with short_names():
            yield
    finally:
        dispatcher.get_current_device, nvvm.compile_ir = current, compile_ir


class KernelSource(NamedTuple):
    """A kernel before it is compiled."""

    function: FunctionType
    signature: Any
    """Its Numba signature."""
    game: str
    """The game whose folder keeps its machine code."""
    name: str
    """Its name in that folder."""
    sources: tuple[Path, ...] = ()
    """Other files that its code is made from than those of the game and of this room."""


def in_simulator(function: Any) -> Any:
    """Return a compiled function for kernels of the simulator, which wraps the arrays that it hands to them."""

    def unwrapped(*arguments: Any) -> Any:
        return function(*[given.__array__() if hasattr(given, "shape") else given for given in arguments])

    return unwrapped


class MachineCode(NamedTuple):
    """A kernel as machine code for the devices of a compute capability."""

    entry: str
    """Name of the kernel in the code."""
    cubin: bytes
    log: str
    """Remarks of the linker: registers, stack frames and spills."""


def to_ptx(kernel: KernelSource, capability: Capability) -> str:
    """Return a kernel as PTX for devices of a compute capability. No GPU is needed."""
    with compiling_for(capability):
        ptx, _ = cuda.compile(
            kernel.function, kernel.signature, device=False, cc=tuple(capability), output="ptx", abi="numba"
        )
    return str(ptx)


def to_machine_code(ptx: str, capability: Capability) -> MachineCode:
    """Return PTX as machine code for devices of a compute capability. No GPU is needed.

    NVVM has rounded every product in the PTX, so the linker cannot fuse it with an addition. Numba's own way, to
    optimise all code in the linker, would fuse them.

    Raises:
        RuntimeError: it cannot be linked; the message has the reasons of the linker.
    """
    (entry,) = ENTRY.findall(ptx)
    code = ptx.encode() + b"\0"
    with new_linker(capability) as linker:
        try:
            nvjitlink.add_data(linker, nvjitlink.InputType.PTX, code, len(code), "kernel.ptx")
            nvjitlink.complete(linker)
        except nvjitlink.nvJitLinkError:
            log = _log_of(linker, nvjitlink.get_error_log_size, nvjitlink.get_error_log)
            raise RuntimeError(f"the PTX cannot be linked: {log}") from None
        cubin = bytearray(nvjitlink.get_linked_cubin_size(linker))
        nvjitlink.get_linked_cubin(linker, cubin)
        log = _log_of(linker, nvjitlink.get_info_log_size, nvjitlink.get_info_log)
    return MachineCode(entry, bytes(cubin), log)


@contextmanager
def new_linker(capability: Capability) -> Iterator[int]:
    """Return a linker for a compute capability."""
    options = [f"-arch={capability}", *LINK_OPTIONS]
    linker = nvjitlink.create(len(options), options)
    try:
        yield linker
    finally:
        nvjitlink.destroy(linker)


def _log_of(linker: int, size_of: Any, copy: Any) -> str:
    text = bytearray(size_of(linker))
    copy(linker, text)
    return text.decode(errors="replace").rstrip("\0")
