"""Threads that share the work of one process."""

import os
from concurrent.futures import ThreadPoolExecutor


class WorkerThreads:
    """A pool of threads that a forked process replaces by its own, because threads do not survive a fork.

    Work that is given to a pool of the parent process would wait for ever.

    Args:
        count: number of threads, at least 1.
        name: the first part of their names.
    """

    def __init__(self, count: int, name: str) -> None:
        self._count, self._name = count, name
        self._process = 0
        self._pool: ThreadPoolExecutor | None = None

    @property
    def pool(self) -> ThreadPoolExecutor:
        """The pool of this process. It starts its threads with the first work."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self._count, self._name), os.getpid()
        return self._pool

    def close(self) -> None:
        """Drop work that has not begun, and stop the threads; later work starts new ones."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = None
