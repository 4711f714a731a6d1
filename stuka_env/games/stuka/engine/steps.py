"""The parts of this game that a step is made of, by the names of :mod:`stuka_env.engine.game_parts`."""

from typing import Annotated

import numba
import numpy as np
from numpy.typing import NDArray

from stuka_env.compilation import READ_ONLY, compiled, lines_of
from stuka_env.engine.kernels import make_kernels
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import ACTIONS, CARDS, Fault
from stuka_env.games.stuka.engine.arrays import (
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
from stuka_env.games.stuka.observation import BYTES, writing
from stuka_env.games.stuka.observation.writing import CompactRow, ObservationRow, Scales
from stuka_env.games.stuka.rules.asking import allow_all
from stuka_env.games.stuka.rules.decisions import apply_action, write_mask
from stuka_env.games.stuka.rules.dice import new_mission
from stuka_env.games.stuka.rules.ledger import Result, clear_payment, fine, open_ledger, pay, progress, write_result
from stuka_env.games.stuka.rules.mat import LogLine, Mat, Track
from stuka_env.games.stuka.rules.sequence import advance, begin_war, take_step
from stuka_env.games.stuka.rules.table import Dice, Table
from stuka_env.games.stuka.scenario.plan import Plan
from stuka_env.philox import WORD, philox
from stuka_env.records import Rows

__all__ = [
    "ACTIONS", "HOT_LINES", "IMPOSSIBLE_NUMBERS", "LARGEST_NUMBER", "NOT_ON_DIE", "SEED_KEY_HIGH", "SEED_KEY_LOW",
    "UNPLANNED_ROLL",
    "Charts", "Common", "Dice", "EndedLines", "FinalBuffers", "FinalRow", "LogLine", "MaskRow", "Mat", "OutputBuffers",
    "Plan", "Scales", "StepReport", "Table", "WarRow", "Wars",
    "act", "advance", "allow_all", "apply_action", "clear_payment", "copy_line", "draw_charts", "fine", "is_over",
    "lay_out", "line_index", "lines_so_far", "new_dice", "open_ledger", "take_step", "war_row", "write_compact",
    "write_flat", "write_mask", "write_result",
]  # fmt: skip

SEED_KEY_LOW, SEED_KEY_HIGH = 0x5374756B, 0x614A7538
"""Key of the hash that makes war seeds: a fixed number that nobody is likely to choose as a seed."""
CHARTS_KEY_LOW, CHARTS_KEY_HIGH = 0x43686172, 0x74537465
"""Added to the charts' seed in the hash that draws charts, so that it differs from the hashes of the dice."""
UNPLANNED_ROLL, NOT_ON_DIE = Fault.UNPLANNED_ROLL.value, Fault.NOT_ON_DIE.value
IMPOSSIBLE_NUMBERS = (Fault.NOT_IN_CUP.value, Fault.CARD_GONE.value)
LARGEST_NUMBER = CARDS
HOT_LINES = lines_of(BYTES + Track.dtype.itemsize)
NO_RESULT = np.zeros(1, Result.dtype)
"""The result of an episode that is not over."""


@numba.njit(inline="always")
def war_row(wars: Wars, index: int, start: int) -> WarRow:
    """Return the records of the war ``index``. It is inlined, because tuples of arrays are slow to pass."""
    tape, journal = index if len(wars.tapes) > 1 else 0, index if len(wars.journals) > 1 else 0
    report = wars.reports[index]
    table = Table(wars.dice[index], wars.tapes[tape], wars.charts[report.charts], wars.journals[journal])
    mat, octets, words = wars.mats[index], wars.octets[index], wars.words[index]
    return WarRow(mat, octets, words, table, wars.masks[index], report, wars.ended[index])


@compiled
def draw_charts(report: StepReport, common: Common) -> None:
    """Draw the charts of the next episode with a hash of the charts' seed, the war's base seed and the episode."""
    draw = common.draw
    if draw.sets > 1:
        episode = report.episode + 1
        word, _, _, _ = philox(
            episode & WORD,
            (episode >> 32) & WORD,
            report.base_low,
            report.base_high,
            draw.seed_low ^ CHARTS_KEY_LOW,
            draw.seed_high ^ CHARTS_KEY_HIGH,
        )
        report.charts = draw.first + ((word * draw.sets) >> 32)


@compiled
def new_dice(dice: Dice) -> None:
    """Begin the rolls of an episode."""
    new_mission(dice, 0)


@compiled
def lay_out(war: WarRow, plan: Plan) -> None:
    """Lay out the mat of a war before its first mission; clear the result and the chance events."""
    octets = war.octets.octets
    for index in range(len(octets)):
        octets[index] = 0
    war.report.result = NO_RESULT[0]
    war.table.journal.chances.count = 0
    begin_war(war.mat, war.table, plan.scale, plan.operation, plan.segment, plan.regular)


@compiled
def is_over(mat: Mat) -> bool:
    """Whether the war is over."""
    return bool(mat.track.over)


@compiled
def act(war: WarRow, action: int) -> None:
    """Carry out an action, play on to the next decision, and pay what has become due."""
    mat, table = war.mat, war.table
    before = progress(mat)
    if not mat.track.over:
        apply_action(mat, table, action)
    advance(mat, table, war.mask.legal[:])
    pay(mat, table, war.report.ledger, before)


@compiled
def lines_so_far(mat: Mat) -> int:
    """Return the number of missions that have ended: the lines of the log sheet."""
    return int(mat.track.logged)


@compiled
def line_index(mat: Mat) -> int:
    """Return the number of the mission in the war, from 0."""
    return int(mat.war.mission_of_war)


@compiled
def copy_line(war: WarRow, index: int, place: int) -> None:
    """Copy a line of the log sheet to a place among those that ended in this step."""
    war.ended.lines[place] = war.mat.log[index]


@compiled
def write_flat(war: WarRow, scales: Scales, out: ObservationRow) -> None:
    """Write the flat observation."""
    writing.write_observation(war.mat, war.octets, war.words, scales, out)


@compiled
def write_compact(war: WarRow, scales: Scales, out: CompactRow) -> None:
    """Write the compact observation."""
    writing.write_compact(war.octets, war.words, scales, out)


@compiled
def copy_charts(
    reports: Rows[StepReport],
    shown: Annotated[NDArray[np.int8], 2, READ_ONLY],
    own: NDArray[np.int64],
    out: Annotated[NDArray[np.int8], 2],
) -> None:
    """Copy the charts in force of every war whose row ``own`` differs; ``shown`` and ``out`` are bytes."""
    for war in range(len(reports)):
        row = int(reports[war].charts)
        if own[war] != row:
            own[war] = row
            for octet in range(shown.shape[1]):
                out[war, octet] = shown[row, octet]


KERNELS = make_kernels("stuka", globals())
"""The kernels of this game."""
