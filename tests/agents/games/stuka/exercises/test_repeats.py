"""Exercises hold when they are tested again, with few rollouts and other dice."""

import pytest

from agents.exercises.making import making_of
from agents.exercises.repeats import repeat_tests
from stuka_env.position.exercises import load_exercises

MAKING = making_of("stuka")
EXERCISES = load_exercises("stuka").exercises
SAMPLE = tuple(exercise for exercise in EXERCISES if exercise.position.startswith("Stuka-Mission"))[::16]
ROLLOUTS = 1_000
SURE = 4.0
"""Standard errors between two measurements of the same difference, with room for a few hundred comparisons."""


@pytest.mark.slow
def test_a_repeated_test_agrees_with_the_file() -> None:
    assert len(SAMPLE) >= 10
    repeated = repeat_tests(MAKING, SAMPLE, load_exercises("stuka").policy, rollouts=ROLLOUTS, seed=7)
    assert [one.exercise for one in repeated] == list(SAMPLE)
    for one in repeated:
        known = {choice.action: choice for choice in one.exercise.choices}
        assert {choice.action for choice in one.others} == set(known) - {one.exercise.best}
        for choice in one.others:
            error = (choice.error**2 + known[choice.action].error ** 2) ** 0.5
            assert abs(choice.difference - known[choice.action].difference) <= SURE * error + 0.01
        assert one.gap > 0 and not one.is_refuted(SURE)


def test_other_dice_give_other_differences() -> None:
    first, same, other = (repeat_tests(MAKING, SAMPLE[:2], "old_hand", rollouts=50, seed=seed) for seed in (1, 1, 2))
    assert first == same != other
