"""The mat of a game in its views, by the record of the game."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.sentences import worth_reading
from stuka_env.declared.sheet import JournalText
from stuka_env.game import Game
from stuka_env.render.canvas import Box
from stuka_env.render.decision import Chosen, broken_lines, room_for_lines
from stuka_env.render.terminal import MatView, html_of
from stuka_env.views import picture, text

Legal = Sequence[tuple[int, str]]
"""The legal actions with their labels."""


def journal_texts(game: Game, entries: Iterable[Any]) -> list[JournalText]:
    """Return the sentences of a journal that are worth reading, each with its place."""
    views = game.views
    return [JournalText(views.place_of(entry), entry.text) for entry in worth_reading(entries)]


def _lines(game: Game, mat: Any, journal: Iterable[Any], legal: Legal, charts: Any) -> list[text.Line]:
    return text.lines_of_sheet(game.views.sheet(mat, charts), journal_texts(game, journal), legal)


def text_of(game: Game, mat: Any, journal: Iterable[Any] = (), legal: Legal = (), charts: Any = None) -> str:
    """Return a mat as text without colours, no line wider than :data:`stuka_env.views.text.TEXT_WIDTH`.

    Args:
        game: the game.
        mat: the mat.
        journal: entries, of which the last are shown.
        legal: the legal actions with their labels.
        charts: the charts in force; None for the project's own.
    """
    return text.plain(_lines(game, mat, journal, legal, charts))


def painted_text(game: Game, mat: Any, journal: Iterable[Any] = (), legal: Legal = (), charts: Any = None) -> str:
    """Return the text of :func:`text_of` with the colours of a terminal; without them it has the same letters."""
    return text.painted(_lines(game, mat, journal, legal, charts))


def html_text(game: Game, mat: Any, journal: Iterable[Any] = (), legal: Legal = (), charts: Any = None) -> str:
    """Return the text of :func:`text_of` as HTML for a notebook."""
    return html_of(painted_text(game, mat, journal, legal, charts))


def picture_of(
    game: Game,
    mat: Any,
    journal: Iterable[Any] = (),
    legal: Legal = (),
    charts: Any = None,
    *,
    chosen: Chosen | None = None,
    crews: Any = None,
    heading: str = "",
    fresh: Iterable[Any] = (),
) -> NDArray[np.uint8]:
    """Draw a mat, uint8 (800, 1280, 3).

    Args:
        game: the game.
        mat: the mat.
        journal: entries, of which the last are shown.
        legal: the legal actions with their labels.
        charts: the charts in force; None for the project's own.
        chosen: the choice to mark among ``legal``.
        crews: names of people; None for numbers.
        heading: the words that replace the question where nothing is decided.
        fresh: the newest entries of the journal, which a drawing of a fight tells.

    Raises:
        DependencyNotInstalled: the extra ``render`` is not installed.
    """
    sheet = game.views.sheet(mat, charts, crews, fresh=fresh)
    return picture.draw(game.views, sheet, journal_texts(game, journal), legal, chosen, heading)


def panel_boxes(game: Game, mat: Any) -> dict[str, Box]:
    """Return the places of the panels of a picture, by their names."""
    return {panel.name: Box(*panel.area) for panel in game.views.sheet(mat).panels if panel.area}


def has_room(game: Game, entries: Iterable[Any]) -> bool:
    """Whether one picture has room for these entries of the journal."""
    panel = Box(*game.views.journal)
    return len(broken_lines(panel, journal_texts(game, entries))) <= room_for_lines(panel)


def mat_view(game: Game, mat: Any, charts: Any = None) -> MatView:
    """Return a view of a mat that a notebook shows as HTML and a terminal as text."""
    return MatView(partial(text_of, game, mat, charts=charts), partial(html_text, game, mat, charts=charts))
