"""Stopping a training: Ctrl-C lets the update that is under way finish, so that nothing is lost."""

import os
import signal
import sys
from types import FrameType, TracebackType


class Stopped(Exception):  # noqa: N818
    """The training was asked to stop, and has."""


class Stop:
    """Asks a training to stop at the next good moment, while inside ``with``.

    Attributes:
        asked: whether Ctrl-C, SIGTERM or the end of the parent process have asked.
    """

    def __init__(self) -> None:
        self._asked = False
        self._parent = os.getppid()

    @property
    def asked(self) -> bool:
        """Whether to stop. A training whose parent has died is nobody's any more."""
        return self._asked or os.getppid() != self._parent

    def __enter__(self) -> "Stop":
        self._before = {number: signal.signal(number, self._ask) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True
        print("\ntrain.py: stopping after this update; Ctrl-C again stops at once", file=sys.stderr, flush=True)
