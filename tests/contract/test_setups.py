"""Set-ups by hand in every game: each is refused in one line and changes nothing, or leads to a war that goes on."""

import json
from random import Random
from typing import Any

import numpy as np
import pytest

from stuka_env.io.quoting import LONGEST_REFUSAL
from tests.support.bounds import out_of_bounds
from tests.support.contract import choose, each_game, make, make_vec, played, war_bytes
from tests.support.samples import samples_of
from tests.support.slow import slow

MOST_STEPS = 40


def mat_of_play(env: Any, dice: Random) -> Any:
    """Return a mat of random play."""
    rng = np.random.default_rng(dice.getrandbits(32))
    env.reset(seed=dice.getrandbits(32))
    for _ in range(dice.randint(0, 60)):
        if env.step(int(choose(env, env.action_masks(), rng)))[2]:
            env.reset()
    return env.engine.wars.mats[0].copy()


def check_war(env: Any, seed: int) -> None:
    """Play on from a set-up: nothing leaves its bounds."""
    rng = np.random.default_rng(seed)
    for _ in range(MOST_STEPS):
        for name in ("mats", "logs"):
            if name in env.game.engine.arrays.stored:
                kind = env.game.engine.arrays.stored[name]
                assert out_of_bounds(kind.FIELDS, getattr(env.engine.wars, name)[0], f"{name}.") == []
        if env.decision == "OVER":
            return
        env.step(int(choose(env, env.action_masks(), rng)))


@pytest.mark.parametrize("number_of_setups", [30, slow(120)])
@each_game
def test_any_set_up_is_refused_in_one_line_or_played(env_id: str, number_of_setups: int) -> None:
    env, spare, dice = make(env_id), make(env_id), Random(3)
    random_setup = samples_of(env_id).random_setup
    env.reset(seed=1)
    for seed in range(number_of_setups):
        setup = random_setup(dice, mat_of_play(spare, dice))
        before = war_bytes(env)
        try:
            env.reset(seed=seed, options={"setup": setup})
        except ValueError as error:
            assert "\n" not in str(error) and len(str(error)) <= LONGEST_REFUSAL
            assert war_bytes(env) == before, setup
            continue
        check_war(env, seed)


@each_game
def test_a_set_up_that_fails_changes_nothing_in_a_vector(env_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of any kind, in the middle of the wars."""
    envs = make_vec(env_id, 3)
    envs.reset(seed=5)
    before, masks = war_bytes(envs), envs.engine.masks.copy()
    setup = type(envs.game.envs.make_setup({}, envs.engine.spec))
    apply, wars = setup.apply, list[int]()

    def fail_late(self: Any, mat: Any) -> None:
        apply(self, mat)
        wars.append(1)
        if len(wars) == 2:
            raise IndexError("a fault")

    monkeypatch.setattr(setup, "apply", fail_late)
    with pytest.raises(IndexError, match="a fault"):
        envs.reset(seed=9, options={"setup": {}})
    assert war_bytes(envs) == before and (envs.engine.masks == masks).all()
    twin = make_vec(env_id, 3)
    twin.reset(seed=5)
    actions = masks.argmax(axis=1)
    for left, right in zip(envs.step(actions)[1:4], twin.step(actions)[1:4], strict=True):
        assert np.array_equal(left, right)
    assert war_bytes(envs) == war_bytes(twin)


@each_game
def test_the_first_reset_fails_and_the_next_is_as_ever(env_id: str) -> None:
    env, twin = make(env_id), make(env_id)
    with pytest.raises(ValueError, match="setup"):
        env.reset(seed=1, options={"setup": {"nothing": 1}})
    assert json.dumps(played(env, 4)[-1][1:4], default=float) == json.dumps(played(twin, 4)[-1][1:4], default=float)
