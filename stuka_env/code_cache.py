"""The cache of compiled code: one folder for each state of the sources, so that the code can never be stale.

Numba detects a change in the file of a function, but not a change of a called function or of a frozen constant in
another file. The folder is therefore named after a digest of all sources of compiled code, of the versions of Python,
NumPy and Numba, and of the processor. Code of other packages (the scripts of ``agents``, a user's policies) has a
folder inside that one. Its name is a digest of the file and of every file outside this package that it imports,
directly or not.

:func:`stuka_env.compilation.compiled` is the only way to compile. It sets Numba's folder while it creates the cache of
a function, because Numba chooses the place then. If no folder can be written, no code is cached.
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
"""File that marks a cache folder with everything that the environments need."""
LOCK = "lock"
"""File that is locked by the process that compiles into a cache folder."""
SECONDS = 25
"""Approximate time of the first compilation on a slow machine, for messages."""

INSTALLED = frozenset(Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib", "stdlib"))
"""Folders of installed packages and of the standard library."""
OLD_FOLDERS = 4
"""Folders of earlier sources that are not deleted."""
HOUR = 3600

_LOCK = threading.RLock()
"""Numba's folder setting belongs to the process: one thread at a time may point it elsewhere."""


def package_sources() -> tuple[Path, ...]:
    """Return the sorted files of this package that compiled code is made from."""
    names = ("records.py", "compilation.py", "code_cache.py", "verified_cache.py", "policy.py")
    files = [PACKAGE / name for name in names]
    rooms = [PACKAGE.glob(f"{room}/*.py") for room in ("codes", "rules", "observation", "odds", "engine")]
    return tuple(sorted([*files, *(file for room in rooms for file in room), PACKAGE / "charts" / "shape.py"]))


def versions() -> tuple[str, ...]:
    """Return the other dependencies of compiled code: interpreter, libraries, processor."""
    processor = (llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten())
    return (platform.python_version(), np.__version__, numba.__version__, platform.machine(), *processor)


def digest(sources: Iterable[Path], also: Iterable[str]) -> str:
    """Return a short digest of the names and contents of ``sources`` and of the strings in ``also``."""
    total = hashlib.sha256("\0".join(also).encode())
    for source in sources:
        total.update(f"\0{source.name}\0".encode())
        total.update(source.read_bytes())
    return total.hexdigest()[:20]


def user_cache() -> Path:
    """Return the folder for caches: ``STUKA_ENV_CACHE``, else the user's cache folder."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "stuka_env"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stuka_env"


def check_writable(folder: Path) -> None:
    """Create ``folder`` if it is missing, and write there.

    Raises:
        OSError: that is not possible.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        pass


@functools.cache
def cache_folder(source: Path | None = None) -> Path | None:
    """Return the folder of compiled code for the current sources; warn and return None if it cannot be written.

    Args:
        source: a file outside this package whose functions are compiled; its imports count too. None for this
            package alone.
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
    """Return ``source`` and all files that it imports, directly or not, without those of this package.

    Among installed files, only those beside ``source`` and those that name this package are followed: no other one
    contributes compiled code, and the versions of Numba and NumPy are in the digest of the package.
    """
    files, waiting = {source}, [source]
    while waiting:
        for file in imports_of(waiting.pop()):
            if file not in files and affects_code(file, source):
                files.add(file)
                waiting.append(file)
    return tuple(sorted(files))


@functools.cache
def imports_of(file: Path) -> frozenset[Path]:
    """Return the files of imported modules that a file's import statements name."""
    files: set[Path] = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            files.update(*(file_of(alias.name) for alias in node.names))
        elif isinstance(node, ast.ImportFrom) and node.level:
            stem = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            places = (stem, *(stem / alias.name for alias in node.names))
            files.update(one for place in places for one in (place.with_suffix(".py"), place / "__init__.py"))
        elif isinstance(node, ast.ImportFrom):
            files.update(file_of(node.module or ""), *(file_of(f"{node.module}.{alias.name}") for alias in node.names))
    return frozenset(one for one in files if one.is_file())


def file_of(name: str) -> tuple[Path, ...]:
    """Return the Python file of an imported module; empty for the standard library and modules without a file."""
    place = getattr(sys.modules.get(name), "__file__", None)
    if not place or not place.endswith(".py") or name.partition(".")[0] in sys.stdlib_module_names:
        return ()
    return (Path(place).resolve(),)


def affects_code(file: Path, source: Path) -> bool:
    """Whether an imported file can change the compiled code of ``source``."""
    if PACKAGE in file.parents:
        return False
    return (
        not INSTALLED.intersection(file.parents) or source.parent in file.parents or b"stuka_env" in file.read_bytes()
    )


@contextmanager
def first_time() -> Iterator[bool]:
    """Compile or load what the environments need inside; print a line if that takes long, and mark it as complete.

    If several processes start at once, one compiles and the others wait for it.

    Yields:
        whether nothing is compiled yet, in a folder that other processes share.
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
    """Hold the lock of a cache folder. The system releases it when the process ends in any way.

    Where files cannot be locked, processes do not wait. Several may then compile the same code.
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
    for mark in marks[OLD_FOLDERS:]:
        if time.time() - mark.stat().st_mtime > HOUR:
            shutil.rmtree(mark.parent, ignore_errors=True)


@contextmanager
def keyed_cache(source: Path, part: str) -> Iterator[bool]:
    """Let Numba cache the compiled code of the file ``source`` in the ``part`` of its folder.

    Yields:
        whether there is such a folder.
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
