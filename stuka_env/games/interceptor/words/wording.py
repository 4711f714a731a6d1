"""Codes as English words, for labels, sentences and the text of the mat."""

from collections.abc import Sequence
from typing import Any

from stuka_env.games.interceptor.codes import (
    DESTROYED,
    GROUP_DAMAGE,
    Award,
    Career,
    Decision,
    Help,
    Modifier,
    Month,
    Person,
    Rank,
)
from stuka_env.wording import plural as plural
from stuka_env.wording import signed as signed

MONTH_TITLES = tuple(Month.words())
WOUND_BADGE_CLASSES = ("", "Black", "Silver", "Gold")
RANK_WORDS = {
    Career.OFFICER: ("Oberleutnant", "Hauptmann", "Major", "Oberstleutnant"),
    Career.NCO: ("Unteroffizier", "Unterfeldwebel", "Feldwebel", "Oberfeldwebel"),
}
GUNNER_WORDS = ("none", "here", "temporary")
FIRE_WORDS = {0: "no hit", GROUP_DAMAGE: "group damage", DESTROYED: "destroyed"}
"""Cells of a firepower column that are no number of hits."""
OF_THE_ENEMY = frozenset({Modifier.ENEMY_SPEED, Modifier.ENEMY_AGILITY, Modifier.ENEMY_QUALITY})
"""Modifiers of the enemy's die."""


def fire_words(result: int) -> str:
    """Return a cell of a firepower column in words."""
    if result in FIRE_WORDS:
        return FIRE_WORDS[result]
    return plural(result, "hit")


def help_words(card: Any) -> str:
    """Return the wingman text of a card, a record of the charts."""
    text = Help(int(card["help"])).word
    return text.format(firepower=int(card["help_firepower"]))


def rank_words(track: int, rank: int) -> str:
    """Return a rank of a track."""
    return RANK_WORDS[Career(track)][Rank(rank)]


def award_words(award: int, grade: int = 1) -> str:
    """Return an award; the Wound Badge with its class."""
    if award == Award.WOUND_BADGE and grade:
        return f"{Award.WOUND_BADGE.word} in {WOUND_BADGE_CLASSES[grade]}"
    return Award(award).word


def decision_words(code: int, person: int = Person.PILOT) -> str:
    """Return the open decision with its person."""
    return Decision(code).word.format(person=Person(person).word)


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""
