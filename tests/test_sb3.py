"""The Stable-Baselines3 face; needs the ``train`` extra."""

import numpy as np
import pytest
from playing import choose

pytest.importorskip("stable_baselines3")


def test_random_play() -> None:
    from stuka_env.sb3 import StukaVecEnv

    env = StukaVecEnv("Stuka/Mission-v0", 4)
    env.seed(3)
    seen = env.reset()
    rng = np.random.default_rng(0)
    results = 0
    for _ in range(150):
        masks = env.env_method("action_masks")
        assert masks.dtype == np.bool_ and masks.shape == (4, env.action_space.n)
        seen, rewards, dones, infos = env.step(choose(masks.astype(np.int8), rng))
        assert seen.shape == (4, *env.observation_space.shape) and rewards.dtype == np.float32
        for done, info in zip(dones, infos, strict=True):
            assert done == ("terminal_observation" in info)
            results += "result" in info
    assert results > 5
    env.close()
