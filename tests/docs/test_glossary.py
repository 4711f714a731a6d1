"""``docs/glossary.md`` is generated, current, and has every word once."""

import re
from pathlib import Path

import pytest

from stuka_env.games.stuka.codes import Decision
from stuka_env.games.stuka.words.glossary import GLOSSARY
from tools import glossary_doc as tool


def test_page_is_current() -> None:
    assert tool.main(["--check"]) == 0


def test_check_notices_a_stale_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "PAGE", tmp_path / "glossary.md")
    assert tool.main(["--check"]) == 1 and "stale" in capsys.readouterr().err
    assert tool.main([]) == 0 and tool.main(["--check"]) == 0


def test_every_word_stands_there_once_by_the_alphabet() -> None:
    words = re.findall(r"^\| \*\*(.+?)\*\* \|", tool.document(), re.MULTILINE)
    assert sorted(words) == sorted(GLOSSARY) and words == sorted(words, key=str.casefold)


def test_every_decision_is_explained() -> None:
    asked = set(re.findall(r"^\| `([A-Z_]+)` \|", tool.document(), re.MULTILINE))
    assert asked == {decision.name for decision in Decision} - {"NONE", "OVER"}
