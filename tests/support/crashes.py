"""Traces of crashes: each process of pytest-xdist writes its own to a file, and the run prints them at its end.

The trace that a crashed process writes to standard error stands far above the end of a long run.
"""

import faulthandler
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

LONGEST_TRACE = 80
"""Lines of a trace that are printed."""
MODULES = "Extension modules:"
"""Beginning of the last line of a trace, which has thousands of characters."""


def _trace_file(run: int, worker: str) -> Path:
    """Return the file of a process, such as gw0, of the run that the process ``run`` has started."""
    return Path(tempfile.gettempdir()) / f"stuka_env-crash-{run}-{worker}.txt"


@contextmanager
def _kept_trace(worker: str) -> Iterator[None]:
    path = _trace_file(os.getppid(), worker)
    with path.open("w", encoding="utf-8") as file:
        faulthandler.enable(file)
        try:
            yield
        finally:
            faulthandler.disable()
            path.unlink()


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Iterator[None]:
    worker: dict[str, Any] | None = getattr(session.config, "workerinput", None)  # None in the process that starts them
    with nullcontext() if worker is None else _kept_trace(worker["workerid"]):
        return (yield)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    own = _trace_file(os.getpid(), "*")
    for path in sorted(own.parent.glob(own.name)):
        trace, _, _ = path.read_text(encoding="utf-8", errors="replace").partition(MODULES)
        path.unlink()
        terminalreporter.write_sep("=", f"crash of {path.stem.rpartition('-')[2]}")
        terminalreporter.write_line("\n".join(trace.strip().splitlines()[:LONGEST_TRACE]))
