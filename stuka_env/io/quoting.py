"""Text of unknown origin, made safe for a terminal and for one line of a message."""

import re
import reprlib
from typing import Any

LONGEST_QUOTE = 80
"""Characters of a quoted value."""
OMISSION = " ... "
"""Mark of what is left out of a refusal."""
LONGEST_REFUSAL, LONGEST_WORD = 300, 160
"""Letters of a refusal, and of a word or path in it."""
END_SHARE = 3
"""The end of a text that is cut has one letter in so many: its beginning names what was refused."""
ELEMENTS = 20
"""Elements of a container that are quoted."""
LAST_READER = "bf390065"
"""The last commit that reads files and texts in formats that are older than the first release."""


class _BoundedRepr(reprlib.Repr):
    """``repr`` that neither walks a large value nor fails on a number with too many digits."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 3
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = ELEMENTS
        self.maxstring = self.maxother = 2 * LONGEST_QUOTE

    def repr_int(self, x: int, level: int) -> str:
        """Return the digits, or how long a number is that Python refuses to write in decimal."""
        try:
            return repr(x)
        except ValueError:
            return f"<whole number of {x.bit_length()} bits>"


_BOUNDED = _BoundedRepr()


def printable(text: object, most: int | None = None) -> str:
    """Return text in which nothing moves a cursor, begins a line or changes the direction of writing.

    Args:
        text: a string, or a path.
        most: characters after which the text is cut; all are kept if None.
    """
    shown = "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii") for letter in str(text)
    )
    return shown if most is None or len(shown) <= most else f"{shown[: most - 3]}..."


def quoted(value: Any, most: int = LONGEST_QUOTE) -> str:
    """Return a value as Python writes it, on one line of at most ``most`` characters."""
    return printable(_BOUNDED.repr(value), most)


def older_format(refusal: str) -> str:
    """Return the refusal of a format that is older than the first release, with the last commit that reads it."""
    return f"{refusal}; the last commit that reads older formats is {LAST_READER}"


def refusal_text(message: object) -> str:
    """Return a refusal on one line of at most ``LONGEST_REFUSAL`` letters: long words and then the middle are left out.

    The beginning names what was refused, and the end what is allowed.
    """
    words = re.split(r"(\s)", printable(message))
    return _without_middle("".join(_without_middle(word, LONGEST_WORD) for word in words), LONGEST_REFUSAL)


def _without_middle(text: str, most: int) -> str:
    """Return a text of at most ``most`` letters; a longer one keeps the words at its beginning and at its end."""
    if len(text) <= most:
        return text
    after = (most - len(OMISSION)) // END_SHARE
    before = most - len(OMISSION) - after
    return f"{text[:before].rsplit(' ', 1)[0]}{OMISSION}{text[-after:].split(' ', 1)[-1]}"


class RefusalError(ValueError):
    """Values of unknown origin that cannot be used. The message is one line of at most ``LONGEST_REFUSAL`` letters."""

    def __init__(self, message: object) -> None:
        super().__init__(refusal_text(message))
