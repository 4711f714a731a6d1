"""Filling the observation vector, compiled: one pass over the bytes of a mat, then the derived numbers.

A batch kernel hands in the row of each mat three times: as a record, as bytes and as 16-bit words, all the same
memory, because the wide pass over the bytes is four times as fast as reading 460 fields of nested records.
"""

from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from stuka_env import observation
from stuka_env.charts.shape import Record
from stuka_env.codes import SEATS, SLOTS, Decision, Quality, Segment, Target
from stuka_env.compilation import kernel
from stuka_env.rules.mat import Mat, mat_dtype

DECISIONS, TARGETS, SEGMENTS, SUBJECTS = len(Decision), len(Target), len(Segment), 2 * SEATS
TRACK_WORD = observation.offset(mat_dtype, "track") // 2
"""Where the score tracks begin, in 16-bit words from the start of the mat."""
LEVEL, STRESS, WOUND = np.float32(1 / Quality.HERO), np.float32(1 / 6), np.float32(1 / 2)


scales_dtype = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("bytes", "f4", (observation.BYTES,)),
                ("bytes_low", "f4", (observation.BYTES,)),
                ("words", "f4", (observation.WORDS,)),
                ("words_low", "f4", (observation.WORDS,)),
            ]
        ),
    )
)
"""What turns the integers of the mat into floats: factors and lower bounds of its bytes and of its tracks."""


class Scales(Record):
    """A record of :data:`scales_dtype`."""


def scales() -> NDArray[Any]:
    """A fresh array of one :data:`scales_dtype`."""
    first, second = slice(0, observation.BYTES), slice(observation.BYTES, observation.BYTES + observation.WORDS)
    parts = [vector[part] for part in (first, second) for vector in (observation.SCALE, observation.LOW)]
    return np.array([tuple(parts)], scales_dtype)


SCALES = scales()
"""Hand ``SCALES[0]`` to :func:`write_observation`: an argument, for a global would be frozen into the compiled code;
and a record, for records are not reference-counted by Numba, and counting costs as much as the work."""

_RECORD = numba.from_dtype(mat_dtype)
_FLOATS = types.Array(types.float32, 1, "C")
_SCALES = numba.from_dtype(scales_dtype)
_ONE = types.void(_RECORD, types.Array(types.int8, 1, "C"), types.Array(types.int16, 1, "C"), _SCALES, _FLOATS)
_MANY = types.void(
    types.Array(_RECORD, 1, "C"),
    types.Array(types.int8, 2, "C"),
    types.Array(types.int16, 2, "C"),
    types.Array(_SCALES, 1, "C"),
    types.Array(types.float32, 2, "C"),
)


@kernel(_ONE, fastmath={"nnan", "nsz"})
def write_observation(
    mat: Mat, octets: NDArray[np.int8], words: NDArray[np.int16], scales: Scales, out: NDArray[np.float32]
) -> None:
    """Write the observation of ``mat`` into ``out``.

    Args:
        mat: the record.
        octets: the same memory as int8, ``(mat_dtype.itemsize,)``.
        words: the same memory as int16, ``(mat_dtype.itemsize // 2,)``.
        scales: ``SCALES[0]``.
        out: float32 ``(observation.LENGTH,)``, overwritten.
    """
    one = np.float32(1)
    for index in range(scales.bytes.size):
        value = np.float32(octets[index]) * scales.bytes[index]
        out[index] = min(max(value, scales.bytes_low[index]), one)
    start = scales.bytes.size
    for index in range(scales.words.size):
        value = np.float32(words[TRACK_WORD + index]) * scales.words[index]
        out[start + index] = min(max(value, scales.words_low[index]), one)
    start += scales.words.size
    for index in range(start, observation.LENGTH):  # a slice would cost as much as all the rest
        out[index] = 0

    mission = mat.mission
    out[start + int(mission.decision)] = one
    start += DECISIONS
    out[start + int(mission.target)] = one
    start += TARGETS
    out[start + int(mission.segment)] = one
    start += SEGMENTS
    subject = int(mission.subject)
    if subject:
        out[start + subject - 1] = one
    start += SUBJECTS

    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        place = int(aircraft.pilot)
        if place:
            pilot = mat.pilots[place - 1]
            out[start] = np.float32(pilot.level) * LEVEL
            out[start + 1] = np.float32(pilot.stress) * STRESS
            out[start + 2] = np.float32(pilot.wounds) * WOUND
        place = int(aircraft.gunner)
        if place:
            gunner = mat.gunners[place - 1]
            out[start + 3] = np.float32(gunner.level) * LEVEL
            out[start + 4] = np.float32(gunner.stress) * STRESS
            out[start + 5] = np.float32(gunner.wounds) * WOUND
        start += 6


@kernel(_MANY)
def write_observations(
    mats: NDArray[Any],
    octets: NDArray[np.int8],
    words: NDArray[np.int16],
    scales: NDArray[Any],
    out: NDArray[np.float32],
) -> None:
    """Write the observations of ``mats`` ``(N,)`` into ``out`` ``(N, LENGTH)``; the views come from :func:`views`."""
    for index in range(len(mats)):
        write_observation(mats[index], octets[index], words[index], scales[0], out[index])


def views(mats: NDArray[Any]) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    """A contiguous array of mats ``(N,)`` as bytes ``(N, itemsize)`` and as words ``(N, itemsize // 2)``; no copies."""
    raw = np.asarray(mats).view(np.ndarray)
    return raw.view(np.int8).reshape(len(raw), -1), raw.view(np.int16).reshape(len(raw), -1)


def observe(mats: NDArray[Any]) -> NDArray[np.float32]:
    """The observations ``(N, LENGTH)`` of the mats ``(N,)``, in a new array: for tests, tools and single looks."""
    out = np.zeros((len(mats), observation.LENGTH), np.float32)
    octets, words = views(mats)
    write_observations(mats, octets, words, SCALES, out)
    return out
