"""Reading files of unknown origin within limits of size, depth and memory.

Every file that a user can name is read with these functions. The caller sets the limit of size and adds the file's
name to the message of a :class:`FileError`.
"""

import io
import json
import math
import os
import re
import stat
import struct
import tokenize
import tomllib
import warnings
import zipfile
import zlib
from collections.abc import Iterable
from typing import Any, BinaryIO, NoReturn

import numpy as np
from numpy.typing import NDArray

from stuka_env.io.quoting import LONGEST_QUOTE, RefusalError, printable, quoted

MIB = 1 << 20
DEEPEST = 100
"""Levels of nesting in TOML, YAML and JSON; no file of ours has 20."""
LARGEST_NUMBER = 10**30
"""Upper bound of whole numbers in files. A seed has 20 digits."""
TOO_MANY_DIGITS = "a whole number of more than 30 digits"
MOST_DOTS = 100
"""Dots in a line of TOML. The time and memory that a dotted key takes grow with the square of its parts."""
SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
"""An escape in JSON that may stand for half a character."""
DAMAGED_ARCHIVE = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, ArithmeticError, KeyError, TypeError,
    MemoryError, SyntaxError, struct.error, tokenize.TokenError, Warning,
)  # fmt: skip
"""Exceptions of Python and NumPy for a damaged archive of arrays."""
ARRAY_HEADERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}


class FileError(RefusalError):
    """A file that cannot be used. The message is one line without the file's name."""


# --- bytes and text ---


def read_bytes(path: str | os.PathLike[str], most: int) -> bytes:
    """Return the contents of a regular file of at most ``most`` bytes.

    Nothing else is opened for reading: a pipe or a device could block for ever, or have no end.

    Raises:
        FileError: the file cannot be read, is no regular file, or is larger.
    """
    try:
        _check_kind(os.stat(path))  # before it is opened: opening a device can have an effect
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            _check_kind(status)
            contents = b"" if status.st_size > most else _begin(file, most + 1)
    except OSError as error:
        raise FileError(f"cannot be read ({error.strerror or error})") from None
    except ValueError as error:
        if isinstance(error, FileError):
            raise
        raise FileError(f"cannot be read ({error})") from None  # a null character in the name
    if status.st_size > most or len(contents) > most:
        raise FileError(f"larger than {_size(most)}, which is the most that is allowed")
    return contents


def _begin(file: BinaryIO, most: int) -> bytes:
    """Read the first bytes of a file in pieces, so that a small file does not allocate the largest size."""
    contents = bytearray()
    while len(contents) < most and (piece := file.read(min(MIB, most - len(contents)))):
        contents += piece
    return bytes(contents)


def _check_kind(status: os.stat_result) -> None:
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
    if not stat.S_ISREG(status.st_mode):
        raise FileError(
            f"cannot be read: it is {kinds.get(stat.S_IFMT(status.st_mode), 'a device')}, allowed is a regular file"
        )


def _size(count: int) -> str:
    return f"{count // MIB} MiB" if count >= MIB else f"{count // 1024} KiB"


def read_text(path: str | os.PathLike[str], most: int) -> str:
    """Return the text of a UTF-8 file of at most ``most`` bytes, without a byte order mark.

    Raises:
        FileError: as of :func:`read_bytes`, or the file is no text.
    """
    try:
        return read_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError("not a text file in UTF-8") from None


# --- JSON and TOML ---


def check_contents(contents: Any) -> None:
    """Refuse plain values that are nested too deeply, or a whole number that no file needs.

    Raises:
        FileError: the message is one line.
    """
    level = [contents]
    for _ in range(DEEPEST + 1):
        for value in level:
            if isinstance(value, int) and abs(value) >= LARGEST_NUMBER:
                raise FileError(TOO_MANY_DIGITS)
        level = [
            inner
            for value in level
            if isinstance(value, list | dict)
            for inner in (value.values() if isinstance(value, dict) else value)
            if isinstance(inner, list | dict | int)
        ]
        if not level:
            return
    raise too_deep()


def too_deep() -> FileError:
    """Return the refusal of contents that are nested too deeply."""
    return FileError(f"nested deeper than {DEEPEST} levels")


def _refuse_constant(word: str) -> NoReturn:
    raise FileError(f"broken JSON: {word} is no JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise FileError(f"the number {digits[:20]} is too large")
    return number


def parse_json(text: str) -> Any:
    """Return the plain values of a JSON text: finite numbers only, nested at most :data:`DEEPEST` levels.

    Raises:
        FileError: it is not such a text; the message gives the reason in one line.
    """
    try:
        contents = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        if not text.strip():
            raise FileError("empty") from None
        if text.lstrip()[:1] in ("{", "[") and error.pos >= len(text.rstrip()) - 1:
            raise FileError("cut off") from None
        raise FileError(f"broken JSON in line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise too_deep() from None
    except ValueError as error:
        raise error if isinstance(error, FileError) else FileError(TOO_MANY_DIGITS) from None
    check_contents(contents)
    return contents


def read_json(path: str | os.PathLike[str], most: int) -> Any:
    """Return the plain values in a JSON file of at most ``most`` bytes.

    Raises:
        FileError: as of :func:`read_text` and :func:`parse_json`, or a text in it has half a character.
    """
    text = read_text(path, most)
    contents = parse_json(text)
    if SURROGATE.search(text):
        try:
            json.dumps(contents, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise FileError(f"broken JSON: {quoted(error.object[error.start])} is half a character") from None
    return contents


def read_toml(path: str | os.PathLike[str], most: int) -> dict[str, Any]:
    """Return the plain values in a TOML file of at most ``most`` bytes.

    Raises:
        FileError: as of :func:`read_text`, or the file is no TOML; the message gives the reason in one line.
    """
    text = read_text(path, most)
    if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
        raise FileError(f"a line with more than {MOST_DOTS} dots")
    try:
        contents = tomllib.loads(text)
    except RecursionError:
        raise too_deep() from None
    except ValueError as error:
        raise FileError(f"broken TOML: {printable(error)}") from None
    check_contents(contents)
    return contents


# --- archives ---


def _damaged(error: Exception) -> FileError:
    return FileError(f"no whole archive ({printable(str(error) or type(error).__name__, LONGEST_QUOTE)})")


def read_arrays(path: str | os.PathLike[str], names: Iterable[str], most: int) -> dict[str, NDArray[Any]]:
    """Return arrays of an ``.npz`` file: at most ``most`` bytes in the file, and in all of them together.

    The sizes that headers claim are compared with the bytes that are there before any memory is allocated.

    Raises:
        FileError: as of :func:`read_bytes`, or an array is missing or damaged; the message is one line.
    """
    contents = io.BytesIO(read_bytes(path, most))
    arrays, num_left = {}, most
    try:
        with zipfile.ZipFile(contents) as archive:
            for name in names:
                data = _member(archive, f"{name}.npy", num_left)
                num_left -= len(data)
                arrays[name] = _array(data)
    except FileError:
        raise
    except DAMAGED_ARCHIVE as error:
        raise _damaged(error) from None
    return arrays


def _member(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    member = archive.getinfo(name)
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise FileError(f"{name} is compressed in another way than deflate")  # others may allocate what the file asks
    if member.file_size > most:
        raise FileError(f"{name} has more bytes than are allowed")
    return archive.read(member)


def _array(data: bytes) -> NDArray[Any]:
    stream = io.BytesIO(data)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # of a header as Python 2 wrote it
        shape, _, dtype = ARRAY_HEADERS[np.lib.format.read_magic(stream)](stream)
    fits = math.prod(shape) * dtype.itemsize == len(data) - stream.tell()
    if dtype.hasobject or not dtype.itemsize or min(shape, default=0) < 0 or not fits:
        raise FileError(f"an array of {quoted(dtype)} and shape {quoted(shape)} does not fit its bytes")
    stream.seek(0)
    array: NDArray[Any] = np.lib.format.read_array(stream, allow_pickle=False)
    return array
