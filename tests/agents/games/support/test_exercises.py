"""The exercises of Air Support: their themes, what they hide, and tests of some of them again with other dice."""

import numpy as np
import pytest

from agents.exercises.making import MOST_CHOICES
from agents.exercises.repeats import repeat_tests
from agents.games.support.exercises import MAKING, THEMES, THEMES_OF
from stuka_env.games.support.codes import Decision
from stuka_env.position.exercises import exercise_env, load_exercises

EXERCISES = load_exercises("support")
SURE = 4.0
"""Standard errors between two measurements of the same difference."""


def test_every_decision_has_a_theme_and_every_theme_exercises_of_the_set() -> None:
    assert set(THEMES_OF) == set(Decision) - {Decision.OVER} and set(THEMES_OF.values()) == set(THEMES)
    assert EXERCISES.themes == THEMES and 20 <= len(EXERCISES.exercises) <= MAKING.size
    for one in EXERCISES.exercises:
        assert one.theme == THEMES_OF[Decision[one.decision]] and len(one.choices) <= MOST_CHOICES
    assert all(EXERCISES.of_themes([theme]) for theme in THEMES)


def test_a_position_does_not_tell_what_lies_face_down() -> None:
    """Each reading of the text draws the counters that lie face down anew."""
    drawn = 0
    for one in EXERCISES.exercises:
        envs = [exercise_env(one) for _ in range(2)]
        kinds = []
        for seed, env in enumerate(envs):
            env.reset(seed=seed)
            kinds.append(env.get_wrapper_attr("engine").wars.mats["hidden"]["kinds"][0])
        drawn += not np.array_equal(*kinds)
    assert drawn


@pytest.mark.slow
def test_a_repeated_test_agrees_with_the_file() -> None:
    for one in repeat_tests(MAKING, EXERCISES.exercises[::8], EXERCISES.policy, rollouts=500, seed=7):
        known = {choice.action: choice for choice in one.exercise.choices}
        for choice in one.others:
            error = (choice.error**2 + known[choice.action].error ** 2) ** 0.5
            assert abs(choice.difference - known[choice.action].difference) <= SURE * error + 0.01
        assert not one.is_refuted(SURE)
