"""The wars of an evaluation that can be watched: a page for each, with all policies side by side."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from stuka_env.commands import MOST_REPLAYS
from stuka_env.files import write_whole
from stuka_env.replay.run import verified
from stuka_env.watch.page import NamedReplay, page_of


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
        flown = [NamedReplay(path.name, *verified(str(path), None)) for path in replays]
        write_whole(page, page_of(flown[:MOST_REPLAYS]))
        kept.append(KeptWar(place, f"{folder.name}/{page.name}", _policies(flown, folder)))
    return kept


def _policies(flown: Sequence[NamedReplay], folder: Path) -> list[KeptPolicy]:
    """Who flew a war, and what they scored."""
    found = [KeptPolicy(one.replay.policy_record.name, f"{folder.name}/{one.name}", one.replay.score) for one in flown]
    return sorted(found, key=lambda each: -(each.score or 0))
