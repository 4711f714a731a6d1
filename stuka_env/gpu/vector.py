"""The vector environment on a GPU: ``gymnasium.make_vec(id, N, "vector_entry_point", device="cuda")``.

A war is reset on the CPU and then copied, so that its seeds, set-ups and dice are those of
:class:`stuka_env.envs.vector.StukaVectorEnv`. Every step is one launch of one kernel, and copies nothing.
"""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numba import cuda

from stuka_env.engine.engine import View
from stuka_env.envs.arguments import PlainSpec
from stuka_env.envs.masks import with_mask
from stuka_env.envs.single import StukaEnv
from stuka_env.envs.vector import StukaVectorEnv
from stuka_env.gpu.device_code import IS_SIMULATED
from stuka_env.gpu.kernel import FAULTS, NUM_TOTALS, step_kernel, to_kernel
from stuka_env.gpu.memory import DeviceArray, download, put, upload, upload_all, view
from stuka_env.io.arguments import argument_error

THREADS = 4 if IS_SIMULATED else 64
"""Threads of a block."""
ONLY_ON_CPU = ("charts_in_observation", "max_episode_steps", "reveal")
"""Arguments of the vector environment of the CPU that this one does not have."""
ONLY_OF_MANY = ("autoreset_mode", "copy", "num_threads")
"""Arguments of a vector environment that a single one does not have."""
Observations = DeviceArray | dict[str, DeviceArray]


class DeviceView(NamedTuple):
    """The player's view on the device."""

    buffers: Any
    """The ``OutputBuffers`` of the game."""
    seen: Observations
    """Observations: views of the buffers, like everything else."""
    rewards: DeviceArray
    terminated: DeviceArray
    truncated: DeviceArray
    infos: dict[str, Any]


class DeviceVectorEnv(PlainSpec, VectorEnv[Any, Any, Any]):
    """N wars on a GPU that are stepped together.

    Observations, rewards, flags and infos are arrays on the device, and ``torch.from_dlpack(array)`` shares their
    memory. There are two sets of them: the step after next overwrites the arrays of a step. Infos are those of
    :class:`stuka_env.envs.vector.StukaVectorEnv` without the lines of the log sheet. The arrays of ``result`` are its
    fields. In SAME_STEP, the rows of ``final_obs`` are right where ``terminated`` or ``truncated`` is set.

    Args:
        num_envs: number of wars, which the memory of the device must hold.
        game: the name of the game. The registered ids give ``game`` and ``scale``.
        scale: length of an episode, a code of the game's ``Scale``.
        device: "cuda", the current device of CUDA.
        arguments: the arguments of :class:`stuka_env.envs.vector.StukaVectorEnv`, but none of ``ONLY_ON_CPU``.

    Attributes:
        cpu: the same wars on the CPU, as they were at the last copy.
        wars: the ``Wars`` of the game on the device.
        finals: its ``FinalBuffers`` there: the ends of the wars that ended in the last step, in SAME_STEP.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
        ModuleNotFoundError: the extra ``cuda`` is not installed.
    """

    def __init__(self, num_envs: int, game: str, scale: int, *, device: str = "cuda", **arguments: Any) -> None:
        self.device, self._scale = device, scale
        self._arguments_of_one = {name: given for name, given in arguments.items() if name not in ONLY_OF_MANY}
        for name in ONLY_ON_CPU:
            if arguments.get(name):
                raise argument_error(name, arguments[name], 'none with device="cuda"')
        if arguments.get("observation") == "mat":
            raise argument_error("observation", "mat", '"flat" or "compact" with device="cuda"')
        check_device()
        self.cpu = StukaVectorEnv(num_envs, game, scale, **arguments | {"copy": False})
        self.num_envs, self.game = self.cpu.num_envs, self.cpu.game
        self.autoreset_mode, self.metadata = self.cpu.autoreset_mode, self.cpu.metadata
        self.render_mode = None
        self.single_action_space = self.cpu.single_action_space
        self.single_observation_space = self.cpu.single_observation_space
        self._form = self.game.engine.arrays
        self._step = to_kernel(step_kernel(self.game.name))
        self._blocks = -(-self.num_envs // THREADS)
        self._own_actions = upload(np.zeros(self.num_envs, np.int64))
        self._totals = upload(np.zeros(NUM_TOTALS, np.int64))
        self._all = upload(np.ones(self.num_envs, np.bool_))
        self.wars = upload_all(self.cpu.engine.wars)
        self.finals = upload_all(self.cpu.engine.finals)
        self._views = [self._new_view(), self._new_view()]

    # --- Gymnasium ---

    @cached_property
    def action_space(self) -> Any:  # type: ignore[override]
        """The action space of all wars."""
        return self.cpu.action_space

    @cached_property
    def observation_space(self) -> Any:  # type: ignore[override]
        """The observation space of all wars."""
        return self.cpu.observation_space

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin episodes as :meth:`stuka_env.envs.vector.StukaVectorEnv.reset` does.

        The wars are copied to the CPU and back, so a reset takes much longer than a step.

        Raises:
            ValueError: the seed or an option is not allowed; a tape of planned rolls is not. Nothing has changed.
        """
        if "tape" in (options or {}):
            raise argument_error("options", "tape", 'a setup, a position and a reset_mask with device="cuda"')
        if self.cpu.engine.seeded:
            self.download()
        self.cpu.reset(seed=seed, options=options)
        self._np_random, self._np_random_seed = self.cpu._np_random, self.cpu._np_random_seed
        return self.upload()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take one action in every war.

        Args:
            actions: int64 ``(N,)``: an array or tensor of the device, which is used where it lies, or one of the CPU.

        Raises:
            ResetNeeded: reset() has not been called.
            ValueError: the actions are no array of N whole numbers, or not int64 on the device.
        """
        if not self.cpu.engine.seeded:
            raise gymnasium.error.ResetNeeded("step: there is no episode, call reset() first")
        shown = self._next_view()
        self._step[self._blocks, THREADS](self.wars, self._actions(actions), shown.buffers, self.finals, self._totals)
        return shown.seen, shown.rewards, shown.terminated, shown.truncated, shown.infos

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads of the CPU."""
        self.cpu.close()

    def action_masks(self) -> DeviceArray:
        """Return the masks of legal actions on the device, int8 ``(N, n)``."""
        return view(self.wars.masks, "legal")

    # --- from and to the CPU ---

    def to_cpu(self, war: int) -> StukaEnv:
        """Return a war as a single environment, whose state is the same.

        Raises:
            ResetNeeded: there has been no episode yet.
            ValueError: there is no such war.
        """
        if self.cpu.engine.seeded:
            self.download()
        env = StukaEnv(self.game.name, self._scale, **self._arguments_of_one)
        env.set_state(self.cpu.get_state(war))
        return env

    def download(self) -> None:
        """Copy the wars to ``cpu``.

        Raises:
            RuntimeError: the rules have met a fault in a war.
        """
        snapshot = self._form.snapshot(*[download(getattr(self.wars, name)) for name in self._form.stored])
        # A war that was left in a rule that rolls without end is in no total.
        faults = int(download(self._totals)[FAULTS]) or np.count_nonzero(snapshot.dice["fault"])
        if faults:
            raise RuntimeError(f"step: {faults} times a war could not go on; reset all wars")
        self.cpu.engine.restore(snapshot)

    def upload(self) -> tuple[Observations, dict[str, Any]]:
        """Copy the wars of ``cpu`` to the device, and return their observations and infos."""
        for name in self._form.stored:
            put(getattr(self.wars, name), getattr(self.cpu.engine.wars, name))
        put(self._totals, np.zeros(NUM_TOTALS, np.int64))
        shown = self._next_view()
        self._show(self.cpu._views[0], shown)
        return shown.seen, shown.infos

    # --- arrays of the player's view ---

    @property
    def shown(self) -> DeviceView:
        """The arrays of the last step."""
        return self._views[0]

    def _next_view(self) -> DeviceView:
        self._views.reverse()
        return self._views[0]

    def _show(self, source: View, target: DeviceView) -> None:
        """Copy the player's view from the CPU."""
        for shown, own in zip(source.buffers, target.buffers, strict=True):
            put(own, shown)

    def _new_view(self) -> DeviceView:
        buffers = upload_all(self.cpu._new_view(brief=False).buffers)
        seen = self._shaped(
            partial(view, buffers.observations), partial(view, buffers.compacts), view(buffers.masks, "legal")
        )
        terminated, truncated = (view(buffers.reports, name, dtype=np.bool_) for name in ("terminated", "truncated"))
        rewards = view(buffers.reports, "ledger", "reward")
        return DeviceView(buffers, seen, rewards, terminated, truncated, self._infos(buffers, terminated))

    def _shaped(
        self, flat: Callable[..., DeviceArray], compact: Callable[..., DeviceArray], masks: DeviceArray
    ) -> Observations:
        """Return observations in the requested form from the views of their records."""
        layout, spec = self.cpu._layout, self.cpu._env_spec
        seen: Observations
        if spec.observation == "compact":
            seen = {"codes": compact("codes", columns=len(layout.code_places))}
            seen |= {"tracks": compact("tracks")} if len(layout.track_places) else {}
        else:
            seen = flat("floats", columns=layout.length)
        return with_mask(seen, masks) if spec.mask_in_observation else seen

    def _infos(self, buffers: Any, terminated: DeviceArray) -> dict[str, Any]:
        """Return the infos, all of them views."""
        envs, reports, kind = self.game.envs, buffers.reports, self.cpu._env_spec.info
        infos: dict[str, Any] = {}
        if kind != "none":
            infos["action_mask"] = view(buffers.masks, "legal")
        if kind == "full":
            parts = view(reports, "ledger", "parts")
            infos |= {
                "decision": view(reports, "decision"),
                envs.names.index: view(reports, "line_index"),
                envs.names.count: view(reports, "lines_ended"),
                "war_seed": view(reports, "war_seed"),
                "illegal_action": view(reports, "illegal", dtype=np.bool_),
                "rewards": {name: parts[:, place] for place, name in enumerate(envs.rewards)},
                "result": {name: view(reports, "result", name) for name in self._form.kinds.result.dtype.names or ()},
            }
        infos |= {f"_{name}": terminated if name == "result" else self._all for name in tuple(infos)}
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            ends = self.finals.wars
            infos["final_obs"] = self._shaped(
                partial(view, ends, "observation"), partial(view, ends, "compact"), view(ends, "mask", "legal")
            )
        return infos

    def _actions(self, actions: Any) -> DeviceArray:
        """Return actions as int64 on the device, without a copy if they are there already."""
        on_device = getattr(actions, "__cuda_array_interface__", None) is not None
        given = cuda.as_cuda_array(actions) if on_device else np.asarray(actions)
        kinds = "int64 on the device" if on_device else "whole numbers"
        if given.shape != (self.num_envs,) or (given.dtype != np.int64 if on_device else given.dtype.kind not in "iu"):
            raise argument_error("actions", f"{given.dtype} {given.shape}", f"{self.num_envs} {kinds}")
        if not on_device:
            put(self._own_actions, given.astype(np.int64))
            return self._own_actions
        return given


def check_device() -> None:
    """Refuse a machine without a GPU.

    Raises:
        ValueError: CUDA has no device.
    """
    if not IS_SIMULATED and not cuda.is_available():
        raise argument_error("device", "cuda", "cpu: CUDA finds no device here (NUMBA_ENABLE_CUDASIM=1 simulates one)")
