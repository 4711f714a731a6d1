"""Fuzz the charts, the files or the states of play: random ones, until one does what nothing may do.

::

    python -m tools.fuzz charts --decisions 20000000
    python -m tools.fuzz charts --charts FOLDER --war 2,0,1,1,0,1,17
    python -m tools.fuzz files --files 10000 --seed 1
    python -m tools.fuzz files --kinds replay entry --keep FOLDER
    python -m tools.fuzz states --seconds 600

``charts`` makes random chart folders that the loader accepts, and plays at random under them. The wars cover all four
scales, the operations and both durations. A policy that flies plays half of them. After each decision, every field of
the mat must be in its range. No rule may use an index out of bounds, and negative indices count as out of bounds. Plain
Python plays a share of the decisions, with warnings as errors. Some steps go through the environments: observations
must lie in their space, and states must survive being saved and restored. A long run must contain every decision, every
effect of a card and every kind of journal entry. The first violation ends the run with exit status 1. Its charts are
kept, and the command that repeats it is printed.

``files`` damages files of every kind that a user can name, and reads them. Each must either be read or be refused with
one line that names it.

``states`` changes values in states of play. Each state must be refused in one line, or be played on. A crash or a hang
ends the process with a traceback; the file of ``--case`` names what it tried.
"""

import argparse
import faulthandler
import json
import sys
from pathlib import Path

from tests.support import states
from tests.support.fuzzing.foreign import KINDS, FoundError, fuzz_kind
from tests.support.fuzzing.ways import LONG, cache_root, fuzz, repeat
from tests.support.wars import read_war


def at_least_one(word: str) -> int:
    """Return a number of decisions."""
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed is a whole number, 1 or more")
    return int(word)


def war_name(text: str) -> str:
    """Return the name of a war, spelled as a violation prints it."""
    try:
        return read_war(text).name()
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def read_options(arguments: list[str] | None) -> argparse.Namespace:
    """Return the options of the command line; ``kind`` names the fuzzer."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    charts = kinds.add_parser("charts", help="random chart folders, and random play under them")
    charts.add_argument("--decisions", type=at_least_one, default=LONG, help=f"decisions to play (default: {LONG:,})")
    charts.add_argument("--charts", type=Path, help="play only under the charts of this folder")
    charts.add_argument("--war", type=war_name, help="with --charts: play only this war")
    charts.add_argument(
        "--plain", action="store_true", help="with --charts: play in plain Python, which names the rule that fails"
    )
    charts.add_argument(
        "--keep", type=Path, help="folder for charts that lead to a violation (default: the cache folder)"
    )
    files = kinds.add_parser("files", help="damaged files of every kind that a user can name")
    files.add_argument("--files", type=at_least_one, default=1000, help="damaged files of each kind (default: 1000)")
    files.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), help="kinds of file (default: all)")
    files.add_argument("--keep", type=Path, help="folder for files that were neither read nor refused")
    changed = kinds.add_parser("states", help="states of play with changed values")
    changed.add_argument("--seconds", type=float, default=60.0, help="how long (default: 60)")
    changed.add_argument("--case", type=Path, default=Path("state-case.json"), help="a file for what is being tried")
    changed.add_argument("--show", action="store_true", help="show what stopped in play")
    for one in (charts, files, changed):
        one.add_argument("--seed", type=int, default=0, help="seed of the first one (default: 0)")
    options = parser.parse_args(arguments)
    if options.kind == "charts":
        if options.charts and not options.charts.is_dir():
            parser.error(f"--charts: {options.charts} is no folder")
        if (options.war or options.plain) and not options.charts:
            parser.error("--war and --plain: only with --charts")
    return options


def fuzz_charts(options: argparse.Namespace) -> int:
    """Play under random charts. Return the exit status."""
    keep = (options.keep or cache_root() / "found").resolve()
    try:
        if options.charts:
            return repeat(options.charts, options.war, options.plain, keep)
        return fuzz(options.decisions, options.seed, keep, sys.stderr.isatty())
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 2


def fuzz_files(options: argparse.Namespace) -> int:
    """Read damaged files. Return the exit status."""
    status = 0
    for name in options.kinds:
        try:
            outcomes = fuzz_kind(name, options.files, options.seed, options.keep)
        except FoundError as error:
            print(error, file=sys.stderr)
            status = 1
            continue
        print(f"{name}: {outcomes['refused']:,} refused, {outcomes['read']:,} read", flush=True)
    return status


def fuzz_states(options: argparse.Namespace) -> int:
    """Play on from changed states. Return the exit status."""
    faulthandler.enable()
    print(json.dumps(states.fuzz(options.seed, options.seconds, options.case, options.show)))
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run a fuzzer. Return the exit status: 1 if something was found."""
    options = read_options(arguments)
    try:
        return {"charts": fuzz_charts, "files": fuzz_files, "states": fuzz_states}[options.kind](options)
    except KeyboardInterrupt:
        print("stopped; nothing was found so far")
        return 130


if __name__ == "__main__":
    sys.exit(main())
