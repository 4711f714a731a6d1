"""Masks, legal actions, and the effect of an illegal one."""

import re
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from tests.support.contract import (
    comparable,
    each_id,
    each_id_slowly,
    make,
    make_vec,
    played,
    walk,
    war_bytes,
)
from tests.support.each import each

FIRST = "first illegal"
"""The first action that the mask of the first decision does not allow."""


@each_id_slowly
def test_legal_actions_are_those_of_the_mask(env_id: str) -> None:
    env = make(env_id)
    _, info = env.reset(seed=2)
    decisions = set()
    for *_, info in walk(env, 300):
        assert info["action_mask"].dtype == np.int8 and info["action_mask"].shape == (env.game.envs.actions,)
        assert env.action_masks().dtype == np.bool_ and (env.action_masks() == info["action_mask"]).all()
        if info["decision_name"] == "OVER":
            assert info["action_mask"].all() and env.legal_actions() == []
            continue
        assert info["action_mask"].sum() > 1, "a decision with one legal action is not asked"
        legal = env.legal_actions()
        assert [index for index, _ in legal] == np.flatnonzero(info["action_mask"]).tolist()
        assert all(text and "\n" not in text for _, text in legal)
        assert len({text for _, text in legal}) == len(legal), "labels that cannot be told apart"
        assert env.decision == info["decision_name"]
        decisions.add(env.decision)
    assert len(decisions) >= 4


@each_id
@each("action", [-1, -1000, 2**70, FIRST])
def test_an_illegal_action_changes_nothing_and_costs(env_id: str, action: Any) -> None:
    env = make(env_id, illegal_action_penalty=0.25)
    _, before = env.reset(seed=3)
    war = war_bytes(env)
    number = int(before["action_mask"].argmin()) if action == FIRST else action
    seen, reward, terminated, truncated, info = env.step(number)
    assert (reward, terminated, truncated) == (-0.25, False, False)
    assert info["illegal_action"] is True and info["rewards"]["illegal_action"] == -0.25
    assert war_bytes(env) == war
    for key in ("action_mask", "decision", "war_seed"):
        assert comparable(info[key]) == comparable(before[key])
    *_, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert info["illegal_action"] is False and info["rewards"]["illegal_action"] == 0


@each_id
def test_the_smallest_number_that_is_no_action_is_illegal(env_id: str) -> None:
    env = make(env_id)
    env.reset(seed=3)
    assert env.step(env.game.envs.actions)[4]["illegal_action"]


@each_id
def test_a_hundred_illegal_actions_in_a_row_truncate(env_id: str) -> None:
    env = make(env_id)
    env.reset(seed=3)
    for _ in range(99):
        assert not env.step(-1)[3]
    env.step(int(np.flatnonzero(env.action_masks())[-1]))
    flags = [env.step(-1)[3] for _ in range(100)]
    assert flags == [False] * 99 + [True]
    with pytest.raises(ResetNeeded):
        env.step(0)


@each_id
def test_writing_on_a_returned_mask_makes_nothing_legal(env_id: str) -> None:
    env = make_vec(env_id, 2, copy=False)
    _, infos = env.reset(seed=1)
    illegal = infos["action_mask"].argmin(axis=1)
    infos["action_mask"][:] = 1
    *_, infos = env.step(illegal)
    assert infos["illegal_action"].all()


@each_id
def test_every_action_is_legal_at_the_end(env_id: str) -> None:
    *_, (_, _, terminated, truncated, info) = played(make(env_id), 5)
    assert terminated and not truncated and info["decision_name"] == "OVER" and info["action_mask"].all()


@each_id
def test_a_truth_value_is_no_action(env_id: str) -> None:
    """Python's True is the whole number 1; it is refused in one line, as a float is."""
    env, many = make(env_id), make_vec(env_id, 2)
    env.reset(seed=1)
    many.reset(seed=1)
    actions: tuple[Any, ...] = (True, False, np.True_, 1.0)
    for action in actions:
        with pytest.raises(TypeError, match=rf"^action: got {re.escape(repr(action))}, allowed is a whole number from"):
            env.step(action)
    with pytest.raises(ValueError, match=r"^actions: got 'bool \(2,\)', allowed is 2 whole numbers$"):
        many.step([True, False])
