"""Colours of a terminal for text."""

import os
import sys

BOLD, DIM, RED, GREEN, YELLOW, CYAN = (f"\x1b[{code}m" for code in (1, 2, 31, 32, 33, 36))
PLAIN = "\x1b[0m"


def shows_colours() -> bool:
    """Whether the output is a terminal that shows colours (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
