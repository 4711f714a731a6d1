"""The glossary of the first game: its levels and loads, and its terms, found again in what a war says."""

import re

from stuka_env.games.stuka.codes import (
    Act,
    Decision,
    Formation,
    Payload,
    Quality,
)
from stuka_env.games.stuka.words.glossary import EXPLAINED, GLOSSARY
from tests.support.each import each

LONGEST = 330
"""Characters of a meaning: what fits a tooltip."""


def test_every_level_every_load_and_every_formation_has_a_meaning() -> None:
    assert {quality.name.capitalize() for quality in Quality if quality} <= set(GLOSSARY)
    assert set(Formation.words()[1:]) <= set(GLOSSARY)
    for load in Payload.words()[1:]:
        assert EXPLAINED.terms_in([load]), load


@each(
    "text, terms",
    [
        ("Fly 3 aircraft (Kette, target in zone 5)", ["Kette", "Zone", "Target"]),
        ("Drop the bombs: SC500 + SC50 (DRM -1, expected 61)", ["SC500", "DRM", "Expected"]),
        ("Flight leader: pilot 3 (Ace, stress 1)", ["Flight leader", "Stress", "Pilot", "Ace"]),
        ("The leader relieves the crew of aircraft 2", ["Flight leader", "Relief"]),
        ("whether a pilot attacks the fighters", ["Air-to-air", "Pilot"]),
        ("surface, scorer, aced, promissory", []),
    ],
)
def test_terms_are_found_as_whole_words(text: str, terms: list[str]) -> None:
    assert EXPLAINED.terms_in([text]) == terms


def test_terms_come_once_in_the_order_of_the_glossary() -> None:
    found = EXPLAINED.terms_in([act.meaning for act in Act] * 2)
    assert found == [term for term in GLOSSARY if term in found] and len(found) > 10


def test_every_question_is_explained_with_its_section() -> None:
    for decision in set(Decision) - {Decision.NONE, Decision.OVER}:
        meaning = EXPLAINED.asks(decision)
        assert re.search(r"\(\d\.\d[\d., ]*\)\.$", meaning) and len(meaning) <= LONGEST
