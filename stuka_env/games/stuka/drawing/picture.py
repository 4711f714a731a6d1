"""The picture of the Air Operations Mat, 1280 x 800 pixels, for ``render_mode="rgb_array"`` and ``"human"``."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.stuka.charts import LoadedCharts, load_charts
from stuka_env.games.stuka.drawing import boxes, code_colours
from stuka_env.games.stuka.drawing.cards import draw_cards
from stuka_env.games.stuka.drawing.mission import draw_circle, draw_circle_base, draw_conditions, draw_track
from stuka_env.games.stuka.drawing.staff import draw_crews, draw_header, draw_scores, draw_tracks, draw_tracks_base
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.translation import worth_reading
from stuka_env.render import colours
from stuka_env.render.canvas import Canvas
from stuka_env.render.decision import Chosen, JournalText, draw_journal, draw_question
from stuka_env.render.pages import HEIGHT, PICTURE, WIDTH


@cache
def _base() -> Canvas:
    """Draw the parts that never change: the table, its panels and their names."""
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.fill(PICTURE, colours.TABLE)
    canvas.fill(boxes.HEADER, colours.HEADER)
    canvas.text(boxes.HEADER.part(10, 0, 80, 36), "STUKA", 20, colours.GOLD)
    for panel in boxes.PANELS:
        canvas.fill(panel, colours.PAPER, 6)
    canvas.text(boxes.CIRCLE.part(10, 4, 260, 18), "Flying Circle", 13, colours.FADED)
    canvas.text(boxes.SCORES.part(8, 3, 300, 18), "Scores", 13, colours.FADED)
    canvas.text(boxes.SCORES.part(8, 22, 64, 26), "Missions", 12, colours.FADED)
    canvas.text(boxes.SCORES.part(8, 68, 64, 26), "Segments", 12, colours.FADED)
    for role, name in enumerate(("Pilots", "Gunners")):
        row = boxes.CREWS.part(4, 5, 54, 128).column(2, role, gap=4)
        canvas.text(row, name, 12, code_colours.ROLES[role], align="centre")
    draw_circle_base(canvas)
    draw_tracks_base(canvas)
    return canvas


def _draw_question(
    canvas: Canvas, mat: Any, legal: Sequence[tuple[int, str]], *, chosen: Chosen | None, crews: CrewNames | None
) -> None:
    """Draw the open decision and its options; there are none after the war."""
    cursor = mat["cursor"]
    question = wording.decision_words(int(cursor["decision"]), int(cursor["subject"]))
    question = question if crews is None else crews.named(question)
    draw_question(canvas, boxes.DECISION, question, () if mat["track"]["over"] else legal, chosen)


def journal_texts(entries: Iterable[JournalEntry]) -> list[JournalText]:
    """Return the sentences of a journal that are worth reading, each with its zone."""
    return [
        JournalText(("base", f"out {entry.zone}", f"home {entry.zone}")[entry.leg], entry.text)
        for entry in worth_reading(entries)
    ]


def render(
    mat: Any,
    journal_tail: Iterable[JournalEntry] = (),
    legal: Sequence[tuple[int, str]] = (),
    charts: LoadedCharts | None = None,
    *,
    chosen: Chosen | None = None,
    crews: CrewNames | None = None,
) -> NDArray[np.uint8]:
    """Draw the mat, uint8 (800, 1280, 3).

    Args:
        mat: a record of :data:`stuka_env.games.stuka.rules.mat.Mat.dtype`.
        journal_tail: entries, of which the last are shown.
        legal: the legal actions with their labels.
        charts: the charts in force, for the names of cards; None for the project's own.
        chosen: the choice to mark among ``legal``.
        crews: names of pilots and gunners, for the aircraft cards and the question; None for numbers.

    Raises:
        DependencyNotInstalled: the extra ``render`` is not installed.
    """
    book = load_charts() if charts is None else charts
    canvas = _base().copy()
    draw_header(canvas, mat, book)
    draw_track(canvas, mat)
    draw_conditions(canvas, mat, book)
    draw_cards(canvas, mat, crews)
    draw_circle(canvas, mat)
    draw_scores(canvas, mat)
    draw_tracks(canvas, mat)
    draw_crews(canvas, mat)
    _draw_question(canvas, mat, legal, chosen=chosen, crews=crews)
    draw_journal(canvas, boxes.JOURNAL, journal_texts(journal_tail))
    return canvas.pixels()
