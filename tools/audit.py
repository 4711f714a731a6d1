"""Play random episodes of a game and check the mat at every decision for impossible values.

::

    python -m tools.audit --decisions 10000000
    python -m tools.audit --game interceptor --decisions 10000000
    python -m tools.audit --game interceptor --plain --decisions 1000000

The wars of the first game cover all four scales, the three operations, both durations and several ways to choose at
random. Half of them begin with people of any experience and stress, so that Elite and Hero pilots occur too. The
episodes of the second game cover its three scales, first months, tracks, options and rewards. Play and checks are
compiled. Plain Python computes the result of every episode again from its log sheet. ``--plain`` compares every state
of the compiled rules with plain Python. The first violation ends the audit with exit status 1 and prints the command
that repeats it.
"""

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.support import auditing, wars
from tests.support.interceptor import auditing as interceptor

PERIOD = 0.5
"""Seconds between two updates of the progress line."""
Progress = Callable[[int, int], None]


class AuditedGame(NamedTuple):
    """The audit of a game."""

    audit: Callable[[int, int, Progress | None], Any]
    audit_one: Callable[[Any], Any]
    read: Callable[[str], Any]


AUDITED_GAMES = {
    "stuka": AuditedGame(auditing.audit, auditing.audit_one, wars.read_war),
    "interceptor": AuditedGame(interceptor.audit, interceptor.audit_one, interceptor.read_episode),
}


def progress_line() -> Progress:
    """Return a callback that shows the progress on the terminal."""
    started = shown = time.monotonic()

    def on_progress(decisions: int, episodes: int) -> None:
        nonlocal shown
        if time.monotonic() - shown > PERIOD:
            shown = time.monotonic()
            rate = decisions / (shown - started)
            print(f"\r{decisions:,} decisions in {episodes:,} episodes, {rate:,.0f}/s ", end="", flush=True)

    return on_progress


def read_options(arguments: list[str] | None) -> argparse.Namespace:
    """Return the options of the command line; ``war`` is the episode that it names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--game", choices=list(AUDITED_GAMES), default="stuka", help="game to play (default: stuka)")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="decisions to play (default: 1,000,000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first episode (default: 0)")
    parser.add_argument("--war", help="play only this episode, named as in a violation")
    parser.add_argument("--plain", action="store_true", help="compare the second game's rules with plain Python")
    options = parser.parse_args(arguments)
    if options.plain and options.game == "stuka":
        parser.error("--plain: got the game stuka; allowed is interceptor")
    if options.war is not None:
        try:
            options.war = AUDITED_GAMES[options.game].read(options.war)
        except ValueError as error:
            parser.error(f"argument --war: {error}")
    return options


def run(options: argparse.Namespace, progress: Progress | None) -> Any:
    """Return the outcome of the audit that the options name."""
    game = AUDITED_GAMES[options.game]
    if options.war is not None:
        return game.audit_one(options.war)
    if options.plain:
        return interceptor.compare_with_plain(options.decisions, options.seed, progress)
    return game.audit(options.decisions, options.seed, progress)


def repeat_words(options: argparse.Namespace, outcome: Any) -> str:
    """Return the options that repeat an error."""
    game = "" if options.game == "stuka" else f"--game {options.game} "
    return (
        f"{game}--plain --decisions 1 --seed {outcome.war.seed}"
        if options.plain
        else f"{game}--war {outcome.war.name()}"
    )


def main(arguments: list[str] | None = None) -> int:
    """Run the audit. Return the exit status."""
    options = read_options(arguments)
    started, terminal = time.monotonic(), sys.stdout.isatty()
    try:
        outcome = run(options, progress_line() if terminal else None)
    except KeyboardInterrupt:
        print(f"\nstopped after {time.monotonic() - started:.1f} s; nothing was found so far")
        return 130
    end = "\r" if terminal else ""
    if outcome.war is not None:
        print(f"{end}after {outcome.decisions:,} decisions, war {outcome.wars:,}: {outcome.error}", file=sys.stderr)
        print(f"  repeat it: python -m tools.audit {repeat_words(options, outcome)}", file=sys.stderr)
        return 1
    seconds = time.monotonic() - started
    print(f"{end}{outcome.decisions:,} decisions in {outcome.wars:,} wars in {seconds:.1f} s: no violation")
    return 0


if __name__ == "__main__":
    sys.exit(main())
