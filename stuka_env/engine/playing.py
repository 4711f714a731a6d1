"""The sequence of play, written once: the mask, steps and decisions by their codes, and the steps of a war.

A game declares which function takes each step of the sequence of play, or the decision that the step opens::

    STEPS = {Phase.MUSTER: Decision.MUSTER, Phase.LANDING: land}

The functions of a decision are found by its name: ``allow_muster`` allows its actions, ``decide_muster`` carries one
out. Without the first one, all actions that answer the decision are allowed. The mapping ``DECISIONS`` of the game has
those with other names. The functions here are compiled for each game, as those of :mod:`stuka_env.engine.frame` are;
the rules of a game import them from here.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.philox import philox
from stuka_env.engine.frame import find_fault, note

if TYPE_CHECKING:
    Mat: TypeAlias = Any
    Table: TypeAlias = Any
    Charts: TypeAlias = Any
    Plan: TypeAlias = Any
    Ledger: TypeAlias = Any
    LogLine: TypeAlias = Any

ACTIONS = 0
"""Number of actions."""
VERBS: Any = np.zeros(0, np.int64)
"""The first action of the verb of each action."""
ANSWERS: Any = np.zeros((0, 0), np.int8)
"""Actions that answer a decision: 1 or 0 by decision and action."""
ENDLESS = 0
"""Code of the fault of play without end."""
PLAY_IS_OVER = OVER = NOTHING_OPEN = 0
"""Phase of the end, its decision, and the decision of a mat on which none is open."""
CHOICE = 0
"""Code of the entry of a choice."""
PLAN = ""
"""Name of the block of the mat that is the plan of the war."""
NO_LINE: Any = None
"""A line of the log sheet that is not used, ``(1,)``."""
LONGEST_ADVANCE = 1 << 13
"""Steps and forced decisions between two choices of the player; play has far fewer."""

MOST_TRIES = 1_000
"""Arrangements of what is hidden that are tried, until one fits what the player sees."""
TRY_LOW, TRY_HIGH = 0x48696464, 0x656E2121
"""Words of the hash that draws an arrangement, so that it differs from the dice."""

# --- what a game can say itself ---


def subject_asked(mat: Mat) -> int:
    """Return the subject of the open decision, for the functions of decisions that name it."""
    return 0


def close_decision(mat: Mat) -> None:
    """Close the open decision."""
    mat.cursor.decision = NOTHING_OPEN


# --- the mask ---


def forbid_all(mask: NDArray[np.int8]) -> None:
    """Forbid all actions."""
    for action in range(ACTIONS):
        mask[action] = 0


def allow_all(mask: NDArray[np.int8]) -> None:
    """Allow all actions, where no decision is open."""
    for action in range(ACTIONS):
        mask[action] = 1


def count_legal(mask: NDArray[np.int8]) -> int:
    """Return the number of legal actions; the sum in bytes takes 32 of them at once."""
    legal = np.uint8(0)
    for action in range(ACTIONS):
        legal = np.uint8(legal + np.uint8(mask[action]))
    return int(legal)


def first_legal(mask: NDArray[np.int8]) -> int:
    """Return the lowest legal action, or the last of all if none is."""
    action = 0
    while action < ACTIONS - 1 and not mask[action]:
        action += 1
    return action


def allow_answers(code: int, mask: NDArray[np.int8]) -> None:
    """Allow all actions that answer a decision."""
    for action in range(ACTIONS):
        mask[action] = ANSWERS[code, action]


# --- steps and decisions by their codes ---


def step_by_code(code: int, mat: Mat, table: Table) -> None:
    """Take the step of a phase."""
    raise NotImplementedError


def allow_by_code(code: int, mat: Mat, table: Table, mask: NDArray[np.int8], subject: int) -> None:
    """Allow the actions of a decision."""
    raise NotImplementedError


def decide_by_code(code: int, mat: Mat, table: Table, action: int, verb: int, argument: int, subject: int) -> None:
    """Carry out an action of a decision: a verb, with a number that counts from the verb's first action."""
    raise NotImplementedError


# --- playing on ---


def next_step(mat: Mat, table: Table) -> None:
    """Take the next step of the sequence of play; it may open a decision."""
    step_by_code(int(mat.cursor.phase), mat, table)


def write_mask(mat: Mat, table: Table, mask: NDArray[np.int8]) -> int:
    """Write the legal actions of the open decision, and return their number."""
    forbid_all(mask)
    allow_by_code(int(mat.cursor.decision), mat, table, mask, subject_asked(mat))
    return count_legal(mask)


def apply_action(mat: Mat, table: Table, action: int) -> None:
    """Note a choice, close its decision, and carry the action out."""
    decision, subject, verb = int(mat.cursor.decision), subject_asked(mat), int(VERBS[action])
    note(mat, table, CHOICE, decision, action)
    close_decision(mat)
    decide_by_code(decision, mat, table, action, verb, action - verb, subject)


def is_finished(mat: Mat) -> bool:
    """Whether the war has ended, by its phase."""
    return bool(mat.cursor.phase == PLAY_IS_OVER)


def take_step(mat: Mat, table: Table, mask: NDArray[np.int8]) -> bool:
    """Take a step, or a decision with one legal action, and return True; return False if there is none to take.

    Then a decision with a choice is open, its legal actions in ``mask``; or the war is over, and the mask is all ones;
    or no action is legal, which is a fault.
    """
    table.dice.rolls = 0
    if is_finished(mat):
        mat.cursor.decision = OVER
        allow_all(mask)
        return False
    if mat.cursor.decision == NOTHING_OPEN:
        next_step(mat, table)
        return True
    if write_mask(mat, table, mask) > 1:
        return False
    action = first_legal(mask)
    if not mask[action]:
        find_fault(table.dice, ENDLESS, 0)
        return False
    apply_action(mat, table, action)
    return True


def advance(mat: Mat, table: Table, mask: NDArray[np.int8]) -> None:
    """Play on until a decision with a choice is open, its legal actions in ``mask``; or until the war is over.

    It is a fault if play does not come that far.
    """
    for _ in range(LONGEST_ADVANCE):
        if not take_step(mat, table, mask):
            return
    find_fault(table.dice, ENDLESS, 0)


# --- the steps of a war, in a game whose log sheet lies beside the mat ---


def lay_out(mat: Mat, table: Table) -> None:
    """Lay out a mat that is zero but for the plan."""
    raise NotImplementedError


def pay(mat: Mat, table: Table, ledger: Ledger) -> None:
    """Pay what has become due since the last payment."""
    raise NotImplementedError


def begin_war(mat: Mat, table: Table, plan: Plan) -> None:
    """Begin a war on a mat that is zero; clear the log sheet."""
    lines = table.log.lines
    for index in range(len(lines)):
        lines[index] = NO_LINE[0]
    mat[PLAN] = plan
    lay_out(mat, table)


def act(mat: Mat, table: Table, legal: NDArray[np.int8], ledger: Ledger, action: int) -> None:
    """Carry out an action, play on to the next decision, and pay what has become due."""
    apply_action(mat, table, action)
    advance(mat, table, legal)
    pay(mat, table, ledger)


def line_of_log(mat: Mat, table: Table, index: int) -> LogLine:
    """Return a line of the log sheet."""
    return table.log.lines[index]


# --- what is hidden ---


def count_arrangements(mat: Mat, charts: Charts) -> int:
    """Return the number of ways in which all that is hidden can lie; 1 in a game that hides nothing."""
    return 1


def arrange_hidden(mat: Mat, charts: Charts, number: int) -> bool:
    """Lay the arrangement with this number, from 0, of what is hidden; return whether it fits what the player sees.

    The arrangements that fit are equally likely for the player. What the player sees does not change.
    """
    return True


def draw_hidden(mat: Mat, charts: Charts, key_low: int, key_high: int) -> bool:
    """Draw what is hidden anew, among all that the player cannot tell apart; return whether an arrangement fits.

    The result depends on the key, and on what the player sees.
    """
    arrangements = count_arrangements(mat, charts)
    for attempt in range(MOST_TRIES):
        word, _, _, _ = philox(attempt, 0, TRY_LOW, TRY_HIGH, key_low, key_high)
        if arrange_hidden(mat, charts, (word * arrangements) >> 32):
            return True
    return False
