"""The mat as HTML for notebooks: the text of :mod:`stuka_env.games.stuka.drawing.text` with the colours of a terminal.

It uses no external script, style sheet or picture. Text has the notebook's own colour, and the other colours have as
much contrast to white as to black.
"""

import html
import re
from collections.abc import Iterable, Sequence
from typing import Any

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.drawing import paint, text
from stuka_env.games.stuka.words.entry import JournalEntry

STYLES = {
    paint.BOLD: "font-weight:bold",
    paint.DIM: "opacity:.6",
    paint.RED: "color:#e03c31",
    paint.GREEN: "color:#2c8745",
    paint.YELLOW: "color:#a06d00",
    paint.CYAN: "color:#1a7f9c",
}
"""Colours of a terminal in HTML, with a contrast of at least 4 to white and to black."""
STROKE = re.compile("(?:" + "|".join(map(re.escape, STYLES)) + ")+")
SHEET = "white-space:pre;overflow-x:auto;font-family:monospace;font-size:12px;line-height:1.3;margin:0"
"""Style of the whole element."""


def as_html(
    mat: Any,
    journal_tail: Iterable[JournalEntry] = (),
    legal: Sequence[tuple[int, str]] = (),
    charts: LoadedCharts | None = None,
) -> str:
    """Return the mat as HTML; arguments as for :func:`stuka_env.games.stuka.drawing.text.render`."""
    painted = html.escape(paint.paint(text.render(mat, journal_tail, legal, charts)))
    spans = STROKE.sub(lambda found: f'<span style="{_style(found.group())}">', painted)
    return f'<pre style="{SHEET}">{spans.replace(paint.PLAIN, "</span>")}</pre>'


def _style(stroke: str) -> str:
    """Return the style of a stroke, which can have two attributes of a terminal: bold and yellow."""
    return ";".join(style for colour, style in STYLES.items() if colour in stroke)


class MatView:
    """A mat that a notebook shows as HTML and a terminal as text.

    It always shows the current state, as ``env.unwrapped.mat`` does.

    Args:
        mat: a record of :data:`stuka_env.games.stuka.rules.mat.Mat.dtype`.
        charts: the charts in force, for the names of cards; None for the project's own.
    """

    def __init__(self, mat: Any, charts: LoadedCharts | None = None) -> None:
        self._mat, self._charts = mat, charts

    def __repr__(self) -> str:
        return text.render(self._mat, charts=self._charts)

    def _repr_html_(self) -> str:
        return as_html(self._mat, charts=self._charts)
