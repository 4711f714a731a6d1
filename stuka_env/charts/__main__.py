"""``python -m stuka_env.charts``: print the charts with provenance, copy them to edit, compare yours with ours."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from stuka_env.charts.compare import comparison
from stuka_env.charts.copying import write_copies
from stuka_env.charts.loader import LoadedCharts, load_charts
from stuka_env.charts.show import chart_text, overview
from stuka_env.charts.table import ChartError

BAD_ARGUMENT = 2
COMMAND = "python -m stuka_env.charts"


class Parser(argparse.ArgumentParser):
    """A command line that refuses in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and stop."""
        self.exit(BAD_ARGUMENT, f"{self.prog}: {message}; see --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what was asked for. Returns the exit status: 0, or 2 after one line on what was wrong."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.check is not None and options.chart is not None:
        parser.error(f"--check compares a whole folder: expected no chart, got {options.chart!r}")
    try:
        print(_answer(options))
    except ChartError as error:
        print(error, file=sys.stderr)
        return BAD_ARGUMENT
    return 0


def _parser() -> Parser:
    parser = Parser(prog=COMMAND, description="Print the charts with provenance; copy them, or compare your own.")
    parser.add_argument("chart", nargs="?", help="a chart such as a2_accuracy or a2; without it, the list of charts")
    folder = parser.add_mutually_exclusive_group()
    folder.add_argument("--charts", metavar="DIR", help="print the charts with those in this folder in place of ours")
    folder.add_argument(
        "--new", metavar="DIR", help="write a commented copy of the charts, or of CHART, to a new folder"
    )
    folder.add_argument(
        "--check", metavar="DIR", help="check the charts in this folder and list what differs from ours"
    )
    return parser


def _answer(options: argparse.Namespace) -> str:
    """What to print. Raises ChartError."""
    if options.new is not None:
        return _copied(Path(options.new), options.chart)
    if options.check is not None:
        return comparison(load_charts(), load_charts(options.check))
    charts = load_charts(options.charts)
    return overview(charts) if options.chart is None else chart_text(charts, find(charts, options.chart))


def _copied(folder: Path, asked: str | None) -> str:
    ours = load_charts()
    names = list(ours.files) if asked is None else [find(ours, asked)]
    write_copies(folder, names)
    files = f"{names[0]}.toml" if len(names) == 1 else f"{len(names)} chart files"
    return f"{files} written to {folder}; edit, then check: {COMMAND} --check {folder}"


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
