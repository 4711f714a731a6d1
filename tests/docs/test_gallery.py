"""The gallery: reviewed wars with the present script, which open at a decision of their own."""

import json
from pathlib import Path

import pytest

from stuka_env.watch.data import constants
from stuka_env.watch.page import page
from tests.support.chromium import CHROMIUM, FLAGS
from tests.support.commands import run_tool
from tools import gallery_doc as tool
from tools.gallery_doc import GalleryPlace, GalleryWar

EMPTY = constants("stuka", None) | {"wars": []}
"""Data of a page without a war."""


def test_it_is_fresh() -> None:
    done = run_tool("gallery_doc", "--check")
    assert done.returncode == 0, done.stderr


def test_every_war_is_there_and_small_and_loads_nothing() -> None:
    files = {path.stem: path.read_text(encoding="utf-8") for path in tool.GALLERY.iterdir()}
    assert set(files) == {war.policy for war in tool.WARS} and len(files) == 3
    for text in files.values():
        assert len(text.encode()) <= tool.LARGEST_PAGE and "default-src 'none'" in text
        data = tool.PAGE_DATA.search(text)
        assert data is not None and json.loads(data.group())


def test_the_home_page_shows_the_first_war() -> None:
    first, *_ = tool.places_on_page()
    assert (
        f'src="gallery/{first.policy}.html#m={first.mission}&amp;d={first.decision}"' in tool.PAGES["home"].read_text()
    )


def test_a_stale_file_and_a_moved_decision_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begin = "<!-- {0}:begin -->\n<!-- {0}:end -->\n"
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "GALLERY", tmp_path)
    monkeypatch.setattr(tool, "PAGES", {name: tmp_path / f"{name}.md" for name in tool.PAGES})
    monkeypatch.setattr(tool, "WARS", (GalleryWar("kette", 1, "A script."),))
    for name, path in tool.PAGES.items():
        path.write_text(begin.format(name))
    part = tool.parts([GalleryPlace("kette", 3, 14)])["gallery"]
    tool.PAGES["gallery"].write_text(f"<!-- gallery:begin -->\n{part}\n<!-- gallery:end -->\n")
    (tmp_path / "kette.html").write_text(page(EMPTY).replace('"use strict";', '"old";'))
    assert tool.main(["--check"]) == 1
    assert "kette.html is stale" in capsys.readouterr().err
    assert tool.main([]) == 0 and tool.main(["--check"]) == 0
    assert (tmp_path / "kette.html").read_text() == page(EMPTY)
    assert 'src="gallery/kette.html#m=3&amp;d=14"' in tool.PAGES["home"].read_text()


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: make browser")
@pytest.mark.parametrize("place", tool.places_on_page(), ids=lambda place: place.policy)
def test_a_war_opens_at_its_decision_in_a_browser(place: GalleryPlace) -> None:
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        tab = browser.new_page(viewport={"width": 390, "height": 844})
        errors: list[str] = []
        tab.on("pageerror", lambda error: errors.append(str(error)))
        address = f"#m={place.mission}&d={place.decision}"
        tab.goto((tool.GALLERY / f"{place.policy}.html").as_uri() + address)
        text = tab.inner_text("body")
        assert tab.evaluate("location.hash") == address and errors == []
        assert f"Mission {place.mission}, decision {place.decision}." in text and place.policy in text
        browser.close()
