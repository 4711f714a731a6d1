"""Infos of vector environments as a list of dicts."""

from typing import Any

from gymnasium.vector import VectorEnv
from gymnasium.wrappers.vector import DictInfoToList as GymnasiumDictInfoToList

from stuka_env.envs.infos import WarSeed, episode_result
from stuka_env.envs.vector import StukaVectorEnv


class DictInfoToList(GymnasiumDictInfoToList[Any, Any, Any]):
    """A wrapper that returns infos as a list of dicts, equal to the infos of single environments.

    Gymnasium's wrapper of this name leaves lines of the log sheet and results as records of codes, which this one puts
    into words. In SAME_STEP the info of a war that ended has the last info of its episode as ``final_info``.

    Raises:
        ValueError: the environment is not a vector environment of this package.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any]) -> None:
        if not isinstance(env.unwrapped, StukaVectorEnv):
            raise ValueError(f"env: got {type(env.unwrapped).__name__}, allowed is StukaVectorEnv")
        super().__init__(env)
        self._game, self._scale = env.unwrapped.game, env.unwrapped.engine.spec.scale
        self._parts, self._charts_before = self._game.envs, env.unwrapped.charts_before

    def as_list(self, vector_infos: dict[str, Any]) -> list[dict[str, Any]]:
        """Return infos of a step or a reset of the environment as a list with a dict for each war."""
        return self._convert_info_to_list(vector_infos)

    def _convert_info_to_list(self, vector_infos: dict[str, Any]) -> list[dict[str, Any]]:
        """Convert infos as Gymnasium does, which calls this for each part that is a dict, then put codes into words."""
        infos: list[dict[str, Any]] = super()._convert_info_to_list(vector_infos)
        for war, info in enumerate(infos):
            if self._parts.names.count in info:
                self._put_into_words(info, war)
        return infos

    def _put_into_words(self, info: dict[str, Any], war: int) -> None:
        """Change the info of one war to the entries and types of a single environment's info."""
        parts, names = self._parts, self._parts.names
        count = int(info.pop(names.count))
        info["decision"], info["war_seed"] = int(info["decision"]), WarSeed(info["war_seed"])
        if "answered" in info:
            info["answered"] = int(info["answered"])
        info["decision_name"] = parts.decisions[info["decision"]]
        info[names.index] = int(info[names.index])
        info["illegal_action"] = bool(info["illegal_action"])
        info["rewards"] = {name: float(value) for name, value in info["rewards"].items()}
        lines, result = info.get(names.lines, ())[:count], info.get("result")
        charts = None if result is None and not len(lines) else self._charts_before(war)
        info[names.lines] = [parts.line_dict(line, charts) for line in lines]
        info["result"] = None if result is None else episode_result(self._game, result, charts, self._scale)
