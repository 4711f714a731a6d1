"""The tables of the pages on agents are current, and that of beliefs is the one of the code."""

from pathlib import Path

import pytest

from agents.games.stuka.scripts.beliefs import BELIEFS
from agents.games.stuka.scripts.champion import CHANGES
from tools import agents_doc as tool


def test_the_tables_are_current() -> None:
    assert tool.main(["--check"]) == 0
    text = (tool.DOCS / "champion.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in text for name in BELIEFS)
    assert all(change.words in text for change in CHANGES.values())


def test_a_stale_table_is_refused_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in tool.WRITTEN_PARTS:
        (tmp_path / file).write_bytes((tool.DOCS / file).read_bytes())
    monkeypatch.setattr(tool, "DOCS", tmp_path)
    page = tmp_path / "champion.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("| `press_on` |", "| `turn_back` |"), encoding="utf-8")
    assert tool.main(["--check"]) == 1 and "stale" in capsys.readouterr().err
    assert tool.main([]) == 0 and page.read_text(encoding="utf-8") == text
