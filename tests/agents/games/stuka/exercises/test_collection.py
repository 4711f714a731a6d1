"""The choice of the set: themes, bounds, one exercise of each war, and varied situations."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from agents.exercises.batches import Ranked, draw_few, fly_candidates
from agents.exercises.collection import (
    MOST_ABOVE_CHANCE,
    MOST_EASY,
    MeasuredCandidate,
    alternate,
    one_a_war,
    quantile_of,
    shares,
    without_easy,
    without_read,
)
from agents.exercises.making import BatchKind, Candidates
from agents.games.stuka.exercises import MAKING, theme_of
from agents.registry import make_policy
from stuka_env.declared.records import rows
from stuka_env.games.stuka.codes import ACTS, Decision, Scale
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.position.exercises import ExerciseChoice
from tests.support.each import each

KIND = BatchKind("stuka", 0, int(Scale.MISSION), {"operation": "barbarossa"}, "old_hand", 8)
SCRIPTS = MAKING.answering_scripts


def measured(decision: Decision, *verbs: str, war: int = 0, right: int = 0) -> MeasuredCandidate:
    """Return a tested candidate whose first verb is the best and whose second is the next best."""
    mats: Any = rows(1, Mat)
    mats["cursor"]["decision"] = decision
    arguments = {"SEND_HOME": 1, "RELIEVE": 2}
    actions = [ACTS.index_of(verb, arguments.get(verb, 0)) for verb in verbs]
    choices = tuple(ExerciseChoice(action, -2.0 * place, 0.1) for place, action in enumerate(actions))
    theme = theme_of(mats[0], actions[0], actions[1])
    situation = (decision, actions[0], (right + 1) // 3)
    return MeasuredCandidate(KIND, mats[0], war, actions[0], choices, 100, SCRIPTS[:right], theme, situation)


@each(
    "one, theme",
    [
        (measured(Decision.ATTACK, "GAMBLE", "DROP"), "gamble"),
        (measured(Decision.ATTACK, "DROP", "GAMBLE"), "gamble"),
        (measured(Decision.ATTACK, "RELIEVE", "GAMBLE"), "relief"),
        (measured(Decision.EN_ROUTE, "SEND_HOME", "RELIEVE"), "send_home"),
        (measured(Decision.EN_ROUTE, "GO_ON", "RELIEVE"), "relief"),
        (measured(Decision.TURN_BACK, "PRESS_ON", "TURN_BACK"), "send_home"),
        (measured(Decision.SPECIAL, "SC1000", "NO_SPECIAL"), "special_bomb"),
        (measured(Decision.PROMOTE, "NO_PROMOTION", "PROMOTE"), "promotion"),
    ],
)
def test_the_theme_follows_from_the_decision_and_the_two_best_verbs(one: MeasuredCandidate, theme: str) -> None:
    assert one.theme == theme


def test_the_bound_is_that_of_the_closest_choice() -> None:
    one = measured(Decision.SPECIAL, "SC1000", "NO_SPECIAL", "SC1800")
    assert one.bound(4.0) == pytest.approx(2.0 - 0.4)


def test_the_quantile_is_corrected_for_the_number_of_tests() -> None:
    assert quantile_of(1) == pytest.approx(2.326, abs=0.001)
    assert quantile_of(1000) == pytest.approx(4.265, abs=0.001)


def test_shares_are_equal_and_filled_from_the_larger_themes() -> None:
    assert shares({"a": 3, "b": 100, "c": 100}, 30) == {"a": 3, "b": 14, "c": 13}
    assert shares({"a": 3, "b": 2}, 30) == {"a": 3, "b": 2}


def test_a_war_contributes_one_exercise() -> None:
    gambles = [measured(Decision.ATTACK, "GAMBLE", "DROP", war=war) for war in range(5)]
    rare = measured(Decision.EN_ROUTE, "RELIEVE", "GO_ON", war=0)
    by_theme = one_a_war([*gambles, rare], MAKING.themes)
    assert {theme: len(ones) for theme, ones in by_theme.items() if ones} == {"gamble": 4, "relief": 1}


def test_the_order_goes_round_the_situations() -> None:
    easy = [measured(Decision.ATTACK, "GAMBLE", "DROP", war=war, right=7) for war in range(5)]
    hard = [measured(Decision.ATTACK, "DROP", "GAMBLE", war=war + 5) for war in range(2)]
    assert Counter(one.best for one in alternate([*easy, *hard])[:4]) == {easy[0].best: 2, hard[0].best: 2}


def test_few_exercises_are_solved_by_all_scripts() -> None:
    easy = [measured(Decision.ATTACK, "GAMBLE", "DROP", war=war, right=7) for war in range(MOST_EASY + 5)]
    hard = [measured(Decision.ATTACK, "DROP", "GAMBLE", war=war, right=6) for war in range(3)]
    assert without_easy([*easy, *hard], len(SCRIPTS)) == [*easy[:MOST_EASY], *hard]


def test_a_reader_has_hardly_more_than_chance_in_every_beginning() -> None:
    read = [measured(Decision.ATTACK, "GAMBLE", "DROP", war=war) for war in range(40)]
    unread = [measured(Decision.ATTACK, "DROP", "GAMBLE", war=war + 40) for war in range(10)]
    kept = without_read([*read, *unread], lambda one: float(one.war < 40))
    assert len(kept) < len([*read, *unread]) and all(one in kept for one in unread)
    for end in range(1, len(kept) + 1):
        solved = sum(one.war < 40 for one in kept[:end])
        assert solved <= end * (1 / 2 + MOST_ABOVE_CHANCE)
    assert sum(one.war < 40 for one in kept) > len(kept) / 3  # as many as the others make up for
    assert [one.war for one in kept if one.war < 40] == list(range(sum(one.war < 40 for one in kept)))


def test_a_reader_who_guesses_costs_no_candidate() -> None:
    some = [measured(Decision.SPECIAL, "SC1000", "NO_SPECIAL", war=war) for war in range(9)]
    assert without_read(some, lambda one: 1 / len(one.choices)) == some


def test_a_batch_draws_every_best_choice_in_turn() -> None:
    usual, rare = 50, 3
    number = usual + rare
    mats: Any = rows(number, Mat)
    candidates = Candidates(mats, np.ones((number, 2), np.int8), np.arange(number))
    best = np.array([0] * usual + [1] * rare)
    answers = np.zeros((number, 2), np.int64)
    answers[:10] = 1  # these are missed by all scripts
    drawn = draw_few(
        MAKING, Scale.MISSION, Ranked(candidates, best, np.full(number, 2), answers), np.random.default_rng(1)
    )
    few = MAKING.most_selected(Scale.MISSION, 2)
    assert len(drawn) == few == 16
    assert set(range(usual, number)) <= set(drawn.tolist())
    assert sum(place < 10 for place in drawn.tolist()) >= (few - rare) // 2


def test_candidates_are_decisions_with_a_choice_and_the_same_for_the_same_seed() -> None:
    first, again = (fly_candidates(MAKING, KIND, make_policy(KIND.policy)) for _ in range(2))
    assert len(first.wars) > 8
    assert (first.masks.sum(axis=1) > 1).all()
    assert (first.masks == again.masks).all() and (first.wars == again.wars).all()
    assert first.mats.tobytes() == again.mats.tobytes()
    groups = list(zip(first.wars.tolist(), first.mats["cursor"]["decision"].tolist(), strict=True))
    assert len(set(groups)) == len(groups)
