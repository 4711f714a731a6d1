"""Films of careers: the sortie line that an entry of the journal belongs to, and the pages between."""

from collections.abc import Iterable, Sequence
from typing import Any

from stuka_env.game import FilmParts, Page
from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import Decision
from stuka_env.games.interceptor.sheet import score_words
from stuka_env.games.interceptor.words.career_debrief import career_debrief
from stuka_env.games.interceptor.words.debrief import debriefs
from stuka_env.games.interceptor.words.journal import JournalEntry
from stuka_env.views.values import Values

OPENINGS = (Decision.TRACK, Decision.AIRCRAFT, Decision.SKILL)
"""Decisions before the first sortie line."""


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
    return score_words(Values(mat), charts), career_debrief(mat, lines)


FILM = FilmParts(
    openings=frozenset(decision.name for decision in OPENINGS),
    rest_of_line=of_line,
    start_of_line=of_line,
    pages=sortie_pages,
    last_page=career_page,
)
"""The parts of films."""
