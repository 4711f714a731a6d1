"""The environments' step, compiled: many wars, one call, nothing allocated. The single environment is one war of these.

All arrays have one row a war. What a step reports about a war is its *slip* (:data:`slip_dtype`); the faces turn slips
into what Gymnasium wants. Kernels work on the rows [start, stop), so that threads can share the wars between them.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from stuka_env.charts.shape import OPERATIONS, Charts, Record, charts_dtype
from stuka_env.codes import ACTIONS, Scale
from stuka_env.compilation import kernel
from stuka_env.observation import LENGTH
from stuka_env.observe import Scales, scales_dtype, write_observation
from stuka_env.rules.dice import new_mission, philox
from stuka_env.rules.dice_records import Dice, dice_dtype, journal_dtype, tape_dtype
from stuka_env.rules.kernel import TABLE_TYPE, Table
from stuka_env.rules.mat import LOG_LENGTH, Mat, log_dtype, mat_dtype
from stuka_env.rules.orders import apply_action
from stuka_env.rules.scoring import victory_level
from stuka_env.rules.sequence import advance, begin_war

PARTS = ("attacks", "kills", "mission_bonus", "rounding", "operation_bonus", "campaign_bonus", "illegal_action")
"""Named parts of the reward; they add up to it."""
ATTACKS, KILLS, MISSION_BONUS, ROUNDING, OPERATION_BONUS, CAMPAIGN_BONUS, ILLEGAL = range(len(PARTS))
PATIENCE = 100
"""Illegal actions in a row that truncate an episode."""
NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a finished war is followed by the next (``gymnasium.vector.AutoresetMode``)."""
OPEN, REST = -1000, -1001
"""In place of an action: play to the first decision; do nothing. Other negative numbers are illegal actions."""
WORD = 0xFFFFFFFF
SEED_KEY_LOW, SEED_KEY_HIGH = 0x5374756B, 0x614A7538
"""Key of the hash that makes war seeds; any fixed number does, other than a seed somebody would choose."""


def _record(fields: list[tuple[Any, ...]]) -> np.dtype:
    """A record dtype without padding: copies would leave that out, and states are compared byte by byte."""
    dtype = np.dtype(fields, align=True)
    assert dtype.itemsize == sum(part.itemsize for part, *_ in dict(dtype.fields or {}).values())
    return np.dtype((np.record, dtype))


result_dtype = _record(
    [
        ("score", "i2"),  # official score of the episode
        ("level", "i2"),  # index of the level of victory, 0 the lowest (A5)
        ("destroyed", "i2"),  # aircraft destroyed
        ("kia", "i2"),  # people killed
        ("no_fly", "i2"),  # missions not flown
        ("missions", "i2"),  # missions on the log sheet
    ]
)
"""How an episode ended."""

slip_dtype = _record(
    [
        ("reward", "f8"),
        ("parts", "f8", (len(PARTS),)),
        ("due", "f8"),  # score earned so far, as part of the episode's; what has been paid is this / 100
        ("war_seed", "u8"),
        ("base_low", "i8"),  # the seed given to reset(), two 32-bit words
        ("base_high", "i8"),
        ("episode", "i8"),  # episodes since that seed
        ("missions_paid", "i4"),  # lines of the log sheet that rewards have been named for
        ("operations_paid", "i4"),  # operations whose bonus has been
        ("streak", "i4"),  # illegal actions in a row
        ("mission_index", "i4"),  # mission of the war, from 0
        ("missions_ended", "i4"),  # missions that ended in this step
        ("result", result_dtype),  # all 0 until the episode has terminated
        ("decision", "i1"),  # codes.Decision
        ("terminated", "i1"),
        ("truncated", "i1"),
        ("illegal", "i1"),
        ("over", "i1"),  # the episode has ended and the next has not begun
        ("pending", "i1"),  # the mat is laid out, nothing has been played
        ("pad", "i1", (2,)),
    ]
)
"""What a step reports about one war, and what must be remembered to report it."""

plan_dtype = _record(
    [
        ("penalty", "f8"),  # what an illegal action costs
        ("scale", "i8"),  # codes.Scale
        ("operation", "i8"),
        ("segment", "i8"),  # -1: the first, or drawn for a mission
        ("regular", "i8"),
        ("autoreset", "i8"),  # NEXT_STEP, SAME_STEP or DISABLED
    ]
)
"""What every war of an engine has in common: one record."""


raw_dtype = _record([("octets", "i1", (mat_dtype.itemsize,))])
raw_words_dtype = _record([("words", "i2", (mat_dtype.itemsize // 2,))])
sheet_dtype = _record([("lines", log_dtype, (LOG_LENGTH,))])
legal_dtype = _record([("legal", "i1", (ACTIONS,))])
sight_dtype = _record([("floats", "f4", (LENGTH,))])
"""Rows of plain arrays as records: Numba counts references to arrays, and the counting of rows handed from function to
function took longer than the work, and made threads wait for each other. Records are handed on uncounted."""


class Slip(Record):
    """A record of :data:`slip_dtype`."""


class Plan(Record):
    """A record of :data:`plan_dtype`."""


class Raw(Record):
    """A record of :data:`raw_dtype`: a mat as bytes."""


class RawWords(Record):
    """A record of :data:`raw_words_dtype`: a mat as 16-bit words."""


class Sheet(Record):
    """A record of :data:`sheet_dtype`: log lines of the missions that ended in this step come first."""


class Legal(Record):
    """A record of :data:`legal_dtype`: one row of the mask."""


class Sight(Record):
    """A record of :data:`sight_dtype`: one flat observation."""


class Wars(NamedTuple):
    """N wars and everything the kernels need about them. ``raw`` and ``words`` are the memory of ``mats``."""

    mats: NDArray[Any]
    """mat_dtype ``(N,)``."""
    raw: NDArray[Any]
    """raw_dtype ``(N,)``."""
    words: NDArray[Any]
    """raw_words_dtype ``(N,)``."""
    dice: NDArray[Any]
    """dice_dtype ``(N,)``."""
    tapes: NDArray[Any]
    """tape_dtype ``(N,)``, or ``(1,)`` where nobody has a tape."""
    charts: NDArray[Any]
    """charts_dtype ``(1,)``."""
    journals: NDArray[Any]
    """journal_dtype ``(1,)``: one war alone can keep a journal."""
    slips: NDArray[Any]
    """slip_dtype ``(N,)``."""
    sheets: NDArray[Any]
    """sheet_dtype ``(N,)``."""
    masks: NDArray[Any]
    """legal_dtype ``(N,)``: what is legal; never handed out."""
    plan: NDArray[Any]
    """plan_dtype ``(1,)``."""
    scales: NDArray[Any]
    """scales_dtype ``(1,)``: what the observation multiplies by."""


class Faces(NamedTuple):
    """Arrays a step writes for the player, as records; :class:`stuka_env.engine.View` has them of plain arrays."""

    sights: NDArray[Any]
    """sight_dtype ``(N,)``."""
    masks: NDArray[Any]
    """legal_dtype ``(N,)``."""


class Finals(NamedTuple):
    """What SAME_STEP keeps of wars that end, as they stood at the end; one row each in the other modes."""

    sights: NDArray[Any]
    """sight_dtype ``(N,)``."""
    slips: NDArray[Any]
    """slip_dtype ``(N,)``."""
    sheets: NDArray[Any]
    """sheet_dtype ``(N,)``."""


def _records(*dtypes: np.dtype) -> list[types.Record]:
    return [numba.from_dtype(dtype) for dtype in dtypes]


def _store(kind: type, *dtypes: np.dtype) -> types.BaseTuple:
    """The type of a named tuple of arrays of records."""
    return types.BaseTuple.from_types(tuple(types.Array(record, 1, "C") for record in _records(*dtypes)), kind)


_MAT, _RAW, _RAW_WORDS, _DICE, _CHARTS = _records(mat_dtype, raw_dtype, raw_words_dtype, dice_dtype, charts_dtype)
_SLIP, _SHEET, _LEGAL, _SIGHT, _PLAN = _records(slip_dtype, sheet_dtype, legal_dtype, sight_dtype, plan_dtype)
_SCALES = numba.from_dtype(scales_dtype)
_INT = types.int64
_WARS = _store(
    Wars,
    mat_dtype,
    raw_dtype,
    raw_words_dtype,
    dice_dtype,
    tape_dtype,
    charts_dtype,
    journal_dtype,
    slip_dtype,
    sheet_dtype,
    legal_dtype,
    plan_dtype,
    scales_dtype,
)
_FACES = _store(Faces, sight_dtype, legal_dtype)
_FINALS = _store(Finals, sight_dtype, slip_dtype, sheet_dtype)
_FLAGS, _ACTIONS = types.Array(types.int8, 1, "C"), types.Array(types.int64, 1, "C")


# --- reward: what the rulebook's score amounts to so far ---


@kernel(_INT(_CHARTS, _INT))
def operation_of(charts: Charts, segment: int) -> int:
    """The operation a segment belongs to."""
    for operation in range(OPERATIONS):
        first = int(charts.first_segment[operation])
        if first <= segment < first + charts.segments[operation]:
            return operation
    return 0


@kernel(types.float64(_MAT, _CHARTS, _INT))
def mission_share(mat: Mat, charts: Charts, segment: int) -> float:
    """The part of the episode's score that one mission of ``segment`` counts for."""
    scale = mat.mission.scale
    parts = 1
    if scale >= Scale.SEGMENT:
        parts = int(charts.missions[segment][mat.mission.regular])
    if scale >= Scale.OPERATION:
        parts *= int(charts.segments[operation_of(charts, segment)])
    if scale >= Scale.CAMPAIGN:
        parts *= OPERATIONS
    return 1.0 / parts


@kernel(types.float64(_MAT, _CHARTS))
def score_due(mat: Mat, charts: Charts) -> float:
    """The score earned so far, as part of the episode's final one; equal to that at the end.

    Finished operations count with their bonus, finished segments of the current one rounded, and the missions of the
    current segment as they are.
    """
    track = mat.track
    if track.over:
        return float(track.result)
    current = int(mat.mission.segment)
    total = track.segment_sum * mission_share(mat, charts, current)
    if mat.mission.scale < Scale.OPERATION:
        return total
    share = 1.0
    finished = int(track.segments_done)
    if mat.mission.scale == Scale.CAMPAIGN:
        share = 1.0 / OPERATIONS
        for operation in range(int(track.operations_done)):
            total += track.operations[operation] * share
            finished -= int(charts.segments[operation])
    operation = operation_of(charts, current)
    share /= charts.segments[operation]
    for segment in range(finished):
        total += track.segments[charts.first_segment[operation] + segment] * share
    return total


@kernel(types.void(_MAT, _CHARTS, _SLIP))
def name_parts(mat: Mat, charts: Charts, slip: Slip) -> None:
    """Say what the reward is for: missions and operations since the last one, the rest is rounding."""
    parts = slip.parts
    for index in range(int(slip.missions_paid), int(mat.track.logged)):
        entry = mat.log[index]
        if entry.score != 0:
            share = 0.01 * mission_share(mat, charts, int(entry.segment))
            kills = int(entry.kills) * int(charts.kill_points)
            parts[ATTACKS] += share * (int(entry.score) - kills - int(entry.bonus))
            parts[KILLS] += share * kills
            parts[MISSION_BONUS] += share * int(entry.bonus)
    for done in range(int(slip.operations_paid), int(mat.track.operations_done)):
        if mat.mission.scale == Scale.CAMPAIGN:
            parts[OPERATION_BONUS] += 0.01 * int(mat.track.operation_bonus[done]) / OPERATIONS
        else:
            parts[OPERATION_BONUS] += 0.01 * int(mat.track.operation_bonus[int(mat.mission.operation)])
    if mat.track.over:
        parts[CAMPAIGN_BONUS] = 0.01 * int(mat.track.campaign_bonus)
    named = 0.0
    for part in range(len(PARTS)):
        named += parts[part]
    parts[ROUNDING] = slip.reward - named


@kernel(types.void(_MAT, _SLIP))
def settle(mat: Mat, slip: Slip) -> None:
    """What stands on the log sheet and the tracks by now has been paid, or is not to be."""
    slip.missions_paid = mat.track.logged
    slip.operations_paid = mat.track.operations_done


@kernel(types.void(_MAT, _CHARTS, _SLIP))
def write_result(mat: Mat, charts: Charts, slip: Slip) -> None:
    """Fill in how the episode ended."""
    result = slip.result
    result.score = mat.track.result
    result.level = victory_level(charts, int(mat.track.result))
    result.destroyed = mat.count.war_destroyed
    result.kia = mat.count.war_kia
    result.no_fly = mat.count.war_no_fly
    result.missions = mat.track.logged


@kernel(types.void(_MAT, _SLIP, _SHEET, _INT))
def report(mat: Mat, slip: Slip, sheet: Sheet, logged: int) -> None:
    """Fill in where the war stands, and copy the log of missions from ``logged`` on."""
    slip.decision = mat.mission.decision
    slip.mission_index = mat.mission.war_mission
    ended = int(mat.track.logged) - logged
    slip.missions_ended = ended
    for index in range(ended):
        sheet.lines[index] = mat.log[logged + index]


# --- one war ---


@kernel(types.void(_SLIP))
def clear(slip: Slip) -> None:
    """Wipe what the last step reported."""
    slip.reward = 0.0
    for part in range(len(PARTS)):
        slip.parts[part] = 0.0
    slip.missions_ended = 0
    slip.terminated = 0
    slip.truncated = 0
    slip.illegal = 0


@kernel(types.void(_SLIP))
def stand_still(slip: Slip) -> None:
    """A step of a war that is over: it stays over, and nothing more is paid or reported."""
    terminated, truncated = int(slip.terminated), int(slip.truncated)
    clear(slip)
    slip.terminated = terminated
    slip.truncated = truncated


@kernel(types.void(_SLIP, types.float64))
def refuse(slip: Slip, penalty: float) -> None:
    """An illegal action: nothing happens on the mat, it costs the penalty, too many in a row end the episode."""
    slip.illegal = 1
    slip.streak += 1
    slip.reward = -penalty
    slip.parts[ILLEGAL] = -penalty
    if slip.streak >= PATIENCE:
        slip.truncated = 1
        slip.over = 1


@kernel(types.void(_MAT, _CHARTS, _SLIP))
def pay(mat: Mat, charts: Charts, slip: Slip) -> None:
    """Pay what has become due since the last time; at the end say how the war ended."""
    due = score_due(mat, charts)
    slip.reward = (due - slip.due) * 0.01
    slip.due = due
    name_parts(mat, charts, slip)
    settle(mat, slip)
    if mat.track.over:
        slip.terminated = 1
        slip.over = 1
        write_result(mat, charts, slip)


@kernel(types.void(_MAT, TABLE_TYPE, _LEGAL, _SLIP, _SHEET, _INT, types.float64))
def play(mat: Mat, table: Table, mask: Legal, slip: Slip, sheet: Sheet, action: int, penalty: float) -> None:
    """One step of one war: the action if it is legal, what follows from it, and the reward.

    With the action ``OPEN`` a war that has just been laid out is played up to its first decision; what stands on its
    tracks before is not paid; what ends on the way there is paid with the first reward.
    """
    track = mat.track
    logged, segments, operations = int(track.logged), int(track.segments_done), int(track.operations_done)
    if action == OPEN:
        slip.due = score_due(mat, table.charts)
        settle(mat, slip)
    else:
        clear(slip)
        if action < 0 or action >= ACTIONS or mask.legal[action] == 0:
            refuse(slip, penalty)
            return
        slip.streak = 0
        if not track.over:
            apply_action(mat, table, action)
    advance(mat, table, mask.legal[:])
    if action != OPEN and (
        track.over or track.logged != logged or track.segments_done != segments or track.operations_done != operations
    ):
        pay(mat, table.charts, slip)
    report(mat, slip, sheet, logged)


@kernel(types.void(_SLIP, _DICE))
def seed_war(slip: Slip, dice: Dice) -> None:
    """Give the next episode its dice: its war seed is a hash of the seed given to reset and the episode's number."""
    slip.episode += 1
    low, high, _, _ = philox(
        slip.episode & WORD, (slip.episode >> 32) & WORD, slip.base_low, slip.base_high, SEED_KEY_LOW, SEED_KEY_HIGH
    )
    dice.key_low = low
    dice.key_high = high
    slip.war_seed = low | (high << 32)
    dice.fault = 0
    dice.fault_chart = 0
    dice.taped = 0
    dice.strict = 0
    new_mission(dice, 0)


@kernel(types.void(_SLIP))
def new_episode(slip: Slip) -> None:
    """Forget the last episode."""
    slip.over = 0
    slip.pending = 1
    slip.streak = 0
    slip.result.score = 0
    slip.result.level = 0
    slip.result.destroyed = 0
    slip.result.kia = 0
    slip.result.no_fly = 0
    slip.result.missions = 0


@kernel(types.void(_MAT, TABLE_TYPE, _SLIP, _PLAN))
def lay_out(mat: Mat, table: Table, slip: Slip, plan: Plan) -> None:
    """Lay out an empty mat for an episode, up to the first mission. The dice must have been seeded."""
    new_episode(slip)
    table.journal.cursor = 0
    begin_war(mat, table, plan.scale, plan.operation, plan.segment, plan.regular)


@kernel(types.void(_MAT, _RAW, TABLE_TYPE, _SLIP, _PLAN))
def begin(mat: Mat, raw: Raw, table: Table, slip: Slip, plan: Plan) -> None:
    """Seed and lay out one war, up to its first mission."""
    seed_war(slip, table.dice)
    for index in range(len(raw.octets)):
        raw.octets[index] = 0
    lay_out(mat, table, slip, plan)


@kernel(types.void(_MAT, _RAW, _RAW_WORDS, _SCALES, _SIGHT))
def see(mat: Mat, raw: Raw, words: RawWords, scales: Scales, sight: Sight) -> None:
    """Write the observation of one war."""
    write_observation(mat, raw.octets[:], words.words[:], scales, sight.floats[:])


@kernel(types.void(_LEGAL, _LEGAL))
def copy_mask(mask: Legal, shown: Legal) -> None:
    """Copy one row of the mask."""
    for action in range(ACTIONS):
        shown.legal[action] = mask.legal[action]


@kernel(types.void(_SLIP, _SHEET, _SLIP, _SHEET))
def keep_final(slip: Slip, sheet: Sheet, final_slip: Slip, final_sheet: Sheet) -> None:
    """Keep what the last step of a war reported, before the next episode does."""
    for index in range(int(slip.missions_ended)):
        final_sheet.lines[index] = sheet.lines[index]
    final_slip.parts[:] = slip.parts
    final_slip.war_seed = slip.war_seed
    final_slip.mission_index = slip.mission_index
    final_slip.missions_ended = slip.missions_ended
    final_slip.result.score = slip.result.score
    final_slip.result.level = slip.result.level
    final_slip.result.destroyed = slip.result.destroyed
    final_slip.result.kia = slip.result.kia
    final_slip.result.no_fly = slip.result.no_fly
    final_slip.result.missions = slip.result.missions
    final_slip.decision = slip.decision
    final_slip.terminated = slip.terminated
    final_slip.truncated = slip.truncated
    final_slip.illegal = slip.illegal


class Reports(NamedTuple):
    """What the slips of N wars say, as plain arrays for the infos; :func:`new_reports` makes them."""

    reward: NDArray[np.float64]
    """``(N,)``."""
    parts: NDArray[np.float64]
    """``(len(PARTS), N)``."""
    war_seed: NDArray[np.uint64]
    mission_index: NDArray[np.int32]
    missions_ended: NDArray[np.int32]
    decision: NDArray[np.int8]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    illegal: NDArray[np.bool_]
    result: NDArray[Any]
    """result_dtype ``(N,)``."""


def new_reports(num_envs: int) -> Reports:
    """Fresh arrays for :func:`gather`."""
    return Reports(
        np.empty(num_envs, np.float64),
        np.empty((len(PARTS), num_envs), np.float64),
        np.empty(num_envs, np.uint64),
        np.empty(num_envs, np.int32),
        np.empty(num_envs, np.int32),
        np.empty(num_envs, np.int8),
        np.empty(num_envs, np.bool_),
        np.empty(num_envs, np.bool_),
        np.empty(num_envs, np.bool_),
        np.empty(num_envs, result_dtype),
    )


_REPORTS = numba.typeof(new_reports(1))
_ROWS = types.Array(types.boolean, 1, "C", readonly=True)


@kernel(types.UniTuple(_INT, 3)(types.Array(_SLIP, 1, "C"), _ROWS, _REPORTS))
def gather(slips: NDArray[Any], rows: NDArray[np.bool_], reports: Reports) -> tuple[int, int, int]:
    """Spread slips out as arrays; what is said of wars not in ``rows`` does not count.

    Returns:
        how many actions were illegal, how many wars have terminated, and the most missions that ended in one war.
    """
    illegal, terminated, width = 0, 0, 0
    for war in range(len(slips)):
        slip = slips[war]
        here = rows[war]
        reports.reward[war] = slip.reward
        for part in range(len(PARTS)):
            reports.parts[part, war] = slip.parts[part]
        reports.war_seed[war] = slip.war_seed
        reports.mission_index[war] = slip.mission_index
        reports.decision[war] = slip.decision
        reports.result[war] = slip.result
        reports.missions_ended[war] = slip.missions_ended if here else 0
        reports.terminated[war] = slip.terminated != 0 and here
        reports.truncated[war] = slip.truncated != 0 and here
        reports.illegal[war] = slip.illegal != 0 and here
        illegal += reports.illegal[war]
        terminated += reports.terminated[war]
        width = max(width, reports.missions_ended[war])
    return illegal, terminated, width


@kernel(types.void(types.Array(_SHEET, 1, "C"), types.int32[::1], types.Array(numba.from_dtype(log_dtype), 2, "C")))
def gather_lines(sheets: NDArray[Any], counts: NDArray[np.int32], lines: NDArray[Any]) -> None:
    """Copy the first ``counts[war]`` lines of each sheet into a row of ``lines``."""
    for war in range(len(sheets)):
        for index in range(counts[war]):
            lines[war, index] = sheets[war].lines[index]


# --- slices of wars ---


@kernel(types.void(_WARS, _FLAGS, _INT, _INT))
def begin_slice(wars: Wars, chosen: NDArray[np.int8], start: int, stop: int) -> None:
    """Seed and lay out the ``chosen`` (one flag a war) wars of [start, stop), to be opened by the next kernel."""
    for war in range(start, stop):
        if chosen[war]:
            tape = war if len(wars.tapes) > 1 else 0
            table = Table(wars.dice[war], wars.tapes[tape], wars.charts[0], wars.journals[0])
            clear(wars.slips[war])
            begin(wars.mats[war], wars.raw[war], table, wars.slips[war], wars.plan[0])


@kernel(types.void(_WARS, _FACES, _INT, _INT))
def show_slice(wars: Wars, faces: Faces, start: int, stop: int) -> None:
    """Write what the player sees of the wars in [start, stop)."""
    for war in range(start, stop):
        see(wars.mats[war], wars.raw[war], wars.words[war], wars.scales[0], faces.sights[war])
        copy_mask(wars.masks[war], faces.masks[war])


@kernel(types.void(_WARS, _ACTIONS, _FACES, _FINALS, _INT, _INT, _INT))
def step_slice(
    wars: Wars, actions: NDArray[np.int64], faces: Faces, finals: Finals, opening: int, start: int, stop: int
) -> None:
    """Step the wars in [start, stop), follow finished ones with the next as the plan says, and show all of them.

    With ``opening`` 1 only wars that have just been laid out are played, up to their first decision.
    """
    plan = wars.plan[0]
    for war in range(start, stop):
        mat, raw, words, slip, sheet = wars.mats[war], wars.raw[war], wars.words[war], wars.slips[war], wars.sheets[war]
        tape = war if len(wars.tapes) > 1 else 0
        table = Table(wars.dice[war], wars.tapes[tape], wars.charts[0], wars.journals[0])
        action = REST
        if slip.pending:
            action = OPEN
        elif opening:
            action = REST
        elif not slip.over:
            action = max(actions[war], -1)
        elif plan.autoreset == NEXT_STEP:
            clear(slip)
            begin(mat, raw, table, slip, plan)
            action = OPEN
        else:
            stand_still(slip)
        while action != REST:
            play(mat, table, wars.masks[war], slip, sheet, action, plan.penalty)
            slip.pending = 0
            action = REST
            if slip.over and plan.autoreset == SAME_STEP:
                see(mat, raw, words, wars.scales[0], finals.sights[war])
                keep_final(slip, sheet, finals.slips[war], finals.sheets[war])
                begin(mat, raw, table, slip, plan)
                action = OPEN
        see(mat, raw, words, wars.scales[0], faces.sights[war])
        copy_mask(wars.masks[war], faces.masks[war])
