"""Print the calibration table of the charts: ``python -m tools.calibration [--operations N] [--charts DIR]``.

Every script flies the same wars of Regular Barbarossa. The first rows are the bands that the charts are calibrated to.
A second table holds chances that follow from the charts alone.
"""

import argparse
import os
import sys

from tqdm import tqdm

from agents.evaluation.tables import aligned
from agents.games.stuka.evaluation.calibration import DOCTRINE_BAND, Calibration, calibrate
from agents.games.stuka.players import SCRIPTS
from stuka_env.games.stuka.charts import ChartError, LoadedCharts, load_charts
from stuka_env.games.stuka.charts.chances import large_share, no_fly_share, through_share
from stuka_env.games.stuka.codes import SEGMENT_TITLES, Segment

DEFAULT_OPERATIONS = 2_000
FIGURE_COLUMNS = ("policy", "land mission", "destroyed", "+7 bonus", "operation")


def band_text(figure: str, form: str) -> str:
    """Return the band of one of doctrine's figures as text."""
    low, high = DOCTRINE_BAND[figure]
    return f"{low:{form}} to {high:{form}}"


BANDS = (
    ("wanted: doctrine", band_text("land_score", "g"), band_text("destroyed", "g"), band_text("best_bonus", ".0%"), ""),
    ("wanted: random_flyer", "32 to 46", "clearly more", "under 5%", ""),
)


def row(policy: str, figures: Calibration) -> tuple[str, ...]:
    """Return the table row of one policy."""
    cells = (f"{figures.land_score:.1f}", f"{figures.destroyed:.2f}", f"{figures.best_bonus:.1%}")
    return (policy, *cells, f"{figures.score:.1f}")


def shares(charts: LoadedCharts) -> list[tuple[str, ...]]:
    """Return a table with the chances in each segment that follow from the charts alone."""
    rows: list[tuple[str, ...]] = [("segment", "fighters get through", "No-Fly", "Large")]
    for segment in Segment:
        values = (through_share(charts, segment), no_fly_share(charts, segment), large_share(charts, segment))
        rows.append((SEGMENT_TITLES[segment], *(f"{value:.1%}" for value in values)))
    return rows


def main() -> int:
    """Fly the wars and print both tables. Return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--operations",
        type=int,
        default=DEFAULT_OPERATIONS,
        help=f"operations of each policy (default: {DEFAULT_OPERATIONS})",
    )
    parser.add_argument("--charts", help="folder with your own chart files")
    options = parser.parse_args()
    if options.operations < 1:
        parser.error("--operations: at least 1")
    try:
        charts = load_charts(options.charts)
    except ChartError as error:
        parser.error(str(error))
    rows: list[tuple[str, ...]] = [FIGURE_COLUMNS, *BANDS]
    with tqdm(total=options.operations * len(SCRIPTS), unit="war", smoothing=0) as bar:
        for policy in SCRIPTS:
            figures = calibrate(
                policy, options.operations, charts, num_threads=os.cpu_count() or 1, progress=bar.update
            )
            rows.append(row(policy, figures))
    print("\n".join([*aligned(rows), "", *aligned(shares(charts))]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
