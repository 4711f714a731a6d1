"""The engine: the arrays of N wars, the threads that step them, and the guard that undoes a step that fails.

All environments use it. The single environment is an engine of one war, so single and vector cannot disagree.
"""

import copy
import functools
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from stuka_env.compilation import compile_all
from stuka_env.engine.interrupts import uninterrupted
from stuka_env.engine.memory import clear_rows, copied, put, rows_together
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import Fault
from stuka_env.games.interceptor.engine import kernels
from stuka_env.games.interceptor.engine.arrays import (
    Common,
    EndedSorties,
    FinalBuffers,
    FinalRow,
    MaskRow,
    OutputBuffers,
    Scratch,
    ScratchView,
    StepReport,
    StepSettings,
    Wars,
)
from stuka_env.games.interceptor.engine.faults import StateError, fault_error
from stuka_env.games.interceptor.engine.tape import TapeError, leftover_message
from stuka_env.games.interceptor.observation import Discards, length_of
from stuka_env.games.interceptor.observation.layout import CODE_COUNTS
from stuka_env.games.interceptor.observation.writing import (
    CompactRow,
    MatBytes,
    ObservationRow,
    new_scales,
    rows_as,
)
from stuka_env.games.interceptor.rules import decisions, sequence
from stuka_env.games.interceptor.rules.mat import Log, Mat, Settings
from stuka_env.games.interceptor.rules.table import Dice, Journal, Tape
from stuka_env.games.interceptor.scenario.consistency import ConsistencyError, MatValues, check_laid_out, check_mat
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.philox import WORD
from stuka_env.records import Rows, empty_rows, rows

SEED_LIMIT = 1 << 64
MOST_THREADS = 1024
"""The largest number of threads."""
NO_ACTIONS = np.zeros(0, np.int64)
"""The actions of a step that only opens wars that have been laid out."""


@functools.cache
def get_ready() -> None:
    """Compile or load the kernels. The first engine calls this, so that wrong arguments are refused before it."""
    slices = (kernels.begin_slice, kernels.write_outputs_slice, kernels.step_slice)
    entry_points = (*slices, kernels.gather_lines, clear_rows)
    chapters = (sequence.wind_up, sequence.come_home, sequence.fight, sequence.attack)
    compile_all(entry_points, ahead=(*chapters, decisions.write_mask))


MatCheck = Callable[[WarSpec, Any, Any], MatValues]
"""A check of a mat and its log."""


class SetupWriter(Protocol):
    """A setup that lays out mats by hand; see :mod:`~stuka_env.games.interceptor.scenario.setup`."""

    @property
    def plan(self) -> Rows[Settings]:
        """The plan of the episode in place of the engine's."""

    def apply(self, mat: Any) -> None:
        """Write on a mat that has been laid out for an episode and not yet played."""


class Snapshot(NamedTuple):
    """Copies of everything that one step can change; see :class:`stuka_env.games.interceptor.engine.arrays.Wars`."""

    mats: Rows[Mat]
    logs: Rows[Log]
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
    """Largest number of sortie lines that were settled in one war."""
    faults: int
    """Number of wars that cannot go on; 0 in a step that returns."""


def entropy() -> int:
    """Return a random 63-bit seed; larger seeds are for evaluation (:mod:`stuka_env.flights.seeds`)."""
    return int.from_bytes(os.urandom(8), "little") >> 1


def seed_words(seed: int) -> tuple[int, int]:
    """Return the low and high 32-bit words of a seed; larger seeds wrap."""
    return seed & WORD, (seed >> 32) & WORD


class View(NamedTuple):
    """Arrays of the player's view, and the same memory in the form that the kernels take."""

    observations: NDArray[np.float32]
    """``(N, L)`` by the setting of the discards, or no rows if observations are compact."""
    codes: NDArray[np.int8]
    """``(N, CODES)``: compact observations, or no rows."""
    tracks: NDArray[np.int16]
    """``(N, SHARES)``."""
    masks: NDArray[np.int8]
    """``(N, ACTIONS)``."""
    buffers: OutputBuffers


def new_view(num_envs: int, compact: bool = False, brief: bool = False, discards: Discards = "seen") -> View:
    """Return fresh arrays for the players of ``num_envs`` wars; ``brief``: the arrays are written only once."""
    flat_rows, compact_rows = (0, num_envs) if compact else (num_envs, 0)
    wanted = ((flat_rows, ObservationRow), (compact_rows, CompactRow), (num_envs, MaskRow), (num_envs, StepReport))
    buffers = OutputBuffers(*([empty_rows(*each) for each in wanted] if brief else rows_together(*wanted)))
    observations, compacts, masks, _ = buffers
    flat, codes = observations["floats"], compacts["codes"]
    length, count = length_of(discards), CODE_COUNTS[discards]
    return View(flat[:, :length], codes[:, :count], compacts["tracks"], masks["legal"], buffers)


def war_size(compact: bool, same_step: bool) -> int:
    """Return the least number of bytes of each war of a vector: its arrays and two sets of output arrays."""
    own_kinds = (Mat, Log, Dice, StepReport, MaskRow, EndedSorties, *((FinalRow, EndedSorties) if same_step else ()))
    output_kinds = (CompactRow if compact else ObservationRow, MaskRow, StepReport)
    return sum(kind.dtype.itemsize for kind in (*own_kinds, *output_kinds, *output_kinds))


class Engine:
    """N wars of one specification.

    Args:
        num_envs: number of wars, at least 1.
        spec: the war that is played.
        journal: keep a journal; only with one war.
        num_threads: threads that share the wars, at most one for each war.
        penalty: reward that an illegal action costs.
        autoreset: ``kernels.NEXT_STEP``, ``SAME_STEP`` or ``DISABLED``.
        discards: setting for the cards that are out, one of ``layout.DISCARDS``.

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
        num_threads: int = 1,
        penalty: float = 0.01,
        autoreset: int = kernels.DISABLED,
        discards: Discards = "seen",
    ) -> None:
        self.num_envs = num_envs
        self.spec = spec
        self.num_threads = num_threads
        self.journal = journal
        self.discards: Discards = discards
        self.seeded = False
        self.foreign = False
        self._taped = False
        self._settings = rows(1, StepSettings)
        self._settings[0] = (penalty, autoreset)
        self._build_around(
            Snapshot(
                *rows_together(
                    (num_envs, Mat),
                    (num_envs, Log),
                    (num_envs, Dice),
                    (1, Tape),
                    (num_envs, StepReport),
                    (num_envs, MaskRow),
                )
            )
        )

    def _build_around(self, store: Snapshot) -> None:
        """Build everything else around the arrays of ``store``, which the engine takes over."""
        get_ready()
        journals = rows(1, Journal)
        journals["capacity"] = self.journal
        num_finals = self.num_envs if self._settings["autoreset"][0] == kernels.SAME_STEP else 1
        common = rows(1, Common)
        common["plan"], common["settings"] = self.spec.plan(), self._settings
        common["scales"] = new_scales(self.discards)
        scratch = rows(self.num_envs, Scratch)
        charts: Any = np.array([self.spec.charts.row], Charts.dtype)
        self.wars = Wars(
            mats=store.mats,
            octets=rows_as(store.mats, MatBytes),
            logs=store.logs,
            dice=store.dice,
            tapes=store.tapes,
            charts=charts,
            journals=journals,
            reports=store.reports,
            ended=rows(self.num_envs, EndedSorties),
            masks=store.masks,
            scratch=scratch,
            scratch_view=rows_as(scratch, ScratchView),
            common=common,
        )
        self.finals = FinalBuffers(rows(num_finals, FinalRow), rows(num_finals, EndedSorties))
        bounds = np.linspace(0, self.num_envs, min(self.num_threads, self.num_envs) + 1).astype(int).tolist()
        self._chunks = list(pairwise(bounds))
        self._pool = ThreadPoolExecutor(len(self._chunks) - 1, "stuka_env") if len(self._chunks) > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but the views, the threads and the scratch space."""
        names = ("num_envs", "spec", "num_threads", "journal", "discards", "seeded", "foreign", "_taped", "_settings")
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

    # --- copies ---

    def copy(self) -> "Engine":
        """Return an independent engine in the same state."""
        twin = copy.copy(self)
        twin._settings = self._settings.copy()
        twin._build_around(self.snapshot())
        return twin

    def change_dice(self, war_seeds: int | NDArray[np.uint64]) -> None:
        """Give every war the dice of another war seed from now on, and remove the tape.

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
        """Restore a snapshot of this engine."""
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
        own = snapshot._replace(masks=masks, reports=reports)
        kernels.recompute(self.wars._replace(**own._asdict()))
        return masks, reports

    def show_ended(self) -> None:
        """Write the lines that were settled in the last step of the first war; no snapshot has them."""
        wars = self.wars
        settled, count = (int(wars.reports[name][0]) for name in ("sortie_index", "sorties_ended"))
        wars.ended["lines"][0, :count] = wars.logs["lines"][0, settled - count : settled]

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
            tape: planned rolls, ``(1,)`` records of :class:`Tape`; every war gets its own copy.
            strict: a roll that is not on the tape, or left over on it, is an error.

        Raises:
            TapeError: the tape does not fit the first steps; nothing has changed.
            StateError: play does not come to a decision; nothing has changed.
        """
        chosen = np.ones(self.num_envs, np.int8) if chosen is None else chosen
        before = self.snapshot()
        self._seed(seeds, chosen)
        self._lay_out(chosen, setup, before)
        if tape is not None:
            self._install(tape, chosen, strict)
        totals = kernels.step_slice(self.wars, NO_ACTIONS, buffers, self.finals, 0, self.num_envs)
        self._taped = bool(self.wars.dice["taped"].any())
        if self._taped or totals[3]:
            self._check(before, buffers)
        if setup is not None:
            self._check_setup(check_mat, chosen, before)
        self.seeded = True
        self.foreign = self.foreign and not chosen.all()
        return StepTotals(*totals)

    def _lay_out(self, chosen: NDArray[np.int8], setup: SetupWriter | None, before: Snapshot) -> None:
        """Lay out the chosen wars, by hand if there is a setup.

        Raises:
            ValueError: values of the setup contradict each other; the wars are again as ``before``.
        """
        if setup is None:
            kernels.begin_slice(self.wars, chosen, 0, self.num_envs)
            return
        common = self.wars.common.copy()
        common["plan"] = setup.plan
        kernels.begin_slice(self.wars._replace(common=common), chosen, 0, self.num_envs)
        for war in np.flatnonzero(chosen):
            setup.apply(self.wars.mats[war])
        self._check_setup(check_laid_out, chosen, before)

    def _check_setup(self, check: MatCheck, chosen: NDArray[np.int8], before: Snapshot) -> None:
        """Check the first of the chosen wars, which have the same setup.

        Raises:
            ValueError: values of the setup contradict each other; the wars are again as ``before``.
        """
        for war in np.flatnonzero(chosen)[:1]:
            try:
                check(self.spec, self.wars.mats[war : war + 1], self.wars.logs[war : war + 1])
            except ConsistencyError as error:
                self.restore(before)
                raise ValueError(f"setup: {str(error).removeprefix('mats.')}") from None

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
        """Keep a journal from now on; for one war only."""
        self.journal = True
        self.wars.journals["capacity"] = 1
        self.wars.journals["cursor"] = 0

    def drain_journal(self) -> NDArray[Any]:
        """Return a copy of the journal entries since the last call, and empty the journal."""
        journal = self.wars.journals
        entries = journal["entries"][0, : int(journal["cursor"][0])].copy()
        journal["cursor"] = 0
        return entries
