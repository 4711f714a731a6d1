"""The pages of the charts of every game: each chart as a table with the source of each cell, and chances."""

from collections.abc import Callable
from functools import partial
from typing import Any

from stuka_env.charts import show
from stuka_env.game import room_of
from stuka_env.games.interceptor import charts as careers
from stuka_env.games.interceptor.charts.words import MONTH_NAMES, TARGET_ZONE_NAMES
from stuka_env.games.interceptor.codes import (
    CARDS,
    DESTROYED,
    GROUP_DAMAGE,
    Meeting,
    Month,
    Orientation,
    TargetZone,
)
from stuka_env.games.stuka.charts import large_share, no_fly_share, through_share
from stuka_env.games.stuka.codes import SEGMENT_TITLES, Segment
from tools.generated import LEFT, RIGHT, Text, games_with, page_of, pages_with, table


def overview(game: str) -> str:
    """Return how to read the tables, and the list of all charts."""
    return f"\n{show.LEGEND}\n\n{show.overview_markdown(room_of(game, 'charts').load_charts())}"


def all_charts(game: str) -> str:
    """Return all charts as tables."""
    charts = room_of(game, "charts").load_charts()
    return "\n" + "\n".join(show.chart_markdown(charts, name) for name in charts.files)


def chances(game: str, tables: Callable[[Any], list[str]]) -> str:
    """Return the tables of the chances that follow from the charts of a game."""
    return "\n".join(["", *tables(room_of(game, "charts").load_charts())])


def segments(charts: Any) -> list[str]:
    """Return the table of the chances in each segment of the first game."""
    rows = []
    for segment in Segment:
        shares = no_fly_share(charts, segment), large_share(charts, segment), through_share(charts, segment)
        rows.append([SEGMENT_TITLES[segment], *(f"{100 * share:.1f} %" for share in shares)])
    return table(["segment", "No-Fly", "Large of land missions", "fighters get through"], rows)


def percent(share: float) -> str:
    """Return a share as the text of a cell."""
    return f"{100 * share:.0f} %"


def raids(charts: Any) -> list[str]:
    """Return the table of the raids of each month of the second game."""
    rows = [
        [
            name,
            *(
                percent(careers.zone_share(charts, Month(month), TargetZone(zone)))
                for zone in TARGET_ZONE_NAMES.values()
            ),
            percent(careers.escorted_share(charts, Month(month))),
        ]
        for name, month in MONTH_NAMES.items()
    ]
    return table(["month", *TARGET_ZONE_NAMES, "escorted"], rows, [LEFT, *[RIGHT] * (len(TARGET_ZONE_NAMES) + 1)])


def meetings(charts: Any) -> list[str]:
    """Return the table of the results of B1, by month."""
    orientations = [orientation for orientation in Orientation if orientation >= 0]
    others = (Meeting.SWEEP, Meeting.NOT_LOCATED)
    rows = [
        [
            name,
            *(percent(careers.orientation_share(charts, Month(month), each)) for each in orientations),
            *(percent(careers.meeting_share(charts, Month(month), each)) for each in others),
        ]
        for name, month in MONTH_NAMES.items()
    ]
    words = [each.name.replace("_", " ").lower() for each in (*orientations, *others)]
    return table(["month", *words], rows, [LEFT, *[RIGHT] * len(words)])


def deck(charts: Any) -> list[str]:
    """Return the attack results on the cards by firepower column, and the mean of the defensive fire."""
    rows = []
    for place, column in enumerate(charts.record["columns"].tolist()):
        counts = careers.fire_counts(charts, place)
        rows.append([column, f"{careers.mean_hits(charts, place):.2f}", counts[GROUP_DAMAGE], counts[DESTROYED]])
    return [
        f"Attack results on the {CARDS} cards, by firepower column. The mean is over the cards with a number of hits:",
        "",
        *table(["column", "mean hits", "GP", "DE"], rows, [RIGHT] * 4),
        f"The mean of the defensive fire is {careers.mean_defensive_fire(charts):.2f} hits.",
        "",
    ]


CHANCES: dict[str, dict[str, Callable[[Any], list[str]]]] = {
    "stuka": {"segments": segments},
    "interceptor": {"raids": raids, "meetings": meetings, "deck": deck},
}
"""Parts with the chances that follow from the charts of a game, by game; other games have none."""


def chart_parts(game: str) -> dict[str, Text]:
    """Return the generated parts of the page of a game."""
    following = {name: partial(chances, game, tables) for name, tables in CHANCES.get(game, {}).items()}
    return {"overview": partial(overview, game), **following, "charts": partial(all_charts, game)}


PAGES = pages_with({page_of(game, "charts"): chart_parts(game) for game in games_with("charts")})
