"""A file with a JSON value on each line, which one program at a time writes. A kill loses no line that was written."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from stuka_env.io.files import errors_naming
from stuka_env.io.reading import MIB, FileError, parse_json

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

LONGEST_LINE = 64 * MIB
"""Limit of the bytes of a line."""
LOCK_FILE = ".lock"
"""Name of the file in a folder that is locked for the whole folder."""


class BusyError(ValueError):
    """Another program writes the file or the folder; the message is one line."""


class KeptLines:
    """The lines of a file, for the only program that may write it until it is closed.

    Args:
        path: the file.
        is_new: whether the file must not exist yet.

    Raises:
        FileExistsError: the file exists, although it is to be new.
        BusyError: another program has opened the file.
        FileError: there is something else than a regular file.
        OSError: the file cannot be opened.
    """

    def __init__(self, path: Path, *, is_new: bool = False) -> None:
        self.path = path
        _check_regular(path)
        with errors_naming(path):
            self._file = open(path, "ab", buffering=0, opener=_create if is_new else None)
        try:
            _lock(self._file.fileno(), path)
        except BaseException:
            self._file.close()
            raise
        self._unwritten = b""
        self._writing = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self) -> list[Any]:
        """Return the values of the lines, and drop an incomplete last line from the file.

        Raises:
            FileError: another line is broken; the message names the file.
        """
        values, size, is_ended = _read(self.path)
        with errors_naming(self.path):
            self._file.truncate(size)
            if not is_ended:
                self._file.write(b"\n")
        return values

    def append(self, value: Any) -> None:
        """Write a line. What a full disk has kept out of the file is written with the next line.

        Raises:
            OSError: the line cannot be written. The file has complete lines only.
        """
        with self._writing, errors_naming(self.path):
            self._unwritten += json.dumps(value, separators=(",", ":")).encode() + b"\n"
            size = os.fstat(self._file.fileno()).st_size
            try:
                rest = memoryview(self._unwritten)
                while rest:
                    rest = rest[self._file.write(rest) :]
            except OSError:
                with suppress(OSError):
                    self._file.truncate(size)
                raise
            self._unwritten = b""

    def close(self) -> None:
        """Close the file; another program may open it."""
        self._file.close()


def read_lines(path: Path) -> list[Any]:
    """Return the values of the lines of a file that another program may be writing, without an incomplete last line.

    Raises:
        FileError: a line is broken, or the file cannot be read; the message names the file.
    """
    return _read(path)[0]


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Hold the only right to write a folder, which is made if need be. It ends with the program in any way.

    Raises:
        BusyError: another program has it.
        OSError: the folder cannot be made or written.
    """
    with errors_naming(folder):
        folder.mkdir(parents=True, exist_ok=True)
        file = open(folder / LOCK_FILE, "ab")
    with file:
        _lock(file.fileno(), folder)
        yield


def _create(name: str, flags: int) -> int:
    """Open a file that must not exist yet."""
    return os.open(name, flags | os.O_EXCL, 0o666)


def _lock(handle: int, path: Path) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BusyError(f"{os.fspath(path)!r} is in use by another program: wait for it, or end it") from None
    except OSError:  # a file system without locks
        return


def _check_regular(path: Path) -> None:
    """Refuse a pipe or a device: opening it could wait for ever."""
    if path.exists() and not path.is_file():
        raise FileError(f"{os.fspath(path)!r} is no regular file")


def _read(path: Path) -> tuple[list[Any], int, bool]:
    """Return the values of the complete lines, the bytes that they take, and whether the last of them is ended."""
    _check_regular(path)
    values: list[Any] = []
    size, is_ended = 0, True
    with errors_naming(path), open(path, "rb") as file:
        lines = iter(lambda: file.readline(LONGEST_LINE + 1), b"")
        for number, line in enumerate(lines, 1):
            try:
                if len(line) > LONGEST_LINE:
                    raise FileError(f"longer than {LONGEST_LINE // MIB} MiB")
                if line.strip():
                    values.append(parse_json(line.decode()))
            except (FileError, UnicodeDecodeError) as error:
                if not file.read().strip():  # the last line: a program was killed while it wrote
                    break
                reason = error if isinstance(error, FileError) else "no text in UTF-8"
                raise FileError(f"{os.fspath(path)!r}: line {number}: {reason}") from None
            size += len(line)
            is_ended = line.endswith(b"\n")
    return values, size, is_ended
