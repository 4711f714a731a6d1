"""Wrappers for the ids of this game: flat observations of compact ones, and infos as a list.

:class:`stuka_env.wrappers.MaskInObservation` wraps the ids of every game.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import VectorEnv, VectorWrapper
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import DictInfoToList as GymnasiumDictInfoToList
from numpy.typing import NDArray

from stuka_env.games.interceptor.codes import Decision
from stuka_env.games.interceptor.envs.infos import EpisodeResult
from stuka_env.games.interceptor.envs.outcome import result_dict, sortie_dict
from stuka_env.games.interceptor.envs.vector import InterceptorVectorEnv
from stuka_env.games.interceptor.observation import discards_of_compact, from_compact, space


def _flat_space(compact: gymnasium.Space[Any]) -> Any:
    """Return the space of the flat observation of the same setting.

    Raises:
        ValueError: the space is not that of a compact observation of this game.
    """
    discards = discards_of_compact(compact)
    if discards is None:
        raise ValueError(
            "env: got another observation than the compact one of stuka_env.games.interceptor.observation, "
            'make it with observation="compact"'
        )
    return space("flat", discards)


def _flat(compact: Any) -> NDArray[np.float32]:
    return from_compact(compact["codes"], compact.get("tracks"))


class FlatFromCompact(gymnasium.ObservationWrapper[NDArray[np.float32], np.int64, Any]):
    """A wrapper that turns the compact observation of an environment into the flat one, bit for bit.

    Raises:
        ValueError: the environment has another observation.
    """

    def __init__(self, env: gymnasium.Env[Any, np.int64]) -> None:
        flat = _flat_space(env.observation_space)
        super().__init__(env)
        self.observation_space: Any = flat

    def observation(self, observation: Any) -> NDArray[np.float32]:
        """Return the flat vector, float32 ``(L,)``."""
        return _flat(observation)


class VectorFlatFromCompact(VectorWrapper):
    """The wrapper :class:`FlatFromCompact` for a vector environment, including ``final_obs``.

    Raises:
        ValueError: the environment has another observation.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any]) -> None:
        flat = _flat_space(env.single_observation_space)
        super().__init__(env)
        self.single_observation_space: Any = flat
        self.observation_space: Any = batch_space(flat, env.num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Reset the environment, and return flat vectors, float32 ``(N, L)``."""
        seen, infos = self.env.reset(seed=seed, options=options)
        return _flat(seen), infos

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Step the environment, and return flat vectors, float32 ``(N, L)``."""
        seen, rewards, terminated, truncated, infos = self.env.step(actions)
        if "final_obs" in infos:
            infos["final_obs"] = _flat(infos["final_obs"])
        return _flat(seen), rewards, terminated, truncated, infos


class DictInfoToList(GymnasiumDictInfoToList[Any, Any, Any]):
    """A wrapper that returns infos as a list of dicts, equal to the infos of single environments.

    Gymnasium's wrapper of this name leaves sorties and results as records of codes, which this one puts into words. In
    SAME_STEP the info of an episode that ended has its last info as ``final_info``.

    Raises:
        ValueError: the environment is not a vector environment of this game.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any]) -> None:
        if not isinstance(env.unwrapped, InterceptorVectorEnv):
            raise ValueError(f"env: got {type(env.unwrapped).__name__}, allowed is InterceptorVectorEnv")
        super().__init__(env)
        self._charts = env.unwrapped.engine.spec.charts

    def _convert_info_to_list(self, vector_infos: dict[str, Any]) -> list[dict[str, Any]]:
        """Convert infos as Gymnasium does, which calls this for each part that is a dict, then put codes into words."""
        infos: list[dict[str, Any]] = super()._convert_info_to_list(vector_infos)
        for info in infos:
            if "sorties_ended" in info:
                self._put_into_words(info)
        return infos

    def _put_into_words(self, info: dict[str, Any]) -> None:
        """Change the info of one episode to the entries and types of a single environment's info."""
        count = int(info.pop("sorties_ended"))
        info["decision_name"] = Decision(int(info["decision"])).name
        info["sortie_index"] = int(info["sortie_index"])
        info["illegal_action"] = bool(info["illegal_action"])
        info["rewards"] = {name: float(part) for name, part in info["rewards"].items()}
        info["sorties"] = [sortie_dict(line, self._charts) for line in info.get("sorties", ())[:count]]
        result = info.get("result")
        info["result"] = None if result is None else EpisodeResult(result_dict(result, self._charts))
