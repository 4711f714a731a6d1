"""The Stable-Baselines3 face; needs the ``train`` extra."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.playing import choose

pytest.importorskip("stable_baselines3")


def test_random_play() -> None:
    from stuka_env.envs.sb3 import StukaVecEnv

    env: Any = StukaVecEnv("Stuka/Mission-v0", 4)
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


def play(env: Any, turns: int, rng: np.random.Generator) -> list[Any]:
    """Random legal play: observations, rewards and ends of every turn."""
    steps = (env.step(choose(env.masks.astype(np.int8), rng)) for _ in range(turns))
    return [[array.copy() for array in step[:3]] for step in steps]


def test_masks_are_those_of_the_engine_and_nobody_copies_them() -> None:
    from stuka_env.envs.sb3 import StukaVecEnv

    env = StukaVecEnv("Stuka/Mission-v0", 3, copy=False)
    env.reset()
    rng = np.random.default_rng(0)
    for _ in range(50):
        play(env, 1, rng)
        assert env.env_method("action_masks") is env.masks
        assert np.shares_memory(env.masks, env.vector_infos["action_mask"])
        assert np.array_equal(env.masks, env.vector.engine.masks)
    assert np.array_equal(env.env_method("action_masks", indices=[2]), env.masks[2:])
    env.close()


def test_only_ended_wars_have_an_info() -> None:
    from stuka_env.envs.sb3 import StukaVecEnv

    env = StukaVecEnv("Stuka/Mission-v0", 4)
    env.seed([5, 6, 7, 8])
    env.reset()
    rng, ended = np.random.default_rng(0), 0
    for _ in range(120):
        _, _, dones, infos = env.step(choose(env.masks.astype(np.int8), rng))
        assert [bool(info) for info in infos] == dones.tolist()
        ended += int(dones.sum())
    assert ended > 4
    env.close()


def test_snapshots_go_on_as_before() -> None:
    from stuka_env.envs.sb3 import StukaVecEnv

    env = StukaVecEnv("Stuka/Operation-v0", 3, copy=False)
    env.seed(4)
    env.reset()
    play(env, 100, np.random.default_rng(0))
    snapshot = env.snapshot()
    later = play(env, 50, np.random.default_rng(1))
    other = StukaVecEnv("Stuka/Operation-v0", 3)
    seen = other.restore(snapshot)
    assert isinstance(seen, np.ndarray) and np.array_equal(other.masks, other.vector.engine.masks)
    again = play(other, 50, np.random.default_rng(1))
    for turn, same in zip(later, again, strict=True):
        assert all(np.array_equal(own, others) for own, others in zip(turn, same, strict=True))
    env.close()
    other.close()


@pytest.mark.parametrize("kind", ["native", "dummy", "subproc"])
def test_stock_maskable_ppo(kind: str) -> None:
    """MaskablePPO as it comes, on our vector environment and on SB3's."""
    pytest.importorskip("sb3_contrib")
    import gymnasium
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv

    from stuka_env.envs.sb3 import StukaVecEnv

    makers = [lambda: gymnasium.make("stuka_env:Stuka/Mission-v0", illegal_action_penalty=5.0)] * 2
    made: dict[str, Callable[[], Any]] = {
        "native": lambda: StukaVecEnv("Stuka/Mission-v0", 2, illegal_action_penalty=5.0),
        "dummy": lambda: DummyVecEnv(makers),
        "subproc": lambda: SubprocVecEnv(makers, start_method="spawn"),
    }
    envs = made[kind]()
    try:
        model = MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=32, n_epochs=1, seed=0, device="cpu")
        model.learn(256)
        buffer = model.rollout_buffer
        assert model.num_timesteps == 256 and buffer.episode_starts.any()
        assert buffer.rewards.min() > -5, "an illegal action costs 5"
    finally:
        envs.close()


def test_the_named_observation_suits_stable_baselines3s_own_policy() -> None:
    """MultiInputPolicy makes a module of each part, so that names must be module names and numbers need an axis."""
    import gymnasium
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.wrappers import ActionMasker

    env = gymnasium.make("Stuka/Mission-v0", observation="mat")
    war: Any = env.unwrapped
    masked = ActionMasker(env, lambda _: war.action_masks())
    model = MaskablePPO("MultiInputPolicy", masked, n_steps=32, batch_size=32, n_epochs=1, seed=0, device="cpu")
    model.learn(64)
    seen, _ = env.reset(seed=1)
    action, _ = model.predict(seen, action_masks=war.action_masks())
    assert war.action_masks()[int(action)]


def test_the_compact_observation_becomes_the_flat_one_on_the_network_s_device() -> None:
    torch = pytest.importorskip("torch")
    from stuka_env.envs.sb3 import StukaVecEnv
    from stuka_env.games.stuka.extractor import CompactExtractor

    flat, compact = (StukaVecEnv("Stuka/Operation-v0", 3, observation=kind) for kind in ("flat", "compact"))
    extractor = CompactExtractor(compact.observation_space)  # type: ignore[arg-type]
    for env in (flat, compact):
        env.seed(5)
    left, right = flat.reset(), compact.reset()
    rng = np.random.default_rng(0)
    for _ in range(120):
        tensors = {name: torch.as_tensor(np.ascontiguousarray(array)) for name, array in right.items()}
        assert extractor(tensors).numpy().tobytes() == left.tobytes()
        actions = choose(flat.masks.astype(np.int8), rng)
        (left, *_), (right, *_) = flat.step(actions), compact.step(actions)
    with pytest.raises(ValueError, match="not the compact one"):
        CompactExtractor(flat.observation_space)  # type: ignore[arg-type]


def test_maskable_ppo_learns_from_compact_observations() -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from stuka_env.envs.sb3 import StukaVecEnv
    from stuka_env.games.stuka.extractor import CompactExtractor

    env = StukaVecEnv("Stuka/Mission-v0", 2, observation="compact")
    kwargs = {"features_extractor_class": CompactExtractor, "net_arch": [16]}
    model = sb3_contrib.MaskablePPO(
        "MultiInputPolicy", env, n_steps=32, batch_size=32, n_epochs=1, policy_kwargs=kwargs
    )
    model.learn(64)
    assert model.rollout_buffer.observations["codes"].dtype == np.int8


@pytest.mark.parametrize("kind", ["flat", "mat", "compact"])
def test_observations_with_masks_suit_stable_baselines3(kind: str) -> None:
    """A PPO without masks of its own reads the mask as part of what it sees, stacked and monitored."""
    from stable_baselines3 import PPO
    from stable_baselines3.common.vec_env import VecFrameStack, VecMonitor

    from stuka_env.envs.sb3 import StukaVecEnv

    wars: Any = StukaVecEnv("Stuka/Mission-v0", 2, observation=kind, mask_in_observation=True)
    env = VecMonitor(VecFrameStack(wars, 2))
    model = PPO("MultiInputPolicy", env, n_steps=32, batch_size=32, n_epochs=1, seed=0, device="cpu")
    model.learn(128)
    assert set(model.rollout_buffer.observations) == set(wars.observation_space.spaces)


def test_a_callback_flies_the_same_wars_again() -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from stuka_env.envs.sb3 import StukaVecEnv
    from stuka_env.envs.sb3_evaluation import FrozenWarsCallback

    env = StukaVecEnv("Stuka/Mission-v0", 2)
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, seed=0, learning_rate=0.0)
    wars = StukaVecEnv("Stuka/Mission-v0", 8)
    callback = FrozenWarsCallback(wars, every=64, seed=3)
    model.learn(192, callback=callback)
    assert callback.looks == [0, 64, 128, 192] and callback.unfinished == [0] * 4
    assert all((scores == callback.scores[0]).all() for scores in callback.scores), "nothing was learned"
    other = FrozenWarsCallback(wars, every=64, seed=4)
    model.learn(64, callback=other)
    assert (other.scores[0] != callback.scores[0]).any()
    with pytest.raises(ValueError, match="every: got 0"):
        FrozenWarsCallback(wars, every=0)


def test_the_callback_suits_agents_without_masks_and_vectors_of_stable_baselines3(tmp_path: Path) -> None:
    import gymnasium
    from stable_baselines3 import PPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    from stuka_env.envs.sb3_evaluation import FrozenWarsCallback

    def wars(count: int) -> DummyVecEnv:
        return DummyVecEnv([lambda: gymnasium.make("stuka_env:Stuka/Mission-v0")] * count)

    model = PPO("MlpPolicy", wars(1), n_steps=32, batch_size=32, n_epochs=1, seed=0, device="cpu")
    callback = FrozenWarsCallback(wars(2), every=1000, best=tmp_path / "best.zip")
    model.learn(32, callback=callback)
    assert callback.looks == [0, 32] and len(callback.scores[0]) == 2 and (tmp_path / "best.zip").exists()


def test_infos_that_hold_no_masks_are_refused() -> None:
    from stuka_env.envs.sb3 import StukaVecEnv

    with pytest.raises(ValueError, match="info: got 'none', allowed is"):
        StukaVecEnv("Stuka/Mission-v0", 2, info="none")


WITHOUT_PYGAME = """
import sys, warnings
sys.modules["pygame"] = None
warnings.simplefilter("error", UserWarning)
import numpy as np
from stable_baselines3.common.env_util import make_vec_env
envs = make_vec_env("stuka_env:Stuka/Mission-v0", 2, seed=1)
envs.reset()
for _ in range(40):
    masks = np.stack(envs.env_method("action_masks"))
    envs.step(masks[:, ::-1].argmax(axis=1) * -1 + masks.shape[1] - 1)
print(envs.get_attr("render_mode"), [env.unwrapped.engine.journal for env in envs.envs])
try:
    envs.render()
except Exception as error:
    print(type(error).__name__, error)
"""


def test_stable_baselines3s_own_vectors_need_no_library_for_pictures_that_nobody_sees() -> None:
    """Its ``make_vec_env`` asks for ``render_mode="rgb_array"`` by itself."""
    done = subprocess.run([sys.executable, "-c", WITHOUT_PYGAME], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "['rgb_array', 'rgb_array'] [False, False]",
        f"DependencyNotInstalled pictures of the mat: pygame is not installed in {sys.executable}, "
        "the extra 'render' of stuka-env brings it",
    ]
