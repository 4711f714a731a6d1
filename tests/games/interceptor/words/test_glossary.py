"""The glossary of the second game: short, with sections of the rulebook, and found again in its journal."""

import re

import pytest

from stuka_env.games.interceptor.words.glossary import ALSO, EXPLAINED, GLOSSARY

LONGEST = 200
"""Characters of a meaning: what fits a tooltip."""


@pytest.mark.parametrize("term", GLOSSARY)
def test_a_meaning_is_one_or_two_sentences_with_its_sections(term: str) -> None:
    meaning = GLOSSARY[term]
    assert re.search(r"\((\d{1,2}(\.\d{1,2}){1,3}(, )?)+\)\.$", meaning) and len(meaning) <= LONGEST
    assert len(re.findall(r"[.] [A-Z]", meaning)) <= 1


def test_other_forms_are_of_terms_that_are_there_and_of_one_term() -> None:
    assert set(ALSO) <= set(GLOSSARY)
    forms = [form.lower() for term in GLOSSARY for form in EXPLAINED.forms_of(term)]
    assert len(forms) == len(set(forms))
