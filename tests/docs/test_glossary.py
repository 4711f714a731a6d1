"""The pages of the glossaries are generated, current, and have every word once."""

import re
from pathlib import Path

import pytest

from stuka_env.game import game_named, game_names
from tools import glossary_doc as tool

each_page = pytest.mark.parametrize(
    ("game", "page"), list(zip(game_names(), tool.GLOSSARY_PAGES, strict=True)), ids=game_names()
)


def test_pages_are_current() -> None:
    assert tool.main(["--check"]) == 0


def test_check_notices_a_stale_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    (tmp_path / "docs").mkdir()
    assert tool.main(["--check"]) == 1 and capsys.readouterr().err.count(" is stale") == len(tool.GLOSSARY_PAGES)
    assert tool.main([]) == 0 and tool.main(["--check"]) == 0
    tool.GLOSSARY_PAGES[1].path.write_text("old")
    assert tool.main(["--check"]) == 1


@each_page
def test_every_word_stands_there_once_by_the_alphabet(game: str, page: tool.GlossaryPage) -> None:
    words = re.findall(r"^\| \*\*(.+?)\*\* \|", tool.document(page), re.MULTILINE)
    assert sorted(words) == sorted(page.terms) and words == sorted(words, key=str.casefold)


@each_page
def test_every_decision_is_explained(game: str, page: tool.GlossaryPage) -> None:
    asked = set(re.findall(r"^\| `([A-Z_]+)` \|", tool.document(page), re.MULTILINE))
    envs = game_named(game).envs
    assert asked == {name for code, name in enumerate(envs.decisions) if code not in envs.without_choice}
