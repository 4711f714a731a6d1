"""Outcomes of an action: their probabilities are exact, and clones with fresh dice come to them as often."""

import re
from collections.abc import Iterator

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from stuka_env.engine.outcomes import Outcomes, OutcomesError
from stuka_env.envs.single import StukaEnv
from tests.support.contract import choose, comparable, each_game, each_id, each_id_slowly, make, war_bytes
from tests.support.outcomes import check_against_clones


def decisions(env_id: str, steps: int, limit: int) -> Iterator[tuple[StukaEnv, int, Outcomes]]:
    """Play at random, and yield the first action of each decision that can be listed with more than one outcome."""
    env, seen = make(env_id), set()
    env.reset(seed=5)
    rng = np.random.default_rng(2)
    for _ in range(steps):
        action = int(choose(env, env.action_masks(), rng))
        try:
            outcomes = env.outcomes(action, limit)
        except OutcomesError as error:
            assert re.search(f"more than {limit:,} ways of play|too many rolls in one step", str(error))
            assert "\n" not in str(error)
        else:
            assert outcomes.probabilities.sum() == pytest.approx(1, abs=1e-9)
            assert (np.diff(outcomes.probabilities) <= 0).all()
            kind = int(env._mat["cursor"]["decision"])
            if kind not in seen and len(outcomes.mats) > 1:
                seen.add(kind)
                yield env, action, outcomes
        if env.step(action)[2]:
            env.reset()


@each_id_slowly
def test_clones_come_to_the_outcomes_as_often(env_id: str) -> None:
    compared = 0
    for env, action, outcomes in decisions(env_id, steps=400, limit=3_000):
        check_against_clones(env, action, outcomes, 1_000)
        compared += 1
    assert compared >= 2, "decisions with chance were compared"


@pytest.mark.slow
@each_game
def test_many_clones_come_to_the_outcomes_as_often(env_id: str) -> None:
    for env, action, outcomes in decisions(env_id, steps=100, limit=20_000):
        check_against_clones(env, action, outcomes, 20_000)


@each_id
def test_the_environment_does_not_change(env_id: str) -> None:
    env, twin = make(env_id, journal=True), make(env_id, journal=True)
    for each in (env, twin):
        each.reset(seed=8)
    for _ in range(20):
        action = int(np.flatnonzero(env.action_masks())[0])
        before, entries = war_bytes(env), len(env.journal)
        try:
            outcomes = env.outcomes(action, limit=3_000)
        except OutcomesError:
            outcomes = None
        assert (war_bytes(env), len(env.journal)) == (before, entries)
        result = env.step(action)
        assert comparable(result[:4]) == comparable(twin.step(action)[:4])
        if outcomes is not None:
            assert env._mat.tobytes() in {mat.tobytes() for mat in outcomes.mats}
            assert not outcomes.mats.flags.writeable
        if result[2]:
            env.reset()
            twin.reset()


@each_id
def test_the_dice_are_no_knowledge(env_id: str) -> None:
    """Outcomes hold for the player, who does not know the dice: with another seed they are the same."""
    env, action, own = next(decisions(env_id, steps=200, limit=3_000))
    other = env.clone(dice=99).outcomes(action)
    assert own.probabilities.tolist() == other.probabilities.tolist() and own.mats.tobytes() == other.mats.tobytes()


@each_id
def test_what_has_no_outcomes_is_refused_in_one_line(env_id: str) -> None:
    env = make(env_id)
    with pytest.raises(ResetNeeded, match="no episode"):
        env.outcomes(0)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    with pytest.raises(ValueError, match=f"action: got {illegal}, allowed is a legal action"):
        env.outcomes(illegal)
    with pytest.raises(TypeError, match="whole number"):
        env.outcomes("fly")  # type: ignore[arg-type]
    action = int(np.flatnonzero(env.action_masks())[0])
    with pytest.raises(OutcomesError, match="more than 0 ways of play"):
        env.outcomes(action, limit=0)
