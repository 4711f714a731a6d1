"""The engine as a Stable-Baselines3 ``VecEnv``; importing this needs the extra ``sb3``.

sb3-contrib's MaskablePPO calls ``env_method("action_masks")`` in every step, which returns one array without a copy. No
step loops over the wars in Python; only wars that ended get an info.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.engine import Snapshot
from stuka_env.engine.interrupts import uninterrupted
from stuka_env.envs.answers import Answers
from stuka_env.envs.infos import episode_result
from stuka_env.envs.listed_infos import DictInfoToList
from stuka_env.envs.vector import Observations, StukaVectorEnv, make_wars
from stuka_env.io.arguments import argument_error
from stuka_env.io.extras import imports_of

with imports_of("sb3"):
    from stable_baselines3.common.vec_env import VecEnv

SB3_INFO_KINDS = ("result", "full", "mask")
"""Contents of the infos of :class:`StukaVecEnv`."""
OF_ONE_WAR = {"action_space": "single_action_space", "observation_space": "single_observation_space"}
"""Attributes of one war, by their names in a single environment."""
AT_ONCE = {"autoreset_mode": "same_step"}
"""The setting of wars that SB3 needs: an ended war is followed by the next in the same step."""
Indices = None | int | Iterable[int]


class StukaVecEnv(VecEnv):
    """N wars of a registered id.

    Args:
        env_id: a registered id.
        num_envs: number of wars.
        info: "result" for an info of each war that ended, with its result; "full" for an info of every war in every
            step, as a single environment returns it; "mask" for no results at all. A dict for every war takes time:
            ``vector_infos`` has the same as arrays, with "result" too.
        arguments: as for :class:`stuka_env.envs.vector.StukaVectorEnv`, without ``autoreset_mode``. SB3 works with
            ``copy=False``, which overwrites the arrays of a step in the step after next. ``only`` has the kinds of
            decisions that the agent is asked, and ``by`` the policy that takes the others, as for ``OnlyDecisions``.

    Attributes:
        masks: legal actions, bool ``(N, n)``; read only, because this is the memory of the last step's mask.
        vector_infos: infos of the last step as arrays, as :class:`stuka_env.envs.vector.StukaVectorEnv` returns them.
    """

    def __init__(self, env_id: str, num_envs: int, *, info: str = "result", **arguments: Any) -> None:
        if info not in SB3_INFO_KINDS:
            raise argument_error("info", info, '"result", "full" or "mask", because the infos have the masks')
        self.vector = vector = self._make_vector(env_id, num_envs, "mask" if info == "mask" else "full", arguments)
        self._listed = DictInfoToList(vector) if info == "full" else None
        self.vector_infos: dict[str, Any] = {}
        self.masks: NDArray[np.bool_] = vector.action_masks()
        self._actions = np.zeros(num_envs, np.int64)
        self._no_infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        super().__init__(num_envs, vector.single_observation_space, vector.single_action_space)

    def _make_vector(self, env_id: str, num_envs: int, info: str, arguments: dict[str, Any]) -> StukaVectorEnv:
        only, by = arguments.pop("only", None), arguments.pop("by", None)
        vector = make_wars(env_id, num_envs, info=info, **AT_ONCE, **arguments)
        if not isinstance(vector, StukaVectorEnv):
            raise argument_error("env_id", env_id, "an id of StukaVectorEnv")
        if only is None and by is not None:
            raise argument_error("by", by, 'none without "only": the agent is asked every decision then')
        if only is not None:
            vector.answers = Answers(vector.engine, only, by, 0)
        return vector

    def seed(self, seed: int | Sequence[int] | None = None) -> Sequence[int | None]:
        """Set the base seeds of the wars for the next :meth:`reset`: seed + i, or a list with one for each war."""
        if isinstance(seed, Sequence):
            self._seeds = list(seed)
            return self._seeds
        return super().seed(seed)

    @uninterrupted
    def reset(self) -> Any:
        """Begin an episode in every war; seeds and options come from :meth:`seed` and :meth:`set_options`."""
        given = self._seeds if any(seed is not None for seed in self._seeds) else None
        options = self._options[0] if self._options and self._options[0] else None
        observations, self.vector_infos = self.vector.reset(seed=given, options=options)
        self.masks = self.vector_infos["action_mask"].view(np.bool_)
        seeds = self.vector_infos.get("war_seed", ())
        self.reset_infos = [{"war_seed": int(seed)} for seed in seeds] or self._no_infos.copy()
        if self._listed is not None:
            self.reset_infos = self._listed.as_list(self.vector_infos)
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Store the actions for :meth:`step_wait`."""
        self._actions = np.asarray(actions).reshape(self.num_envs)

    @uninterrupted
    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Step; the info of a war that ended has ``terminal_observation``, ``TimeLimit.truncated`` and ``result``.

        With ``info="full"`` it is the last info of the war that ended, not the first of its next episode.
        """
        observations, rewards, terminated, truncated, self.vector_infos = self.vector.step(self._actions)
        self.masks = self.vector_infos["action_mask"].view(np.bool_)
        dones = terminated | truncated
        infos = self._no_infos.copy() if self._listed is None else self._listed.as_list(self.vector_infos)
        for war in np.flatnonzero(dones).tolist():
            last = infos[war].get("final_info", {})
            infos[war] = self._final_info(war, bool(truncated[war] and not terminated[war])) | last
        return observations, rewards.astype(np.float32), dones, infos

    def _final_info(self, war: int, truncated: bool) -> dict[str, Any]:
        """Return the info of a war that ended: the keys that SB3 reads, and the result."""
        info = {"terminal_observation": _row(self.vector_infos["final_obs"], war), "TimeLimit.truncated": truncated}
        final = self.vector_infos["final_info"]
        if "_result" in final and final["_result"][war]:
            spec = self.vector.engine.spec
            info["result"] = dict(episode_result(self.vector.game, final["result"][war], spec.charts, spec.scale))
        return info

    def close(self) -> None:
        """Stop the threads."""
        self.vector.close()

    def update_vector(self) -> None:
        """Bring the wars of ``vector`` up to date; on the CPU they always are."""

    def snapshot(self) -> Snapshot:
        """Return copies of the wars, including their dice."""
        self.update_vector()
        return self.vector.engine.snapshot()

    @uninterrupted
    def restore(self, snapshot: Snapshot) -> Observations:
        """Restore the wars of a snapshot, and return their observations."""
        observations, masks = self.vector.resume(snapshot)
        self.masks = masks.view(np.bool_)
        return observations

    def env_method(self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any) -> Any:
        """Return the action masks, bool ``(N, n)``, or the rows of ``indices``.

        Raises:
            AttributeError: the method is not ``action_masks``.
        """
        if method_name != "action_masks":
            raise AttributeError(f"env_method: got {method_name!r}, allowed is action_masks")
        return self.masks if indices is None else self.masks[list(self._get_indices(indices))]

    def has_attr(self, attr_name: str) -> bool:
        """Whether the wars have an attribute; sb3-contrib looks for ``action_masks``."""
        return hasattr(self.vector, attr_name)

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return an attribute of the vector environment, once for each index; the spaces are those of one war."""
        own = OF_ONE_WAR.get(attr_name, attr_name)
        return [getattr(self.vector, own) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Refuse to set an attribute, because the wars share their attributes.

        Raises:
            AttributeError: always.
        """
        raise AttributeError(f"set_attr: {attr_name} cannot be set, the wars share their attributes")

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: Indices = None
    ) -> list[bool]:
        """Return False for each index, because no war is wrapped."""
        return [False for _ in self._get_indices(indices)]


def _row(observations: Any, war: int) -> Any:
    if isinstance(observations, dict):
        return {name: array[war] for name, array in observations.items()}
    return observations[war]
