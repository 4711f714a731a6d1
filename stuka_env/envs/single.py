"""The single environment, ``gymnasium.make(id)``: Gymnasium's interface of one war of any game."""

import copy
import inspect
import operator as operators
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from stuka_env.compiling.philox import philox
from stuka_env.declared.labels import shown_label
from stuka_env.declared.layouts import Layout
from stuka_env.engine import state
from stuka_env.engine.engine import Engine, StepTotals, entropy, seed_words
from stuka_env.engine.interrupts import uninterrupted
from stuka_env.engine.outcomes import DEFAULT_LIMIT, Outcomes, outcomes
from stuka_env.envs.answers import Answers
from stuka_env.envs.arguments import (
    STATE_OPTION,
    PlainSpec,
    observation_space,
    read_env_spec,
    read_game,
    read_reset_options,
)
from stuka_env.envs.infos import WarSeed, as_json, episode_result
from stuka_env.envs.masks import with_charts, with_mask
from stuka_env.io.arguments import SEED_LIMIT, argument_error, flag, one_of, read_seed
from stuka_env.io.extras import is_installed
from stuka_env.render.canvas import Window
from stuka_env.views.show import html_text, picture_of, text_of

Observation = NDArray[np.float32] | dict[str, NDArray[Any]]
StepResult = tuple[Observation, float, bool, bool, dict[str, Any]]
TEXT_MODE = "ansi"
RENDER_MODES = (TEXT_MODE, "human", "rgb_array")
SHOWN_ENTRIES = 60
"""Number of journal entries that text and picture of the mat read."""
VIEWS = (
    *("_view", "_flat", "_buffers", "_mask", "_action", "_reports", "_over", "_reward", "_rewards", "_decision"),
    *("_line_index", "_war_seed", "_truncated", "_mat", "_window"),
    *("_charts_row", "_shown_charts", "_parts", "_layout"),
)
"""Attributes that are views of the engine's arrays or belong to the game or the screen, and are not pickled."""
CLONE_KEY = 0x436C6F6E
"""Part of the key of the hash that makes a clone's war seed, so that it differs from other war seeds."""


class WarSnapshot(NamedTuple):
    """A copy of one war, for :meth:`StukaEnv.restore`."""

    spec: Any
    """The war that is played."""
    wars: Any
    """The arrays that one step can change."""
    journal: Any
    """The journal, or None."""
    foreign: bool
    """Whether the war comes from a state."""


class StukaEnv(PlainSpec, gymnasium.Env[Observation, np.int64]):
    """One war.

    Args:
        game: the name of the game. The registered ids give ``game`` and ``scale``.
        scale: length of an episode, a code of the game's ``Scale``.
        observation: "flat", one float32 vector; "mat", a dict of named arrays; or "compact", a dict of integers.
        journal: whether to record every roll and change, for :attr:`journal`.
        illegal_action_penalty: reward that an illegal action costs, in points.
        mask_in_observation: whether the observation is a Dict with the action mask (:mod:`stuka_env.envs.masks`).
        charts_in_observation: whether the observation is a Dict with the charts in force, in a game with several sets.
        info: "full"; "mask" for infos with the action mask only; or "none" for empty infos.
        reveal: whether full infos have ``truth``, what the player cannot know, in a game that hides something. Replays
            of such an environment are marked, and enter no comparison.
        render_mode: None; "ansi" for text; "rgb_array" for a picture of the mat, uint8 (800, 1280, 3); or "human" for
            the same in a window. Pictures need the extra ``render``. The first :meth:`render` turns the journal on.
        arguments: the game's own arguments (:class:`stuka_env.declared.arguments.WarArgument`), ``charts`` and
            ``charts_seed``, and ``discards`` in the second game.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
        TypeError: the game has no argument of this name.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}
    """All render modes. The metadata of an instance has those that the installed libraries allow."""
    answers: Answers | None = None
    """The answers of a policy to the decisions that the agent is not asked
    (:class:`stuka_env.wrappers.OnlyDecisions`); None if it is asked all."""

    def __init__(
        self,
        game: str,
        scale: int,
        *,
        observation: str = "flat",
        journal: bool = False,
        illegal_action_penalty: float = 0.01,
        mask_in_observation: bool = False,
        charts_in_observation: bool = False,
        info: str = "full",
        reveal: bool = False,
        render_mode: str | None = None,
        **arguments: Any,
    ) -> None:
        self.game = read_game(game, arguments, SINGLE_ARGUMENTS)
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
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self._build(render_mode, flag("journal", journal))

    def _build(self, render_mode: str | None, journal: bool) -> None:
        self.render_mode = render_mode
        self.metadata = self.metadata | {"render_modes": self._installed_modes(render_mode)}
        self.engine = Engine(
            1, self._war_spec, journal=journal, details=self._env_spec.details, penalty=self._env_spec.penalty
        )
        self.observation_space: Any = observation_space(self.game, self._env_spec)
        self.action_space = gymnasium.spaces.Discrete(self.game.envs.actions)
        self._has_stepped = False
        self._clones = 0
        self._lineage = 0
        self._journal: Any = None
        self._window: Window | None = None
        self._bind_arrays()
        self._begin_journal()

    @classmethod
    def of_war(cls, other: Any, war: int) -> "StukaEnv":
        """Return an environment with a copy of a war of a vector environment."""
        env = cls.__new__(cls)
        env.game, env._war_spec, env._env_spec = other.game, other._war_spec, other._env_spec
        env._build(None, journal=False)
        env.engine.put_war(0, other.engine.snapshot_of(war))
        env.engine.seeded, env.engine.foreign = other.engine.seeded, other.engine.foreign
        env.engine.show(env._buffers)
        return env

    def _installed_modes(self, requested: str | None) -> list[str]:
        """Return the render modes that the installed libraries allow, and the requested one, which may fail later."""
        return [mode for mode in RENDER_MODES if mode in (TEXT_MODE, requested) or is_installed("pygame")]

    def _bind_arrays(self) -> None:
        """Make views of the engine's arrays, and of the game's parts."""
        self._parts = self.game.envs
        self._layout = self._parts.layout(self._env_spec.details)
        self._view = self.engine.new_view(self._env_spec.observation == "compact")
        self._buffers = self._view.buffers
        self._flat = None if self._env_spec.observation == "compact" else self._view.observations[0]
        self._mask = self._view.masks[0]
        self._action = np.zeros(1, np.int64)
        self._reports = self.engine.wars.reports
        self._over = self._reports["over"]
        self._reward, self._rewards = self._reports["ledger"]["reward"], self._reports["ledger"]["parts"][0]
        self._decision, self._line_index = self._reports["decision"], self._reports["line_index"]
        self._war_seed, self._truncated = self._reports["war_seed"], self._reports["truncated"]
        self._is_bare = not (self._env_spec.mask_in_observation or self._env_spec.charts_in_observation)
        self._charts_row: Any = None
        self._shown_charts: Any = None
        bank = self.game.engine.bank
        if self._env_spec.charts_in_observation and bank is not None:
            self._charts_row = self._reports["charts"]
            self._shown_charts = bank.shown(self._war_spec, self._env_spec.observation == "compact")
        mats: Any = np.asarray(self.engine.wars.mats).view()
        mats.flags.writeable = False
        self._mat = mats[0]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in VIEWS}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self._window = None
        self._bind_arrays()
        self.engine.show(self._buffers)

    # --- Gymnasium ---

    @uninterrupted
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: a number from 0 to 2**64 - 1 for this and the following episodes, each of which has its own dice. None
                continues with the next episode, and draws a seed at the first reset. ``np_random_seed`` is the seed in
                force.
            options: ``setup`` (``scenario.setup`` of the game), ``position`` (:mod:`stuka_env.position`), ``dice`` and
                ``strict_dice`` (:mod:`stuka_env.declared.tape`); or alone and without a seed, ``state``, which
                continues from a state of :meth:`get_state` as :meth:`set_state` does, through all wrappers.

        Raises:
            ValueError: the seed or an option is not allowed; the environment has not changed.
            TapeError: the first rolls do not fit the tape; the environment has not changed.
            StateError: the state is damaged, of another environment or of an ended episode; this environment has not
                changed.
        """
        seed = read_seed(seed)
        read = read_reset_options(options, self._war_spec, (STATE_OPTION,))
        if read.state is not None:
            return self._reset_to(read.state, seed)
        if seed is None and not self.engine.seeded:
            seed = entropy()
        seeds = None if seed is None else [seed]
        totals = self.engine.reset(
            self._buffers, seeds, setup=read.setup, position=read.position, tape=read.tape, strict=read.strict
        )
        self._has_stepped = False
        super().reset(seed=seed)
        self._begin_journal()
        self._clones = 0
        if self.answers is not None:
            self.answers.begin(self._view, np.ones(1, np.bool_), self._after_turn)
            totals = StepTotals(*self._totals(), 0)
        seen, info = self._seen(), self._info(totals.illegal, self.decision == "OVER", totals.most_ended)
        if self.render_mode == "human":
            self.render()
        return seen, info

    def _reset_to(self, state: Any, seed: int | None) -> tuple[Observation, dict[str, Any]]:
        """Continue from a state, as a reset of all wrappers.

        Raises:
            ValueError: there is a seed too.
            StateError: the state is damaged, of another environment or of an ended episode; this environment has not
                changed.
        """
        if seed is not None:
            raise argument_error("seed", seed, "none with a state, which has its own dice")
        result = self._continue_from(state, goes_on=True)
        super().reset(seed=None)
        self._clones = 0
        if self.answers is not None:
            self.answers.begin(self._view, np.ones(1, np.bool_), self._after_turn)
            result = self._seen(), self._info(*self._totals())
        if self.render_mode == "human":
            self.render()
        return result

    def step(self, action: int | np.integer[Any]) -> StepResult:
        """Take one action. An illegal action costs the penalty, sets ``illegal_action`` in the info, and has no effect.

        Raises:
            ResetNeeded: the episode has ended, or there is none.
            TypeError: the action is no whole number.
            TapeError: a roll does not fit the tape; the environment is in its state before this step.
            StateError: the state of :meth:`set_state` cannot be played on; the environment is in its state before this
                step.
        """
        answers = self.answers
        is_over = self._over[0] and not (answers is not None and answers.has_unseen_end[0])
        if is_over or not self.engine.seeded:
            raise ResetNeeded("step: there is no episode, call reset() first")
        self._action[0] = _index(action, self._parts.actions)
        self._has_stepped = True
        if answers is None:
            illegal, terminated, ended, _ = self.engine.step(self._action, self._buffers)
        else:
            illegal, terminated, ended, _ = answers.step(self._action, self._view, self._after_turn)
        seen, info = self._seen(), self._info(illegal, terminated, ended)
        if self.render_mode == "human":
            self.render()
        return seen, self._reward.item(), bool(terminated), bool(self._truncated.item()), info

    def render(self) -> Any:
        """Render the current mat, the last lines of the journal and the legal actions.

        The first call turns the journal on, for this episode and all following ones. Unless the environment was made
        with ``journal=True``, the journal has no entries of earlier steps.

        Returns:
            Text without colours for "ansi"; an array for "rgb_array"; None for "human" and without a render mode.

        Raises:
            DependencyNotInstalled: the mode is a picture and the extra ``render`` is not installed.
            Error: the mode is "human" and there is no screen.
        """
        if self.render_mode is None:
            return None
        if self.render_mode == TEXT_MODE:
            return text_of(self.game, *self._shown())
        pixels = picture_of(self.game, *self._shown())
        if self.render_mode == "rgb_array":
            return pixels
        if self._window is None:
            self._window = Window(self.game.envs.title, self.metadata["render_fps"])
        self._window.show(pixels)
        return None

    def _repr_html_(self) -> str:
        """Return the mat for a notebook, as the text of :meth:`render`; the journal is not turned on."""
        journal = [] if self._journal is None else self._journal.entries(SHOWN_ENTRIES)
        return html_text(self.game, self.mat, journal, self.legal_actions(), self.engine.charts)

    def _shown(self) -> tuple[Any, ...]:
        """Return the contents of a picture: mat, journal, legal actions, charts."""
        if not self.engine.journal:
            self.engine.start_journal()
            self._begin_journal()
        assert self._journal is not None
        return self.mat, self._journal.entries(SHOWN_ENTRIES), self.legal_actions(), self.engine.charts

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()

    def _begin_journal(self) -> None:
        if self.engine.journal:
            self._journal = self.game.envs.sentences.translator(self.engine.charts)

    def _seen(self) -> Observation:
        seen: Observation
        if self._flat is None:
            seen = {"codes": self._view.codes[0].copy()}
            if self._view.has_tracks:
                seen["tracks"] = self._view.tracks[0].copy()
        else:
            seen = self._flat.copy() if self._env_spec.observation == "flat" else self._layout.named(self._flat)
        if self._is_bare:
            return seen
        if self._shown_charts is not None:
            seen = with_charts(seen, self._shown_charts[self._charts_row.item()].copy())
        return with_mask(seen, self._mask.copy()) if self._env_spec.mask_in_observation else seen

    def _totals(self) -> tuple[int, int, int]:
        """Return the arguments of :meth:`_info` from the report of the last step."""
        report = self._reports[0]
        return int(report["illegal"]), int(report["terminated"]), int(report["lines_ended"])

    @uninterrupted
    def _drain_journal(self, journal: Any) -> None:
        journal.add(self.engine.drain_journal())

    def _after_turn(self) -> None:
        """Read the journal of a turn, before the next one needs its space."""
        if self._journal is not None:
            self._drain_journal(self._journal)

    def _info(self, illegal: int, terminated: int, ended: int) -> dict[str, Any]:
        """Return the info of the last step or reset, which has these totals."""
        self._after_turn()
        if self._env_spec.info == "none":
            return {}
        if self._env_spec.info == "mask":
            return {"action_mask": self._mask.copy()}
        parts, decision = self._parts, self._decision.item()
        more = {"truth": as_json(self._mat[self.game.engine.hidden])} if self._env_spec.reveal else {}
        if self.answers is not None:
            more["answered"] = int(self.answers.answered[0])
        return more | {
            "decision": decision,
            "decision_name": parts.decisions[decision],
            parts.names.index: self._line_index.item(),
            "war_seed": WarSeed(self._war_seed.item()),
            "action_mask": self._mask.copy(),
            "rewards": dict(zip(parts.rewards, self._rewards.tolist(), strict=True)),
            "illegal_action": bool(illegal),
            parts.names.lines: self._ended_lines(ended) if ended else [],
            "result": episode_result(self.game, self._reports["result"][0], self.charts, self._war_spec.scale)
            if terminated
            else None,
        }

    def _ended_lines(self, ended: int) -> list[dict[str, Any]]:
        """Return the lines of the log sheet that the last step wrote."""
        lines = self.engine.wars.ended["lines"][0, :ended]
        return [self.game.envs.line_dict(line, self.charts) for line in lines]

    # --- for players, planners and tests ---

    @property
    def layout(self) -> Layout:
        """The layout of the flat observation: ``parts``, ``named(flat)``, ``where(place)``, ``describe()``."""
        return self._layout

    @property
    def decision(self) -> str:
        """The open decision, a name of the game's ``codes.Decision``."""
        return self.game.envs.decisions[self._mat["cursor"]["decision"]]

    @property
    def reveals(self) -> bool:
        """Whether the infos have what the player cannot know."""
        return self._env_spec.reveal

    @property
    def last_step(self) -> StepResult | None:
        """The return value of the last step; None if there has been none since the last reset.

        Ctrl-C never interrupts a step halfway. After a KeyboardInterrupt, this property has the last complete step.
        """
        if not self._has_stepped:
            return None
        totals = self._totals()
        over = bool(totals[1]), bool(self._truncated.item())
        return self._seen(), self._reward.item(), *over, self._info(*totals)

    @property
    def charts(self) -> Any:
        """The charts in force; random charts change with every reset."""
        return self.engine.charts

    @property
    def mat(self) -> Any:
        """The mat in its current state as the player sees it, a read-only record of the game's ``Mat``.

        In a game that hides something it is a copy, on which what the player cannot know has another arrangement.
        """
        return self._mat if self.game.engine.hidden is None else self.engine.seen_mats()[0]

    @property
    def journal(self) -> list[Any]:
        """The entries of this episode's journal, or those since the first :meth:`render`.

        Raises:
            RuntimeError: the environment keeps no journal.
        """
        if self._journal is None:
            raise RuntimeError(
                "journal: none is kept, make the environment with journal=True; with a render mode the first render() "
                "begins one"
            )
        entries: list[Any] = self._journal.entries()
        return entries

    def legal_actions(self, odds: bool = True) -> list[tuple[int, str]]:
        """Return every legal action as (index, label); empty at the end.

        Args:
            odds: whether labels give the odds of the charts.
        """
        parts, charts = self.game.envs, self.engine.charts
        if self._mat["cursor"]["decision"] in parts.without_choice:
            return []
        mat = self.mat
        legal = np.flatnonzero(self._mask).tolist()
        return [(index, shown_label(parts.label(index, mat, charts), odds)) for index in legal]

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions, bool ``(n,)``; all True at the end."""
        return self._mask.astype(np.bool_)

    def clone(self, dice: Literal["fresh", "same"] | int = "fresh") -> "StukaEnv":
        """Return an independent copy of this environment, which opens no window.

        Args:
            dice: "fresh" for new dice without a tape; "same" for the same dice and tape; or a war seed. The n-th fresh
                clone of an episode always has the same dice, independently of the episode's own dice. So a planner
                learns nothing about the episode's dice from its clones.
        """
        seeds = self.clone_seeds(dice if isinstance(dice, str) else [dice], 1)
        twin = copy.copy(self)
        twin.engine = self.engine.copy()
        twin.answers = None
        twin._journal = None if self._journal is None else self._journal.copy()
        twin._clones = 0
        twin._has_stepped = False
        if twin.render_mode == "human":
            twin.render_mode = None
        twin._bind_arrays()
        twin.engine.show(twin._buffers)
        if seeds is not None:
            twin._lineage = seeds[0]
            twin.engine.change_dice(seeds[0])
        return twin

    def clone_seeds(self, dice: str | Sequence[int] | NDArray[Any], clones: int) -> list[int] | None:
        """Return the war seeds of the next clones, or None if they keep the dice of this environment.

        Args:
            dice: "fresh", "same", or a war seed for each clone.
            clones: number of clones.

        Raises:
            ValueError: ``dice`` is none of these.
        """
        if not (isinstance(dice, str) and dice == "fresh"):
            return read_clone_seeds(dice, clones)
        first = self._clones + 1
        self._clones += clones
        return [clone_seed(self._lineage, clone, self.game.envs.seed_key) for clone in range(first, first + clones)]

    def outcomes(self, action: int | np.integer[Any], limit: int = DEFAULT_LIMIT) -> Outcomes:
        """Return every mat that can follow from a legal action, at the next decision, with its exact probability.

        Everything that the player cannot know is open: all dice, and all cards and numbers that are not drawn. Planned
        rolls do not count. The environment does not change.

        Args:
            action: a legal action.
            limit: largest number of ways of play that are followed, about a million in a second. Equal mats are merged
                after each step of the rules, so there can be far fewer outcomes.

        Returns:
            Probabilities and mats, the most probable first. Mats on the way with a probability below 1e-15 are left
            out.

        Raises:
            ResetNeeded: the episode has ended, or there is none.
            ValueError: the action is not legal.
            OutcomesError: there are too many possibilities; the message has the limit and the number of mats.
        """
        if self._over[0] or not self.engine.seeded:
            raise ResetNeeded("outcomes: there is no episode, call reset() first")
        number = _index(action, self._parts.actions)
        if number < 0 or not self._mask[number]:
            raise argument_error("action", action, "a legal action of the open decision")
        return outcomes(self.engine, number, limit)

    def get_state(self) -> dict[str, Any]:
        """Return the state of this war as plain JSON values: mat, dice, remaining tape, counters and digests.

        Raises:
            ResetNeeded: there has been no episode yet.
        """
        if not self.engine.seeded:
            raise ResetNeeded("get_state: there is no episode yet, call reset() first")
        return state.capture(self.engine)

    def snapshot(self) -> "WarSnapshot":
        """Return a copy of this war for :meth:`restore`, 8 to 12 kB. It is much cheaper than a clone or a state.

        Raises:
            ResetNeeded: there has been no episode yet.
        """
        if not self.engine.seeded:
            raise ResetNeeded("snapshot: there is no episode yet, call reset() first")
        journal = None if self._journal is None else self._journal.copy()
        return WarSnapshot(self._war_spec, self.engine.snapshot(), journal, self.engine.foreign)

    @uninterrupted
    def restore(self, snapshot: "WarSnapshot") -> None:
        """Put a snapshot of this environment back, or that of another one of the same war; a snapshot stays usable.

        Observation, mask, mat and decision are those of the snapshot. Nothing is checked: a snapshot is no file.

        Raises:
            ValueError: the snapshot is of an environment with other arguments.
        """
        is_own = isinstance(snapshot, WarSnapshot) and (
            snapshot.spec is self._war_spec or snapshot.spec == self._war_spec
        )
        if not is_own:
            raise argument_error(
                "snapshot", type(snapshot).__name__, "one that snapshot() of this environment returned"
            )
        self.engine.restore(snapshot.wars)
        self.engine.seeded, self.engine.foreign = True, snapshot.foreign
        self._forget_answers()
        self._has_stepped = False
        if self.engine.journal:
            self._journal = None if snapshot.journal is None else snapshot.journal.copy()
            if self._journal is None:
                self._begin_journal()
        self.engine.show(self._buffers)

    @uninterrupted
    def set_state(self, saved: Any) -> tuple[Observation, dict[str, Any]]:
        """Continue from a state of :meth:`get_state`, and return its observation and info as :meth:`reset` does.

        Raises:
            StateError: the state is damaged or of another environment; this environment has not changed.
        """
        return self._continue_from(saved)

    def _continue_from(self, saved: Any, goes_on: bool = False) -> tuple[Observation, dict[str, Any]]:
        """Put a state on the war; ``goes_on`` refuses that of an ended episode."""
        state.resume(self.engine, saved, goes_on=goes_on)
        self._forget_answers()
        self._has_stepped = False
        self._begin_journal()
        self.engine.show(self._buffers)
        return self._seen(), self._info(*self._totals())

    def _forget_answers(self) -> None:
        if self.answers is not None:
            self.answers.forget(np.ones(1, np.bool_))


def _index(action: Any, actions: int) -> int:
    """Return the action as a number for the engine; -1, which is illegal, if it is out of range."""
    try:
        number = operators.index(action)
    except TypeError:
        raise _no_action(action, actions) from None
    if isinstance(action, bool):
        raise _no_action(action, actions)
    return number if 0 <= number < actions else -1


def _no_action(action: Any, actions: int) -> TypeError:
    return TypeError(f"action: got {action!r}, allowed is a whole number from 0 to {actions - 1}")


def _read_dice(got: Any) -> int:
    """Return a war seed.

    Raises:
        ValueError: the value is no war seed.
    """
    if not isinstance(got, int | np.integer) or isinstance(got, bool) or not 0 <= got < SEED_LIMIT:
        raise argument_error("dice", got, f'"fresh", "same" or a whole number from 0 to {SEED_LIMIT - 1}')
    return int(got)


def read_clone_seeds(dice: str | Sequence[int] | NDArray[Any], clones: int) -> list[int] | None:
    """Return given war seeds of clones, or None for the dice of their wars.

    Raises:
        ValueError: ``dice`` is not "same" and no war seed for each clone.
    """
    if isinstance(dice, str) and dice == "same":
        return None
    if isinstance(dice, str) or len(dice) != clones:
        got = dice if isinstance(dice, str) else f"{len(dice)} seeds"
        raise argument_error("dice", got, f'"fresh", "same" or {clones} whole numbers from 0 to {SEED_LIMIT - 1}')
    return [_read_dice(seed) for seed in dice]


def clone_seed(lineage: int, clone: int, key: tuple[int, int]) -> int:
    """Return the war seed of the n-th fresh clone of an environment.

    Args:
        lineage: 0, or for an environment that is a clone itself, its own war seed.
        clone: number of the clone, from 1.
        key: the key of the game's war seeds.
    """
    low, high = philox(clone, CLONE_KEY, *seed_words(lineage), *key)[:2]
    return int(low) | int(high) << 32


SINGLE_ARGUMENTS = tuple(inspect.signature(StukaEnv.__init__).parameters)
"""Names of the arguments of a single environment that every game has."""
