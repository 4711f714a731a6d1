"""Pages to watch the saved wars of an evaluation: a page for each war, with all policies side by side, and the desk."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from stuka_env.io.files import write_whole
from stuka_env.io.reading import MIB, FileError, read_json
from stuka_env.play.war_file import fly_file
from stuka_env.watch import DESK_FILE, MOST_REPLAYS
from stuka_env.watch.desk import Desk
from stuka_env.watch.page import NamedFlight, page_of

REPLAYS = "replays"
"""The folder of the saved replays, beside the report."""
MOST_RESULTS = 64 * MIB
"""Maximum number of bytes of the results of an earlier evaluation."""


class KeptPolicy(NamedTuple):
    """One policy's replay of a war."""

    policy: str
    file: str
    """Path of the replay, relative to the report."""
    score: int | None


class KeptPages(NamedTuple):
    """The pages of the saved wars."""

    wars: list["KeptWar"]
    desk: list[str]
    """Paths of the pages that list all replays, relative to the report."""


class KeptWar(NamedTuple):
    """A saved war."""

    war: int
    """Number of the war in the evaluation, counted from 1."""
    page: str
    """Path of its page, relative to the report."""
    policies: list[KeptPolicy]
    """All policies, the highest score first; the page shows the first six of the command line."""


def write_pages(paths: Sequence[Sequence[Path]], folder: Path) -> KeptPages:
    """Write a page for each war, ``war-0001.html`` and so on, and the desk of all replays.

    Args:
        paths: the replays of each policy, war by war.
        folder: the folder of the replays and of the pages.

    Raises:
        OSError: the folder cannot be written.
    """
    wars, desk = [], Desk()
    for place, replays in enumerate(zip(*paths, strict=True), 1):
        page = folder / f"war-{place:04}.html"
        flown = [NamedFlight(path.name, fly_file(str(path))) for path in replays]
        write_whole(page, page_of(flown[:MOST_REPLAYS]))
        wars.append(KeptWar(place, f"{folder.name}/{page.name}", _policies(flown, folder)))
        for path, (name, flight, _) in zip(replays, flown, strict=True):
            desk.add(path, name, flight)
    return KeptPages(wars, [f"{folder.name}/{page.name}" for page in desk.write(folder / DESK_FILE)])


def drop_earlier_wars(results: Path) -> int:
    """Delete the replays and pages of an earlier evaluation in the same folder, and return their number.

    Only files that its results list are deleted, in the folder of the replays. Without such results there are none.

    Args:
        results: ``results.json`` of the earlier evaluation, which the next one replaces.
    """
    folder, dropped = results.parent / REPLAYS, 0
    for name in set(_listed_files(results)):
        path = folder / name
        if path.is_file() and not path.is_symlink():
            path.unlink()
            dropped += 1
    with suppress(OSError):  # it has other files, or does not exist
        folder.rmdir()
    return dropped


def _listed_files(results: Path) -> Iterator[str]:
    """Return the names of the replays and pages that results list; none if they are not those of an evaluation."""
    try:
        contents: Any = read_json(results, MOST_RESULTS)
        places = [
            place
            for war in contents["kept_wars"]
            for place in (war["page"], *(policy["file"] for policy in war["policies"]))
        ]
        paths = [PurePosixPath(place) for place in (*places, *contents.get("desk", []))]
    except (FileError, TypeError, KeyError):
        return
    for path in paths:
        if path.parts[:-1] == (REPLAYS,) and path.suffix in (".json", ".html") and path.name[0] != ".":
            yield path.name


def _policies(flown: Sequence[NamedFlight], folder: Path) -> list[KeptPolicy]:
    policies = [
        KeptPolicy(one.flight.replay.policy_record.name, f"{folder.name}/{one.name}", one.flight.replay.score)
        for one in flown
    ]
    return sorted(policies, key=lambda policy: -(policy.score or 0))
