"""The mat in the middle of an attack, as a picture for TensorBoard."""

import gymnasium
import numpy as np
from numpy.typing import NDArray

from agents.evaluation.flying import look
from agents.policy import Policy
from agents.training.config import Env
from stuka_env.codes import Decision
from stuka_env.engine import new_view
from stuka_env.env import StukaEnv

PATIENCE = 3_000
"""Decisions after which no attack is waited for any more."""


def fly_to_attack(policy: Policy, env: StukaEnv, seed: int) -> None:
    """Fly until somebody is to attack, or for a while."""
    env.reset(seed=seed)
    actions = np.zeros(1, np.int64)
    for _ in range(PATIENCE):
        if env.decision == Decision.ATTACK.name:
            return
        view = new_view(1)
        env.engine.show(view.faces)
        policy.act(look(env.engine, view), actions)
        _, _, terminated, truncated, _ = env.step(int(actions[0]))
        if terminated or truncated:
            return


def picture(policy: Policy, env: Env, seed: int) -> NDArray[np.uint8] | None:
    """The policy's first attack in one war, ``(height, width, 3)``; None where nothing can be drawn."""
    try:
        made = gymnasium.make(env.id, render_mode="rgb_array", **env.given).unwrapped
        assert isinstance(made, StukaEnv)
        fly_to_attack(policy, made, seed)
        drawn = made.render()
    except (ImportError, gymnasium.error.DependencyNotInstalled):
        return None
    made.close()
    return np.asarray(drawn)
