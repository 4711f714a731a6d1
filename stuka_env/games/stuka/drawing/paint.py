"""Colours for the mat as text on a terminal."""

import os
import re
import sys

BOLD, DIM, RED, GREEN, YELLOW, CYAN = (f"\x1b[{code}m" for code in (1, 2, 31, 32, 33, 36))
PLAIN = "\x1b[0m"
STROKES = (
    (re.compile(r"^STUKA.*$"), BOLD),
    (re.compile(r"^To decide:.*$"), BOLD + YELLOW),
    (re.compile(r"^[A-Z][A-Za-z ]+:(?= )"), CYAN),
    (re.compile(r"^[=-]{20,}$"), DIM),
    (re.compile(r"^  \[ *\d+\]"), GREEN),
    (re.compile(r"\[[*><] [a-z0-9() ]+\]"), BOLD + GREEN),
    (re.compile(r"\bS[1-6]\b"), YELLOW),
    (re.compile(r"\bW[12]\b|\bKIA\b(?! \d)|\bPOW\b|\blost$|\bABORTED\b"), RED),
)
"""Strokes in their order. A stroke does not change what an earlier one has painted."""


def _line(line: str) -> str:
    """Return a line with its colours; a line with a colour of its own gets no other stroke."""
    for pattern, colour in STROKES:
        if pattern.fullmatch(line):
            return colour + line + PLAIN
        line = pattern.sub(colour + r"\g<0>" + PLAIN, line)
    return line


def paint(text: str) -> str:
    """Return the same text with colours; without them it has the same letters."""
    return "\n".join(map(_line, text.split("\n")))


def wanted() -> bool:
    """Whether the output is a terminal that shows colours (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
