"""Ctrl-C in long work: asked to stop, it stops at the next good moment; asked again, at once."""

import os
import signal
import sys
from types import FrameType, TracebackType


class Stop:
    """Asks long work to stop at the next good moment, while inside ``with``.

    Args:
        told: what is said on standard error when it is asked.

    Attributes:
        asked: whether Ctrl-C, SIGTERM or the end of the parent process have asked.
    """

    def __init__(self, told: str) -> None:
        self._told = told
        self._asked = False
        self._parent = os.getppid()

    @property
    def asked(self) -> bool:
        """Whether to stop. What has lost its parent stops too."""
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
        print(f"\n{self._told}", file=sys.stderr, flush=True)
