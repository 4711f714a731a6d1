"""Many wars in one call: ``gymnasium.make_vec(id, num_envs=N, vectorization_mode="vector_entry_point")``.

War i after ``reset(seed=s)`` has the wars of a single environment after ``reset(seed=s + i)``.
"""

import os
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from stuka_env.codes import ACTIONS
from stuka_env.engine import kernels
from stuka_env.engine.arrays import EndedMissions
from stuka_env.engine.engine import SEED_LIMIT, Engine, Snapshot, StepTotals, View, new_view
from stuka_env.envs.arguments import (
    argument_error,
    count,
    flag,
    one_of,
    read_arguments,
    read_reset_options,
    read_seed,
)
from stuka_env.observation import named, space
from stuka_env.records import Rows
from stuka_env.rules.ledger import PARTS
from stuka_env.rules.mat import LogLine

AUTORESETS = {
    "next_step": (kernels.NEXT_STEP, AutoresetMode.NEXT_STEP),
    "same_step": (kernels.SAME_STEP, AutoresetMode.SAME_STEP),
    "disabled": (kernels.DISABLED, AutoresetMode.DISABLED),
}
Observations = NDArray[np.float32] | dict[str, NDArray[Any]]


class StukaVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """N wars stepped together.

    Infos are arrays of one row a war, each with Gymnasium's ``_key`` mask: ``action_mask`` int8 ``(N, n)``,
    ``decision`` (int8, :class:`stuka_env.codes.Decision`), ``mission_index``, ``war_seed`` (uint64), ``rewards`` (a
    dict of one float64 array for each named part); ``illegal_action`` in steps that have one; ``missions``, records of
    :class:`stuka_env.rules.mat.LogLine` ``(N, width)`` with ``missions_ended`` ``(N,)`` saying how many of each row
    count; ``result``, records of :class:`stuka_env.rules.ledger.Result`. In SAME_STEP ``final_obs`` and ``final_info``
    hold the same of the wars that ended.

    Args:
        num_envs: how many wars.
        scale: what an episode is, a code of :class:`stuka_env.codes.Scale`; the registered ids give it.
        operation: as in :class:`stuka_env.envs.single.StukaEnv`, like all up to ``illegal_action_penalty``.
        segment: a segment by its first month.
        duration: "regular" or "short".
        observation: "flat", "mat" or "compact".
        charts: a folder with chart files.
        illegal_action_penalty: what an illegal action costs.
        num_threads: threads that share the wars.
        autoreset_mode: "next_step", "same_step" or "disabled", or Gymnasium's enum.
        copy: False returns two alternating sets of buffers: what a step returned is overwritten by the step after next.
        journal: must be False; only a single environment keeps a journal.
        render_mode: must be None; only a single environment renders.

    Raises:
        ValueError: an argument is wrong; one line names it, what it got and what is allowed.
    """

    def __init__(
        self,
        num_envs: int,
        scale: int,
        operation: str | None = None,
        segment: str | None = None,
        duration: str = "regular",
        observation: str = "flat",
        charts: str | os.PathLike[str] | None = None,
        illegal_action_penalty: float = 0.01,
        num_threads: int = 1,
        autoreset_mode: str | AutoresetMode = "next_step",
        copy: bool = True,
        journal: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self._arguments = read_arguments(
            scale, operation, segment, duration, observation, charts, illegal_action_penalty
        )
        if flag("journal", journal) or render_mode is not None:
            raise argument_error(
                "journal, render_mode", (journal, render_mode), "False and None: only a single environment has them"
            )
        mode = _mode(autoreset_mode)
        self.copy = flag("copy", copy)
        self.num_envs = count("num_envs", num_envs)
        code, enum = AUTORESETS[mode]
        self.metadata = {"render_modes": [], "autoreset_mode": enum}
        self.render_mode = None
        self.engine = Engine(
            self.num_envs,
            self._arguments.scenario,
            self._arguments.charts,
            num_threads=count("num_threads", num_threads),
            penalty=self._arguments.penalty,
            autoreset=code,
        )
        self.single_action_space = gymnasium.spaces.Discrete(ACTIONS)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.single_observation_space: Any = space(self._arguments.observation)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._same_step = code == kernels.SAME_STEP
        self._views = [self._new_view(self.copy), self._new_view(self.copy)]
        self._actions = np.zeros(self.num_envs, np.int64)
        self._all = np.ones(self.num_envs, np.bool_)
        self._all.flags.writeable = False

    # --- Gymnasium ---

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin an episode in every war; with ``options["reset_mask"]`` (bool, N) in those of the mask.

        Args:
            seed: war i gets seed + i, or ``seed[i]``; None goes on to the next episodes.
            options: as in :meth:`stuka_env.envs.single.StukaEnv.reset`; each war gets the same setup and its copy of
                the tape.

        Raises:
            ValueError: the seed or an option is wrong; nothing has changed.
            TapeError: the first rolls do not fit the tape; nothing has changed.
        """
        seeds = self._seeds(seed)
        read = read_reset_options(options, self._arguments, ("reset_mask",))
        chosen = self._chosen((options or {}).get("reset_mask"))
        view = self._next_view()
        totals = self.engine.reset(view.buffers, seeds, chosen, read.setup, read.tape, read.strict)
        infos = self._infos(view.buffers.reports, totals, self.engine.wars.ended, self._all)
        return self._shaped(view), self._with_masks(infos, view)

    def step(
        self, actions: Any
    ) -> tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take one action in every war; int ``(N,)``.

        Raises:
            ResetNeeded: reset() has not been called.
            ValueError: the actions are no array of N whole numbers.
            TapeError: a roll does not fit a tape; everything is as it was before this step.
        """
        if not self.engine.seeded:
            raise gymnasium.error.ResetNeeded("step: no episode is going on, call reset() first")
        self._actions[:] = self._numbers(actions)
        view = self._next_view()
        totals = StepTotals(*self.engine.step(self._actions, view.buffers))
        reports = view.buffers.reports
        terminated, truncated = reports["terminated"].view(np.bool_), reports["truncated"].view(np.bool_)
        infos = self._with_masks(self._infos(reports, totals, self.engine.wars.ended, self._all), view)
        if self._same_step and (totals.terminated or totals.illegal):
            over = terminated | truncated
            if over.any():
                self._add_finals(infos, over)
        return self._shaped(view), reports["ledger"]["reward"], terminated, truncated, infos

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self.engine.close()

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now, bool ``(N, n)``."""
        return self.engine.masks.astype(np.bool_)

    def resume(self, snapshot: Snapshot) -> tuple[Observations, NDArray[np.int8]]:
        """Put the wars back as they stood when ``engine.snapshot()`` was taken: observations and masks."""
        self.engine.restore(snapshot)
        self.engine.seeded = True
        view = self._next_view()
        self.engine.show(view.buffers)
        return self._shaped(view), view.masks

    # --- arguments of a call ---

    def _numbers(self, actions: Any) -> NDArray[Any]:
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu":
            raise argument_error("actions", f"{numbers.dtype} {numbers.shape}", f"{self.num_envs} whole numbers")
        return numbers

    def _seeds(self, seed: Any) -> list[int | None] | None:
        if seed is None:
            return None
        if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):
            if len(seed) != self.num_envs:
                raise argument_error("seed", f"{len(seed)} seeds", f"one for each of {self.num_envs} environments")
            return [read_seed(each) for each in seed]
        first = read_seed(seed)
        assert first is not None
        return [(first + war) % SEED_LIMIT for war in range(self.num_envs)]

    def _chosen(self, reset_mask: Any) -> NDArray[np.int8]:
        if reset_mask is None:
            return np.ones(self.num_envs, np.int8)
        mask = np.asarray(reset_mask)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not self.engine.seeded:
            raise argument_error("reset_mask", reset_mask, f"{self.num_envs} truth values, after a first reset of all")
        return mask.astype(np.int8)

    # --- what the player sees ---

    def _new_view(self, brief: bool) -> View:
        """Fresh arrays; ``brief``: to be written once."""
        return new_view(self.num_envs, self._arguments.observation == "compact", brief)

    def _next_view(self) -> View:
        """Arrays to write in: fresh ones, or the older of two sets."""
        if self.copy:
            return self._new_view(True)
        self._views.reverse()
        return self._views[0]

    def _shaped(self, view: View) -> Observations:
        if self._arguments.observation == "compact":
            return {"codes": view.codes, "tracks": view.tracks}
        return view.observations if self._arguments.observation == "flat" else named(view.observations)

    def _with_masks(self, infos: dict[str, Any], view: View) -> dict[str, Any]:
        infos["action_mask"] = view.masks
        infos["_action_mask"] = self._all
        return infos

    def _infos(
        self, reports: Any, totals: StepTotals, ended: Rows[EndedMissions], chosen: NDArray[np.bool_]
    ) -> dict[str, Any]:
        """Infos of the ``chosen`` wars, views of their ``reports``; all others are to be ignored."""
        infos: dict[str, Any] = {
            "decision": reports["decision"],
            "_decision": chosen,
            "mission_index": reports["mission_index"],
            "_mission_index": chosen,
            "war_seed": reports["war_seed"],
            "_war_seed": chosen,
            "rewards": dict(zip(PARTS, reports["ledger"]["parts"].T, strict=True)),
            "_rewards": chosen,
        }
        if totals.illegal:
            infos["illegal_action"] = infos["_illegal_action"] = reports["illegal"].view(np.bool_) & chosen
        if totals.most_ended:
            counts = np.multiply(reports["missions_ended"], chosen, dtype=np.int32)
            infos["missions"] = np.zeros((self.num_envs, totals.most_ended), LogLine.dtype)
            kernels.gather_lines(ended, counts, infos["missions"])
            infos["missions_ended"] = counts
            infos["_missions"] = infos["_missions_ended"] = counts > 0
        if totals.terminated:
            infos["result"] = reports["result"]
            infos["_result"] = reports["terminated"].view(np.bool_) & chosen
        return infos

    def _add_finals(self, infos: dict[str, Any], over: NDArray[np.bool_]) -> None:
        """SAME_STEP: what the wars that ended looked like."""
        seen, ended = self.engine.finals
        last = seen["report"][over]
        totals = StepTotals(
            *(int(number) for number in (last["illegal"].sum(), last["terminated"].sum(), last["missions_ended"].max()))
        )
        view = self._new_view(True)
        for shown, kept in (
            (view.observations, seen["observation"]["floats"]),
            (view.codes, seen["compact"]["codes"]),
            (view.tracks, seen["compact"]["tracks"]),
        ):
            if len(shown):
                shown[...] = 0
                shown[over] = kept[over]
        infos["final_obs"] = self._shaped(view)
        infos["final_info"] = self._infos(seen["report"].copy(), totals, ended, over)
        infos["_final_obs"] = infos["_final_info"] = over


def _mode(given: Any) -> str:
    """The autoreset mode as a word."""
    for word, (_, enum) in AUTORESETS.items():
        if given is enum:
            return word
    return one_of("autoreset_mode", given, AUTORESETS)
