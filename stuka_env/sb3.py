"""The engine as a Stable-Baselines3 ``VecEnv``; importing this needs it: ``pip install stuka-env[train]``.

``env_method("action_masks")`` is one array, which is what sb3-contrib's MaskablePPO asks for in every step.
"""

from collections.abc import Iterable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from stuka_env.outcome import result_dict
from stuka_env.vector import StukaVectorEnv

Indices = None | int | Iterable[int]


class StukaVecEnv(VecEnv):
    """N wars of a registered id.

    Args:
        env_id: a registered id.
        num_envs: how many wars.
        arguments: as for :class:`stuka_env.vector.StukaVectorEnv`, without ``autoreset_mode`` and ``copy``.
    """

    def __init__(self, env_id: str, num_envs: int, **arguments: Any) -> None:
        vector = gymnasium.make_vec(
            env_id,
            num_envs=num_envs,
            vectorization_mode="vector_entry_point",
            autoreset_mode="same_step",
            **arguments,
        ).unwrapped
        assert isinstance(vector, StukaVectorEnv)
        self.vector = vector
        self._actions = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, vector.single_observation_space, vector.single_action_space)

    def reset(self) -> Any:
        """Begin an episode in every war; seeds and options come from :meth:`seed` and :meth:`set_options`."""
        seeds = self._seeds if any(seed is not None for seed in self._seeds) else None
        options = self._options[0] if self._options and self._options[0] else None
        observations, infos = self.vector.reset(seed=seeds, options=options)
        self.reset_infos = [{"war_seed": int(seed)} for seed in infos["war_seed"]]
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions for :meth:`step_wait`."""
        self._actions = np.asarray(actions).reshape(self.num_envs)

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Step; the info of a war that ended has ``terminal_observation``, ``TimeLimit.truncated`` and ``result``."""
        observations, rewards, terminated, truncated, arrays = self.vector.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for war in np.flatnonzero(terminated | truncated).tolist():
            infos[war]["terminal_observation"] = _row(arrays["final_obs"], war)
            infos[war]["TimeLimit.truncated"] = bool(truncated[war] and not terminated[war])
            final = arrays["final_info"]
            if "result" in final and final["_result"][war]:
                infos[war]["result"] = result_dict(final["result"][war], self.vector.engine.charts)
        return observations, rewards.astype(np.float32), terminated | truncated, infos

    def close(self) -> None:
        """Send the threads home."""
        self.vector.close()

    def env_method(self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any) -> Any:
        """Only ``action_masks``: bool ``(N, n)``, or the rows of ``indices``."""
        if method_name != "action_masks":
            raise AttributeError(f"env_method: got {method_name!r}, allowed is action_masks")
        masks = self.vector.action_masks()
        return masks if indices is None else masks[list(self._get_indices(indices))]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute of the vector environment, once for each index."""
        return [getattr(self.vector, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Refused: the wars share their attributes."""
        raise AttributeError(f"set_attr: {attr_name} cannot be set, the wars share their attributes")

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: Indices = None
    ) -> list[bool]:
        """No war is wrapped."""
        return [False for _ in self._get_indices(indices)]


def _row(observations: Any, war: int) -> Any:
    """One war's observation."""
    if isinstance(observations, dict):
        return {name: array[war] for name, array in observations.items()}
    return observations[war]
