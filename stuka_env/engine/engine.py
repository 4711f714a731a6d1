"""The engine: the arrays of N wars, the threads that step them, and the guard that undoes a step that fails.

All environments use it. The single environment is an engine of one war, so single and vector cannot disagree.
"""

import copy
import functools
import os
from collections.abc import Sequence
from concurrent.futures import wait
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import compile_all, unchecked
from stuka_env.compiling.philox import WORD
from stuka_env.declared.arrays import StepSettings
from stuka_env.declared.codes import Code
from stuka_env.declared.records import Rows, empty_rows, rows
from stuka_env.declared.tape import leftover_message
from stuka_env.declared.values import ConsistencyError
from stuka_env.engine import hidden, kernels
from stuka_env.engine.frame import RollsWithoutEnd
from stuka_env.engine.interrupts import IS_PLAIN, WorkerThreads, interruptible, uninterrupted
from stuka_env.engine.memory import clear_rows, copied, put, rows_together
from stuka_env.game import AnyWarSpec, Game, game_named
from stuka_env.io.quoting import RefusalError

TAPE_ARGUMENTS = ("dice:", "strict_dice:")
"""Beginnings of the messages about planned rolls."""


class StateError(RefusalError):
    """A state that cannot be used, or from which play cannot go on; the message gives the reason."""


class TapeError(RuntimeError):
    """A planned roll and the game do not fit; the environment is as it was before the call."""


def fault_error(fault: Code, chart: str) -> TapeError | StateError:
    """Return the error of a fault, whose word is the message, and of the chart that it is about."""
    message = fault.word.format(chart=chart)
    return TapeError(message) if message.startswith(TAPE_ARGUMENTS) else StateError(message)


NO_ACTIONS = np.zeros(0, np.int64)
"""The actions of a step that only opens wars that have been laid out."""
LEFT_EARLY = (0, 0, 0, 1)
"""The totals of a step that was left in a rule that rolls without end."""


@functools.cache
def get_ready(game: str) -> None:
    """Compile or load the kernels of a game: with the first engine, so that wrong arguments are refused before."""
    parts = game_named(game).engine
    own = parts.kernels
    entry_points = (own.begin_slice, own.write_outputs_slice, own.step_slice, own.gather_lines, clear_rows)
    compile_all(entry_points, ahead=parts.compiled_ahead)


class SetupWriter(Protocol):
    """A setup that lays out mats by hand, of the game's ``scenario.setup``."""

    @property
    def plan(self) -> Rows[Any]:
        """The plan of the episode in place of the engine's."""

    def apply(self, mat: Any) -> None:
        """Write on a mat that has been laid out for an episode and not yet played."""


class PositionWriter(Protocol):
    """A checked position, of ``stuka_env.position``."""

    def apply(self, wars: Any, war: int) -> None:
        """Write the position on a war whose next episode has been laid out."""

    def withhold(self, wars: Any, war: int) -> None:
        """Mark points of an opened war as unpaid that its rules pay only at the end."""


Snapshot = Any
"""Copies of everything that one step can change: the named tuple of the arrays that ``Arrays.stored`` names."""


def entropy() -> int:
    """Return a random 63-bit seed; larger seeds are for evaluation (:mod:`stuka_env.flights.seeds`)."""
    return int.from_bytes(os.urandom(8), "little") >> 1


def seed_words(seed: int) -> tuple[int, int]:
    """Return the low and high 32-bit words of a seed; larger seeds wrap."""
    return seed & WORD, (seed >> 32) & WORD


class StepTotals(NamedTuple):
    """Totals over all wars of a step, for the infos."""

    illegal: int
    """Number of illegal actions."""
    terminated: int
    """Number of wars that have terminated."""
    most_ended: int
    """Largest number of lines of the log sheet that ended in one war."""
    faults: int
    """Number of wars that cannot go on; 0 in a step that returns."""


def tracks_in(compacts: Any) -> NDArray[np.int16]:
    """Return the tracks of compact observations ``(N, T)``; without columns in a game that has none."""
    names = compacts.dtype.names or ()
    tracks: NDArray[np.int16] = compacts["tracks"] if "tracks" in names else np.zeros((len(compacts), 0), np.int16)
    return tracks


class View(NamedTuple):
    """Arrays of the player's view, and the same memory in the form that the kernels take."""

    observations: NDArray[np.float32]
    """``(N, L)``, or no rows if observations are compact."""
    codes: NDArray[np.int8]
    """``(N, C)``: compact observations, or no rows."""
    tracks: NDArray[np.int16]
    """``(N, T)``."""
    masks: NDArray[np.int8]
    """``(N, ACTIONS)``."""
    buffers: Any
    """The ``OutputBuffers`` of the game."""
    has_tracks: bool
    """Whether a compact observation has tracks."""


def war_size(game: Game, compact: bool, same_step: bool) -> int:
    """Return the bytes that each war of a vector takes at least: its arrays and two sets of output arrays."""
    arrays = game.engine.arrays
    own_kinds = (*(kind for name, kind in arrays.stored.items() if name != "tapes"), arrays.ended)
    if same_step:
        own_kinds += (arrays.final, arrays.ended)
    flat, codes, mask, report = arrays.shown
    shown = (codes if compact else flat), mask, report
    return sum(kind.dtype.itemsize for kind in (*own_kinds, *shown, *shown))


class Engine:
    """N wars of one specification.

    Args:
        num_envs: number of wars, at least 1.
        spec: the war that is played.
        journal: keep a journal; only with one war.
        chances: keep the chance events of every war, in a game that can; whoever reads them empties the stores.
        details: setting of the observation, in a game that has one.
        num_threads: threads that share the wars, at most one for each war.
        penalty: reward that an illegal action costs.
        autoreset: ``kernels.NEXT_STEP``, ``SAME_STEP`` or ``DISABLED``.

    Attributes:
        game: the game of the wars.
        wars: the arrays, the ``Wars`` of the game. Masks and mats are never handed out writable.
        finals: ends of wars, for SAME_STEP; each step writes the rows of the wars that end in it.
        seeded: whether the wars have a seed.
        foreign: whether the wars come from a state. It may be made by hand: a step after which play cannot go on is
            undone.
    """

    def __init__(
        self,
        num_envs: int,
        spec: AnyWarSpec,
        *,
        journal: bool = False,
        chances: bool = False,
        details: str | None = None,
        num_threads: int = 1,
        penalty: float = 0.01,
        autoreset: int = kernels.DISABLED,
    ) -> None:
        self.num_envs = num_envs
        self.spec: Any = spec
        self.game = game_named(spec.game)
        self.num_threads = num_threads
        self.journal = journal
        self.chances = chances
        self.details = details
        self.seeded = False
        self.foreign = False
        self._taped = False
        self._settings = rows(1, StepSettings)
        self._settings[0] = (penalty, autoreset)
        arrays = self.game.engine.arrays
        wanted = [(1 if name == "tapes" else num_envs, kind) for name, kind in arrays.stored.items()]
        self._build_around(arrays.snapshot(*rows_together(*wanted)))

    def _build_around(self, store: Snapshot) -> None:
        """Build everything else around the arrays of ``store``, which the engine takes over."""
        arrays = self.game.engine.arrays
        get_ready(self.game.name)
        self._kernels = self.game.engine.kernels
        self._step_slice = interruptible(unchecked(self._kernels.step_slice))
        self._begin_slice = interruptible(self._kernels.begin_slice)
        num_finals = self.num_envs if self._settings["autoreset"][0] == kernels.SAME_STEP else 1
        self.wars = arrays.new_wars(
            store, self.spec, self._settings, journal=self.journal, chances=self.chances, details=self.details
        )
        self.finals = arrays.finals(rows(num_finals, arrays.final), rows(num_finals, arrays.ended))
        threads = 1 if IS_PLAIN else min(self.num_threads, self.num_envs)
        bounds = np.linspace(0, self.num_envs, threads + 1).astype(int).tolist()
        self._chunks = list(pairwise(bounds))
        self._threads = WorkerThreads(len(self._chunks) - 1, "stuka_env") if len(self._chunks) > 1 else None

    def new_view(self, compact: bool = False, brief: bool = False) -> View:
        """Return fresh arrays for the players of these wars; ``brief``: the arrays are written only once."""
        arrays, num_envs = self.game.engine.arrays, self.num_envs
        numbers = (0, num_envs, num_envs, num_envs) if compact else (num_envs, 0, num_envs, num_envs)
        wanted = tuple(zip(numbers, arrays.shown, strict=True))
        buffers = arrays.outputs(*([empty_rows(*each) for each in wanted] if brief else rows_together(*wanted)))
        flat, compacts, masks, _ = buffers
        layout = self.game.envs.layout(self.details)
        floats, codes = flat["floats"][:, : layout.length], compacts["codes"][:, : len(layout.code_places)]
        return View(floats, codes, tracks_in(compacts), masks["legal"], buffers, len(layout.track_places) > 0)

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but the views, the threads and the scratch space."""
        names = ("num_envs", "spec", "num_threads", "journal", "chances", "details", "seeded", "foreign")
        kept = {name: getattr(self, name) for name in (*names, "_taped", "_settings")}
        return kept | {"store": self.snapshot()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        store = state.pop("store")
        self.__dict__.update(state)
        self.game = game_named(self.spec.game)
        self._build_around(store)

    def close(self) -> None:
        """Stop the threads; the engine cannot be used after that."""
        if self._threads is not None:
            self._threads.close()
            self._threads = None

    @property
    def masks(self) -> NDArray[np.int8]:
        """The legal actions, int8 ``(N, ACTIONS)``: the engine's own array, not to be written."""
        own: NDArray[np.int8] = self.wars.masks["legal"]
        return own

    @property
    def charts(self) -> Any:
        """The charts in force in the first war."""
        return self.charts_of(0)

    def charts_of(self, war: int) -> Any:
        """Return the charts in force in a war."""
        return self.charts_in_row(self.chart_row(war))

    def charts_in_row(self, row: int) -> Any:
        """Return the charts of a row of those that the wars can have."""
        bank = self.game.engine.bank
        return bank.source.charts(row) if bank is not None and self.spec.random else self.spec.charts

    def war_spec(self) -> Any:
        """Return the specification of the first war alone, with the charts that were drawn for it."""
        return replace(self.spec, charts=self.charts, random=None) if self.spec.random else self.spec

    def chart_row(self, war: int = 0) -> int:
        """Return the row of the charts in force in a war: the number of a set of the bank, or 0."""
        return int(self.wars.reports["charts"][war]) if self.spec.random else 0

    def charts_sha256(self, war: int = 0) -> str:
        """Return the digest of the charts in force in a war."""
        sha256: str = self.charts_of(war).sha256
        return sha256

    def charts_in_force(self) -> Any:
        """Return the charts of every war for policies, read-only: ``(1,)``, or ``(N,)`` if each war has its own."""
        charts: Any = self.wars.charts[self.wars.reports["charts"]] if self.spec.random else self.wars.charts.view()
        charts.flags.writeable = False
        return charts

    # --- what is hidden ---

    def seen_mats(self) -> Any:
        """Return the mats as players see them, ``(N,)``, read-only.

        They are views of the mats, or copies in a game that hides something.
        """
        mats: Any = self.seen(self.wars.mats).view()
        mats.flags.writeable = False
        return mats

    def seen(self, mats: Any) -> Any:
        """Return mats of these wars, in their order, as players see them: themselves in a game that hides nothing."""
        return mats if self.game.engine.hidden is None else hidden.seen(self.game, mats, self.charts_in_force())

    def draw_hidden(self, wars: slice, seeds: int | NDArray[np.uint64]) -> None:
        """Draw what is hidden in some wars anew, by one seed for all or a seed for each."""
        if self.game.engine.hidden is not None:
            hidden.draw(self.game, self.wars.mats[wars], self.charts_in_force(), seeds)

    # --- copies ---

    def copy(self) -> "Engine":
        """Return an independent engine in the same state."""
        twin = copy.copy(self)
        twin._settings = self._settings.copy()
        twin._build_around(self.snapshot())
        return twin

    def change_dice(self, war_seeds: int | NDArray[np.uint64]) -> None:
        """Give every war the dice of another war seed from now on, and remove the tape.

        What the player cannot know is drawn anew too.

        Args:
            war_seeds: one for all wars, or ``(N,)``, one for each.
        """
        seeds = np.asarray(war_seeds, np.uint64)
        for name, value in (("key_low", seeds & WORD), ("key_high", seeds >> 32), ("taped", 0), ("strict", 0)):
            self.wars.dice[name] = value
        self.wars.reports["war_seed"] = seeds
        self._taped = False
        self.draw_hidden(slice(None), seeds)

    def snapshot(self) -> Snapshot:
        """Return a copy of everything that one step can change."""
        wars = self.wars
        form = self.game.engine.arrays
        return form.snapshot(*[copied(getattr(wars, name)) for name in form.stored])

    def snapshot_of(self, war: int) -> Snapshot:
        """Return a copy of everything that one step can change in a war: arrays of one row."""
        form = self.game.engine.arrays
        arrays = [getattr(self.wars, name) for name in form.stored]
        places = [war if len(array) == self.num_envs else 0 for array in arrays]  # wars without tapes share one
        return form.snapshot(*[copied(array[place : place + 1]) for array, place in zip(arrays, places, strict=True)])

    def put_war(self, war: int, snapshot: Snapshot) -> None:
        """Restore a snapshot of one war in the row ``war``."""
        if snapshot.dice["taped"][0] and len(self.wars.tapes) < self.num_envs:
            self._replace_tapes(np.repeat(np.asarray(self.wars.tapes), self.num_envs))
        for name in self.game.engine.arrays.stored:
            array = getattr(self.wars, name)
            if len(array) == self.num_envs:
                put(array[war : war + 1], getattr(snapshot, name))
        if self.num_envs == 1:
            self.wars.journals["cursor"] = 0
        self._taped = bool(self.wars.dice["taped"].any())

    def restore(self, snapshot: Snapshot) -> None:
        """Restore a snapshot of this engine."""
        if len(snapshot.tapes) != len(self.wars.tapes):
            self._replace_tapes(snapshot.tapes)
        for name in self.game.engine.arrays.stored:
            put(getattr(self.wars, name), getattr(snapshot, name))
        self.wars.journals["cursor"] = 0
        self._taped = bool(self.wars.dice["taped"].any())

    def _replace_tapes(self, tapes: Any) -> None:
        copied: Any = np.array(tapes, self.game.engine.arrays.stored["tapes"].dtype)
        self.wars = self.wars._replace(tapes=copied)

    def recompute(self, snapshot: Snapshot) -> tuple[Any, Any]:
        """Return the mask of the war in a snapshot, and a report with its payments and its result, from the rules."""
        stored = self.game.engine.arrays.stored
        masks: Any = rows(1, stored["masks"])
        reports: Any = rows(1, stored["reports"])
        if self.spec.random:
            reports["charts"] = snapshot.reports["charts"]
        own = snapshot._replace(masks=masks, reports=reports)
        self._kernels.recompute(self.wars._replace(**own._asdict()))
        return masks, reports

    def show_ended(self, war: int = 0) -> None:
        """Write the lines of the log sheet that ended in the last step of a war; no snapshot has them."""
        lines, count = self.game.engine.log_lines(self.wars, war), int(self.wars.reports["lines_ended"][war])
        self.wars.ended["lines"][war, :count] = lines[len(lines) - count :]

    # --- play ---

    def reset(
        self,
        buffers: Any,
        seeds: Sequence[int | None] | None,
        *,
        chosen: NDArray[np.int8] | None = None,
        setup: SetupWriter | None = None,
        position: PositionWriter | None = None,
        tape: NDArray[Any] | None = None,
        strict: bool = False,
    ) -> StepTotals:
        """Begin an episode in every war, or in the ``chosen`` ones.

        Args:
            buffers: the output arrays.
            seeds: a base seed for each war; None where the next episode of the last seed follows.
            chosen: int8 ``(N,)``, 1 for the wars that begin; None for all.
            setup: lays out the mat by hand.
            position: puts an open decision on the mat.
            tape: planned rolls, ``(1,)`` records of the game's ``Tape``; every war gets its own copy.
            strict: a roll that is not on the tape, or left over on it, is an error.

        Nothing has changed after an error, whatever its kind.

        Raises:
            TapeError: the tape does not fit the first steps.
            StateError: play does not come to a decision.
            ValueError: values of the setup contradict each other, or the position has no choice.
        """
        chosen = np.ones(self.num_envs, np.int8) if chosen is None else chosen
        before = self.snapshot()
        try:
            try:
                self._seed(seeds, chosen)
                self._lay_out(chosen, setup)
                if position is not None:
                    laid = self._put(position, chosen)
                if tape is not None:
                    self._install(tape, chosen, strict)
                totals = self._step_slice(self.wars, NO_ACTIONS, buffers, self.finals, 0, self.num_envs)
            except RollsWithoutEnd:
                totals = LEFT_EARLY
            self._taped = bool(self.wars.dice["taped"].any())
            error = self._trouble() if self._taped or totals[3] else None
            if error is not None:
                raise error
            if setup is not None:
                self._check_setup(chosen, opened=True)
            if position is not None:
                self._settle(position, chosen, laid)
        except BaseException:
            self._undo(before, buffers)
            raise
        self.seeded = True
        self.foreign = self.foreign and not chosen.all()
        return StepTotals(*totals)

    def _lay_out(self, chosen: NDArray[np.int8], setup: SetupWriter | None) -> None:
        """Lay out the chosen wars, by hand if there is a setup.

        Raises:
            ValueError: values of the setup contradict each other.
        """
        if setup is None:
            self._begin_slice(self.wars, chosen, 0, self.num_envs)
            return
        common = self.wars.common.copy()
        common["plan"] = setup.plan
        self._begin_slice(self.wars._replace(common=common), chosen, 0, self.num_envs)
        for war in np.flatnonzero(chosen):
            setup.apply(self.wars.mats[war])
        self._check_setup(chosen, opened=False)

    def _put(self, position: PositionWriter, chosen: NDArray[np.int8]) -> Any:
        """Put a position on the chosen wars, which have been laid out; their journals begin there. Return all mats."""
        seeds = self.wars.reports["war_seed"]
        for war in np.flatnonzero(chosen).tolist():
            position.apply(self.wars, war)
            self.draw_hidden(slice(war, war + 1), seeds[war])
            if self.chances:
                self.wars.journals["chances"]["count"][war] = 0
        self.wars.journals["cursor"] = 0
        return copied(self.wars.mats)

    def _settle(self, position: PositionWriter, chosen: NDArray[np.int8], laid: Any) -> None:
        """Check that the wars that were opened stand at the position, as it was laid out, and withhold points.

        Raises:
            ValueError: the position has no choice, so play went on.
        """
        for war in np.flatnonzero(chosen).tolist():
            if self.wars.mats[war].tobytes() != laid[war].tobytes():
                raise ValueError("position: its decision has no choice")
            position.withhold(self.wars, war)

    def _check_setup(self, chosen: NDArray[np.int8], *, opened: bool) -> None:
        """Check the first of the chosen wars, which have the same setup.

        Raises:
            ValueError: values of the setup contradict each other.
        """
        parts = self.game.engine
        if parts.check_laid_out is None:
            return
        check = parts.check_mat if opened else parts.check_laid_out
        for war in np.flatnonzero(chosen)[:1].tolist():
            try:
                check(self.spec, self.wars.charts[self.chart_row(war)], self.snapshot_of(war))
            except ConsistencyError as error:
                raise RefusalError(f"setup: {str(error).removeprefix('mats.')}") from None

    def _seed(self, seeds: Sequence[int | None] | None, chosen: NDArray[np.int8]) -> None:
        """Write base seeds; without any, the first reset takes one from the system."""
        if seeds is None:
            if self.seeded:
                return
            base = entropy()
            seeds = [base + war for war in range(self.num_envs)]
        reports = self.wars.reports
        for war, seed in enumerate(seeds):
            if seed is not None and chosen[war]:
                reports["base_low"][war], reports["base_high"][war] = seed_words(seed)
                reports["episode"][war] = -1

    def _install(self, tape: NDArray[Any], chosen: NDArray[np.int8], strict: bool) -> None:
        """Put a copy of ``tape`` on the table of each chosen war."""
        if len(self.wars.tapes) != self.num_envs:
            self._replace_tapes(np.zeros(self.num_envs, tape.dtype))
        chosen_rows = chosen.astype(bool)
        self.wars.tapes[chosen_rows] = tape[0]
        self.wars.dice["taped"][chosen_rows] = 1
        self.wars.dice["strict"][chosen_rows] = strict

    def begin_next(self) -> None:
        """Seed and lay out the next episode of every war, before its first roll."""
        self._begin_slice(self.wars, np.ones(self.num_envs, np.int8), 0, self.num_envs)

    def show(self, buffers: Any) -> None:
        """Write the current outputs into ``buffers``."""
        self._kernels.write_outputs_slice(self.wars, buffers, 0, self.num_envs)

    def step(self, actions: NDArray[np.int64], buffers: Any) -> tuple[int, int, int, int]:
        """Step every war; the outcome is in the reports and the infos of ``buffers``.

        Returns:
            the numbers of :class:`StepTotals` as a plain tuple, which costs the single environment less.

        Raises:
            TypeError: the actions are no contiguous array of int64.
            TapeError: a tape did not fit; nothing has changed.
            StateError: play does not come to a decision. If the wars are :attr:`foreign` nothing has changed; otherwise
                all must be reset.
        """
        if actions.dtype != np.int64 or not actions.flags.c_contiguous:
            raise TypeError(f"actions: got {actions.dtype}, allowed is a contiguous array of int64")
        before = self.snapshot() if self._taped or self.foreign or IS_PLAIN else None
        try:
            if self._threads is None:
                totals = self._step_slice(self.wars, actions, buffers, self.finals, 0, self.num_envs)
            else:
                totals = self._step_together(self._threads, actions, buffers)
        except RollsWithoutEnd:
            totals = LEFT_EARLY
        except BaseException:
            if IS_PLAIN:  # Ctrl-C, or an error of a rule; compiled rules are not interrupted and raise nothing else
                self._undo(before, buffers)
            raise
        if self._taped or totals[3]:
            self._check(before, buffers)
        return totals

    @uninterrupted
    def _step_together(
        self, threads: WorkerThreads, actions: NDArray[np.int64], buffers: Any
    ) -> tuple[int, int, int, int]:
        """Step the wars on the threads and on this one."""
        arguments = (self.wars, actions, buffers, self.finals)
        others = [threads.pool.submit(self._step_slice, *arguments, *chunk) for chunk in self._chunks[1:]]
        try:
            first = self._step_slice(*arguments, *self._chunks[0])
        finally:
            wait(others)
        parts = [first, *(other.result() for other in others)]
        illegal, terminated, most_ended, faults = zip(*parts, strict=True)
        return sum(illegal), sum(terminated), max(most_ended), sum(faults)

    def _check(self, before: Snapshot | None, buffers: Any) -> None:
        """Raise the error of a war that cannot go on, and undo the step if its state ``before`` is known.

        Otherwise the wars must be reset.
        """
        error = self._trouble()
        if error is not None:
            self._undo(before, buffers)
            raise error

    def _undo(self, before: Snapshot | None, buffers: Any) -> None:
        """Undo a step or a reset if the state before it is known; otherwise the wars must be reset."""
        if before is None:
            self.seeded = False
        else:
            self.restore(before)
            self.show(buffers)
        self.finals.wars.view(np.uint8)[...] = 0

    def _trouble(self) -> Exception | None:
        """Return the error of the first war with a fault, or with a strict tape left over at the end, or None."""
        dice, reports, parts = self.wars.dice, self.wars.reports, self.game.engine
        for war in range(self.num_envs):
            if dice["fault"][war]:
                chart = parts.tape.charts(int(dice["fault_chart"][war])).name
                return fault_error(parts.faults(int(dice["fault"][war])), chart)
            if dice["strict"][war] and reports["terminated"][war]:
                left = leftover_message(parts.tape, self.wars.tapes[war])
                if left:
                    return TapeError(left)
        return None

    def start_journal(self) -> None:
        """Keep a journal from now on; for one war only."""
        self.journal = True
        self.wars.journals["capacity"] = 1
        self.wars.journals["cursor"] = 0

    def entries(self) -> NDArray[Any]:
        """Return a copy of the journal entries since it was last emptied."""
        journal = self.wars.journals
        entries: NDArray[Any] = journal["entries"][0, : int(journal["cursor"][0])].copy()
        return entries

    def drain_journal(self) -> NDArray[Any]:
        """Return a copy of the journal entries since the last call, and empty the journal."""
        entries = self.entries()
        self.wars.journals["cursor"] = 0
        return entries

    def drop_chances(self) -> None:
        """Empty the stores of chance events, if they are kept."""
        if self.chances:
            self.wars.journals["chances"]["count"] = 0
