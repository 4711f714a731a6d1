"""The cache of compiled code: one folder for each state of the sources, so that the code can never be stale.

Numba detects a change in the file of a function, but not a change of a called function or of a frozen constant in
another file. The folder is therefore named after a digest of all sources of compiled code, of the versions of Python,
NumPy and Numba, and of the processor.

Each game has a folder of its own inside that of its distribution. Its name is a digest of the game's files and of the
files that all games share. The code of the shared files has another one. The path of a file determines the game of its
code (:func:`game_of`). Shared files freeze no constant of a game, and no game uses compiled code of another one.

Code of other packages (the scripts of ``agents``, a user's policies) has a folder inside that of the game which it
imports. Its name is a digest of the file and of every file outside this package that it imports, directly or not.

No name contains the place of the sources: a copy of the same sources finds the same code.

:func:`stuka_env.compiling.compilation.compiled` is the only way to compile. It sets Numba's folder while it creates the
cache of a function, because Numba chooses the place then. If no folder can be written, no code is cached. A complete
folder is used even if it cannot be written, such as one in the image of a container.
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

from stuka_env.compiling.verified_cache import say, say_once
from stuka_env.io.game_packages import DEFAULT_GAME, PACKAGES

try:
    import fcntl
except ImportError:  # Windows: every process compiles for itself
    fcntl = None  # type: ignore[assignment]

PACKAGE = Path(__file__).resolve().parent.parent
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

SHARED = "shared"
"""In place of a game: the files that all games use."""
SHARED_FILES = (
    *(f"declared/{name}.py" for name in ("actions", "arrays", "codes", "journal", "layouts", "records")),
    *(
        f"compiling/{name}.py"
        for name in ("code_cache", "compilation", "observation_writing", "philox", "plain", "verified_cache")
    ),
    *(
        f"engine/{name}.py"
        for name in (
            "arrangements",
            "binding",
            "enumeration",
            "frame",
            "game_parts",
            "kernels",
            "memory",
            "playing",
            "table",
        )
    ),
    "building/steps.py",
    "building/table.py",
    "io/cores.py",
    "io/game_packages.py",
)
GAME_FILES = (
    "codes.py",
    *(f"{room}/*.py" for room in ("rules", "observation", "odds")),
    "charts/shape.py",
    "engine.py",
    "mat.py",
    "rules.py",
)
"""Files of a game that its compiled code is made from, as patterns."""

_LOCK = threading.RLock()
"""Numba's folder setting belongs to the process: one thread at a time may point it elsewhere."""


def is_outside(source: Path) -> bool:
    """Whether a source is a file outside this package and the packages of games."""
    return PACKAGE not in source.parents and own_game_of(source) is None and source.is_file()


def own_game_of(source: Path) -> str | None:
    """Return the game in whose package a source lies, or None."""
    if PACKAGE in source.parents:
        place = source.relative_to(PACKAGE).parts
        return place[1] if place[0] == "games" else None
    return next((name for name, package in PACKAGES.items() if package.folder in (source, *source.parents)), None)


def home_of(game: str) -> Path:
    """Return the folder of a game's package."""
    package = PACKAGES.get(game)
    inside = PACKAGE / "games" / game
    return inside if package is None or package.distribution == PACKAGE.name else package.folder


def distribution_of(game: str) -> str:
    """Return the outermost package of a game, or of what all games share."""
    package = PACKAGES.get(game)
    return PACKAGE.name if package is None else package.distribution


def game_of(source: Path) -> str:
    """Return the game that a source belongs to: a name, :data:`SHARED`, or :data:`DEFAULT_GAME` for any other file."""
    if PACKAGE in source.parents and source.relative_to(PACKAGE).as_posix() in SHARED_FILES:
        return SHARED
    return own_game_of(source) or DEFAULT_GAME


def package_sources(game: str = DEFAULT_GAME) -> tuple[Path, ...]:
    """Return the sorted files that the compiled code of a game is made from."""
    home = home_of(game)
    own = {home} if home.is_file() else {file for pattern in GAME_FILES for file in home.glob(pattern)}
    return tuple(sorted(own | {PACKAGE / name for name in SHARED_FILES}))


def games_of(source: Path) -> tuple[str, ...]:
    """Return the games whose compiled code a source uses, sorted; the first game if there is none.

    A file outside this package uses the games that it imports. Files of the first game that have no compiled code,
    such as its environments, do not count.
    """
    if not is_outside(source):
        return (game_of(source),)
    imports = {file for each in imported_sources(source) for file in imports_of(each)}
    imported = {file for file in imports if not is_outside(file)}
    imported.difference_update(package_sources(SHARED))
    games = {game_of(file) for file in imported if game_of(file) != DEFAULT_GAME or file in package_sources()}
    return tuple(sorted(games)) or (DEFAULT_GAME,)


def versions() -> tuple[str, ...]:
    """Return the other dependencies of compiled code: interpreter and its options, libraries, processor, checks."""
    processor = (llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten())
    python = platform.python_version() + "O" * sys.flags.optimize  # Numba looks code up by the bytecode
    checks = ("bounds",) if numba.config.BOUNDSCHECK else ()
    return (python, np.__version__, numba.__version__, platform.machine(), *processor, *checks)


def digest(sources: Iterable[Path], also: Iterable[str]) -> str:
    """Return a short digest of the names and contents of ``sources`` and of the strings in ``also``.

    Folders are not in it. If they matter, their names belong in ``also``.
    """
    total = hashlib.sha256("\0".join(also).encode())
    for source in sources:
        total.update(f"\0{source.name}\0".encode())
        total.update(source.read_bytes())
    return total.hexdigest()[:20]


def user_cache() -> Path:
    """Return the folder for caches: ``STUKA_ENV_CACHE``, else the user's cache folder.

    Raises:
        RuntimeError: it lies in the user's home folder, and the system knows none.
    """
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "stuka_env"
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
def cache_folder(game: str = DEFAULT_GAME) -> Path | None:
    """Return the folder of a game's compiled code for the current sources.

    It can be written or is complete. If it is neither, warn and return None.
    """
    return usable_folder(game, digest(package_sources(game), versions()))


def usable_folder(game: str, *parts: str) -> Path | None:
    """Return a folder inside that of a game; None, with a warning, if it can neither be written nor is complete."""
    try:
        folder = user_cache().joinpath(distribution_of(game), game, *parts)
    except RuntimeError:
        say_alone("the user has no home folder for compiled code", "a folder")
        return None
    if is_complete(folder):
        return folder
    try:
        check_writable(folder)
    except OSError as error:
        say_alone(f"{folder} cannot be written ({error.strerror})", "another folder")
        return None
    return folder


def is_complete(folder: Path) -> bool:
    """Whether a cache folder has everything that the environments need."""
    with suppress(OSError):  # a part of the path cannot be entered
        return (folder / COMPLETE).exists()
    return False


def say_alone(reason: str, remedy: str) -> None:
    """Print once why every process compiles for itself."""
    cost = f"every process compiles the rules for itself, about {SECONDS} s"
    say_once("loss", f"{reason}: {cost}; {CACHE_VARIABLE} names {remedy}")


@functools.cache
def folder_of(source: Path, own_game: str | None = None) -> Path | None:
    """Return the folder of the compiled code of a source; None if there is none.

    Code of a prompt, a pipe or a cell of a notebook has none: it has no file that would identify it.
    A file outside this package has a folder inside that of its game. If it uses several games, the sources of all are
    in the digest.

    Args:
        source: the file.
        own_game: the game that its code is compiled for; None for the games that the file uses.
    """
    if not source.is_file():
        return None
    game, *others = games_of(source) if own_game is None else (own_game,)
    folder = cache_folder(game)
    if folder is None or not is_outside(source):
        return folder
    files = {name_beside(source, file): file for file in imported_sources(source)}
    names = sorted(files)
    package = (file for other in others for file in package_sources(other))
    return folder / digest((*(files[name] for name in names), *package), [source.name, *names])


def name_beside(source: Path, file: Path) -> str:
    """Return the path of a file that ``source`` imports, without the place of both.

    It begins at the folder of ``source``, or at the folder of installed packages.
    """
    installed = INSTALLED.intersection(file.parents)
    try:
        return os.path.relpath(file, max(installed, default=source.parent))
    except ValueError:  # another drive of Windows
        return str(file)


@functools.cache
def imported_sources(source: Path) -> tuple[Path, ...]:
    """Return ``source`` and all files that it imports, directly or not, without those of this package.

    Among installed files, only those beside ``source`` and those that name this package are followed. No other one
    contributes compiled code. The versions of Numba and NumPy are in the digest of the package.
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
    if not is_outside(file):
        return False
    return (
        not INSTALLED.intersection(file.parents) or source.parent in file.parents or b"stuka_env" in file.read_bytes()
    )


@contextmanager
def first_time(game: str = DEFAULT_GAME) -> Iterator[bool]:
    """Compile or load what a game's environments need; print a line if that takes long, and mark it as complete.

    If several processes start at once, one compiles and the others wait for it.

    Yields:
        whether nothing is compiled yet, in a folder that other processes share.
    """
    folder, shared = cache_folder(game), cache_folder(SHARED)
    if folder is None or shared is None:
        yield False
        return
    if is_complete(folder):
        yield False
        with suppress(OSError):  # read-only
            mark_as_used(folder, shared)
        return
    with locked(folder):
        cold = not is_complete(folder)
        if cold:
            say(f"compiling the rules, once, about {SECONDS} s (kept in {folder})")
            forget_old_folders(folder)
            forget_old_folders(shared)
        yield cold
        mark_as_used(folder, shared)


def mark_as_used(*folders: Path) -> None:
    """Mark cache folders as complete and used now."""
    for folder in folders:
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
def keyed_cache(source: Path, part: str, game: str | None = None) -> Iterator[bool]:
    """Let Numba cache the compiled code of the file ``source`` in the ``part`` of its folder.

    Args:
        source: the file.
        part: name of the part.
        game: the game that the code is compiled for, if it is compiled for each game.

    Yields:
        whether there is such a folder.
    """
    with _LOCK:
        folder = folder_of(source, game)
        before = numba.config.CACHE_DIR
        if folder is not None:
            numba.config.CACHE_DIR = str(folder / part / room_of(source))
        try:
            yield folder is not None
        finally:
            numba.config.CACHE_DIR = before


def room_of(source: Path) -> str:
    """Return the package of a source, ``stuka_env.engine``; files outside all packages have a folder of their own."""
    if is_outside(source):
        return ""
    game = own_game_of(source)
    home = PACKAGE if game is None or PACKAGE in source.parents else home_of(game)
    return ".".join((home.name, *source.relative_to(home).parts[:-1]))
