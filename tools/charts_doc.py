"""Write ``docs/charts.md``, every chart as a table with provenance; with ``--check``, exit 1 if it is stale."""

import sys
from collections.abc import Sequence

from stuka_env.charts import load_charts
from stuka_env.charts.chances import large_share, no_fly_share, through_share
from stuka_env.charts.show import LEGEND, chart_markdown, overview_markdown
from stuka_env.codes import SEGMENT_TITLES, Segment
from tools import ROOT
from tools.generated import write_page

PAGE = ROOT / "docs" / "charts.md"
INTRODUCTION = f"""# The charts

<!-- Written by tools/charts_doc.py; run it again after changing a chart. -->

The rulebook's text is public; its charts (A1 to C10) and its event cards are not. What stands here is therefore a
**reconstruction**: cells that the text or its worked examples fix are exactly so and cite their section, the others are
ours, chosen to be plausible for the date and calibrated by running the game. They are not the printed charts.

Charts are data: one TOML file each under `stuka_env/charts/`. If you own the game you can replace any of them:

1. `stuka charts --new DIR` copies them into a new folder, each key with a comment on what it means and
   may hold; with a chart (`--new DIR a2`) only that one. A folder may hold any subset of the files; the rest stay ours.
2. Write the printed values over ours.
3. `stuka charts --check DIR` refuses a file that is incomplete or says something a chart cannot say, with
   the file, the cell and what was expected; otherwise it lists the cells that differ from ours.
4. Name the folder wherever charts are asked for: `charts=DIR`, `--charts DIR`. The charts in force have a SHA-256 that
   replays and saved agents record.

`stuka charts` lists the charts, `stuka charts a2` prints one, `stuka charts --all` all of them, as wide as the
terminal; `--charts DIR` those of a folder. A line of a table is a die total, or the totals that are treated alike.

A score is a score under its charts, and comparable only under the same: their SHA-256 is written beside every result.
Under 50 other charts that could have been printed `old_hand` stays first of the scripts every time
([results](results.md)).

{LEGEND}
"""


def page() -> str:
    """The whole page."""
    charts = load_charts()
    tables = "\n".join(chart_markdown(charts, name) for name in charts.files)
    return "\n".join([INTRODUCTION, overview_markdown(charts), _odds(), tables])


def _odds() -> str:
    charts = load_charts()
    lines = ["## Chances that follow", "", "| segment | No-Fly | Large of land missions | fighters get through |"]
    lines += ["| --- | --- | --- | --- |"]
    for segment in Segment:
        shares = no_fly_share(charts, segment), large_share(charts, segment), through_share(charts, segment)
        lines.append(f"| {SEGMENT_TITLES[segment]} | " + " | ".join(f"{100 * share:.1f} %" for share in shares) + " |")
    lines += [
        "",
        "Fighters get through: share of zones entered, out and home, in which one is left after the escorts.",
        "",
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the page. Returns the exit status."""
    return write_page("charts_doc", PAGE, page, arguments)


if __name__ == "__main__":
    sys.exit(main())
