"""Write ``docs/interceptor_charts.md``: every chart of the second game as a table with the source of each cell.

``--check`` writes nothing and exits with 1 if the page is stale.
"""

import sys
from collections.abc import Sequence

from stuka_env.charts import show
from stuka_env.games.interceptor.charts import load_charts
from stuka_env.games.interceptor.charts.chances import (
    escorted_share,
    fire_counts,
    mean_defensive_fire,
    mean_hits,
    meeting_share,
    orientation_share,
    zone_share,
)
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
from tools import ROOT
from tools.generated import RIGHT, table, write_page

PAGE = ROOT / "docs" / "interceptor_charts.md"
INTERCEPTOR_INTRODUCTION = f"""# The charts of Interceptor Ace

<!-- Written by tools/interceptor_charts_doc.py; run it again after changing a chart. -->

The text of the second game's rulebook is public. Its charts (A1 to W1), its combat cards and its aircraft mats are not.
The charts on this page are therefore a **reconstruction**, not the printed charts. Cells that the text or its worked
examples fix have exactly that value and cite their section and line. The other cells are ours: plausible for the date,
and calibrated by simulation.

Charts are data: one TOML file each under `stuka_env/games/interceptor/charts/data/`. If you own the game, you can
replace any of them, cards and aircraft included:

1. `stuka charts --game interceptor --new DIR` copies the charts into a new folder, with a comment on every key.
   `--new DIR b7` copies a single chart. A folder may hold any subset of the files. The other charts stay ours.
2. Replace our values by the printed ones.
3. `stuka charts --game interceptor --check DIR` refuses a file that is incomplete or holds an impossible value. The
   message names the file, the cell and the allowed values. If the files are in order, the command lists the cells that
   differ from ours.

`stuka charts --game interceptor` lists the charts. `stuka charts --game interceptor b7` prints one, and `--all` prints
all. A key for a roll may name several totals with the same result, such as `"2-9"`.

L numbers are lines of the rulebook's text. IQ numbers are rulings on questions that the rulebook leaves open.

{show.LEGEND}
"""


def page() -> str:
    """Return the text of docs/interceptor_charts.md."""
    charts = load_charts()
    tables = "\n".join(show.chart_markdown(charts, name) for name in charts.files)
    return "\n".join([INTERCEPTOR_INTRODUCTION, show.overview_markdown(charts), *_chances(), tables])


def _chances() -> list[str]:
    charts = load_charts()
    head = ["month", *TARGET_ZONE_NAMES, "escorted"]
    raids = [
        [
            name,
            *(_percent(zone_share(charts, Month(month), TargetZone(zone))) for zone in TARGET_ZONE_NAMES.values()),
            _percent(escorted_share(charts, Month(month))),
        ]
        for name, month in MONTH_NAMES.items()
    ]
    columns = [
        [
            int(charts.record["columns"][column]),
            f"{mean_hits(charts, column):.2f}",
            fire_counts(charts, column)[GROUP_DAMAGE],
            fire_counts(charts, column)[DESTROYED],
        ]
        for column in range(len(charts.record["columns"]))
    ]
    return [
        "## Chances that follow",
        "",
        "Raids of a month by target zone, and raids that have an escort:",
        "",
        *table(head, raids, ["---", *[RIGHT] * (len(head) - 1)]),
        "Results of B1. The first 12 of a sortie is a random event instead of a sweep:",
        "",
        *_meetings(),
        f"Attack results on the {CARDS} cards, by firepower column. The mean is over the cards with a number of hits:",
        "",
        *table(["column", "mean hits", "GP", "DE"], columns, [RIGHT] * 4),
        f"The mean of the defensive fire is {mean_defensive_fire(charts):.2f} hits.",
        "",
    ]


def _meetings() -> list[str]:
    """Return the table of the results of B1, by month."""
    charts = load_charts()
    orientations = [orientation for orientation in Orientation if orientation >= 0]
    rows = [
        [
            name,
            *(_percent(orientation_share(charts, Month(month), orientation)) for orientation in orientations),
            *(_percent(meeting_share(charts, Month(month), it)) for it in (Meeting.SWEEP, Meeting.NOT_LOCATED)),
        ]
        for name, month in MONTH_NAMES.items()
    ]
    words = [orientation.name.replace("_", " ").lower() for orientation in orientations]
    return table(["month", *words, "sweep", "not located"], rows, ["---", *[RIGHT] * (len(words) + 2)])


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the page. Return the exit status."""
    return write_page("interceptor_charts_doc", PAGE, page, arguments)


if __name__ == "__main__":
    sys.exit(main())
