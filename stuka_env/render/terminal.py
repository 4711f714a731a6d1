"""Colours of a terminal for text, and text with them as HTML for notebooks.

The HTML uses no external script, style sheet or picture. Text has the notebook's own colour, and the other colours have
as much contrast to white as to black.
"""

import html
import os
import re
import sys
from collections.abc import Callable

BOLD, DIM, RED, GREEN, YELLOW, CYAN = (f"\x1b[{code}m" for code in (1, 2, 31, 32, 33, 36))
PLAIN = "\x1b[0m"


def shows_colours() -> bool:
    """Whether the output is a terminal that shows colours (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


STYLES = {
    BOLD: "font-weight:bold",
    DIM: "opacity:.6",
    RED: "color:#e03c31",
    GREEN: "color:#2c8745",
    YELLOW: "color:#a06d00",
    CYAN: "color:#1a7f9c",
}
"""Colours of a terminal in HTML, with a contrast of at least 4 to white and to black."""
CODES = re.compile("(?:" + "|".join(map(re.escape, STYLES)) + ")+")
PRE_STYLE = "white-space:pre;overflow-x:auto;font-family:monospace;font-size:12px;line-height:1.3;margin:0"
"""Style of the whole element."""


def html_of(painted: str) -> str:
    """Return text with the colours of a terminal as HTML."""
    spans = CODES.sub(lambda found: f'<span style="{_style(found.group())}">', html.escape(painted))
    return f'<pre style="{PRE_STYLE}">{spans.replace(PLAIN, "</span>")}</pre>'


def _style(codes: str) -> str:
    """Return the style of a stroke, which can have two attributes of a terminal: bold and yellow."""
    return ";".join(style for colour, style in STYLES.items() if colour in codes)


class MatView:
    """A mat that a notebook shows as HTML and a terminal as text.

    It always shows the current state, as ``env.unwrapped.mat`` does.

    Args:
        text: return the mat as text.
        html: return the mat as HTML.
    """

    def __init__(self, text: Callable[[], str], html: Callable[[], str]) -> None:
        self._text, self._html = text, html

    def __repr__(self) -> str:
        return self._text()

    def _repr_html_(self) -> str:
        return self._html()
