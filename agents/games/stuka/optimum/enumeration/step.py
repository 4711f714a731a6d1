"""One compiled step of play with chosen dice: the real rules on arrays of their own.

A step begins with an action, or with :data:`WAIT` where the previous step ended. It ends after the first part of the
sequence of play that rolls dice, or at the next decision.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.optimum.enumeration.chance import (
    RollPlan,
    add_outcome,
    entry_read,
    idle,
    lay_tape,
    normalise,
    open_roll,
    outcomes,
)
from agents.games.stuka.optimum.enumeration.position import POSITION_WORDS
from stuka_env.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import ACTIONS, CHARTS, NOBODY, Chart, Decision, Entry, Fault, Phase
from stuka_env.games.stuka.engine.steps import MaskRow
from stuka_env.games.stuka.observation.writing import MatBytes
from stuka_env.games.stuka.rules.asking import first_legal
from stuka_env.games.stuka.rules.cups import in_deck
from stuka_env.games.stuka.rules.decisions import apply_action, write_mask
from stuka_env.games.stuka.rules.events import removed_card
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.scoring import lost_aircraft
from stuka_env.games.stuka.rules.sequence import next_step
from stuka_env.games.stuka.rules.table import Dice, Journal, Mask, Table, Tape
from stuka_env.observation import offset
from stuka_env.records import Numbers, Record, Rows, int64, nested, record

ROW = offset(Mat.dtype, "log")
"""Bytes of a mat that a position needs: everything but the log sheet."""
WAIT = ACTIONS
"""Stands in place of an action where the dice decide."""


@record
class StepState(Record):
    """The mat on which one step is played, and the records beside it."""

    mat: Mat = nested(Mat)
    dice: Dice = nested(Dice)
    tape: Tape = nested(Tape)
    charts: Charts = nested(Charts)
    journal: Journal = nested(Journal)
    plan: RollPlan = nested(RollPlan)
    mask: MaskRow = nested(MaskRow)
    key: Numbers = int64(meaning="scratch: of the position on the mat", shape=(POSITION_WORDS,))


class StepBuffers(NamedTuple):
    """The state of a step, ``(1,)``, and its mat as bytes in the same memory.

    Entry points receive arrays and pass their records on, because a record is not reference-counted.
    """

    stages: Rows[StepState]
    octets: Rows[MatBytes]


# --- one step, with its rolls planned ---


@compiled
def has_rolled(table: Table) -> bool:
    """Whether a planned roll has been made, or one is missing."""
    if table.dice.fault != Fault.NONE:
        return True
    for chart in range(CHARTS):
        if table.tape.next[chart] > table.tape.start[chart]:
            return True
    return False


@compiled
def play_on(mat: Mat, table: Table, mask: Mask, action: int) -> None:
    """Play like :func:`stuka_env.games.stuka.rules.sequence.advance`, but only to the first step that rolls."""
    if action != WAIT:
        apply_action(mat, table, action)
    while mat.cursor.phase != Phase.OVER and not has_rolled(table):
        if mat.cursor.decision == Decision.NONE:
            next_step(mat, table)
        elif write_mask(mat, table, mask) > 1:
            return
        else:
            apply_action(mat, table, first_legal(mask))


@compiled
def set_position(octets: MatBytes, row: NDArray[np.int8]) -> None:
    """Lay out a position."""
    for index in range(len(row)):
        octets.octets[index] = row[index]


@compiled
def play_step(stage: StepState, octets: MatBytes, row: NDArray[np.int8], action: int) -> None:
    """Play one step from a position with the planned rolls; a fault of the dice names the roll that did not fit."""
    set_position(octets, row)
    table = Table(stage.dice, stage.tape, stage.charts, stage.journal)
    lay_tape(stage.tape, stage.plan)
    table.dice.taped = 1
    table.dice.strict = 1
    table.dice.fault = Fault.NONE
    table.journal.capacity = 1
    table.journal.cursor = 0
    play_on(stage.mat, table, stage.mask.legal[:], action)


# --- the branches of a roll ---


@compiled
def entry_of_roll(journal: Journal, plan: RollPlan) -> int:
    """Return the journal entry of the roll after those planned, or NOBODY.

    The dice of that roll were not planned, but its modifiers are right. Every roll except a draw from the cup has one
    entry, which is written before the next roll.
    """
    wanted = 0
    for number in range(plan.rolls):
        wanted += 0 if plan.chart[number] == Chart.CUP else 1
    for index in range(journal.cursor):
        if journal.entries[index].kind == Entry.ROLL:
            if wanted == 0:
                return index
            wanted -= 1
    return NOBODY


@compiled
def branch_on_cup(stage: StepState, octets: MatBytes, row: NDArray[np.int8], action: int) -> None:
    """Add the branches of a draw from the cup: the numbers that the rules accept."""
    plan = stage.plan
    newest = int(plan.rolls) - 1
    for slot in range(outcomes(Chart.CUP)):
        plan.outcome[newest][0] = slot
        play_step(stage, octets, row, action)
        plan.entry[slot] = 0 if stage.dice.fault == Fault.NOT_IN_CUP else 1
    for slot in range(outcomes(Chart.CUP)):
        if plan.entry[slot]:
            plan.outcome[newest][plan.branches[newest]] = slot
            plan.weight[newest][plan.branches[newest]] = 1.0
            plan.branches[newest] += 1


@compiled
def may_idle(stage: StepState, octets: MatBytes, row: NDArray[np.int8], chart: int, index: int) -> bool:
    """Whether the roll in this journal entry cannot touch the score: an aircraft was destroyed before it.

    The mat is put back to its state before the step.
    """
    set_position(octets, row)
    if not idle(chart):
        return False
    if chart > Chart.C7 or lost_aircraft(stage.mat) > 0:
        return True
    for entry in range(index):
        if stage.journal.entries[entry].kind == Entry.LOST:
            return True
    return False


@compiled
def branch(stage: StepState, octets: MatBytes, row: NDArray[np.int8], action: int) -> bool:
    """Add the branches of the roll that was missing; False if its modifiers are unknown."""
    plan = stage.plan
    chart = int(stage.dice.fault_chart)
    if chart == Chart.CUP:
        open_roll(plan, chart)
        branch_on_cup(stage, octets, row, action)
        normalise(plan)
        return True
    index = entry_of_roll(stage.journal, plan)
    if index < 0 or stage.journal.entries[index].chart != chart:
        return False
    drm, zone = int(stage.journal.entries[index].drm), int(stage.journal.entries[index].zone)
    idles = may_idle(stage, octets, row, chart, index)
    mat = stage.mat
    table = Table(stage.dice, stage.tape, stage.charts, stage.journal)
    open_roll(plan, chart)
    for outcome in range(outcomes(chart)):
        if chart != Chart.EVENT or in_deck(mat, table.charts, outcome, removed_card(mat, table.charts)):
            entry = 0 if idles else entry_read(mat, stage.charts, chart, outcome, drm, zone)
            add_outcome(plan, outcome, entry)
    normalise(plan)
    return True
