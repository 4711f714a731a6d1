"""Exercises: the file of a game and its reading."""

import dataclasses
from collections.abc import Iterator

import numpy as np
import pytest

from stuka_env.game import game_named
from stuka_env.io.reading import parse_json
from stuka_env.position.exercises import (
    Exercise,
    ExerciseSet,
    exercise_env,
    exercises_from,
    exercises_path,
    exercises_text,
    games_with_exercises,
    load_exercises,
)
from tests.support.each import each
from tests.support.slow import slow


def test_a_game_without_exercises_is_named() -> None:
    with pytest.raises(ValueError, match="game: got 'dogfight', allowed is "):
        load_exercises("dogfight")


@pytest.mark.parametrize("game", games_with_exercises())
def test_the_text_of_a_set_is_the_file(game: str) -> None:
    text = exercises_path(game).read_text(encoding="utf-8")
    assert exercises_text(load_exercises(game)) == text
    assert len(text) < 400_000


@each("points, digits", [(2.0, 1), (1.0, 1), (0.1, 2), (0.05, 2), (0.01, 3)])
def test_amounts_have_the_digits_that_the_least_lead_needs(points: float, digits: int) -> None:
    assert dataclasses.replace(load_exercises("stuka"), points=points).digits == digits


def test_another_format_is_refused() -> None:
    values = parse_json(exercises_path("stuka").read_text(encoding="utf-8"))
    with pytest.raises(ValueError, match="format of the exercises: got 2, allowed is 1"):
        exercises_from(values | {"format": 2})


@pytest.mark.parametrize("step", [10, slow(1)])
@pytest.mark.parametrize("game", games_with_exercises())
def test_every_exercise_is_certified_by_its_own_numbers(game: str, step: int) -> None:
    """Each exercise in the audit, and one of ten before it."""
    kept = load_exercises(game)
    wrong = {exercise.number: [*contradictions(exercise, kept, game)] for exercise in kept.exercises[::step]}
    assert {number: found for number, found in wrong.items() if found} == {}


def contradictions(exercise: Exercise, kept: ExerciseSet, game: str) -> Iterator[str]:
    """Yield the names of the statements of an exercise about itself that do not hold."""
    env = exercise_env(exercise)
    actions = [choice.action for choice in exercise.choices]
    bounds = [
        -choice.difference - kept.quantile * choice.error
        for choice in exercise.choices
        if choice.action != exercise.best
    ]
    holds = {
        "theme": exercise.theme in kept.themes,
        "scripts": set(exercise.right) <= set(kept.scripts),
        "id": env.spec is not None and env.spec.id in game_named(game).ids,
        "decision": env.get_wrapper_attr("decision") == exercise.decision,
        "actions": np.flatnonzero(env.get_wrapper_attr("action_masks")()).tolist() == actions,
        "order": actions == sorted(set(actions)) and len(actions) > 1,
        "best": [choice.action for choice in exercise.choices if choice.difference == 0.0] == [exercise.best],
        "bound": min(bounds) == pytest.approx(exercise.bound, abs=0.01),
        "points": exercise.bound >= kept.points,
    }
    return (name for name, is_so in holds.items() if not is_so)


def test_all_four_games_have_exercises() -> None:
    assert games_with_exercises() == ("stuka", "interceptor", "support", "wing")
    assert [load_exercises(game).unit for game in games_with_exercises()] == ["points", "bombers", "points", "points"]


def test_the_loss_of_a_choice_and_of_an_illegal_action() -> None:
    exercise = load_exercises("stuka").exercises[0]
    assert exercise.loss(exercise.best) == 0.0
    assert all(exercise.loss(choice.action) == -choice.difference for choice in exercise.choices)
    with pytest.raises(ValueError, match="action: got -1, allowed is"):
        exercise.loss(-1)


def test_exercises_of_themes() -> None:
    kept = load_exercises("stuka")
    by_theme = [kept.of_themes([theme]) for theme in kept.themes]
    assert sum(map(len, by_theme)) == len(kept.exercises)
    assert kept.of_themes(kept.themes) == kept.exercises
    assert [exercise.number for exercise in kept.exercises] == list(range(1, len(kept.exercises) + 1))
    with pytest.raises(ValueError, match="theme: got 'golf', allowed is gamble"):
        kept.of_themes(["golf"])


def test_a_set_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        load_exercises("stuka").seed = 1  # type: ignore[misc]
