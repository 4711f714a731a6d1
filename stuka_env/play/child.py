"""Commands of this package as processes that end with the game, also if the game is killed.

The standard input of such a process is a pipe from the game, which writes nothing. The system closes the pipe when the
game has ended in any way, and then the process ends too.
"""

import os
import runpy
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from stuka_env.play.threads import start_thread

ORPHANED = 1
"""Exit status of a process whose game has ended."""


def command_line(name: str, *words: str | Path) -> list[str]:
    """Return the command line that runs one of our commands as a program of its own."""
    return [sys.executable, "-m", "stuka_env.play.child", name, *map(str, words)]


@contextmanager
def open_lifeline() -> Iterator[int]:
    """Yield the standard input of a process that ends with this one."""
    reading, writing = os.pipe()
    try:
        yield reading
    finally:
        os.close(reading)
        os.close(writing)


def run_command(name: str, *words: str | Path) -> str:
    """Run one of our commands as a program of its own, and return its output.

    Raises:
        ValueError: it fails; the message is its last line.
    """
    with open_lifeline() as lifeline:
        process = subprocess.run(
            command_line(name, *words), stdin=lifeline, capture_output=True, text=True, check=False
        )
    if process.returncode:
        raise ValueError((process.stderr.strip() or f"stuka {name} failed").splitlines()[-1])
    return process.stdout.strip()


def end_with_game() -> None:
    """Wait until the game has ended, then end this process."""
    with suppress(OSError):
        while os.read(sys.stdin.fileno(), 1):
            pass
    os._exit(ORPHANED)


if __name__ == "__main__":
    start_thread("game", end_with_game)
    runpy.run_module("stuka_env", run_name="__main__", alter_sys=True)
