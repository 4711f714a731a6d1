"""Wrappers with the ids of the second game: flat observations, masks, infos as a list."""

from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.games.interceptor.codes import ACTIONS
from stuka_env.games.interceptor.observation import DISCARDS, LAYOUT
from stuka_env.wrappers import DictInfoToList, FlatFromCompact, MaskInObservation, VectorFlatFromCompact
from tests.support.interceptor.playing import CAREER, MONTH, SORTIE, bold, make, make_vec

# --- compact and flat observations ---


@pytest.mark.parametrize("discards", DISCARDS)
def test_one_career_in_compact_is_the_flat_one(discards: str) -> None:
    flat: Any = gymnasium.make(CAREER, discards=discards)
    compact: Any = FlatFromCompact(gymnasium.make(CAREER, discards=discards, observation="compact"))
    assert compact.observation_space == flat.observation_space
    (left, info), (right, _) = flat.reset(seed=3), compact.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(80):
        assert left.tobytes() == right.tobytes()
        action = int(bold(info["action_mask"], rng))
        left, _, terminated, _, info = flat.step(action)
        right, *_ = compact.step(action)
        if terminated:
            break


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_many_sorties_in_compact_are_the_flat_ones(mode: str) -> None:
    flat = make_vec(SORTIE, 3, autoreset_mode=mode)
    compact = VectorFlatFromCompact(make_vec(SORTIE, 3, autoreset_mode=mode, observation="compact"))
    (left, infos), (right, _) = flat.reset(seed=2), compact.reset(seed=2)
    rng, finals = np.random.default_rng(0), 0
    for _ in range(150):
        assert left.tobytes() == right.tobytes()  # type: ignore[union-attr]
        actions = bold(infos["action_mask"], rng)
        left, _, _, _, infos = flat.step(actions)
        right, _, _, _, others = compact.step(actions)
        if "final_obs" in infos:
            finals += 1
            rows = infos["_final_obs"]
            assert others["final_obs"][rows].tobytes() == infos["final_obs"][rows].tobytes()
    assert (finals > 5) == (mode == "same_step")


def test_another_observation_names_the_observation_that_is_needed() -> None:
    needed = r"another observation than a compact one, make it with observation=\"compact\"$"
    with pytest.raises(ValueError, match=needed):
        FlatFromCompact(gymnasium.make(CAREER))
    with pytest.raises(ValueError, match=needed):
        VectorFlatFromCompact(make_vec(CAREER, 2))


def test_vectors_of_gymnasium_are_wrapped_too() -> None:
    compact = VectorFlatFromCompact(
        gymnasium.make_vec(SORTIE, num_envs=2, vectorization_mode="sync", observation="compact")
    )
    flat = make_vec(SORTIE, 2)
    (left, _), (right, _) = flat.reset(seed=3), compact.reset(seed=3)
    assert left.tobytes() == right.tobytes()  # type: ignore[union-attr]


@pytest.mark.parametrize("env_id", [SORTIE, "Stuka/Mission-v0"])
def test_an_unknown_argument_or_game_is_named_with_what_is_allowed(env_id: str) -> None:
    with pytest.raises(
        TypeError, match=r"^opservation: got an unknown argument, allowed are .*observation.*render_mode"
    ):
        gymnasium.make(env_id, opservation="flat")
    with pytest.raises(TypeError, match=r"^num_thread: got an unknown argument, allowed are .*num_threads"):
        gymnasium.make_vec(env_id, 2, vectorization_mode="vector_entry_point", num_thread=2)
    with pytest.raises(ValueError, match=r"^game: got 'chess', allowed is \"stuka\" or \"interceptor\""):
        gymnasium.make(env_id, game="chess")


# --- the mask beside the observation ---


@pytest.mark.parametrize("kind", ["flat", "mat", "compact"])
def test_the_mask_wrapper_knows_the_actions_of_the_second_game(kind: str) -> None:
    own: Any = gymnasium.make(SORTIE, observation=kind, mask_in_observation=True)
    other: Any = MaskInObservation(gymnasium.make(SORTIE, observation=kind), "mask", obs_key="obs")
    assert other.observation_space["mask"].shape == (ACTIONS,)
    names = {"mask": "action_mask", "obs": "observation"}
    (left, info), (right, _) = own.reset(seed=3), other.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(20):
        assert other.observation_space.contains(right) and len(left) == len(right)
        assert all(np.array_equal(array, left[names.get(name, name)]) for name, array in right.items())
        action = int(bold(info["action_mask"], rng))
        left, _, over, _, info = own.step(action)
        right, *_ = other.step(action)
        if over:
            break
    assert kind != "mat" or set(right) == {"mask", *LAYOUT}


def test_many_careers_with_their_masks() -> None:
    own = make_vec(CAREER, 3, mask_in_observation=True)
    plain: Any = make_vec(CAREER, 3)
    other: Any = MaskInObservation(plain)
    assert own.observation_space == other.observation_space
    (left, _), (right, _) = own.reset(seed=1), other.reset(seed=1)
    assert all(np.array_equal(left[name], right[name]) for name in right)


def test_an_action_space_that_is_not_discrete_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^env: got an action space of Box, allowed is Discrete$"):
        MaskInObservation(gymnasium.make("Pendulum-v1"))


# --- infos as a list ---


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_a_list_of_infos_has_those_of_single_environments(mode: str) -> None:
    count = 2
    many: Any = DictInfoToList(make_vec(MONTH, count, autoreset_mode=mode))
    ones = [make(MONTH) for _ in range(count)]
    _, left = many.reset(seed=4)
    right = [one.reset(seed=4 + index)[1] for index, one in enumerate(ones)]
    rng, ends, sorties, over = np.random.default_rng(1), 0, 0, np.zeros(count, np.bool_)
    for _ in range(250):
        for mine, other in zip(left, right, strict=True):
            check_equal(mine, other)
        actions = bold(np.array([one.action_masks() for one in ones]), rng)
        before = over
        *_, terminated, truncated, left = many.step(actions)
        over = terminated | truncated
        for index, one in enumerate(ones):
            if mode == "next_step" and before[index]:
                right[index] = one.reset()[1]
                continue
            right[index] = one.step(int(actions[index]))[-1]
            sorties += len(right[index]["sorties"])
            ends += right[index]["result"] is not None
            if mode == "same_step" and over[index]:
                check_equal(left[index].pop("final_info"), right[index])
                left[index].pop("final_obs")
                right[index] = one.reset()[1]
    assert ends > 1 and sorties > 8


def check_equal(mine: dict[str, Any], other: dict[str, Any]) -> None:
    """Whether two infos are the same, types included."""
    assert set(mine) == set(other)
    for key, value in other.items():
        if key == "action_mask":
            assert (mine[key] == value).all()
        elif key == "result":
            assert (mine[key] is None) == (value is None) and dict(mine[key] or {}) == dict(value or {})
        else:
            assert mine[key] == value, key
        assert type(mine[key]) is type(value), key


def test_a_list_of_infos_refuses_other_environments() -> None:
    with pytest.raises(ValueError, match=r"^env: got CartPoleVectorEnv, allowed is StukaVectorEnv$"):
        DictInfoToList(gymnasium.make_vec("CartPole-v1", 2, vectorization_mode="vector_entry_point"))
