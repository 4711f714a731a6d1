"""Text with the colours of a terminal as HTML for notebooks.

It uses no external script, style sheet or picture. Text has the notebook's own colour, and the other colours have as
much contrast to white as to black.
"""

import html
import re
from collections.abc import Callable

from stuka_env.render import terminal

STYLES = {
    terminal.BOLD: "font-weight:bold",
    terminal.DIM: "opacity:.6",
    terminal.RED: "color:#e03c31",
    terminal.GREEN: "color:#2c8745",
    terminal.YELLOW: "color:#a06d00",
    terminal.CYAN: "color:#1a7f9c",
}
"""Colours of a terminal in HTML, with a contrast of at least 4 to white and to black."""
CODES = re.compile("(?:" + "|".join(map(re.escape, STYLES)) + ")+")
PRE_STYLE = "white-space:pre;overflow-x:auto;font-family:monospace;font-size:12px;line-height:1.3;margin:0"
"""Style of the whole element."""


def html_of(painted: str) -> str:
    """Return text with the colours of a terminal as HTML."""
    spans = CODES.sub(lambda found: f'<span style="{_style(found.group())}">', html.escape(painted))
    return f'<pre style="{PRE_STYLE}">{spans.replace(terminal.PLAIN, "</span>")}</pre>'


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
