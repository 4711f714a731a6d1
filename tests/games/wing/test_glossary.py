"""The glossary: short, with sections of the rulebook, and without a word that the game does not use."""

from collections.abc import Iterable, Iterator

from stuka_env.declared.records import Field
from stuka_env.games.wing.charts import load_charts
from stuka_env.games.wing.codes import ACTIONS, Counter, Decision, Entry, Event, Modifier, Victory, War
from stuka_env.games.wing.codes import Campaign as Kind
from stuka_env.games.wing.rules.mat import Mat, Result
from stuka_env.games.wing.words.glossary import (
    EXPLAINED,
    GLOSSARY,
)
from stuka_env.games.wing.words.journal import SENTENCES
from stuka_env.games.wing.words.labels import label
from tests.support.wing.playing import random_campaign


def said_of(fields: Iterable[Field]) -> Iterator[str]:
    """Yield the meanings of fields and the words of their codes."""
    for field in fields:
        yield field.meaning
        yield from field.codes.words() if field.codes else ()
        yield from said_of(field.fields)


def journals(campaigns: int) -> Iterator[str]:
    """Yield the sentences of random short campaigns."""
    for seed in range(campaigns):
        for game in random_campaign(seed, campaign=Kind.SHORT_1942, journal=True):
            journal = game.table.journal
            yield from (entry.text for entry in SENTENCES.translate(journal.entries[: journal.cursor], load_charts()))
            journal.cursor = 0


def test_every_counter_event_effect_and_decision_is_explained() -> None:
    unexplained = [each for code in (Counter, War, Event, Decision) for each in code if not each.meaning]
    assert unexplained == [Counter.NOTHING, War.NOTHING, Decision.OVER]


def test_the_game_uses_every_term() -> None:
    words = [*said_of(Mat.FIELDS), *said_of(Result.FIELDS), *Counter.words(), *Event.words(), *Modifier.words()]
    words += [label(action, None, load_charts()) for action in range(ACTIONS)]
    words += [text for entry in Entry for text in entry.declared.texts]
    words += [*Victory.words(), *journals(6)]
    assert EXPLAINED.terms_in(words) == list(GLOSSARY)
