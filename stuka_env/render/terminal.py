"""Colours of a terminal for text."""

import os
import re
import sys
from collections.abc import Iterable

BOLD, DIM, RED, GREEN, YELLOW, CYAN = (f"\x1b[{code}m" for code in (1, 2, 31, 32, 33, 36))
PLAIN = "\x1b[0m"
Stroke = tuple[re.Pattern[str], str]
"""A pattern and the colour of what it matches. A pattern of a whole line gives it one colour."""


def _line(line: str, strokes: Iterable[Stroke]) -> str:
    """Return a line with its colours; a line with a colour of its own gets no other stroke."""
    for pattern, colour in strokes:
        if pattern.fullmatch(line):
            return colour + line + PLAIN
        line = pattern.sub(colour + r"\g<0>" + PLAIN, line)
    return line


def painted(text: str, strokes: Iterable[Stroke]) -> str:
    """Return the same text with colours; without them it has the same letters.

    Args:
        text: lines of text.
        strokes: strokes in their order. A stroke does not change what an earlier one has painted.
    """
    kept = tuple(strokes)
    return "\n".join(_line(line, kept) for line in text.split("\n"))


def shows_colours() -> bool:
    """Whether the output is a terminal that shows colours (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
