"""The vector environment on a GPU as a Stable-Baselines3 ``VecEnv`` of tensors, for learners on the device."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.engine import Snapshot
from stuka_env.envs.sb3 import AT_ONCE, StukaVecEnv
from stuka_env.envs.vector import StukaVectorEnv, make_wars
from stuka_env.gpu.memory import DeviceArray, view
from stuka_env.gpu.tensors import tensor
from stuka_env.gpu.vector import DeviceVectorEnv


class DeviceVecEnv(StukaVecEnv):
    """N wars of a registered id on a GPU.

    Observations, rewards, ends and masks are tensors that share the memory of the wars. The step after next overwrites
    them. The infos of the wars are empty.

    Args:
        env_id: a registered id.
        num_envs: number of wars.
        arguments: as for :class:`stuka_env.gpu.vector.DeviceVectorEnv`, with flat observations.

    Attributes:
        device_env: the wars on the device; ``vector`` has them on the CPU, as they were at the last copy.
        masks: legal actions, a tensor of bool ``(N, n)``.
        vector_infos: the lines of the log sheet and the wars that ended in the last step, on the CPU, under the names
            of :class:`stuka_env.envs.vector.StukaVectorEnv`. Rows of other wars are left out.
    """

    device_env: DeviceVectorEnv
    masks: Any

    def __init__(self, env_id: str, num_envs: int, **arguments: Any) -> None:
        super().__init__(env_id, num_envs, info="result", **arguments)

    def _make_vector(self, env_id: str, num_envs: int, info: str, arguments: dict[str, Any]) -> StukaVectorEnv:
        self.device_env = make_wars(env_id, num_envs, info=info, device="cuda", **AT_ONCE, **arguments)
        return self.device_env.cpu

    def reset(self) -> Any:
        """Begin an episode in every war, as on the CPU, and return the observations on the device."""
        super().reset()
        return self._upload()

    def step_async(self, actions: Any) -> None:
        """Store the actions, a tensor of int64 ``(N,)``, for :meth:`step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Step on the device, and return tensors."""
        seen, rewards, terminated, truncated, infos = self.device_env.step(self._actions)
        self.masks = tensor(infos["action_mask"]) != 0
        self.vector_infos = self._ended(tensor(terminated), tensor(truncated))
        return tensor(seen), tensor(rewards).float(), tensor(terminated) | tensor(truncated), self._no_infos

    def restore(self, snapshot: Snapshot) -> Any:
        """Restore the wars of a snapshot, and return their observations on the device."""
        super().restore(snapshot)
        return self._upload()

    def update_vector(self) -> None:
        """Copy the wars to ``vector``, if there are any yet."""
        if self.vector.engine.seeded:
            self.device_env.download()

    def _upload(self) -> Any:
        """Copy the wars of ``vector`` to the device, and return their observations there."""
        seen, infos = self.device_env.upload()
        self.masks = tensor(infos["action_mask"]) != 0
        return tensor(seen)

    def _ended(self, terminated: Any, truncated: Any) -> dict[str, Any]:
        """Return the lines of the log sheet that ended in the last step, and the results of the wars that ended."""
        device, kinds = self.device_env, self.device_env.game.engine.arrays.kinds
        reports, finals = device.shown.buffers.reports, device.finals
        counts = tensor(view(finals.wars, "report", "lines_ended")) * (terminated | truncated)
        over = terminated.nonzero().squeeze(1)
        results = _records(
            view(finals.wars, "report", "result", columns=kinds.result.dtype.itemsize, dtype=np.uint8), over
        )
        final = self._lines(finals.ended, counts)
        final |= {"result": results.view(kinds.result.dtype)[:, 0], "_result": np.ones(len(results), np.bool_)}
        lines = self._lines(device.wars.ended, tensor(view(reports, "lines_ended")))
        return lines | {"final_info": final}

    def _lines(self, ended: DeviceArray, counts: Any) -> dict[str, Any]:
        """Return the lines of the wars in which lines ended, and their numbers."""
        names, line = self.device_env.game.envs.names, ended.dtype.fields["lines"][0]
        rows = counts.nonzero().squeeze(1)
        octets = _records(view(ended, "lines", columns=line.itemsize, dtype=np.uint8), rows)
        return {names.lines: octets.view(line.base), names.count: counts[rows].cpu().numpy()}


def _records(octets: DeviceArray, rows: Any) -> NDArray[np.uint8]:
    copied: NDArray[np.uint8] = tensor(octets)[rows].cpu().numpy()
    return copied
