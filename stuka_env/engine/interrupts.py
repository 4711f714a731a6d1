"""Ctrl-C during a step: KeyboardInterrupt is raised after the step is finished.

Otherwise wars would have moved on unseen, or threads would go on moving them after the caller was interrupted.

The threads that share the work of one process are here too.
"""

import functools
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import ParamSpec, TypeVar

import numba

try:  # the same without making enums of the handlers, which takes ten times as long
    from _signal import getsignal
    from _signal import signal as set_handler
except ImportError:
    from signal import getsignal
    from signal import signal as set_handler

IS_PLAIN = bool(numba.config.DISABLE_JIT)
"""Whether the rules are plain Python, which Ctrl-C can interrupt."""
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

SIGINT = int(signal.SIGINT)
_MAIN = threading.main_thread().ident
"""The only thread that signals interrupt."""
Handler = Callable[[int, FrameType | None], object]


class _Held:
    """A handler that keeps an interrupt for later."""

    __slots__ = ("before", "frame", "has_come")

    def __init__(self, before: Handler) -> None:
        self.before = before
        self.frame: FrameType | None = None
        self.has_come = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.has_come, self.frame = True, frame


def uninterrupted(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Decorate a function that Ctrl-C must not interrupt: the handler of SIGINT is called after it has returned.

    If the handler raises, as Python's own does, the return value is lost: the function must store its results itself.
    """

    @functools.wraps(function)
    def whole(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        if threading.get_ident() != _MAIN:
            return function(*arguments, **named)
        before = getsignal(SIGINT)
        if type(before) is _Held or not callable(before):  # inside another such function, or the system's own handler
            return function(*arguments, **named)
        held = _Held(before)
        try:
            set_handler(SIGINT, held)
            return function(*arguments, **named)
        finally:
            try:
                set_handler(SIGINT, before)
            except BaseException:  # the handler of another signal that came before this one was put back
                set_handler(SIGINT, before)
                raise
            if held.has_come:
                before(SIGINT, held.frame)

    return whole


def interruptible(rules: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Return rules that Ctrl-C interrupts at once even in an uninterrupted function, if they are plain Python.

    A loop without an end in them can be left so. The caller must undo what they have done.
    """

    @functools.wraps(rules)
    def within(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        held = getsignal(SIGINT) if threading.get_ident() == _MAIN else None
        if type(held) is not _Held:
            return rules(*arguments, **named)
        try:
            set_handler(SIGINT, held.before)
            return rules(*arguments, **named)
        finally:
            set_handler(SIGINT, held)

    return within if IS_PLAIN else rules


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
