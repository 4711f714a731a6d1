"""The commands of this repository, each in a process of its own."""

import subprocess
import sys
import time
from collections.abc import Callable

from tests.support.places import ROOT


def run_tool(name: str, *arguments: str, timeout: float | None = None) -> "subprocess.CompletedProcess[str]":
    """Run a tool from the root of the repository. Return its output and its exit status."""
    command = [sys.executable, "-m", f"tools.{name}", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=timeout, check=False)


def wait_for(true: Callable[[], object], process: "subprocess.Popen[str]", seconds: float) -> None:
    """Wait until something is true; if the process ends before that, or it takes longer, fail with what it said."""
    end = time.monotonic() + seconds
    while not true():
        if process.poll() is not None or time.monotonic() > end:
            process.kill()
            raise AssertionError(process.communicate(timeout=60))
        time.sleep(0.02)
