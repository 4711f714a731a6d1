"""The glossary of the second game: short, with sections of the rulebook, and found again in its journal."""

import re

from stuka_env.games.interceptor.words.glossary import ALSO, EXPLAINED, GLOSSARY

LONGEST = 200
"""Characters of a meaning: what fits a tooltip."""


def test_every_meaning_is_one_or_two_sentences_with_its_sections() -> None:
    sections = re.compile(r"\((\d{1,2}(\.\d{1,2}){1,3}(, )?)+\)\.$")
    meanings = GLOSSARY.items()
    assert [term for term, meaning in meanings if not sections.search(meaning) or len(meaning) > LONGEST] == []
    assert [term for term, meaning in meanings if len(re.findall(r"[.] [A-Z]", meaning)) > 1] == []


def test_other_forms_are_of_terms_that_are_there_and_of_one_term() -> None:
    assert set(ALSO) <= set(GLOSSARY)
    forms = [form.lower() for term in GLOSSARY for form in EXPLAINED.forms_of(term)]
    assert len(forms) == len(set(forms))
