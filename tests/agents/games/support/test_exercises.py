"""The exercises of Air Support: their themes, and what they hide."""

import numpy as np

from agents.exercises.making import MOST_CHOICES
from agents.games.support.exercises import MAKING, THEMES, THEMES_OF
from stuka_env.games.support.codes import Decision
from stuka_env.position.exercises import exercise_env, load_exercises

EXERCISES = load_exercises("support")


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
