"""Films of careers: their pictures, the sortie line that an entry of the journal belongs to, and the pages between."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.game import FilmParts, Page
from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import Decision
from stuka_env.games.interceptor.drawing import boxes, code_colours, picture
from stuka_env.games.interceptor.drawing.text import score_words
from stuka_env.games.interceptor.words.career_debrief import career_debrief
from stuka_env.games.interceptor.words.debrief import debriefs
from stuka_env.games.interceptor.words.entry import JournalEntry
from stuka_env.games.interceptor.words.translation import worth_reading
from stuka_env.render import colours
from stuka_env.render.decision import Chosen, broken_lines, room_for_lines

OPENINGS = (Decision.TRACK, Decision.AIRCRAFT, Decision.SKILL)
"""Decisions before the first sortie line."""


def picture_of(
    moment: Any, journal: Iterable[JournalEntry], charts: LoadedCharts, chosen: Chosen | None
) -> NDArray[np.uint8]:
    """Draw a moment."""
    return picture.render(moment.mat, journal, moment.legal, charts, chosen=chosen)


def has_room(entries: Iterable[JournalEntry]) -> bool:
    """Whether one picture has room for these entries."""
    return len(broken_lines(boxes.JOURNAL, picture.journal_texts(entries))) <= room_for_lines(boxes.JOURNAL)


def of_line(mat: Any, journal: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the entries of the sortie line of a mat."""
    place = int(mat["career"]["month"]), int(mat["career"]["line"])
    return [entry for entry in journal if (entry.month, entry.line) == place]


def sortie_pages(moment: Any, journal: Sequence[JournalEntry], charts: LoadedCharts) -> list[Page]:
    """Return the pages of flown sorties that have ended."""
    flown = [line for line in moment.lines if line["status"] == "flown"]
    return [(page.title, page.sections) for page in debriefs(flown, journal)] if flown else []


def career_page(flight: Any) -> Page:
    """Return the page of the end of an episode."""
    mat, charts = flight.moments[-1].mat, flight.charts
    lines = [line for moment in flight.moments for line in moment.lines]
    return score_words(mat, charts), career_debrief(mat, lines)


FILM = FilmParts(
    palette=(*colours.PLAIN_COLOURS, *code_colours.MAT_COLOURS),
    openings=frozenset(decision.name for decision in OPENINGS),
    minor=frozenset(),
    picture=picture_of,
    worth_reading=worth_reading,
    has_room=has_room,
    rest_of_line=of_line,
    start_of_line=of_line,
    pages=sortie_pages,
    last_page=career_page,
)
"""The parts of films."""
