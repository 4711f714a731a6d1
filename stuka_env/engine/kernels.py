"""The step, compiled: many wars, one call, nothing allocated. The single environment is one war of these.

Kernels work on the rows [start, stop), so that threads can share the wars between them.
"""

import numpy as np
from numpy.typing import NDArray

from stuka_env.codes import ACTIONS
from stuka_env.compilation import compiled
from stuka_env.engine.records import (
    EndedMissions,
    FinalBuffers,
    InfoArrays,
    MaskRow,
    OutputBuffers,
    StepReport,
    Wars,
)
from stuka_env.observation.writing import MatBytes, write_compact, write_observation
from stuka_env.records import Rows
from stuka_env.rules.decisions import apply_action
from stuka_env.rules.dice import WORD, new_mission, philox
from stuka_env.rules.ledger import PARTS, clear_payment, fine, note_progress, open_ledger, pay, write_result
from stuka_env.rules.mat import Mat
from stuka_env.rules.sequence import advance, begin_war
from stuka_env.rules.table import Dice, Table
from stuka_env.scenario.plan import Plan

PATIENCE = 100
"""Illegal actions in a row that truncate an episode."""
NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a finished war is followed by the next (``gymnasium.vector.AutoresetMode``)."""
OPENING, NOTHING = -1000, -1001
"""In place of an action: play to the first decision; do nothing. Other negative numbers are illegal actions."""
SEED_KEY_LOW, SEED_KEY_HIGH = 0x5374756B, 0x614A7538
"""Key of the hash that makes war seeds; any fixed number does, other than a seed somebody would choose."""


# --- one war ---


@compiled
def clear(report: StepReport) -> None:
    """Wipe what the last step reported."""
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
def refuse(report: StepReport, penalty: float) -> None:
    """An illegal action: nothing happens on the mat, it costs the penalty, too many in a row end the episode."""
    report.illegal = 1
    report.streak += 1
    fine(report.ledger, penalty)
    if report.streak >= PATIENCE:
        report.truncated = 1
        report.over = 1


@compiled
def finish_step(mat: Mat, table: Table, report: StepReport, ended: EndedMissions) -> None:
    """Fill in where the war stands, and copy the log of the missions that ended in this step."""
    report.decision = mat.cursor.decision
    report.mission_index = mat.war.mission_of_war
    logged = int(report.ledger.logged)
    count = int(mat.track.logged) - logged
    report.missions_ended = count
    for index in range(count):
        ended.lines[index] = mat.log[logged + index]


@compiled
def open_war(mat: Mat, table: Table, mask: MaskRow, report: StepReport, ended: EndedMissions) -> None:
    """Play a war that has just been laid out to its first decision.

    What stands on its tracks before is not paid; what ends on the way is paid with the first reward.
    """
    note_progress(mat, report.ledger)
    open_ledger(mat, table.charts, report.ledger)
    advance(mat, table, mask.legal[:])
    finish_step(mat, table, report, ended)


@compiled
def play(
    mat: Mat, table: Table, mask: MaskRow, report: StepReport, ended: EndedMissions, action: int, penalty: float
) -> None:
    """One step of one war: the action if it is legal, what follows from it, and the reward."""
    clear(report)
    if action < 0 or action >= ACTIONS or mask.legal[action] == 0:
        refuse(report, penalty)
        return
    report.streak = 0
    note_progress(mat, report.ledger)
    if not mat.track.over:
        apply_action(mat, table, action)
    advance(mat, table, mask.legal[:])
    pay(mat, table.charts, report.ledger)
    if mat.track.over:
        report.terminated = 1
        report.over = 1
        write_result(mat, table.charts, report.result)
    finish_step(mat, table, report, ended)


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
def write_infos(report: StepReport, infos: InfoArrays, war: int) -> None:
    """Spread one report out over the arrays of the infos."""
    infos.reward[war] = report.ledger.reward
    for part in range(len(PARTS)):
        infos.parts[part, war] = report.ledger.parts[part]
    infos.war_seed[war] = report.war_seed
    infos.mission_index[war] = report.mission_index
    infos.missions_ended[war] = report.missions_ended
    infos.decision[war] = report.decision
    infos.terminated[war] = report.terminated != 0
    infos.truncated[war] = report.truncated != 0
    infos.illegal[war] = report.illegal != 0
    infos.result[war] = report.result


# --- slices of wars ---


@compiled
def see(wars: Wars, war: int, buffers: OutputBuffers) -> None:
    """Write the observation of one war."""
    if len(buffers.observations) > 0:
        write_observation(wars.mats[war], wars.octets[war], wars.words[war], wars.scales[0], buffers.observations[war])
    if len(buffers.compacts) > 0:
        write_compact(wars.octets[war], wars.words[war], wars.scales[0], buffers.compacts[war])


@compiled
def keep_final(wars: Wars, war: int, finals: FinalBuffers) -> None:
    """Keep how a war ended, before the next episode begins."""
    if len(finals.observations) > 0:
        write_observation(wars.mats[war], wars.octets[war], wars.words[war], wars.scales[0], finals.observations[war])
    if len(finals.compacts) > 0:
        write_compact(wars.octets[war], wars.words[war], wars.scales[0], finals.compacts[war])
    report = wars.reports[war]
    finals.reports[war] = report
    for index in range(int(report.missions_ended)):
        finals.ended[war].lines[index] = wars.ended[war].lines[index]


@compiled
def begin_slice(wars: Wars, chosen: NDArray[np.int8], start: int, stop: int) -> None:
    """Seed and lay out the ``chosen`` (one flag a war) wars of [start, stop), to be opened by the next kernel."""
    for war in range(start, stop):
        if chosen[war]:
            tape = war if len(wars.tapes) > 1 else 0
            table = Table(wars.dice[war], wars.tapes[tape], wars.charts[0], wars.journals[0])
            clear(wars.reports[war])
            begin(wars.mats[war], wars.octets[war], table, wars.reports[war], wars.plan[0])


@compiled
def show_slice(wars: Wars, buffers: OutputBuffers, start: int, stop: int) -> None:
    """Write what the player sees of the wars in [start, stop)."""
    for war in range(start, stop):
        see(wars, war, buffers)
        copy_mask(wars.masks[war], buffers.masks[war])
        write_infos(wars.reports[war], buffers.infos, war)


@compiled
def step_slice(
    wars: Wars,
    actions: NDArray[np.int64],
    buffers: OutputBuffers,
    finals: FinalBuffers,
    opening: int,
    start: int,
    stop: int,
) -> tuple[int, int, int]:
    """Step the wars in [start, stop), follow finished ones with the next as the plan says, and show all of them.

    With ``opening`` 1 only wars that have just been laid out are played, up to their first decision.

    Returns:
        how many actions were illegal, how many wars have terminated, and the most missions that ended in one war.
    """
    plan, settings = wars.plan[0], wars.settings[0]
    illegal, terminated, most_ended = 0, 0, 0
    for war in range(start, stop):
        report = wars.reports[war]
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
            begin(wars.mats[war], wars.octets[war], table, report, plan)
            action = OPENING
        else:
            stay_over(report)
        if action >= -1:
            play(wars.mats[war], table, wars.masks[war], report, wars.ended[war], action, settings.penalty)
            if report.over and settings.autoreset == SAME_STEP:
                keep_final(wars, war, finals)
                begin(wars.mats[war], wars.octets[war], table, report, plan)
                action = OPENING
        if action == OPENING:
            open_war(wars.mats[war], table, wars.masks[war], report, wars.ended[war])
            report.pending = 0
        see(wars, war, buffers)
        copy_mask(wars.masks[war], buffers.masks[war])
        write_infos(report, buffers.infos, war)
        illegal += report.illegal
        terminated += report.terminated
        most_ended = max(most_ended, int(report.missions_ended))
    return illegal, terminated, most_ended


@compiled
def gather(reports: Rows[StepReport], chosen: NDArray[np.bool_], infos: InfoArrays) -> tuple[int, int, int]:
    """Spread reports out as arrays; what is said of wars that are not ``chosen`` does not count.

    Returns:
        as :func:`step_slice`.
    """
    illegal, terminated, most_ended = 0, 0, 0
    for war in range(len(reports)):
        write_infos(reports[war], infos, war)
        if not chosen[war]:
            infos.missions_ended[war] = 0
            infos.terminated[war] = False
            infos.truncated[war] = False
            infos.illegal[war] = False
        illegal += infos.illegal[war]
        terminated += infos.terminated[war]
        most_ended = max(most_ended, infos.missions_ended[war])
    return illegal, terminated, most_ended
