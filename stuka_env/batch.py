"""The environments' step, compiled: many wars, one call, nothing allocated. The single environment is one war of these.

All arrays have one row a war. What a step reports about a war is its *slip* (:data:`slip_dtype`); the faces turn slips
into what Gymnasium wants. Kernels work on the rows [start, stop), so that threads can share the wars between them.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from stuka_env.charts.shape import OPERATIONS, Charts, charts_dtype
from stuka_env.codes import ACTIONS, Scale
from stuka_env.compilation import kernel
from stuka_env.observe import Scales, write_observation
from stuka_env.rules.dice import new_mission, philox
from stuka_env.rules.dice_records import Dice, dice_dtype, journal_dtype, tape_dtype
from stuka_env.rules.kernel import TABLE_TYPE, Table
from stuka_env.rules.mat import Mat, log_dtype, mat_dtype
from stuka_env.rules.sequence import advance, apply_action, begin_war

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
    return np.dtype((np.record, np.dtype(fields, align=True)))


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


class Slip(np.record):
    """A record of :data:`slip_dtype`."""


class Plan(np.record):
    """A record of :data:`plan_dtype`."""


class Wars(NamedTuple):
    """N wars and everything the kernels need about them; all C-contiguous. ``octets`` and ``words`` are ``mats``."""

    mats: NDArray[Any]
    """mat_dtype ``(N,)``."""
    octets: NDArray[np.int8]
    """``(N, mat_dtype.itemsize)``."""
    words: NDArray[np.int16]
    """``(N, mat_dtype.itemsize // 2)``."""
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
    logs: NDArray[Any]
    """log_dtype ``(N, LOG_LENGTH)``: the missions that ended in this step come first."""
    masks: NDArray[np.int8]
    """``(N, ACTIONS)``: what is legal; never handed out."""
    plan: NDArray[Any]
    """plan_dtype ``(1,)``."""
    scales: Scales
    """What the observation multiplies by."""


class Faces(NamedTuple):
    """Arrays a step writes for the player."""

    observations: NDArray[np.float32]
    """``(N, observation.LENGTH)``."""
    masks: NDArray[np.int8]
    """``(N, ACTIONS)``."""


class Finals(NamedTuple):
    """What SAME_STEP keeps of wars that end, as they stood at the end; one row each in the other modes."""

    observations: NDArray[np.float32]
    """``(N, observation.LENGTH)``."""
    slips: NDArray[Any]
    """slip_dtype ``(N,)``."""
    logs: NDArray[Any]
    """log_dtype ``(N, LOG_LENGTH)``."""


def _array(kind: Any, dimensions: int = 1) -> types.Array:
    return types.Array(numba.from_dtype(kind) if isinstance(kind, np.dtype) else kind, dimensions, "C")


_MAT, _DICE, _CHARTS, _SLIP, _PLAN = map(
    numba.from_dtype, (mat_dtype, dice_dtype, charts_dtype, slip_dtype, plan_dtype)
)
_INT, _MASK, _LOG = types.int64, _array(types.int8), _array(log_dtype)
_ROWS = (mat_dtype, types.int8, types.int16, dice_dtype, tape_dtype, charts_dtype, journal_dtype, slip_dtype, log_dtype)
_ROWS_DIMENSIONS = (1, 2, 2, 1, 1, 1, 1, 1, 2)
_SCALES = types.NamedUniTuple(_array(types.float32), len(Scales._fields), Scales)
_WARS = types.BaseTuple.from_types(
    (*map(_array, _ROWS, _ROWS_DIMENSIONS), _array(types.int8, 2), _array(plan_dtype), _SCALES), Wars
)
_FACES = types.BaseTuple.from_types((_array(types.float32, 2), _array(types.int8, 2)), Faces)
_FINALS = types.BaseTuple.from_types((_array(types.float32, 2), _array(slip_dtype), _array(log_dtype, 2)), Finals)


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


@kernel(types.void(_MAT, _CHARTS, _SLIP, _INT, _INT))
def name_parts(mat: Mat, charts: Charts, slip: Slip, logged: int, operations: int) -> None:
    """Say what the reward is for: missions from ``logged`` on, operations from ``operations`` on, the rest rounding."""
    parts = slip.parts
    for index in range(logged, int(mat.track.logged)):
        entry = mat.log[index]
        if entry.score != 0:
            share = 0.01 * mission_share(mat, charts, int(entry.segment))
            kills = int(entry.kills) * int(charts.kill_points)
            parts[ATTACKS] += share * (int(entry.score) - kills - int(entry.bonus))
            parts[KILLS] += share * kills
            parts[MISSION_BONUS] += share * int(entry.bonus)
    for done in range(operations, int(mat.track.operations_done)):
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


@kernel(types.void(_MAT, _CHARTS, _SLIP))
def write_result(mat: Mat, charts: Charts, slip: Slip) -> None:
    """Fill in how the episode ended."""
    result = slip.result
    result.score = mat.track.result
    result.level = -1
    for level in range(len(charts.a5)):
        if mat.track.result >= charts.a5[level]:
            result.level = level
    result.destroyed = mat.count.war_destroyed
    result.kia = mat.count.war_kia
    result.no_fly = mat.count.war_no_fly
    result.missions = mat.track.logged


@kernel(types.void(_MAT, _SLIP, _LOG, _INT))
def report(mat: Mat, slip: Slip, log: NDArray[Any], logged: int) -> None:
    """Fill in where the war stands, and copy the log of missions from ``logged`` on."""
    slip.decision = mat.mission.decision
    slip.mission_index = mat.mission.war_mission
    ended = int(mat.track.logged) - logged
    slip.missions_ended = ended
    for index in range(ended):
        log[index] = mat.log[logged + index]


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


@kernel(types.void(_MAT, _CHARTS, _SLIP, _INT, _INT))
def pay(mat: Mat, charts: Charts, slip: Slip, logged: int, operations: int) -> None:
    """Pay what has become due since the last time; at the end say how the war ended."""
    due = score_due(mat, charts)
    slip.reward = (due - slip.due) * 0.01
    slip.due = due
    name_parts(mat, charts, slip, logged, operations)
    if mat.track.over:
        slip.terminated = 1
        slip.over = 1
        write_result(mat, charts, slip)


@kernel(types.void(_MAT, TABLE_TYPE, _MASK, _SLIP, _LOG, _INT, types.float64))
def play(
    mat: Mat, table: Table, mask: NDArray[np.int8], slip: Slip, log: NDArray[Any], action: int, penalty: float
) -> None:
    """One step of one war: the action if it is legal, what follows from it, and the reward.

    With the action ``OPEN`` a war that has just been laid out is played up to its first decision; what stands on its
    tracks by then is not paid.
    """
    track = mat.track
    logged, segments, operations = int(track.logged), int(track.segments_done), int(track.operations_done)
    if action == OPEN:
        slip.due = score_due(mat, table.charts)
    else:
        clear(slip)
        if action < 0 or action >= ACTIONS or mask[action] == 0:
            refuse(slip, penalty)
            return
        slip.streak = 0
        if not track.over:
            apply_action(mat, table, action)
    advance(mat, table, mask)
    if action != OPEN and (
        track.over or track.logged != logged or track.segments_done != segments or track.operations_done != operations
    ):
        pay(mat, table.charts, slip, logged, operations)
    report(mat, slip, log, logged)


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


# --- slices of wars ---


@kernel(types.void(_WARS, _INT))
def begin_one(wars: Wars, war: int) -> None:
    """Seed and lay out one war, up to its first mission."""
    tape = war if len(wars.tapes) > 1 else 0
    table = Table(wars.dice[war], wars.tapes[tape], wars.charts[0], wars.journals[0])
    seed_war(wars.slips[war], wars.dice[war])
    wars.octets[war][:] = 0
    lay_out(wars.mats[war], table, wars.slips[war], wars.plan[0])


@kernel(types.void(_WARS, _FACES, _INT))
def show(wars: Wars, faces: Faces, war: int) -> None:
    """Write what the player sees of one war."""
    write_observation(wars.mats[war], wars.octets[war], wars.words[war], wars.scales, faces.observations[war])
    faces.masks[war][:] = wars.masks[war]


@kernel(types.void(_WARS, _FINALS, _INT))
def keep_final(wars: Wars, finals: Finals, war: int) -> None:
    """Keep the end of a war before its mat is wiped."""
    write_observation(wars.mats[war], wars.octets[war], wars.words[war], wars.scales, finals.observations[war])
    finals.slips[war] = wars.slips[war]
    for index in range(int(wars.slips[war].missions_ended)):
        finals.logs[war][index] = wars.logs[war][index]


@kernel(_INT(_WARS, _INT, _INT))
def before_step(wars: Wars, war: int, action: int) -> int:
    """What to play in a war: the action, ``OPEN`` if the next episode begins instead, or ``REST``."""
    slip = wars.slips[war]
    if slip.pending:
        return OPEN
    if not slip.over:
        return max(action, -1)
    if wars.plan[0].autoreset == NEXT_STEP:
        clear(slip)
        begin_one(wars, war)
        return OPEN
    stand_still(slip)
    return REST


@kernel(types.boolean(_WARS, _FINALS, _INT))
def after_step(wars: Wars, finals: Finals, war: int) -> bool:
    """In SAME_STEP, begin the next episode of a war that is over; whether it must be opened now."""
    if not wars.slips[war].over or wars.plan[0].autoreset != SAME_STEP:
        return False
    keep_final(wars, finals, war)
    begin_one(wars, war)
    return True


@kernel(types.void(_WARS, _array(types.int8), _INT, _INT))
def begin_slice(wars: Wars, chosen: NDArray[np.int8], start: int, stop: int) -> None:
    """Seed and lay out the ``chosen`` (one flag a war) wars of [start, stop), to be opened by the next kernel."""
    for war in range(start, stop):
        if chosen[war]:
            clear(wars.slips[war])
            begin_one(wars, war)


@kernel(types.void(_WARS, _FACES, _INT, _INT))
def show_slice(wars: Wars, faces: Faces, start: int, stop: int) -> None:
    """Write what the player sees of the wars in [start, stop)."""
    for war in range(start, stop):
        show(wars, faces, war)


@kernel(types.void(_WARS, _array(types.int64), _FACES, _FINALS, _INT, _INT, _INT))
def step_slice(
    wars: Wars, actions: NDArray[np.int64], faces: Faces, finals: Finals, opening: int, start: int, stop: int
) -> None:
    """Step the wars in [start, stop), follow finished ones with the next as the plan says, and show all of them.

    With ``opening`` 1 only wars that have just been laid out are played, up to their first decision.
    """
    penalty = wars.plan[0].penalty
    for war in range(start, stop):
        slip = wars.slips[war]
        action = REST
        if not opening:
            action = before_step(wars, war, actions[war])
        elif slip.pending:
            action = OPEN
        tape = war if len(wars.tapes) > 1 else 0
        table = Table(wars.dice[war], wars.tapes[tape], wars.charts[0], wars.journals[0])
        while action != REST:
            play(wars.mats[war], table, wars.masks[war], slip, wars.logs[war], action, penalty)
            slip.pending = 0
            action = OPEN if after_step(wars, finals, war) else REST
        show(wars, faces, war)
