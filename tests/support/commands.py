"""The commands of this repository, each in a process of its own."""

import subprocess
import sys

from tests.support.places import ROOT


def run_tool(name: str, *arguments: str, timeout: float | None = None) -> "subprocess.CompletedProcess[str]":
    """What a tool prints, from the root of the repository, and its exit status."""
    command = [sys.executable, "-m", f"tools.{name}", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=timeout, check=False)
