"""An end for what may hang: a test then fails instead of waiting for ever."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise AssertionError inside after so many seconds; for the main thread."""

    def end(*_: object) -> NoReturn:
        raise AssertionError(f"not done within {seconds} seconds")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
