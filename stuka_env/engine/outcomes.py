"""The outcomes of an action: every mat that can follow, with its probability.

They are exact. :mod:`stuka_env.engine.enumeration` plays the rules with every number that can be rolled or drawn, step
by step, and merges equal mats after each step. :func:`outcomes` goes on to the next decision; an :class:`Enumeration`
gives the single steps, for solvers that look farther ahead.

What the player cannot know is open too: play goes on from all that it can be, and the mats that follow are as a player
sees them (:mod:`stuka_env.engine.hidden`).
"""

import functools
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.records import rows
from stuka_env.engine import enumeration, hidden
from stuka_env.engine.engine import Engine, fault_error
from stuka_env.engine.enumeration import (
    ALL_DONE,
    BROKEN,
    EDGES,
    FAULT_CHART,
    FAULT_MET,
    IMPOSSIBLE_NUMBER,
    LIMIT_REACHED,
    MATS_MET,
    MISSING_NUMBER,
    NO_FAULT,
    NO_WAY_ON,
    PLAY_ON,
    PLAYED,
    ROW_SHORT,
    STORE_FULL,
    TOO_LONG,
    Faces,
    Steps,
    Store,
    Workspace,
)
from stuka_env.engine.frame import RollsWithoutEnd
from stuka_env.game import Game, game_named

DEFAULT_LIMIT = 100_000
"""Ways of play that :func:`outcomes` follows at most."""
NEGLIGIBLE = 1e-15
"""Probability below which a mat on the way is left out, as after many rolls that are repeated."""
FIRST_CAPACITY = 1 << 10
"""Mats and edges of the first store; a store that is full is made larger by ``GROWTH``."""
GROWTH = 8
MORE_WORDS = 8
"""Words by which rows grow for a mat that does not fit, as after a line of the log sheet."""
WORD_BYTES = 8

StoredRows = NDArray[np.uint64]


class OutcomesError(ValueError):
    """Outcomes that cannot be listed: there are too many."""


class Outcomes(NamedTuple):
    """Everything that can follow from an action, the most probable first."""

    probabilities: NDArray[np.float64]
    """``(K,)``; they add up to 1."""
    mats: Any
    """``(K,)``: the mats at the next decision or at the end of the episode, each once; read-only."""


class Spread(NamedTuple):
    """Everything that can follow from some steps of play."""

    rows: StoredRows
    """``(K, W)``: the mats that follow, each once."""
    settled: NDArray[np.bool_]
    """``(K,)``: whether a decision with a choice is open, or the war is over. Otherwise play goes on."""
    source: NDArray[np.int32]
    """``(E,)``: the step that an edge comes from, ascending."""
    target: NDArray[np.int32]
    """``(E,)``: the mat that it leads to."""
    weight: NDArray[np.float64]
    """``(E,)``: its probability; those of a step add up to 1."""


class Judged(NamedTuple):
    """Mats as a solver sees them."""

    masks: NDArray[np.int8]
    """``(N, ACTIONS)``: the legal actions; all 0 where play goes on, and where the war is over."""
    lines: NDArray[np.int64]
    """``(N,)``: lines of the log sheet that have ended."""


@functools.cache
def _compiled(game: str) -> dict[str, Any]:
    """Return the compiled functions of a game."""
    copies: dict[str, Any] = game_named(game).engine.kernels.copies(enumeration.__name__)
    return copies


def faces_of(game: Game) -> Faces:
    """Return the numbers that the dice, cards and draws of a game can show, and its faults."""
    parts, kinds = game.engine, {"strict_dice": MISSING_NUMBER, "dice": IMPOSSIBLE_NUMBER}
    largest = [max(parts.tape.sides.get(chart, (0,))) for chart in parts.tape.charts]
    faults = [kinds.get(fault.word.partition(":")[0], NO_WAY_ON) if fault else NO_FAULT for fault in parts.faults]
    return Faces(np.array(largest, np.int64), np.array(faults, np.int64))


class Enumeration:
    """Play of every possibility from the war of an engine of one war, which itself does not change.

    Attributes:
        played: ways of play that were followed so far.
    """

    def __init__(self, engine: Engine) -> None:
        self.game = engine.game
        self._engine = engine.copy()
        wars = self._engine.wars
        wars.dice["taped"] = wars.dice["strict"] = 1
        wars.journals["capacity"] = 0
        self._mats = np.asarray(wars.mats)
        self._octets = _octets_of(self._mats)
        self._compiled, self._faces = _compiled(self.game.name), faces_of(self.game)
        self.played = 0

    def possible(self, limit: int) -> StoredRows:
        """Return all that the war can be as far as its player knows, equally likely, as rows ``(K, W)``.

        Raises:
            OutcomesError: there are more than ``limit`` possibilities.
        """
        charts = self._engine.charts_in_force()
        count = hidden.count(self.game, self._mats, charts)
        if count > max(1, limit):
            raise OutcomesError(
                f"outcomes: more than {limit:,} ways of play: what is hidden has {count:,} arrangements"
            )
        return _as_rows(_octets_of(hidden.arrangements(self.game, self._mats, charts)))

    def as_seen(self, stored: StoredRows) -> StoredRows:
        """Return mats as players see them, as rows of a store."""
        return stored if self.game.engine.hidden is None else _as_rows(_octets_of(self._engine.seen(self.mats(stored))))

    def mats(self, stored: StoredRows) -> Any:
        """Return the mats of rows of a store, ``(N,)``."""
        octets = np.zeros((len(stored), self._octets.shape[1]), np.uint8)
        known = stored.view(np.uint8)[:, : octets.shape[1]]
        octets[:, : known.shape[1]] = known
        return octets.view(self._mats.dtype).reshape(len(stored))

    def _workspace(self, width: int) -> Workspace:
        row = np.zeros(width, np.uint64)
        return Workspace(self._octets, row, row.view(np.uint8))

    def expand(self, stored: StoredRows, actions: NDArray[np.int64], limit: int) -> Spread:
        """Play one step from each mat: its action or PLAY_ON, up to and with the first step that rolls.

        Args:
            stored: the mats, as rows of a store.
            actions: the action in each, ``(N,)``.
            limit: ways of play that this enumeration follows at most, those of earlier calls included.

        Raises:
            OutcomesError: more than ``limit`` ways of play, or too many rolls in one step.
            StateError: play cannot go on from a mat.
        """
        expand, capacity, result = self._compiled["expand"], FIRST_CAPACITY, STORE_FULL
        while result in (STORE_FULL, ROW_SHORT):
            store = _new_store(capacity, stored.shape[1])
            steps = Steps(np.ascontiguousarray(stored), actions)
            space = self._workspace(stored.shape[1])
            try:
                result = expand(self._engine.wars, space, self._faces, steps, store, limit - self.played)
            except RollsWithoutEnd:
                result = TOO_LONG
            if result == ROW_SHORT:
                stored = np.pad(stored, ((0, 0), (0, MORE_WORDS)))
            elif result == STORE_FULL:
                capacity *= GROWTH
        counts: list[int] = store.counts.tolist()
        self.played += counts[PLAYED]
        if result == BROKEN:
            parts = self.game.engine
            raise fault_error(parts.faults(counts[FAULT_MET]), parts.tape.charts(counts[FAULT_CHART]).name)
        if result != ALL_DONE:
            cause = f"more than {limit:,} ways of play" if result == LIMIT_REACHED else "too many rolls in one step"
            raise OutcomesError(f"outcomes: {cause}, with {counts[MATS_MET]:,} mats so far in this step")
        mats, edges = slice(counts[MATS_MET]), slice(counts[EDGES])
        settled = store.settled[mats] > 0
        return Spread(store.rows[mats], settled, store.source[edges], store.target[edges], store.weight[edges])

    def judge(self, stored: StoredRows, settled: NDArray[np.bool_]) -> Judged:
        """Return the legal actions of mats, and the lines of their log sheets."""
        masks, lines = rows(len(stored), self.game.engine.arrays.stored["masks"]), np.zeros(len(stored), np.int64)
        space, own = self._workspace(stored.shape[1]), np.ascontiguousarray(stored)
        self._compiled["judge"](self._engine.wars, space, own, settled.astype(np.int8), masks, lines)
        return Judged(np.asarray(masks)["legal"], lines)

    def earned(self, stored: StoredRows) -> NDArray[np.float64]:
        """Return the points of the final score that each mat has earned, ``(N,)``."""
        if not len(stored):
            return np.zeros(0)
        mats = self.mats(stored)
        standings = self.game.flights.standings(SimpleNamespace(mats=mats))
        _, firsts, places = np.unique(_as_bytes(standings), return_index=True, return_inverse=True)
        return np.array([self._earned_on(mat) for mat in mats[firsts]])[places.ravel()]

    def _earned_on(self, mat: Any) -> float:
        self._mats[0] = mat
        self.game.engine.kernels.recompute(self._engine.wars)
        return self.game.replays.earned(self._engine)


def _octets_of(mats: Any) -> NDArray[np.uint8]:
    """Return the memory of mats, ``(N, bytes)``."""
    octets: NDArray[np.uint8] = np.ascontiguousarray(mats).view(np.uint8).reshape(len(mats), mats.dtype.itemsize)
    return octets


def _as_rows(octets: NDArray[np.uint8]) -> StoredRows:
    """Return mats as rows of a store, without the zeros at the end of all."""
    used = 1 + int(np.flatnonzero(octets.any(axis=0)).max(initial=0))
    stored = np.zeros((len(octets), -(-used // WORD_BYTES)), np.uint64)
    stored.view(np.uint8)[:, :used] = octets[:, :used]
    return stored


def _as_bytes(array: Any) -> NDArray[Any]:
    """Return rows as byte strings, which can be compared."""
    packed = np.ascontiguousarray(array)
    return packed.view(f"V{packed.nbytes // len(packed)}").ravel()


def _new_store(capacity: int, width: int) -> Store:
    return Store(
        np.empty((capacity, width), np.uint64),
        np.empty(capacity, np.int8),
        np.zeros(2 * capacity, np.int32),
        np.empty(capacity, np.int64),
        np.empty(capacity, np.int32),
        np.empty(capacity, np.int32),
        np.empty(capacity, np.float64),
        np.zeros(6, np.int64),
    )


def merged(stored: list[StoredRows], weights: list[NDArray[np.float64]]) -> tuple[StoredRows, NDArray[np.float64]]:
    """Return rows of several stores, each once, with the sums of their weights."""
    width = max(part.shape[1] for part in stored)
    every = np.concatenate([np.pad(part, ((0, 0), (0, width - part.shape[1]))) for part in stored])
    _, firsts, places = np.unique(_as_bytes(every), return_index=True, return_inverse=True)
    sums: NDArray[np.float64] = np.bincount(places.ravel(), np.concatenate(weights)).astype(np.float64)
    return every[firsts], sums


def outcomes(engine: Engine, action: int, limit: int = DEFAULT_LIMIT) -> Outcomes:
    """Return everything that can follow from a legal action of the engine's only war.

    Raises:
        OutcomesError: there are too many possibilities.
    """
    war = Enumeration(engine)
    stored = war.possible(limit)
    weights, actions = np.full(len(stored), 1 / len(stored)), np.full(len(stored), action)
    ends: list[StoredRows] = []
    end_weights: list[NDArray[np.float64]] = []
    while len(stored):
        spread = war.expand(stored, actions, limit)
        passed = np.zeros(len(spread.rows))
        np.add.at(passed, spread.target, spread.weight * weights[spread.source])
        ends.append(war.as_seen(spread.rows[spread.settled]))
        end_weights.append(passed[spread.settled])
        goes_on = ~spread.settled & (passed > NEGLIGIBLE)
        stored, weights = spread.rows[goes_on], passed[goes_on]
        actions = np.full(len(stored), PLAY_ON)
    rest, sums = merged(ends, end_weights)
    order = np.argsort(-sums, kind="stable")
    mats = war.mats(rest[order])
    mats.flags.writeable = False
    return Outcomes(sums[order], mats)
