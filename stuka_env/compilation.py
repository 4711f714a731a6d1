"""Where compiled code is kept: one cache folder for each state of the sources, so that it can never be stale.

Numba notices that the file of a function changed, not that a function it calls changed in another file. Everything
compiled here therefore lives in a folder named after a digest of all sources that compiled code is made from, the
versions of Python, NumPy and Numba, and the processor. :func:`kernel` is the one way to compile; it points
Numba at that folder while it decorates (that is when Numba chooses the place) and puts its setting back.
"""

import functools
import hashlib
import os
import platform
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.binding
import numba
import numpy as np
from numba.core.compiler_lock import global_compiler_lock

PACKAGE = Path(__file__).resolve().parent
CACHE_VARIABLE = "STUKA_ENV_CACHE"
"""Environment variable that names another folder for compiled code."""
COMPLETE = "complete"
"""File that says a cache folder holds everything the environments need."""
SECONDS = 60
"""What the first compilation takes on a slow machine, for the line that announces it."""

KEPT = 4
"""Folders of earlier sources that are kept."""
HOUR = 3600

Function = TypeVar("Function", bound=Callable[..., Any])
_LOCK = threading.RLock()
"""Numba's folder setting belongs to the process: one thread at a time may point it elsewhere."""


def package_sources() -> tuple[Path, ...]:
    """The files of this package that compiled code is made from, sorted."""
    files = [PACKAGE / name for name in ("codes.py", "batch.py", "compilation.py", "observation.py", "observe.py")]
    return tuple(sorted([*files, *PACKAGE.glob("rules/*.py"), PACKAGE / "charts" / "shape.py"]))


def versions() -> tuple[str, ...]:
    """What else compiled code depends on: interpreter, libraries, processor."""
    processor = (llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten())
    return (platform.python_version(), np.__version__, numba.__version__, platform.machine(), *processor)


def digest(sources: Iterable[Path], also: Iterable[str]) -> str:
    """A short name for ``sources`` as they stand (their names and contents) and the strings in ``also``."""
    total = hashlib.sha256("\0".join(also).encode())
    for source in sources:
        total.update(f"\0{source.name}\0".encode())
        total.update(source.read_bytes())
    return total.hexdigest()[:20]


def user_cache() -> Path:
    """The folder for caches: ``STUKA_ENV_CACHE``, else the user's cache folder."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "stuka_env"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stuka_env"


def writable(folder: Path) -> bool:
    """Whether files can be written in ``folder``, which is made if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@functools.cache
def cache_folder(others: Path | None) -> Path:
    """The folder of compiled code for the sources as they stand; a temporary one where that cannot be written.

    Args:
        others: a folder outside this package whose functions are compiled (a user's policies), whose ``*.py`` count
            too; None for the package alone.
    """
    sources = package_sources() + (tuple(sorted(others.glob("*.py"))) if others else ())
    name = digest(sources, versions())
    folder = user_cache() / name
    if not writable(folder):
        folder = Path(tempfile.mkdtemp(prefix="stuka_env-"))
    return folder


def compile_all(*kernels: Any) -> None:
    """Compile or load ``kernels`` and all they call, and note that the cache holds what the environments need."""
    if numba.config.DISABLE_JIT:
        return
    folder = cache_folder(None)
    if not (folder / COMPLETE).exists():
        line = f"stuka_env: compiling the rules, once, about {SECONDS} s (kept in {folder})"
        print(line, file=sys.stderr, flush=True)
        forget_old_folders(folder)
    for function in kernels:
        function.compile(None)
    (folder / COMPLETE).touch()


def forget_old_folders(folder: Path) -> None:
    """Delete folders of earlier sources beside ``folder``: not the newest few, nor those used in the last hour."""
    marks = [mark for mark in folder.parent.glob(f"*/{COMPLETE}") if mark.parent != folder]
    marks.sort(key=lambda mark: mark.stat().st_mtime, reverse=True)
    for mark in marks[KEPT:]:
        if time.time() - mark.stat().st_mtime > HOUR:
            shutil.rmtree(mark.parent, ignore_errors=True)


@contextmanager
def keyed_cache(source: Path) -> Iterator[None]:
    """Inside, Numba keeps what it compiles of the file ``source`` in its keyed folder."""
    outside = None if PACKAGE in source.parents else source.parent
    with _LOCK:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder(outside))
        try:
            yield
        finally:
            numba.config.CACHE_DIR = before


def kernel(signature: Any, **options: Any) -> Callable[[Function], Function]:
    """Decorate a function to be compiled for ``signature`` only, cached, without the GIL, C rules for division.

    It is compiled, or loaded from the cache, when it or something that calls it is first needed: a start that finds
    the batch kernels in the cache loads these few and none of the rules they are made of.

    Args:
        signature: a Numba signature with its return type.
        options: further options of ``numba.njit``, such as ``fastmath``.
    """

    def decorate(function: Function) -> Function:
        with keyed_cache(Path(function.__code__.co_filename).resolve()):
            jit = numba.njit(cache=True, nogil=True, error_model="numpy", **options)
            compiled: Function = jit(function)
        if not numba.config.DISABLE_JIT:
            pin(compiled, signature)
        return compiled

    return decorate


def pin(dispatcher: Any, signature: Any) -> None:
    """Let a Numba function be compiled for ``signature`` and nothing else, whatever arguments first ask for it."""
    compile_any = dispatcher.compile
    entries: list[Any] = []

    def compile_pinned(_: Any) -> Any:
        with global_compiler_lock:  # Numba's own, so that there is one order of locks
            if not entries:
                entries.append(compile_any(signature))
                dispatcher.disable_compile()
        return entries[0]

    dispatcher.compile = compile_pinned
