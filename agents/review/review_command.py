"""``stuka review``: what a war that was flown could have come to."""

import argparse
import json
import os
from pathlib import Path

from tqdm import tqdm

from agents.review.flown_war import read_flown_war
from agents.review.review import (
    account_words,
    as_json,
    for_the_page,
    loss_words,
    losses_title,
    page_path,
    review_war,
    score_words,
    usual_policies,
)
from agents.stopping import Stop
from stuka_env.files import write_whole
from stuka_env.watch.page import NamedReplay, page_of

SECONDS = 120.0
STOPPING = "stopping; what has been flown counts. Ctrl-C again stops at once"
SHOWN = 10
"""Decisions that are told in the terminal; the page has all."""


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


def run(given: argparse.Namespace) -> int:
    """Review the war; print what there is to say, write the page."""
    war = read_flown_war(given.file, given.charts)
    names = given.policies or usual_policies(war.scenario.scale)
    page = Path(given.output or page_path(given.file))
    with Stop(STOPPING) as asked, tqdm(total=100, desc=war.name, unit="%", disable=None, leave=False) as bar:
        review = review_war(
            war, names, given.seconds, given.threads, lambda share: bar.update(round(100 * share) - bar.n),
            lambda: asked.asked,
        )  # fmt: skip
    print(score_words(review))
    if review.account is not None:
        print(account_words(review.account))
    print(losses_title(review))
    costly = sorted(review.verdicts.losses, key=lambda loss: -loss.cost)
    for loss in costly[:SHOWN]:
        print(f"- {loss_words(war, loss)}")
    try:
        write_whole(
            page,
            page_of([NamedReplay(Path(given.file).name, war.replay, war.ending, for_the_page(review))], given.charts),
        )
        if given.json:
            write_whole(given.json, json.dumps(as_json(review), indent=1) + "\n")
    except OSError as error:
        raise ValueError(f"{os.fspath(page)!r} cannot be written ({error.strerror})") from None
    print(f"written: {page}")
    return 0
