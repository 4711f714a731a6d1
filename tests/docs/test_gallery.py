"""The gallery: replays of each game that fly again, with reviews that fit them, on pages that open at a decision."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from stuka_env.play.war_file import fly_file
from tests.support.chromium import in_chromium, started
from tests.support.slow import slow
from tools import gallery_doc as tool
from tools.gallery_doc import GalleryWar

LARGEST_PAGE, LARGEST_GALLERY = 500_000, 1_000_000
"""Bytes of a page, and of the files of the gallery together."""
SMALL = ("wing-book", "support-best")
"""Wars whose pages are made fast."""
BY_NAME = {war.name: war for war in tool.WARS}
PAGES_OF_WARS = [war if war.name in SMALL else slow(war) for war in tool.WARS]


def test_each_game_has_four_wars_and_their_files_are_small() -> None:
    assert Counter(name.partition("-")[0] for name in BY_NAME) == dict.fromkeys(tool.GAME_TITLES, 4)
    files = {file for war in tool.WARS for file in (war.replay, war.figures)}
    assert set(tool.GALLERY.iterdir()) == files and len(files) == 2 * len(tool.WARS)
    assert sum(file.stat().st_size for file in files) < LARGEST_GALLERY


@pytest.mark.parametrize("war", PAGES_OF_WARS, ids=lambda war: war.name)
def test_a_war_flies_again_and_its_review_fits_it(war: GalleryWar) -> None:
    flight, review = fly_file(str(war.replay)), tool.read_review(war.figures)
    assert flight.replay.env == war.env_id and flight.replay.policy_record.name == war.policy
    assert review.account is not None and review.account.score == flight.ending.score
    for decision, loss in review.losses.items():
        moment = flight.moments[decision]
        assert loss.better != moment.action and loss.better in dict(moment.legal)


def test_the_list_names_every_war_once() -> None:
    text = tool.GALLERY_PAGE.read_text(encoding="utf-8")
    assert [text.count(f"[{war.text}](gallery/{war.replay.name})") for war in tool.WARS] == [1] * len(tool.WARS)


@in_chromium
@pytest.mark.parametrize("war", PAGES_OF_WARS, ids=lambda war: war.name)
def test_a_page_opens_at_its_decision_in_a_browser(war: GalleryWar, tmp_path: Path) -> None:
    built, file = tool.built(war), tmp_path / "war.html"
    assert len(built.html.encode()) < LARGEST_PAGE and "default-src 'none'" in built.html
    file.write_text(built.html, encoding="utf-8")
    with started() as browser:
        tab: Any = browser.new_page(viewport={"width": 390, "height": 844})
        errors: list[str] = []
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.goto(file.as_uri() + built.address)
        tab.wait_for_selector("html[data-ready=yes]")
        assert tab.evaluate("location.hash") == built.address and errors == []
        assert war.policy in tab.inner_text("body") and tab.locator("#review .account").count() == 1
