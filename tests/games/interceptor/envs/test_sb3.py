"""The Stable-Baselines3 face of the second game; needs the extra ``sb3``."""

from typing import Any

import numpy as np
import pytest

from stuka_env.games.interceptor.observation import DISCARDS
from tests.support.interceptor.playing import CAREER, MONTH, SORTIE, bold

pytest.importorskip("stable_baselines3")


def test_random_play() -> None:
    from stuka_env.envs.sb3 import StukaVecEnv

    env: Any = StukaVecEnv(SORTIE, 4, copy=False)
    env.seed(3)
    seen = env.reset()
    rng = np.random.default_rng(0)
    results = 0
    for _ in range(200):
        masks = env.env_method("action_masks")
        assert masks.dtype == np.bool_ and masks.shape == (4, env.action_space.n)
        assert masks is env.masks and np.array_equal(masks, env.vector.engine.masks)
        seen, rewards, dones, infos = env.step(bold(masks.astype(np.int8), rng))
        assert seen.shape == (4, *env.observation_space.shape) and rewards.dtype == np.float32
        assert [bool(info) for info in infos] == dones.tolist()
        for info in infos:
            assert ("terminal_observation" in info) == ("result" in info)
            results += "result" in info
    assert results > 5
    env.close()


def test_snapshots_go_on_as_before() -> None:
    from stuka_env.envs.sb3 import StukaVecEnv

    env = StukaVecEnv(MONTH, 3)
    env.seed(4)
    env.reset()
    snapshot = env.snapshot()
    runs = []
    for _ in range(2):
        rng = np.random.default_rng(1)
        env.restore(snapshot)
        runs.append([env.step(bold(env.masks.astype(np.int8), rng))[:3] for _ in range(40)])
    for turn, same in zip(*runs, strict=True):
        assert all(np.array_equal(own, other) for own, other in zip(turn, same, strict=True))
    env.close()


@pytest.mark.filterwarnings("ignore")
def test_stock_maskable_ppo() -> None:
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import MaskablePPO

    from stuka_env.envs.sb3 import StukaVecEnv

    env = StukaVecEnv(SORTIE, 2, illegal_action_penalty=5.0)
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=0, device="cpu")
    model.learn(256)
    assert model.num_timesteps == 256
    assert model.rollout_buffer.rewards.min() > -5, "an illegal action costs 5"
    env.close()


def test_infos_without_masks_are_refused() -> None:
    from stuka_env.envs.sb3 import StukaVecEnv

    with pytest.raises(ValueError, match="info: got 'none'"):
        StukaVecEnv(SORTIE, 2, info="none")


@pytest.mark.parametrize("discards", DISCARDS)
def test_the_compact_observation_becomes_the_flat_one_in_the_network(discards: str) -> None:
    torch = pytest.importorskip("torch")
    from stuka_env.envs.sb3 import StukaVecEnv
    from stuka_env.games.interceptor.extractor import CompactExtractor

    flat, compact = (StukaVecEnv(CAREER, 3, observation=kind, discards=discards) for kind in ("flat", "compact"))
    extractor = CompactExtractor(compact.observation_space)  # type: ignore[arg-type]
    for env in (flat, compact):
        env.seed(5)
    left, right = flat.reset(), compact.reset()
    rng = np.random.default_rng(0)
    for _ in range(60):
        tensors = {name: torch.as_tensor(np.ascontiguousarray(array)) for name, array in right.items()}
        assert extractor(tensors).numpy().tobytes() == left.tobytes()
        actions = bold(flat.masks.astype(np.int8), rng)
        (left, *_), (right, *_) = flat.step(actions), compact.step(actions)
    with pytest.raises(ValueError, match="not the compact one"):
        CompactExtractor(flat.observation_space)  # type: ignore[arg-type]


def test_maskable_ppo_learns_from_the_compact_observation() -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from stuka_env.envs.sb3 import StukaVecEnv
    from stuka_env.games.interceptor.extractor import CompactExtractor

    env = StukaVecEnv(SORTIE, 2, observation="compact")
    kwargs = {"features_extractor_class": CompactExtractor, "net_arch": [16]}
    model = sb3_contrib.MaskablePPO(
        "MultiInputPolicy", env, n_steps=32, batch_size=32, n_epochs=1, policy_kwargs=kwargs
    )
    model.learn(64)
    assert model.rollout_buffer.observations["codes"].dtype == np.int8


def test_the_callback_of_frozen_wars_refuses_results_without_a_score_in_one_line() -> None:
    from stuka_env.envs.sb3 import StukaVecEnv
    from stuka_env.envs.sb3_evaluation import FrozenWarsCallback

    sb3_contrib = pytest.importorskip("sb3_contrib")
    model = sb3_contrib.MaskablePPO("MlpPolicy", StukaVecEnv(SORTIE, 2), n_steps=8, batch_size=8)
    with pytest.raises(ValueError, match=r"^wars: their results have no score, allowed are wars of StukaVecEnv$"):
        model.learn(16, callback=FrozenWarsCallback(StukaVecEnv(SORTIE, 2)))
