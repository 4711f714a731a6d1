"""The logs of a training: ``log.jsonl``, one line an update, and TensorBoard.

When a training is resumed, lines that are newer than its checkpoint are removed first, so that a log has every update
once.
"""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.logger import Figure, HParam, Image, KVWriter, Logger, TensorBoardOutputFormat, Video
from torch.utils.tensorboard.writer import SummaryWriter

from stuka_env.io.files import append_line, errors_naming, write_whole
from stuka_env.io.reading import MIB, FileError, check_contents, read_text

LINES = "log.jsonl"
BOARD = "tensorboard"
LARGEST_LOG = 256 * MIB
"""Maximum number of bytes of a log; an update has about 2,000."""
NOT_NUMBERS = (Figure, HParam, Image, Video)


class JsonLinesWriter(KVWriter):
    """Writer of one line of JSON for each update."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        """Append a line with the numbers of an update."""
        numbers = {
            key: value.item() if isinstance(value, np.generic) else value
            for key, value in sorted(key_values.items())
            if not isinstance(value, NOT_NUMBERS)
        }
        append_line(self._path, json.dumps({"steps": step, **numbers}))

    def close(self) -> None:
        """Do nothing: the file is open only while a line is appended."""


class TensorBoardWriter(TensorBoardOutputFormat):
    """Writer for TensorBoard that discards what an earlier run wrote from ``steps`` on."""

    def __init__(self, folder: Path, steps: int) -> None:
        self._folder = folder
        self.writer = SummaryWriter(log_dir=str(folder), purge_step=steps if steps else None)
        self._is_closed = False

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        """Write the numbers of an update."""
        with errors_naming(self._folder):
            super().write(key_values, key_excluded, step)


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a log up to the first damaged one, because the last line may be incomplete.

    Raises:
        ValueError: The file cannot be read.
    """
    if not path.exists():
        return []
    try:
        text = read_text(path, LARGEST_LOG)
    except FileError as error:
        raise ValueError(f"{path}: {error}") from None
    return list(itertools.takewhile(lambda line: line is not None, map(_figures, text.splitlines())))  # type: ignore[arg-type]


def _figures(text: str) -> dict[str, Any] | None:
    """Return the figures in a line of a log, which may be NaN, or None for a damaged line."""
    try:
        line = json.loads(text)
        check_contents(line)
    except (ValueError, RecursionError):
        return None
    is_whole = isinstance(line, dict) and isinstance(line.get("steps"), int)
    return line if is_whole and all(isinstance(value, int | float) for value in line.values()) else None


def silent_logger() -> Logger:
    """Return a logger without output."""
    return Logger(None, [])


def open_log(folder: Path, steps: int) -> Logger:
    """Return the logger of the training in ``folder``, without the lines after ``steps`` decisions.

    Raises:
        OSError: The folder cannot be written.
    """
    path = folder / LINES
    lines = [line for line in read_lines(path) if line["steps"] <= steps]
    write_whole(path, "".join(json.dumps(line) + "\n" for line in lines))
    return Logger(str(folder), [JsonLinesWriter(path), TensorBoardWriter(folder / BOARD, steps + 1 if steps else 0)])
