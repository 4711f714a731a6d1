"""The compiled enumeration of everything that can follow from an action, for :mod:`stuka_env.engine.outcomes`.

The rules are not repeated here. They are played with a strict tape of planned numbers. Where the tape ends, the dice
report the chart of the missing number, and every number that this die, card or draw can show is tried. All of them are
equally likely. Play stops after the step of the rules in which something was rolled, so that equal mats are merged
before the next roll. This keeps the enumeration small.

These functions are written once and compiled for each game, as those of :mod:`stuka_env.engine.kernels`.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.records import Rows
from stuka_env.engine.game_parts import (
    OVER,
    MaskRow,
    Table,
    WarRow,
    Wars,
    apply_action,
    lines_so_far,
    take_step,
    write_mask,
)
from stuka_env.engine.kernels import for_each_game, war_row

PLAY_ON = -1
"""Value in place of an action: no decision is open, and the rules play on."""
MOST_NUMBERS = 40
"""Largest number of planned numbers in one step of the rules."""
ALL_DONE, STORE_FULL, ROW_SHORT, LIMIT_REACHED, TOO_LONG, BROKEN = range(6)
"""Results of :func:`expand`.

Everything was played; the store is full; a mat needs longer rows; the limit was reached; a step of the rules rolls too
often; play cannot go on.
"""
EDGES, MATS_MET, PLAYED, FAULT_MET, FAULT_CHART, FIRST = range(6)
"""Places of the counts of a :class:`Store`: its edges and mats, the plays so far, the fault, the first step's edge."""


class Workspace(NamedTuple):
    """One war to play with, as memory."""

    octets: Annotated[NDArray[np.uint8], 2]
    """``(1, bytes)``: its mat."""
    row: NDArray[np.uint64]
    """``(W,)``: the same as a row of a store. All bytes of the mat behind it are zero."""
    row_octets: NDArray[np.uint8]
    """The memory of ``row``."""


class Steps(NamedTuple):
    """Steps to be played, ``(S,)`` each."""

    rows: Annotated[NDArray[np.uint64], 2]
    """The mats, as rows of a store."""
    actions: NDArray[np.int64]
    """The action in each, or PLAY_ON."""


class Store(NamedTuple):
    """Mats that follow, each once, and the edges to them."""

    rows: Annotated[NDArray[np.uint64], 2]
    """``(capacity, W)``: the bytes of a mat, without zeros at its end."""
    settled: NDArray[np.int8]
    """``(capacity,)``: 1 if a decision with a choice is open, or the war is over."""
    places: NDArray[np.int32]
    """Open-addressed table of mats plus one; its length is a power of two."""
    newest: NDArray[np.int64]
    """``(capacity,)``: the newest edge to it."""
    source: NDArray[np.int32]
    """``(capacity,)``: the step that an edge comes from."""
    target: NDArray[np.int32]
    """``(capacity,)``: the mat that it leads to."""
    weight: NDArray[np.float64]
    """``(capacity,)``: its probability."""
    counts: NDArray[np.int64]


NO_FAULT, MISSING_NUMBER, IMPOSSIBLE_NUMBER, NO_WAY_ON = range(4)
"""Kinds of faults: none; the tape has no number; it has one that cannot come now; play cannot go on."""


class Faces(NamedTuple):
    """The numbers that can be rolled and drawn, and the faults of a game."""

    largest: NDArray[np.int64]
    """Largest number, by chart."""
    faults: NDArray[np.int64]
    """Kind of each fault, such as MISSING_NUMBER."""


class Numbers(NamedTuple):
    """The planned numbers of a step of the rules, ``(MOST_NUMBERS,)`` each, in the order of play."""

    charts: NDArray[np.int64]
    shown: NDArray[np.int64]
    """The number that is tried."""
    possible: NDArray[np.int64]
    """The numbers so far that can come."""
    first: NDArray[np.int64]
    """The first edge of these."""


@for_each_game
def lay_tape(table: Table, numbers: Numbers, planned: int) -> None:
    """Put the planned numbers on an otherwise empty tape."""
    tape = table.tape
    charts = len(tape.start)
    share = len(tape.values) // charts
    for chart in range(charts):
        tape.start[chart] = chart * share
        tape.next[chart] = chart * share
        tape.stop[chart] = chart * share
    for place in range(planned):
        chart = numbers.charts[place]
        tape.values[tape.stop[chart]] = numbers.shown[place]
        tape.stop[chart] += 1


@for_each_game
def has_rolled(table: Table) -> bool:
    """Whether a number of the tape was used, or was missing."""
    used = 0
    for chart in range(len(table.tape.start)):
        used += table.tape.next[chart] - table.tape.start[chart]
    return used > 0 or table.dice.fault != 0


@for_each_game
def lay_mat(space: Workspace, rows: Annotated[NDArray[np.uint64], 2], place: int) -> None:
    """Lay out a mat of a store."""
    for index in range(len(space.row)):
        space.row[index] = rows[place, index]
    size = space.octets.shape[1]
    known = min(size, len(space.row_octets))
    for index in range(known):
        space.octets[0, index] = space.row_octets[index]
    for index in range(known, size):
        space.octets[0, index] = 0


@for_each_game
def read_mat(space: Workspace) -> bool:
    """Write the mat as a row; False if it is too long for one."""
    size = space.octets.shape[1]
    known = min(size, len(space.row_octets))
    for index in range(known):
        space.row_octets[index] = space.octets[0, index]
    rest = np.uint8(0)
    for index in range(known, size):
        rest |= space.octets[0, index]
    return rest == 0


@for_each_game
def play_step(war: WarRow, space: Workspace, steps: Steps, step: int, numbers: Numbers, planned: int) -> bool:
    """Play one step with the planned numbers, up to the first roll or the end of a line of the log sheet.

    Return whether play has come to rest before that.
    """
    lay_mat(space, steps.rows, step)
    lay_tape(war.table, numbers, planned)
    war.table.dice.fault = 0
    war.table.dice.rolls = 0
    lines = lines_so_far(war.mat)
    if steps.actions[step] != PLAY_ON:
        apply_action(war.mat, war.table, steps.actions[step])
    while not has_rolled(war.table) and lines_so_far(war.mat) == lines:
        if not take_step(war.mat, war.table, war.mask.legal[:]):
            return True
    return False


@for_each_game
def find_place(store: Store, row: NDArray[np.uint64], settled: int) -> int:
    """Return the place of a mat in the table, or the place where it belongs."""
    total = np.uint64(14695981039346656037) + np.uint64(settled)
    for index in range(len(row)):
        total = (total ^ row[index]) * np.uint64(1099511628211)
        total ^= total >> np.uint64(29)
    mask = np.uint64(len(store.places) - 1)
    place = np.int64(total & mask)
    while store.places[place]:
        other = store.places[place] - 1
        same = store.settled[other] == settled
        for index in range(len(row)):
            same = same and store.rows[other, index] == row[index]
        if same:
            return int(place)
        place = np.int64(np.uint64(place + 1) & mask)
    return int(place)


@for_each_game
def arrive(space: Workspace, store: Store, step: int, settled: int) -> int:
    """Enter the mat and an edge to it, whose weight is 1 so far; return ALL_DONE, STORE_FULL or ROW_SHORT."""
    counts = store.counts
    if not read_mat(space):
        return ROW_SHORT
    place = find_place(store, space.row, settled)
    if counts[EDGES] == len(store.target) or (not store.places[place] and counts[MATS_MET] == len(store.newest)):
        return STORE_FULL
    if not store.places[place]:
        mat = counts[MATS_MET]
        for index in range(len(space.row)):
            store.rows[mat, index] = space.row[index]
        store.settled[mat] = settled
        store.newest[mat] = -1
        counts[MATS_MET] = mat + 1
        store.places[place] = mat + 1
    edge = counts[EDGES]
    store.source[edge] = step
    store.target[edge] = store.places[place] - 1
    store.weight[edge] = 1.0
    counts[EDGES] = edge + 1
    return ALL_DONE


@for_each_game
def merge_edges(store: Store) -> None:
    """Merge the edges of one step that lead to the same mat."""
    first = store.counts[FIRST]
    kept = first
    for edge in range(first, store.counts[EDGES]):
        target = store.target[edge]
        if store.newest[target] >= first:
            store.weight[store.newest[target]] += store.weight[edge]
        else:
            store.source[kept] = store.source[edge]
            store.target[kept] = target
            store.weight[kept] = store.weight[edge]
            store.newest[target] = kept
            kept += 1
    store.counts[EDGES] = kept


@for_each_game
def next_number(store: Store, faces: Faces, numbers: Numbers, planned: int, is_possible: bool) -> int:
    """Go on to the next number to be tried after that of the last place; return how many numbers are planned then.

    Where all numbers of a place were tried, the weights of its edges become probabilities.
    """
    while planned > 0:
        place = planned - 1
        numbers.possible[place] += int(is_possible)
        if numbers.shown[place] < faces.largest[numbers.charts[place]]:
            numbers.shown[place] += 1
            return planned
        for edge in range(numbers.first[place], store.counts[EDGES]):
            store.weight[edge] /= numbers.possible[place]
        planned = place
        is_possible = numbers.possible[place] > 0
    return 0


@for_each_game
def expand_step(
    war: WarRow, space: Workspace, faces: Faces, steps: Steps, step: int, numbers: Numbers, store: Store, limit: int
) -> int:
    """Play a step with all numbers, and enter what follows; return a result of :func:`expand`."""
    store.counts[FIRST] = store.counts[EDGES]
    planned = 0
    dice = war.table.dice
    while True:
        settled = play_step(war, space, steps, step, numbers, planned)
        store.counts[PLAYED] += 1
        if store.counts[PLAYED] > limit:
            return LIMIT_REACHED
        kind = faces.faults[dice.fault]
        if kind == MISSING_NUMBER:
            if planned == MOST_NUMBERS:
                return TOO_LONG
            numbers.charts[planned] = dice.fault_chart
            numbers.shown[planned] = 1
            numbers.possible[planned] = 0
            numbers.first[planned] = store.counts[EDGES]
            planned += 1
            continue
        if kind == NO_WAY_ON:
            store.counts[FAULT_MET], store.counts[FAULT_CHART] = dice.fault, dice.fault_chart
            return BROKEN
        if kind == NO_FAULT:
            result = arrive(space, store, step, int(settled))
            if result != ALL_DONE:
                return result
        planned = next_number(store, faces, numbers, planned, kind == NO_FAULT)
        if planned == 0:
            merge_edges(store)
            return ALL_DONE


@for_each_game
def expand(wars: Wars, space: Workspace, faces: Faces, steps: Steps, store: Store, limit: int) -> int:
    """Play all steps, each with every number that can be rolled, and enter everything that follows into the store."""
    numbers = Numbers(
        np.zeros(MOST_NUMBERS, np.int64),
        np.zeros(MOST_NUMBERS, np.int64),
        np.zeros(MOST_NUMBERS, np.int64),
        np.zeros(MOST_NUMBERS, np.int64),
    )
    war = war_row(wars, 0, 0)
    for step in range(len(steps.actions)):
        result = expand_step(war, space, faces, steps, step, numbers, store, limit)
        if result != ALL_DONE:
            return result
    return ALL_DONE


@for_each_game
def judge(
    wars: Wars,
    space: Workspace,
    rows: Annotated[NDArray[np.uint64], 2],
    settled: NDArray[np.int8],
    masks: Rows[MaskRow],
    lines: NDArray[np.int64],
) -> None:
    """Write the legal actions of each settled mat, zeros if the war is over, and the lines of each log sheet."""
    war = war_row(wars, 0, 0)
    for place in range(len(rows)):
        lay_mat(space, rows, place)
        lines[place] = lines_so_far(war.mat)
        if settled[place] and war.mat.cursor.decision != OVER:
            write_mask(war.mat, war.table, masks[place].legal[:])
