"""One player at a time for a file that keeps a war: two programs, or two tabs, never write the same one."""

import os
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from stuka_env.play.war_file import SaveError

PATIENCE = 3.0
"""Seconds to wait for somebody who is just leaving, such as a page that is loaded again."""


class SaveLock:
    """The right to write a file, until it is released or the program ends, however that happens.

    Args:
        path: the file; the lock lies beside it, as a hidden file, as long as it is held.

    Raises:
        SaveError: somebody else has it; one line says so.
    """

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        self._lock = FileLock(path.with_name(f".{path.name}.lock"), is_singleton=False)
        try:
            self._lock.acquire(timeout=patience)
        except Timeout:
            raise SaveError(
                f"{os.fspath(path)!r} is being played in another window: go on there, or close it"
            ) from None
        except OSError as error:
            raise SaveError(f"{os.fspath(path)!r} cannot be kept there ({error.strerror})") from None

    def release(self) -> None:
        """Let somebody else have the file."""
        with suppress(OSError):  # while it is held: whoever waits for the name then makes a new file
            Path(self._lock.lock_file).unlink()
        self._lock.release()
