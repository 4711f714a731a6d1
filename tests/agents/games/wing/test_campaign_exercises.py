"""The exercises of the third game: their themes."""

from agents.exercises.making import MOST_CHOICES
from agents.games.wing.exercises import THEMES, THEMES_OF
from stuka_env.games.wing.codes import Decision
from stuka_env.position.exercises import load_exercises

EXERCISES = load_exercises("wing")


def test_every_decision_has_a_theme_and_every_theme_exercises_of_the_set() -> None:
    assert set(THEMES_OF) == set(Decision) - {Decision.OVER} and set(THEMES_OF.values()) == set(THEMES)
    assert EXERCISES.themes == THEMES and len(EXERCISES.exercises) >= 190
    for one in EXERCISES.exercises:
        assert one.theme == THEMES_OF[Decision[one.decision]] and len(one.choices) <= MOST_CHOICES
    sizes = {theme: len(EXERCISES.of_themes([theme])) for theme in THEMES}
    assert sizes.pop("crews") >= 14 and min(sizes.values()) >= 20, "one lead crew leaves fewer questions about crews"
