"""Codes as English words, for labels, sentences and the text of the mat."""

from collections.abc import Sequence
from typing import Any

from stuka_env.declared.codes import plural as plural
from stuka_env.declared.codes import signed as signed
from stuka_env.games.interceptor.codes import (
    RANKS,
    Award,
    Badge,
    Decision,
    Help,
    Modifier,
    Person,
)

OF_THE_ENEMY = frozenset({Modifier.ENEMY_SPEED, Modifier.ENEMY_AGILITY, Modifier.ENEMY_QUALITY})
"""Modifiers of the enemy's die."""


def help_words(card: Any) -> str:
    """Return the wingman text of a card, a record of the charts."""
    text = Help(int(card["help"])).word
    return text.format(firepower=int(card["help_firepower"]))


def rank_words(track: int, rank: int) -> str:
    """Return a rank of a track."""
    return RANKS[track].word_of(rank)


def award_words(award: int, grade: int = 1) -> str:
    """Return an award; the Wound Badge with its class."""
    if award == Award.WOUND_BADGE and grade:
        return f"{Award.WOUND_BADGE.word} in {Badge.word_of(grade)}"
    return Award(award).word


def decision_words(code: int, person: int = Person.PILOT) -> str:
    """Return the open decision with its person."""
    return Decision(code).word.format(person=Person(person).word)


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""
