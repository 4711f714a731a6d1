"""A lock on a saved war, so that two programs or two tabs never write the same file."""

import os
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from stuka_env.io.files import real_path
from stuka_env.play.war_file import SaveError

PATIENCE = 3.0
"""Seconds to wait for a program that is about to end, such as that of a page that is loaded again."""


class SaveLock:
    """The right to write a file, until it is released or the program ends in any way.

    Args:
        path: the file. A hidden file beside it exists while the lock is held; beside its target, if it is a link.
        patience: seconds to wait for the lock.

    Raises:
        SaveError: another program has the lock; the message is one line.
    """

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        try:
            target = real_path(path)
            self._lock = FileLock(target.with_name(f".{target.name}.lock"), is_singleton=False)
            self._lock.acquire(timeout=patience)
        except Timeout:
            raise SaveError(
                f"{os.fspath(path)!r} is being played in another window: go on there, or close it"
            ) from None
        except OSError as error:
            raise SaveError(f"{os.fspath(path)!r} cannot be kept there ({error.strerror})") from None

    def release(self) -> None:
        """Release the lock."""
        with suppress(OSError):  # before the release: a program that waits then creates a new file
            Path(self._lock.lock_file).unlink()
        self._lock.release()
