"""The gallery: reviewed wars with the present script, which open at a decision of their own."""

import html
import json
from pathlib import Path

import pytest

from stuka_env.watch.data import constants
from stuka_env.watch.page import page
from tests.support.chromium import CHROMIUM, FLAGS
from tools import gallery_doc as tool
from tools.gallery_doc import GalleryPlace, GalleryWar

EMPTY = constants("stuka", None) | {"wars": []}
"""Data of a page without a war."""


def test_every_war_is_there_and_small_and_loads_nothing() -> None:
    files = {path.stem: path.read_text(encoding="utf-8") for path in tool.GALLERY.iterdir()}
    assert set(files) == {war.policy for war in tool.WARS}
    assert {war.env_id.partition("/")[0] for war in tool.WARS} == {"Stuka", "Interceptor", "Wing"}
    for text in files.values():
        assert len(text.encode()) <= tool.LARGEST_PAGE and "default-src 'none'" in text
        data = tool.PAGE_DATA.search(text)
        assert data is not None and json.loads(data.group())


def test_the_home_page_shows_the_first_war() -> None:
    first, *_ = tool.places_on_page()
    address = html.escape(f"gallery/{first.policy}.html{first.address}")
    assert f'src="{address}"' in tool.GALLERY_PAGES["home"].read_text()


def test_files_get_the_present_script_and_pages_their_decisions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = "<!-- {0}:begin -->\n<!-- {0}:end -->\n"
    monkeypatch.setattr(tool, "GALLERY_PAGES", {name: tmp_path / f"{name}.md" for name in tool.GALLERY_PAGES})
    monkeypatch.setattr(tool, "WARS", (GalleryWar("kette", 1, "A script."),))
    part = tool.parts([GalleryPlace("kette", "3", 14)])["gallery"]
    tool.GALLERY_PAGES["gallery"].write_text(f"<!-- gallery:begin -->\n{part}\n<!-- gallery:end -->\n")
    tool.GALLERY_PAGES["home"].write_text(begin.format("home"))
    assert 'src="gallery/kette.html#m=3&amp;d=14"' in tool.current_page("home")
    assert tool.current_page("gallery") == tool.GALLERY_PAGES["gallery"].read_text()
    (tmp_path / "kette.html").write_text(page(EMPTY).replace('"use strict";', '"old";'))
    assert tool.current_war(tmp_path / "kette.html") == page(EMPTY)
    (tmp_path / "kette.html").write_text("")
    with pytest.raises(ValueError, match="has no data"):
        tool.current_war(tmp_path / "kette.html")


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: make browser")
@pytest.mark.parametrize("place", tool.places_on_page(), ids=lambda place: place.policy)
def test_a_war_opens_at_its_decision_in_a_browser(place: GalleryPlace) -> None:
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        tab = browser.new_page(viewport={"width": 390, "height": 844})
        errors: list[str] = []
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.goto((tool.GALLERY / f"{place.policy}.html").as_uri() + place.address)
        text = tab.inner_text("body")
        assert tab.evaluate("location.hash") == place.address and errors == []
        assert f" {place.line}, step {place.step}." in text and place.policy in text
        browser.close()
