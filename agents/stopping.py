"""Ctrl-C and like signals in long work: the first stops it at the next safe moment, the second stops it at once."""

import os
import signal
import sys
from types import FrameType, TracebackType

from stuka_env.io.command_line import end_signals


class Stop:
    """A request to stop at the next safe moment, made inside ``with`` by one of the signals that end programs.

    Args:
        message: Line for standard error when the request is made.
    """

    def __init__(self, message: str) -> None:
        self._message = message
        self._is_requested = False
        self._parent = os.getppid()

    @property
    def is_requested(self) -> bool:
        """Whether to stop; the end of the parent process is a request too."""
        return self._is_requested or os.getppid() != self._parent

    def __enter__(self) -> "Stop":
        self._before = {number: signal.signal(number, self._ask) for number in end_signals()}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self._is_requested:
            raise KeyboardInterrupt
        self._is_requested = True
        print(f"\n{self._message}", file=sys.stderr, flush=True)
