"""The picture of the Air Operations Mat, 1280 x 800 pixels, for ``render_mode="rgb_array"`` and ``"human"``."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.stuka.charts import LoadedCharts, load_charts
from stuka_env.games.stuka.drawing import boxes, colours
from stuka_env.games.stuka.drawing.cards import draw_cards
from stuka_env.games.stuka.drawing.mission import draw_circle, draw_circle_base, draw_conditions, draw_track
from stuka_env.games.stuka.drawing.staff import draw_crews, draw_header, draw_scores, draw_tracks, draw_tracks_base
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.translation import worth_reading
from stuka_env.render.canvas import Canvas, size_for, wrap

JOURNAL_SIZE, JOURNAL_STEP = 12, 15
OPTION_SIZE, OPTION_ROWS, FEWEST_ROWS = 12, 9, 7
JOURNAL_ROOM = boxes.JOURNAL_LINES.h // JOURNAL_STEP
"""Number of journal lines in a picture."""
MARK_WIDTH = 44
CHOSEN = "> "
"""Mark of the chosen option."""


@cache
def _base() -> Canvas:
    """Draw the parts that never change: the table, its panels and their names."""
    canvas = Canvas(boxes.WIDTH, boxes.HEIGHT)
    canvas.fill(boxes.PAGE, colours.TABLE)
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
        canvas.text(row, name, 12, colours.ROLES[role], align="centre")
    draw_circle_base(canvas)
    draw_tracks_base(canvas)
    return canvas


class Chosen(NamedTuple):
    """The choice at a decision, which is marked among the options."""

    action: int
    chances: Mapping[int, float] | None = None
    """The policy's probability of each action; None if it gives none."""
    policy: str = ""
    """Name of the policy."""


def _draw_question(
    canvas: Canvas, mat: Any, legal: Sequence[tuple[int, str]], *, chosen: Chosen | None, crews: CrewNames | None
) -> None:
    """Draw the open decision and as many options as fit, with the choice marked."""
    cursor = mat["cursor"]
    question = wording.decision_words(int(cursor["decision"]), int(cursor["subject"]))
    question = question if crews is None else crews.named(question)
    heading = f"{chosen.policy} decides: {question}" if chosen and chosen.policy else f"To decide: {question}"
    canvas.text(boxes.QUESTION, heading, 15, colours.RED)
    if mat["track"]["over"]:
        return
    columns = 1 if len(legal) <= OPTION_ROWS else 2
    rows = max(FEWEST_ROWS, min(OPTION_ROWS, -(-len(legal) // columns)))
    shown = _labels(_chosen_in_sight(legal, columns * rows, chosen), columns * rows, chosen)
    width = boxes.OPTIONS.row(columns, 0, gap=10).w
    size = min((size_for(label, OPTION_SIZE, width) for label in shown), default=OPTION_SIZE)
    for place, label in enumerate(shown):
        line = boxes.OPTIONS.row(columns, place // rows, gap=10).column(rows, place % rows)
        if label.startswith(CHOSEN):
            canvas.fill(line, colours.GOLD, 3)
        canvas.text(line, label, size, colours.INK)


def _chosen_in_sight(legal: Sequence[tuple[int, str]], room: int, chosen: Chosen | None) -> Sequence[tuple[int, str]]:
    """Return the options, with the choice first if there were no room for it at its place."""
    last = len(legal) if len(legal) <= room else room - 1
    hidden = [option for option in legal[last:] if chosen and option[0] == chosen.action]
    return [*hidden, *(option for option in legal if option not in hidden)] if hidden else legal


def _labels(legal: Sequence[tuple[int, str]], room: int, chosen: Chosen | None) -> list[str]:
    """Return the labels of the options that fit, and the number of the others."""
    labels = [_label(action, label, chosen) for action, label in legal]
    return labels if len(labels) <= room else [*labels[: room - 1], f"and {len(labels) - room + 1} more"]


def _label(action: int, label: str, chosen: Chosen | None) -> str:
    """Return a label with its mark and its probability."""
    mark = CHOSEN if chosen and action == chosen.action else ""
    share = "" if not chosen or chosen.chances is None else f"{chosen.chances.get(action, 0.0):.0%}  "
    return f"{mark}{share}{label}"


def journal_lines(entries: Iterable[JournalEntry]) -> list[tuple[str, str]]:
    """Return sentences broken into lines, the first line of each with its zone."""
    lines: list[tuple[str, str]] = []
    for entry in entries:
        mark = ("base", f"out {entry.zone}", f"home {entry.zone}")[entry.leg]
        broken = wrap(entry.text, JOURNAL_SIZE, boxes.JOURNAL_LINES.w - MARK_WIDTH)
        lines += [("" if place else mark, line) for place, line in enumerate(broken)]
    return lines


def _draw_journal(canvas: Canvas, entries: Iterable[JournalEntry]) -> None:
    """Draw the last sentences of the journal, the newest at the bottom."""
    box = boxes.JOURNAL_LINES
    lines = journal_lines(worth_reading(entries)[-JOURNAL_ROOM:])
    for place, (mark, line) in enumerate(lines[-JOURNAL_ROOM:]):
        row = box.part(0, JOURNAL_STEP * place, box.w, JOURNAL_STEP)
        canvas.text(row.part(0, 0, MARK_WIDTH - 4, JOURNAL_STEP), mark, 11, colours.FADED)
        canvas.text(row.part(MARK_WIDTH, 0, box.w - MARK_WIDTH, JOURNAL_STEP), line, JOURNAL_SIZE, colours.INK)


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
    _draw_journal(canvas, journal_tail)
    return canvas.pixels()
