"""Pages of ``stuka watch``."""

import json
import re
from collections import OrderedDict
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
PAGES: OrderedDict[tuple[Any, ...], tuple[str, Any]] = OrderedDict()
"""Recent pages by the identity of their contents, with these contents: while they are here, nothing else has it."""
MOST_PAGES = 12


def page_of(
    folder: Path, *replays: Replay, names: tuple[str, ...] = (), reviews: tuple[WarReview | None, ...] = ()
) -> str:
    """Return the page of replays; a page of the same objects is made once."""
    key = (*map(id, replays), names, *map(id, reviews))
    if key not in PAGES:
        PAGES[key] = _new_page(folder, replays, names, reviews), (replays, reviews)
    PAGES.move_to_end(key)
    if len(PAGES) > MOST_PAGES:
        PAGES.popitem(last=False)
    return PAGES[key][0]


def _new_page(
    folder: Path, replays: tuple[Replay, ...], names: tuple[str, ...], reviews: tuple[WarReview | None, ...]
) -> str:
    paths = [folder / (names[i] if names else f"{i}.json") for i in range(len(replays))]
    named = [NamedFlight(path.name, flight_of(replay, path)) for path, replay in zip(paths, replays, strict=True)]
    return stuka_page_of(
        [one._replace(review=review) for one, review in zip(named, reviews or [None] * len(named), strict=True)]
    )


def flight_of(replay: Replay, path: Path) -> Flight:
    """Save a replay, load its file and fly it, once for each replay."""
    return once_for_each(replay, FLIGHTS, lambda: fly(load(save(replay, path)), rolls=True))


def data_of(page: str) -> Any:
    """The data of a page."""
    found = re.search(r'(?<=<script type="application/json" id="data">).*?(?=</script>)', page, re.DOTALL)
    assert found is not None
    return json.loads(found.group())
