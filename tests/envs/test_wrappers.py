"""The wrappers: the flat observation of the compact one, the mask beside any, infos as a list; Gymnasium's tensors."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import stuka_env  # noqa: F401
from stuka_env.envs.infos import EpisodeResult
from stuka_env.games.stuka.observation import LAYOUT
from stuka_env.wrappers import (
    DictInfoToList,
    FlatFromCompact,
    MaskInObservation,
    VectorFlatFromCompact,
    VectorMaskInObservation,
)
from tests.support.playing import choose, make, make_vec

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
    with pytest.raises(ValueError, match="another observation than a compact one"):
        FlatFromCompact(gymnasium.make(ENV_ID))
    with pytest.raises(ValueError, match="another observation than a compact one"):
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


# --- infos as a list ---


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_infos_as_a_list_are_those_of_single_environments(mode: str) -> None:
    wars = 3
    many = DictInfoToList(make_vec("Stuka/Segment-v0", wars, autoreset_mode=mode))
    ones = [make("Stuka/Segment-v0") for _ in range(wars)]
    _, left = many.reset(seed=4)
    right = [one.reset(seed=4 + war)[1] for war, one in enumerate(ones)]
    rng, ends, missions, over = np.random.default_rng(1), 0, 0, np.zeros(wars, np.bool_)
    for _ in range(420):
        assert len(left) == wars
        check_alike(left, right)
        if mode == "disabled" and over.any():
            _, left = many.reset(options={"reset_mask": over})
            for ended in np.flatnonzero(over):
                check_alike([left[ended]], [ones[ended].reset()[1]])
            assert [bool(info) for info in left] == over.tolist()
            right = [{} if idle else info for idle, info in zip(over, right, strict=True)]
        masks = np.array([one.action_masks() for one in ones])
        actions = choose(masks, rng)
        before = over
        *_, terminated, truncated, left = many.step(actions)
        over = terminated | truncated
        for war, one in enumerate(ones):
            if mode == "next_step" and before[war]:
                right[war] = one.reset()[1]
                continue
            right[war] = one.step(actions[war])[-1]
            missions += len(right[war]["missions"])
            ends += right[war]["result"] is not None
            if mode == "same_step" and over[war]:
                check_alike([left[war].pop("final_info")], [right[war]])
                left[war].pop("final_obs")
                right[war] = one.reset()[1]
    assert ends >= 3 and missions > 20


def check_alike(left: list[dict[str, Any]], right: list[dict[str, Any]]) -> None:
    """Whether infos are the same, types included."""
    for mine, other in zip(left, right, strict=True):
        if not other:
            continue
        assert set(mine) == set(other)
        for key, value in other.items():
            if key == "action_mask":
                assert (mine[key] == value).all()
            elif key == "result":
                assert (mine[key] is None) == (value is None) and dict(mine[key] or {}) == dict(value or {})
            else:
                assert mine[key] == value, key
            assert type(mine[key]) is type(value), key


def test_a_list_of_infos_keeps_what_other_wrappers_add() -> None:
    env = DictInfoToList(RecordEpisodeStatistics(make_vec("Stuka/Mission-v0", 2, autoreset_mode="same_step")))
    env.reset(seed=1)
    *_, infos = env.step(np.array([0, -1]))
    assert infos[0]["episode"]["l"] == 1 and "episode" not in infos[1]
    assert infos[0]["final_info"]["result"]["level"] == "Defeat" and infos[1]["illegal_action"] is True


def test_a_list_of_infos_holds_no_more_than_is_made() -> None:
    for kind, keys in (("mask", {"action_mask"}), ("none", set())):
        _, infos = DictInfoToList(make_vec("Stuka/Mission-v0", 2, info=kind)).reset(seed=1)
        assert [set(info) for info in infos] == [keys, keys]
    with pytest.raises(ValueError, match="^env: got CartPoleVectorEnv, allowed is StukaVectorEnv$"):
        DictInfoToList(gymnasium.make_vec("CartPole-v1", 2, vectorization_mode="vector_entry_point"))


# --- Gymnasium's tensors ---


@pytest.mark.parametrize("kind", ["full", "mask", "none"])
def test_one_war_as_tensors_to_its_end(kind: str) -> None:
    torch = pytest.importorskip("torch")
    from gymnasium.wrappers import NumpyToTorch

    plain = make("Stuka/Mission-v0")
    env = NumpyToTorch(gymnasium.make("Stuka/Mission-v0", info=kind))
    seen, _ = env.reset(seed=1)
    expected, _ = plain.reset(seed=1)
    over = False
    while not over:
        assert (seen.numpy() == expected).all()
        action = int(np.flatnonzero(plain.action_masks())[-1])
        seen, _, over, _, info = env.step(torch.tensor(action))
        expected, *_, told = plain.step(action)
    if kind == "full":
        assert isinstance(info["result"], EpisodeResult) and info["result"]["score"] == told["result"]["score"]
        assert info["missions"][0]["score"] == told["missions"][0]["score"]


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize("kind", ["full", "mask", "none"])
def test_many_wars_as_tensors_or_one_line_that_says_how(kind: str, mode: str) -> None:
    torch = pytest.importorskip("torch")
    from gymnasium.wrappers.vector import NumpyToTorch

    own = make_vec("Stuka/Mission-v0", 3, info=kind, autoreset_mode=mode)
    env: Any = NumpyToTorch(own)
    if kind == "full":
        with pytest.raises(ValueError, match=r'^info: "full" has records .* with info="mask" or info="none"$'):
            env.reset(seed=1)
        return
    env.reset(seed=1)
    finals = 0
    for _ in range(60):
        seen, _, _, _, infos = env.step(torch.tensor([np.flatnonzero(mask)[-1] for mask in own.action_masks()]))
        assert seen.shape == (3, 626) and ("action_mask" in infos) == (kind == "mask")
        finals += "final_obs" in infos and infos["final_obs"].shape == (3, 626)
    assert bool(finals) == (mode == "same_step")


def test_records_are_arrays_as_before() -> None:
    _, infos = make_vec("Stuka/Mission-v0", 3).reset(seed=1)
    scores = infos["result"]["score"]
    assert np.from_dlpack(scores.astype(np.int64)).tolist() == scores.tolist() == [0, 0, 0]
    assert infos["missions"].shape == (3, 0) and infos["result"][0].dtype.names == infos["result"].dtype.names
