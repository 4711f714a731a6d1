"""Films of wars: their pictures, the mission that an entry of the journal belongs to, and the pages between."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.game import FilmParts, Page
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import SEATING
from stuka_env.games.stuka.drawing import boxes, code_colours, picture
from stuka_env.games.stuka.words.debrief import by_mission, debriefs
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.translation import worth_reading
from stuka_env.games.stuka.words.war_debrief import war_debrief
from stuka_env.render import colours
from stuka_env.render.decision import Chosen, broken_lines, room_for_lines


def picture_of(
    moment: Any, journal: Iterable[JournalEntry], charts: LoadedCharts, chosen: Chosen | None
) -> NDArray[np.uint8]:
    """Draw a moment."""
    return picture.render(moment.mat, journal, moment.legal, charts, chosen=chosen, crews=moment.crews)


def has_room(entries: Iterable[JournalEntry]) -> bool:
    """Whether one picture has room for these entries."""
    return len(broken_lines(boxes.JOURNAL, picture.journal_texts(entries))) <= room_for_lines(boxes.JOURNAL)


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
    palette=(*colours.PLAIN_COLOURS, *code_colours.MAT_COLOURS),
    openings=frozenset(),
    minor=frozenset(decision.name for decision in SEATING),
    picture=picture_of,
    worth_reading=worth_reading,
    has_room=has_room,
    rest_of_line=rest_of_mission,
    start_of_line=start_of_mission,
    pages=mission_pages,
    last_page=war_page,
)
"""The parts of films."""
