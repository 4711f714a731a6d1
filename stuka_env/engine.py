"""The engine: the arrays of N wars, threads to step them, and the guard that puts everything back when a tape fails.

Both faces stand on it; the single environment is an engine of one war, so the two cannot disagree.
"""

import copy
import functools
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env import batch
from stuka_env.charts import LoadedCharts
from stuka_env.codes import ACTIONS, Fault
from stuka_env.compilation import compile_all
from stuka_env.observation import LENGTH
from stuka_env.observe import SCALES
from stuka_env.rules.dice_records import dice_dtype, journal_dtype, tape_dtype
from stuka_env.rules.mat import mat_dtype
from stuka_env.setup import Setup
from stuka_env.tape import TapeError, fault_message, leftover_message

WORD = batch.WORD
SEED_LIMIT = 1 << 64


@dataclass(frozen=True)
class Scenario:
    """What every episode of an engine is: codes of :mod:`stuka_env.codes`; ``segment`` -1 leaves it to the rules."""

    scale: int
    operation: int
    segment: int
    regular: int


@functools.cache
def get_ready() -> None:
    """Compile or load what the engine runs on: when the first one is made, so that bad arguments are refused before."""
    compile_all(batch.begin_slice, batch.show_slice, batch.step_slice, batch.gather, batch.gather_lines)


class Snapshot(NamedTuple):
    """Copies of everything that one step can change; see :class:`stuka_env.batch.Wars`."""

    mats: NDArray[Any]
    dice: NDArray[Any]
    tapes: NDArray[Any]
    slips: NDArray[Any]
    masks: NDArray[Any]


def entropy() -> int:
    """A 63-bit seed nobody chose; larger ones are for evaluation (:mod:`agents.seeds`)."""
    return int.from_bytes(os.urandom(8), "little") >> 1


def halves(seed: int) -> tuple[int, int]:
    """A seed as its low and high 32-bit words; larger seeds wrap."""
    return seed & WORD, (seed >> 32) & WORD


def rows_as(array: NDArray[Any], dtype: np.dtype) -> NDArray[Any]:
    """The rows of a contiguous array as records of ``dtype``, ``(N,)``; no copy."""
    return array.view(np.ndarray).reshape(len(array), -1).view(dtype).reshape(len(array))


class View(NamedTuple):
    """Plain arrays for what the player sees, and the same memory as the kernels take it."""

    observations: NDArray[np.float32]
    """``(N, observation.LENGTH)``."""
    masks: NDArray[np.int8]
    """``(N, ACTIONS)``."""
    faces: batch.Faces


def new_view(num_envs: int) -> View:
    """Fresh arrays for what the players of ``num_envs`` wars see."""
    observations = np.empty((num_envs, LENGTH), np.float32)
    masks = np.empty((num_envs, ACTIONS), np.int8)
    return View(
        observations,
        masks,
        batch.Faces(rows_as(observations, batch.sight_dtype), rows_as(masks, batch.legal_dtype)),
    )


class Engine:
    """N wars of one scenario.

    Args:
        num_envs: how many wars, at least 1.
        scenario: what an episode is.
        charts: the charts in force.
        journal: keep a journal; for one war only.
        num_threads: how many threads share the wars.
        penalty: what an illegal action costs.
        autoreset: ``batch.NEXT_STEP``, ``SAME_STEP`` or ``DISABLED``.

    Attributes:
        wars: the arrays; masks and mats there are the truth, never handed out writable.
        finals: ends of wars, for SAME_STEP.
        seeded: whether the wars have a seed.
    """

    def __init__(
        self,
        num_envs: int,
        scenario: Scenario,
        charts: LoadedCharts,
        journal: bool = False,
        num_threads: int = 1,
        penalty: float = 0.01,
        autoreset: int = batch.DISABLED,
    ) -> None:
        self.num_envs = num_envs
        self.scenario = scenario
        self.charts = charts
        self.num_threads = num_threads
        self.journal = journal
        self.seeded = False
        self._taped = False
        self._plan = np.zeros(1, batch.plan_dtype)
        self._plan[0] = (penalty, scenario.scale, scenario.operation, scenario.segment, scenario.regular, autoreset)
        self._furnish(
            Snapshot(
                np.zeros(num_envs, mat_dtype),
                np.zeros(num_envs, dice_dtype),
                np.zeros(1, tape_dtype),
                np.zeros(num_envs, batch.slip_dtype),
                np.zeros(num_envs, batch.legal_dtype),
            )
        )

    def _furnish(self, store: Snapshot) -> None:
        """Build everything around the arrays of ``store``, which become the engine's own."""
        get_ready()
        journals = np.zeros(1, journal_dtype)
        journals["capacity"] = self.journal
        kept = self.num_envs if self._plan["autoreset"][0] == batch.SAME_STEP else 1
        self.wars = batch.Wars(
            mats=store.mats,
            raw=rows_as(store.mats, batch.raw_dtype),
            words=rows_as(store.mats, batch.raw_words_dtype),
            dice=store.dice,
            tapes=store.tapes,
            charts=np.array([self.charts.record], self.charts.record.dtype),
            journals=journals,
            slips=store.slips,
            sheets=np.zeros(self.num_envs, batch.sheet_dtype),
            masks=store.masks,
            plan=self._plan,
            scales=SCALES,
        )
        self.finals = batch.Finals(
            np.zeros(kept, batch.sight_dtype), np.zeros(kept, batch.slip_dtype), np.zeros(kept, batch.sheet_dtype)
        )
        bounds = np.linspace(0, self.num_envs, self.num_threads + 1).astype(int).tolist()
        self._chunks = [(start, stop) for start, stop in zip(bounds, bounds[1:], strict=False) if start < stop]
        self._pool = ThreadPoolExecutor(len(self._chunks) - 1, "stuka_env") if len(self._chunks) > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the views, the threads and the scratch space."""
        kept = ("num_envs", "scenario", "charts", "num_threads", "journal", "seeded", "_taped", "_plan")
        return {name: getattr(self, name) for name in kept} | {"store": self.snapshot()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        store = state.pop("store")
        self.__dict__.update(state)
        self._furnish(store)

    def close(self) -> None:
        """Send the threads home; the engine cannot be used after that."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    @property
    def masks(self) -> NDArray[np.int8]:
        """What is legal, int8 ``(N, ACTIONS)``: the engine's own, not to be written."""
        own: NDArray[np.int8] = self.wars.masks["legal"]
        return own

    # --- copies ---

    def copy(self) -> "Engine":
        """Another engine that stands where this one stands."""
        twin = copy.copy(self)
        twin._plan = self._plan.copy()
        twin._furnish(self.snapshot())
        return twin

    def change_dice(self, war_seed: int) -> None:
        """Give every war the dice of another war seed from here on, and take the tape away."""
        low, high = halves(war_seed)
        for name, value in (("key_low", low), ("key_high", high), ("taped", 0), ("strict", 0)):
            self.wars.dice[name] = value
        self.wars.slips["war_seed"] = war_seed
        self._taped = False

    def snapshot(self) -> Snapshot:
        """A copy of everything that one step can change."""
        wars = self.wars
        return Snapshot(*[getattr(wars, name).copy() for name in Snapshot._fields])

    def restore(self, snapshot: Snapshot) -> None:
        """Put a snapshot of this engine back."""
        if len(snapshot.tapes) != len(self.wars.tapes):
            self._replace_tapes(snapshot.tapes)
        for name in Snapshot._fields:
            getattr(self.wars, name)[...] = getattr(snapshot, name)
        self.wars.journals["cursor"] = 0
        self._taped = bool(self.wars.dice["taped"].any())

    def _replace_tapes(self, tapes: NDArray[Any]) -> None:
        self.wars = self.wars._replace(tapes=np.array(tapes, tape_dtype))

    # --- play ---

    def reset(
        self,
        faces: batch.Faces,
        seeds: Sequence[int | None] | None,
        chosen: NDArray[np.int8] | None = None,
        setup: Setup | None = None,
        tape: NDArray[Any] | None = None,
        strict: bool = False,
    ) -> None:
        """Begin an episode in every war, or in the ``chosen`` (int8, a flag each).

        Args:
            faces: where what the player sees is written.
            seeds: a base seed for each war; None where the next episode of the last one follows.
            chosen: which wars; None for all.
            setup: how the mat is laid out.
            tape: planned rolls, tape_dtype ``(1,)``, for each war its own copy.
            strict: a roll that is not on the tape, or left over on it, is an error.

        Raises:
            TapeError: the tape does not fit the first steps; nothing has changed.
        """
        chosen = np.ones(self.num_envs, np.int8) if chosen is None else chosen
        before = self.snapshot()
        self._seed(seeds, chosen)
        self._lay_out(chosen, setup)
        if tape is not None:
            self._install(tape, chosen, strict)
        batch.step_slice(self.wars, np.zeros(self.num_envs, np.int64), faces, self.finals, 1, 0, self.num_envs)
        self._taped = bool(self.wars.dice["taped"].any())
        self._check_tapes(before)
        self.seeded = True

    def _lay_out(self, chosen: NDArray[np.int8], setup: Setup | None) -> None:
        """Lay out the chosen wars, by hand where a setup says so."""
        if setup is None:
            batch.begin_slice(self.wars, chosen, 0, self.num_envs)
            return
        usual = self._plan.copy()
        self._plan["operation"] = setup.operation
        if setup.segment is not None:
            self._plan["segment"] = setup.segment
        batch.begin_slice(self.wars, chosen, 0, self.num_envs)
        self._plan[...] = usual
        for war in np.flatnonzero(chosen):
            setup.apply(self.wars.mats[war])

    def _seed(self, seeds: Sequence[int | None] | None, chosen: NDArray[np.int8]) -> None:
        """Write base seeds; without any, the first reset takes one from the system."""
        if seeds is None:
            if self.seeded:
                return
            base = entropy()
            seeds = [base + war for war in range(self.num_envs)]
        slips = self.wars.slips
        for war, seed in enumerate(seeds):
            if seed is not None and chosen[war]:
                slips["base_low"][war], slips["base_high"][war] = halves(seed)
                slips["episode"][war] = -1

    def _install(self, tape: NDArray[Any], chosen: NDArray[np.int8], strict: bool) -> None:
        """Put a copy of ``tape`` on the table of each chosen war."""
        if len(self.wars.tapes) != self.num_envs:
            self._replace_tapes(np.zeros(self.num_envs, tape_dtype))
        rows = chosen.astype(bool)
        self.wars.tapes[rows] = tape[0]
        self.wars.dice["taped"][rows] = 1
        self.wars.dice["strict"][rows] = strict

    def show(self, faces: batch.Faces) -> None:
        """Write what the player sees into ``faces``."""
        batch.show_slice(self.wars, faces, 0, self.num_envs)

    def step(self, actions: NDArray[np.int64], faces: batch.Faces) -> None:
        """One step of every war; the slips say what came of it.

        Raises:
            TapeError: a tape did not fit; nothing has changed.
        """
        before = self.snapshot() if self._taped else None
        if self._pool is None:
            batch.step_slice(self.wars, actions, faces, self.finals, 0, 0, self.num_envs)
        else:
            self._step_together(self._pool, actions, faces)
        if before is not None:
            self._check_tapes(before)

    def _step_together(self, pool: ThreadPoolExecutor, actions: NDArray[np.int64], faces: batch.Faces) -> None:
        """Share the wars between the pool and this thread."""
        arguments = (self.wars, actions, faces, self.finals, 0)
        others = [pool.submit(batch.step_slice, *arguments, *chunk) for chunk in self._chunks[1:]]
        batch.step_slice(*arguments, *self._chunks[0])
        for other in others:
            other.result()

    def _check_tapes(self, before: Snapshot) -> None:
        """Raise for a tape that did not fit, with everything as it was ``before``."""
        if not self._taped:
            return
        message = self._tape_trouble()
        if message:
            self.restore(before)
            raise TapeError(message)

    def _tape_trouble(self) -> str:
        """What is wrong with a tape, or nothing: a fault of the dice, or a strict tape left over at the end."""
        dice, slips = self.wars.dice, self.wars.slips
        for war in range(self.num_envs):
            if dice["fault"][war] != Fault.NONE:
                return fault_message(int(dice["fault"][war]), int(dice["fault_chart"][war]))
            if dice["strict"][war] and slips["terminated"][war]:
                left = leftover_message(self.wars.tapes[war])
                if left:
                    return left
        return ""

    def drain_journal(self) -> NDArray[Any]:
        """A copy of the journal entries since the last call; empties the journal."""
        journal = self.wars.journals
        entries = journal["entries"][0, : int(journal["cursor"][0])].copy()
        journal["cursor"] = 0
        return entries
