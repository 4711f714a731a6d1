"""Numba's cache of compiled functions, with a digest in each file that is verified before its contents are used.

Each file begins with the digest of the rest, so one replacement of the file writes both, even if other processes write
it too or a process ends early. A file that is empty, cut off or changed in any bit counts as missing: the function is
compiled again and the file written anew.

The digest detects damage, not malice. It has no key: a program that can write into the folder can write a matching
digest, and the contents are unpickled and run like any other code of this package.
"""

import hashlib
import io
import os
import pickle
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

DIGEST_SIZE = 32
LARGEST = 1 << 28
"""Largest size of a file of compiled code, in bytes. A larger file is not read."""

LOCATORS = [
    locator
    for locator in CompileResultCacheImpl._locator_classes
    if locator.__name__.lstrip("_") in ("UserProvidedCacheLocator", "IPythonCacheLocator")
]
"""Numba's locators that may be used: the configured folder, and that of a notebook. A cache beside the sources would
not depend on the other files that the code is made from."""

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
    except FileNotFoundError:
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


class CacheLoader(CompileResultCacheImpl):
    """Numba's loader of cached functions, without caches beside the sources."""

    _locator_classes = LOCATORS


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
