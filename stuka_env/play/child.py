"""Work beside the game: threads that do not keep the program from ending, and processes that end with the game.

Processes run commands of this package and end also if the game is killed. The standard input of such a process is a
pipe from the game, which writes nothing. The system closes the pipe when the game has ended in any way, and then the
process ends too.
"""

import asyncio
import os
import queue
import runpy
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any


def start_thread(name: str, work: Callable[[], object]) -> threading.Thread:
    """Start a thread that does not keep the program from ending, and return it."""
    thread = threading.Thread(target=work, name=name, daemon=True)
    thread.start()
    return thread


class Worker:
    """A thread that calls functions in turn. Unlike an executor's, it does not keep the program from ending."""

    def __init__(self, name: str) -> None:
        self._calls: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        start_thread(name, self._work)

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what a function returns in the thread, after all earlier calls."""
        result: Future[Any] = Future()
        self._calls.put((result, lambda: function(*arguments)))
        return await asyncio.wrap_future(result)

    def _work(self) -> None:
        while True:
            complete(*self._calls.get())


def complete(result: Future[Any], call: Callable[[], Any]) -> None:
    """Set a result to that of a call, unless nobody waits for it any longer."""
    if not result.set_running_or_notify_cancel():
        return
    try:
        result.set_result(call())
    except Exception as error:  # whoever waits gets it
        result.set_exception(error)


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
