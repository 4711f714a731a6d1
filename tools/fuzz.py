"""Fuzz the charts: random chart folders that the loader accepts, and random play under them.

::

    python -m tools.fuzz --decisions 20000000
    python -m tools.fuzz --charts FOLDER --war 2,0,1,1,0,1,17

The wars cover all four scales, the operations and both durations. A policy that flies plays half of them. After each
decision, every field of the mat must be in its range. No rule may use an index out of bounds, and negative indices
count as out of bounds. Plain Python plays a share of the decisions, with warnings as errors. Some steps go through the
environments: observations must lie in their space, and states must survive being saved and restored. A long run must
contain every decision, every effect of a card and every kind of journal entry.

The first violation ends the run with exit status 1. Its charts are kept, and the command that repeats it is printed.
"""

import argparse
import sys
from pathlib import Path

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


def main(arguments: list[str] | None = None) -> int:
    """Run the fuzzer. Return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--decisions", type=at_least_one, default=LONG, help=f"decisions to play (default: {LONG:,})")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first folder (default: 0)")
    parser.add_argument("--charts", type=Path, help="play only under the charts of this folder")
    parser.add_argument("--war", type=war_name, help="with --charts: play only this war")
    parser.add_argument(
        "--plain", action="store_true", help="with --charts: play in plain Python, which names the rule that fails"
    )
    parser.add_argument(
        "--keep", type=Path, help="folder for charts that lead to a violation (default: the cache folder)"
    )
    options = parser.parse_args(arguments)
    if options.charts and not options.charts.is_dir():
        parser.error(f"--charts: {options.charts} is no folder")
    if (options.war or options.plain) and not options.charts:
        parser.error("--war and --plain: only with --charts")
    keep = (options.keep or cache_root() / "found").resolve()
    try:
        if options.charts:
            return repeat(options.charts, options.war, options.plain, keep)
        return fuzz(options.decisions, options.seed, keep, sys.stderr.isatty())
    except KeyboardInterrupt:
        print("stopped; nothing was found so far")
        return 130
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
