"""The wrappers: the flat observation of the compact one, and the mask beside any."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import stuka_env  # noqa: F401
from stuka_env.observation import LAYOUT
from stuka_env.wrappers import FlatFromCompact, MaskInObservation, VectorFlatFromCompact, VectorMaskInObservation
from tests.support.playing import choose

ENV_ID = "Stuka/Operation-v0"


def test_the_compact_environment_passes_gymnasiums_check() -> None:
    check_env(gymnasium.make(ENV_ID, observation="compact").unwrapped, skip_render_check=True)


def test_a_single_environment_in_compact_is_the_flat_one_bit_for_bit() -> None:
    flat: Any = gymnasium.make(ENV_ID)
    compact: Any = FlatFromCompact(gymnasium.make(ENV_ID, observation="compact"))
    assert compact.observation_space == flat.observation_space
    (left, info), (right, _) = flat.reset(seed=3), compact.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(150):
        assert left.tobytes() == right.tobytes()
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        left, _, terminated, _, info = flat.step(action)
        right, *_ = compact.step(action)
        if terminated:
            break


@pytest.mark.parametrize("copy", [False, True])
@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_a_vector_in_compact_is_the_flat_one_bit_for_bit(mode: str, copy: bool) -> None:
    def make(kind: str) -> Any:
        return gymnasium.make_vec(
            "Stuka/Mission-v0",
            3,
            vectorization_mode="vector_entry_point",
            observation=kind,
            autoreset_mode=mode,
            copy=copy,
        )

    flat, inner = make("flat"), make("compact")
    compact = VectorFlatFromCompact(inner)
    (left, infos), (right, _) = flat.reset(seed=2), compact.reset(seed=2)
    rng = np.random.default_rng(0)
    finals = 0
    for _ in range(200):
        assert left.tobytes() == right.tobytes()
        actions = choose(infos["action_mask"], rng)
        left, _, _, _, infos = flat.step(actions)
        right, _, _, _, others = compact.step(actions)
        if "final_obs" in infos:
            finals += 1
            rows = infos["_final_obs"]
            assert others["final_obs"][rows].tobytes() == infos["final_obs"][rows].tobytes()
    assert (finals > 5) == (mode == "same_step")


def test_another_observation_is_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match="another observation than the compact one"):
        FlatFromCompact(gymnasium.make(ENV_ID))
    with pytest.raises(ValueError, match="another observation than the compact one"):
        VectorFlatFromCompact(gymnasium.make_vec(ENV_ID, 2, vectorization_mode="vector_entry_point"))


# --- the mask beside the observation ---

PARTS = {"flat": {"observation"}, "compact": {"codes", "tracks"}}


@pytest.mark.parametrize("kind", ["flat", "mat", "compact"])
def test_an_observation_with_its_mask_passes_gymnasiums_check(kind: str) -> None:
    env = gymnasium.make(ENV_ID, observation=kind, mask_in_observation=True, info="mask").unwrapped
    check_env(env, skip_render_check=True)
    seen, info = env.reset(seed=1)
    assert (seen["action_mask"] == info["action_mask"]).all() and seen["action_mask"].dtype == np.int8
    assert set(seen) - {"action_mask"} == PARTS.get(kind, set(LAYOUT))


@pytest.mark.parametrize("kind", ["flat", "mat", "compact"])
def test_the_wrapper_makes_the_same_under_other_names(kind: str) -> None:
    own: Any = gymnasium.make("Stuka/Mission-v0", observation=kind, mask_in_observation=True)
    other: Any = MaskInObservation(gymnasium.make("Stuka/Mission-v0", observation=kind), "mask", obs_key="obs")
    renamed = {"mask": "action_mask", "obs": "observation"}
    (left, info), (right, _) = own.reset(seed=3), other.reset(seed=3)
    rng, over = np.random.default_rng(0), False
    while True:
        assert other.observation_space.contains(right)
        assert all(np.array_equal(array, left[renamed.get(name, name)]) for name, array in right.items())
        assert len(left) == len(right)
        if over:
            break
        action = int(choose(info["action_mask"], rng))
        left, _, over, _, info = own.step(action)
        right, *_ = other.step(action)


@pytest.mark.parametrize("copy", [False, True])
def test_many_wars_with_their_masks(copy: bool) -> None:
    def make(**more: Any) -> Any:
        more |= {"autoreset_mode": "same_step", "copy": copy, "observation": "compact"}
        return gymnasium.make_vec("Stuka/Mission-v0", 3, vectorization_mode="vector_entry_point", **more)

    own, other = make(mask_in_observation=True, info="none"), MaskInObservation(make())
    assert isinstance(other, VectorMaskInObservation) and own.observation_space == other.observation_space
    (left, none), (right, _) = own.reset(seed=2), other.reset(seed=2)
    rng, finals = np.random.default_rng(0), 0
    for _ in range(120):
        assert own.observation_space.contains(left)
        assert all(np.array_equal(left[name], right[name]) for name in left) and len(left) == len(right)
        actions = choose(left["action_mask"], rng)
        left, _, _, _, none = own.step(actions)
        right, _, _, _, infos = other.step(actions)
        if "final_obs" in infos:
            finals += 1
            assert own.observation_space.contains(none["final_obs"])
            assert all(np.array_equal(none["final_obs"][name], infos["final_obs"][name]) for name in left)
    assert finals > 5


def test_a_mask_that_cannot_be_had_is_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match=r'no action_mask, make it with info="mask" or "full"'):
        MaskInObservation(gymnasium.make(ENV_ID, info="none")).reset(seed=1)
    with pytest.raises(ValueError, match="mask_key: got 'codes'"):
        MaskInObservation(gymnasium.make(ENV_ID, observation="compact"), mask_key="codes")
