"""Violations of a mat, and compiled checks for any charts: ranges, a decision with a choice, sound dice."""

from enum import IntEnum
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import READ_ONLY, compiled
from stuka_env.declared.layouts import offset
from stuka_env.declared.records import Field
from stuka_env.games.stuka.codes import ACTIONS, Decision, Fault
from stuka_env.games.stuka.engine import MatBytes, MatWords
from stuka_env.games.stuka.observation import HIGH as SEEN_HIGH
from stuka_env.games.stuka.observation import LOW as SEEN_LOW
from stuka_env.games.stuka.rules.mat import BLOCKS, LogLine, Mat
from stuka_env.games.stuka.rules.table import Mask, Table


class Violation(IntEnum):
    """Violations of a mat. The compiled checks return these values."""

    NONE = 0
    A_FIELD_IS_OUT_OF_ITS_RANGE = 1
    A_TRACK_IS_OUT_OF_ITS_RANGE = 2
    THE_MASK_HAS_FEWER_THAN_TWO_ACTIONS = 3
    NO_DECISION_IS_OPEN = 4
    THE_DICE_ARE_AT_FAULT = 5
    A_PERSON_APPEARED_OR_VANISHED = 6
    AN_AIRCRAFT_APPEARED_OR_VANISHED = 7
    A_TIMER_DOES_NOT_FIT_WHERE_THE_PERSON_IS = 8
    A_TIMER_DOES_NOT_FIT_WHERE_THE_AIRCRAFT_IS = 9
    A_TIMER_OF_A_PERSON_MOVED_WRONGLY = 10
    A_TIMER_OF_AN_AIRCRAFT_MOVED_WRONGLY = 11
    A_PERSON_FLIES_WITHOUT_A_SEAT = 12
    AN_AIRCRAFT_FLIES_WITHOUT_A_LIVING_PILOT = 13
    SOMEBODY_ON_THE_GROUND_HAS_A_WOUND_OR_A_SLOT = 14
    THE_CUP_GAVE_A_NUMBER_TWICE_OR_ONE_NOT_SENT = 15
    THE_WRONG_NUMBER_OF_CARDS_WAS_DRAWN = 16
    A_CARD_WENT_BACK_OR_WAS_OUT_OF_THE_DECK = 17
    AN_ATTACK_SCORE_IS_NOT_ON_A2 = 18
    THE_FLIGHT_LEADER_DOES_NOT_FLY = 19
    TOO_MANY_ELITE_OR_HERO_FLY = 20
    THE_FORMATION_IS_NOT_ALLOWED = 21
    THE_FORMATION_IS_IN_THE_WRONG_PLACE = 22
    AN_AIRCRAFT_FLIES_BEYOND_ITS_RANGE = 23
    SOMETHING_USED_ONCE_CAME_BACK = 24
    SOMEBODY_LOST_A_LEVEL_OR_ROSE_TWO = 25
    THE_LOG_SHEET_DOES_NOT_FIT_THE_MISSION = 26
    WOUNDED_TWICE_AND_ALIVE = 27
    THE_OBSERVATION_LEAVES_ITS_SPACE = 28
    THE_WAR_DOES_NOT_END = 29

    def told(self) -> str:
        """The violation in words."""
        return self.name.lower().replace("_", " ")


# --- the published ranges, laid out as the mat is ---

FIELDS: dict[str, tuple[Field, ...]] = {block.name: block.kind.FIELDS for block in BLOCKS} | {"log": LogLine.FIELDS}
"""The fields of the mat, block by block, with the log sheet."""


class Limits(NamedTuple):
    """Smallest and largest value of every 8-bit and every 16-bit number of the mat, and where those stand."""

    bytes_low: NDArray[np.int8]
    bytes_high: NDArray[np.int8]
    words_at: NDArray[np.int64]
    words_low: NDArray[np.int16]
    words_high: NDArray[np.int16]
    seen_low: Annotated[NDArray[np.float32], READ_ONLY]
    seen_high: Annotated[NDArray[np.float32], READ_ONLY]


def places(block: str, field: Field) -> NDArray[np.int64]:
    """Byte offsets of all numbers of a field in the mat."""
    part = Mat.dtype[block]
    start = offset(Mat.dtype, block) + offset(part.base, field.name)
    size = field.dtype.itemsize
    records = np.arange(int(np.prod(part.shape, dtype=int))) * part.base.itemsize
    return start + np.add.outer(records, size * np.arange(int(np.prod(field.shape, dtype=int)))).ravel()


def limits() -> Limits:
    """The ranges of :mod:`stuka_env.games.stuka.rules.mat`; bytes that no field of 8 bits fills may hold anything."""
    low, high = np.full(Mat.dtype.itemsize, -128, np.int8), np.full(Mat.dtype.itemsize, 127, np.int8)
    words: list[tuple[int, int, int]] = []
    for block, fields in FIELDS.items():
        for field in fields:
            at = places(block, field)
            if field.dtype == np.int8:
                low[at], high[at] = field.low, field.high
            else:
                words += [(int(place) // 2, field.low, field.high) for place in at]
    at, words_low, words_high = (np.array(column) for column in zip(*words, strict=True))
    return Limits(
        low, high, at.astype(np.int64), words_low.astype(np.int16), words_high.astype(np.int16), SEEN_LOW, SEEN_HIGH
    )


def outside(mat: Any) -> str:
    """The first field of a mat that is out of its range, with its value; nothing if there is none."""
    for block, fields in FIELDS.items():
        for field in fields:
            values = np.asarray(mat[block][field.name])
            wrong = values[(values < field.low) | (values > field.high)]
            if wrong.size:
                return f"{block}.{field.name} is {int(wrong.flat[0])}, its range {field.low} to {field.high}"
    return ""


# --- the checks: each returns a Violation ---


@compiled
def check_ranges(octets: MatBytes, words: MatWords, limits: Limits) -> int:
    """Every number of the mat within its published range."""
    wrong = 0
    for index in range(len(limits.bytes_low)):
        wrong += (octets.octets[index] < limits.bytes_low[index]) | (octets.octets[index] > limits.bytes_high[index])
    if wrong:
        return Violation.A_FIELD_IS_OUT_OF_ITS_RANGE
    for index in range(len(limits.words_at)):
        word = words.words[limits.words_at[index]]
        wrong += (word < limits.words_low[index]) | (word > limits.words_high[index])
    return Violation.A_TRACK_IS_OUT_OF_ITS_RANGE if wrong else Violation.NONE


@compiled
def check_decision(mat: Mat, table: Table, mask: Mask) -> int:
    """A decision with a choice is open, or the war is over; nothing is wrong with the dice."""
    if table.dice.fault != Fault.NONE:
        return Violation.THE_DICE_ARE_AT_FAULT
    if mat.cursor.decision == Decision.NONE or (mat.cursor.decision == Decision.OVER) != (mat.track.over == 1):
        return Violation.NO_DECISION_IS_OPEN
    legal = 0
    for action in range(ACTIONS):
        if mask[action] < 0 or mask[action] > 1:
            return Violation.THE_MASK_HAS_FEWER_THAN_TWO_ACTIONS
        legal += int(mask[action])  # an int8 in plain Python
    if legal < 2 or (mat.track.over == 1 and legal != ACTIONS):
        return Violation.THE_MASK_HAS_FEWER_THAN_TWO_ACTIONS
    return Violation.NONE
