"""A lock on a saved war, so that two programs or two tabs never write the same file."""

import os
import time
from contextlib import suppress
from pathlib import Path

from stuka_env.io.files import real_path
from stuka_env.play.war_file import SaveError

try:
    import fcntl
except ImportError:  # a system without locks of files
    fcntl = None  # type: ignore[assignment]

PATIENCE = 3.0
"""Seconds to wait for a program that is about to end, such as that of a page that is loaded again."""
PAUSE = 0.05
"""Seconds between two tries."""


class SaveLock:
    """The right to write a file, until it is released or the program ends in any way.

    Args:
        path: the file. A hidden file beside it exists while the lock is held; beside its target, if it is a link.
        patience: seconds to wait for the lock.

    Raises:
        SaveError: another program has the lock; the message is one line.
    """

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        end = time.monotonic() + patience
        try:
            target = real_path(path)
            self._path = target.with_name(f".{target.name}.lock")
            while (handle := locked(self._path)) is None:
                if time.monotonic() >= end:
                    raise SaveError(f"{os.fspath(path)!r} is being played in another window: go on there, or close it")
                time.sleep(PAUSE)
        except OSError as error:
            raise SaveError(f"{os.fspath(path)!r} cannot be kept there ({error.strerror})") from None
        self._handle: int | None = handle

    def release(self) -> None:
        """Release the lock."""
        if self._handle is None:
            return
        with suppress(OSError):  # before the release: a program that waits then creates a new file
            self._path.unlink()
        os.close(self._handle)
        self._handle = None


def locked(path: Path) -> int | None:
    """Return the descriptor of a file, which is made and locked; None if another program has the lock."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(handle), path.stat()):  # else it was released and removed meanwhile
            return handle
    except (BlockingIOError, FileNotFoundError):
        pass
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None
