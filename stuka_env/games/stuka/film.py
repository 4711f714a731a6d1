"""Films of wars: the mission that an entry of the journal belongs to, and the pages between."""

from collections.abc import Iterable, Sequence
from typing import Any

from stuka_env.game import FilmParts, Page
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import SEATING
from stuka_env.games.stuka.words.debrief import by_mission, debriefs
from stuka_env.games.stuka.words.journal import JournalEntry
from stuka_env.games.stuka.words.war_debrief import war_debrief


def rest_of_mission(mat: Any, journal: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the entries that still belong to the mission before them."""
    return by_mission(journal)[0]


def start_of_mission(mat: Any, journal: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the entries that already belong to the mission after them."""
    return by_mission(journal)[-1]


def mission_pages(moment: Any, journal: Sequence[JournalEntry], charts: LoadedCharts) -> list[Page]:
    """Return the pages of flown missions that have ended, and of a segment."""
    war = moment.mat["war"]
    ended = debriefs(
        moment.lines,
        moment.journal,
        journal,
        over=int(war["mission_of_war"]),
        scale=int(war["scale"]),
        kill_points=int(charts.record["kill_points"]),
    )
    return [(page.title, page.sections) for page in ended if page.flown]


def war_page(flight: Any) -> Page:
    """Return the page of the end of a war."""
    mat, charts = flight.moments[-1].mat, flight.charts
    score = int(mat["track"]["result"])
    return f"final score {score}, {charts.names.victory_level(score)}", war_debrief(mat, charts)


FILM = FilmParts(
    minor=frozenset(decision.name for decision in SEATING),
    rest_of_line=rest_of_mission,
    start_of_line=start_of_mission,
    pages=mission_pages,
    last_page=war_page,
)
"""The parts of films."""
