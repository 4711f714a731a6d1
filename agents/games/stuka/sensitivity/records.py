"""The lines that are written while chart sets are drawn, one for each set."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from stuka_env.reading import MIB, FileError, parse_json, read_bytes

LARGEST_RECORD = 64 * MIB
"""Bytes of the file of lines."""


def read_lines(path: Path) -> list[tuple[str, Any]]:
    """Return kind and content of every complete line; an empty list if there is no file.

    An incomplete line is ignored, so that its set is drawn again.

    Raises:
        ValueError: the file cannot be read.
    """
    if not path.exists():
        return []
    try:
        lines = read_bytes(path, LARGEST_RECORD).decode("utf-8", errors="replace").splitlines()
    except FileError as error:
        raise ValueError(f"{path}: {error}; delete it or choose another --output") from None
    contents: list[tuple[str, Any]] = []
    for text in lines:
        with suppress(FileError):
            line = parse_json(text)
            if isinstance(line, dict) and len(line) == 1:
                contents += line.items()
    return contents
