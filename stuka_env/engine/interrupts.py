"""Ctrl-C inside a step: the step is finished before KeyboardInterrupt is raised.

Otherwise wars have moved on and nobody has seen how, or threads go on moving them while the caller thinks that all is
over.
"""

import functools
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import ParamSpec, TypeVar

try:  # the same without making enums of the handlers, which takes ten times as long
    from _signal import getsignal
    from _signal import signal as set_handler
except ImportError:
    from signal import getsignal
    from signal import signal as set_handler

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

SIGINT = int(signal.SIGINT)
_MAIN = threading.main_thread().ident
"""The only thread that signals interrupt."""


class _Held:
    """A handler that keeps an interrupt for later."""

    __slots__ = ("frame", "has_come")

    def __init__(self) -> None:
        self.frame: FrameType | None = None
        self.has_come = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.has_come, self.frame = True, frame


def uninterrupted(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Decorate a function that Ctrl-C must not cut in two: the handler of SIGINT is called when it has returned.

    What the function returns is lost where the handler raises, as Python's own does: it keeps what must not be.
    """

    @functools.wraps(function)
    def whole(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        if threading.get_ident() != _MAIN:
            return function(*arguments, **named)
        before = getsignal(SIGINT)
        if type(before) is _Held or not callable(before):  # inside another such function, or the system's own handler
            return function(*arguments, **named)
        held = _Held()
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
