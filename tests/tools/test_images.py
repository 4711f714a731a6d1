"""The pictures of docs/images: all that the pages show are there, and small."""

import re
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from tests.support.each import each
from tests.support.places import ROOT
from tools import images

LARGEST_PNG = 150_000
"""Bytes."""
PICTURES = sorted(images.IMAGE_FOLDER.glob("*.png"))


def test_every_picture_of_a_page_is_there() -> None:
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    shown = {name for page in pages for name in re.findall(r"\]\((?:docs/)?images/([\w.-]+)\)", page.read_text())}
    assert "play.png" in shown
    assert shown <= {path.name for path in images.IMAGE_FOLDER.iterdir()}


def test_every_picture_is_written_by_the_tool_and_shown() -> None:
    written = [name for names in images.IMAGE_WRITERS.values() for name in names]
    assert sorted(written) == sorted(path.stem for path in PICTURES)
    pages = " ".join(page.read_text() for page in (ROOT / "docs").glob("*.md"))
    assert [name for name in written if f"images/{name}.png)" not in pages] == []


@each("path", PICTURES)
def test_a_picture_is_small(path: Path) -> None:
    assert path.stat().st_size < LARGEST_PNG


def test_the_film_of_the_front_page_is_short_and_small() -> None:
    """It has parts of the mat in a larger size, and was drawn by a program of an earlier commit."""
    path = images.IMAGE_FOLDER / "mission.gif"
    assert path.stat().st_size <= 2_000_000
    with Image.open(path) as film:
        assert sum(frame.info["duration"] for frame in ImageSequence.Iterator(film)) <= 10_000


def test_the_browser_game_fills_its_window() -> None:
    with Image.open(images.IMAGE_FOLDER / "play.png") as drawn:
        assert drawn.size == images.WINDOW
        darkest, _ = drawn.convert("L").crop((2, 2, 10, 10)).getextrema()
        assert isinstance(darkest, int) and darkest > 200  # the light page


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        images.main(["wall"])
    assert refusal.value.code == 2 and "'wall'" in capsys.readouterr().err
