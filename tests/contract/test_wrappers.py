"""The wrappers: the flat observation of the compact one, the mask beside any, infos as a list; Gymnasium's tensors."""

import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from stuka_env.cli import main as command_main
from stuka_env.declared.layouts import OBSERVATION_KINDS
from stuka_env.engine.engine import StateError
from stuka_env.envs.infos import EpisodeResult
from stuka_env.game import game_of
from stuka_env.replay import RecordReplay
from stuka_env.wrappers import (
    DictInfoToList,
    FlatFromCompact,
    MaskInObservation,
    VectorFlatFromCompact,
    VectorMaskInObservation,
)
from tests.support.charts import CHARTED_GAMES
from tests.support.contract import SETTINGS, choose, comparable, each_game, each_id, make, make_vec, played
from tests.support.each import each
from tests.support.samples import samples_of

MODES = ("next_step", "same_step")


def both(left: Any, right: Any, steps: int) -> list[tuple[Any, Any]]:
    """Play the same random episode of two environments; return the results of both, from reset on."""
    return list(zip(played(left, 3, steps=steps), played(right, 3, steps=steps), strict=True))


# --- compact and flat observations ---


@each("env_id, setting", SETTINGS)
def test_one_war_in_compact_is_the_flat_one_bit_for_bit(env_id: str, setting: dict[str, Any]) -> None:
    flat = make(env_id, **setting)
    compact: Any = FlatFromCompact(make(env_id, observation="compact", **setting))
    assert compact.observation_space == flat.observation_space
    assert all(comparable(one[0]) == comparable(two[0]) for one, two in both(flat, compact, 100))


@each("env_id, setting", SETTINGS)
@each("mode, copy", [("next_step", True), ("same_step", True), ("same_step", False)])
def test_many_wars_in_compact_are_the_flat_ones(env_id: str, setting: dict[str, Any], mode: str, copy: bool) -> None:
    arguments: dict[str, Any] = {"autoreset_mode": mode, "copy": copy, **setting}
    flat = make_vec(env_id, 3, **arguments)
    compact = VectorFlatFromCompact(make_vec(env_id, 3, observation="compact", **arguments))
    (left, infos), (right, _) = flat.reset(seed=2), compact.reset(seed=2)
    rng, finals, ends = np.random.default_rng(0), 0, 0
    while ends < 3:
        assert comparable(left) == comparable(right)
        actions = choose(flat, infos["action_mask"], rng)
        left, _, over, _, infos = flat.step(actions)
        right, _, _, _, others = compact.step(actions)
        ends += int(over.sum())
        if "final_obs" in infos:
            finals += 1
            rows = infos["_final_obs"]
            assert others["final_obs"][rows].tobytes() == infos["final_obs"][rows].tobytes()
    assert bool(finals) == (mode == "same_step")


@each_id
def test_vectors_of_gymnasium_are_wrapped_too(env_id: str) -> None:
    arguments = samples_of(env_id).quick[env_id]
    theirs = gymnasium.make_vec(env_id, num_envs=2, vectorization_mode="sync", observation="compact", **arguments)
    compact, flat = VectorFlatFromCompact(theirs), make_vec(env_id, 2)
    assert comparable(flat.reset(seed=3)[0]) == comparable(compact.reset(seed=3)[0])


@each_id
def test_another_observation_names_the_observation_that_is_needed(env_id: str) -> None:
    needed = r"another observation than a compact one, make it with observation=\"compact\"$"
    with pytest.raises(ValueError, match=needed):
        FlatFromCompact(make(env_id))
    with pytest.raises(ValueError, match=needed):
        VectorFlatFromCompact(make_vec(env_id, 2))


# --- the mask beside the observation ---


@each_id
@each("kind", OBSERVATION_KINDS)
def test_the_wrapper_makes_the_same_mask_under_other_names(env_id: str, kind: str) -> None:
    own = make(env_id, observation=kind, mask_in_observation=True)
    other: Any = MaskInObservation(make(env_id, observation=kind), "mask", obs_key="obs")
    assert other.observation_space["mask"].shape == (own.game.envs.actions,)
    renamed = {"mask": "action_mask", "obs": "observation"}
    for (left, *_), (right, *_) in both(own, other, 20):
        assert other.observation_space.contains(right)
        assert comparable({renamed.get(name, name): array for name, array in right.items()}) == comparable(left)


@each_id
@each("copy", [False, True])
def test_many_wars_with_their_masks(env_id: str, copy: bool) -> None:
    arguments: dict[str, Any] = {"autoreset_mode": "same_step", "copy": copy, "observation": "compact"}
    own: Any = make_vec(env_id, 3, mask_in_observation=True, info="none", **arguments)
    plain: Any = make_vec(env_id, 3, **arguments)
    other: Any = MaskInObservation(plain)
    assert isinstance(other, VectorMaskInObservation) and own.observation_space == other.observation_space
    (left, none), (right, _) = own.reset(seed=2), other.reset(seed=2)
    rng, finals = np.random.default_rng(0), 0
    while finals < 2:
        assert comparable(left) == comparable(right)
        actions = choose(own, left["action_mask"], rng)
        left, _, _, _, none = own.step(actions)
        right, _, _, _, infos = other.step(actions)
        if "final_obs" in infos:
            finals += 1
            assert own.observation_space.contains(none["final_obs"]) and own.observation_space.contains(left)
            assert comparable(none["final_obs"]) == comparable(infos["final_obs"])


@each_id
def test_a_mask_that_cannot_be_had_is_refused_in_one_line(env_id: str) -> None:
    with pytest.raises(ValueError, match=r'no action_mask, make it with info="mask" or "full"$'):
        MaskInObservation(make(env_id, info="none")).reset(seed=1)
    with pytest.raises(ValueError, match="mask_key: got 'codes'"):
        MaskInObservation(make(env_id, observation="compact"), mask_key="codes")


def test_an_action_space_that_is_not_discrete_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^env: got an action space of Box, allowed is Discrete$"):
        MaskInObservation(gymnasium.make("Pendulum-v1"))


# --- infos as a list ---


@each_id
@each("mode", [*MODES, "disabled"])
def test_infos_as_a_list_are_those_of_single_environments(env_id: str, mode: str) -> None:
    wars = 3
    many = DictInfoToList(make_vec(env_id, wars, autoreset_mode=mode))
    ones = [make(env_id) for _ in range(wars)]
    _, left = many.reset(seed=4)
    right = [one.reset(seed=4 + war)[1] for war, one in enumerate(ones)]
    rng, ends, over = np.random.default_rng(1), 0, np.zeros(wars, np.bool_)
    while ends < 3:
        check_alike(left, right)
        if mode == "disabled" and over.any():
            _, left = many.reset(options={"reset_mask": over})
            for ended in np.flatnonzero(over):
                check_alike([left[ended]], [ones[ended].reset()[1]])
            assert [bool(info) for info in left] == over.tolist()
        actions = choose(many, np.array([one.action_masks() for one in ones]), rng)
        before = over
        *_, terminated, truncated, left = many.step(actions)
        over = terminated | truncated
        for war, one in enumerate(ones):
            if mode == "next_step" and before[war]:
                right[war] = one.reset()[1]
                continue
            right[war] = one.step(actions[war])[-1]
            ends += right[war]["result"] is not None
            if mode == "same_step" and over[war]:
                check_alike([left[war].pop("final_info")], [right[war]])
                left[war].pop("final_obs")
                right[war] = one.reset()[1]


def check_alike(left: list[dict[str, Any]], right: list[dict[str, Any]]) -> None:
    """Check that infos are the same, types included."""
    for mine, other in zip(left, right, strict=True):
        assert set(mine) == set(other)
        for key, value in other.items():
            if key == "result":
                assert (mine[key] is None) == (value is None) and dict(mine[key] or {}) == dict(value or {})
            else:
                assert comparable(mine[key]) == comparable(value), key
            assert type(mine[key]) is type(value), key


@each_id
def test_a_list_of_infos_keeps_what_other_wrappers_add(env_id: str) -> None:
    env = DictInfoToList(RecordEpisodeStatistics(make_vec(env_id, 2, autoreset_mode="same_step")))
    _, infos = env.reset(seed=1)
    rng, taken = np.random.default_rng(0), 0
    while not any("episode" in info for info in infos):
        actions = choose(env, np.array([info["action_mask"] for info in infos]), rng)
        *_, infos = env.step(actions)
        taken += 1
    for info in infos:
        assert ("episode" in info) == ("final_info" in info)
        assert "episode" not in info or (info["episode"]["l"] == taken and info["final_info"]["result"])


@each_id
def test_a_list_of_infos_holds_no_more_than_is_made(env_id: str) -> None:
    for kind, keys in (("mask", {"action_mask"}), ("none", set[str]())):
        _, infos = DictInfoToList(make_vec(env_id, 2, info=kind)).reset(seed=1)
        assert [set(info) for info in infos] == [keys, keys]


def test_a_list_of_infos_refuses_other_environments() -> None:
    with pytest.raises(ValueError, match="^env: got CartPoleVectorEnv, allowed is StukaVectorEnv$"):
        DictInfoToList(gymnasium.make_vec("CartPole-v1", 2, vectorization_mode="vector_entry_point"))


# --- Gymnasium's tensors ---


@each_id
@pytest.mark.parametrize("kind", ["full", "mask", "none"])
def test_one_war_as_tensors_to_its_end(env_id: str, kind: str) -> None:
    torch = pytest.importorskip("torch")
    from gymnasium.wrappers import NumpyToTorch

    plain, env = make(env_id), NumpyToTorch(make(env_id, info=kind))
    lines = plain.game.envs.names.lines
    seen, _ = env.reset(seed=1)
    expected, info = plain.reset(seed=1)
    rng, over = np.random.default_rng(0), False
    while not over:
        assert (seen.numpy() == expected).all()
        action = int(choose(plain, info["action_mask"], rng))
        seen, _, over, _, told = env.step(torch.tensor(action))
        expected, *_, info = plain.step(action)
    if kind == "full":
        numbers = {key: value for key, value in info["result"].items() if type(value) is int}
        assert isinstance(told["result"], EpisodeResult) and len(numbers) > 2
        assert {key: int(told["result"][key]) for key in numbers} == numbers
        assert len(told[lines]) == len(info[lines])


@each_id
@pytest.mark.parametrize("kind", ["full", "mask", "none"])
def test_many_wars_as_tensors_or_one_line_that_says_how(env_id: str, kind: str) -> None:
    torch = pytest.importorskip("torch")
    from gymnasium.wrappers.vector import NumpyToTorch

    for mode in (*MODES, "disabled"):
        own = make_vec(env_id, 3, info=kind, autoreset_mode=mode)
        env: Any = NumpyToTorch(own)
        if kind == "full":
            with pytest.raises(ValueError, match=r'^info: "full" has records .* with info="mask" or info="none"$'):
                env.reset(seed=1)
            continue
        seen, _ = env.reset(seed=1)
        rng, finals, ends = np.random.default_rng(0), 0, 0
        while ends < 2:
            seen, _, over, _, infos = env.step(torch.tensor(choose(own, own.action_masks(), rng)))
            assert seen.shape == own.observation_space.shape and ("action_mask" in infos) == (kind == "mask")
            finals += "final_obs" in infos and infos["final_obs"].shape == seen.shape
            ends += int(over.sum())
        assert bool(finals) == (mode == "same_step")


@each_id
def test_records_are_arrays_and_no_tensors(env_id: str) -> None:
    env = make_vec(env_id, 3)
    _, infos = env.reset(seed=1)
    result = infos["result"]
    numbers = result[result.dtype.names[0]]
    assert np.from_dlpack(numbers.astype(np.int64)).tolist() == numbers.tolist() == [0, 0, 0]
    assert infos[env.game.envs.names.lines].shape[0] == 3 and result[0].dtype.names == result.dtype.names
    with pytest.raises(ValueError, match='make the environment with info="mask"'):
        result.__dlpack__()


# --- specs and states ---


@each_id
def test_wrappers_are_made_again_from_their_specs(env_id: str, tmp_path: Path) -> None:
    """Also from the spec as JSON."""
    compact = gymnasium.make(env_id, observation="compact")
    layers = RecordReplay(MaskInObservation(FlatFromCompact(compact), "m", obs_key="o"), tmp_path / "r", "name", True)
    spec = layers.spec
    assert spec is not None
    for again in (gymnasium.make(spec), gymnasium.make(EnvSpec.from_json(spec.to_json()))):
        kinds = [type(layer) for layer in unwrapped(again)]
        assert [kinds.count(kind) for kind in (RecordReplay, MaskInObservation, FlatFromCompact)] == [1, 1, 1]
        assert comparable(again.reset(seed=3)) == comparable(layers.reset(seed=3))
        assert again.observation_space == layers.observation_space


def unwrapped(env: Any) -> Any:
    """Yield an environment and everything inside it."""
    while env is not env.unwrapped:
        yield env
        env = env.env
    yield env


@each_game
def test_a_folder_of_charts_is_plain_in_the_spec(env_id: str, tmp_path: Path) -> None:
    game = game_of(env_id)
    assert game is not None
    refused = command_main(["charts", "--game", game.name, "--new", str(tmp_path / "own")])
    if game.name not in CHARTED_GAMES:
        assert refused == 2, "it has no chart files"
        return
    assert refused == 0
    for spec in (
        gymnasium.make(env_id, charts=tmp_path / "own").spec,
        gymnasium.make_vec(
            env_id, num_envs=2, vectorization_mode="vector_entry_point", autoreset_mode=AutoresetMode.DISABLED,
            charts=tmp_path / "own",
        ).spec,
    ):  # fmt: skip
        assert spec is not None and EnvSpec.from_json(spec.to_json()).kwargs["charts"] == str(tmp_path / "own")
        assert spec.kwargs.get("autoreset_mode") in (None, "disabled")


@each_id
def test_a_reset_to_a_state_goes_through_wrappers(env_id: str, tmp_path: Path) -> None:
    """After ``set_state`` alone, Gymnasium's own wrappers refuse the step or count the steps of another episode."""
    quick: Any = samples_of(env_id).quick[env_id]
    first, second = (gymnasium.make(env_id, max_episode_steps=40, **quick) for _ in range(2))
    war: Any = first.unwrapped
    first.reset(seed=4)
    for _ in range(2):
        _, _, over, _, info = first.step(int(np.flatnonzero(war.action_masks())[-1]))
        assert not over
    state = json.loads(json.dumps(war.get_state()))
    recorded = RecordReplay(second, tmp_path)
    seen, info = recorded.reset(options={"state": state})
    assert comparable((seen, info)) == comparable(war.set_state(state))
    with pytest.warns(RuntimeWarning, match="no replay written: it goes on from a state"):
        over, turns = False, 0
        while not over:
            action = int(np.flatnonzero(war.action_masks())[-1])
            left, right = first.step(action), recorded.step(action)
            assert comparable(left[:3]) == comparable(right[:3])
            over, turns = right[2] or right[3], turns + 1
    assert right[2] or turns == 40, "the limit counts from the state"


@each_game
def test_a_state_is_restored_alone(env_id: str) -> None:
    env = gymnasium.make(env_id)
    war: Any = env.unwrapped
    env.reset(seed=1)
    state = war.get_state()
    with pytest.raises(ValueError, match=r"^seed: got 3, allowed is none with a state"):
        env.reset(seed=3, options={"state": state})
    with pytest.raises(ValueError, match=r"^options: got 'state and dice', allowed is a state alone"):
        env.reset(options={"state": state, "dice": {}})
    with pytest.raises(StateError):
        env.reset(options={"state": {}})
    shown = war.get_state()
    ended: Any = gymnasium.make(env_id).unwrapped
    played(ended)
    with pytest.raises(StateError, match=r"^state: got one whose episode is over, allowed is one at an open decision"):
        env.reset(options={"state": ended.get_state()})
    assert war.get_state() == shown
    many = make_vec(env_id, 2)
    many.reset(seed=1)
    with pytest.raises(ValueError, match=r"^options: got 'state', allowed is only setup, position, dice"):
        many.reset(options={"state": state})
