"""The kinds of counters that lie face down are in nothing that a player sees."""

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.engine.state import with_checksum
from stuka_env.games.support.codes import COUNTERS, NOBODY, Chart, Kind
from stuka_env.games.support.position import draw_hidden, kinds_left
from stuka_env.games.support.words.labels import counters_down, face_down
from stuka_env.position import position_of

BATTLE = "Support/Battle-v0"
STEPS = 12
SEEDS = {"column": 8, "village": 5, "strongpoint": 0, "farms": 1}
"""Seeds of battles with different counters that lie face down at the first decision."""


def battle(**words: Any) -> Any:
    """Return an environment of a battle."""
    return gymnasium.make(BATTLE, disable_env_checker=True, journal=True, render_mode="ansi", **words).unwrapped


def exchanged(mat: Any) -> list[int] | None:
    """Return the kinds with those of two face-down counters exchanged; None if all that lie face down are equal."""
    kinds = mat.hidden.kinds.tolist()
    down = [one for one in range(COUNTERS) if mat.units[one].kind == NOBODY and mat.units[one].gone == 0]
    down = [one for one in down if mat.units[one].place != NOBODY and not mat.units[one].broken]
    other = next((one for one in down if kinds[one] != kinds[down[0]]), None)
    if other is None:
        return None
    kinds[down[0]], kinds[other] = kinds[other], kinds[down[0]]
    return kinds


@pytest.mark.rule("S005")
@pytest.mark.parametrize("scenario", SEEDS)
def test_face_down_counters_change_nothing_that_is_seen(scenario: str) -> None:
    env, other, rng, compared = battle(scenario=scenario), battle(scenario=scenario), np.random.default_rng(1), 0
    _, info = env.reset(seed=SEEDS[scenario])
    other.reset(seed=0)
    for _ in range(STEPS):
        kinds = exchanged(env.mat)
        if kinds is not None:
            state = copy.deepcopy(env.get_state())
            state["arrays"]["mats"]["hidden"]["kinds"] = kinds
            seen, there = other.set_state(with_checksum(env.game, state))
            same, here = env.set_state(env.get_state())
            assert np.array_equal(seen, same)
            assert np.array_equal(there["action_mask"], here["action_mask"])
            assert other.legal_actions() == env.legal_actions() and other.render() == env.render()
            assert face_down(other.mat) == face_down(env.mat)
            compared += 1
        if info["result"] is None:
            *_, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    assert compared


def test_the_set_up_draws_the_list_of_the_scenario_and_writes_nothing() -> None:
    env, places = battle(scenario="strongpoint"), set()
    for seed in range(12):
        env.reset(seed=seed)
        kinds = env.mat.hidden.kinds[:10].tolist()
        assert sorted(kinds) == sorted(
            [Kind.SQUAD] * 3 + [Kind.GUN, Kind.HEAVY_AA, Kind.LIGHT_AA, Kind.QUAD_AA] + [Kind.DUMMY] * 3
        )
        assert not [entry for entry in env.journal if entry.chart == Chart.HIDDEN]
        places.add(kinds.index(Kind.HEAVY_AA))
    assert len(places) > 3


def test_a_position_has_what_is_seen_alone() -> None:
    env, other = battle(scenario="farms"), battle(scenario="farms")
    env.reset(seed=SEEDS["farms"])
    state = copy.deepcopy(env.get_state())
    state["arrays"]["mats"]["hidden"]["kinds"] = exchanged(env.mat)
    other.reset(seed=0)
    other.set_state(with_checksum(env.game, state))
    text = position_of(env)
    assert position_of(other) == text
    other.reset(seed=3, options={"position": text})
    assert other.legal_actions() == env.legal_actions() and face_down(other.mat) == face_down(env.mat)
    assert np.array_equal(other.mat.units["kind"], env.mat.units["kind"])


def test_what_lies_face_down_is_drawn_among_those_that_cannot_be_told_apart() -> None:
    env, rng = battle(scenario="farms"), np.random.default_rng(1)
    env.reset(seed=SEEDS["farms"])
    mat, charts = env.mat.copy(), env.game.envs.charts_at(None).record
    down, left = counters_down(mat), kinds_left(mat, charts)
    mat.units[down[0]].pinned, mat.units[down[1]].lost = 1, 1
    counts = np.zeros((len(down), len(Kind)), int)
    for _ in range(1_000):
        draw_hidden(mat, charts, rng)
        counts[np.arange(len(down)), mat.hidden.kinds[down]] += 1
    assert counts[0][Kind.DUMMY] == 0 and counts[1][Kind.SQUAD] == 1_000
    free = counts[2:]
    assert abs(free - free.mean(axis=0)).max() < 80 and free.sum() == 1_000 * (len(left) - 2)
