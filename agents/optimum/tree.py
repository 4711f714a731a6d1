"""The tree of a situation: every position that can come up, layer by layer, with every action and its consequences."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.optimum.enumeration.expand import ALL_DONE, BROKEN, Store, expand, fill_table, write_legal
from agents.optimum.enumeration.position import WORDS, write_keys
from agents.optimum.enumeration.step import ROW, StepBuffers, StepState
from agents.optimum.situations import Situation, SituationError, begin
from stuka_env import records
from stuka_env.charts import LoadedCharts
from stuka_env.codes import ACTIONS
from stuka_env.observation.layout import offset
from stuka_env.observation.writing import MatBytes, rows_as
from stuka_env.rules.mat import Cursor, Mat

POSITIONS, EDGES = 1 << 12, 1 << 14
"""Room to begin with."""
MOST_POSITIONS = 1_000_000
"""Positions of one layer beyond which a situation counts as too large."""


class Layer(NamedTuple):
    """Positions equally many steps from the beginning, and all that can be done in them."""

    rows: NDArray[np.int8]
    """``(N, ROW)``: a mat for each, without its log sheet; of several that are one, the first met.

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
        """The same without masks, and without mats where they take up much: for when everybody has been asked."""
        rows = self.rows if len(self.rows) <= POSITIONS else self.rows[:0]
        return self._replace(rows=rows, masks=self.masks[:0])


def new_step_buffers(charts: LoadedCharts) -> StepBuffers:
    """A stage under these charts."""
    stages = records.rows(1, StepState)
    stages["charts"] = charts.record
    return StepBuffers(stages, rows_as(stages["mat"], MatBytes))


def new_store(positions: int, edges: int) -> Store:
    """An empty store with this much room."""
    return Store(
        np.zeros((positions, ROW), np.int8),
        np.zeros((positions, WORDS), np.int64),
        np.full(positions, -1, np.int64),
        np.zeros(2 * positions, np.int32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float64),
        np.zeros(3, np.int64),
    )


def grown(store: Store) -> Store:
    """The same with more room where it is needed."""
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


def step_all(
    situation: Situation,
    buffers: StepBuffers,
    rows: NDArray[np.int8],
    position: NDArray[np.int64],
    action: NDArray[np.int64],
) -> tuple[Store, NDArray[np.int64]]:
    """Play every pair of position and action: where that leads, and where each pair's edges end."""
    store = new_store(POSITIONS, EDGES)
    ends = np.zeros(len(position), np.int64)
    pair = expand(buffers, store, rows, position, action, 0, ends)
    while pair != ALL_DONE:
        if pair == BROKEN:
            raise SituationError(f"situation {situation.name}: cannot be enumerated, a roll is not understood")
        if store.counts[0] > MOST_POSITIONS:
            raise SituationError(
                f"situation {situation.name}: too large, over {MOST_POSITIONS:,} positions in one layer"
            )
        store = grown(store)
        pair = expand(buffers, store, rows, position, action, pair, ends)
    return store, ends


def first_rows(situation: Situation, charts: LoadedCharts) -> NDArray[np.int8]:
    """The position where the situation begins."""
    engine, _ = begin(situation, charts)
    octets: NDArray[np.int8] = engine.wars.octets["octets"][:, :ROW]
    return np.ascontiguousarray(octets)


def decisions_in(rows: NDArray[np.int8]) -> NDArray[np.int8]:
    """The decision that is open in each row."""
    return rows[:, offset(Mat.dtype, "cursor") + offset(Cursor.dtype, "decision")].copy()


def layers(situation: Situation, charts: LoadedCharts) -> Iterator[tuple[Layer, int]]:
    """The layers of the tree from the first on, each with the steps that were played for it."""
    buffers = new_step_buffers(charts)
    rows = first_rows(situation, charts)
    keys = np.zeros((1, WORDS), np.int64)
    buffers.octets["octets"][0, :ROW] = rows[0]
    write_keys(buffers.stages["mat"], buffers.stages["charts"], keys)
    while len(rows):
        masks = np.zeros((len(rows), ACTIONS + 1), np.int8)
        scores = np.zeros(len(rows), np.int16)
        write_legal(buffers, rows, masks, scores)
        position, action = (np.ascontiguousarray(column) for column in np.nonzero(masks))
        store, ends = step_all(situation, buffers, rows, position, action)
        found, edges, played = store.counts.tolist()
        yield (
            Layer(
                rows, keys, np.ascontiguousarray(masks[:, :ACTIONS]), decisions_in(rows), scores, position, action,
                ends, store.target[:edges].copy(), store.weight[:edges].copy(),
            ),
            played,
        )  # fmt: skip
        rows, keys = store.rows[:found].copy(), store.keys[:found].copy()
