"""Readers of values in JSON of unknown origin. Each reader returns the value or refuses it with the allowed values.

Names and links that the leaderboard's page shows may contain neither Markdown nor HTML.
"""

import datetime
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from stuka_env.io.quoting import quoted

Reader = Callable[[Any], Any]
DIGEST = (r"[0-9a-f]{64}", "a SHA-256")
LABEL = (r"\w[\w .,:/@+=()-]{0,59}", "at most 60 letters, digits, spaces and .,:/@+=()-_, a letter or digit first")
RELEASE_NUMBER = (r"\d{1,4}(\.\d{1,4}){2}[\w.+-]{0,40}", "a version as 0.1.0")
FILE_NAME = re.compile(r"[^\x00-\x1f]{1,500}")
MOST_FILES = 1_000
"""Largest number of files of a policy."""
SOURCE_LINK = (r"https?://[\w.~:/?#@!$&'*+,;=%-]{1,200}", "an address that begins with https://")
LARGEST_EXACT = 2**53
"""Whole numbers of JSON are exact below this."""


class EntryError(ValueError):
    """An entry cannot be used; the message names the key and the reason."""


class RefusedValueError(ValueError):
    """A reader refuses a value. The caller knows its key and raises an :class:`EntryError`."""


def refusal(got: Any, allowed: str) -> RefusedValueError:
    """Return the error with the received value, cut to fit in a line, and the allowed values."""
    return RefusedValueError(f"got {quoted(got)}, allowed is {allowed}")


def whole(got: Any, most: int = LARGEST_EXACT, least: int = 0) -> int:
    """Read a whole number from ``least`` to ``most``."""
    if not isinstance(got, int) or isinstance(got, bool) or not least <= got <= most:
        raise refusal(got, f"a whole number from {least} to {most}")
    return got


def number(got: Any, most: float = sys.float_info.max) -> float:
    """Read a finite number from 0 to ``most``."""
    if not isinstance(got, int | float) or isinstance(got, bool) or not 0 <= got <= most:
        raise refusal(got, "a number, 0 or more" + (f", at most {most}" if most < sys.float_info.max else ""))
    return float(got)


def finite(got: Any) -> float:
    """Read a finite number."""
    if not isinstance(got, int | float) or isinstance(got, bool) or not abs(got) <= sys.float_info.max:
        raise refusal(got, "a number")
    return float(got)


def text(got: Any, pattern: str, allowed: str) -> str:
    """Read a text that matches a pattern."""
    if not isinstance(got, str) or not re.fullmatch(pattern, got):
        raise refusal(got, allowed)
    return got


def word(got: Any, allowed: Iterable[Any]) -> Any:
    """Read one of the allowed values."""
    values = tuple(allowed)
    if not any(type(got) is type(value) and got == value for value in values):
        raise refusal(got, " or ".join(map(repr, values)))
    return got


def day(got: Any) -> str:
    """Read a day such as 2031-01-31."""
    value = text(got, r"\d{4}-\d\d-\d\d", "a day as 2031-01-31")
    try:
        datetime.date.fromisoformat(value)
    except ValueError:
        raise refusal(got, "a day as 2031-01-31") from None
    return value


def digests(got: Any) -> dict[str, str]:
    """Read the SHA-256 of files by their names."""
    allowed = f"an object of at most {MOST_FILES} names of files, each with {DIGEST[1]}"
    if not isinstance(got, dict) or len(got) > MOST_FILES or not all(map(FILE_NAME.fullmatch, got)):
        raise refusal(got, allowed)
    return {name: text(value, DIGEST[0], allowed) for name, value in got.items()}


def as_it_is(got: Any) -> Any:
    """Return any value, which another reader will check."""
    return got


def optional(got: Any, reader: Reader) -> Any:
    """Read null or a value that ``reader`` allows."""
    return None if got is None else reader(got)


def fields(found: Any, readers: Mapping[str, Reader], where: str = "") -> dict[str, Any]:
    """Read a JSON object that has exactly the keys of ``readers``.

    Args:
        found: the value in the file.
        readers: the reader of each key.
        where: the keys that lead to this object, joined by dots.

    Raises:
        EntryError: the value is no object, a key is missing or unknown, or a reader refuses.
    """
    if not isinstance(found, dict):
        raise EntryError(f"{where or 'file'}: {refusal(found, 'an object')}")
    for name in (*found, *readers):
        if name not in readers:
            raise EntryError(f"{where or 'file'}: has the key {quoted(name)}, allowed are {', '.join(readers)}")
        if name not in found:
            raise EntryError(f"{where or 'file'}: lacks the key {name!r}")
    values = {}
    for name, reader in readers.items():
        try:
            values[name] = reader(found[name])
        except RefusedValueError as error:
            raise EntryError(f"{where}.{name}: {error}" if where else f"{name}: {error}") from None
    return values
