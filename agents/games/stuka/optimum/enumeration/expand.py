"""All outcomes of a step of play, compiled: each position once, with its probability.

Positions are merged by their key (:mod:`agents.games.stuka.optimum.enumeration.position`) after every step. This keeps
the tree small.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.optimum.enumeration.chance import next_branch, probability
from agents.games.stuka.optimum.enumeration.position import POSITION_WORDS, write_key
from agents.games.stuka.optimum.enumeration.step import (
    ROW,
    WAIT,
    StepBuffers,
    StepState,
    branch,
    play_step,
    set_position,
)
from stuka_env.compilation import compiled
from stuka_env.games.stuka.codes import ACTIONS, Decision, Fault
from stuka_env.games.stuka.observation.writing import MatBytes
from stuka_env.games.stuka.rules.decisions import write_mask
from stuka_env.games.stuka.rules.table import Table

ALL_DONE, STORE_FULL, BROKEN = -1, -2, -3
"""Results of :func:`expand`: all steps are played; the store is full; a roll is not understood."""

Bytes = Annotated[NDArray[np.int8], 2]
"""Mats without their log sheets, or masks: a row each."""


class Store(NamedTuple):
    """Positions, each once, and the edges to them."""

    rows: Bytes
    """``(capacity, ROW)``: a mat for each position, without its log sheet."""
    keys: Annotated[NDArray[np.int64], 2]
    """``(capacity, POSITION_WORDS)``."""
    seen: NDArray[np.int64]
    """``(capacity,)``: the newest edge to it."""
    places: NDArray[np.int32]
    """Open-addressed table of positions plus one; its length is a power of two, twice the capacity at least."""
    target: NDArray[np.int32]
    """``(edges,)``: position to which an edge leads."""
    weight: NDArray[np.float64]
    """``(edges,)``: its probability."""
    counts: NDArray[np.int64]
    """Positions, edges, and steps played."""


class Steps(NamedTuple):
    """Steps to be played, ``(P,)`` each."""

    positions: NDArray[np.int64]
    """Row of the position, ascending."""
    actions: NDArray[np.int64]
    """The action, or WAIT."""
    ends: NDArray[np.int64]
    """Written by :func:`expand`: the number of edges up to and with the step's own."""


@compiled
def find_place(store: Store, key: NDArray[np.int64]) -> int:
    """Return the place of a key in the table, or the place where it belongs."""
    total = np.uint64(14695981039346656037)
    for word in range(POSITION_WORDS):
        total = (total ^ np.uint64(key[word])) * np.uint64(1099511628211)
        total ^= total >> np.uint64(29)
    size = len(store.places)
    place = np.int64(total & np.uint64(size - 1))
    while store.places[place]:
        other = store.keys[store.places[place] - 1]
        same = True
        for word in range(POSITION_WORDS):
            same = same and other[word] == key[word]
        if same:
            return int(place)
        place = np.int64((place + 1) & (size - 1))
    return int(place)


@compiled
def fill_table(store: Store, positions: int) -> None:
    """Enter the positions into an empty table."""
    for position in range(positions):
        store.places[find_place(store, store.keys[position])] = position + 1


@compiled
def arrive(stage: StepState, octets: MatBytes, store: Store, weight: float, first_edge: int) -> bool:
    """Enter the position on the mat and an edge to it with this probability; False if the store is full."""
    key = stage.key[:]
    write_key(stage.mat, stage.charts, key)
    place = find_place(store, key)
    positions, edges = store.counts[0], store.counts[1]
    position = np.int64(store.places[place]) - 1
    if position >= 0 and store.seen[position] >= first_edge:
        store.weight[store.seen[position]] += weight
        return True
    if edges == len(store.target) or (position < 0 and positions == len(store.seen)):
        return False
    if position < 0:
        position = positions
        store.places[place] = position + 1
        store.keys[position] = key
        for index in range(ROW):
            store.rows[position, index] = octets.octets[index]
        store.counts[0] = positions + 1
    store.seen[position] = edges
    store.target[edges] = position
    store.weight[edges] = weight
    store.counts[1] = edges + 1
    return True


@compiled
def forget(store: Store, edges: int) -> None:
    """Remove the edges from ``edges`` on; their positions stay."""
    store.counts[1] = edges
    for position in range(store.counts[0]):
        if store.seen[position] >= edges:
            store.seen[position] = -1


@compiled
def expand_one(stage: StepState, octets: MatBytes, store: Store, row: NDArray[np.int8], action: int) -> int:
    """Play every outcome of one step and return ALL_DONE, STORE_FULL or BROKEN."""
    plan = stage.plan
    plan.rolls = 0
    first_edge = store.counts[1]
    while True:
        play_step(stage, octets, row, action)
        store.counts[2] += 1
        fault = stage.dice.fault
        if fault == Fault.UNPLANNED_ROLL:
            if plan.rolls == len(plan.chart) or not branch(stage, octets, row, action):
                return BROKEN
            continue
        if fault != Fault.NONE:
            return BROKEN
        if not arrive(stage, octets, store, probability(plan), first_edge):
            return STORE_FULL
        if not next_branch(plan):
            return ALL_DONE


@compiled
def expand(buffers: StepBuffers, store: Store, rows: Bytes, steps: Steps, first: int) -> int:
    """Play the steps from number ``first`` on and enter their outcomes into the store.

    Returns:
        ALL_DONE; BROKEN; or the number of the step at which the store was full. A larger store continues there.
    """
    stage, octets = buffers.stages[0], buffers.octets[0]
    for step in range(first, len(steps.positions)):
        edges = store.counts[1]
        outcome = expand_one(stage, octets, store, rows[steps.positions[step]], steps.actions[step])
        if outcome == BROKEN:
            return BROKEN
        if outcome == STORE_FULL:
            forget(store, edges)
            return step
        steps.ends[step] = store.counts[1]
    return ALL_DONE


@compiled
def write_legal(buffers: StepBuffers, rows: Bytes, masks: Bytes, scores: NDArray[np.int16]) -> None:
    """Write the possible actions of each position, ``(N, ACTIONS + 1)``; the last is :data:`WAIT`, for the dice.

    ``scores`` gets the final score where the mission is over and nothing can be done; -1 elsewhere.
    """
    stage, octets = buffers.stages[0], buffers.octets[0]
    mat, legal = stage.mat, stage.mask.legal[:]
    for position in range(len(rows)):
        set_position(octets, rows[position])
        table = Table(stage.dice, stage.tape, stage.charts, stage.journal)
        mask = masks[position]
        mask[:] = 0
        scores[position] = -1
        if mat.track.over:
            scores[position] = mat.track.result
        elif mat.cursor.decision == Decision.NONE or write_mask(mat, table, legal) == 1:
            mask[WAIT] = 1
        else:
            mask[:ACTIONS] = legal
