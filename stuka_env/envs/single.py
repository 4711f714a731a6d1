"""The single environment: ``gymnasium.make("Stuka/Operation-v0")``. Gymnasium's interface of one war."""

import copy
import operator as operators
import os
from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from stuka_env.codes import ACTIONS, Decision
from stuka_env.engine import state
from stuka_env.engine.engine import SEED_LIMIT, Engine, entropy, new_view, seed_words
from stuka_env.engine.interrupts import uninterrupted
from stuka_env.engine.kernels import SEED_KEY_HIGH, SEED_KEY_LOW
from stuka_env.envs.arguments import (
    argument_error,
    flag,
    observation_space,
    one_of,
    read_arguments,
    read_env_spec,
    read_reset_options,
    read_seed,
)
from stuka_env.envs.infos import EpisodeResult
from stuka_env.envs.masks import with_mask
from stuka_env.extras import is_installed
from stuka_env.journal import translation as journals
from stuka_env.journal.labels import label
from stuka_env.journal.outcome import mission_dict, result_dict
from stuka_env.observation import named
from stuka_env.render import notebook, picture, text
from stuka_env.render.window import Window
from stuka_env.rules.dice import philox
from stuka_env.rules.ledger import PARTS

Observation = NDArray[np.float32] | dict[str, NDArray[Any]]
StepResult = tuple[Observation, float, bool, bool, dict[str, Any]]
DECISIONS = tuple(decision.name for decision in Decision)
TEXT_MODE = "ansi"
RENDER_MODES = (TEXT_MODE, "human", "rgb_array")
SHOWN = 60
"""Journal entries that a picture of the mat looks at."""
VIEWS = (
    *("_view", "_flat", "_buffers", "_mask", "_action", "_reports", "_over", "_reward", "_parts", "_decision"),
    *("_mission_index", "_war_seed", "_truncated", "_mat", "_window"),
)
"""Attributes that are views of the engine's arrays, or of the screen: not for files."""
CLONE_KEY = 0x436C6F6E
"""Tells the hash that makes a clone's dice from the one that makes war seeds."""


class StukaEnv(gymnasium.Env[Observation, np.int64]):
    """One war.

    Args:
        scale: what an episode is, a code of :class:`stuka_env.codes.Scale`; the registered ids give it.
        operation: "barbarossa" (default), "case_blue" or "citadel"; none for a campaign.
        segment: a segment by its first month, "1941-06" and so on, for a mission or a segment.
        duration: "regular" or "short" (4.5).
        observation: "flat", one float32 vector; "mat", a dict of named arrays; or "compact", a dict of integers.
        charts: a folder with chart files that replace ours; None for ours.
        journal: write down every roll and change, for :attr:`journal`.
        illegal_action_penalty: what an illegal action costs.
        mask_in_observation: make the observation a Dict that holds the action mask too (:mod:`stuka_env.envs.masks`).
        info: "full"; "mask", the infos hold the action mask alone; or "none", they are empty.
        render_mode: None; "ansi", the mat as text; "rgb_array", the mat drawn, uint8 (800, 1280, 3); or "human", the
            mat drawn in a window. Pictures need the extra ``render``. The first :meth:`render` turns the journal on.

    Raises:
        ValueError: an argument is wrong; one line names it, what it got and what is allowed.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}
    """All that can be asked for. An environment's own metadata names those that can be had where it was made."""

    def __init__(
        self,
        scale: int,
        *,
        operation: str | None = None,
        segment: str | None = None,
        duration: str = "regular",
        observation: str = "flat",
        charts: str | os.PathLike[str] | None = None,
        journal: bool = False,
        illegal_action_penalty: float = 0.01,
        mask_in_observation: bool = False,
        info: str = "full",
        render_mode: str | None = None,
    ) -> None:
        self._arguments = read_arguments(scale, operation=operation, segment=segment, duration=duration, charts=charts)
        self._env_spec = read_env_spec(
            observation=observation,
            mask_in_observation=mask_in_observation,
            info=info,
            illegal_action_penalty=illegal_action_penalty,
        )
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.metadata = self.metadata | {"render_modes": _render_modes(render_mode)}
        self.engine = Engine(
            1,
            self._arguments.scenario,
            self._arguments.charts,
            journal=flag("journal", journal),
            penalty=self._env_spec.penalty,
        )
        self.observation_space: Any = observation_space(self._env_spec)
        self.action_space = gymnasium.spaces.Discrete(ACTIONS)
        self._has_stepped = False
        self._clones = 0
        self._lineage = 0
        self._journal: journals.Translator | None = None
        self._window: Window | None = None
        self._bind_arrays()
        self._begin_journal()

    def _bind_arrays(self) -> None:
        """Take hold of the engine's arrays."""
        self._view = new_view(1, self._env_spec.observation == "compact")
        self._buffers = self._view.buffers
        self._flat = None if self._env_spec.observation == "compact" else self._view.observations[0]
        self._mask = self._view.masks[0]
        self._action = np.zeros(1, np.int64)
        self._reports = self.engine.wars.reports
        self._over = self._reports["over"]
        self._reward, self._parts = self._reports["ledger"]["reward"], self._reports["ledger"]["parts"][0]
        self._decision, self._mission_index = self._reports["decision"], self._reports["mission_index"]
        self._war_seed, self._truncated = self._reports["war_seed"], self._reports["truncated"]
        mats: Any = np.asarray(self.engine.wars.mats).view()
        mats.flags.writeable = False
        self._mat = mats[0]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in VIEWS}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
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
            seed: from 0 to 2**64 - 1; the n-th episode after it has dice of its own. None goes on to the next episode;
                at the first reset it draws a seed. ``np_random_seed`` says which seed is in force.
            options: ``setup`` (:mod:`stuka_env.scenario.setup`), ``dice`` and ``strict_dice``
                (:mod:`stuka_env.engine.tape`).

        Raises:
            ValueError: the seed or an option is wrong; nothing has changed.
            TapeError: the first rolls do not fit the tape; nothing has changed.
        """
        seed = read_seed(seed)
        read = read_reset_options(options, self._arguments)
        if seed is None and not self.engine.seeded:
            seed = entropy()
        seeds = None if seed is None else [seed]
        totals = self.engine.reset(self._buffers, seeds, setup=read.setup, tape=read.tape, strict=read.strict)
        self._has_stepped = False
        super().reset(seed=seed)
        self._begin_journal()
        self._clones = 0
        seen, info = self._seen(), self._info(totals.illegal, totals.terminated, totals.most_ended)
        if self.render_mode == "human":
            self.render()
        return seen, info

    def step(self, action: int | np.integer[Any]) -> StepResult:
        """Take one action. An illegal one changes nothing, costs the penalty and says so in the info.

        Raises:
            ResetNeeded: there is no episode going on.
            TypeError: the action is no whole number.
            TapeError: a roll does not fit the tape; everything is as it was before this step.
            StateError: play does not go on from a state that :meth:`set_state` took; everything is as it was before.
        """
        if self._over[0] or not self.engine.seeded:
            raise ResetNeeded("step: no episode is going on, call reset() first")
        self._action[0] = _index(action)
        self._has_stepped = True
        illegal, terminated, ended, _ = self.engine.step(self._action, self._buffers)
        seen, info = self._seen(), self._info(illegal, terminated, ended)
        if self.render_mode == "human":
            self.render()
        return seen, self._reward.item(), bool(terminated), bool(self._truncated.item()), info

    def render(self) -> Any:
        """The mat as it stands, with the last lines of the journal and what can be decided.

        The first call turns the journal on, for this episode and those that follow: what happened before it is in
        none, unless the environment was made with ``journal=True``.

        Returns:
            Text without colours for "ansi"; an array for "rgb_array"; None for "human", whose window shows it, and
            without a render mode.

        Raises:
            DependencyNotInstalled: a picture is wanted and the extra ``render`` is not installed.
            Error: a window is wanted and there is no screen.
        """
        if self.render_mode is None:
            return None
        if self.render_mode == TEXT_MODE:
            return text.render(*self._shown())
        drawn = picture.render(*self._shown())
        if self.render_mode == "rgb_array":
            return drawn
        if self._window is None:
            self._window = Window("Stuka", self.metadata["render_fps"])
        self._window.show(drawn)
        return None

    def _repr_html_(self) -> str:
        """The mat in a notebook, as :meth:`render` shows it as text; it turns no journal on."""
        journal = [] if self._journal is None else self._journal.entries(SHOWN)
        return notebook.as_html(self._mat, journal, self.legal_actions(), self.engine.charts)

    def _shown(self) -> tuple[Any, ...]:
        """What pictures show: mat, journal, options, charts."""
        if not self.engine.journal:
            self.engine.start_journal()
            self._begin_journal()
        assert self._journal is not None
        return self._mat, self._journal.entries(SHOWN), self.legal_actions(), self.engine.charts

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()

    def _begin_journal(self) -> None:
        """Begin to write from the mat as it stands, if a journal is kept."""
        if self.engine.journal:
            self._journal = journals.Translator(self.engine.charts, self._mat)

    def _seen(self) -> Observation:
        """A fresh observation."""
        seen: Observation
        if self._flat is None:
            seen = {"codes": self._view.codes[0].copy(), "tracks": self._view.tracks[0].copy()}
        else:
            seen = self._flat.copy() if self._env_spec.observation == "flat" else named(self._flat)
        return with_mask(seen, self._mask.copy()) if self._env_spec.mask_in_observation else seen

    def _totals(self) -> tuple[int, int, int]:
        """What :meth:`_info` takes, of the report of the last step."""
        report = self._reports[0]
        return int(report["illegal"]), int(report["terminated"]), int(report["missions_ended"])

    @uninterrupted
    def _turn_page(self, journal: journals.Translator) -> None:
        """Take what the last step wrote from the engine's journal."""
        journal.add(self.engine.drain_journal())

    def _info(self, illegal: int, terminated: int, ended: int) -> dict[str, Any]:
        """The info of the last step or reset, whose totals these are."""
        if self._journal is not None:
            self._turn_page(self._journal)
        if self._env_spec.info == "none":
            return {}
        if self._env_spec.info == "mask":
            return {"action_mask": self._mask.copy()}
        return {
            "decision": self._decision[0],
            "decision_name": DECISIONS[self._decision.item()],
            "mission_index": self._mission_index.item(),
            "war_seed": self._war_seed[0],  # Gymnasium's own vectors stack a Python int as int64
            "action_mask": self._mask.copy(),
            "rewards": dict(zip(PARTS, self._parts.tolist(), strict=True)),
            "illegal_action": bool(illegal),
            "missions": self._ended_missions(ended) if ended else [],
            "result": self._episode_result() if terminated else None,
        }

    def _ended_missions(self, ended: int) -> list[dict[str, Any]]:
        """The lines of the log sheet that the last step wrote."""
        lines = self.engine.wars.ended["lines"][0, :ended]
        return [mission_dict(line, self.engine.charts) for line in lines]

    def _episode_result(self) -> EpisodeResult:
        """How the episode ended."""
        return EpisodeResult(result_dict(self._reports["result"][0], self.engine.charts))

    # --- for players, planners and tests ---

    @property
    def decision(self) -> str:
        """What the player is asked, a name of :class:`stuka_env.codes.Decision`."""
        return DECISIONS[self._mat["cursor"]["decision"]]

    @property
    def last_step(self) -> StepResult | None:
        """What the last step returned; None if there has been none since the last reset.

        Ctrl-C never cuts a step in two: who catches KeyboardInterrupt goes on from here, whether it came before the
        step, inside it or after it.
        """
        if not self._has_stepped:
            return None
        totals = self._totals()
        over = bool(totals[1]), bool(self._truncated.item())
        return self._seen(), self._reward.item(), *over, self._info(*totals)

    @property
    def mat(self) -> Any:
        """The mat, a read-only record of :data:`stuka_env.rules.mat.Mat.dtype`; it follows the game."""
        return self._mat

    @property
    def journal(self) -> list[journals.JournalEntry]:
        """What happened in this episode, or in it since the first :meth:`render`; each entry is translated once.

        Raises:
            RuntimeError: no journal is kept.
        """
        if self._journal is None:
            raise RuntimeError(
                "journal: none is kept, make the environment with journal=True; with a render mode the first render() "
                "begins one"
            )
        return self._journal.entries()

    def legal_actions(self) -> list[tuple[int, str]]:
        """Every legal action as (index, label); labels give the odds where a chart has them. Empty at the end."""
        if self._mat["cursor"]["decision"] in (Decision.NONE, Decision.OVER):
            return []
        charts = self.engine.charts.record
        return [(index, label(index, self._mat, charts)) for index in np.flatnonzero(self._mask).tolist()]

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal, bool ``(n,)``; all True at the end."""
        return self._mask.astype(np.bool_)

    def clone(self, dice: Literal["fresh", "same"] | int = "fresh") -> "StukaEnv":
        """An independent copy of this environment; it opens no window.

        Args:
            dice: "fresh", other dice from here on and no tape; "same", the same dice and tape; or a war seed. The
                n-th fresh clone of an episode always gets the same dice, whatever the real ones are: what a planner
                sees in its clones says nothing about them.
        """
        seeds = self.clone_seeds(dice if isinstance(dice, str) else [dice], 1)
        twin = copy.copy(self)
        twin.engine = self.engine.copy()
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
        """Return the war seeds of the next clones; None where they keep the dice of this environment.

        Args:
            dice: "fresh", "same", or a war seed for each clone.
            clones: how many.
        """
        if isinstance(dice, str) and dice == "same":
            return None
        if isinstance(dice, str) and dice == "fresh":
            first = self._clones + 1
            self._clones += clones
            return [_clone_seed(self._lineage, clone) for clone in range(first, first + clones)]
        if isinstance(dice, str) or len(dice) != clones:
            got = dice if isinstance(dice, str) else f"{len(dice)} seeds"
            raise argument_error("dice", got, f'"fresh", "same" or {clones} whole numbers from 0 to {SEED_LIMIT - 1}')
        return [_read_dice(seed) for seed in dice]

    def get_state(self) -> dict[str, Any]:
        """This war as plain JSON values: mat, dice, what is left of the tape, bookkeeping, digests.

        Raises:
            ResetNeeded: there has been no episode yet.
        """
        if not self.engine.seeded:
            raise ResetNeeded("get_state: there is no episode yet, call reset() first")
        return state.capture(self.engine)

    @uninterrupted
    def set_state(self, saved: Any) -> tuple[Observation, dict[str, Any]]:
        """Go on from a state of :meth:`get_state`; what the player sees there, as :meth:`reset` would return it.

        Raises:
            StateError: the state is broken or of another environment; nothing has changed.
        """
        state.resume(self.engine, saved)
        self._has_stepped = False
        self._begin_journal()
        self.engine.show(self._buffers)
        return self._seen(), self._info(*self._totals())


def _render_modes(asked_for: str | None) -> list[str]:
    """The render modes that can be had here, and the one that was asked for, whose pictures say what they lack."""
    return [mode for mode in RENDER_MODES if mode in (TEXT_MODE, asked_for) or is_installed("pygame")]


def _index(action: Any) -> int:
    """The action as a number that fits the engine; what does not fit is as illegal as -1."""
    try:
        number = operators.index(action)
    except TypeError:
        raise TypeError(f"action: got {action!r}, allowed is a whole number from 0 to {ACTIONS - 1}") from None
    return number if 0 <= number < ACTIONS else -1


def _read_dice(got: Any) -> int:
    """A war seed."""
    if not isinstance(got, int | np.integer) or isinstance(got, bool) or not 0 <= got < SEED_LIMIT:
        raise argument_error("dice", got, f'"fresh", "same" or a whole number from 0 to {SEED_LIMIT - 1}')
    return int(got)


def _clone_seed(lineage: int, clone: int) -> int:
    """The war seed of the n-th fresh clone of an environment; ``lineage`` is 0, or in a clone its own war seed."""
    low, high = philox(clone, CLONE_KEY, *seed_words(lineage), SEED_KEY_LOW, SEED_KEY_HIGH)[:2]
    return int(low) | int(high) << 32
