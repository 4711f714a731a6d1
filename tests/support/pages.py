"""Pages of ``stuka watch``."""

import json
import re
from pathlib import Path
from typing import Any

from stuka_env.replay import Flight, Replay, fly, load, save
from stuka_env.watch.page import NamedFlight
from stuka_env.watch.page import page_of as stuka_page_of
from stuka_env.watch.review import WarReview
from tests.support.replays import once_for_each

HOSTILE = "</script><script>alert('gotcha')</script><img src=x onerror=alert(1)>\u2028{{data}}"
FLIGHTS: dict[int, Flight] = {}
"""Flights of the files of replays."""


def page_of(
    folder: Path, *replays: Replay, names: tuple[str, ...] = (), reviews: tuple[WarReview | None, ...] = ()
) -> str:
    paths = [folder / (names[i] if names else f"{i}.json") for i in range(len(replays))]
    named = [NamedFlight(path.name, flight_of(replay, path)) for path, replay in zip(paths, replays, strict=True)]
    return stuka_page_of(
        [one._replace(review=review) for one, review in zip(named, reviews or [None] * len(named), strict=True)]
    )


def flight_of(replay: Replay, path: Path) -> Flight:
    """Save a replay, load its file and fly it, once for each replay."""
    return once_for_each(replay, FLIGHTS, lambda: fly(load(save(replay, path))))


def data_of(page: str) -> Any:
    """The data of a page."""
    found = re.search(r'(?<=<script type="application/json" id="data">).*?(?=</script>)', page, re.DOTALL)
    assert found is not None
    return json.loads(found.group())
