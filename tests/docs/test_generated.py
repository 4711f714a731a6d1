"""The generated pages of ``docs/`` are current, and a stale one is noticed and written."""

from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.slow import slow
from tools import docs as tool
from tools import leaderboard_doc
from tools.generated import page_with

OF_ENTRIES = (*leaderboard_doc.PAGES,)
"""The boards, with intervals of all entries: a minute. A process computes the bounds of an interval once."""
TOGETHER = (slow(OF_ENTRIES), *((path,) for path in tool.GENERATED_PAGES if path not in OF_ENTRIES))


@pytest.mark.parametrize("paths", TOGETHER, ids=lambda paths: " ".join(each.name for each in paths))
def test_a_page_is_current(paths: tuple[Path, ...]) -> None:
    stale = list(tool.stale_pages({path: tool.GENERATED_PAGES[path] for path in paths}))
    assert stale == [], "run python -m tools.docs"


def test_every_part_that_a_page_marks_is_generated() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    marked = {path for path in pages if ":begin -->" in path.read_text(encoding="utf-8")}
    by_hand = ROOT / "docs" / "language_models.md"  # a test compares its part
    assert marked - set(tool.GENERATED_PAGES) == {by_hand}


def test_a_stale_page_is_named_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n<!-- sum:begin -->\n3\n<!-- sum:end -->\n", encoding="utf-8")
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(
        tool, "GENERATED_PAGES", {page: lambda: page_with(page, {"sum": lambda: str(2 + 2)}), tmp_path / "new.md": str}
    )
    assert tool.main(["page.md", "--check"]) == 1
    assert capsys.readouterr().err == "page.md is stale, run python -m tools.docs\n"
    assert tool.main([]) == 0 and tool.main(["--check"]) == 0
    assert page.read_text(encoding="utf-8") == "# Page\n\n<!-- sum:begin -->\n4\n<!-- sum:end -->\n"


def test_an_unknown_page_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tool.main(["gone"])
    assert "got 'gone', allowed is " in capsys.readouterr().err
