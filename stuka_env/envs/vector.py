"""The vector environment, ``gymnasium.make_vec(id, num_envs=N, vectorization_mode="vector_entry_point")``.

After ``reset(seed=s)``, environment i plays the wars of a single environment after ``reset(seed=s + i)``.
"""

import inspect
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from stuka_env.declared.layouts import Layout
from stuka_env.engine import kernels, state
from stuka_env.engine.engine import Engine, Snapshot, StepTotals, View, entropy, tracks_in
from stuka_env.engine.interrupts import uninterrupted
from stuka_env.engine.memory import ZeroedRows
from stuka_env.envs.answers import Answers
from stuka_env.envs.arguments import (
    PlainSpec,
    observation_space,
    read_env_spec,
    read_game,
    read_reset_options,
    read_threads,
    war_count,
)
from stuka_env.envs.infos import RecordArray, VectorInfos
from stuka_env.envs.masks import ChartRows, with_charts, with_mask
from stuka_env.envs.single import StukaEnv, clone_seed, read_clone_seeds
from stuka_env.envs.time_limit import TimeLimit, begin_next
from stuka_env.io.arguments import SEED_LIMIT, argument_error, flag, one_of, read_seed

AUTORESETS = {
    "next_step": (kernels.NEXT_STEP, AutoresetMode.NEXT_STEP),
    "same_step": (kernels.SAME_STEP, AutoresetMode.SAME_STEP),
    "disabled": (kernels.DISABLED, AutoresetMode.DISABLED),
}
ONE_BY_ONE = (
    "a vector environment has none. For one war: gymnasium.make(id, {name}=...); for several: "
    'gymnasium.make_vec(id, num_envs, vectorization_mode="sync", {name}=...)'
)
NO_WARS = np.zeros(0, np.intp)
Observations = NDArray[np.float32] | dict[str, NDArray[Any]]
StepResult = tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class StukaVectorEnv(PlainSpec, VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """N wars that are stepped together.

    Infos are arrays with a row for each war, each with Gymnasium's ``_key`` mask:

    - ``action_mask``: int8 ``(N, n)``, right for every war, also after a partial reset.
    - ``decision``: int8, ``codes.Decision`` of the game.
    - ``war_seed`` (uint64), ``illegal_action``, and ``mission_index`` or ``sortie_index``, the number of the present
      line of the log sheet.
    - ``rewards``: a dict of a float64 array for each named part, and its mask.
    - ``missions`` or ``sorties``: records of lines of the log sheet, ``(N, width)``; width 0 if none ended.
      ``missions_ended`` or ``sorties_ended``, ``(N,)``, is the number of records in use of each row.
    - ``result``: records of the game's ``Result``, 0 unless ``_result`` is set because the war ended.

    In SAME_STEP, ``final_obs`` and ``final_info`` describe the wars that ended, and everything else describes the next
    episode. After a partial reset, the masks select the wars that were reset.

    Args:
        num_envs: number of wars, which the memory must hold.
        game: the name of the game. The registered ids give ``game`` and ``scale``.
        scale: length of an episode, a code of the game's ``Scale``.
        observation: "flat", "mat" or "compact".
        illegal_action_penalty: reward that an illegal action costs, in points.
        mask_in_observation: whether the observation is a Dict with the action masks.
        charts_in_observation: whether the observation is a Dict with the charts in force. With ``copy=True`` this array
            is read-only, and the same until a war has new charts.
        info: "full"; "mask" for infos with the action masks only; or "none" for empty infos.
        reveal: whether full infos have ``truth``, the records of what the players cannot know.
        num_threads: threads that share the wars, at most 1024; no more are used than there are wars.
        autoreset_mode: "next_step", "same_step" or "disabled", or Gymnasium's enum.
        copy: whether each step returns new arrays. If False, there are two alternating sets of buffers, and the step
            after next overwrites the arrays of a step.
        max_episode_steps: steps after which an episode is truncated, as ``gymnasium.make`` takes it; None for no limit.
        journal: must be False; only a single environment keeps a journal.
        render_mode: must be None; only a single environment renders.
        arguments: the arguments of the game, as in :class:`stuka_env.envs.single.StukaEnv`.

    Attributes:
        last_step: return value of the last step; None if there has been none since the last reset. Ctrl-C never
            interrupts a step halfway: KeyboardInterrupt is raised when the step is complete.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
        TypeError: the game has no argument of this name.
    """

    last_step: StepResult | None = None
    answers: Answers | None = None
    """The answers of a policy to the decisions that the agent is not asked
    (:class:`stuka_env.wrappers.OnlyDecisions`); None if it is asked all."""
    _limit: TimeLimit | None = None

    def __init__(
        self,
        num_envs: int,
        game: str,
        scale: int,
        *,
        observation: str = "flat",
        illegal_action_penalty: float = 0.01,
        mask_in_observation: bool = False,
        charts_in_observation: bool = False,
        info: str = "full",
        reveal: bool = False,
        num_threads: int = 1,
        autoreset_mode: str | AutoresetMode = "next_step",
        copy: bool = True,
        max_episode_steps: int | None = None,
        journal: bool = False,
        render_mode: str | None = None,
        **arguments: Any,
    ) -> None:
        self.game = read_game(game, arguments, VECTOR_ARGUMENTS)
        self._war_spec, details = self.game.envs.read_arguments(scale, **arguments)
        self._env_spec = read_env_spec(
            self.game,
            details=details,
            observation=observation,
            mask_in_observation=mask_in_observation,
            charts_in_observation=charts_in_observation,
            info=info,
            reveal=reveal,
            illegal_action_penalty=illegal_action_penalty,
        )
        for name, wanted, allowed in (("journal", flag("journal", journal), False), ("render_mode", render_mode, None)):
            if wanted != allowed:
                raise argument_error(name, wanted, f"{allowed}: {ONE_BY_ONE.format(name=name)}")
        self._build(num_envs, num_threads, autoreset_mode, copy)
        if max_episode_steps is not None:
            self._limit = TimeLimit(max_episode_steps, self.num_envs)

    def _build(self, num_envs: int, num_threads: int, autoreset_mode: str | AutoresetMode, copy: bool) -> None:
        mode = _mode(autoreset_mode)
        self._clones = 0
        self._lineages: list[int] | None = None
        self._attributes: dict[str, list[Any]] = {}
        self._layout = self.game.envs.layout(self._env_spec.details)
        self.copy = flag("copy", copy)
        self.num_envs = war_count(self.game, "num_envs", num_envs, self._env_spec.observation, mode == "same_step")
        code, enum = AUTORESETS[mode]
        self.autoreset_mode = enum
        self.metadata = {"render_modes": [], "autoreset_mode": enum}
        self.render_mode = None
        self.engine = Engine(
            self.num_envs,
            self._war_spec,
            num_threads=read_threads("num_threads", num_threads),
            details=self._env_spec.details,
            penalty=self._env_spec.penalty,
            autoreset=code,
        )
        self.single_action_space = gymnasium.spaces.Discrete(self.game.envs.actions)
        self.single_observation_space: Any = observation_space(self.game, self._env_spec)
        self._same_step = code == kernels.SAME_STEP
        self._final_rows = ZeroedRows(len(self.engine.finals.wars), self.game.engine.arrays.final)
        self.engine.finals = self.engine.finals._replace(wars=self._final_rows.current)
        self._views = [self._new_view(self.copy), self._new_view(self.copy)]
        self._actions = np.zeros(self.num_envs, np.int64)
        self._rows_before = np.zeros(self.num_envs, np.int64)
        self._infos = VectorInfos(self.game, self.num_envs, self._env_spec.info)
        self._charts: ChartRows | None = None
        bank = self.game.engine.bank
        if self._env_spec.charts_in_observation and bank is not None:
            shown = bank.shown(self._war_spec, self._env_spec.observation == "compact")
            self._charts = ChartRows(shown, self.game, self.num_envs, 0 if self.copy else len(self._views))

    # --- Gymnasium ---

    @cached_property
    def action_space(self) -> Any:  # type: ignore[override]
        """The action space of all wars; made at the first access, because batched clones rarely need it."""
        return batch_space(self.single_action_space, self.num_envs)

    @cached_property
    def observation_space(self) -> Any:  # type: ignore[override]
        """The observation space of all wars; made at the first access."""
        return batch_space(self.single_observation_space, self.num_envs)

    @uninterrupted
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin an episode in every war, or with ``options["reset_mask"]`` (bool, N) in the wars of the mask.

        Args:
            seed: war i gets seed + i, or ``seed[i]``. None continues with the next episodes, and draws a seed at the
                first reset. ``np_random_seed`` is the given seed; a tuple if a list was given.
            options: as in :meth:`stuka_env.envs.single.StukaEnv.reset`; each war gets the same setup or position, and
                its own copy of the tape.

        Raises:
            ValueError: the seed or an option is not allowed; the environment has not changed.
            TapeError: the first rolls do not fit the tape; the environment has not changed.
        """
        seed = entropy() if seed is None and not self.engine.seeded else seed
        seeds = self._seeds(seed)
        read = read_reset_options(options, self._war_spec, ("reset_mask",))
        chosen = self._chosen((options or {}).get("reset_mask"))
        view = self._next_view()
        self.engine.reset(
            view.buffers,
            seeds,
            chosen=chosen,
            setup=read.setup,
            position=read.position,
            tape=read.tape,
            strict=read.strict,
        )
        self.last_step = None
        self._clones, self._lineages = 0, None
        if seeds is not None:
            self._remember_seed(seed, seeds)
        rows = chosen.astype(np.bool_)
        if self._limit is not None:
            self._limit.begin(rows)
        if self.answers is not None:
            self.answers.begin(view, rows)
        reports: Any = view.buffers.reports
        if not rows.all():
            reports = reports.copy()
            reports[~rows] = 0
        ending = np.flatnonzero(reports["lines_ended"])
        infos = self._infos.make(reports, view.masks, self.engine.wars.ended, ending, terminated=False, chosen=rows)
        if "_result" in infos:
            over = int(self.game.envs.kinds.decisions["OVER"])
            infos["_result"] = rows & (reports["decision"] == over)  # a set-up can be over at once
        return self._seen(view), infos | self._more(rows)

    @uninterrupted
    def step(self, actions: Any) -> StepResult:
        """Take one action in every war.

        Args:
            actions: integers, ``(N,)``.

        Raises:
            ResetNeeded: reset() has not been called.
            ValueError: the actions are no array of N whole numbers.
            TapeError: a roll does not fit a tape; the environment is in its state before this step.
            StateError: a war does not reach a decision; all wars must be reset.
        """
        if not self.engine.seeded:
            raise gymnasium.error.ResetNeeded("step: there is no episode, call reset() first")
        self._actions[:] = self._numbers(actions)
        if self._war_spec.random:
            self._rows_before[:] = self.engine.wars.reports["charts"]
        view = self._next_view()
        totals, is_cut = self._advance(view)
        reports: Any = view.buffers.reports
        terminated, truncated = reports["terminated"].view(np.bool_), reports["truncated"].view(np.bool_)
        finals: dict[str, Any] = {}
        if self._same_step and (totals.terminated or totals.illegal or is_cut):
            over = terminated | truncated
            wars = np.flatnonzero(over)
            if len(wars):
                finals = self._finals(over, wars)
                # The final infos have the rewards of the war that ended; these arrays describe the next episode.
                reports["ledger"]["parts"][wars] = 0
                reports["illegal"][wars] = 0
        has_results = bool(totals.terminated) and not self._same_step
        ending = np.flatnonzero(reports["lines_ended"]) if totals.most_ended else NO_WARS
        infos = self._infos.make(reports, view.masks, self.engine.wars.ended, ending, terminated=has_results)
        rewards = reports["ledger"]["reward"]
        infos |= finals | self._more(self._infos.all)
        self.last_step = result = (self._seen(view), rewards, terminated, truncated, infos)
        return result

    def _more(self, chosen: NDArray[np.bool_]) -> dict[str, Any]:
        """Return the parts of full infos that not every environment has: revealed truth, and numbers of answers."""
        more: dict[str, Any] = {}
        if self._env_spec.info != "full":
            return more
        if self._env_spec.reveal:  # what the players cannot know
            truth = np.array(self.engine.wars.mats[self.game.engine.hidden]).view(RecordArray)
            more |= {"truth": truth, "_truth": chosen}
        if self.answers is not None:
            more |= {"answered": self.answers.answered.copy(), "_answered": chosen}
        return more

    def _advance(self, view: View) -> tuple[StepTotals, bool]:
        """Step the wars; return the totals, and whether some ended that the engine itself does not begin anew."""
        if self._limit is not None:
            self._limit.before_step(self.engine)
        if self.answers is not None:
            totals = self.answers.step(self._actions, view)
        else:
            totals = StepTotals(*self.engine.step(self._actions, view.buffers))
        ended = NO_WARS if self._limit is None else self._limit.truncate(self.engine, view)
        if self.answers is not None:
            reports: Any = view.buffers.reports
            ended = np.flatnonzero(reports["terminated"] | reports["truncated"])
        if self._same_step and len(ended):
            totals = totals._replace(most_ended=max(totals.most_ended, self._begin_next(view, ended)))
        return totals, bool(len(ended))

    def _begin_next(self, view: View, wars: NDArray[np.intp]) -> int:
        """Begin the next episodes of wars that ended in this step, and return the most lines that ended in one."""
        chosen = np.zeros(self.num_envs, np.bool_)
        chosen[wars] = True
        if self._limit is not None:
            self._limit.begin(view.buffers.reports["truncated"] != 0)
        most_ended = begin_next(self.engine, view, wars)
        if self.answers is not None:
            most_ended = max(most_ended, self.answers.begin_next(view, chosen))
        return most_ended

    @property
    def layout(self) -> Layout:
        """The layout of the flat observation of a war: ``parts``, ``named(flat)``, ``where(place)``, ``describe()``."""
        return self._layout

    def charts_of(self, war: int) -> Any:
        """Return the charts in force in a war."""
        return self.engine.charts_of(war)

    def charts_before(self, war: int) -> Any:
        """Return the charts in force in a war before the last step: those of the lines that ended in it."""
        return self.engine.charts_in_row(int(self._rows_before[war]))

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self.engine.close()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the masks of legal actions, bool ``(N, n)``."""
        return self.engine.masks.astype(np.bool_)

    def clone_seeds(self, dice: str | Sequence[int] | NDArray[Any], clones: int) -> list[int] | None:
        """Return the war seeds of the next clones, or None if they keep the dice of their wars.

        Args:
            dice: "fresh", "same", or a war seed for each clone.
            clones: number of clones, the same for every war.

        Raises:
            ValueError: ``dice`` is none of these.
        """
        each, key = clones // self.num_envs, self.game.envs.seed_key
        if not (isinstance(dice, str) and dice == "fresh"):
            return read_clone_seeds(dice, clones)
        numbers = range(self._clones + 1, self._clones + 1 + each)
        self._clones += each
        if self._lineages is None:
            return [clone_seed(0, number, key) for number in numbers] * self.num_envs
        return [clone_seed(lineage, number, key) for lineage in self._lineages for number in numbers]

    @uninterrupted
    def resume(self, snapshot: Snapshot) -> tuple[Observations, NDArray[np.int8]]:
        """Restore the wars of ``engine.snapshot()``, and return their observations and masks.

        A limit of steps counts anew from here.
        """
        self.engine.restore(snapshot)
        self._forget(np.ones(self.num_envs, np.bool_))
        self.last_step = None
        self.engine.seeded = True
        view = self._next_view()
        self.engine.show(view.buffers)
        return self._seen(view), view.masks

    def get_state(self, war: int) -> dict[str, Any]:
        """Return the state of a war as plain JSON values, as :meth:`stuka_env.envs.single.StukaEnv.get_state` does.

        Raises:
            ResetNeeded: there has been no episode yet.
            ValueError: there is no such war.
        """
        if not self.engine.seeded:
            raise gymnasium.error.ResetNeeded("get_state: there is no episode yet, call reset() first")
        return state.capture(self.engine, self._war(war))

    @uninterrupted
    def set_state(self, war: int, saved: Any) -> tuple[Observations, NDArray[np.int8]]:
        """Continue a war from a state of any environment with these arguments; the other wars go on.

        Returns:
            The observations and masks of all wars.

        Raises:
            ResetNeeded: there has been no episode yet.
            ValueError: there is no such war.
            StateError: the state is damaged or of another environment; nothing has changed.
        """
        if not self.engine.seeded:
            raise gymnasium.error.ResetNeeded("set_state: there is no episode yet, call reset() first")
        state.resume(self.engine, saved, self._war(war))
        self._forget(np.arange(self.num_envs) == war)
        self.last_step = None
        view = self._next_view()
        self.engine.show(view.buffers)
        return self._seen(view), view.masks

    def _forget(self, chosen: NDArray[np.bool_]) -> None:
        """Forget what the chosen wars have done: others have taken their places."""
        if self._limit is not None:
            self._limit.begin(chosen)
        if self.answers is not None:
            self.answers.forget(chosen)

    # --- one war after the other ---

    def call(self, name: str, *arguments: Any, **named: Any) -> tuple[Any, ...]:
        """Return the results of a method of every war, or its attributes, as those of single environments.

        Each war is copied to a :class:`stuka_env.envs.single.StukaEnv`, and back after a method. That takes much longer
        than a step of all wars.

        Args:
            name: the name of the method or attribute.
            arguments: arguments of the method, the same for every war.
            named: arguments by name.

        Raises:
            AttributeError: a single environment has no attribute of this name, and :meth:`set_attr` has set none.
        """
        return tuple(self._call(war, name, arguments, named) for war in range(self.num_envs))

    def _call(self, war: int, name: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        if name in self._attributes:
            return self._attributes[name][war]
        env = StukaEnv.of_war(self, war)
        env._clones, env._lineage = self._clones, 0 if self._lineages is None else self._lineages[war]
        found = getattr(env, name)
        if not callable(found):
            return found
        result = found(*arguments, **named)
        self.engine.put_war(war, env.engine.snapshot())
        return result

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return an attribute of every war, as that of a single environment.

        Raises:
            AttributeError: as :meth:`call` does.
        """
        return self.call(name)

    def set_attr(self, name: str, values: list[Any] | tuple[Any, ...] | Any) -> None:
        """Set an attribute of the wars that an environment does not have by itself, for :meth:`get_attr`.

        Args:
            name: the name of the attribute.
            values: one for each war in a list or tuple, or one for all.

        Raises:
            AttributeError: environments have an attribute of this name: it belongs to the rules or all wars share it.
            ValueError: the list has another length than there are wars.
        """
        if hasattr(StukaEnv.of_war(self, 0), name):
            raise AttributeError(f"set_attr: {name} cannot be set, it belongs to the rules or all wars share it")
        each = list(values) if isinstance(values, list | tuple) else [values] * self.num_envs
        if len(each) != self.num_envs:
            raise argument_error("values", f"{len(each)} values", f"one for each of {self.num_envs} environments")
        self._attributes[name] = each

    # --- arguments of a call ---

    def _war(self, war: Any) -> int:
        if not isinstance(war, int | np.integer) or isinstance(war, bool) or not 0 <= war < self.num_envs:
            raise argument_error("war", war, f"a whole number from 0 to {self.num_envs - 1}")
        return int(war)

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
        """Set Gymnasium's ``np_random_seed`` and its generator, which the wars do not use."""
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

    # --- observations ---

    def _new_view(self, brief: bool) -> View:
        """Return new arrays; ``brief`` ones are written only once."""
        return self.engine.new_view(self._env_spec.observation == "compact", brief)

    def _next_view(self) -> View:
        """Return arrays for the next step: new ones, or the older of the two sets."""
        if self.copy:
            return self._new_view(True)
        self._views.reverse()
        return self._views[0]

    def _seen(self, view: View) -> Observations:
        charts = None if self._charts is None else self._charts.of(self.engine.wars.reports)
        return self._shaped(view.observations, view.codes, view.tracks, view.masks, charts=charts)

    def _shaped(
        self,
        flat: NDArray[np.float32],
        codes: NDArray[np.int8],
        tracks: NDArray[np.int16],
        masks: NDArray[np.int8],
        *,
        charts: NDArray[Any] | None,
    ) -> Observations:
        """Return the observation in the requested form, from arrays with a row for each war."""
        seen: Observations
        if self._env_spec.observation == "compact":
            seen = {"codes": codes, "tracks": tracks} if self._views[0].has_tracks else {"codes": codes}
        else:
            seen = flat if self._env_spec.observation == "flat" else self._layout.named(flat)
        if charts is not None:
            seen = with_charts(seen, charts)
        return with_mask(seen, masks) if self._env_spec.mask_in_observation else seen

    def _finals(self, over: NDArray[np.bool_], wars: NDArray[np.intp]) -> dict[str, Any]:
        """Return the final observations and infos of SAME_STEP; they are 0 for wars that go on.

        Args:
            over: whether each war is over.
            wars: indices of the wars that are over.
        """
        ended = self.engine.finals.ended
        finals = self._final_rows.hand_out(wars)
        self.engine.finals = self.engine.finals._replace(wars=self._final_rows.current)
        floats, masks = finals["observation"]["floats"][:, : self._layout.length], finals["mask"]["legal"]
        codes, tracks = finals["compact"]["codes"][:, : len(self._layout.code_places)], tracks_in(finals["compact"])
        # Rows are far apart in memory. Reading all of them costs a tenth of the step, so only these are read.
        ending = wars[finals["report"]["lines_ended"][wars] > 0]
        final_info = self._infos.make(finals["report"], masks, ended, ending, terminated=True, chosen=over)
        charts = None if self._charts is None else self._charts.of_ended(finals["report"]["charts"], wars)
        final_obs = self._shaped(floats, codes, tracks, masks, charts=charts)
        return {"final_obs": final_obs, "_final_obs": over, "final_info": final_info, "_final_info": over}


VECTOR_ARGUMENTS = tuple(inspect.signature(StukaVectorEnv.__init__).parameters)
"""Names of the arguments of a vector environment that every game has."""


def _mode(given: Any) -> str:
    for word, (_, enum) in AUTORESETS.items():
        if given is enum:
            return word
    return one_of("autoreset_mode", given, AUTORESETS)


# --- batched clones ---


def from_war(
    env: gymnasium.Env[Any, Any] | VectorEnv[Any, Any, Any],
    n: int,
    dice: str | Sequence[int] | NDArray[Any] = "fresh",
    *,
    num_threads: int = 1,
    copy: bool = True,
) -> StukaVectorEnv:
    """Return ``n`` clones of the war of ``env``, or of each war of a vector, that are stepped together.

    Each war equals a clone by :meth:`stuka_env.envs.single.StukaEnv.clone`, and is made much faster. The clones are
    ready for ``step`` without a reset. A war that ends stays over (``autoreset_mode="disabled"``), and its rewards are
    0 from then on. ``action_masks()`` has the first legal actions; the first observation of each war is that of
    ``env``. The clones of war ``i`` of a vector are the wars from ``i * n`` on.

    Args:
        env: an environment of one war or of several, wrapped or not. Only the count of its fresh clones changes.
        n: number of clones of each war, 1 or more.
        dice: "fresh" for the dice of the next n fresh clones of each war, without a tape; "same" for the dice and the
            tape of ``env``; or a war seed for each clone.
        num_threads: threads that share the wars.
        copy: as in :class:`StukaVectorEnv`.

    Raises:
        ResetNeeded: there has been no episode yet.
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
    """
    root = getattr(env, "unwrapped", None)
    if not isinstance(root, StukaEnv | StukaVectorEnv):
        raise argument_error("env", type(env).__name__, "wars as gymnasium.make(id) or gymnasium.make_vec makes them")
    if not isinstance(dice, str | Sequence | np.ndarray):
        raise argument_error("dice", dice, '"fresh", "same" or a war seed for each war')
    if not root.engine.seeded:
        raise gymnasium.error.ResetNeeded("from_war: there is no episode yet, call reset() first")
    clones = StukaVectorEnv.__new__(StukaVectorEnv)
    clones.game = root.game
    clones._war_spec = root._war_spec
    clones._env_spec = root._env_spec
    roots = root.engine.num_envs
    each = war_count(root.game, "n", n, root._env_spec.observation, same_step=False)
    total = war_count(root.game, "n", each * roots, root._env_spec.observation, same_step=False)
    clones._build(total, num_threads, "disabled", copy)
    seeds = root.clone_seeds(dice, each if isinstance(root, StukaEnv) else total)
    clones.resume(_repeated(root.engine.snapshot(), roots, each, seeds is None))
    clones.engine.foreign = root.engine.foreign
    if seeds is not None:
        clones.engine.change_dice(np.array(seeds, np.uint64))
        clones._lineages = seeds
    return clones


def _repeated(snapshot: Snapshot, roots: int, clones: int, with_tapes: bool) -> Snapshot:
    """Return a snapshot with ``clones`` copies of each of the ``roots`` wars, side by side."""
    repeated = {}
    for name, array in snapshot._asdict().items():
        is_shared = len(array) < roots or (name == "tapes" and not (with_tapes and snapshot.dice["taped"].any()))
        repeated[name] = array[:1] if is_shared else np.repeat(np.asarray(array), clones)
    return snapshot._replace(**repeated)


def make_wars(env_id: str, num_envs: int, **arguments: Any) -> Any:
    """Return the vector environment of an id as its own class, without wrappers."""
    return gymnasium.make_vec(env_id, num_envs, vectorization_mode="vector_entry_point", **arguments).unwrapped
