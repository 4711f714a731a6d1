"""Compiled writing of observations: one pass over the bytes of a mat, then the derived numbers.

A kernel passes each mat three times, as a record, as bytes and as 16-bit words, all of them the same memory. One pass
over the bytes is four times as fast as reading 460 fields of nested records. Rows of plain arrays are records too:
Numba counts references to arrays, which took longer than the work and made threads wait for each other.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.compilation import compiled
from stuka_env.games.stuka.codes import SLOTS
from stuka_env.games.stuka.observation import layout
from stuka_env.games.stuka.rules.mat import Crew, Mat
from stuka_env.games.stuka.rules.numbering import to_index
from stuka_env.observation import offset
from stuka_env.records import Numbers, Record, Rows, float32, int8, int16, record, rows, rows_as

BYTES, WORDS, LENGTH = layout.BYTES, layout.WORDS, layout.LENGTH
TRACK_WORD = offset(Mat.dtype, "track") // 2
"""Start of the score tracks, in 16-bit words from the start of the mat."""


def first_float(part: str) -> int:
    """Return the place of a part's first number in the flat observation."""
    return int(layout.LAYOUT[part].indices[0])


DECISIONS, TARGETS, SEGMENTS, SUBJECTS = (
    first_float(f"{name}_one_hot") for name in ("decision", "target", "segment", "subject")
)
"""First float of each one-hot."""
PILOT_SEATS, GUNNER_SEATS = first_float("seats_pilot_level"), first_float("seats_gunner_level")
"""First float of the pilot and of the gunner in the first slot."""
SEATS_STEP = int(np.diff(layout.LAYOUT["seats_pilot_level"].indices[:2])[0])
"""Floats from one slot to the next."""
LEVEL, STRESS, WOUNDS = (first_float(f"seats_pilot_{name}") - PILOT_SEATS for name in ("level", "stress", "wounds"))
"""Floats of a person, counted from the level on."""
LEVEL_SCALE, STRESS_SCALE, WOUNDS_SCALE = (
    np.float32(layout.LAYOUT[f"seats_pilot_{name}"].scale) for name in ("level", "stress", "wounds")
)


@record
class MatBytes(Record):
    """A mat as bytes."""

    octets: Numbers = int8(shape=(Mat.dtype.itemsize,))


@record
class MatWords(Record):
    """A mat as 16-bit words."""

    words: Numbers = int16(shape=(Mat.dtype.itemsize // 2,))


@record
class ObservationRow(Record):
    """One flat observation."""

    floats: Numbers = float32(shape=(LENGTH,))


@record
class CompactRow(Record):
    """One compact observation."""

    tracks: Numbers = int16(shape=(WORDS,))
    codes: Numbers = int8(shape=(BYTES,))


@record
class Scales(Record):
    """Factors and bounds by which the integers of the mat become floats, and bounds of the integers.

    It is an argument because a global would be frozen into the compiled code.
    """

    bytes: Numbers = float32(shape=(BYTES,))
    bytes_low: Numbers = float32(shape=(BYTES,))
    words: Numbers = float32(shape=(WORDS,))
    words_low: Numbers = float32(shape=(WORDS,))
    tracks_low: Numbers = int16(shape=(WORDS,))
    tracks_high: Numbers = int16(shape=(WORDS,))
    codes_low: Numbers = int8(shape=(BYTES,))
    codes_high: Numbers = int8(shape=(BYTES,))


def new_scales() -> Rows[Scales]:
    """Return the scales of the layout, ``(1,)``."""
    scales = rows(1, Scales)
    seen = layout.OBSERVATION
    codes, tracks = seen.code_places, seen.track_places
    scales["bytes"], scales["bytes_low"] = seen.scale[codes], seen.low[codes]
    scales["words"], scales["words_low"] = seen.scale[tracks], seen.low[tracks]
    scales["codes_low"], scales["codes_high"] = seen.integer_bounds(codes, np.int8)
    scales["tracks_low"], scales["tracks_high"] = seen.integer_bounds(tracks, np.int16)
    return scales


SCALES = new_scales()


@compiled
def write_person(person: Crew, start: int, out: ObservationRow) -> None:
    """Write the numbers that ``seats`` shows of a person, from the float ``start`` on."""
    out.floats[start + LEVEL] = np.float32(person.level) * LEVEL_SCALE
    out.floats[start + STRESS] = np.float32(person.stress) * STRESS_SCALE
    out.floats[start + WOUNDS] = np.float32(person.wounds) * WOUNDS_SCALE


@compiled(fastmath={"nnan", "nsz"})
def write_observation(mat: Mat, octets: MatBytes, words: MatWords, scales: Scales, out: ObservationRow) -> None:
    """Write the flat observation of ``mat`` into ``out``; ``octets`` and ``words`` are the same memory as ``mat``."""
    one = np.float32(1)
    floats = out.floats
    for index in range(BYTES):
        value = np.float32(octets.octets[index]) * scales.bytes[index]
        floats[index] = min(max(value, scales.bytes_low[index]), one)
    for index in range(WORDS):
        value = np.float32(words.words[TRACK_WORD + index]) * scales.words[index]
        floats[BYTES + index] = min(max(value, scales.words_low[index]), one)
    for index in range(BYTES + WORDS, LENGTH):
        floats[index] = 0

    floats[DECISIONS + int(mat.cursor.decision)] = one
    floats[TARGETS + int(mat.mission.target)] = one
    floats[SEGMENTS + int(mat.war.segment)] = one
    subject = int(mat.cursor.subject)
    if subject:
        floats[SUBJECTS + to_index(subject)] = one
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        place = int(aircraft.pilot)
        if place:
            write_person(mat.pilots[to_index(place)], PILOT_SEATS + slot * SEATS_STEP, out)
        place = int(aircraft.gunner)
        if place:
            write_person(mat.gunners[to_index(place)], GUNNER_SEATS + slot * SEATS_STEP, out)


@compiled
def write_compact(octets: MatBytes, words: MatWords, scales: Scales, out: CompactRow) -> None:
    """Write the compact observation of a mat, passed as bytes and as words, into ``out``."""
    for index in range(BYTES):
        out.codes[index] = min(max(octets.octets[index], scales.codes_low[index]), scales.codes_high[index])
    for index in range(WORDS):
        word = words.words[TRACK_WORD + index]
        out.tracks[index] = min(max(word, scales.tracks_low[index]), scales.tracks_high[index])


@compiled
def write_observations(
    mats: Rows[Mat],
    octets: Rows[MatBytes],
    words: Rows[MatWords],
    scales: Rows[Scales],
    out: Rows[ObservationRow],
) -> None:
    """Write the flat observations of ``mats`` ``(N,)`` into ``out`` ``(N,)``; the views come from :func:`views`."""
    for index in range(len(mats)):
        write_observation(mats[index], octets[index], words[index], scales[0], out[index])


def views(mats: Any) -> tuple[Rows[MatBytes], Rows[MatWords]]:
    """Return a contiguous array of mats ``(N,)`` as bytes and as words; no copies."""
    return rows_as(mats, MatBytes), rows_as(mats, MatWords)


def observe(mats: NDArray[Any]) -> NDArray[np.float32]:
    """Return the flat observations of the mats ``(N,)`` in a new array ``(N, LENGTH)``."""
    out = np.zeros((len(mats), LENGTH), np.float32)
    octets, words = views(mats)
    write_observations(mats, octets, words, SCALES, rows_as(out, ObservationRow))  # type: ignore[arg-type]
    return out
