"""Ctrl-C inside a step: the step is finished before KeyboardInterrupt is raised.

Otherwise wars have moved on and nobody has seen how, or threads go on moving them while the caller thinks that all is
over.
"""

import functools
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, ParamSpec, TypeVar

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
    """A handler that keeps an interrupt for later; when its block is over, the handler that it stands for again."""

    __slots__ = ("before", "frame", "has_come", "is_over")

    def __init__(self, before: Callable[[int, FrameType | None], Any]) -> None:
        self.before = before
        self.frame: FrameType | None = None
        self.has_come = False
        self.is_over = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.is_over:
            self.before(number, frame)
        else:
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
        if not callable(before) or (type(before) is _Held and not before.is_over):  # the system's own, or inside one
            return function(*arguments, **named)
        held = _Held(before)
        try:
            set_handler(SIGINT, held)
            return function(*arguments, **named)
        finally:
            held.is_over = True
            set_handler(SIGINT, before)
            if held.has_come:
                before(SIGINT, held.frame)

    return whole
