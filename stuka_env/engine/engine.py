"""The engine: the arrays of N wars, the threads that step them, and the guard that undoes a step that fails.

All environments use it. The single environment is an engine of one war, so single and vector cannot disagree.
"""

import copy
import functools
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from stuka_env.compilation import compile_all
from stuka_env.engine import kernels
from stuka_env.engine.arrays import (
    Common,
    EndedMissions,
    FinalBuffers,
    FinalRow,
    MaskRow,
    OutputBuffers,
    Settings,
    StepReport,
    Wars,
)
from stuka_env.engine.faults import StateError, fault_error
from stuka_env.engine.interrupts import uninterrupted
from stuka_env.engine.memory import clear_rows, copied, put, rows_together
from stuka_env.engine.tape import TapeError, leftover_message
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.charts.bank import chart_bank, set_of_bank
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import Fault
from stuka_env.games.stuka.observation.writing import SCALES, CompactRow, MatBytes, MatWords, ObservationRow, rows_as
from stuka_env.games.stuka.rules import decisions, ledger, sequence
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Dice, Journal, Tape
from stuka_env.games.stuka.scenario.plan import Plan, WarSpec
from stuka_env.philox import WORD
from stuka_env.records import Rows, empty_rows, rows

SEED_LIMIT = 1 << 64
MOST_THREADS = 1024
"""The largest number of threads."""
NO_ACTIONS = np.zeros(0, np.int64)
"""The actions of a step that only opens wars that have been laid out."""


@functools.cache
def get_ready() -> None:
    """Compile or load the kernels: with the first engine, so that wrong arguments are refused before."""
    slices = (kernels.begin_slice, kernels.write_outputs_slice, kernels.step_slice)
    entry_points = (*slices, kernels.gather_lines, clear_rows)
    compile_all(entry_points, ahead=(sequence.wind_up, sequence.begin_war, decisions.write_mask, ledger.pay))


class SetupWriter(Protocol):
    """A setup that lays out mats by hand; see :mod:`stuka_env.games.stuka.scenario.setup`."""

    @property
    def plan(self) -> Rows[Plan]:
        """The plan of the episode in place of the engine's."""

    def apply(self, mat: Any) -> None:
        """Write on a mat that has been laid out for an episode and not yet played."""


class Snapshot(NamedTuple):
    """Copies of everything that one step can change; see :class:`stuka_env.engine.arrays.Wars`."""

    mats: Rows[Mat]
    dice: Rows[Dice]
    tapes: Rows[Tape]
    reports: Rows[StepReport]
    masks: Rows[MaskRow]


class StepTotals(NamedTuple):
    """Totals over all wars of a step, for the infos."""

    illegal: int
    """Number of illegal actions."""
    terminated: int
    """Number of wars that have terminated."""
    most_ended: int
    """Largest number of missions that ended in one war."""
    faults: int
    """Number of wars that cannot go on; 0 in a step that returns."""


@functools.cache
def bank_rows() -> NDArray[Any]:
    """Return the sets of the bank as the kernels take them; all engines share the array."""
    return chart_bank().records.copy()


def chart_rows(spec: WarSpec) -> NDArray[Any]:
    """Return the charts that wars of a specification can have, one row for each set."""
    return bank_rows() if spec.random else np.array([spec.charts.record], spec.charts.record.dtype)


def entropy() -> int:
    """Return a random 63-bit seed; larger seeds are for evaluation (:mod:`stuka_env.flights.seeds`)."""
    return int.from_bytes(os.urandom(8), "little") >> 1


def seed_words(seed: int) -> tuple[int, int]:
    """Return the low and high 32-bit words of a seed; larger seeds wrap."""
    return seed & WORD, (seed >> 32) & WORD


class View(NamedTuple):
    """Arrays of the player's view, and the same memory in the form that the kernels take."""

    observations: NDArray[np.float32]
    """``(N, observation.LENGTH)``, or no rows if observations are compact."""
    codes: NDArray[np.int8]
    """``(N, observation.BYTES)``: compact observations, or no rows."""
    tracks: NDArray[np.int16]
    """``(N, observation.WORDS)``."""
    masks: NDArray[np.int8]
    """``(N, ACTIONS)``."""
    buffers: OutputBuffers


def new_view(num_envs: int, compact: bool = False, brief: bool = False) -> View:
    """Return fresh arrays for the players of ``num_envs`` wars; ``brief``: the arrays are written only once."""
    flat_rows, compact_rows = (0, num_envs) if compact else (num_envs, 0)
    wanted = ((flat_rows, ObservationRow), (compact_rows, CompactRow), (num_envs, MaskRow), (num_envs, StepReport))
    buffers = OutputBuffers(*([empty_rows(*each) for each in wanted] if brief else rows_together(*wanted)))
    observations, compacts, masks, _ = buffers
    return View(observations["floats"], compacts["codes"], compacts["tracks"], masks["legal"], buffers)


def war_size(compact: bool, same_step: bool) -> int:
    """Return the bytes that each war of a vector takes at least: its arrays and two sets of output arrays."""
    own_kinds = (Mat, Dice, StepReport, MaskRow, EndedMissions, *((FinalRow, EndedMissions) if same_step else ()))
    output_kinds = (CompactRow if compact else ObservationRow, MaskRow, StepReport)
    return sum(kind.dtype.itemsize for kind in (*own_kinds, *output_kinds, *output_kinds))


class Engine:
    """N wars of one specification.

    Args:
        num_envs: number of wars, at least 1.
        spec: the war that is played.
        journal: keep a journal; only with one war.
        chances: keep the chance events of every war; whoever reads them empties the stores.
        num_threads: threads that share the wars, at most one for each war.
        penalty: reward that an illegal action costs.
        autoreset: ``kernels.NEXT_STEP``, ``SAME_STEP`` or ``DISABLED``.

    Attributes:
        wars: the arrays. Masks and mats are never handed out writable.
        finals: ends of wars, for SAME_STEP; each step writes the rows of the wars that end in it.
        seeded: whether the wars have a seed.
        foreign: whether the wars come from a state. It may be made by hand: a step after which play cannot go on is
            undone.
    """

    def __init__(
        self,
        num_envs: int,
        spec: WarSpec,
        *,
        journal: bool = False,
        chances: bool = False,
        num_threads: int = 1,
        penalty: float = 0.01,
        autoreset: int = kernels.DISABLED,
    ) -> None:
        self.num_envs = num_envs
        self.spec = spec
        self.num_threads = num_threads
        self.journal = journal
        self.chances = chances
        self.seeded = False
        self.foreign = False
        self._taped = False
        self._settings = rows(1, Settings)
        self._settings[0] = (penalty, autoreset)
        self._build_around(
            Snapshot(
                *rows_together(
                    (num_envs, Mat), (num_envs, Dice), (1, Tape), (num_envs, StepReport), (num_envs, MaskRow)
                )
            )
        )

    def _build_around(self, store: Snapshot) -> None:
        """Build everything else around the arrays of ``store``, which the engine takes over."""
        get_ready()
        journals = rows(self.num_envs if self.chances else 1, Journal)
        journals["capacity"] = self.journal
        journals["chances"]["capacity"] = self.chances
        num_finals = self.num_envs if self._settings["autoreset"][0] == kernels.SAME_STEP else 1
        common = rows(1, Common)
        common["plan"], common["settings"], common["scales"] = self.spec.plan(), self._settings, SCALES
        common["draw"] = self.spec.charts_draw()
        charts: Any = chart_rows(self.spec)
        self.wars = Wars(
            mats=store.mats,
            octets=rows_as(store.mats, MatBytes),
            words=rows_as(store.mats, MatWords),
            dice=store.dice,
            tapes=store.tapes,
            charts=charts,
            journals=journals,
            reports=store.reports,
            ended=rows(self.num_envs, EndedMissions),
            masks=store.masks,
            common=common,
        )
        self.finals = FinalBuffers(rows(num_finals, FinalRow), rows(num_finals, EndedMissions))
        bounds = np.linspace(0, self.num_envs, min(self.num_threads, self.num_envs) + 1).astype(int).tolist()
        self._chunks = list(pairwise(bounds))
        self._pool = ThreadPoolExecutor(len(self._chunks) - 1, "stuka_env") if len(self._chunks) > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but the views, the threads and the scratch space."""
        names = ("num_envs", "spec", "num_threads", "journal", "chances", "seeded", "foreign", "_taped", "_settings")
        return {name: getattr(self, name) for name in names} | {"store": self.snapshot()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        store = state.pop("store")
        self.__dict__.update(state)
        self._build_around(store)

    def close(self) -> None:
        """Stop the threads; the engine cannot be used after that."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    @property
    def masks(self) -> NDArray[np.int8]:
        """The legal actions, int8 ``(N, ACTIONS)``: the engine's own array, not to be written."""
        own: NDArray[np.int8] = self.wars.masks["legal"]
        return own

    @property
    def charts(self) -> LoadedCharts:
        """The charts in force in the first war."""
        return self.charts_of(0)

    def charts_of(self, war: int) -> LoadedCharts:
        """Return the charts in force in a war."""
        return set_of_bank(self.chart_row(war)) if self.spec.random else self.spec.charts

    def war_spec(self) -> WarSpec:
        """Return the specification of the first war alone, with the charts that were drawn for it."""
        return replace(self.spec, charts=self.charts, random=None)

    def chart_row(self, war: int = 0) -> int:
        """Return the row of the charts in force in a war: the number of a set of the bank, or 0."""
        return int(self.wars.reports["charts"][war])

    def charts_sha256(self, war: int = 0) -> str:
        """Return the digest of the charts in force in a war."""
        return chart_bank().digests[self.chart_row(war)] if self.spec.random else self.spec.charts.sha256

    def charts_record(self) -> Charts:
        """Return the record of the charts in force in the first war."""
        return self.wars.charts[self.chart_row()]

    def charts_in_force(self) -> Rows[Charts]:
        """Return the charts of every war for policies, read-only: ``(1,)``, or ``(N,)`` if each war has its own."""
        charts: Any = self.wars.charts[self.wars.reports["charts"]] if self.spec.random else self.wars.charts.view()
        charts.flags.writeable = False
        return charts

    # --- copies ---

    def copy(self) -> "Engine":
        """Return an independent engine in the same state."""
        twin = copy.copy(self)
        twin._settings = self._settings.copy()
        twin._build_around(self.snapshot())
        return twin

    def change_dice(self, war_seeds: int | NDArray[np.uint64]) -> None:
        """Give every war the dice of another war seed from here on, and remove the tape.

        Args:
            war_seeds: one for all wars, or ``(N,)``, one for each.
        """
        seeds = np.asarray(war_seeds, np.uint64)
        for name, value in (("key_low", seeds & WORD), ("key_high", seeds >> 32), ("taped", 0), ("strict", 0)):
            self.wars.dice[name] = value
        self.wars.reports["war_seed"] = seeds
        self._taped = False

    def snapshot(self) -> Snapshot:
        """Return a copy of everything that one step can change."""
        wars = self.wars
        return Snapshot(*[copied(getattr(wars, name)) for name in Snapshot._fields])

    def restore(self, snapshot: Snapshot) -> None:
        """Put a snapshot of this engine back."""
        if len(snapshot.tapes) != len(self.wars.tapes):
            self._replace_tapes(snapshot.tapes)
        for name in Snapshot._fields:
            put(getattr(self.wars, name), getattr(snapshot, name))
        self.wars.journals["cursor"] = 0
        self._taped = bool(self.wars.dice["taped"].any())

    def _replace_tapes(self, tapes: Any) -> None:
        copied: Any = np.array(tapes, Tape.dtype)
        self.wars = self.wars._replace(tapes=copied)

    def recompute(self, snapshot: Snapshot) -> tuple[Rows[MaskRow], Rows[StepReport]]:
        """Return the mask of the war in a snapshot, and a report with its due score and its result, from the rules."""
        masks, reports = rows(1, MaskRow), rows(1, StepReport)
        reports["charts"] = np.asarray(snapshot.reports)["charts"]
        own = snapshot._replace(masks=masks, reports=reports)
        kernels.recompute(self.wars._replace(**own._asdict()))
        return masks, reports

    def show_ended(self) -> None:
        """Write the lines of the missions that ended in the last step of the first war; no snapshot has them."""
        wars = self.wars
        logged, count = int(wars.mats["track"]["logged"][0]), int(wars.reports["missions_ended"][0])
        wars.ended["lines"][0, :count] = wars.mats["log"][0, logged - count : logged]

    # --- play ---

    def reset(
        self,
        buffers: OutputBuffers,
        seeds: Sequence[int | None] | None,
        *,
        chosen: NDArray[np.int8] | None = None,
        setup: SetupWriter | None = None,
        tape: NDArray[Any] | None = None,
        strict: bool = False,
    ) -> StepTotals:
        """Begin an episode in every war, or in the ``chosen`` ones.

        Args:
            buffers: the output arrays.
            seeds: a base seed for each war; None where the next episode of the last seed follows.
            chosen: int8 ``(N,)``, 1 for the wars that begin; None for all.
            setup: lays out the mat by hand.
            tape: planned rolls, ``(1,)`` records of :class:`stuka_env.games.stuka.rules.table.Tape`; every war gets its
                own copy.
            strict: a roll that is not on the tape, or left over on it, is an error.

        Raises:
            TapeError: the tape does not fit the first steps; nothing has changed.
            StateError: play does not come to a decision; nothing has changed.
        """
        chosen = np.ones(self.num_envs, np.int8) if chosen is None else chosen
        before = self.snapshot()
        self._seed(seeds, chosen)
        self._lay_out(chosen, setup)
        if tape is not None:
            self._install(tape, chosen, strict)
        totals = kernels.step_slice(self.wars, NO_ACTIONS, buffers, self.finals, 0, self.num_envs)
        self._taped = bool(self.wars.dice["taped"].any())
        if self._taped or totals[3]:
            self._check(before, buffers)
        self.seeded = True
        self.foreign = self.foreign and not chosen.all()
        return StepTotals(*totals)

    def _lay_out(self, chosen: NDArray[np.int8], setup: SetupWriter | None) -> None:
        """Lay out the chosen wars, by hand if there is a setup."""
        if setup is None:
            kernels.begin_slice(self.wars, chosen, 0, self.num_envs)
            return
        common = self.wars.common.copy()
        common["plan"] = setup.plan
        kernels.begin_slice(self.wars._replace(common=common), chosen, 0, self.num_envs)
        for war in np.flatnonzero(chosen):
            setup.apply(self.wars.mats[war])

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
            self._replace_tapes(np.zeros(self.num_envs, Tape.dtype))
        chosen_rows = chosen.astype(bool)
        self.wars.tapes[chosen_rows] = tape[0]
        self.wars.dice["taped"][chosen_rows] = 1
        self.wars.dice["strict"][chosen_rows] = strict

    def show(self, buffers: OutputBuffers) -> None:
        """Write the current outputs into ``buffers``."""
        kernels.write_outputs_slice(self.wars, buffers, 0, self.num_envs)

    def step(self, actions: NDArray[np.int64], buffers: OutputBuffers) -> tuple[int, int, int, int]:
        """Step every war; the outcome is in the reports and the infos of ``buffers``.

        Returns:
            the numbers of :class:`StepTotals` as a plain tuple, which costs the single environment less.

        Raises:
            TapeError: a tape did not fit; nothing has changed.
            StateError: play does not come to a decision. If the wars are :attr:`foreign` nothing has changed; otherwise
                all must be reset.
        """
        before = self.snapshot() if self._taped or self.foreign else None
        if self._pool is None:
            totals = kernels.step_slice(self.wars, actions, buffers, self.finals, 0, self.num_envs)
        else:
            totals = self._step_together(self._pool, actions, buffers)
        if self._taped or totals[3]:
            self._check(before, buffers)
        return totals

    @uninterrupted
    def _step_together(
        self, pool: ThreadPoolExecutor, actions: NDArray[np.int64], buffers: OutputBuffers
    ) -> tuple[int, int, int, int]:
        """Step the wars on the threads of the pool and on this one."""
        arguments = (self.wars, actions, buffers, self.finals)
        others = [pool.submit(kernels.step_slice, *arguments, *chunk) for chunk in self._chunks[1:]]
        parts = [kernels.step_slice(*arguments, *self._chunks[0]), *(other.result() for other in others)]
        illegal, terminated, most_ended, faults = zip(*parts, strict=True)
        return sum(illegal), sum(terminated), max(most_ended), sum(faults)

    def _check(self, before: Snapshot | None, buffers: OutputBuffers) -> None:
        """Raise the error of a war that cannot go on, and undo the step if its state ``before`` is known.

        Otherwise the wars must be reset.
        """
        error = self._trouble()
        if error is None:
            return
        if before is None:
            self.seeded = False
        else:
            self.restore(before)
            self.show(buffers)
        self.finals.wars.view(np.uint8)[...] = 0
        raise error

    def _trouble(self) -> TapeError | StateError | None:
        """Return the error of the first war with a fault, or with a strict tape left over at the end, or None."""
        dice, reports = self.wars.dice, self.wars.reports
        for war in range(self.num_envs):
            if dice["fault"][war] != Fault.NONE:
                return fault_error(int(dice["fault"][war]), int(dice["fault_chart"][war]))
            if dice["strict"][war] and reports["terminated"][war]:
                left = leftover_message(self.wars.tapes[war])
                if left:
                    return TapeError(left)
        return None

    def start_journal(self) -> None:
        """Keep a journal from here on; for one war only."""
        self.journal = True
        self.wars.journals["capacity"] = 1
        self.wars.journals["cursor"] = 0

    def drain_journal(self) -> NDArray[Any]:
        """Return a copy of the journal entries since the last call, and empty the journal."""
        journal = self.wars.journals
        entries = journal["entries"][0, : int(journal["cursor"][0])].copy()
        journal["cursor"] = 0
        return entries
