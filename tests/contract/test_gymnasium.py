"""Gymnasium's contract: its own check, spaces, observations, seeds, steps and their errors."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from stuka_env.declared.layouts import OBSERVATION_KINDS
from stuka_env.wrappers import layout_of_compact
from tests.support.contract import SETTINGS, comparable, each_id, make, make_vec, played, walk, war_bytes
from tests.support.each import each
from tests.support.samples import samples_of


@each_id
@each("masked", [False, True])
@each("kind", OBSERVATION_KINDS)
def test_check_env_with_warnings_as_errors(env_id: str, kind: str, masked: bool) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(env_id, observation=kind, mask_in_observation=masked)
        check_env(env.unwrapped, skip_render_check=masked or kind != "flat")


@each("env_id, setting", SETTINGS)
@each("kind", OBSERVATION_KINDS)
def test_observations_stay_in_their_space(env_id: str, setting: dict[str, Any], kind: str) -> None:
    env = make(env_id, observation=kind, mask_in_observation=True, **setting)
    seen: Any
    seen, info = env.reset(seed=6)
    assert env.observation_space.contains(seen)
    for seen, *_, info in walk(env, 40 if kind == "mat" else 150):
        assert env.observation_space.contains(seen)
        assert (seen["action_mask"] == info["action_mask"]).all() and seen["action_mask"].dtype == np.int8


@each("env_id, setting", SETTINGS)
def test_three_forms_of_one_observation(env_id: str, setting: dict[str, Any]) -> None:
    """The named arrays and the flat vector of a compact observation hold the floats of the flat one."""
    flat, named, compact = (make(env_id, observation=kind, **setting) for kind in OBSERVATION_KINDS)
    for env in (flat, named, compact):
        env.reset(seed=4)
    layout = layout_of_compact(compact.observation_space)
    for one, two, three in zip(walk(flat, 80), walk(named, 80), walk(compact, 80), strict=True):
        assert one[0].dtype == np.float32 and one[0].shape == flat.observation_space.shape
        assert comparable(layout.named(one[0])) == comparable(two[0])
        assert comparable(layout.from_compact(**three[0])) == comparable(one[0])


@each_id
def test_a_returned_observation_is_not_overwritten(env_id: str) -> None:
    env = make(env_id)
    seen: Any
    seen, info = env.reset(seed=6)
    before = comparable((seen, info["action_mask"]))
    list(walk(env, 10))
    assert comparable((seen, info["action_mask"])) == before


@each_id
def test_the_mat_is_read_only_and_follows(env_id: str) -> None:
    env = make(env_id)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="read-only"):
        env.mat.cursor.decision = 0
    mat, hidden = env.mat, env.game.engine.hidden
    list(walk(env, 60))
    if hidden is None:
        assert mat.tobytes() == env.mat.tobytes() == env.engine.wars.mats.tobytes()
    else:
        seen = [name for name in mat.dtype.names if name != hidden]
        assert all(env.mat[name].tobytes() == env.engine.wars.mats[0][name].tobytes() for name in seen)


@each_id
def test_a_step_needs_a_reset_and_a_whole_number(env_id: str) -> None:
    env = make(env_id)
    with pytest.raises(ResetNeeded):
        env.step(0)
    played(env)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=0)
    with pytest.raises(TypeError, match="action: got 1.5"):
        env.step(1.5)  # type: ignore[arg-type]


# --- seeds ---


@each_id
def test_one_seed_is_one_sequence_of_episodes(env_id: str) -> None:
    first, second = make(env_id), make(env_id)
    seeds = [[env.reset(seed=7)[1]["war_seed"]] + [env.reset()[1]["war_seed"] for _ in range(5)]
             for env in (first, second)]  # fmt: skip
    assert seeds[0] == seeds[1] and len(set(seeds[0])) == 6
    assert comparable(played(first, 7)) == comparable(played(second, 7))
    assert first.reset(seed=8)[1]["war_seed"] not in seeds[0]
    assert make(env_id).reset()[1]["war_seed"] != make(env_id).reset()[1]["war_seed"]


@each_id
def test_a_wrong_seed_is_refused_and_changes_nothing(env_id: str) -> None:
    env: Any = make(env_id)
    env.reset(seed=2**64 - 1)
    before = war_bytes(env)
    for seed in (-1, 2**64, True, "seven", 1.0):
        with pytest.raises(ValueError, match="seed: got") as caught:
            env.reset(seed=seed)
        assert "\n" not in str(caught.value) and war_bytes(env) == before, seed


@each_id
def test_the_seed_in_force_is_what_was_given(env_id: str) -> None:
    one: Any = make(env_id)
    many: Any = make_vec(env_id, 3)
    one.reset(seed=2**63 + 5)
    many.reset(seed=9)
    assert (one.np_random_seed, many.np_random_seed) == (2**63 + 5, 9)
    one.reset()
    many.reset(seed=[4, None, 6])
    assert one.np_random_seed == 2**63 + 5 and many.np_random_seed == (4, None, 6)


@each_id
def test_a_seed_that_was_drawn_leads_to_the_same_wars(env_id: str) -> None:
    one, again, many = make(env_id), make(env_id), make_vec(env_id, 2)
    _, first = one.reset()
    _, others = many.reset()
    assert again.reset(seed=one.np_random_seed)[1]["war_seed"] == first["war_seed"]
    assert again.reset(seed=many.np_random_seed)[1]["war_seed"] == others["war_seed"][0]


@each_id
def test_gymnasiums_own_vector_stacks_war_seeds(env_id: str) -> None:
    """A war seed has 64 bits, half of them too large for the int64 that a Python int would be stacked as."""
    envs = gymnasium.make_vec(env_id, num_envs=2, vectorization_mode="sync")
    seeds = [int(envs.reset(seed=seed)[1]["war_seed"][0]) for seed in range(20)]
    assert any(seed >= 1 << 63 for seed in seeds) and len(set(seeds)) == 20


# --- arguments ---


WRONG_ARGUMENTS: list[tuple[Any, ...]] = [
    ({"observation": "pixels"}, "observation: got 'pixels'"),
    ({"mask_in_observation": 1}, "mask_in_observation: got 1"),
    ({"charts_in_observation": "yes"}, "charts_in_observation: got 'yes'"),
    ({"info": "some"}, "info: got 'some'"),
    ({"reveal": 1}, "reveal: got 1"),
    ({"charts": "/nowhere"}, "charts: /nowhere"),
    ({"charts": 3}, "charts: got 3"),
    ({"journal": "yes"}, "journal: got 'yes'"),
    ({"illegal_action_penalty": -1}, "illegal_action_penalty: got -1"),
    ({"render_mode": "hologram"}, "render_mode: got 'hologram'"),
]


@each_id
@pytest.mark.filterwarnings("ignore")
def test_a_wrong_argument_is_one_clear_line(env_id: str, subtests: pytest.Subtests) -> None:
    for arguments, message in WRONG_ARGUMENTS:
        with subtests.test(message):
            with pytest.raises(ValueError) as caught:
                gymnasium.make(env_id, **arguments)
            assert str(caught.value).startswith(message) and "\n" not in str(caught.value)


@each_id
def test_only_a_game_that_hides_something_reveals_it(env_id: str) -> None:
    game = make(env_id).game
    if game.engine.hidden is None:
        with pytest.raises(
            ValueError, match="reveal: got True, allowed is False: this game hides nothing but its dice"
        ):
            make(env_id, reveal=True)
    else:
        assert "truth" in make(env_id, reveal=True).reset(seed=1)[1] and "truth" not in make(env_id).reset(seed=1)[1]


@each_id
def test_an_unknown_argument_or_game_is_named_with_what_is_allowed(env_id: str) -> None:
    own = next(iter(samples_of(env_id).arguments[env_id]))
    with pytest.raises(TypeError, match=rf"^opservation: got an unknown argument, .*{own}.*observation.*render_mode"):
        gymnasium.make(env_id, opservation="flat")
    with pytest.raises(TypeError, match=r"^num_thread: got an unknown argument, allowed are .*num_threads"):
        make_vec(env_id, 2, num_thread=2)
    with pytest.raises(ValueError, match=r"^game: got 'chess', allowed is \"stuka\" or \"interceptor\""):
        gymnasium.make(env_id, game="chess")


WRONG_OPTIONS: list[tuple[Any, ...]] = [
    (5, "options: got 5"),
    ([], "options: got []"),
    ({"mood": "good"}, "options: got 'mood', allowed is only setup, position, dice, strict_dice"),
    ({"strict_dice": "very"}, "strict_dice: got 'very'"),
    ({"setup": 3}, "setup: got 3"),
]


@each_id
def test_wrong_options_change_nothing(env_id: str, subtests: pytest.Subtests) -> None:
    env = make(env_id)
    env.reset(seed=1)
    before = war_bytes(env)
    for options, message in WRONG_OPTIONS:
        with subtests.test(message):
            with pytest.raises(ValueError) as caught:
                env.reset(seed=2, options=options)
            assert str(caught.value).startswith(message) and "\n" not in str(caught.value)
            assert war_bytes(env) == before
