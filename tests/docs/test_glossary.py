"""The pages of the glossaries have every word once, and every decision."""

import re
from pathlib import Path

import pytest

from stuka_env.game import game_named, game_names, room_of
from tools import glossary_doc as tool


def test_every_game_of_the_package_has_a_glossary() -> None:
    assert {page.game for page in tool.GLOSSARY_PAGES.values()} <= set(game_names())


@pytest.mark.parametrize(("path", "page"), tool.GLOSSARY_PAGES.items(), ids=lambda value: getattr(value, "game", ""))
def test_every_word_and_every_decision_stands_there_once(path: Path, page: tool.GlossaryPage) -> None:
    text, envs = tool.document(page), game_named(page.game).envs
    words = re.findall(r"^\| \*\*(.+?)\*\* \|", text, re.MULTILINE)
    assert sorted(words) == sorted(room_of(page.game, "words.glossary").GLOSSARY)
    assert words == sorted(words, key=str.casefold)
    asked = re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE)
    assert len(asked) == len(set(asked))
    assert set(asked) == {name for code, name in enumerate(envs.decisions) if code not in envs.without_choice}
