"""``stuka play --web`` or ``stuka exercises --web`` as a process of its own, for tests."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.support.places import ROOT

PATIENCE = 180.0
"""Seconds to wait for something that takes two on a quiet machine."""


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


def until(condition: Callable[[], Any], what: str) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError(f"it never came: {what}")


class GameProcess:
    """The server of a game, with its own port."""

    def __init__(self, folder: Path, *words: str, host: str = "127.0.0.1", command: str = "play") -> None:
        self.port = free_port()
        inherited = os.environ.get("PYTHONPATH", "")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stuka_env", command, "--web", f"{host}:{self.port}", *words],
            cwd=folder, env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{inherited}"},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = ""
        while "the game is at" not in line:
            line = self.process.stdout.readline()
            assert line, "the server ended before it printed its address"
        address = re.search(r"http://\S+/([\w-]+)/ ", line)
        assert address is not None, line
        self.token = address[1]
        self.url = f"http://127.0.0.1:{self.port}/{self.token}/"

    def kill(self) -> None:
        """End the process without a warning."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)

    def close(self) -> str:
        """End the process as Ctrl-C does, and return its last words."""
        self.process.terminate()
        return str(self.process.communicate(timeout=PATIENCE)[0])

    def status(self, path: str, **headers: str) -> int:
        """Return the status of the answer to a request."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers=headers)
            return connection.getresponse().status
        finally:
            connection.close()


def turns_of(path: Path) -> int:
    """Return the number of turns in a saved war."""
    return len(json.loads(path.read_text())["turns"])
