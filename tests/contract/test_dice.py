"""Planned rolls: they come before the dice, strict ones are all that is rolled, and a wrong tape is refused."""

from typing import Any

import numpy as np
import pytest

from stuka_env.engine.engine import TapeError
from tests.support.contract import choose, each_id, make, make_vec, steps_of, war_bytes
from tests.support.each import each
from tests.support.samples import SHORTEST, samples_of


def taped(env_id: str, *, seed: int = 1, dice: Any = None, strict: bool = True) -> Any:
    """Return an environment whose episode has planned dice: those of the samples, or others."""
    sample = samples_of(env_id).dice
    env = make(env_id, **sample.arguments)
    planned = sample.options["dice"] if dice is None else dice
    env.reset(seed=seed, options={**sample.options, "dice": planned, "strict_dice": strict})
    return env


@each_id
def test_planned_values_are_rolled_for_every_seed(env_id: str) -> None:
    dice = samples_of(env_id).dice
    for seed in range(5):
        env = taped(env_id, seed=seed)
        assert dice.values(env.engine.wars.mats) == [dice.first]


@each_id
def test_an_unplanned_roll_of_a_strict_tape_changes_nothing(env_id: str) -> None:
    dice = samples_of(env_id).dice
    env = make(env_id, **dice.arguments)
    env.reset(seed=1)
    before = war_bytes(env)
    with pytest.raises(TapeError) as caught:
        env.reset(seed=2, options={**dice.options, "dice": {}, "strict_dice": True})
    assert str(caught.value).startswith(dice.unplanned) and "\n" not in str(caught.value)
    assert war_bytes(env) == before
    env = taped(env_id)
    if env_id in SHORTEST:
        assert env.step(dice.ending)[2], "an episode of one line needs no more dice"
        return
    before, mask = war_bytes(env), env.action_masks()
    for _ in range(2):
        with pytest.raises(TapeError) as caught:
            env.step(dice.ending)  # the next line is rolled
        assert str(caught.value).startswith(dice.unplanned)
        assert war_bytes(env) == before and (env.action_masks() == mask).all()


@each_id
def test_the_mask_is_as_before_where_the_failed_step_had_come_to_another_decision(env_id: str) -> None:
    env, ending = taped(env_id), samples_of(env_id).dice.ending
    rng = np.random.default_rng(3)
    before, mask = war_bytes(env), env.action_masks()
    with pytest.raises(TapeError, match="is rolled"):
        while True:  # until something is rolled
            before, mask = war_bytes(env), env.action_masks()
            going_on = mask.copy()
            going_on[ending] = False
            env.step(int(choose(env, going_on, rng)))
    assert (env.action_masks() == mask).all() and war_bytes(env) == before


@each_id
def test_a_roll_left_over_is_an_error_of_the_last_step(env_id: str) -> None:
    """An episode of one line has ended with that line; a longer one would roll the dice later."""
    sample = samples_of(env_id).dice
    planned = {**sample.options["dice"], **sample.left_over}
    env, ending = taped(env_id, dice=planned), sample.ending
    before = war_bytes(env)
    if env_id in SHORTEST:
        with pytest.raises(TapeError, match=sample.left_over_message):
            env.step(ending)
        assert war_bytes(env) == before
    assert taped(env_id, dice=planned, strict=False).step(ending)[2] == (env_id in SHORTEST)


@each_id
def test_planned_dice_that_are_not_strict_are_followed_by_the_dice_of_the_seed(env_id: str) -> None:
    first, second, other = (taped(env_id, seed=seed, strict=False) for seed in (1, 1, 2))
    assert steps_of(first, 60) == steps_of(second, 60) != steps_of(other, 60)


@each_id
def test_the_next_episode_and_a_fresh_clone_have_no_tape(env_id: str) -> None:
    dice = samples_of(env_id).dice
    env, plain = taped(env_id), make(env_id, **dice.arguments)
    assert not env.clone().engine.wars.dice["taped"][0] and env.clone("same").engine.wars.dice["taped"][0]
    env.clone().step(dice.ending)
    if env_id not in SHORTEST:
        with pytest.raises(TapeError):
            env.clone("same").step(dice.ending)
    plain.reset(seed=1)
    env.reset()
    plain.reset()
    assert war_bytes(env) == war_bytes(plain)


@each_id
def test_each_war_of_a_vector_has_its_own_copy(env_id: str) -> None:
    dice = samples_of(env_id).dice
    env = make_vec(env_id, 3, **dice.arguments)
    env.reset(seed=1, options={**dice.options, "dice": dice.another, "strict_dice": env_id not in SHORTEST})
    mats = env.engine.wars.mats
    assert dice.values(mats) == [dice.first] * 3
    env.step(np.full(3, dice.ending))
    if env_id in SHORTEST:
        return
    assert dice.values(mats) == [dice.second] * 3
    before = war_bytes(env)
    with pytest.raises(TapeError):
        env.step(np.full(3, dice.ending if dice.again is None else dice.again))
    assert war_bytes(env) == before


WRONG = [(env_id, *wrong) for env_id in SHORTEST for wrong in samples_of(env_id).wrong_dice]


@each("env_id, planned, message", WRONG)
def test_a_wrong_tape_is_one_clear_line(env_id: str, planned: Any, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        make(env_id).reset(options={"dice": planned})
    assert message in str(caught.value) and "\n" not in str(caught.value)
