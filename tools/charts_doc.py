"""Write ``docs/charts.md``: every chart as a table with the source of each cell.

``--check`` writes nothing and exits with 1 if the page is stale.
"""

import sys
from collections.abc import Sequence

from stuka_env.charts import show
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.charts.bank import BANK, BANK_PARTS
from stuka_env.games.stuka.charts.chances import large_share, no_fly_share, through_share
from stuka_env.games.stuka.codes import SEGMENT_TITLES, Segment
from tools import ROOT
from tools.generated import write_page

PAGE = ROOT / "docs" / "charts.md"
INTRODUCTION = f"""# The charts

<!-- Written by tools/charts_doc.py; run it again after changing a chart. -->

The rulebook's text is public, but its charts (A1 to C10) and its event cards are not. The charts on this page are
therefore a **reconstruction**, not the printed charts. Cells that the text or its worked examples fix have exactly that
value and cite their section. The other cells are ours: plausible for the date, and calibrated by running the game.

Charts are data: one TOML file each under `stuka_env/games/stuka/charts/data/`. If you own the game, you can replace
any of them:

1. `stuka charts --new DIR` copies the charts into a new folder, with a comment on every key. `--new DIR a2` copies a
   single chart. A folder may hold any subset of the files. The other charts stay ours.
2. Replace our values by the printed ones.
3. `stuka charts --check DIR` refuses a file that is incomplete or holds an impossible value. The message names the
   file, the cell and the allowed values. If the files are in order, the command lists the cells that differ from ours.
4. Name the folder wherever charts are an option: `charts=DIR`, `--charts DIR`. Replays and saved agents record the
   SHA-256 of the charts in force.

`stuka charts` lists the charts, `stuka charts a2` prints one, and `stuka charts --all` prints all, as wide as the
terminal. `--charts DIR` prints those of a folder. A line of a table is one die total, or several with the same result.

Scores are comparable only under the same charts, so every result names their SHA-256. In a study of 50
other plausible sets of charts, `old_hand` was the best script every time ([results](results.md)). The script `champion`
was not in that study.

{show.LEGEND}
"""
BANK_TEXT = f"""\
## Other plausible charts

The printed charts are not ours, and an agent that knows only ours may fail under them. So the package has a bank of
{BANK.size} other plausible sets: {len(BANK_PARTS["training"])} for training, {len(BANK_PARTS["selection"])} to choose
between agents, and {len(BANK_PARTS["evaluation"])} for evaluation. No set is in two parts. `charts="random"` draws one
for each war ([environments](environment.md#arguments)), and `evaluate.py --track charts` flies those of evaluation
([leaderboard](leaderboard.md)).

A set moves reconstructed cells of our charts up or down by one step, never printed or derived cells. Cells that rise or
fall in our charts still do. At least half of the reconstructed cells moved. The shares that charts alone decide are
plausible: fighters that get through, No-Flys, Large targets. `doctrine` scores and loses about as much as under ours.
The levels of victory and the names of cards are the same in all sets.

`stuka charts --charts bank:DIGEST` prints a set. A set is found by its digest as long as the bank has it.
`python -m tools.chart_bank` draws the bank again.
"""


def page() -> str:
    """Return the text of docs/charts.md."""
    charts = load_charts()
    tables = "\n".join(show.chart_markdown(charts, name) for name in charts.files)
    return "\n".join([INTRODUCTION, show.overview_markdown(charts), BANK_TEXT, _odds(), tables])


def _odds() -> str:
    charts = load_charts()
    lines = ["## Chances that follow", "", "| segment | No-Fly | Large of land missions | fighters get through |"]
    lines += ["| --- | --- | --- | --- |"]
    for segment in Segment:
        shares = no_fly_share(charts, segment), large_share(charts, segment), through_share(charts, segment)
        lines.append(f"| {SEGMENT_TITLES[segment]} | " + " | ".join(f"{100 * share:.1f} %" for share in shares) + " |")
    lines += [
        "",
        "Fighters get through: share of zones entered, out and home, in which a fighter is left after the escorts.",
        "",
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the page. Return the exit status."""
    return write_page("charts_doc", PAGE, page, arguments)


if __name__ == "__main__":
    sys.exit(main())
