"""The compiled step: one call steps many wars and allocates nothing. The single environment steps one war.

A kernel works on the rows [start, stop), so that threads can share the wars.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from stuka_env.compilation import READ_ONLY, compiled, lines_of, prefetch
from stuka_env.engine.arrays import (
    ILLEGAL_LIMIT,
    EndedMissions,
    FinalBuffers,
    FinalRow,
    MaskRow,
    OutputBuffers,
    StepReport,
    WarRow,
    Wars,
)
from stuka_env.games.stuka.codes import ACTIONS
from stuka_env.games.stuka.observation import BYTES
from stuka_env.games.stuka.observation.writing import Scales, write_compact, write_observation
from stuka_env.games.stuka.rules.asking import allow_all
from stuka_env.games.stuka.rules.decisions import apply_action, write_mask
from stuka_env.games.stuka.rules.dice import new_mission
from stuka_env.games.stuka.rules.ledger import clear_payment, fine, open_ledger, pay, progress, write_result
from stuka_env.games.stuka.rules.mat import LogLine, Mat, Track
from stuka_env.games.stuka.rules.sequence import advance, begin_war
from stuka_env.games.stuka.rules.table import Dice, Table
from stuka_env.games.stuka.scenario.plan import ChartsDraw, Plan
from stuka_env.philox import WORD, philox
from stuka_env.records import Rows

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""Time at which the next war follows a finished one (``gymnasium.vector.AutoresetMode``)."""
ILLEGAL, NOTHING, BEGIN = -1, -2, -3
"""In place of an action: an illegal one; nothing to do; lay out the next war."""
SEED_KEY_LOW, SEED_KEY_HIGH = 0x5374756B, 0x614A7538
"""Key of the hash that makes war seeds: a fixed number that nobody is likely to choose as a seed."""
CHARTS_KEY_LOW, CHARTS_KEY_HIGH = 0x43686172, 0x74537465
"""Added to the charts' seed in the hash that draws charts, so that it differs from the hashes of the dice."""
AHEAD = 2
"""The memory of a war is fetched while the war this many rows before it is played."""
HOT_LINES = lines_of(BYTES + Track.dtype.itemsize)
DICE_LINES, REPORT_LINES, MASK_LINES = (lines_of(kind.dtype.itemsize) for kind in (Dice, StepReport, MaskRow))


# --- one war ---


@compiled
def clear(report: StepReport) -> None:
    """Reset everything that the last step wrote."""
    clear_payment(report.ledger)
    report.missions_ended = 0
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
def finish_step(war: WarRow, logged: int) -> None:
    """Report where the war stands, and copy the lines of the log sheet from ``logged`` on."""
    mat, report = war.mat, war.report
    report.decision = mat.cursor.decision
    report.mission_index = mat.war.mission_of_war
    count = int(mat.track.logged) - logged
    report.missions_ended = count
    for index in range(count):
        war.ended.lines[index] = mat.log[logged + index]


@compiled
def open_war(war: WarRow) -> None:
    """Play a war that has been laid out to its first decision.

    Scores that stand on its tracks already are not paid. Missions that end on the way are paid with the first reward.
    """
    logged = int(war.mat.track.logged)
    open_ledger(war.mat, war.table.charts, war.report.ledger)
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
    before = progress(mat)
    if not mat.track.over:
        apply_action(mat, table, action)
    advance(mat, table, war.mask.legal[:])
    pay(mat, table.charts, report.ledger, before)
    if mat.track.over:
        report.terminated = 1
        report.over = 1
        write_result(mat, table.charts, report.result)
    finish_step(war, before[0])


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
    new_mission(dice, 0)


@compiled
def forget_episode(report: StepReport) -> None:
    """Reset what the report says about the last episode."""
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
def draw_charts(report: StepReport, draw: ChartsDraw) -> None:
    """Draw the charts of the next episode with a hash of the charts' seed, the war's base seed and the episode."""
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
def begin(war: WarRow, plan: Plan) -> None:
    """Seed and lay out one war, up to its first mission."""
    seed_war(war.report, war.table.dice)
    octets = war.octets.octets
    for index in range(len(octets)):
        octets[index] = 0
    forget_episode(war.report)
    war.table.journal.cursor = 0
    war.table.journal.chances.count = 0
    begin_war(war.mat, war.table, plan.scale, plan.operation, plan.segment, plan.regular)


@compiled
def keep_end(war: WarRow, scales: Scales, is_flat: bool, final: FinalRow, lines: EndedMissions) -> None:
    """Keep the last observation, mask and report of a war that is over, and the lines of its last missions."""
    if is_flat:
        write_observation(war.mat, war.octets, war.words, scales, final.observation)
    else:
        write_compact(war.octets, war.words, scales, final.compact)
    final.mask = war.mask
    final.report = war.report
    for index in range(int(war.report.missions_ended)):
        lines.lines[index] = war.ended.lines[index]


# --- slices of wars ---
# Tuples of arrays stay inside these functions: Numba would count the references to each array that is handed on.


@compiled
def begin_slice(wars: Wars, chosen: NDArray[np.int8], start: int, stop: int) -> None:
    """Seed and lay out the wars in [start, stop) that ``chosen``, ``(N,)``, flags. The next step opens them."""
    for index in range(start, stop):
        if chosen[index]:
            draw_charts(wars.reports[index], wars.common[0].draw)
            tape, journal = index if len(wars.tapes) > 1 else 0, index if len(wars.journals) > 1 else 0
            charts = wars.charts[wars.reports[index].charts]
            table = Table(wars.dice[index], wars.tapes[tape], charts, wars.journals[journal])
            mat, octets, words = wars.mats[index], wars.octets[index], wars.words[index]
            war = WarRow(mat, octets, words, table, wars.masks[index], wars.reports[index], wars.ended[index])
            clear(war.report)
            begin(war, wars.common[0].plan)


@compiled
def write_outputs_slice(wars: Wars, buffers: OutputBuffers, start: int, stop: int) -> None:
    """Write what the player sees of the wars in [start, stop)."""
    is_flat = len(buffers.observations) > 0
    for index in range(start, stop):
        octets, words, scales = wars.octets[index], wars.words[index], wars.common[0].scales
        if is_flat:
            write_observation(wars.mats[index], octets, words, scales, buffers.observations[index])
        else:
            write_compact(octets, words, scales, buffers.compacts[index])
        buffers.masks[index] = wars.masks[index]
        buffers.reports[index] = wars.reports[index]


@compiled
def fetch(mat: Mat, dice: Dice, report: StepReport, mask: MaskRow) -> None:
    """Fetch the memory of a war that is played soon: many wars do not fit into the cache of a core."""
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
        the number of illegal actions, of wars that have terminated, of missions that ended in one war at most, and of
        wars that cannot go on (:class:`stuka_env.games.stuka.codes.Fault`).
    """
    common = wars.common[0]
    settings, scales = common.settings, common.scales
    is_flat = len(buffers.observations) > 0
    illegal, terminated, most_ended, faults = 0, 0, 0, 0
    for index in range(start, stop):
        ahead = min(index + AHEAD, stop - 1)
        fetch(wars.mats[ahead], wars.dice[ahead], wars.reports[ahead], wars.masks[ahead])
        tape, journal = index if len(wars.tapes) > 1 else 0, index if len(wars.journals) > 1 else 0
        report = wars.reports[index]
        table = Table(wars.dice[index], wars.tapes[tape], wars.charts[report.charts], wars.journals[journal])
        mat, octets, words = wars.mats[index], wars.octets[index], wars.words[index]
        war = WarRow(mat, octets, words, table, wars.masks[index], report, wars.ended[index])

        task = next_task(report, max(actions[index], ILLEGAL) if len(actions) else NOTHING, settings.autoreset)
        if task >= ILLEGAL:
            play(war, task, settings.penalty)
            if report.over and settings.autoreset == SAME_STEP:
                keep_end(war, scales, is_flat, finals.wars[index], finals.ended[index])
                task = BEGIN
        if task == BEGIN:
            draw_charts(report, common.draw)
            table = Table(wars.dice[index], wars.tapes[tape], wars.charts[report.charts], wars.journals[0])
            war = WarRow(mat, octets, words, table, wars.masks[index], report, wars.ended[index])
            begin(war, common.plan)
        if report.pending:
            open_war(war)

        if is_flat:
            write_observation(mat, octets, words, scales, buffers.observations[index])
        else:
            write_compact(octets, words, scales, buffers.compacts[index])
        buffers.masks[index] = war.mask
        buffers.reports[index] = report
        illegal += report.illegal
        terminated += report.terminated
        most_ended = max(most_ended, int(report.missions_ended))
        faults += table.dice.fault != 0
    return illegal, terminated, most_ended, faults


@compiled
def recompute(wars: Wars) -> None:
    """Write what follows from the mat of the first war: the mask, the score due, and the result if it is over."""
    mat, mask, report = wars.mats[0], wars.masks[0], wars.reports[0]
    charts = wars.charts[report.charts]
    table = Table(wars.dice[0], wars.tapes[0], charts, wars.journals[0])
    open_ledger(mat, charts, report.ledger)
    if mat.track.over:
        allow_all(mask.legal[:])
        write_result(mat, charts, report.result)
    else:
        write_mask(mat, table, mask.legal[:])


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
