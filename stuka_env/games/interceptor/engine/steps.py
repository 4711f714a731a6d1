"""The parts of this game that a step is made of, by the names of :mod:`stuka_env.engine.game_parts`."""

import numba
import numpy as np

from stuka_env.compilation import compiled, lines_of
from stuka_env.engine.kernels import make_kernels
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import ACTIONS, CARDS, Fault
from stuka_env.games.interceptor.engine.arrays import (
    Common,
    EndedLines,
    FinalBuffers,
    FinalRow,
    MaskRow,
    OutputBuffers,
    StepReport,
    WarRow,
    Wars,
)
from stuka_env.games.interceptor.observation import writing
from stuka_env.games.interceptor.observation.writing import CompactRow, MatView, ObservationRow, Scales
from stuka_env.games.interceptor.rules.asking import allow_all
from stuka_env.games.interceptor.rules.decisions import apply_action, write_mask
from stuka_env.games.interceptor.rules.dice import new_streams
from stuka_env.games.interceptor.rules.ledger import Result, clear_payment, fine, pay, write_result
from stuka_env.games.interceptor.rules.ledger import mark_paid as open_ledger
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED, LogLine, Mat
from stuka_env.games.interceptor.rules.mat import Settings as Plan
from stuka_env.games.interceptor.rules.sequence import advance, take_step
from stuka_env.games.interceptor.rules.sequence import begin as begin_war
from stuka_env.games.interceptor.rules.table import Dice, Table

__all__ = [
    "ACTIONS", "HOT_LINES", "IMPOSSIBLE_NUMBERS", "LARGEST_NUMBER", "NOT_ON_DIE", "SEED_KEY_HIGH", "SEED_KEY_LOW",
    "UNPLANNED_ROLL",
    "Charts", "Common", "Dice", "EndedLines", "FinalBuffers", "FinalRow", "LogLine", "MaskRow", "Mat", "OutputBuffers",
    "Plan", "Scales", "StepReport", "Table", "WarRow", "Wars",
    "act", "advance", "allow_all", "apply_action", "clear_payment", "copy_line", "draw_charts", "fine", "is_over",
    "lay_out", "line_index", "lines_so_far", "new_dice", "open_ledger", "take_step", "war_row", "write_compact",
    "write_flat", "write_mask", "write_result",
]  # fmt: skip

SEED_KEY_LOW, SEED_KEY_HIGH = 0x496E7465, 0x72636570
"""Key of the hash that makes war seeds: a fixed number that is unlikely as a user's seed."""
UNPLANNED_ROLL, NOT_ON_DIE = Fault.UNPLANNED_ROLL.value, Fault.NOT_ON_DIE.value
IMPOSSIBLE_NUMBERS = (Fault.CARD_GONE.value,)
LARGEST_NUMBER = CARDS
HOT_LINES = lines_of(Mat.dtype.itemsize)
NO_RESULT = np.zeros(1, Result.dtype)
"""The result of an episode that is not over."""
NO_LINE = np.zeros(1, LogLine.dtype)
"""A line of the log sheet that is not used."""


@numba.njit(inline="always")
def war_row(wars: Wars, index: int, start: int) -> WarRow:
    """Return the records of the war ``index``. It is inlined, because tuples of arrays are slow to pass."""
    tape = index if len(wars.tapes) > 1 else 0
    table = Table(wars.dice[index], wars.tapes[tape], wars.charts[0], wars.journals[0], wars.logs[index])
    derived, shares = wars.scratch[start].derived, wars.scratch[start].shares
    derived_octets, share_words = wars.scratch_view[start].derived, wars.scratch_view[start].shares
    view = MatView(wars.mats[index], wars.octets[index], derived, derived_octets, shares, share_words)
    return WarRow(wars.mats[index], view, table, wars.masks[index], wars.reports[index], wars.ended[index])


@compiled
def draw_charts(report: StepReport, common: Common) -> None:
    """Do nothing: all wars have the same charts."""


@compiled
def new_dice(dice: Dice) -> None:
    """Begin the rolls of an episode."""
    new_streams(dice, 0, 0)


@compiled
def lay_out(war: WarRow, plan: Plan) -> None:
    """Lay out the mat and the log sheet of a war before its first decision; clear the result."""
    octets, lines = war.shown.octets.octets, war.table.log.lines
    for index in range(len(octets)):
        octets[index] = 0
    for index in range(MOST_LOGGED):
        lines[index] = NO_LINE[0]
    war.report.result = NO_RESULT[0]
    war.mat.settings = plan
    begin_war(war.mat, war.table)


@compiled
def is_over(mat: Mat) -> bool:
    """Whether the war is over."""
    return bool(mat.career.over)


@compiled
def act(war: WarRow, action: int) -> None:
    """Carry out an action, play on to the next decision, and pay what has become due."""
    mat, table = war.mat, war.table
    if not mat.career.over:
        apply_action(mat, table, action)
    advance(mat, table, war.mask.legal[:])
    pay(mat, table, war.report.ledger)


@compiled
def lines_so_far(mat: Mat) -> int:
    """Return the number of sortie lines that are settled: all used lines except the current one."""
    used = int(mat.career.lines_used)
    return used if mat.career.over else max(0, used - 1)


@compiled
def line_index(mat: Mat) -> int:
    """Return the number of the current sortie line, from 0."""
    return lines_so_far(mat)


@compiled
def copy_line(war: WarRow, index: int, place: int) -> None:
    """Copy a line of the log sheet to a place among those that were settled in this step."""
    war.ended.lines[place] = war.table.log.lines[index]


@compiled
def write_flat(war: WarRow, scales: Scales, out: ObservationRow) -> None:
    """Write the flat observation."""
    writing.write_observation(war.shown, war.table, scales, out)


@compiled
def write_compact(war: WarRow, scales: Scales, out: CompactRow) -> None:
    """Write the compact observation."""
    writing.write_compact(war.shown, war.table, scales, out)


KERNELS = make_kernels("interceptor", globals())
"""The kernels of this game."""
