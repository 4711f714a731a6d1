"""The step, compiled: many wars, one call, nothing allocated. The single environment is one war of these.

Kernels work on the rows [start, stop), so that threads can share the wars between them.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from stuka_env.charts.shape import Charts
from stuka_env.codes import ACTIONS
from stuka_env.compilation import compiled, lines_of, prefetch
from stuka_env.engine.arrays import (
    ILLEGAL_LIMIT,
    EndedMissions,
    FinalBuffers,
    MaskRow,
    OutputBuffers,
    StepReport,
    Wars,
)
from stuka_env.observation import BYTES
from stuka_env.observation.writing import MatBytes, write_compact, write_observation
from stuka_env.records import Rows
from stuka_env.rules.asking import allow_all
from stuka_env.rules.decisions import apply_action, write_mask
from stuka_env.rules.dice import WORD, new_mission, philox
from stuka_env.rules.ledger import clear_payment, fine, open_ledger, pay, progress, write_result
from stuka_env.rules.mat import LogLine, Mat, Track
from stuka_env.rules.sequence import advance, begin_war
from stuka_env.rules.table import Dice, Journal, Table, Tape
from stuka_env.scenario.plan import Plan

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a finished war is followed by the next (``gymnasium.vector.AutoresetMode``)."""
OPENING, NOTHING = -1000, -1001
"""In place of an action: play to the first decision; do nothing. Other negative numbers are illegal actions."""
SEED_KEY_LOW, SEED_KEY_HIGH = 0x5374756B, 0x614A7538
"""Key of the hash that makes war seeds; any fixed number does, other than a seed somebody would choose."""


AHEAD = 2
"""How many wars ahead memory is fetched while another is played: they do not fit into a core's own cache."""
HOT_LINES = lines_of(BYTES + Track.dtype.itemsize)
DICE_LINES, REPORT_LINES, MASK_LINES = (lines_of(kind.dtype.itemsize) for kind in (Dice, StepReport, MaskRow))


# --- one war ---


@compiled
def clear(report: StepReport) -> None:
    """Reset what the last step wrote."""
    clear_payment(report.ledger)
    report.missions_ended = 0
    report.terminated = 0
    report.truncated = 0
    report.illegal = 0


@compiled
def stay_over(report: StepReport) -> None:
    """A step of a war that is over: it stays over, and nothing more is paid or reported."""
    terminated, truncated = int(report.terminated), int(report.truncated)
    clear(report)
    report.terminated = terminated
    report.truncated = truncated


@compiled
def reject_action(report: StepReport, penalty: float) -> None:
    """An illegal action: nothing happens on the mat, it costs the penalty, too many in a row end the episode."""
    report.illegal = 1
    report.streak += 1
    fine(report.ledger, penalty)
    if report.streak >= ILLEGAL_LIMIT:
        report.truncated = 1
        report.over = 1


@compiled
def finish_step(mat: Mat, report: StepReport, ended: EndedMissions, logged: int) -> None:
    """Fill in where the war stands, and copy the log of the missions that ended in this step, from ``logged`` on."""
    report.decision = mat.cursor.decision
    report.mission_index = mat.war.mission_of_war
    count = int(mat.track.logged) - logged
    report.missions_ended = count
    for index in range(count):
        ended.lines[index] = mat.log[logged + index]


@compiled
def open_war(mat: Mat, table: Table, mask: MaskRow, report: StepReport, ended: EndedMissions) -> None:
    """Play a war that has just been laid out to its first decision.

    What stands on its tracks before is not paid; what ends on the way is paid with the first reward.
    """
    logged = int(mat.track.logged)
    open_ledger(mat, table.charts, report.ledger)
    advance(mat, table, mask.legal[:])
    finish_step(mat, report, ended, logged)


@compiled
def play(
    mat: Mat, table: Table, mask: MaskRow, report: StepReport, ended: EndedMissions, action: int, penalty: float
) -> None:
    """One step of one war: the action if it is legal, what follows from it, and the reward."""
    clear(report)
    if action < 0 or action >= ACTIONS or mask.legal[action] == 0:
        reject_action(report, penalty)
        return
    report.streak = 0
    before = progress(mat)
    if not mat.track.over:
        apply_action(mat, table, action)
    advance(mat, table, mask.legal[:])
    pay(mat, table.charts, report.ledger, before)
    if mat.track.over:
        report.terminated = 1
        report.over = 1
        write_result(mat, table.charts, report.result)
    finish_step(mat, report, ended, before[0])


@compiled
def seed_war(report: StepReport, dice: Dice) -> None:
    """Give the next episode its dice: its war seed is a hash of the seed given to reset and the episode's number."""
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
    new_mission(dice, 0)


@compiled
def forget_episode(report: StepReport) -> None:
    """Nothing is left of the last episode."""
    report.over = 0
    report.pending = 1
    report.streak = 0
    result = report.result
    result.score = 0
    result.level = 0
    result.destroyed = 0
    result.kia = 0
    result.no_fly = 0
    result.missions = 0


@compiled
def begin(mat: Mat, octets: MatBytes, table: Table, report: StepReport, plan: Plan) -> None:
    """Seed and lay out one war, up to its first mission."""
    seed_war(report, table.dice)
    for index in range(len(octets.octets)):
        octets.octets[index] = 0
    forget_episode(report)
    table.journal.cursor = 0
    begin_war(mat, table, plan.scale, plan.operation, plan.segment, plan.regular)


@compiled
def copy_mask(mask: MaskRow, shown: MaskRow) -> None:
    """Copy one row of the mask."""
    for action in range(ACTIONS):
        shown.legal[action] = mask.legal[action]


@compiled
def keep_lines(report: StepReport, ended: EndedMissions, kept: EndedMissions) -> None:
    """Keep the lines of the missions that ended in the last step of a war, before the next episode writes its own."""
    for index in range(int(report.missions_ended)):
        kept.lines[index] = ended.lines[index]


# --- slices of wars. Tuples of arrays stay inside these: handed on, every array in them would be counted ---


@compiled
def begin_slice(wars: Wars, chosen: NDArray[np.int8], start: int, stop: int) -> None:
    """Seed and lay out the ``chosen`` (one flag a war) wars of [start, stop), to be opened by the next kernel."""
    for war in range(start, stop):
        if chosen[war]:
            tape = war if len(wars.tapes) > 1 else 0
            table = Table(wars.dice[war], wars.tapes[tape], wars.charts[0], wars.journals[0])
            clear(wars.reports[war])
            begin(wars.mats[war], wars.octets[war], table, wars.reports[war], wars.common[0].plan)


@compiled
def write_outputs_slice(wars: Wars, buffers: OutputBuffers, start: int, stop: int) -> None:
    """Write what the player sees of the wars in [start, stop)."""
    flat = len(buffers.observations) > 0
    for war in range(start, stop):
        octets, words, scales = wars.octets[war], wars.words[war], wars.common[0].scales
        if flat:
            write_observation(wars.mats[war], octets, words, scales, buffers.observations[war])
        else:
            write_compact(octets, words, scales, buffers.compacts[war])
        copy_mask(wars.masks[war], buffers.masks[war])
        buffers.reports[war] = wars.reports[war]


@compiled
def step_slice(
    wars: Wars,
    actions: NDArray[np.int64],
    buffers: OutputBuffers,
    finals: FinalBuffers,
    opening: int,
    start: int,
    stop: int,
) -> tuple[int, int, int, int]:
    """Step the wars in [start, stop), follow finished ones with the next as the plan says, and show all of them.

    With ``opening`` 1 only wars that have just been laid out are played, up to their first decision.

    Returns:
        how many actions were illegal, how many wars have terminated, the most missions that ended in one war, and how
        many wars cannot go on (:class:`stuka_env.codes.Fault`).
    """
    common = wars.common[0]
    plan, settings, scales = common.plan, common.settings, common.scales
    flat = len(buffers.observations) > 0
    illegal, terminated, most_ended, faults = 0, 0, 0, 0
    for war in range(start, stop):
        following = min(war + AHEAD, stop - 1)
        prefetch(wars.mats[following], HOT_LINES)
        prefetch(wars.dice[following], DICE_LINES)
        prefetch(wars.reports[following], REPORT_LINES)
        prefetch(wars.masks[following], MASK_LINES)
        mat, octets, words = wars.mats[war], wars.octets[war], wars.words[war]
        mask, report, ended = wars.masks[war], wars.reports[war], wars.ended[war]
        tape = war if len(wars.tapes) > 1 else 0
        table = Table(wars.dice[war], wars.tapes[tape], wars.charts[0], wars.journals[0])
        action = NOTHING
        if report.pending:
            action = OPENING
        elif opening:
            action = NOTHING
        elif not report.over:
            action = max(actions[war], -1)
        elif settings.autoreset == NEXT_STEP:
            clear(report)
            begin(mat, octets, table, report, plan)
            action = OPENING
        else:
            stay_over(report)
        if action >= -1:
            play(mat, table, mask, report, ended, action, settings.penalty)
            if report.over and settings.autoreset == SAME_STEP:
                final = finals.wars[war]
                if flat:
                    write_observation(mat, octets, words, scales, final.observation)
                else:
                    write_compact(octets, words, scales, final.compact)
                copy_mask(mask, final.mask)
                final.report = report
                keep_lines(report, ended, finals.ended[war])
                begin(mat, octets, table, report, plan)
                action = OPENING
        if action == OPENING:
            open_war(mat, table, mask, report, ended)
            report.pending = 0
        if flat:
            write_observation(mat, octets, words, scales, buffers.observations[war])
        else:
            write_compact(octets, words, scales, buffers.compacts[war])
        copy_mask(mask, buffers.masks[war])
        buffers.reports[war] = report
        illegal += report.illegal
        terminated += report.terminated
        most_ended = max(most_ended, int(report.missions_ended))
        faults += table.dice.fault != 0
    return illegal, terminated, most_ended, faults


@compiled
def recompute(
    mats: Rows[Mat],
    dice: Rows[Dice],
    tapes: Rows[Tape],
    charts: Rows[Charts],
    journals: Rows[Journal],
    masks: Rows[MaskRow],
    reports: Rows[StepReport],
) -> None:
    """Write what the rules say of the first war: what is legal, the score that is due, the result if it is over."""
    table = Table(dice[0], tapes[0], charts[0], journals[0])
    mat = mats[0]
    open_ledger(mat, charts[0], reports[0].ledger)
    if mat.track.over:
        allow_all(masks[0].legal[:])
        write_result(mat, charts[0], reports[0].result)
    else:
        write_mask(mat, table, masks[0].legal[:])


@compiled
def gather_lines(
    ended: Rows[EndedMissions], wars: NDArray[np.int64], counts: NDArray[np.int32], lines: Annotated[Rows[LogLine], 2]
) -> None:
    """Copy the first ``counts[place]`` lines of the war ``wars[place]`` into its row of ``lines``."""
    for place in range(len(wars)):
        war = wars[place]
        for index in range(counts[place]):
            lines[war, index] = ended[war].lines[index]


@compiled
def clear_rows(words: Annotated[NDArray[np.uint64], 2], rows: NDArray[np.int64]) -> None:
    """Zero some rows of an array."""
    for place in range(len(rows)):
        row = rows[place]
        for column in range(words.shape[1]):
            words[row, column] = np.uint64(0)
