"""Many wars in one call: ``gymnasium.make_vec(id, num_envs=N, vectorization_mode="vector_entry_point")``.

War i after ``reset(seed=s)`` has the wars of a single environment after ``reset(seed=s + i)``.
"""

import os
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from stuka_env.codes import ACTIONS
from stuka_env.engine import kernels
from stuka_env.engine.arrays import FinalBuffers, FinalRow
from stuka_env.engine.engine import SEED_LIMIT, Engine, Snapshot, StepTotals, View, entropy, new_view
from stuka_env.engine.interrupts import uninterrupted
from stuka_env.engine.memory import ZeroedRows
from stuka_env.envs.arguments import (
    argument_error,
    flag,
    observation_space,
    one_of,
    read_arguments,
    read_env_spec,
    read_reset_options,
    read_seed,
    thread_count,
    war_count,
)
from stuka_env.envs.infos import VectorInfos
from stuka_env.envs.masks import with_mask
from stuka_env.envs.single import StukaEnv
from stuka_env.observation import named

AUTORESETS = {
    "next_step": (kernels.NEXT_STEP, AutoresetMode.NEXT_STEP),
    "same_step": (kernels.SAME_STEP, AutoresetMode.SAME_STEP),
    "disabled": (kernels.DISABLED, AutoresetMode.DISABLED),
}
ONE_BY_ONE = (
    "many wars in one call have none. For one war: gymnasium.make(id, {name}=...); for several: "
    'gymnasium.make_vec(id, num_envs, vectorization_mode="sync", {name}=...)'
)
NO_WARS = np.zeros(0, np.intp)
Observations = NDArray[np.float32] | dict[str, NDArray[Any]]
StepResult = tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class StukaVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """N wars stepped together.

    Infos are arrays of one row a war, each with Gymnasium's ``_key`` mask: ``action_mask`` int8 ``(N, n)``,
    ``decision`` (int8, :class:`stuka_env.codes.Decision`), ``mission_index``, ``war_seed`` (uint64), ``rewards`` (a
    dict of one float64 array for each named part, and its mask), ``illegal_action``; ``missions``, records of
    :class:`stuka_env.rules.mat.LogLine` ``(N, width)``, width 0 where none ended, with ``missions_ended`` ``(N,)``
    saying how many of each row count; ``result``, records of :class:`stuka_env.rules.ledger.Result`, 0 but where
    ``_result`` says that a war has ended. In SAME_STEP ``final_obs`` and ``final_info`` hold the same of the wars that
    ended, and all else is about the next episode. After a partial reset the masks choose the wars that were reset;
    ``action_mask`` is right for every war all the same.

    Args:
        num_envs: how many wars; the memory must hold them.
        scale: what an episode is, a code of :class:`stuka_env.codes.Scale`; the registered ids give it.
        operation: as in :class:`stuka_env.envs.single.StukaEnv`, like all up to ``info``.
        segment: a segment by its first month.
        duration: "regular" or "short".
        observation: "flat", "mat" or "compact".
        charts: a folder with chart files.
        illegal_action_penalty: what an illegal action costs.
        mask_in_observation: make the observation a Dict that holds the action masks too.
        info: "full"; "mask", the infos hold the action masks alone; or "none", they are empty.
        num_threads: threads that share the wars, at most 1024; no more than there are wars are used.
        autoreset_mode: "next_step", "same_step" or "disabled", or Gymnasium's enum.
        copy: False returns two alternating sets of buffers: what a step returned is overwritten by the step after next.
        journal: must be False; only a single environment keeps a journal.
        render_mode: must be None; only a single environment renders.

    Attributes:
        last_step: what the last step returned; None if there has been none since the last reset. Ctrl-C never cuts a
            step in two: inside a step it is raised when the step has been finished, and who catches KeyboardInterrupt
            goes on from here.

    Raises:
        ValueError: an argument is wrong; one line names it, what it got and what is allowed.
    """

    last_step: StepResult | None = None

    def __init__(
        self,
        num_envs: int,
        scale: int,
        *,
        operation: str | None = None,
        segment: str | None = None,
        duration: str = "regular",
        observation: str = "flat",
        charts: str | os.PathLike[str] | None = None,
        illegal_action_penalty: float = 0.01,
        mask_in_observation: bool = False,
        info: str = "full",
        num_threads: int = 1,
        autoreset_mode: str | AutoresetMode = "next_step",
        copy: bool = True,
        journal: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self._arguments = read_arguments(scale, operation=operation, segment=segment, duration=duration, charts=charts)
        self._env_spec = read_env_spec(
            observation=observation,
            mask_in_observation=mask_in_observation,
            info=info,
            illegal_action_penalty=illegal_action_penalty,
        )
        for name, wanted, allowed in (("journal", flag("journal", journal), False), ("render_mode", render_mode, None)):
            if wanted != allowed:
                raise argument_error(name, wanted, f"{allowed}: {ONE_BY_ONE.format(name=name)}")
        self._build(num_envs, num_threads, autoreset_mode, copy)

    def _build(self, num_envs: int, num_threads: int, autoreset_mode: str | AutoresetMode, copy: bool) -> None:
        """Build the wars by the arguments that have been read."""
        mode = _mode(autoreset_mode)
        self.copy = flag("copy", copy)
        self.num_envs = war_count("num_envs", num_envs, self._env_spec.observation, mode == "same_step")
        code, enum = AUTORESETS[mode]
        self.autoreset_mode = enum
        self.metadata = {"render_modes": [], "autoreset_mode": enum}
        self.render_mode = None
        self.engine = Engine(
            self.num_envs,
            self._arguments.scenario,
            self._arguments.charts,
            num_threads=thread_count("num_threads", num_threads),
            penalty=self._env_spec.penalty,
            autoreset=code,
        )
        self.single_action_space = gymnasium.spaces.Discrete(ACTIONS)
        self.single_observation_space: Any = observation_space(self._env_spec)
        self._same_step = code == kernels.SAME_STEP
        self._final_rows = ZeroedRows(len(self.engine.finals.wars), FinalRow)
        self.engine.finals = FinalBuffers(self._final_rows.current, self.engine.finals.ended)
        self._views = [self._new_view(self.copy), self._new_view(self.copy)]
        self._actions = np.zeros(self.num_envs, np.int64)
        self._infos = VectorInfos(self.num_envs, self._env_spec.info)

    # --- Gymnasium ---

    @cached_property
    def action_space(self) -> Any:  # type: ignore[override]
        """The actions of all wars; made when it is first asked for, which batched clones rarely do."""
        return batch_space(self.single_action_space, self.num_envs)

    @cached_property
    def observation_space(self) -> Any:  # type: ignore[override]
        """The observations of all wars; made when it is first asked for."""
        return batch_space(self.single_observation_space, self.num_envs)

    @uninterrupted
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin an episode in every war; with ``options["reset_mask"]`` (bool, N) in those of the mask.

        Args:
            seed: war i gets seed + i, or ``seed[i]``; None goes on to the next episodes, and draws a seed at the first
                reset. ``np_random_seed`` is what was given, of a list a tuple.
            options: as in :meth:`stuka_env.envs.single.StukaEnv.reset`; each war gets the same setup and its copy of
                the tape.

        Raises:
            ValueError: the seed or an option is wrong; nothing has changed.
            TapeError: the first rolls do not fit the tape; nothing has changed.
        """
        seed = entropy() if seed is None and not self.engine.seeded else seed
        seeds = self._seeds(seed)
        read = read_reset_options(options, self._arguments, ("reset_mask",))
        chosen = self._chosen((options or {}).get("reset_mask"))
        view = self._next_view()
        self.engine.reset(view.buffers, seeds, chosen=chosen, setup=read.setup, tape=read.tape, strict=read.strict)
        self.last_step = None
        if seeds is not None:
            self._remember_seed(seed, seeds)
        rows = chosen.astype(np.bool_)
        reports: Any = view.buffers.reports
        if not rows.all():
            reports = reports.copy()
            reports[~rows] = 0
        ending = np.flatnonzero(reports["missions_ended"])
        infos = self._infos.make(reports, view.masks, self.engine.wars.ended, ending, False, rows)
        return self._shaped(*view[:4]), infos

    @uninterrupted
    def step(self, actions: Any) -> StepResult:
        """Take one action in every war; int ``(N,)``.

        Raises:
            ResetNeeded: reset() has not been called.
            ValueError: the actions are no array of N whole numbers.
            TapeError: a roll does not fit a tape; everything is as it was before this step.
            StateError: a war does not come to a decision; all must be reset.
        """
        if not self.engine.seeded:
            raise gymnasium.error.ResetNeeded("step: no episode is going on, call reset() first")
        self._actions[:] = self._numbers(actions)
        view = self._next_view()
        totals = StepTotals(*self.engine.step(self._actions, view.buffers))
        reports: Any = view.buffers.reports
        terminated, truncated = reports["terminated"].view(np.bool_), reports["truncated"].view(np.bool_)
        finals: dict[str, Any] = {}
        if self._same_step and (totals.terminated or totals.illegal):
            over = terminated | truncated
            wars = np.flatnonzero(over)
            if len(wars):
                finals = self._finals(over, wars)
                # What was paid and said is in there; what follows is about the next episode.
                reports["ledger"]["parts"][wars] = 0
                reports["illegal"][wars] = 0
        says_result = bool(totals.terminated) and not self._same_step
        ending = np.flatnonzero(reports["missions_ended"]) if totals.most_ended else NO_WARS
        infos = self._infos.make(reports, view.masks, self.engine.wars.ended, ending, says_result)
        rewards = reports["ledger"]["reward"]
        self.last_step = result = (self._shaped(*view[:4]), rewards, terminated, truncated, infos | finals)
        return result

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self.engine.close()

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now, bool ``(N, n)``."""
        return self.engine.masks.astype(np.bool_)

    @uninterrupted
    def resume(self, snapshot: Snapshot) -> tuple[Observations, NDArray[np.int8]]:
        """Put the wars back as they stood when ``engine.snapshot()`` was taken: observations and masks."""
        self.engine.restore(snapshot)
        self.last_step = None
        self.engine.seeded = True
        view = self._next_view()
        self.engine.show(view.buffers)
        return self._shaped(*view[:4]), view.masks

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

    def _remember_seed(self, seed: Any, seeds: list[int | None]) -> None:
        """Gymnasium's ``np_random_seed`` and a generator to go with it; the wars use neither."""
        given: Any = tuple(seeds) if isinstance(seed, Sequence | np.ndarray) else int(seed)
        first = next((each for each in seeds if each is not None), None)
        if first is not None:
            self._np_random, self._np_random_seed = seeding.np_random(first)[0], given

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
        return new_view(self.num_envs, self._env_spec.observation == "compact", brief)

    def _next_view(self) -> View:
        """Arrays to write in: fresh ones, or the older of two sets."""
        if self.copy:
            return self._new_view(True)
        self._views.reverse()
        return self._views[0]

    def _shaped(
        self, flat: NDArray[np.float32], codes: NDArray[np.int8], tracks: NDArray[np.int16], masks: NDArray[np.int8]
    ) -> Observations:
        """The observation that was asked for, of arrays of one row a war."""
        seen: Observations
        if self._env_spec.observation == "compact":
            seen = {"codes": codes, "tracks": tracks}
        else:
            seen = flat if self._env_spec.observation == "flat" else named(flat)
        return with_mask(seen, masks) if self._env_spec.mask_in_observation else seen

    def _finals(self, over: NDArray[np.bool_], wars: NDArray[np.intp]) -> dict[str, Any]:
        """SAME_STEP: what ``wars``, those that are ``over``, looked like; zeros for the others."""
        ended = self.engine.finals.ended
        finals = self._final_rows.hand_out(wars)
        self.engine.finals = FinalBuffers(self._final_rows.current, ended)
        observation, compact, masks = finals["observation"]["floats"], finals["compact"], finals["mask"]["legal"]
        # Rows are far apart in memory: whatever looks at all of them costs as much as a tenth of the step.
        ending = wars[finals["report"]["missions_ended"][wars] > 0]
        final_info = self._infos.make(finals["report"], masks, ended, ending, True, over)
        final_obs = self._shaped(observation, compact["codes"], compact["tracks"], masks)
        return {"final_obs": final_obs, "_final_obs": over, "final_info": final_info, "_final_info": over}


def _mode(given: Any) -> str:
    """The autoreset mode as a word."""
    for word, (_, enum) in AUTORESETS.items():
        if given is enum:
            return word
    return one_of("autoreset_mode", given, AUTORESETS)


# --- batched clones ---


def from_war(
    env: gymnasium.Env[Any, Any],
    n: int,
    dice: str | Sequence[int] | NDArray[Any] = "fresh",
    *,
    num_threads: int = 1,
    copy: bool = True,
) -> StukaVectorEnv:
    """Return ``n`` wars that all stand where the war of ``env`` stands: clones of it that are stepped together.

    Each war is what :meth:`stuka_env.envs.single.StukaEnv.clone` returns, much faster. They are ready for ``step``
    without a reset. A war that ends stays over (``autoreset_mode="disabled"``): its rewards are 0 from then on.
    ``action_masks()`` is what is legal at first; the first observation of each war is that of ``env``.

    Args:
        env: a war, wrapped or not; nothing in it changes but the count of its fresh clones.
        n: how many wars, 1 or more.
        dice: "fresh", other dice for each war and no tape, those of the next n fresh clones of ``env``; "same", the
            dice and the tape of ``env`` for all; or n war seeds.
        num_threads: threads that share the wars.
        copy: as in :class:`StukaVectorEnv`.

    Raises:
        ResetNeeded: there has been no episode yet.
        ValueError: an argument is wrong; one line names it, what it got and what is allowed.
    """
    war = getattr(env, "unwrapped", None)
    if not isinstance(war, StukaEnv):
        raise argument_error("env", type(env).__name__, "one war, as gymnasium.make(id) makes it")
    if not isinstance(dice, str | Sequence | np.ndarray):
        raise argument_error("dice", dice, '"fresh", "same" or a war seed for each war')
    if not war.engine.seeded:
        raise gymnasium.error.ResetNeeded("from_war: there is no episode yet, call reset() first")
    clones = StukaVectorEnv.__new__(StukaVectorEnv)
    clones._arguments = war._arguments
    clones._env_spec = war._env_spec
    clones._build(war_count("n", n, war._env_spec.observation, same_step=False), num_threads, "disabled", copy)
    seeds = war.clone_seeds(dice, clones.num_envs)
    snapshot = war.engine.snapshot()
    if seeds is None and snapshot.dice["taped"][0]:
        tapes: Any = np.repeat(np.asarray(snapshot.tapes), clones.num_envs)  # each war takes from its own
        snapshot = snapshot._replace(tapes=tapes)
    clones.resume(snapshot)
    clones.engine.foreign = war.engine.foreign
    if seeds is not None:
        clones.engine.change_dice(np.array(seeds, np.uint64))
    return clones
