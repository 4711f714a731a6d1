"""The compiled step: one call steps many wars and allocates nothing. The single environment steps one war.

A kernel works on the rows [start, stop), so that threads can share the wars.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from stuka_env.compilation import compiled, lines_of, prefetch
from stuka_env.games.interceptor.codes import ACTIONS
from stuka_env.games.interceptor.engine.arrays import (
    ILLEGAL_LIMIT,
    EndedSorties,
    FinalBuffers,
    FinalRow,
    MaskRow,
    OutputBuffers,
    StepReport,
    WarRow,
    Wars,
)
from stuka_env.games.interceptor.observation.writing import (
    MatView,
    Scales,
    write_compact,
    write_observation,
)
from stuka_env.games.interceptor.rules.asking import allow_all
from stuka_env.games.interceptor.rules.decisions import apply_action, write_mask
from stuka_env.games.interceptor.rules.dice import new_streams
from stuka_env.games.interceptor.rules.ledger import Result, clear_payment, fine, mark_paid, pay, write_result
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED, LogLine, Mat, Settings
from stuka_env.games.interceptor.rules.sequence import advance, begin
from stuka_env.games.interceptor.rules.table import Dice, Table
from stuka_env.philox import WORD, philox
from stuka_env.records import Rows

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""Time at which the next war follows a finished one (``gymnasium.vector.AutoresetMode``)."""
ILLEGAL, NOTHING, BEGIN = -1, -2, -3
"""Values in place of an action: it is illegal; there is nothing to do; the next war must be laid out."""
SEED_KEY_LOW, SEED_KEY_HIGH = 0x496E7465, 0x72636570
"""Key of the hash that makes war seeds: a fixed number that is unlikely as a user's seed."""
NO_RESULT = np.zeros(1, Result.dtype)
"""The result of an episode that is not over."""
NO_LINE = np.zeros(1, LogLine.dtype)
"""A line of the log sheet that is not used."""
AHEAD = 2
"""Number of rows between the war that is played and the one whose memory is prefetched."""
HOT_LINES = lines_of(Mat.dtype.itemsize)
DICE_LINES, REPORT_LINES, MASK_LINES = (lines_of(kind.dtype.itemsize) for kind in (Dice, StepReport, MaskRow))


# --- one war ---


@compiled
def clear(report: StepReport) -> None:
    """Reset everything that the last step wrote."""
    clear_payment(report.ledger)
    report.sorties_ended = 0
    report.terminated = 0
    report.truncated = 0
    report.illegal = 0


@compiled
def stay_over(report: StepReport) -> None:
    """Step a war that is over: it stays over, and nothing more is paid or reported."""
    terminated, truncated = int(report.terminated), int(report.truncated)
    clear(report)
    report.terminated = terminated
    report.truncated = truncated


@compiled
def next_task(report: StepReport, action: int, autoreset: int) -> int:
    """Return what to do in a war: the ``action``, ILLEGAL, NOTHING or BEGIN."""
    if report.pending or action == NOTHING:
        return NOTHING
    if not report.over:
        return action
    if autoreset == NEXT_STEP:
        clear(report)
        return BEGIN
    stay_over(report)
    return NOTHING


@compiled
def reject_action(report: StepReport, penalty: float) -> None:
    """Charge the penalty for an illegal action and leave the mat as it is.

    ILLEGAL_LIMIT illegal actions in a row truncate the episode.
    """
    report.illegal = 1
    report.streak += 1
    fine(report.ledger, penalty)
    if report.streak >= ILLEGAL_LIMIT:
        report.truncated = 1
        report.over = 1


@compiled
def settled_lines(mat: Mat) -> int:
    """Return the number of sortie lines that are settled: all used lines except the current one."""
    used = int(mat.career.lines_used)
    return used if mat.career.over else max(0, used - 1)


@compiled
def finish_step(war: WarRow, logged: int) -> None:
    """Report the state of the war, and copy the lines of the log sheet from ``logged`` on."""
    report, log = war.report, war.table.log
    settled = settled_lines(war.mat)
    report.decision = war.mat.cursor.decision
    report.sortie_index = settled
    report.sorties_ended = settled - logged
    for index in range(settled - logged):
        war.ended.lines[index] = log.lines[logged + index]


@compiled
def open_war(war: WarRow) -> None:
    """Play a war that has been laid out to its first decision.

    Earlier counts are not paid. Counts of this call are paid with the first reward.
    """
    logged = settled_lines(war.mat)
    mark_paid(war.mat, war.table, war.report.ledger)
    advance(war.mat, war.table, war.mask.legal[:])
    finish_step(war, logged)
    war.report.pending = 0


@compiled
def play(war: WarRow, action: int, penalty: float) -> None:
    """Play one action of one war, if it is legal, and everything that follows from it; pay the reward."""
    mat, table, report = war.mat, war.table, war.report
    clear(report)
    if action < 0 or action >= ACTIONS or war.mask.legal[action] == 0:
        reject_action(report, penalty)
        return
    report.streak = 0
    logged = settled_lines(mat)
    if not mat.career.over:
        apply_action(mat, table, action)
    advance(mat, table, war.mask.legal[:])
    pay(mat, table, report.ledger)
    if mat.career.over:
        report.terminated = 1
        report.over = 1
        write_result(mat, table, report.result)
    finish_step(war, logged)


@compiled
def seed_war(report: StepReport, dice: Dice) -> None:
    """Seed the dice of the next episode with a hash of the seed given to ``reset`` and the number of the episode."""
    report.episode += 1
    low, high, _, _ = philox(
        report.episode & WORD,
        (report.episode >> 32) & WORD,
        report.base_low,
        report.base_high,
        SEED_KEY_LOW,
        SEED_KEY_HIGH,
    )
    dice.key_low = low
    dice.key_high = high
    report.war_seed = low | (high << 32)
    dice.fault = 0
    dice.fault_chart = 0
    dice.taped = 0
    dice.strict = 0
    new_streams(dice, 0, 0)


@compiled
def lay_out(war: WarRow, plan: Settings) -> None:
    """Seed and lay out one war, up to its first decision."""
    seed_war(war.report, war.table.dice)
    octets, lines = war.shown.octets.octets, war.table.log.lines
    for index in range(len(octets)):
        octets[index] = 0
    for index in range(MOST_LOGGED):
        lines[index] = NO_LINE[0]
    war.report.over = 0
    war.report.pending = 1
    war.report.streak = 0
    war.report.result = NO_RESULT[0]
    war.table.journal.cursor = 0
    war.mat.settings = plan
    begin(war.mat, war.table)


@compiled
def keep_end(war: WarRow, scales: Scales, is_flat: bool, final: FinalRow, lines: EndedSorties) -> None:
    """Keep the last observation, mask and report of a war that is over, and the lines of its last step."""
    if is_flat:
        write_observation(war.shown, war.table, scales, final.observation)
    else:
        write_compact(war.shown, war.table, scales, final.compact)
    final.mask = war.mask
    final.report = war.report
    for index in range(int(war.report.sorties_ended)):
        lines.lines[index] = war.ended.lines[index]


# --- slices of wars ---
# These functions do not pass tuples of arrays on, because Numba would count the references to each array.


@compiled
def begin_slice(wars: Wars, chosen: NDArray[np.int8], start: int, stop: int) -> None:
    """Seed and lay out the wars in [start, stop) that ``chosen``, ``(N,)``, flags. The next step opens them."""
    for index in range(start, stop):
        if chosen[index]:
            tape = index if len(wars.tapes) > 1 else 0
            table = Table(wars.dice[index], wars.tapes[tape], wars.charts[0], wars.journals[0], wars.logs[index])
            derived, shares = wars.scratch[start].derived, wars.scratch[start].shares
            derived_octets, share_words = wars.scratch_view[start].derived, wars.scratch_view[start].shares
            view = MatView(wars.mats[index], wars.octets[index], derived, derived_octets, shares, share_words)
            war = WarRow(wars.mats[index], view, table, wars.masks[index], wars.reports[index], wars.ended[index])
            clear(war.report)
            lay_out(war, wars.common[0].plan)


@compiled
def write_outputs_slice(wars: Wars, buffers: OutputBuffers, start: int, stop: int) -> None:
    """Write the player's view of the wars in [start, stop)."""
    scales = wars.common[0].scales
    derived, shares = wars.scratch[start].derived, wars.scratch[start].shares
    derived_octets, share_words = wars.scratch_view[start].derived, wars.scratch_view[start].shares
    is_flat = len(buffers.observations) > 0
    for index in range(start, stop):
        view = MatView(wars.mats[index], wars.octets[index], derived, derived_octets, shares, share_words)
        tape = index if len(wars.tapes) > 1 else 0
        table = Table(wars.dice[index], wars.tapes[tape], wars.charts[0], wars.journals[0], wars.logs[index])
        if is_flat:
            write_observation(view, table, scales, buffers.observations[index])
        else:
            write_compact(view, table, scales, buffers.compacts[index])
        buffers.masks[index] = wars.masks[index]
        buffers.reports[index] = wars.reports[index]


@compiled
def fetch(mat: Mat, dice: Dice, report: StepReport, mask: MaskRow) -> None:
    """Prefetch the memory of a war that is played soon: many wars do not fit into the cache of a core."""
    prefetch(mat, HOT_LINES)
    prefetch(dice, DICE_LINES)
    prefetch(report, REPORT_LINES)
    prefetch(mask, MASK_LINES)


@compiled
def step_slice(
    wars: Wars, actions: NDArray[np.int64], buffers: OutputBuffers, finals: FinalBuffers, start: int, stop: int
) -> tuple[int, int, int, int]:
    """Step the wars in [start, stop), replace finished ones as the settings say, and write what the player sees.

    Without actions, ``(0,)``, only wars that have just been laid out are played, up to their first decision.

    Returns:
        the number of illegal actions, of wars that have terminated, of sortie lines that were settled in one war at
        most, and of wars that cannot go on (:class:`stuka_env.games.interceptor.codes.Fault`).
    """
    common = wars.common[0]
    settings, scales = common.settings, common.scales
    derived, shares = wars.scratch[start].derived, wars.scratch[start].shares
    derived_octets, share_words = wars.scratch_view[start].derived, wars.scratch_view[start].shares
    is_flat = len(buffers.observations) > 0
    illegal, terminated, most_ended, faults = 0, 0, 0, 0
    for index in range(start, stop):
        ahead = min(index + AHEAD, stop - 1)
        fetch(wars.mats[ahead], wars.dice[ahead], wars.reports[ahead], wars.masks[ahead])
        tape = index if len(wars.tapes) > 1 else 0
        report = wars.reports[index]
        table = Table(wars.dice[index], wars.tapes[tape], wars.charts[0], wars.journals[0], wars.logs[index])
        view = MatView(wars.mats[index], wars.octets[index], derived, derived_octets, shares, share_words)
        war = WarRow(wars.mats[index], view, table, wars.masks[index], report, wars.ended[index])

        task = next_task(report, max(actions[index], ILLEGAL) if len(actions) else NOTHING, settings.autoreset)
        if task >= ILLEGAL:
            play(war, task, settings.penalty)
            if report.over and settings.autoreset == SAME_STEP:
                keep_end(war, scales, is_flat, finals.wars[index], finals.ended[index])
                task = BEGIN
        if task == BEGIN:
            lay_out(war, common.plan)
        if report.pending:
            open_war(war)

        if is_flat:
            write_observation(view, table, scales, buffers.observations[index])
        else:
            write_compact(view, table, scales, buffers.compacts[index])
        buffers.masks[index] = war.mask
        buffers.reports[index] = report
        illegal += report.illegal
        terminated += report.terminated
        most_ended = max(most_ended, int(report.sorties_ended))
        faults += table.dice.fault != 0
    return illegal, terminated, most_ended, faults


@compiled
def recompute(wars: Wars) -> None:
    """Write the values that follow from the mat of the first war: mask, due score, and the result if it is over."""
    mat, mask, report = wars.mats[0], wars.masks[0], wars.reports[0]
    table = Table(wars.dice[0], wars.tapes[0], wars.charts[0], wars.journals[0], wars.logs[0])
    mark_paid(mat, table, report.ledger)
    if mat.career.over:
        allow_all(mask.legal[:])
        write_result(mat, table, report.result)
    else:
        write_mask(mat, table, mask.legal[:])


@compiled
def gather_lines(
    ended: Rows[EndedSorties], wars: NDArray[np.int64], counts: NDArray[np.int32], lines: Annotated[Rows[LogLine], 2]
) -> None:
    """Copy the first ``counts[place]`` lines of the war ``wars[place]`` into its row of ``lines``."""
    for place in range(len(wars)):
        war = wars[place]
        for index in range(counts[place]):
            lines[war, index] = ended[war].lines[index]
