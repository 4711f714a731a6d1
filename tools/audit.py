"""Play random wars and check the mat at every decision for impossible values.

::

    python -m tools.audit --decisions 10000000

The wars cover all four scales, the three operations, both durations and several ways to choose at random. Half of them
begin with people of any experience and stress, so that Elite and Hero pilots occur too. Play and checks are compiled.
Plain Python computes the result of every war again from its log sheet. The first violation ends the audit with exit
status 1 and prints the command that repeats it.
"""

import argparse
import sys
import time
from collections.abc import Callable

from tests.support.auditing import audit, audit_one
from tests.support.wars import WarKind, read_war

PERIOD = 0.5
"""Seconds between two updates of the progress line."""


def war_of(text: str) -> WarKind:
    """Return the war that ``--war`` names."""
    try:
        return read_war(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def progress_line() -> Callable[[int, int], None]:
    """Return a callback that shows the progress on the terminal."""
    started = shown = time.monotonic()

    def on_progress(decisions: int, wars: int) -> None:
        nonlocal shown
        if time.monotonic() - shown > PERIOD:
            shown = time.monotonic()
            rate = decisions / (shown - started)
            print(f"\r{decisions:,} decisions in {wars:,} wars, {rate:,.0f}/s ", end="", flush=True)

    return on_progress


def main(arguments: list[str] | None = None) -> int:
    """Run the audit. Return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--decisions", type=int, default=1_000_000, help="decisions to play (default: 1,000,000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first war (default: 0)")
    parser.add_argument("--war", type=war_of, help="play only this war, named as in a violation")
    options = parser.parse_args(arguments)
    started, terminal = time.monotonic(), sys.stdout.isatty()
    try:
        progress = progress_line() if terminal else None
        outcome = audit_one(options.war) if options.war else audit(options.decisions, options.seed, progress)
    except KeyboardInterrupt:
        print(f"\nstopped after {time.monotonic() - started:.1f} s; nothing was found so far")
        return 130
    end = "\r" if terminal else ""
    if outcome.war is not None:
        print(f"{end}after {outcome.decisions:,} decisions, war {outcome.wars:,}: {outcome.error}", file=sys.stderr)
        print(f"  repeat it: python -m tools.audit --war {outcome.war.name()}", file=sys.stderr)
        return 1
    seconds = time.monotonic() - started
    print(f"{end}{outcome.decisions:,} decisions in {outcome.wars:,} wars in {seconds:.1f} s: no violation")
    return 0


if __name__ == "__main__":
    sys.exit(main())
