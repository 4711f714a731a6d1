"""The picture of the mat, 1280 x 800 pixels, for ``render_mode="rgb_array"`` and ``"human"``."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.interceptor.charts import LoadedCharts, load_charts
from stuka_env.games.interceptor.drawing import boxes
from stuka_env.games.interceptor.drawing.career import draw_career, draw_deck, draw_face_up
from stuka_env.games.interceptor.drawing.combat import draw_bomber, draw_fighter
from stuka_env.games.interceptor.drawing.machine import draw_aircraft
from stuka_env.games.interceptor.drawing.people import draw_desk, draw_gunner, draw_pilot, draw_wingman
from stuka_env.games.interceptor.drawing.raid import draw_conditions, draw_header, draw_track
from stuka_env.games.interceptor.drawing.text import question_words
from stuka_env.games.interceptor.words.entry import JournalEntry
from stuka_env.games.interceptor.words.translation import worth_reading
from stuka_env.render import colours
from stuka_env.render.canvas import Canvas
from stuka_env.render.decision import Chosen, JournalText, draw_journal, draw_question
from stuka_env.render.pages import HEIGHT, PICTURE, WIDTH


@cache
def _base() -> Canvas:
    """Draw the parts that never change: the table and its panels."""
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.fill(PICTURE, colours.TABLE)
    canvas.fill(boxes.HEADER, colours.HEADER)
    canvas.text(boxes.TITLE, "INTERCEPTOR ACE", 20, colours.GOLD)
    for panel in boxes.PANELS:
        canvas.fill(panel, colours.PAPER, 6)
    canvas.text(boxes.EXPERT_NAME, "Expert", 11, colours.FADED)
    return canvas


def journal_texts(entries: Iterable[JournalEntry]) -> list[JournalText]:
    """Return the sentences of a journal that are worth reading, each with its box."""
    return [JournalText(f"box {entry.box}" if entry.box else "base", entry.text) for entry in worth_reading(entries)]


def render(
    mat: Any,
    journal_tail: Iterable[JournalEntry] = (),
    legal: Sequence[tuple[int, str]] = (),
    charts: LoadedCharts | None = None,
    *,
    chosen: Chosen | None = None,
) -> NDArray[np.uint8]:
    """Draw the mat, uint8 (800, 1280, 3).

    Args:
        mat: a record of :data:`stuka_env.games.interceptor.rules.mat.Mat.dtype`.
        journal_tail: entries, of which the last are shown.
        legal: the legal actions with their labels.
        charts: the charts in force; None for the project's own.
        chosen: the choice to mark among ``legal``.

    Raises:
        DependencyNotInstalled: the extra ``render`` is not installed.
    """
    book = load_charts() if charts is None else charts
    canvas = _base().copy()
    draw_header(canvas, mat, book)
    draw_track(canvas, mat, book)
    draw_conditions(canvas, mat, book)
    draw_aircraft(canvas, mat, book)
    draw_bomber(canvas, mat, book)
    draw_fighter(canvas, mat, book)
    draw_pilot(canvas, mat, book)
    draw_wingman(canvas, mat)
    draw_gunner(canvas, mat, book)
    draw_desk(canvas, mat, book)
    draw_deck(canvas, mat)
    draw_face_up(canvas, mat, book)
    draw_career(canvas, mat, book)
    draw_question(canvas, boxes.DECISION, question_words(mat), () if mat["career"]["over"] else legal, chosen)
    draw_journal(canvas, boxes.JOURNAL, journal_texts(journal_tail))
    return canvas.pixels()
