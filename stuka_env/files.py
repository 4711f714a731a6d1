"""Files that are written whole or not at all. An error names the file that the user named."""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL, EISDIR, ENOSYS, ENOTSUP
from pathlib import Path

NAME_LENGTH = 40
"""Characters of a file's name that the name of its temporary file repeats: systems allow 255 bytes in all."""
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
        mode = _mode_of(path)
        target = Path(os.path.realpath(path))
        part = target.with_name(f".{target.name[:NAME_LENGTH]}.{secrets.token_hex(8)}{suffix}")
        handle = os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666)
        try:
            try:
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


def output_path(option: str, path: str | os.PathLike[str]) -> Path:
    """Return the path of a file that is to be written, before the work that it is the result of.

    Args:
        option: the option that names the file.
        path: the file.

    Raises:
        ValueError: the file's folder does not exist, or the path is a folder.
    """
    file = Path(path)
    if not file.parent.is_dir():
        fault = f"there is no folder {os.fspath(file.parent)!r}"
    elif file.is_dir():
        fault = "it is a folder"
    else:
        return file
    raise ValueError(f"{option}: got {os.fspath(file)!r}, allowed is a file in an existing folder; {fault}")


def write_whole(path: str | os.PathLike[str], contents: str | bytes) -> Path:
    """Write ``contents``, text as UTF-8, to a temporary file beside ``path``, then give it the name.

    Raises:
        OSError: the file cannot be written; the old file is unchanged. The error names ``path``.
    """
    with replacement(path) as part:
        part.write_bytes(contents.encode() if isinstance(contents, str) else contents)
    return Path(path)


def append_line(path: str | os.PathLike[str], line: str) -> None:
    """Add a line to a file, which is made if need be. An incomplete last line, of a crash or a full disk, is ended.

    Raises:
        OSError: the file cannot be written. The error names ``path``.
    """
    with errors_naming(path), open(path, "ab+") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - 1, 0))
        is_cut = file.read(1) not in (b"", b"\n")
        file.write((b"\n" if is_cut else b"") + line.encode() + b"\n")


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
