"""Exercises hold when they are tested again, with few rollouts and other dice."""

from collections.abc import Sequence

import pytest

from agents.exercises.making import making_of
from agents.exercises.repeats import repeat_tests
from stuka_env.position.exercises import Exercise, load_exercises

SURE = 4.0
"""Standard errors between two measurements of the same difference, with room for a few hundred comparisons."""


def sample_of(game: str) -> Sequence[Exercise]:
    """Return some exercises of a game, whose tests are short."""
    exercises = load_exercises(game).exercises
    if game == "stuka":
        return [one for one in exercises if one.position.startswith("Stuka-Mission")][::16]
    if game == "interceptor":
        return [one for one in exercises if one.rollouts <= 8_192 and len(one.choices) <= 4][::40]
    return exercises[::25] if game == "wing" else exercises[::8]


@pytest.mark.slow
@pytest.mark.parametrize(
    "game, rollouts, least", [("stuka", 1_000, 10), ("interceptor", 1_000, 5), ("wing", 500, 5), ("support", 500, 5)]
)
def test_a_repeated_test_agrees_with_the_file(game: str, rollouts: int, least: int) -> None:
    sample = sample_of(game)
    assert len(sample) >= least
    repeated = repeat_tests(making_of(game), sample, load_exercises(game).policy, rollouts=rollouts, seed=7)
    assert [one.exercise for one in repeated] == list(sample)
    for one in repeated:
        known = {choice.action: choice for choice in one.exercise.choices}
        assert {choice.action for choice in one.others} == set(known) - {one.exercise.best}
        for choice in one.others:
            error = (choice.error**2 + known[choice.action].error ** 2) ** 0.5
            assert abs(choice.difference - known[choice.action].difference) <= SURE * error + 0.01
        assert not one.is_refuted(SURE)
        assert one.gap > 0 or game != "stuka"


def test_other_dice_give_other_differences() -> None:
    sample, making = sample_of("stuka")[:2], making_of("stuka")
    first, same, other = (repeat_tests(making, sample, "old_hand", rollouts=50, seed=seed) for seed in (1, 1, 2))
    assert first == same != other
