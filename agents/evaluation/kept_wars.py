"""The wars of an evaluation that can be watched: a page for each, with all policies side by side."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from stuka_env.commands import MOST_REPLAYS
from stuka_env.files import write_whole
from stuka_env.replay import load
from stuka_env.watch.page import make_page


class KeptPolicy(NamedTuple):
    """One policy's replay of a war."""

    policy: str
    file: str
    """Where it is, from the report."""
    score: int | None


class KeptWar(NamedTuple):
    """A war that was kept."""

    war: int
    """Which of the evaluation, counted from 1."""
    page: str
    """Where it can be watched, from the report."""
    policies: list[KeptPolicy]
    """Who flew it, the best first; the page shows the first six of the command line."""


def write_pages(paths: Sequence[Sequence[Path]], folder: Path) -> list[KeptWar]:
    """Write a page for each war, ``war-0001.html`` and so on.

    Args:
        paths: the replays of each policy, war by war.
        folder: where they lie, and where the pages go.

    Raises:
        OSError: the folder cannot be written.
    """
    kept = []
    for place, replays in enumerate(zip(*paths, strict=True), 1):
        page = folder / f"war-{place:04}.html"
        write_whole(page, make_page([str(path) for path in replays[:MOST_REPLAYS]]))
        kept.append(KeptWar(place, f"{folder.name}/{page.name}", _policies(replays, folder)))
    return kept


def _policies(replays: Sequence[Path], folder: Path) -> list[KeptPolicy]:
    """Who flew a war, and what they scored."""
    loaded = [(path, load(path)) for path in replays]
    found = [KeptPolicy(one.policy_record.name, f"{folder.name}/{path.name}", one.score) for path, one in loaded]
    return sorted(found, key=lambda each: -(each.score or 0))
