"""The tree of a situation: every possible position, layer by layer, with every action and its outcomes."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.optimum.enumeration.expand import (
    ALL_DONE,
    BROKEN,
    Steps,
    Store,
    expand,
    fill_table,
    write_legal,
)
from agents.games.stuka.optimum.enumeration.position import POSITION_WORDS, write_keys
from agents.games.stuka.optimum.enumeration.step import ROW, StepBuffers, StepState
from agents.games.stuka.optimum.situations import Situation, SituationError, begin
from stuka_env import records
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import ACTIONS
from stuka_env.games.stuka.observation.writing import MatBytes
from stuka_env.games.stuka.rules.mat import Cursor, Mat
from stuka_env.observation import offset
from stuka_env.records import rows_as

POSITIONS, EDGES = 1 << 12, 1 << 14
"""Initial capacity of a store."""
MOST_POSITIONS = 1_000_000
"""Largest number of positions in a layer."""


class Layer(NamedTuple):
    """Positions equally many steps from the start, with everything that can be done in them."""

    rows: NDArray[np.int8]
    """``(N, ROW)``: a mat for each, without its log sheet; the first found of those that are one.

    See ``without_masks``."""
    keys: NDArray[np.int64]
    """``(N, WORDS)``."""
    masks: NDArray[np.int8]
    """``(N, ACTIONS)``: what is legal; all 0 where the dice decide, or the mission is over.

    See ``without_masks``."""
    decisions: NDArray[np.int8]
    """``(N,)``: codes.Decision."""
    scores: NDArray[np.int16]
    """``(N,)``: the mission's score where it is over, else -1."""
    position: NDArray[np.int64]
    """``(pairs,)``: position of a step, ascending."""
    action: NDArray[np.int64]
    """``(pairs,)``: its action, or WAIT."""
    ends: NDArray[np.int64]
    """``(pairs,)``: edges up to and with its own."""
    target: NDArray[np.int32]
    """``(edges,)``: position in the next layer."""
    weight: NDArray[np.float64]
    """``(edges,)``: probability."""

    def without_masks(self) -> "Layer":
        """Return the layer without masks, and without mats if they are many: for layers that policies have seen."""
        rows = self.rows if len(self.rows) <= POSITIONS else self.rows[:0]
        return self._replace(rows=rows, masks=self.masks[:0])


def new_step_buffers(charts: LoadedCharts) -> StepBuffers:
    """Return the state of a step under these charts."""
    stages = records.rows(1, StepState)
    stages["charts"] = charts.record
    return StepBuffers(stages, rows_as(stages["mat"], MatBytes))


def new_store(positions: int, edges: int) -> Store:
    """Return an empty store of this capacity."""
    return Store(
        np.zeros((positions, ROW), np.int8),
        np.zeros((positions, POSITION_WORDS), np.int64),
        np.full(positions, -1, np.int64),
        np.zeros(2 * positions, np.int32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float64),
        np.zeros(3, np.int64),
    )


def grown(store: Store) -> Store:
    """Return a copy of a store with more capacity where it is needed."""
    positions, edges = store.counts[:2].tolist()
    room = len(store.seen) * (4 if positions * 2 > len(store.seen) else 1)
    wider = new_store(room, len(store.target) * (4 if edges * 2 > len(store.target) else 1))
    for name, count in (
        ("rows", positions),
        ("keys", positions),
        ("seen", positions),
        ("target", edges),
        ("weight", edges),
    ):
        getattr(wider, name)[:count] = getattr(store, name)[:count]
    wider.counts[:] = store.counts
    fill_table(wider, positions)
    return wider


def play_steps(situation: Situation, buffers: StepBuffers, rows: NDArray[np.int8], steps: Steps) -> Store:
    """Play all steps from the positions in ``rows``, write their ``ends``, and return their outcomes.

    Raises:
        SituationError: the situation cannot be enumerated, or is too large.
    """
    store = new_store(POSITIONS, EDGES)
    step = expand(buffers, store, rows, steps, 0)
    while step != ALL_DONE:
        if step == BROKEN:
            raise SituationError(f"situation {situation.name}: cannot be enumerated, a roll is not understood")
        if store.counts[0] > MOST_POSITIONS:
            raise SituationError(
                f"situation {situation.name}: too large, over {MOST_POSITIONS:,} positions in one layer"
            )
        store = grown(store)
        step = expand(buffers, store, rows, steps, step)
    return store


def first_rows(situation: Situation, charts: LoadedCharts) -> NDArray[np.int8]:
    """Return the first position of a situation, ``(1, ROW)``."""
    engine, _ = begin(situation, charts)
    octets: NDArray[np.int8] = engine.wars.octets["octets"][:, :ROW]
    return np.ascontiguousarray(octets)


def decisions_in(rows: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the open decision of each row."""
    return rows[:, offset(Mat.dtype, "cursor") + offset(Cursor.dtype, "decision")].copy()


def layers(situation: Situation, charts: LoadedCharts) -> Iterator[tuple[Layer, int]]:
    """Yield the layers of the tree from the first on, each with the number of steps played for it."""
    buffers = new_step_buffers(charts)
    rows = first_rows(situation, charts)
    keys = np.zeros((1, POSITION_WORDS), np.int64)
    buffers.octets["octets"][0, :ROW] = rows[0]
    write_keys(buffers.stages["mat"], buffers.stages["charts"], keys)
    while len(rows):
        masks = np.zeros((len(rows), ACTIONS + 1), np.int8)
        scores = np.zeros(len(rows), np.int16)
        write_legal(buffers, rows, masks, scores)
        position, action = (np.ascontiguousarray(column) for column in np.nonzero(masks))
        steps = Steps(position, action, np.zeros(len(position), np.int64))
        store = play_steps(situation, buffers, rows, steps)
        positions, edges, played = store.counts.tolist()
        yield (
            Layer(
                rows, keys, np.ascontiguousarray(masks[:, :ACTIONS]), decisions_in(rows), scores, position, action,
                steps.ends, store.target[:edges].copy(), store.weight[:edges].copy(),
            ),
            played,
        )  # fmt: skip
        rows, keys = store.rows[:positions].copy(), store.keys[:positions].copy()
