"""Where a training's figures go: ``log.jsonl``, a line an update, and TensorBoard. Both go on after a resume.

What was written after the checkpoint that a training is resumed from is taken back first, so that a log has every
update once.
"""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.logger import Figure, HParam, Image, KVWriter, Logger, TensorBoardOutputFormat, Video
from torch.utils.tensorboard.writer import SummaryWriter

from stuka_env.files import append_line, errors_naming, write_whole
from stuka_env.reading import MIB, FileError, check_contents, read_text

LINES = "log.jsonl"
BOARD = "tensorboard"
LARGEST_FILE = 256 * MIB
"""Bytes of a log; an update takes two thousand."""
NOT_NUMBERS = (Figure, HParam, Image, Video)


class JsonLinesWriter(KVWriter):
    """A line of JSON for each update."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        """Add a line."""
        numbers = {
            key: value.item() if isinstance(value, np.generic) else value
            for key, value in sorted(key_values.items())
            if not isinstance(value, NOT_NUMBERS)
        }
        append_line(self._path, json.dumps({"steps": step, **numbers}))

    def close(self) -> None:
        """Nothing: the file is open only while a line is added."""


class TensorBoardWriter(TensorBoardOutputFormat):
    """TensorBoard, without what it was told from ``steps`` on."""

    def __init__(self, folder: Path, steps: int) -> None:
        self._folder = folder
        self.writer = SummaryWriter(log_dir=str(folder), purge_step=steps if steps else None)
        self._is_closed = False

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        """Hand the numbers of an update to TensorBoard."""
        with errors_naming(self._folder):
            super().write(key_values, key_excluded, step)


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a log up to the first that is damaged; the last one may have been cut off.

    Raises:
        ValueError: the file cannot be read.
    """
    if not path.exists():
        return []
    try:
        text = read_text(path, LARGEST_FILE)
    except FileError as error:
        raise ValueError(f"{path}: {error}") from None
    return list(itertools.takewhile(lambda line: line is not None, map(_figures, text.splitlines())))  # type: ignore[arg-type]


def _figures(text: str) -> dict[str, Any] | None:
    """The figures in a line of a log, among them NaN; None if it is no such line."""
    try:
        line = json.loads(text)
        check_contents(line)
    except (ValueError, RecursionError):
        return None
    is_whole = isinstance(line, dict) and isinstance(line.get("steps"), int)
    return line if is_whole and all(isinstance(value, int | float) for value in line.values()) else None


def silent_logger() -> Logger:
    """A log that nobody reads."""
    return Logger(None, [])


def open_log(folder: Path, steps: int) -> Logger:
    """The log of the training in ``folder``, which stands at ``steps`` decisions.

    Raises:
        OSError: the folder cannot be written.
    """
    path = folder / LINES
    kept = [line for line in read_lines(path) if line["steps"] <= steps]
    write_whole(path, "".join(json.dumps(line) + "\n" for line in kept))
    return Logger(str(folder), [JsonLinesWriter(path), TensorBoardWriter(folder / BOARD, steps + 1 if steps else 0)])
