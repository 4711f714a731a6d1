"""Glossaries are short, with sections of the rulebooks; their pages have every word once, and every decision."""

import re

import pytest

from stuka_env.game import game_named, game_names, room_of
from tools import glossary_doc as tool

LONGEST = 200
"""Characters of a meaning: what fits a tooltip."""
SECTIONS = {
    "stuka": r"(\d\.\d{1,2}(\.\d)?|A\d)",
    "interceptor": r"\d{1,2}(\.\d{1,2}){1,3}",
    "wing": r"(\d{1,2}(\.\d{1,2}){1,2}|ours)",
}
"""Forms of a section by game."""
WITH_DECISIONS = ("wing",)
"""Games whose meanings of decisions have this form too."""


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


@pytest.mark.parametrize("game", SECTIONS)
def test_every_meaning_is_one_or_two_sentences_with_its_sections(game: str) -> None:
    sections = re.compile(rf"\({SECTIONS[game]}(, {SECTIONS[game]})*\)\.$")
    meanings = dict(room_of(game, "words.glossary").GLOSSARY)
    if game in WITH_DECISIONS:
        meanings |= room_of(game, "codes").Decision.meanings()
    assert [term for term, meaning in meanings.items() if not sections.search(meaning) or len(meaning) > LONGEST] == []
    assert [term for term, meaning in meanings.items() if len(re.findall(r"[.] [A-Z]", meaning)) > 1] == []


@pytest.mark.parametrize("game", tool.GLOSSARIES.values())
def test_other_forms_are_of_terms_that_are_there(game: str) -> None:
    words = room_of(game, "words.glossary")
    assert set(words.ALSO) <= set(words.GLOSSARY)
    forms = [form.lower() for term in words.GLOSSARY for form in words.EXPLAINED.forms_of(term)]
    assert len(forms) == len(set(forms)) or game == "stuka"
