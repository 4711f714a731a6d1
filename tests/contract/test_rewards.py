"""Rewards: their named parts add up to them, and they add up to the result of the episode."""

import pytest

from tests.support.contract import each_id, make, played
from tests.support.samples import SHORTEST, samples_of


@each_id
def test_rewards_add_up_to_the_result(env_id: str) -> None:
    scored = 0.0
    for seed in range(4):
        env = make(env_id)
        _, *steps = played(env, seed, seed)
        parts = dict.fromkeys(env.game.envs.rewards, 0.0)
        for _, reward, _, truncated, info in steps:
            assert not truncated and list(info["rewards"]) == list(parts)
            assert sum(info["rewards"].values()) == pytest.approx(reward, abs=1e-12)
            parts = {name: parts[name] + value for name, value in info["rewards"].items()}
        result = steps[-1][4]["result"]
        wanted = samples_of(env_id).returned(env_id, result)
        assert 100 * sum(step[1] for step in steps) == pytest.approx(wanted, abs=1e-9)
        assert parts["illegal_action"] == 0
        scored += abs(wanted)
    assert scored > 0 or env_id in SHORTEST


@each_id
def test_a_reward_is_a_float_and_most_decisions_have_none(env_id: str) -> None:
    _, *steps = played(make(env_id), 3)
    rewards = [step[1] for step in steps]
    assert {type(reward) for reward in rewards} == {float}
    assert rewards.count(0.0) >= len(rewards) / 2
