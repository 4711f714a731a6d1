"""The steps of a made game: the functions of :mod:`stuka_env.engine.game_parts`, written once for all made games.

They are compiled for each game with the names of the game in the place of those below, as the kernels are.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

from collections.abc import Mapping
from typing import Any

import numpy as np

from stuka_env.building.table import Legal, MadeTable
from stuka_env.declared.records import Numbers, Record, float64, record
from stuka_env.engine import playing
from stuka_env.engine.binding import compile_for
from stuka_env.engine.frame import clear_counts, note
from stuka_env.engine.playing import ACTIONS, NOTHING_OPEN

MADE_PARTS = ("points", "illegal_action")
"""Named parts of the reward of a made game."""
A_POINT = 0.01
"""Reward of a point."""

CHOICE = 0
"""Code of a game: the entry of a choice."""
ANSWERS = np.zeros((0, 0), np.int8)
"""Actions that answer a decision: 1 or 0 by decision and action."""
STANDING = POINTS = PLAN = FIELD = ""
"""Names of a game: the block with the score so far, its points, the block of the plan, a field of the first."""


class Mat(Record):
    """The mat of the game."""

    cursor: Any


class Plan(Record):
    """The war that is played, in codes."""


class Standing(Record):
    """The block with the score so far."""

    over: int


@record
class MadeLedger(Record):
    """Payments so far."""

    reward: float = float64("of the last step")
    parts: Numbers = float64("of that reward", (len(MADE_PARTS),))
    paid: float = float64("points that have been paid")


def lay_out(mat: Mat, table: MadeTable, plan: Plan) -> None:
    """Lay out a mat that is zero but for the plan. The rules have this function, and the next three."""


def next_step(mat: Mat, table: MadeTable) -> None:
    """Take a step of the sequence of play; it may open a decision, or end the episode."""


def is_legal(mat: Mat, action: int) -> bool:
    """Whether the rules allow an action that answers the open decision."""
    return True


def decide(mat: Mat, table: MadeTable, decision: int, action: int) -> None:
    """Carry out an action of a decision, which is closed before."""


def advance(mat: Mat, table: MadeTable, legal: Legal) -> None:
    """Play on to the next decision with a choice, or to the end (:func:`stuka_env.engine.playing.advance`)."""


def begin_war(mat: Mat, table: MadeTable, plan: Plan) -> None:
    """Begin a war on a mat that is zero."""
    clear_counts(table.dice)
    mat[PLAN] = plan
    lay_out(mat, table, plan)


def write_mask(mat: Mat, table: MadeTable, legal: Legal) -> int:
    """Write the legal actions of the open decision, and return their number."""
    decision, count = mat.cursor.decision, 0
    for action in range(ACTIONS):
        legal[action] = ANSWERS[decision, action] and is_legal(mat, action)
        count += legal[action]
    return count


def apply_action(mat: Mat, table: MadeTable, action: int) -> None:
    """Carry out a legal action and close its decision."""
    decision = int(mat.cursor.decision)
    note(mat, table, CHOICE, decision, action)
    mat.cursor.decision = NOTHING_OPEN
    decide(mat, table, decision, action)


def is_finished(mat: Mat) -> bool:
    """Whether the episode has ended."""
    return bool(mat[STANDING].over)


def open_ledger(mat: Mat, table: MadeTable, ledger: MadeLedger) -> None:
    """Mark all points on the mat as paid."""
    ledger.paid = mat[STANDING][POINTS]


def act(mat: Mat, table: MadeTable, legal: Legal, ledger: MadeLedger, action: int) -> None:
    """Carry out an action, play on to the next decision, and pay the points that have been made."""
    apply_action(mat, table, action)
    advance(mat, table, legal)
    ledger.reward = A_POINT * (mat[STANDING][POINTS] - ledger.paid)
    ledger.parts[0] = ledger.reward
    open_ledger(mat, table, ledger)


def lines_so_far(mat: Mat) -> int:
    """Return the number of lines of the log sheet that have ended: an episode is one line."""
    return int(mat[STANDING].over)


def line_of_log(mat: Mat, table: MadeTable, index: int) -> Standing:
    """Return the line of the log sheet: the score at the end."""
    return mat[STANDING]


def copy_rest(mat: Mat, result: Standing) -> None:
    """Copy the fields that follow; after the last one there are none."""


def copy_field(mat: Mat, result: Standing) -> None:
    """Copy a field of the score so far to the result, and those that follow."""
    result[FIELD] = mat[STANDING][FIELD]
    copy_rest(mat, result)


def write_result(mat: Mat, table: MadeTable, result: Standing) -> None:
    """Write the result of a war that is over."""
    copy_rest(mat, result)


STEPS = (
    begin_war, playing.allow_all, playing.first_legal, write_mask, apply_action, is_finished, playing.take_step,
    playing.advance, open_ledger, act, lines_so_far, line_of_log,
)  # fmt: skip
"""The functions that are copied, callees before callers."""


def make_steps(module: str, parts: Mapping[str, Any], standing: type[Record]) -> dict[str, Any]:
    """Return the steps of a game by their names, for :func:`stuka_env.engine.kernels.make_kernels`.

    Args:
        module: the module that makes the game.
        parts: records, codes, names and rules of the game, by their names in this module.
        standing: the record of the score so far.
    """
    names = vars(playing) | globals() | dict(parts) | {"Standing": standing}
    compile_for(module, names, STEPS if "is_legal" in parts else (is_legal, *STEPS))
    (rest,) = compile_for(module, names, (copy_rest,)).values()
    for field in reversed(standing.FIELDS):
        own = names | {"FIELD": field.name, "copy_rest": rest}
        (rest,) = compile_for(module, own, (copy_field,)).values()
    return names | compile_for(module, names | {"copy_rest": rest}, (write_result,)) | {"__name__": module}
