"""The exercises of the third game: their themes, and tests of some of them again with other dice."""

import pytest

from agents.exercises.making import MOST_CHOICES
from agents.exercises.repeats import repeat_tests
from agents.games.wing.exercises import MAKING, THEMES, THEMES_OF
from stuka_env.games.wing.codes import Decision
from stuka_env.position.exercises import load_exercises

EXERCISES = load_exercises("wing")
SURE = 4.0
"""Standard errors between two measurements of the same difference."""


def test_every_decision_has_a_theme_and_every_theme_exercises_of_the_set() -> None:
    assert set(THEMES_OF) == set(Decision) - {Decision.OVER} and set(THEMES_OF.values()) == set(THEMES)
    assert EXERCISES.themes == THEMES and len(EXERCISES.exercises) >= 190
    for one in EXERCISES.exercises:
        assert one.theme == THEMES_OF[Decision[one.decision]] and len(one.choices) <= MOST_CHOICES
    sizes = {theme: len(EXERCISES.of_themes([theme])) for theme in THEMES}
    assert sizes.pop("crews") >= 14 and min(sizes.values()) >= 20, "one lead crew leaves fewer questions about crews"


@pytest.mark.slow
def test_a_repeated_test_agrees_with_the_file() -> None:
    few = EXERCISES.exercises[::25]
    for one in repeat_tests(MAKING, few, EXERCISES.policy, rollouts=500, seed=7):
        known = {choice.action: choice for choice in one.exercise.choices}
        for choice in one.others:
            error = (choice.error**2 + known[choice.action].error ** 2) ** 0.5
            assert abs(choice.difference - known[choice.action].difference) <= SURE * error + 0.01
        assert not one.is_refuted(SURE)
