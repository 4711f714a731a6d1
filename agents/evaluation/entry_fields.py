"""Reading JSON that others wrote: each reader returns the value, or says in one line what is allowed.

What ends up on the leaderboard's page (names, links) may hold no Markdown and no HTML.
"""

import datetime
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from stuka_env.quoting import quoted

Reader = Callable[[Any], Any]
DIGEST = (r"[0-9a-f]{64}", "a SHA-256")
LABEL = (r"\w[\w .,:/@+=()-]{0,59}", "at most 60 letters, digits, spaces and .,:/@+=()-_, a letter or digit first")
LINK = (r"https?://[\w.~:/?#@!$&'*+,;=%-]{1,200}", "an address that begins with https://")
LARGEST = 2**53
"""Whole numbers of JSON are exact below this."""


class EntryError(ValueError):
    """An entry that cannot be used; one line names the key and says why."""


class RefusedValueError(ValueError):
    """A value that a reader does not take; whoever knows its key makes an :class:`EntryError` of it."""


def refusal(got: Any, allowed: str) -> RefusedValueError:
    """What was got, cut to fit in a line, and what is allowed."""
    return RefusedValueError(f"got {quoted(got)}, allowed is {allowed}")


def whole(got: Any, most: int = LARGEST) -> int:
    """A whole number from 0 to ``most``."""
    if not isinstance(got, int) or isinstance(got, bool) or not 0 <= got <= most:
        raise refusal(got, f"a whole number from 0 to {most}")
    return got


def number(got: Any) -> float:
    """A finite number of at least 0."""
    if not isinstance(got, int | float) or isinstance(got, bool) or not 0 <= got <= sys.float_info.max:
        raise refusal(got, "a number, 0 or more")
    return float(got)


def text(got: Any, pattern: str, allowed: str) -> str:
    """Words of one line that fit a pattern."""
    if not isinstance(got, str) or not re.fullmatch(pattern, got):
        raise refusal(got, allowed)
    return got


def word(got: Any, allowed: Iterable[Any]) -> Any:
    """One of a few values."""
    values = tuple(allowed)
    if not any(type(got) is type(value) and got == value for value in values):
        raise refusal(got, " or ".join(map(repr, values)))
    return got


def day(got: Any) -> str:
    """A day as 2031-01-31."""
    said = text(got, r"\d{4}-\d\d-\d\d", "a day as 2031-01-31")
    try:
        datetime.date.fromisoformat(said)
    except ValueError:
        raise refusal(got, "a day as 2031-01-31") from None
    return said


def as_it_is(got: Any) -> Any:
    """Whatever it is: somebody else reads it."""
    return got


def optional(got: Any, reader: Reader) -> Any:
    """Null, or what ``reader`` allows."""
    return None if got is None else reader(got)


def fields(found: Any, readers: Mapping[str, Reader], where: str = "") -> dict[str, Any]:
    """The values of a JSON object that has exactly these keys, each as its reader returns it.

    Args:
        found: what the file has.
        readers: what reads each key's value.
        where: the keys that lead to this object, joined by dots.

    Raises:
        EntryError: it is no object, a key is missing or unknown, or a reader refuses; one line names the key.
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
