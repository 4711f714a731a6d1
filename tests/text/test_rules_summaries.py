"""The rules summaries: what a model reads in a state, in an option or as a skill is in them, within their length."""

import importlib
import re
from collections.abc import Iterator
from dataclasses import astuple
from itertools import chain
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.envs.single import StukaEnv
from stuka_env.game import game_named
from stuka_env.text.parts import text_parts
from stuka_env.text.playing import rules_summary
from stuka_env.views.words import sections_of

MOST_WORDS = 1_200
STEPS = 100
"""Decisions of a random player in each environment of a game."""
WORD = re.compile(r"(?<!\w)[^\W\d_](?:[^\W_]|['.-](?=\w))*")
"""A word; a type such as ``Bf109G`` is one too."""
QUOTED = {
    "stuka": ("relief", "ready", "coming", "homeward", "KIA", "POW", "No-Fly", "AA", "flew"),
    "interceptor": ("clock", "on hand", "not known", "group damage", "GP", "DE", "redraw", "written off", "face up"),
    "wing": (
        "keeps up", "missing", "make it loose", "way home alone", "second round", "offered", "stay for", "in a row",
        "crew hit", "to go", "must fight", "can cover", "lost its way", "war progress",
    ),
}  # fmt: skip
"""Labels that nobody understands by their single words."""
ORDINARY = frozenset(
    """
    a about against all alone an and anybody as at back be been before best both by come could do does down each
    far first following for from full get gets given go goes has have he helps here his how if in is it its keep
    kept last let lets more most much move moves no nobody none not nothing now of off on one only or other others out
    over question same since so take takes that the their them there they this through to too two under up used what
    where whether which who whom will with you your
    black class copilot face free gear gold ground here iron january february march april june july august september
    october november december jan feb mar apr jun jul aug sep oct nov dec mean seat silver undamaged war
    average begin carries changes choice engage everybody flies fought new old player's present formation's marker time
    """.split()
)
"""Words of everyday English, of dates and of medals that need no explanation."""


def words_in(texts: Any) -> set[str]:
    return {word.casefold() for text in texts for word in WORD.findall(text)}


def flat(value: Any) -> Iterator[str]:
    """Yield every text in nested tuples and mappings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        yield from chain.from_iterable(map(flat, value))


def war_of(env: str) -> StukaEnv:
    war = gymnasium.make(env, journal=True).unwrapped
    assert isinstance(war, StukaEnv)
    return war


def codes_of(game: str) -> Any:
    return importlib.import_module(game_named(game).engine.faults.__module__)


def names_of(game: str) -> set[str]:
    """Return the words that are names: those of the charts, and of the codes of places, dates and machines."""
    charts = war_of(game_named(game).ids[0])
    charts.reset(seed=0)
    codes = codes_of(game)
    kinds = [getattr(codes, name) for name in NAMES if hasattr(codes, name)]
    return words_in([*flat(astuple(charts.charts.names)), *(member.word for kind in kinds for member in kind)])


NAMES = (
    "Operation", "Segment", "Zone", "TargetZone", "Series", "Model", "Bomber", "Enemy", "Escort", "Fighter", "Payload",
    "Officer", "Nco", "Rank", "Campaign", "Squadron",
)  # fmt: skip
"""Codes whose words are names."""


def words_of_play(game: str) -> set[str]:
    """Return the words of states, questions and options in wars of a random player."""
    rng, parts, words = np.random.default_rng(0), text_parts(game), set()
    for env in game_named(game).ids:
        war, steps = war_of(env), 0
        for seed in range(STEPS):
            war.reset(seed=seed)
            over = False
            while not over and steps < STEPS:
                sections = sections_of(war.game.views.sheet(war.mat, war.charts))
                legal = war.legal_actions()
                labels = [label for _, label in legal] + [each.words for each in parts.series(war.mat, dict(legal))]
                words |= words_in(
                    [*sections, *flat(list(sections.values())), war.game.views.question_of(war.mat), *labels]
                )
                _, _, terminated, truncated, _ = war.step(int(rng.choice([action for action, _ in legal])))
                over, steps = terminated or truncated, steps + 1
    return words


def forms(word: str) -> set[str]:
    """Return a word with its usual endings and without them."""
    stems = {word, *(word.removesuffix(end) for end in ("s", "es", "'s", "ed", "d", "n", "ing"))}
    return stems | {stem + end for stem in stems for end in ("s", "es", "ed", "d", "e")}


def skills_of(game: str) -> list[str]:
    codes = codes_of(game)
    return [member.word for member in getattr(codes, "Skill", ())]


@pytest.mark.parametrize("game", QUOTED)
def test_every_word_of_a_state_of_an_option_and_of_a_skill_is_in_the_summary(game: str) -> None:
    summary = rules_summary(game)
    known = words_in([summary]) | ORDINARY | names_of(game)
    unknown = {word for word in words_of_play(game) | words_in(skills_of(game)) if not forms(word) & known}
    assert sorted(word for word in unknown if not re.search(r"\d", word) and len(word) > 1) == []
    text = " ".join(summary.split()).casefold()
    assert [words for words in (*QUOTED[game], *skills_of(game)) if words.casefold() not in text] == []


@pytest.mark.parametrize("game", QUOTED)
def test_a_summary_is_short(game: str) -> None:
    assert len(rules_summary(game).split()) <= MOST_WORDS
