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
    check_mean(solution.policy, solution.value, 50_000, **SMALL)
    script = fly(load_policy("dogfight.rules:choose", "dogfight"), "Dogfight/Fight-v0", episodes=50_000, **SMALL)
    assert script.scores.mean() < solution.value + 3 * script.scores.std() / math.sqrt(50_000)


@pytest.mark.slow
def test_the_default_fight() -> None:
    """Half a million mats, half a minute; a million games of the best play."""
    solution = solved()
    assert (round(solution.value, 6), solution.mats) == (DEFAULT_VALUE, DEFAULT_MATS)
    check_mean(solution.policy, solution.value, 1_000_000)


def test_a_mat_has_few_bytes() -> None:
    env: Any = gymnasium.make("Dogfight/Fight-v0").unwrapped
    assert np.asarray(env.engine.wars.mats).dtype.itemsize == 67
