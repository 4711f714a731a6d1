"""Pages in Chromium, for the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stuka_env.replay import Replay
from stuka_env.watch.review import WarReview
from tests.support.chromium import started
from tests.support.pages import page_of
from tests.support.visiting import Visit


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with started() as chromium:
        yield chromium


@pytest.fixture(scope="module")
def idle() -> list[Visit]:
    """Visits of earlier tests, to be used again: a new one takes Chromium longer than a page."""
    return []


@pytest.fixture
def visit(browser: Any, idle: list[Visit], tmp_path: Path) -> Iterator[Any]:
    """A function that opens the page of replays; at the end nothing may have gone wrong on any."""
    visits: list[Visit] = []

    def opened(*replays: Replay, reviews: tuple[WarReview | None, ...] = (), **given: Any) -> Visit:
        file = tmp_path / f"page{len(visits)}.html"
        file.write_text(page_of(tmp_path, *replays, reviews=reviews))
        visits.append(idle.pop() if idle else Visit(browser))
        visits[-1].open(file, **given)
        return visits[-1]

    yield opened
    for one in visits:
        assert one.trouble == []
    idle.extend(visits)
