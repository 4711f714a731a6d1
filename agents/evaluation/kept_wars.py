"""Pages to watch the saved wars of an evaluation: one page for each war, with all policies side by side."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from agents.evaluation.replay_files import KeptPolicy, best_kept_first
from stuka_env.files import write_whole
from stuka_env.play.war_file import fly_file
from stuka_env.watch import MOST_REPLAYS
from stuka_env.watch.page import NamedFlight, page_of


class KeptWar(NamedTuple):
    """A saved war."""

    war: int
    """Number of the war in the evaluation, counted from 1."""
    page: str
    """Path of its page, relative to the report."""
    policies: list[KeptPolicy]
    """All policies, the highest score first; the page shows the first six of the command line."""


def write_pages(paths: Sequence[Sequence[Path]], folder: Path) -> list[KeptWar]:
    """Write a page for each war, ``war-0001.html`` and so on.

    Args:
        paths: the replays of each policy, war by war.
        folder: the folder of the replays and of the pages.

    Raises:
        OSError: the folder cannot be written.
    """
    wars = []
    for place, replays in enumerate(zip(*paths, strict=True), 1):
        page = folder / f"war-{place:04}.html"
        flown = [NamedFlight(path.name, fly_file(str(path))) for path in replays]
        write_whole(page, page_of(flown[:MOST_REPLAYS]))
        wars.append(KeptWar(place, f"{folder.name}/{page.name}", _policies(flown, folder)))
    return wars


def _policies(flown: Sequence[NamedFlight], folder: Path) -> list[KeptPolicy]:
    policies = [
        KeptPolicy(one.flight.replay.policy_record.name, f"{folder.name}/{one.name}", one.flight.replay.score)
        for one in flown
    ]
    return best_kept_first(policies)
