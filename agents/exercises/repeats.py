"""Tests of exercises again: with other dice, or with another script that plays the rollouts on."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from agents.exercises.making import Candidates, ExerciseMaking
from agents.exercises.rollouts import compare_choices
from agents.rows import join_rows
from stuka_env.game import AnyWarSpec
from stuka_env.position.exercises import Exercise, ExerciseChoice, exercise_env


class RepeatedTest(NamedTuple):
    """The other choices of an exercise, compared with its best choice again.

    Attributes:
        exercise: the exercise.
        others: the other choices.
    """

    exercise: Exercise
    others: tuple[ExerciseChoice, ...]

    @property
    def gap(self) -> float:
        """Points by which the best choice leads; negative if another one does."""
        return min(-choice.difference for choice in self.others)

    def is_refuted(self, quantile: float) -> bool:
        """Whether another choice is better by more than ``quantile`` standard errors."""
        return any(choice.difference > quantile * choice.error for choice in self.others)


def repeat_tests(
    making: ExerciseMaking, exercises: Sequence[Exercise], script: str, *, rollouts: int, seed: int
) -> list[RepeatedTest]:
    """Return new tests of exercises, in their order.

    Args:
        making: the declarations of the game.
        exercises: the exercises.
        script: name of the script that plays on.
        rollouts: rollouts of each choice.
        seed: seed of the dice; they are others than those of the exercises.
    """
    groups: defaultdict[str, list[tuple[Exercise, Candidates]]] = defaultdict(list)
    specs: dict[str, AnyWarSpec] = {}
    for exercise in exercises:
        war = exercise_env(exercise).unwrapped
        spec = war.engine.spec  # type: ignore[attr-defined]
        candidate = Candidates(
            np.array([war.mat], war.mat.dtype),  # type: ignore[attr-defined]
            war.action_masks()[None].astype(np.int8),  # type: ignore[attr-defined]
            np.zeros(1, np.int64),
        )
        specs[repr(spec.codes())] = spec
        groups[repr(spec.codes())].append((exercise, candidate))
    repeated: dict[int, RepeatedTest] = {}
    for key, pairs in groups.items():
        members, candidates = zip(*pairs, strict=True)
        tests = _repeat(making, members, candidates, specs[key], script=script, rollouts=rollouts, seed=seed)
        repeated |= {test.exercise.number: test for test in tests}
    return [repeated[exercise.number] for exercise in exercises]


def _repeat(
    making: ExerciseMaking,
    exercises: Sequence[Exercise],
    candidates: Sequence[Candidates],
    spec: AnyWarSpec,
    *,
    script: str,
    rollouts: int,
    seed: int,
) -> list[RepeatedTest]:
    joined = join_rows(candidates)
    found = compare_choices(
        making,
        joined,
        spec,
        script=script,
        compared=np.array([exercise.best for exercise in exercises], np.int64),
        rollouts=np.full(len(exercises), rollouts),
        noise=np.array([np.random.default_rng([seed, exercise.number]).integers(1 << 62) for exercise in exercises]),
    )
    tests = []
    for place, exercise in enumerate(exercises):
        actions = [choice.action for choice in exercise.choices if choice.action != exercise.best]
        pairs = [(float(found.mean[place, action]), float(found.error[place, action])) for action in actions]
        others = tuple(ExerciseChoice(action, *pair) for action, pair in zip(actions, pairs, strict=True))
        tests.append(RepeatedTest(exercise, others))
    return tests
