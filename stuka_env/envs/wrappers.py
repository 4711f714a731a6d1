"""Wrappers that turn the compact observation into the flat one, for those who keep the one and learn from the other."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import VectorEnv, VectorWrapper
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from stuka_env.observation import from_compact, space


def _check(given: gymnasium.Space[Any]) -> None:
    if given != space("compact"):
        raise ValueError('env: got another observation than the compact one, make it with observation="compact"')


class FlatFromCompact(gymnasium.ObservationWrapper[NDArray[np.float32], np.int64, Any]):
    """The flat observation of an environment made with ``observation="compact"``, bit for bit.

    Raises:
        ValueError: the environment has another observation.
    """

    def __init__(self, env: gymnasium.Env[Any, np.int64]) -> None:
        _check(env.observation_space)
        super().__init__(env)
        self.observation_space: Any = space("flat")

    def observation(self, observation: Any) -> NDArray[np.float32]:
        """The flat vector, float32 ``(observation.LENGTH,)``."""
        return _flat(observation)


class VectorFlatFromCompact(VectorWrapper):
    """The same for a vector environment, ``final_obs`` included; Gymnasium's own base class refuses SAME_STEP.

    Raises:
        ValueError: the environment has another observation.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any]) -> None:
        _check(env.single_observation_space)
        super().__init__(env)
        self.single_observation_space: Any = space("flat")
        self.observation_space: Any = batch_space(self.single_observation_space, env.num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """As the environment's, with flat vectors, float32 ``(N, observation.LENGTH)``."""
        seen, infos = self.env.reset(seed=seed, options=options)
        return _flat(seen), infos

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """As the environment's, with flat vectors, float32 ``(N, observation.LENGTH)``."""
        seen, rewards, terminated, truncated, infos = self.env.step(actions)
        if "final_obs" in infos:
            infos["final_obs"] = _flat(infos["final_obs"])
        return _flat(seen), rewards, terminated, truncated, infos


def _flat(compact: Any) -> NDArray[np.float32]:
    return from_compact(compact["codes"], compact["tracks"])
