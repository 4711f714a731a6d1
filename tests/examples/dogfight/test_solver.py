"""The value of a fight, exactly, and games of the best play."""

import math
from typing import Any

import dogfight as dogfight
import gymnasium
import numpy as np
import pytest

from agents.solver import Solution, solve
from stuka_env.flights.frozen_wars import fly
from stuka_env.policy import load_policy

SMALL: Any = {"own": "FB", "enemy": "Stuka Stuka"}
SMALL_VALUE, SMALL_MATS = 1.129786, 5_961
DEFAULT_VALUE, DEFAULT_MATS = 3.734626, 553_881
MOST_PLAYED = 1_000_000_000


def solved(**arguments: Any) -> Solution:
    env: Any = gymnasium.make("Dogfight/Fight-v0", **arguments).unwrapped
    env.reset(seed=1)
    return solve(env.engine, MOST_PLAYED)


def check_mean(policy: Any, value: float, episodes: int, **arguments: Any) -> None:
    """Check that the mean of many games is the value, within three standard errors."""
    scores = fly(policy, "Dogfight/Fight-v0", episodes=episodes, **arguments).scores
    error = scores.std() / math.sqrt(episodes)
    assert abs(scores.mean() - value) < 3 * error, (scores.mean(), value, error)


def test_a_small_fight() -> None:
    solution = solved(**SMALL)
    assert (round(solution.value, 6), solution.mats) == (SMALL_VALUE, SMALL_MATS)
    assert max(solution.actions.values()) == solution.value and len(solution.best) == 1
    check_mean(solution.play, solution.value, 50_000, **SMALL)
    script = fly(load_policy("dogfight.rules:choose", "dogfight"), "Dogfight/Fight-v0", episodes=50_000, **SMALL)
    assert script.scores.mean() < solution.value + 3 * script.scores.std() / math.sqrt(50_000)


def war_of(policy: Any, seed: int) -> tuple[list[Any], list[int], float]:
    """Return the mats, the actions and the score of a small fight."""
    env: Any = gymnasium.make("Dogfight/Fight-v0", **SMALL).unwrapped
    env.reset(seed=seed)
    mats, actions, over = [], [], False
    while not over:
        mats.append(env.engine.wars.mats[0].copy())
        actions.append(policy(env))
        _, _, over, _, info = env.step(actions[-1])
    return mats, actions, float(info["result"]["points"])


def test_the_score_without_luck_hardly_varies() -> None:
    """The luck of a war follows from the outcomes; the best play without luck always has the value of the fight."""
    play, rng = solved(**SMALL).play, np.random.default_rng(0)

    def best(env: Any) -> int:
        return max(np.flatnonzero(env.action_masks()).tolist(), key=lambda action: play.worth_of(env.mat, action))

    def at_random(env: Any) -> int:
        return int(rng.choice(np.flatnonzero(env.action_masks())))

    wars = [war_of(best, seed) for seed in range(20)]
    assert [war[2] - play.luck_of(*war) for war in wars] == pytest.approx([SMALL_VALUE] * 20, abs=1e-6)
    wars = [war_of(at_random, seed) for seed in range(300)]
    scores = np.array([war[2] for war in wars])
    luck = np.array([play.luck_of(*war) for war in wars])
    assert abs(luck.mean()) < 3 * luck.std() / math.sqrt(len(luck))
    assert (scores - luck).std() < 0.5 * scores.std()


@pytest.mark.study
def test_the_default_fight() -> None:
    """Half a million mats, half a minute; a million games of the best play."""
    solution = solved()
    assert (round(solution.value, 6), solution.mats) == (DEFAULT_VALUE, DEFAULT_MATS)
    check_mean(solution.play, solution.value, 1_000_000)


def test_a_mat_has_few_bytes() -> None:
    env: Any = gymnasium.make("Dogfight/Fight-v0").unwrapped
    assert np.asarray(env.engine.wars.mats).dtype.itemsize == 67
