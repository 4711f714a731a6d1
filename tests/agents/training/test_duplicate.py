"""Duplicate tables and wars spread over the calendar: what training does with the wars; needs the ``train`` extra."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("stable_baselines3")


from agents.games.stuka.learning.parts import war_progress
from agents.training.learner import spread_wars
from agents.training.peer_baseline import (
    draw_tables,
    duplicate_tables,
    peer_baseline,
    subtract_peer_baseline,
)
from stuka_env.envs.sb3 import StukaVecEnv
from stuka_env.games.stuka.observation import LAYOUT, LENGTH
from tests.support.playing import choose

TABLES = 4


def test_a_group_goes_on_with_one_of_its_own() -> None:
    kept = draw_tables(12, TABLES, np.random.default_rng(0)).reshape(3, TABLES)
    assert (kept == kept[:, :1]).all()
    assert (kept[:, 0] // TABLES == np.arange(3)).all()
    drawn = {int(draw_tables(4, TABLES, np.random.default_rng(seed))[0]) for seed in range(50)}
    assert drawn == set(range(TABLES))


def test_tables_of_a_group_meet_the_same_dice_until_they_act_differently() -> None:
    env: Any = StukaVecEnv("Stuka/Mission-v0", 8, copy=False)
    env.seed(1)
    env.reset()
    rng = np.random.default_rng(2)
    for _ in range(60):
        env.step(choose(env.masks.astype(np.int8), rng))
    kept = draw_tables(8, TABLES, rng)
    seen = env.restore(duplicate_tables(env.snapshot(), kept))
    assert len({row.tobytes() for row in seen}) == 2
    for _ in range(60):
        actions = np.repeat(choose(env.masks.astype(np.int8), rng)[::TABLES], TABLES)
        seen, rewards, _, _ = env.step(actions)
        assert (rewards.reshape(2, TABLES) == rewards[::TABLES, None]).all()
        assert (seen.reshape(2, TABLES, -1) == seen[::TABLES, None]).all()
    actions = choose(env.masks.astype(np.int8), rng)
    env.step(actions)
    assert len({row.tobytes() for row in env.step(choose(env.masks.astype(np.int8), rng))[0]}) > 2
    env.close()


def seen_at(mission: int, moves: int, leg: int) -> np.ndarray:
    row = np.zeros(LENGTH, np.float32)
    for name, number in (("war_mission_of_war", mission), ("mission_moves", moves), ("mission_leg", leg)):
        row[LAYOUT[name].indices] = number * LAYOUT[name].scale
    return row


def test_progress_only_grows() -> None:
    way = [(0, 0, 0), (0, 1, 1), (0, 2, 1), (0, 2, 2), (0, 3, 2), (1, 0, 0), (1, 1, 1), (0, 0, 0), (0, 1, 1)]
    observations = np.array([[seen_at(*place)] for place in way])
    starts = np.zeros((len(way), 1), np.float32)
    starts[7] = 1
    assert (np.diff(war_progress(observations, starts)[:, 0]) > 0).all()


def test_progress_grows_in_real_wars() -> None:
    env = StukaVecEnv("Stuka/Segment-v0", 4)
    env.seed(3)
    observations, starts = [env.reset()], [np.ones(4, np.float32)]
    rng = np.random.default_rng(4)
    for _ in range(400):
        seen, _, dones, _ = env.step(choose(env.masks.astype(np.int8), rng))
        observations.append(seen)
        starts.append(dones.astype(np.float32))
    assert np.sum(starts) > 4, "no war ended"
    assert (np.diff(war_progress(np.array(observations), np.array(starts)), axis=0) >= 0).all()
    env.close()


def test_luck_is_the_mean_of_the_others_from_the_same_point_on() -> None:
    advantages = np.array([[1, 10, 100], [2, 20, 200], [3, 30, 300]], np.float32)
    reached = np.array([[0, 0, 0], [1, 2, 1], [4, 3, 2]])
    luck, count = peer_baseline(advantages, reached, 3)
    # Table 0 at 1: table 1 first gets there in row 1 (2), table 2 in row 1. At 4 nobody else is that far.
    assert luck[:, 0].tolist() == [(10 + 100) / 2, (20 + 200) / 2, 0]
    assert count[:, 0].tolist() == [2, 2, 0]
    # Table 1 at 3: table 0 is there in row 2 (4); table 2 never.
    assert luck[2, 1] == 3 and count[2, 1] == 1


def test_groups_do_not_hear_of_each_other() -> None:
    advantages = np.array([[1, 2, 50, 60]], np.float32)
    luck, _ = peer_baseline(advantages, np.zeros((1, 4), np.int64), 2)
    assert luck.tolist() == [[2, 1, 60, 50]]


@pytest.mark.parametrize(("common", "most"), [(3.0, 0.3), (0.0, 1.02)])
def test_shared_luck_goes_and_nothing_else(common: float, most: float) -> None:
    rng = np.random.default_rng(5)
    steps, groups = 64, 40
    shared = np.repeat(rng.normal(size=(steps, groups)), TABLES, axis=1) * common
    advantages = (shared + rng.normal(size=(steps, groups * TABLES))).astype(np.float32)
    observations = np.array([[seen_at(step // 8, step % 8, 1)] * (groups * TABLES) for step in range(steps)])
    cleared = subtract_peer_baseline(advantages, war_progress(observations, np.zeros_like(advantages)), TABLES)
    assert np.var(cleared) < most * np.var(advantages)
    assert np.corrcoef(cleared.ravel(), (advantages - shared).ravel())[0, 1] > 0.8


def test_an_action_does_not_change_its_own_baseline() -> None:
    """Hold the gradient unbiased: the advantage of a table moves the baselines of the others, not its own."""
    rng = np.random.default_rng(6)
    advantages = rng.normal(size=(4, 8)).astype(np.float32)
    reached = np.arange(4)[:, None].repeat(8, axis=1)
    before, _ = peer_baseline(advantages, reached, TABLES)
    advantages[:, 5] += 100
    after, _ = peer_baseline(advantages, reached, TABLES)
    assert (before[:, 5] == after[:, 5]).all() and (before[:, 4] != after[:, 4]).all()


def test_wars_are_spread_over_the_calendar_and_groups_stay_together() -> None:
    env: Any = StukaVecEnv("Stuka/Segment-v0", 32)
    env.seed([seed // TABLES for seed in range(32)])
    env.reset()
    seen: Any = spread_wars(env, TABLES, np.random.default_rng(7))
    numbers = np.rint(seen[:, LAYOUT["war_mission"].indices.item()] / LAYOUT["war_mission"].scale)
    assert len(set(numbers.tolist())) >= 4
    assert (seen == env.restore(env.snapshot())).all()
    env.close()
