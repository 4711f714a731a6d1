"""Long measurements that go on where they were stopped: their command line, and the figures that they keep."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stuka_env.io.command_line import Interrupted, status_of
from stuka_env.io.files import write_whole

Figures = dict[str, Any]


def resumable_status(program: str, work: Callable[[], None]) -> int:
    """Do work that goes on if it is done again, and return the exit status; an error is printed as one line."""

    def run() -> int:
        try:
            work()
        except KeyboardInterrupt:
            raise Interrupted("run it again to continue") from None
        return 0

    return status_of(program, run)


def at_least_one(word: str) -> int:
    """Return a number of an option, such as that of rounds or wars."""
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed is a whole number, 1 or more")
    return int(word)


def kept_figures(path: Path, about: Figures, **empty: Any) -> Figures:
    """Return the figures in a file, or those of a new one: ``about`` and the ``empty`` entries.

    Raises:
        ValueError: the file has figures of other seeds or futures, as ``about`` tells.
    """
    if not path.exists():
        return {**about, **empty}
    figures: Figures = json.loads(path.read_text(encoding="utf-8"))
    if {name: figures[name] for name in about} != about:
        raise ValueError(f"{path} has other seeds or futures; choose another --output")
    return figures


def keep_figures(path: Path, figures: Figures) -> None:
    """Write the figures so far, whole or not at all."""
    write_whole(path, json.dumps(figures, indent=1).encode() + b"\n")
