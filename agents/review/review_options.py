"""The options of ``stuka review``. They are separate from the command, so that ``--help`` needs no optional package."""

import argparse

from stuka_env.io.command_line import add_threads
from stuka_env.io.cores import thread_count

DEFAULT_SECONDS = 120.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stuka review`` to a parser."""
    parser.add_argument("file", metavar="FILE", help="a replay, or a war saved by stuka play")
    parser.add_argument(
        "--policies", nargs="+", metavar="NAME",
        help="policies that fly the same war and suggest alternatives "
        "(default: the reference script and the next best policy of the game)",
    )  # fmt: skip
    parser.add_argument(
        "--seconds", type=_seconds, default=DEFAULT_SECONDS, metavar="S",
        help="approximate time for flying futures (default: %(default)g)",
    )  # fmt: skip
    add_threads(parser, thread_count())
    parser.add_argument("--output", metavar="PAGE", help="path of the page (default: FILE's name with -review.html)")
    parser.add_argument("--no-open", action="store_true", help="do not open the page in a browser")
    parser.add_argument("--json", metavar="FILE", help="also write the figures as JSON")
    parser.add_argument("--charts", metavar="DIR", help="a folder of charts in place of the one that the war names")


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = 0.0
    if not 1 <= seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed is a number from 1 to 86400")
    return seconds
