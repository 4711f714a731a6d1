"""``python -m stuka_env watch FILE...``: make the page and open it."""

import argparse
import os
import tempfile
import webbrowser
from pathlib import Path

from stuka_env.charts import load_charts
from stuka_env.files import write_whole
from stuka_env.replay.command import verified
from stuka_env.replay.flight import refly
from stuka_env.watch.data import page_data, war
from stuka_env.watch.pack import Texts
from stuka_env.watch.page import page

MOST = 6
"""Replays on one page."""


def add_arguments(words: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words.add_argument("files", nargs="+", metavar="FILE", help=f"replays of one war, at most {MOST}, side by side")
    words.add_argument("--output", metavar="PAGE", help="where the page goes (default: a temporary file)")
    words.add_argument("--no-open", action="store_true", help="do not open the page in a browser")
    words.add_argument("--charts", metavar="DIR", help="a folder of charts in place of the one the replays name")


def make_page(paths: list[str], charts: str | None = None) -> str:
    """The page for replays from files.

    Raises:
        ReplayError: one of them is refused.
    """
    texts = Texts()
    wars = []
    for path in paths:
        replay, ending = verified(path, charts)
        book = load_charts(charts or replay.arguments.get("charts"))
        wars.append(war(os.path.basename(path), replay, ending, refly(replay, charts), texts, book))
    return page(page_data(wars, texts))


def output(given: str | None) -> Path:
    """Where the page goes."""
    if given is not None:
        return Path(given)
    return Path(tempfile.mkdtemp(prefix="stuka-watch-")) / "watch.html"


def run(given: argparse.Namespace) -> int:
    """Make the page, say where it is, open it."""
    if len(given.files) > MOST:
        raise ValueError(f"FILE: got {len(given.files)} replays, allowed are at most {MOST}")
    text = make_page(given.files, given.charts)
    path = output(given.output)
    try:
        write_whole(path, text)
    except OSError as error:
        raise ValueError(f"--output: {os.fspath(path)!r} cannot be written ({error.strerror})") from None
    print(f"written: {path}")
    if not given.no_open and not webbrowser.open(path.resolve().as_uri()):
        print("no browser to open it with; open the file in one")
    return 0
