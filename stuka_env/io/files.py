"""Files that are written whole or not at all. An error names the file that the user named."""

import functools
import os
import re
import secrets
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL, EISDIR, ELOOP, ENOSYS, ENOTSUP
from pathlib import Path

from stuka_env.io.quoting import quoted

try:
    import fcntl
except ImportError:  # Windows: temporary files of killed processes stay
    fcntl = None  # type: ignore[assignment]

NAME_LENGTH = 40
"""Characters of a file's name that the name of its temporary file repeats: systems allow 255 bytes in all."""
TOKEN_BYTES = 8
"""Random bytes in the name of a temporary file."""
PART_TOKEN = re.compile(rf"[0-9a-f]{{{2 * TOKEN_BYTES}}}(\.[a-z0-9]+)?$")
"""The end of the name of a temporary file."""
ABANDONED = 3600
"""Seconds without a change after which a temporary file that no process holds is deleted."""
PREVIEW = 20
"""Characters beside a wrong one that an error quotes."""
CANNOT_SYNC = (EINVAL, ENOSYS, ENOTSUP)
"""Errors of file systems that have no fsync."""


@contextmanager
def errors_naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Make every OSError that is raised inside name ``path``, the file that the user knows, and no other."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


@contextmanager
def replacement(path: str | os.PathLike[str], suffix: str = "") -> Iterator[Path]:
    """Yield an empty temporary file beside ``path``, which takes the place of ``path`` when the block has ended.

    The contents are on the disk before the file gets its name. An existing file keeps its permissions; a new one gets
    those that the umask allows. If ``path`` is a symbolic link, its target is replaced.

    Args:
        path: the file.
        suffix: the end of the temporary file's name, for writers that choose a format by it.

    Raises:
        OSError: the file cannot be written; the old file is unchanged.
    """
    with errors_naming(path):
        target = real_path(path)
        mode = _mode_of(path)
        _remove_abandoned(target)
        part = target.with_name(f"{_part_stem(target)}{secrets.token_hex(TOKEN_BYTES)}{suffix}")
        handle = os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666)
        try:
            try:
                _mark_as_open(handle)
                yield part
                _sync(handle)
            finally:
                os.close(handle)
            if mode is not None:
                os.chmod(part, mode)
            os.replace(part, target)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(part)
            raise
    _sync_folder(target.parent)


def real_path(path: str | os.PathLike[str]) -> Path:
    """Return the absolute path of a file with every symbolic link followed; the file need not exist.

    Raises:
        OSError: the links are a loop. The error names ``path``.
    """
    target = os.path.realpath(path)
    if os.path.islink(target):
        raise OSError(ELOOP, os.strerror(ELOOP), os.fspath(path))
    return Path(target)


def _part_stem(target: Path) -> str:
    """Return the beginning of the names of a file's temporary files."""
    return f".{target.name[:NAME_LENGTH]}."


def _mark_as_open(handle: int) -> None:
    """Lock a temporary file for as long as it is open, where files can be locked."""
    if fcntl is not None:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _remove_abandoned(target: Path) -> None:
    """Delete temporary files of a file whose processes were killed.

    Such a file has not been written for an hour, and no process holds its lock.
    """
    stem = _part_stem(target)
    for name in _parts_in(target.parent):
        if name.startswith(stem) and PART_TOKEN.fullmatch(name, len(stem)):
            with suppress(OSError):
                _remove_if_abandoned(target.with_name(name))


@functools.cache
def _parts_in(folder: Path) -> tuple[str, ...]:
    """Return the names of temporary files in a folder when this process first writes there."""
    with suppress(OSError):
        return tuple(name for name in os.listdir(folder) if name.startswith(".") and PART_TOKEN.search(name))
    return ()


def _remove_if_abandoned(part: Path) -> None:
    status = os.lstat(part)
    if fcntl is None or not stat.S_ISREG(status.st_mode) or time.time() - status.st_mtime < ABANDONED:
        return
    handle = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # raises if the process lives
        os.unlink(part)
    finally:
        os.close(handle)


def output_path(option: str, path: str | os.PathLike[str], others: Iterable[str | os.PathLike[str]] = ()) -> Path:
    """Return the path of a file that is to be written, before the work that it is the result of.

    Args:
        option: the option that names the file.
        path: the file.
        others: files that the command reads or writes too.

    Raises:
        ValueError: the file cannot be written there, or it is one of the ``others``.
    """
    fault = _fault_of_output(path, others)
    if fault:
        raise ValueError(f"{option}: got {os.fspath(Path(path))!r}, allowed is a file in an existing folder; {fault}")
    return Path(path)


def _fault_of_output(path: str | os.PathLike[str], others: Iterable[str | os.PathLike[str]]) -> str:
    """Return the reason why a file cannot be written, as far as it is known before the work; empty if there is none."""
    file = Path(path)
    if not file.parent.is_dir():
        return f"there is no folder {os.fspath(file.parent)!r}"
    if any(os.path.realpath(file) == os.path.realpath(other) for other in others):
        return "the command needs this file"
    try:
        _mode_of(file)
        folder = real_path(file).parent
    except IsADirectoryError:
        return "it is a folder"
    except (OSError, ValueError) as error:  # a null character in the name
        return getattr(error, "strerror", None) or str(error)
    return "" if os.access(folder, os.W_OK) else f"{os.fspath(folder)!r} cannot be written"


def write_whole(path: str | os.PathLike[str], contents: str | bytes) -> Path:
    """Write ``contents``, text as UTF-8, to a temporary file beside ``path``, then give it the name.

    Raises:
        OSError: the file cannot be written; the old file is unchanged. The error names ``path``.
        ValueError: the text has half a character, such as one of a file name that is no text. The error names ``path``.
    """
    whole = encoded(path, contents) if isinstance(contents, str) else contents
    with replacement(path) as part:
        part.write_bytes(whole)
    return Path(path)


def encoded(path: str | os.PathLike[str], text: str) -> bytes:
    """Return a text for a file as UTF-8.

    Raises:
        ValueError: the text has half a character; the message names ``path``.
    """
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        place = text[max(error.start - PREVIEW, 0) : error.end + PREVIEW]
        raise ValueError(f"{os.fspath(path)!r} cannot be written: {quoted(place)} has half a character") from None


def append_line(path: str | os.PathLike[str], line: str) -> None:
    """Add a line to a file, which is made if need be. An incomplete last line, of a crash or a full disk, is ended.

    Raises:
        OSError: the file cannot be written. The error names ``path``.
        ValueError: the line has half a character. The error names ``path``.
    """
    whole = encoded(path, line) + b"\n"
    with errors_naming(path), open(path, "ab+") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - 1, 0))
        is_cut = file.read(1) not in (b"", b"\n")
        file.write((b"\n" if is_cut else b"") + whole)


def _mode_of(path: str | os.PathLike[str]) -> int | None:
    """Return the permissions of a regular file, None if it does not exist; refuse anything else, such as a device."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(EINVAL, "Not a regular file")
    return mode & 0o777


def _sync(handle: int) -> None:
    """Wait until an open file's contents are on the disk."""
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in CANNOT_SYNC:
            raise


def _sync_folder(folder: Path) -> None:
    """Wait until a folder's names are on the disk, where folders can be opened: the file is whole with or without."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            _sync(handle)
        finally:
            os.close(handle)
