"""Numba's cache of compiled functions, with a digest in each file that is verified before its contents are used.

Each file begins with the digest of the rest, so one replacement of the file writes both, even if other processes write
it too or a process ends early. A file that is empty, cut off or changed in any bit counts as missing: the function is
compiled again and the file written anew.

The digest detects damage, not malice. It has no key: a program that can write into the folder can write a matching
digest, and the contents are unpickled and run like any other code of this package.
"""

import enum
import hashlib
import io
import os
import pickle
import stat
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.registry import CPUDispatcher

DIGEST_SIZE = 32
LARGEST = 1 << 28
"""Largest size of a file of compiled code, in bytes. A larger file is not read."""

_TOPICS: set[str] = set()
"""Topics that this process has reported already."""
_TOPICS_LOCK = threading.Lock()


def say(line: str) -> None:
    """Print a line on standard error."""
    print(f"stuka_env: {line}", file=sys.stderr, flush=True)


def say_once(topic: str, line: str) -> None:
    """Print a line, unless this process has printed one about the ``topic`` before."""
    with _TOPICS_LOCK:
        is_new = topic not in _TOPICS
        _TOPICS.add(topic)
    if is_new:
        say(line)


def digest_of(contents: bytes | memoryview) -> bytes:
    """Return the digest that stands before ``contents``."""
    return hashlib.sha256(contents).digest()


def verified(path: str) -> memoryview | None:
    """Return the contents of a cache file without the digest; None if the file is missing or damaged."""
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST:
            raise OSError
        whole = memoryview(Path(path).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        whole = memoryview(b"")
    contents = whole[DIGEST_SIZE:]
    if whole[:DIGEST_SIZE] == digest_of(contents):
        return contents
    say_once("damage", f"compiled code is damaged, compiling it again ({path})")
    return None


class VerifiedFiles(IndexDataCacheFile):
    """The two files of a function: the index of what has been compiled of it, and the code."""

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        contents = io.BytesIO()
        yield contents
        with super()._open_for_write(filepath) as file:
            file.write(digest_of(contents.getbuffer()))
            file.write(contents.getbuffer())

    def _load_index(self) -> Any:
        contents = verified(self._index_path)
        if contents is None:
            return {}
        stream = io.BytesIO(contents)
        if pickle.load(stream) != self._version:
            return {}
        stamp, overloads = pickle.load(stream)
        return overloads if stamp == self._source_stamp else {}

    def _load_data(self, name: str) -> Any:
        contents = verified(self._data_path(name))
        if contents is None:
            raise FileNotFoundError  # Numba then compiles the function again
        return pickle.loads(contents)


def names_in(code: CodeType) -> set[str]:
    """Return the names of globals and attributes in the code of a function and of its nested functions."""
    nested = (names_in(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*nested)


def frozen_values(function: Any, visited: set[Any]) -> Iterator[bytes]:
    """Yield the values of globals that the compiled code of a function freezes, with those of the functions it calls.

    A called function is yielded by its name, because copies of one function can call different ones.

    Sources outside this package do not determine the values: a global may have been read from a file. The sources of
    this package do, so its functions have none.

    Args:
        function: a Python function.
        visited: functions that have been visited; this one is added.
    """
    visited.add(function)
    if function.__module__.partition(".")[0] == __package__:
        return
    names = sorted(names_in(function.__code__))
    for name in names:
        value = function.__globals__.get(name)
        attributes = map(vars(value).get, names) if isinstance(value, ModuleType) else [value]
        for each in attributes:
            if not isinstance(each, CPUDispatcher):
                yield from bytes_of(name, each)
                continue
            called = each.py_func
            yield f"{name} {Path(called.__code__.co_filename).stem}.{called.__qualname__}".encode()
            if called not in visited:
                yield from frozen_values(called, visited)


def digest_of_values(function: Any) -> str:
    """Return a digest of the values of globals that the compiled code of a Python function freezes."""
    return hashlib.sha256(b"\0".join(frozen_values(function, set()))).hexdigest()


def bytes_of(name: str, value: Any) -> Iterator[bytes]:
    """Yield a name and its value in bytes, if compiled code can freeze the value."""
    if isinstance(value, enum.Enum):
        value = value.value
    if isinstance(value, tuple):
        for part in value:
            yield from bytes_of(name, part)
    elif isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        yield f"{name} {value.dtype.descr} {value.shape} ".encode() + value.tobytes()
    elif isinstance(value, bool | int | float | complex | str | bytes):
        yield f"{name} {value!r}".encode("utf-8", "surrogatepass")


class FolderLocator:
    """The place of a function's code: Numba's configured folder, whether it can be written or not.

    Numba's own locator of this folder adds a digest of the place of the sources, so a copy of them would compile again.

    Args:
        function: the Python function.
        file: its source.
    """

    def __init__(self, function: Any, file: str) -> None:
        self._py_file = file
        self._disambiguator = f"{function.__code__.co_firstlineno}-{digest_of_values(function)[:10]}"
        self._path = numba.config.CACHE_DIR

    @classmethod
    def from_function(cls, function: Any, file: str) -> "FolderLocator | None":
        """Return the locator of a function; None if it has no file, or no folder is configured."""
        return cls(function, file) if numba.config.CACHE_DIR and os.path.exists(file) else None

    def ensure_cache_path(self) -> None:
        """Create the folder before code is written.

        Raises:
            OSError: that is not possible, or the folder cannot be written.
        """
        os.makedirs(self._path, exist_ok=True)
        tempfile.TemporaryFile(dir=self._path).close()

    def get_cache_path(self) -> str:
        """Return the folder of the function's code."""
        return self._path

    def get_source_stamp(self) -> str:
        """Return a digest of the source."""
        return hashlib.sha256(Path(self._py_file).read_bytes()).hexdigest()

    def get_disambiguator(self) -> str:
        """Return the line of the function with a digest of the values that its code freezes."""
        return self._disambiguator


class CacheLoader(CompileResultCacheImpl):
    """Numba's loader of cached functions, without caches beside the sources."""

    _locator_classes = [FolderLocator]


class VerifiedCache(FunctionCache):
    """Numba's cache of one function, in :class:`VerifiedFiles`. Code is not cached if its file cannot be written.

    Raises:
        RuntimeError: there is no folder for the code of this function.
    """

    _impl_class = CacheLoader
    _cache_file: Any

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        files = self._cache_file
        self._cache_file = VerifiedFiles(self._cache_path, self._impl.filename_base, files._source_stamp)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Write compiled code to the cache, if the folder can be written."""
        try:
            super().save_overload(signature, compiled)
        except OSError as error:
            say_once("loss", f"compiled code cannot be kept in {self._cache_path} ({error.strerror})")
