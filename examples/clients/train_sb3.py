"""Stable-Baselines3: MaskablePPO on every kind of vector, PPO without masks.

MaskablePPO of sb3-contrib masks. It calls `env.action_masks()`, which every environment here has, so no wrapper is
needed, in one process or in many. `StukaVecEnv` is the fast vector: all missions in one call and all masks in one
array. It works with `VecMonitor`, `VecNormalize` and `VecFrameStack`. Use `observation="mat"` with `MultiInputPolicy`,
and the flat one with `MlpPolicy`, which is twice as fast here.

Stable-Baselines3's own PPO, A2C and DQN use no masks. Behind `LegalActions` ([below](#learners-without-masks)) PPO
learns too, but less. All of its vectors and `StukaVecEnv` reset ended missions within the same step.
"""

# --- recipe ---
from typing import Any

import gymnasium
from legal_actions import LegalActions
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecMonitor

from stuka_env.envs.sb3 import StukaVecEnv

SETTINGS: dict[str, Any] = {
    "n_steps": 256,
    "batch_size": 256,
    "n_epochs": 4,
    "gamma": 1.0,
    "learning_rate": 1e-3,
    "device": "cpu",
}


def mission(**arguments: Any) -> Any:
    """Make one mission; every process imports the module before the colon first."""
    return gymnasium.make("stuka_env:Stuka/Mission-v0", **arguments)


def mission_without_mask() -> Any:
    """Make one mission for a learner that cannot mask."""
    return LegalActions(mission(observation="mat"))


def native() -> Any:
    """Make eight missions in one call."""
    return VecMonitor(StukaVecEnv("Stuka/Mission-v0", 8, observation="mat"))


def in_processes(start_method: str) -> Any:
    """Make four missions, each in its own process."""
    return SubprocVecEnv([mission] * 4, start_method=start_method)


def train_maskable(envs: Any, decisions: int = 20_000, policy: str = "MlpPolicy") -> Any:
    """Train MaskablePPO; return an agent of observations and masks of N missions."""
    model = MaskablePPO(policy, envs, seed=0, **SETTINGS).learn(decisions)
    envs.close()
    return lambda seen, masks: model.predict(seen, action_masks=masks)[0]


def train_plain(decisions: int = 20_000) -> Any:
    """Train PPO without masks; its actions need the replacement by ``legal``, as in the training."""
    model = PPO("MultiInputPolicy", DummyVecEnv([mission_without_mask] * 8), seed=0, **SETTINGS).learn(decisions)
    return lambda seen, masks: model.predict(seen)[0]


# --- end ---


def algorithms() -> list[Any]:
    """Return the algorithms to train, each as a ``Trained`` of ``flying``."""
    from flying import Trained

    return [
        Trained(
            "MaskablePPO, MultiInputPolicy, VecMonitor(StukaVecEnv)",
            lambda decisions: train_maskable(native(), decisions, "MultiInputPolicy"),
            observation="mat",
        ),
        Trained("MaskablePPO, DummyVecEnv", lambda n: train_maskable(DummyVecEnv([mission] * 8), n)),
        Trained("MaskablePPO, SubprocVecEnv, spawn", lambda n: train_maskable(in_processes("spawn"), n)),
        Trained("MaskablePPO, SubprocVecEnv, forkserver", lambda n: train_maskable(in_processes("forkserver"), n)),
        Trained("PPO, MultiInputPolicy, LegalActions", train_plain, masks=False, observation="mat"),
    ]


if __name__ == "__main__":
    import sys

    from flying import main

    sys.exit(main("sb3", algorithms()))
