"""``python -m stuka_env.charts [CHART] [--charts DIR]``: print a chart, or the list of them, with provenance."""

import argparse
import sys
from collections.abc import Sequence

from stuka_env.charts.loader import LoadedCharts, load_charts
from stuka_env.charts.show import chart_text, overview
from stuka_env.charts.table import ChartError

BAD_ARGUMENT = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was asked for. Returns the exit status: 0, or 2 after one line on what was wrong."""
    parser = argparse.ArgumentParser(prog="python -m stuka_env.charts", description="Print the charts with provenance.")
    parser.add_argument("chart", nargs="?", help="a chart such as a2_accuracy or a2; without it, the list of charts")
    parser.add_argument("--charts", metavar="DIR", help="folder with chart files that replace ours")
    options = parser.parse_args(arguments)
    try:
        charts = load_charts(options.charts)
        print(overview(charts) if options.chart is None else chart_text(charts, find(charts, options.chart)))
    except ChartError as error:
        print(error, file=sys.stderr)
        return BAD_ARGUMENT
    return 0


def find(charts: LoadedCharts, asked: str) -> str:
    """Name of the chart that was asked for, in full or by its number ("A2"). Raises ChartError."""
    wanted = asked.lower().removesuffix(".toml")
    for name in charts.files:
        if wanted in (name, name.partition("_")[0]):
            return name
    raise ChartError(f"chart: expected one of {', '.join(charts.files)}, got {asked!r}")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
