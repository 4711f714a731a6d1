"""Futures of the second game: a clone of the mat takes an action, and the script flies it on.

A clone is the mat and nothing else. Its dice are keyed by the noise of the decision and the number of the future. The
cards that are out are on the mat. The order of all others follows from the key, so the deck of a future is shuffled
again without any change of what lies on the table.

A future ends where a later sortie line asks its first question, or with the war. In the first case a value scores the
rest of the war (:mod:`agents.games.interceptor.review.line_value`).
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import Rollout, dice_key, noise_of
from agents.games.interceptor.review.line_value import FEATURES, value_of
from agents.review.kernels import make_kernels
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import Decision
from stuka_env.games.interceptor.engine.steps import MaskRow
from stuka_env.games.interceptor.rules.asking import first_legal
from stuka_env.games.interceptor.rules.decisions import apply_action
from stuka_env.games.interceptor.rules.dice import new_streams
from stuka_env.games.interceptor.rules.ledger import is_withheld
from stuka_env.games.interceptor.rules.mat import Log, Mat
from stuka_env.games.interceptor.rules.sequence import advance
from stuka_env.games.interceptor.rules.table import Dice, Journal, Mask, Table, Tape
from stuka_env.games.interceptor.script import Choose
from stuka_env.records import Rows, rows

NO_END = 1 << 30
"""In place of the line that a future ends with: it ends with the war."""
RECURRING = tuple(
    int(decision) for decision in (Decision.AIRCRAFT, Decision.SERIES, Decision.ZONE, Decision.SKILL, Decision.DEBRIEF)
)
"""Decisions about points and the aircraft, which come again after the next sortie that is flown."""


class OpenDecisions(NamedTuple):
    """The open decisions of D wars, or of one war, as the compiled functions take them."""

    mats: Annotated[Rows[Mat], READ_ONLY]
    charts: Annotated[Rows[Charts], READ_ONLY]
    masks: Annotated[NDArray[np.int8], 2]
    noise: Annotated[NDArray[np.int64], READ_ONLY]


class FutureWorkspace(NamedTuple):
    """The arrays with which one thread flies futures, of one record each; all but the weights are scratch space."""

    mats: Rows[Mat]
    """The clone."""
    dice: Rows[Dice]
    """Its dice."""
    tapes: Rows[Tape]
    """Empty: no rolls are planned."""
    journals: Rows[Journal]
    """Switched off."""
    logs: Rows[Log]
    masks: Rows[MaskRow]
    """The legal actions of the clone."""
    weights: NDArray[np.float64]
    """``(FEATURES,)``: the value of the start of a line."""
    features: NDArray[np.float64]


def new_future_workspace(weights: NDArray[np.float64]) -> FutureWorkspace:
    """Return an empty workspace with the weights of the value, ``(FEATURES,)``."""
    return FutureWorkspace(
        rows(1, Mat), rows(1, Dice), rows(1, Tape), rows(1, Journal), rows(1, Log), rows(1, MaskRow), weights,
        np.zeros(FEATURES),
    )  # fmt: skip


@compiled
def line_of(mat: Mat) -> int:
    """Return the number of the sortie line of an open decision, from 0. Those before the first line belong to it."""
    return max(0, int(mat.career.lines_used) - 1)


@compiled
def last_line(mat: Mat, to_the_end: bool) -> int:
    """Return the line that a future ends with: the current one, or NO_END."""
    return NO_END if to_the_end else line_of(mat)


@compiled
def pick(choose: Choose, mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Return the script's action, or the first legal one if the mask does not have it."""
    action = choose(mat, charts, mask, noise)
    return action if mask[action] else first_legal(mask)


@compiled
def begin_future(mat: Mat, charts: Charts, workspace: FutureWorkspace, rollout: Rollout) -> None:
    """Clone a mat, key the clone's dice, and take the first action of the future."""
    workspace.mats[0] = mat
    dice = workspace.dice[0]
    low, high = dice_key(rollout.noise, rollout.number)
    dice.key_low = low
    dice.key_high = high
    new_streams(dice, int(mat.career.month), int(mat.career.line))
    table = Table(dice, workspace.tapes[0], charts, workspace.journals[0], workspace.logs[0])
    apply_action(workspace.mats[0], table, rollout.action)
    advance(workspace.mats[0], table, workspace.masks[0].legal[:])


@compiled
def continue_future(
    choose: Choose, charts: Charts, workspace: FutureWorkspace, rollout: Rollout, last: int, turn: int
) -> None:
    """Let ``choose`` fly the clone to the end of the line ``last``; see NO_END.

    The random numbers of the script are those of the turns after ``turn``.
    """
    clone, mask = workspace.mats[0], workspace.masks[0].legal[:]
    table = Table(workspace.dice[0], workspace.tapes[0], charts, workspace.journals[0], workspace.logs[0])
    while not clone.career.over and line_of(clone) <= last:
        turn += 1
        apply_action(clone, table, pick(choose, clone, charts, mask, noise_of(rollout, turn)))
        advance(clone, table, mask)


@compiled
def line_of_next_chance(mat: Mat, workspace: FutureWorkspace, last: int) -> int:
    """Return the line that the clone begins, until it has flown a sortie after a choice that recurs; else ``last``."""
    clone = workspace.mats[0]
    is_recurring = int(mat.cursor.decision) in RECURRING
    if clone.career.over or not is_recurring or clone.career.flown > mat.career.flown:
        return last
    return line_of(clone)


@compiled
def future_score(charts: Charts, workspace: FutureWorkspace) -> float:
    """Return the score of the clone's war in bombers, earned or expected."""
    clone = workspace.mats[0]
    if clone.career.over:
        return 0.0 if is_withheld(clone) else float(clone.career.bombers)
    return float(clone.career.bombers) + value_of(clone, charts, workspace.weights, workspace.features)


@compiled
def fly_with_fresh_dice(
    choose: Choose, mat: Mat, charts: Charts, workspace: FutureWorkspace, rollout: Rollout, last: int
) -> float:
    """Return the score of a future to the end of the line ``last``; no luck is known exactly in this game."""
    begin_future(mat, charts, workspace, rollout)
    continue_future(choose, charts, workspace, rollout, last, 0)
    return future_score(charts, workspace)


REVIEW_KERNELS = make_kernels(globals())
"""The kernels of a review of this game."""
