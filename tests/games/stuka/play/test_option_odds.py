"""The odds of options in words, against the labels of the options and against what the choices lead to."""

import re
from collections import Counter

import numpy as np

from stuka_env.games.stuka.actions import verb_of
from stuka_env.games.stuka.charts.shape import A2_HIGH, A2_LOW
from stuka_env.games.stuka.codes import Act
from stuka_env.games.stuka.play.option_odds import option_odds, scores_words
from stuka_env.play.war import War


def wars(count: int, steps: int) -> list[War]:
    """Return wars by hand after random decisions, one for each of the last ones."""
    found, rng = [], np.random.default_rng(3)
    for seed in range(count):
        war = War("Stuka/Segment-v0", {}, seed)
        for _ in range(steps):
            if war.over:
                break
            legal = [index for index, _ in war.legal if verb_of(index) not in (Act.NO_FLY, Act.ABORT)]
            war.take(int(rng.choice(legal or [war.legal[0][0]])))
        found.append(war)
    return found


def test_the_mean_of_an_attack_is_that_of_its_label() -> None:
    seen = 0
    for war in wars(60, 25):
        labels = {label.partition(" (")[0]: label for _, label in war.legal}
        for label, words in option_odds(war):
            expected = re.search(r"expected (\d+)", labels[label])
            if expected is not None:
                assert words.startswith(f"mean {expected[1]}, from ")
                seen += 1
    assert seen > 5


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
        odds = dict(option_odds(war))
        for index, label in war.legal:
            verb = verb_of(index)
            if verb not in (Act.RELIEVE, Act.CHEER_PILOT, Act.CHEER_GUNNER) or seen[verb] > 20:
                continue
            named = re.search(r"(\d+) stress markers? of all crews", odds[label.partition(" (")[0]])
            assert named is not None
            before = sum(int(who["stress"]) for who in (*war.mat["pilots"], *war.mat["gunners"]) if who["slot"] > 0)
            taken = before - int(named[1])
            assert taken in ((1, 2) if verb == Act.RELIEVE else (1,))
            seen[verb] += 1
    assert seen[Act.RELIEVE] > 10
