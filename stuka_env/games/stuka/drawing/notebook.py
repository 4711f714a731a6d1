"""The mat as HTML for notebooks: the text of :mod:`stuka_env.games.stuka.drawing.text` with colours."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.drawing import paint, text
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.render.notebook import MatView, html_of


def as_html(
    mat: Any,
    journal_tail: Iterable[JournalEntry] = (),
    legal: Sequence[tuple[int, str]] = (),
    charts: LoadedCharts | None = None,
) -> str:
    """Return the mat as HTML; arguments as for :func:`stuka_env.games.stuka.drawing.text.render`."""
    return html_of(paint.paint(text.render(mat, journal_tail, legal, charts)))


def mat_view(mat: Any, charts: LoadedCharts | None = None) -> MatView:
    """Return a view of a mat that a notebook shows as HTML and a terminal as text.

    Args:
        mat: a record of :data:`stuka_env.games.stuka.rules.mat.Mat.dtype`.
        charts: the charts in force, for the names of cards; None for the project's own.
    """
    return MatView(partial(text.render, mat, charts=charts), partial(as_html, mat, charts=charts))
