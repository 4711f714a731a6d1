"""The pages of the glossaries have every word once, and every decision."""

import re

import pytest

from stuka_env.game import game_named, game_names, room_of
from tools import glossary_doc as tool


def test_every_game_of_the_package_has_a_glossary() -> None:
    assert {"stuka", "interceptor", "wing", "support"} <= set(tool.GLOSSARIES.values()) <= set(game_names())


@pytest.mark.parametrize("game", tool.GLOSSARIES.values())
def test_every_word_and_every_decision_stands_there_once(game: str) -> None:
    text, envs = tool.document(game), game_named(game).envs
    words = re.findall(r"^\| \*\*(.+?)\*\* \|", text, re.MULTILINE)
    assert sorted(words) == sorted(room_of(game, "words.glossary").GLOSSARY)
    assert words == sorted(words, key=str.casefold)
    asked = re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE)
    assert len(asked) == len(set(asked))
    assert set(asked) == {name for code, name in enumerate(envs.decisions) if code not in envs.without_choice}
