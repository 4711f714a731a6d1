"""The odds of options in words, against the labels of the options and against what the choices lead to."""

import re
from collections import Counter

import gymnasium
import numpy as np

from stuka_env.games.stuka.codes import A2_HIGH, A2_LOW, ACTS, Act
from stuka_env.games.stuka.option_odds import option_odds, scores_words
from stuka_env.play.war import War
from stuka_env.text.playing import TextGame, read_answer


def wars(count: int, steps: int) -> list[War]:
    """Return wars by hand after random decisions, one for each of the last ones."""
    found, rng = [], np.random.default_rng(3)
    for seed in range(count):
        war = War("Stuka/Segment-v0", {}, seed)
        for _ in range(steps):
            if war.over:
                break
            legal = [index for index, _ in war.legal if ACTS.verb_of(index) not in (Act.NO_FLY, Act.ABORT)]
            war.take(int(rng.choice(legal or [war.legal[0][0]])))
        found.append(war)
    return found


def test_the_mean_of_an_attack_is_within_the_odds_of_its_label() -> None:
    seen = 0
    for war in wars(60, 25):
        labels = dict(war.legal)
        for action, words in option_odds(war.engine, labels).items():
            expected = re.search(r"expected (\d+)", labels[action])
            if expected is not None:
                least, most = re.findall(r"from (\d+) to (\d+)", words)[0]
                assert int(least) <= int(expected[1]) <= int(most)
                seen += 1
    assert seen > 5


def test_a_language_model_reads_the_odds_behind_the_labels() -> None:
    env = gymnasium.make("Stuka/Mission-v0", journal=True)
    env.reset(seed=3)
    game, seen = TextGame(env, merged=False), 0
    while not game.over:
        legal = dict(game.war.legal_actions())
        odds = game.war.game.envs.odds(game.war.engine, legal)
        for option in game.question.options:
            (action,) = option.actions
            assert option.words == (f"{legal[action]} ({odds[action]})" if action in odds else legal[action])
            assert read_answer(env, option.words) == action
            seen += action in odds
        game.answer_neutrally()
    assert seen > 10


def test_the_chances_of_an_attack_are_those_of_the_ten_faces() -> None:
    charts = War("Stuka/Mission-v0", {}, 1).charts.record
    for size in (1, 2, 3):
        for drm in range(A2_LOW, A2_HIGH - 9):
            scores = [int(charts["a2"][size][die + drm - A2_LOW]) for die in range(1, 11)]
            words = scores_words(charts, size, drm)
            assert f"from {min(scores)} to {max(scores)}" in words
            counts = dict(re.findall(r"(50 or more|100) in (\d+) of 10", words))
            assert int(counts.get("50 or more", 0)) == sum(score >= 50 for score in scores)
            assert int(counts.get("100", 0)) == sum(score >= 100 for score in scores)


def test_relief_leaves_the_stress_that_its_words_name() -> None:
    seen: Counter[Act] = Counter()
    for war in wars(150, 22):
        odds = option_odds(war.engine, dict(war.legal))
        for index, _ in war.legal:
            verb = ACTS.verb_of(index)
            if verb not in (Act.RELIEVE, Act.CHEER_PILOT, Act.CHEER_GUNNER) or seen[verb] > 20:
                continue
            named = re.search(r"(\d+) stress markers? of all crews", odds[index])
            assert named is not None
            before = sum(int(who["stress"]) for who in (*war.mat["pilots"], *war.mat["gunners"]) if who["slot"] > 0)
            taken = before - int(named[1])
            assert taken in ((1, 2) if verb == Act.RELIEVE else (1,))
            seen[verb] += 1
    assert seen[Act.RELIEVE] > 10
