"""Colours for the mat as text on a terminal."""

import re

from stuka_env.render.terminal import BOLD, CYAN, DIM, GREEN, RED, YELLOW, painted

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
"""Strokes in their order."""


def paint(text: str) -> str:
    """Return the same text with colours; without them it has the same letters."""
    return painted(text, STROKES)
