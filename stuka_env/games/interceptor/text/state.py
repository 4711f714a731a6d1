"""The mat and the open decision in words, without the columns of the text for a screen."""

from typing import Any

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.drawing import text
from stuka_env.text.parts import Section, sections_of


def state_words(mat: Any, charts: LoadedCharts) -> dict[str, Section]:
    """Return the mat in words by section."""
    career = " ".join(text.heading(mat, charts)[0].removeprefix("INTERCEPTOR ACE").split())
    lines = [
        *text.career_lines(mat, charts),
        *text.pilot_lines(mat),
        *text.crew_lines(mat, charts),
        *text.aircraft_lines(mat, charts),
        *text.sortie_lines(mat, charts),
        *text.bomber_lines(mat, charts),
        *text.fighter_lines(mat, charts),
        *text.card_lines(mat, charts)[:1],
        *text.desk_lines(mat, charts),
    ]
    return {"Episode": career, **sections_of(lines), "Cards face up": list(text.card_words(mat, charts))}
