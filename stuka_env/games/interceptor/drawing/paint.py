"""Colours for the mat as text on a terminal."""

import re

from stuka_env.render.terminal import BOLD, CYAN, DIM, GREEN, RED, YELLOW, painted

STROKES = (
    (re.compile(r"^INTERCEPTOR ACE.*$"), BOLD),
    (re.compile(r"^To decide:.*$"), BOLD + YELLOW),
    (re.compile(r"^[A-Z][A-Za-z ]+:(?= )"), CYAN),
    (re.compile(r"^[=-]{20,}$"), DIM),
    (re.compile(r"^  \[ *\d+\]"), GREEN),
    (re.compile(r"(?<= )\[\d\](?= |,)"), BOLD + GREEN),
    (re.compile(r"\blightly wounded\b|\bjammed\b|\b[1-9]\d*/\d+(?=,|$)"), YELLOW),
    (re.compile(r"\bseriously wounded\b|\bkilled\b|\bLEAK\b|\bout\b(?=,|$)"), RED),
)
"""Strokes in their order."""


def paint(text: str) -> str:
    """Return the same text with colours; without them it has the same letters."""
    return painted(text, STROKES)
