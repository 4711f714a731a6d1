"""Answers to exercises that need no play: what a reader gets who looks at places or numbers alone.

They stand beside the scores of policies. An exercise that such a reader answers says little about a model.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from stuka_env.position.exercises import Exercise, ExerciseSet, exercise_env
from stuka_env.text.model_exercises import game_of_exercise
from stuka_env.text.playing import Option

PLACE_READER, NUMBER_READER, PLAIN_NUMBER_READER = "best place", "largest number", "largest number, no odds"
"""Names of the readers: the place that is best most often in the same theme, and the option with the largest number."""
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
"""A number in the words of an option."""
Options = Sequence[Sequence[Option]]
"""The options of each exercise in the order in which a model reads them."""


def trivial_answers(exercises: ExerciseSet) -> dict[str, NDArray[np.int64]]:
    """Return the answers of each reader as actions, ``(N,)``, by its name."""
    every = exercises.exercises
    envs = [exercise_env(one, journal=True) for one in every]
    read, plain = (
        [game_of_exercise(env, one, odds).question.options for env, one in zip(envs, every, strict=True)]
        for odds in (True, False)
    )
    return {
        PLACE_READER: _best_places(every, read),
        NUMBER_READER: np.array([_largest(options) for options in read], np.int64),
        PLAIN_NUMBER_READER: np.array([_largest(options) for options in plain], np.int64),
    }


def _best_places(exercises: Sequence[Exercise], read: Options) -> NDArray[np.int64]:
    """Return the option at the place that is best most often in a theme, counted on the other half of the exercises."""
    counts: dict[tuple[str, int], Counter[int]] = defaultdict(Counter)
    for number, (exercise, options) in enumerate(zip(exercises, read, strict=True)):
        counts[exercise.theme, number % 2][[option.actions[0] for option in options].index(exercise.best)] += 1
    answers = []
    for number, (exercise, options) in enumerate(zip(exercises, read, strict=True)):
        usual = counts[exercise.theme, 1 - number % 2]
        place = max(range(len(options)), key=lambda one: (usual[one], -one))
        answers.append(options[place].actions[0])
    return np.array(answers, np.int64)


def _largest(options: Sequence[Option]) -> int:
    """Return the action of the option with the largest number."""
    return options[place_of_largest(options)].actions[0]


def place_of_largest(options: Sequence[Option]) -> int:
    """Return the place of the option with the largest number, from 0; the first one of equals or without numbers."""
    return int(np.argmax(_largest_numbers(options)))


def chance_of_largest(exercise: Exercise) -> float:
    """Return the chance that the option with the largest number is the best one, 0 to 1, in the form without odds.

    Equal options, and those without numbers, are as likely as each other.
    """
    options = game_of_exercise(exercise_env(exercise, journal=True), exercise, odds=False).question.options
    numbers = _largest_numbers(options)
    tied = [option.actions[0] for option, number in zip(options, numbers, strict=True) if number == max(numbers)]
    return tied.count(exercise.best) / len(tied)


def _largest_numbers(options: Sequence[Option]) -> list[float]:
    """Return the largest number in the words of each option; minus infinity for none."""
    return [max(map(float, NUMBER.findall(option.words)), default=-np.inf) for option in options]
