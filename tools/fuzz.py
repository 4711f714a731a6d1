"""Fuzz the charts: random chart folders that the loader accepts, and random play under them.

::

    python -m tools.fuzz --decisions 20000000
    python -m tools.fuzz --charts FOLDER --war 2,0,1,1,0,1,17

All four scales, the operations, both lengths; half of the wars by a policy that flies. After each decision every field
of the mat is in its range; no rule may use an index out of bounds, a negative one among them. Besides, a share of the
decisions is played in plain Python with warnings as errors, and some steps through the environments themselves:
observations in their space, states that come back as they were. In the long run every decision, effect of a card and
kind of journal entry must occur. The first violation ends it with its charts kept and the line that repeats it, and
exit status 1.
"""

import argparse
import sys
from pathlib import Path

from tests.support.fuzzing.ways import LONG, cache_root, fuzz, repeat
from tests.support.wars import read_war


def whole(text: str) -> int:
    """A number of decisions: 1 or more."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number, 1 or more")
    return int(text)


def war_name(text: str) -> str:
    """The name of a war, as a violation prints it."""
    try:
        return read_war(text).name()
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def main(arguments: list[str] | None = None) -> int:
    """The command; its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--decisions", type=whole, default=LONG, help=f"how many decisions to play ({LONG:,})")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first folder (0)")
    parser.add_argument("--charts", type=Path, help="play under the charts of this folder only")
    parser.add_argument("--war", type=war_name, help="with --charts: play this war only")
    parser.add_argument("--plain", action="store_true", help="with --charts: in plain Python, which names the rule")
    parser.add_argument("--keep", type=Path, help="where charts that lead to a violation are kept (the cache folder)")
    chosen = parser.parse_args(arguments)
    if chosen.charts and not chosen.charts.is_dir():
        parser.error(f"--charts: {chosen.charts} is no folder")
    if (chosen.war or chosen.plain) and not chosen.charts:
        parser.error("--war and --plain: only with --charts")
    keep = (chosen.keep or cache_root() / "found").resolve()
    try:
        if chosen.charts:
            return repeat(chosen.charts, chosen.war, chosen.plain, keep)
        return fuzz(chosen.decisions, chosen.seed, keep, sys.stderr.isatty())
    except KeyboardInterrupt:
        print("stopped; nothing was found so far")
        return 130
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
