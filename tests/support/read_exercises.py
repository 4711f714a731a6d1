"""Exercises as a language model reads them."""

from stuka_env.position.exercises import Exercise, exercise_env
from stuka_env.text.model_exercises import game_of_exercise
from stuka_env.text.playing import Question


def question_of_exercise(exercise: Exercise, odds: bool = True) -> Question:
    """Return the question of an exercise, with or without the odds of its options."""
    return game_of_exercise(exercise_env(exercise, journal=True), exercise, odds).question
