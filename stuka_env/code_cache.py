"""Where compiled code is kept: one cache folder for each state of the sources, so that it can never be stale.

Numba notices that the file of a function changed, not that a function it calls, or a constant it froze, changed in
another file. What this package compiles therefore lives in a folder named after a digest of all sources that compiled
code is made from, the versions of Python, NumPy and Numba, and the processor. What is compiled elsewhere (the
scripts of ``agents``, a user's policies) lives in a folder inside that one, named after a digest of its file and of
every file outside this package that it imports, directly or not. :func:`stuka_env.compilation.compiled` is the one
way to compile; it points Numba at the folder while it makes the cache of a function (that is when Numba chooses the
place). Where no folder can be written nothing is kept.
"""

import ast
import functools
import hashlib
import os
import platform
import shutil
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import llvmlite.binding
import numba
import numpy as np

from stuka_env.verified_cache import say, say_once

try:
    import fcntl
except ImportError:  # Windows: every process compiles for itself
    fcntl = None  # type: ignore[assignment]

PACKAGE = Path(__file__).resolve().parent
CACHE_VARIABLE = "STUKA_ENV_CACHE"
"""Environment variable that names another folder for compiled code."""
COMPLETE = "complete"
"""File that says a cache folder holds everything the environments need."""
LOCK = "lock"
"""File that is locked by the process that compiles into a cache folder."""
SECONDS = 25
"""What the first compilation takes on a slow machine, for the line that announces it."""

INSTALLED = frozenset(Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib", "stdlib"))
"""Where installed packages and the standard library are."""
KEPT = 4
"""Folders of earlier sources that are kept."""
HOUR = 3600

_LOCK = threading.RLock()
"""Numba's folder setting belongs to the process: one thread at a time may point it elsewhere."""


def package_sources() -> tuple[Path, ...]:
    """The files of this package that compiled code is made from, sorted."""
    names = ("records.py", "compilation.py", "code_cache.py", "verified_cache.py", "policy.py")
    files = [PACKAGE / name for name in names]
    rooms = [PACKAGE.glob(f"{room}/*.py") for room in ("codes", "rules", "observation", "engine")]
    return tuple(sorted([*files, *(file for room in rooms for file in room), PACKAGE / "charts" / "shape.py"]))


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


def check_writable(folder: Path) -> None:
    """Make ``folder`` if need be, and write there.

    Raises:
        OSError: that is not possible.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        pass


@functools.cache
def cache_folder(source: Path | None = None) -> Path | None:
    """The folder of compiled code for the sources as they stand; None, and a line says so, where it cannot be written.

    Args:
        source: a file outside this package whose functions are compiled, as it is being imported: it and what it
            imports count too. None for the package alone.
    """
    if source is not None:
        folder, files = cache_folder(), imported_sources(source)
        return folder and folder / digest(files, [str(file.parent) for file in files])
    folder = user_cache() / digest(package_sources(), versions())
    try:
        check_writable(folder)
    except OSError as error:
        say_once(
            "loss",
            f"{folder} cannot be written ({error.strerror}): every process compiles the rules for itself, about "
            f"{SECONDS} s; {CACHE_VARIABLE} names another folder",
        )
        return None
    return folder


def imported_sources(source: Path) -> tuple[Path, ...]:
    """``source`` and every file that it imports, directly or not; not those of this package, whose digest is apart.

    Of what is installed only files beside ``source`` or that name this package are followed: nothing else there is
    compiled by it, and the versions of Numba and NumPy are in the digest of the package.
    """
    found, waiting = {source}, [source]
    while waiting:
        for file in imports_of(waiting.pop()):
            if file not in found and affects_code(file, source):
                found.add(file)
                waiting.append(file)
    return tuple(sorted(found))


@functools.cache
def imports_of(file: Path) -> frozenset[Path]:
    """The files of the modules that a file's import statements name, as far as they have been imported."""
    found: set[Path] = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            found.update(*(file_of(alias.name) for alias in node.names))
        elif isinstance(node, ast.ImportFrom) and node.level:
            stem = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            places = (stem, *(stem / alias.name for alias in node.names))
            found.update(one for place in places for one in (place.with_suffix(".py"), place / "__init__.py"))
        elif isinstance(node, ast.ImportFrom):
            found.update(file_of(node.module or ""), *(file_of(f"{node.module}.{alias.name}") for alias in node.names))
    return frozenset(one for one in found if one.is_file())


def file_of(name: str) -> tuple[Path, ...]:
    """The Python file of an imported module; none for the standard library, and for modules that are no file."""
    place = getattr(sys.modules.get(name), "__file__", None)
    if not place or not place.endswith(".py") or name.partition(".")[0] in sys.stdlib_module_names:
        return ()
    return (Path(place).resolve(),)


def affects_code(file: Path, source: Path) -> bool:
    """Whether an imported file can change what is compiled of ``source``."""
    if PACKAGE in file.parents:
        return False
    return (
        not INSTALLED.intersection(file.parents) or source.parent in file.parents or b"stuka_env" in file.read_bytes()
    )


@contextmanager
def first_time() -> Iterator[bool]:
    """Around compiling or loading what the environments need: says so if it takes long, and notes that it is there.

    Of many processes that come at once one compiles, and the others wait for it.

    Yields whether it is the first time, in a folder where other processes find what is compiled.
    """
    folder = cache_folder()
    if folder is None:
        yield False
        return
    if (folder / COMPLETE).exists():
        yield False
        (folder / COMPLETE).touch()
        return
    with locked(folder):
        cold = not (folder / COMPLETE).exists()
        if cold:
            say(f"compiling the rules, once, about {SECONDS} s (kept in {folder})")
            forget_old_folders(folder)
        yield cold
        (folder / COMPLETE).touch()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Inside, no other process is; the system takes the lock back from one that ends, however it ends.

    Where files cannot be locked nobody waits: then what is compiled is compiled more than once, and is as good.
    """
    with (folder / LOCK).open("a") as file:
        if fcntl is not None:
            with suppress(OSError):
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    say("another process is compiling the rules, waiting for it")
                    fcntl.flock(file, fcntl.LOCK_EX)
        yield


def forget_old_folders(folder: Path) -> None:
    """Delete folders of earlier sources beside ``folder``: not the newest few, nor those used in the last hour."""
    marks = [mark for mark in folder.parent.glob(f"*/{COMPLETE}") if mark.parent != folder]
    marks.sort(key=lambda mark: mark.stat().st_mtime, reverse=True)
    for mark in marks[KEPT:]:
        if time.time() - mark.stat().st_mtime > HOUR:
            shutil.rmtree(mark.parent, ignore_errors=True)


@contextmanager
def keyed_cache(source: Path, part: str) -> Iterator[bool]:
    """Inside, Numba keeps what it compiles of the file ``source`` in the ``part`` of its keyed folder.

    Yields whether there is such a folder.
    """
    outside = None if PACKAGE in source.parents or not source.is_file() else source
    with _LOCK:
        folder = cache_folder(outside)
        before = numba.config.CACHE_DIR
        if folder is not None:
            numba.config.CACHE_DIR = str(folder / part)
        try:
            yield folder is not None
        finally:
            numba.config.CACHE_DIR = before
