"""The compact observation, and the wrappers that make the flat one of it."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import stuka_env  # noqa: F401
from stuka_env.envs.wrappers import FlatFromCompact, VectorFlatFromCompact
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
