"""What ``stuka review`` takes; reading this needs no extra."""

import argparse
import os

SECONDS = 120.0


def add_arguments(words: argparse.ArgumentParser) -> None:
    """What ``stuka review`` takes."""
    words.add_argument("file", metavar="FILE", help="a replay, or a war that stuka play keeps")
    words.add_argument(
        "--policies", nargs="+", metavar="NAME",
        help="who flies the same war and says what else could have been done (default: old_hand and the trained agent)",
    )  # fmt: skip
    words.add_argument(
        "--seconds", type=_seconds, default=SECONDS, metavar="S",
        help="how long futures are flown, about (default: %(default)g)",
    )  # fmt: skip
    words.add_argument("--threads", type=_threads, default=os.cpu_count() or 1, metavar="N", help="default: all cores")
    words.add_argument("--output", metavar="PAGE", help="where the page goes (default: FILE's name, -review.html)")
    words.add_argument("--json", metavar="FILE", help="write the figures too")
    words.add_argument("--charts", metavar="DIR", help="a folder of charts in place of the one the war names")


def _seconds(word: str) -> float:
    """How long."""
    try:
        seconds = float(word)
    except ValueError:
        seconds = 0.0
    if not 1 <= seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed is a number from 1 to 86400")
    return seconds


def _threads(word: str) -> int:
    """How many."""
    if not word.isdecimal() or not 1 <= int(word) <= 1024:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed is a whole number from 1 to 1024")
    return int(word)
