"""The Stable-Baselines3 face; needs the extra ``sb3``."""

import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import DependencyNotInstalled

from stuka_env.declared.layouts import OBSERVATION_KINDS
from stuka_env.flights.episodes import fly_wars
from stuka_env.policy import PolicyInput
from stuka_env.registration import game_package
from stuka_env.render import canvas
from tests.support.contract import SETTINGS, choose, comparable, each_game, each_id, each_id_slowly
from tests.support.each import each
from tests.support.samples import SHORTEST, game_of, samples_of
from tests.support.slow import slow

pytest.importorskip("stable_baselines3")
SMALL: dict[str, Any] = {"n_steps": 32, "batch_size": 32, "n_epochs": 1, "seed": 0, "device": "cpu"}


def new(env_id: str, wars: int, **arguments: Any) -> Any:
    """Return wars whose episodes are short."""
    from stuka_env.envs.sb3 import StukaVecEnv

    return StukaVecEnv(env_id, wars, **{**samples_of(env_id).quick[env_id], **arguments})


def play(env: Any, turns: int, seed: int) -> list[Any]:
    """Play at random; return observations, rewards and ends of every turn."""
    rng = np.random.default_rng(seed)
    steps = (env.step(choose(env.vector, env.masks.astype(np.int8), rng)) for _ in range(turns))
    return [comparable(step[:3]) for step in steps]


@each_id
@each("copy", [False, True])
def test_random_play(env_id: str, copy: bool) -> None:
    env = new(env_id, 4, copy=copy)
    env.seed(3)
    seen = env.reset()
    rng, results = np.random.default_rng(0), 0
    while results < 3:
        masks = env.env_method("action_masks")
        assert masks is env.masks and masks.dtype == np.bool_ and masks.shape == (4, env.action_space.n)
        assert np.array_equal(masks, env.vector.engine.masks)
        assert np.shares_memory(masks, env.vector_infos["action_mask"])
        assert np.array_equal(env.env_method("action_masks", indices=[2]), masks[2:3])
        seen, rewards, dones, infos = env.step(choose(env.vector, masks.astype(np.int8), rng))
        assert seen.shape == (4, *env.observation_space.shape) and rewards.dtype == np.float32
        assert [bool(info) for info in infos] == dones.tolist(), "only ended wars have an info"
        for info in infos:
            assert ("terminal_observation" in info) == ("result" in info)
            assert "result" not in info or any(isinstance(value, str) for value in info["result"].values())
            results += "result" in info
    env.close()


@each_id
def test_wars_are_those_of_the_vector_environment(env_id: str) -> None:
    env, other = new(env_id, 3), new(env_id, 3)
    env.seed([5, 6, 7])
    other.seed(5)
    assert comparable(env.reset()) == comparable(other.reset())
    assert [info["war_seed"] for info in env.reset_infos] == env.vector_infos["war_seed"].tolist()
    assert play(env, 30, 0) == play(other, 30, 0)


@each_id
def test_snapshots_go_on_as_before(env_id: str) -> None:
    env, other = new(env_id, 3, copy=False), new(env_id, 3)
    env.seed(4)
    env.reset()
    play(env, 60, 0)
    snapshot = env.snapshot()
    later = play(env, 40, 1)
    seen = other.restore(snapshot)
    assert isinstance(seen, np.ndarray) and np.array_equal(other.masks, other.vector.engine.masks)
    assert play(other, 40, 1) == later
    env.close()
    other.close()


@each_id
def test_infos_that_hold_no_masks_are_refused(env_id: str) -> None:
    with pytest.raises(ValueError, match="info: got 'none', allowed is"):
        new(env_id, 2, info="none")


# --- training ---


def learned(algorithm: Any, policy: str, env: Any, steps: int = 64, **arguments: Any) -> Any:
    """Return a model of an algorithm after a short training."""
    model = algorithm(policy, env, **SMALL, **arguments)
    model.learn(steps)
    return model


@each_id_slowly
def test_maskable_ppo_takes_legal_actions_alone(env_id: str) -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    model = learned(sb3_contrib.MaskablePPO, "MlpPolicy", new(env_id, 2, illegal_action_penalty=5.0), 128)
    assert model.num_timesteps == 128 and model.rollout_buffer.rewards.min() > -5, "an illegal action costs 5"


@pytest.mark.parametrize(
    ("env_id", "kind"),
    [
        *((env_id, "dummy") for env_id in SHORTEST),
        slow(SHORTEST[0], "subproc"),
    ],
)
def test_maskable_ppo_on_the_vectors_of_stable_baselines3(env_id: str, kind: str) -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv

    package = game_package(game_of(env_id).name).distribution
    makers = [lambda: gymnasium.make(f"{package}:{env_id}", illegal_action_penalty=5.0)] * 2
    vectors: dict[str, Callable[[], Any]] = {
        "dummy": lambda: DummyVecEnv(makers),
        "subproc": lambda: SubprocVecEnv(makers, start_method="spawn"),
    }
    envs = vectors[kind]()
    try:
        buffer = learned(sb3_contrib.MaskablePPO, "MlpPolicy", envs, 128).rollout_buffer
        assert buffer.episode_starts.any() and buffer.rewards.min() > -5
    finally:
        envs.close()


@each_game
def test_the_named_observation_suits_the_policy_of_stable_baselines3(env_id: str) -> None:
    """MultiInputPolicy makes a module of each part, so that names must be module names and numbers need an axis."""
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from sb3_contrib.common.wrappers import ActionMasker

    env = gymnasium.make(env_id, observation="mat")
    war: Any = env.unwrapped
    model = learned(sb3_contrib.MaskablePPO, "MultiInputPolicy", ActionMasker(env, lambda _: war.action_masks()))
    seen, _ = env.reset(seed=1)
    action, _ = model.predict(seen, action_masks=war.action_masks())
    assert war.action_masks()[int(action)]


def extractor_class() -> Any:
    """Return the network part that makes flat observations of compact ones."""
    from stuka_env.extractor import CompactExtractor

    return CompactExtractor


@pytest.mark.parametrize(("env_id", "setting"), SETTINGS)
def test_the_compact_observation_becomes_the_flat_one_in_the_network(env_id: str, setting: dict[str, Any]) -> None:
    torch = pytest.importorskip("torch")
    flat, compact = (new(env_id, 3, observation=kind, **setting) for kind in ("flat", "compact"))
    extractor = extractor_class()(compact.observation_space)
    for env in (flat, compact):
        env.seed(5)
    left, right = flat.reset(), compact.reset()
    rng = np.random.default_rng(0)
    for _ in range(60):
        tensors = {name: torch.as_tensor(np.ascontiguousarray(array)) for name, array in right.items()}
        assert extractor(tensors).numpy().tobytes() == left.tobytes()
        actions = choose(flat.vector, flat.masks.astype(np.int8), rng)
        (left, *_), (right, *_) = flat.step(actions), compact.step(actions)
    with pytest.raises(ValueError, match="not the compact one"):
        extractor_class()(flat.observation_space)


@each_game
def test_maskable_ppo_learns_from_compact_observations(env_id: str) -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    kwargs = {"features_extractor_class": extractor_class(), "net_arch": [16]}
    env = new(env_id, 2, observation="compact")
    model = learned(sb3_contrib.MaskablePPO, "MultiInputPolicy", env, policy_kwargs=kwargs)
    assert model.rollout_buffer.observations["codes"].dtype == np.int8


@each_game
@each("kind", OBSERVATION_KINDS)
def test_observations_with_masks_suit_stable_baselines3(env_id: str, kind: str) -> None:
    """A PPO without masks of its own reads the mask as part of what it sees, stacked and monitored."""
    from stable_baselines3 import PPO
    from stable_baselines3.common.vec_env import VecFrameStack, VecMonitor

    wars = new(env_id, 2, observation=kind, mask_in_observation=True)
    model = learned(PPO, "MultiInputPolicy", VecMonitor(VecFrameStack(wars, 2)))
    assert set(model.rollout_buffer.observations) == set(wars.observation_space.spaces)


@each_game
def test_masks_in_a_dict_are_not_normalised_if_the_arrays_are_named(env_id: str) -> None:
    """As the page on environments says."""
    from stable_baselines3.common.vec_env import VecNormalize

    bare = new(env_id, 3, mask_in_observation=True)
    wars = VecNormalize(bare, norm_obs_keys=["observation"])
    wars.reset()
    for _ in range(20):
        actions = choose(bare.vector, bare.masks.astype(np.int8), np.random.default_rng(0))
        seen: Any = wars.step(actions)[0]
        assert (seen["action_mask"] == bare.masks).all() and seen["action_mask"].dtype == np.int8
    assert abs(seen["observation"]).max() > 1, "these are normalised"


def test_stable_baselines3s_own_vectors_need_no_library_for_pictures_that_nobody_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its ``make_vec_env`` asks for ``render_mode="rgb_array"`` by itself."""
    from stable_baselines3.common.env_util import make_vec_env

    monkeypatch.setitem(sys.modules, "pygame", None)
    monkeypatch.setattr(canvas, "pygame", canvas._library.__wrapped__)  # another test may have loaded it
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        envs: Any = make_vec_env("stuka_env:Stuka/Mission-v0", 2, seed=1)
        envs.reset()
        for _ in range(40):
            masks = np.stack(envs.env_method("action_masks"))
            envs.step(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))
    assert envs.get_attr("render_mode") == ["rgb_array", "rgb_array"]
    assert [env.unwrapped.engine.journal for env in envs.envs] == [False, False]
    missing = (
        f"pictures of the mat: pygame is not installed in {sys.executable}, the extra 'render' of stuka-env brings it"
    )
    with pytest.raises(DependencyNotInstalled, match=f"^{re.escape(missing)}$"):
        envs.render()


# --- the callback of frozen wars ---


def test_a_callback_flies_the_same_wars_again() -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from stuka_env.envs.sb3_evaluation import FrozenWarsCallback

    model = sb3_contrib.MaskablePPO("MlpPolicy", new("Stuka/Mission-v0", 2), **SMALL, learning_rate=0.0)
    wars = new("Stuka/Mission-v0", 8)
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
    from stable_baselines3 import PPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    from stuka_env.envs.sb3_evaluation import FrozenWarsCallback

    def wars(count: int) -> DummyVecEnv:
        return DummyVecEnv([lambda: gymnasium.make("stuka_env:Stuka/Mission-v0")] * count)

    model = PPO("MlpPolicy", wars(1), **SMALL)
    callback = FrozenWarsCallback(wars(2), every=1000, best=tmp_path / "best.zip")
    model.learn(32, callback=callback)
    assert callback.looks == [0, 32] and len(callback.scores[0]) == 2 and (tmp_path / "best.zip").exists()


@each_id_slowly
def test_the_callback_knows_the_official_score_of_every_game(env_id: str) -> None:
    """Its means are those of ``stuka_env.fly`` in the same wars."""
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from stuka_env.envs.sb3_evaluation import FrozenWarsCallback

    model = sb3_contrib.MaskablePPO("MlpPolicy", new(env_id, 2), n_steps=8, batch_size=8)
    wars = new(env_id, 6)
    callback = FrozenWarsCallback(wars, every=100)
    model.learn(16, callback=callback)
    game = wars.vector.game
    spec, _ = game.envs.read_arguments(game.ids.index(env_id), **samples_of(env_id).quick[env_id])
    flown = fly_wars(Predicting(model), spec, np.arange(6, dtype=np.uint64) + np.uint64(callback.first_seed))
    assert callback.scores[-1].tolist() == flown.scores.tolist()


class Predicting:
    """The policy of a model."""

    name = "predicting"

    def __init__(self, model: Any) -> None:
        self.model = model

    def act(self, inputs: PolicyInput, actions: Any) -> None:
        """Write the model's most probable actions."""
        actions[:] = self.model.predict(inputs.observations, action_masks=inputs.masks, deterministic=True)[0]


def test_the_callback_refuses_wars_without_a_score_before_the_training() -> None:
    from stable_baselines3.common.vec_env import DummyVecEnv

    from stuka_env.envs.sb3_evaluation import FrozenWarsCallback

    with pytest.raises(ValueError, match=r"^wars: got info='mask', allowed are infos with results$"):
        FrozenWarsCallback(new("Stuka/Mission-v0", 2, info="mask"))
    with pytest.raises(ValueError, match=r"^wars: got CartPole-v1, allowed is an id of this package: Stuka/Mission-v0"):
        FrozenWarsCallback(DummyVecEnv([lambda: gymnasium.make("CartPole-v1")]))


# --- infos and attributes ---


@each_id
def test_full_infos_are_those_of_single_environments(env_id: str) -> None:
    full, wars = new(env_id, 2, info="full"), 2
    ones = [gymnasium.make(env_id, **samples_of(env_id).quick[env_id]) for _ in range(wars)]
    full.seed(3)
    full.reset()
    right = [one.reset(seed=3 + war)[1] for war, one in enumerate(ones)]
    assert [comparable(info) for info in full.reset_infos] == [comparable(info) for info in right]
    rng, ends = np.random.default_rng(2), 0
    while ends < 2:
        actions = choose(full.vector, full.masks.astype(np.int8), rng)
        _, rewards, dones, left = full.step(actions)
        for war, one in enumerate(ones):
            _, reward, _, _, info = one.step(actions[war])
            own = {name: value for name, value in left[war].items() if name in info}
            assert comparable(own) == comparable(info) and rewards[war] == np.float32(reward)
            assert sum(own["rewards"].values()) == pytest.approx(reward)
            extra = {"terminal_observation", "TimeLimit.truncated"} if dones[war] else set()
            assert left[war].keys() - info.keys() == extra
            if dones[war]:
                ends += 1
                one.reset()


@each_id
def test_spaces_by_name_are_those_of_one_war(env_id: str) -> None:
    env = new(env_id, 2)
    assert env.get_attr("action_space") == [env.action_space] * 2
    assert env.get_attr("observation_space", 1) == [env.observation_space]
    assert env.get_attr("render_mode") == [None] * 2
