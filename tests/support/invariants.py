"""Play wars at random and look at the mat at every decision: does anything impossible ever stand on it?

::

    python -m tools.audit --decisions 10000000

All four scales, the three operations, both lengths, several ways to choose at random; half of the wars begin with
people of any experience and stress, so that Elite and Hero pilots are seen as well. Play and checks are compiled; the
result of every war is worked out again from its log sheet in plain Python. The first violation ends the audit with
the line that repeats it, and exit status 1.
"""

import argparse
import importlib
import itertools
import sys
import time
from collections.abc import Iterator
from enum import IntEnum
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from stuka_env.charts import load_charts
from stuka_env.codes import (
    ACTIONS,
    CARDS,
    SEATS,
    SLOTS,
    SMALLEST_KETTE,
    Act,
    Decision,
    Duty,
    Effect,
    Fault,
    Formation,
    Leg,
    Operation,
    Phase,
    Quality,
    Scale,
    Status,
    Target,
)
from stuka_env.compilation import kernel
from stuka_env.observation import HIGH as SEEN_HIGH
from stuka_env.observation import LOW as SEEN_LOW
from stuka_env.observe import observe, views
from stuka_env.rules.crew import member
from stuka_env.rules.dice import face, philox
from stuka_env.rules.dice_records import dice_dtype, journal_dtype
from stuka_env.rules.kernel import TABLE_TYPE, Table
from stuka_env.rules.mat import (
    AIRCRAFT_FIELDS,
    COUNT_FIELDS,
    CREW_FIELDS,
    HOT_BYTES,
    LOG_FIELDS,
    MISSION_FIELDS,
    TRACK_FIELDS,
    Field,
    Mat,
    mat_dtype,
)
from stuka_env.rules.sequence import advance, apply_action, begin_war
from stuka_env.tape import make_tape


class Violation(IntEnum):
    """What can be wrong with a mat. The values are what the compiled checks return."""

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


UNIFORM, FLYER, HALF_AND_HALF = range(3)
POLICIES = ("uniform", "flyer", "half_and_half")
"""Uniform mostly stays at home or aborts; a flyer never does; half and half does so now and then."""
NOW, BEFORE = 0, 1
SEEDS = 1 << 32


class Limits(NamedTuple):
    """Smallest and largest value of every byte of the hot part of the mat, and of every word of its tracks."""

    low: NDArray[np.int8]
    high: NDArray[np.int8]
    track_low: NDArray[np.int16]
    track_high: NDArray[np.int16]


def spread(fields: tuple[Field, ...], ends: str, kind: type) -> NDArray[Any]:
    """One end of the ranges of ``fields``, one number an element of a record."""
    return np.concatenate(
        [np.full(int(np.prod(field.shape, dtype=int)), getattr(field, ends)) for field in fields]
    ).astype(kind)


def limits() -> Limits:
    """The published ranges (stuka_env.rules.mat), laid out as the mat is."""
    blocks = ((MISSION_FIELDS, 1), (COUNT_FIELDS, 1), (AIRCRAFT_FIELDS, SLOTS), (CREW_FIELDS, 2 * SEATS))
    low, high = (
        np.concatenate([np.tile(spread(fields, end, np.int8), count) for fields, count in blocks])
        for end in ("low", "high")
    )
    assert len(low) == HOT_BYTES
    return Limits(low, high, spread(TRACK_FIELDS, "low", np.int16), spread(TRACK_FIELDS, "high", np.int16))


TRACK_WORD = mat_dtype.fields["track"][1] // 2  # type: ignore[index]

_INT, _BYTES, _WORDS = types.int64, types.Array(types.int8, 1, "C"), types.Array(types.int16, 1, "C")
_MAT = numba.from_dtype(mat_dtype)
_MATS = types.Array(_MAT, 1, "C")
_LIMITS = types.BaseTuple.from_types((_BYTES, _BYTES, _WORDS, _WORDS), Limits)


# --- the checks: each returns a Violation ---


@kernel(_INT(_BYTES, _WORDS, _LIMITS))
def check_ranges(octets: NDArray[np.int8], words: NDArray[np.int16], limits: Limits) -> int:
    """Every field within its published range (stuka_env.rules.mat)."""
    outside = 0
    for index in range(len(limits.low)):
        outside += (octets[index] < limits.low[index]) | (octets[index] > limits.high[index])
    if outside:
        return Violation.A_FIELD_IS_OUT_OF_ITS_RANGE
    for index in range(len(limits.track_low)):
        word = words[TRACK_WORD + index]
        if word < limits.track_low[index] or word > limits.track_high[index]:
            return Violation.A_TRACK_IS_OUT_OF_ITS_RANGE
    return Violation.NONE


@kernel(_INT(_MAT, TABLE_TYPE, _BYTES))
def check_decision(mat: Mat, table: Table, mask: NDArray[np.int8]) -> int:
    """A decision with a choice is open, or the war is over; nothing is wrong with the dice."""
    if table.dice.fault != Fault.NONE:
        return Violation.THE_DICE_ARE_AT_FAULT
    if mat.mission.decision == Decision.NONE or (mat.mission.decision == Decision.OVER) != (mat.track.over == 1):
        return Violation.NO_DECISION_IS_OPEN
    legal = 0
    for action in range(len(mask)):
        if mask[action] < 0 or mask[action] > 1:
            return Violation.THE_MASK_HAS_FEWER_THAN_TWO_ACTIONS
        legal += mask[action]
    if legal < 2 or (mat.track.over and legal != ACTIONS):
        return Violation.THE_MASK_HAS_FEWER_THAN_TWO_ACTIONS
    return Violation.NONE


@kernel(types.boolean(_INT, _INT))
def timer_fits(duty: int, timer: int) -> bool:
    """Whether a person there has such a timer (6.3, 6.4)."""
    if duty == Duty.HOSPITAL:
        return 1 <= timer <= 6
    if duty == Duty.REPLACEMENT:
        return 1 <= timer <= 10
    return timer == 0


@kernel(_INT(_MAT, _MAT))
def check_people(mat: Mat, before: Mat) -> int:
    """Nobody appears or vanishes; who flies has a seat; wounds and timers fit where a person is."""
    airborne = mat.mission.leg != Leg.GROUND
    for person in range(2 * SEATS):
        who = member(mat, person)
        was = member(before, person)
        if (who.duty == Duty.NOBODY) != (was.duty == Duty.NOBODY) or (who.duty == Duty.NOBODY) != (who.level == 0):
            return Violation.A_PERSON_APPEARED_OR_VANISHED
        if not timer_fits(int(who.duty), int(who.timer)):
            return Violation.A_TIMER_DOES_NOT_FIT_WHERE_THE_PERSON_IS
        flew = who.duty >= Duty.FLYING and who.duty <= Duty.POW
        if flew != (who.slot > 0) or (who.wounds > 0 and not flew):
            return Violation.SOMEBODY_ON_THE_GROUND_HAS_A_WOUND_OR_A_SLOT
        if flew and who.duty != Duty.FLYING and not airborne:
            return Violation.SOMEBODY_ON_THE_GROUND_HAS_A_WOUND_OR_A_SLOT
        if who.wounds >= 2 and who.duty != Duty.KIA:
            return Violation.WOUNDED_TWICE_AND_ALIVE
        if who.duty == Duty.FLYING:
            aircraft = mat.aircraft[who.slot - 1]
            seat = aircraft.pilot if person < SEATS else aircraft.gunner
            if aircraft.status != Status.FLYING or seat != person % SEATS + 1:
                return Violation.A_PERSON_FLIES_WITHOUT_A_SEAT
        rise = int(who.level) - int(was.level)
        if (rise < 0 and who.level != Quality.GREEN) or rise > 1 + int(mat.track.logged) - int(before.track.logged):
            return Violation.SOMEBODY_LOST_A_LEVEL_OR_ROSE_TWO
    return Violation.NONE


@kernel(_INT(_MAT, TABLE_TYPE))
def check_aircraft(mat: Mat, table: Table) -> int:
    """No aircraft appears or vanishes; every one in flight has a living pilot; timers fit (6.1, 6.2)."""
    cards = 0
    airborne = mat.mission.leg != Leg.GROUND
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        status = aircraft.status
        cards += status != Status.NONE
        longest = 8 if status == Status.REPAIR else 7 if status == Status.REPLACEMENT else 0
        if aircraft.timer > longest or (aircraft.timer == 0) != (longest == 0):
            return Violation.A_TIMER_DOES_NOT_FIT_WHERE_THE_AIRCRAFT_IS
        if status == Status.FLYING and airborne:
            pilot = mat.pilots[aircraft.pilot - 1]
            if aircraft.pilot == 0 or pilot.duty != Duty.FLYING or pilot.slot != slot + 1:
                return Violation.AN_AIRCRAFT_FLIES_WITHOUT_A_LIVING_PILOT
            if aircraft.gunner and mat.gunners[aircraft.gunner - 1].slot != slot + 1:
                return Violation.A_PERSON_FLIES_WITHOUT_A_SEAT
        flew = status >= Status.FLYING and status <= Status.LOST
        if flew != (slot < mat.mission.sent) or (flew and status != Status.FLYING and not airborne):
            return Violation.THE_FORMATION_IS_NOT_ALLOWED
        if not flew and (aircraft.pilot or aircraft.gunner or aircraft.ordnance or aircraft.present):
            return Violation.A_PERSON_FLIES_WITHOUT_A_SEAT
    if cards != table.charts.aircraft[mat.mission.operation]:
        return Violation.AN_AIRCRAFT_APPEARED_OR_VANISHED
    return Violation.NONE


@kernel(_INT(_MAT, _MAT))
def check_swapped(mat: Mat, before: Mat) -> int:
    """Within a mission cards change slots when the formation is laid out, but no timer moves."""
    total = 0
    squares = 0
    for slot in range(SLOTS):
        now, then = int(mat.aircraft[slot].timer), int(before.aircraft[slot].timer)
        total += now - then
        squares += now * now - then * then
        if before.mission.decision != Decision.MUSTER and now != then:
            return Violation.A_TIMER_OF_AN_AIRCRAFT_MOVED_WRONGLY
    if total or squares:
        return Violation.A_TIMER_OF_AN_AIRCRAFT_MOVED_WRONGLY
    return Violation.NONE


@kernel(_INT(_MAT, _MAT))
def check_timers(mat: Mat, before: Mat) -> int:
    """Old timers move one space a mission and never otherwise; new ones are placed only on what flew."""
    missions = int(mat.track.logged) - int(before.track.logged)
    fresh = mat.track.segments_done != before.track.segments_done
    for person in range(2 * SEATS):
        who, was = int(member(mat, person).timer), int(member(before, person).timer)
        if fresh:
            right = who == 0
        elif was > 0:
            right = who == max(0, was - missions)
        else:
            right = who == 0 or (missions > 0 and member(before, person).slot > 0 and who <= 10 - (missions - 1))
        if not right:
            return Violation.A_TIMER_OF_A_PERSON_MOVED_WRONGLY
    if missions == 0 and not fresh:
        return check_swapped(mat, before)
    for slot in range(SLOTS):
        now, then = int(mat.aircraft[slot].timer), int(before.aircraft[slot].timer)
        if fresh:
            right = now == 0
        elif then > 0:
            right = now == max(0, then - missions)
        else:
            right = now == 0 or (slot < before.mission.sent and now <= 8 - (missions - 1))
        if not right:
            return Violation.A_TIMER_OF_AN_AIRCRAFT_MOVED_WRONGLY
    return Violation.NONE


@kernel(_INT(_MAT, TABLE_TYPE))
def check_cup(mat: Mat, table: Table) -> int:
    """Numbers drawn together are different, and of aircraft that were sent."""
    for index in range(SLOTS):
        slot = mat.mission.targets[index]
        if slot > mat.mission.sent:
            return Violation.THE_CUP_GAVE_A_NUMBER_TWICE_OR_ONE_NOT_SENT
        for other in range(index):
            if slot and mat.mission.targets[other] == slot:
                return Violation.THE_CUP_GAVE_A_NUMBER_TWICE_OR_ONE_NOT_SENT
    return Violation.NONE


@kernel(_INT(_MAT, _MAT, TABLE_TYPE))
def check_cards(mat: Mat, before: Mat, table: Table) -> int:
    """One card a zone entered, out and home, none over the target or at the airfield (7.2)."""
    mission = mat.mission
    drawn = 0
    for card in range(CARDS):
        drawn += mission.drawn[card]
        if mat.track.logged == before.track.logged and before.mission.drawn[card] and not mission.drawn[card]:
            return Violation.A_CARD_WENT_BACK_OR_WAS_OUT_OF_THE_DECK
        out = mission.formation == Formation.KETTE and table.charts.event[card] == Effect.RETURN_TO_BASE
        if out and mission.drawn[card]:
            return Violation.A_CARD_WENT_BACK_OR_WAS_OUT_OF_THE_DECK
    if mission.leg == Leg.GROUND:
        expected = 0
    else:
        over_target = mission.leg == Leg.OUT and mission.zone == mission.target_zone
        been = over_target or (mission.leg == Leg.HOME and (not mission.aborted or mission.target_zone == 1))
        expected = mission.moves - been - (mission.zone == 0) - (mission.phase == Phase.EVENT)
    if drawn != expected:
        return Violation.THE_WRONG_NUMBER_OF_CARDS_WAS_DRAWN
    return Violation.NONE


@kernel(types.boolean(TABLE_TYPE, _INT, _INT))
def on_a2(table: Table, size: int, score: int) -> bool:
    """Whether a score stands in the column of A2 for targets of this size."""
    row = table.charts.a2[size]
    for index in range(len(row)):
        if row[index] == score:
            return True
    return False


@kernel(_INT(_MAT, TABLE_TYPE))
def check_scores(mat: Mat, table: Table) -> int:
    """Scores are A2's, and only who was in the attack run has one."""
    present = 0
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        present += aircraft.present
        if aircraft.score and not aircraft.attacked or aircraft.attacked and not aircraft.present:
            return Violation.AN_ATTACK_SCORE_IS_NOT_ON_A2
        if aircraft.attacked and not on_a2(table, int(mat.mission.target_size), int(aircraft.score)):
            return Violation.AN_ATTACK_SCORE_IS_NOT_ON_A2
    if present != mat.mission.present:
        return Violation.AN_ATTACK_SCORE_IS_NOT_ON_A2
    return Violation.NONE


@kernel(_INT(_MAT))
def check_limits(mat: Mat) -> int:
    """At most two Elite and one Hero of each role take off (8.9)."""
    for role in range(2):
        elite = 0
        hero = 0
        for place in range(SEATS):
            who = member(mat, place + role * SEATS)
            if who.duty == Duty.FLYING:
                elite += who.level == Quality.ELITE
                hero += who.level == Quality.HERO
        if mat.mission.leg == Leg.GROUND and (elite > 2 or hero > 1):
            return Violation.TOO_MANY_ELITE_OR_HERO_FLY
    return Violation.NONE


@kernel(_INT(_MAT))
def check_formation(mat: Mat) -> int:
    """A Staffel has four aircraft or more, a Kette two or three and no target beyond zone 5 (4.3)."""
    mission = mat.mission
    if mission.sent == 0:
        right = mission.formation == Formation.NONE
    elif mission.sent >= 4:
        right = mission.formation == Formation.STAFFEL and mission.operation != Operation.CITADEL
    else:
        right = mission.formation == Formation.KETTE and mission.sent >= SMALLEST_KETTE and mission.target_zone <= 5
    return Violation.NONE if right else Violation.THE_FORMATION_IS_NOT_ALLOWED


@kernel(_INT(_MAT, TABLE_TYPE))
def check_flight(mat: Mat, table: Table) -> int:
    """Where the formation is, who leads it, and that nobody flies on without fuel (7.10)."""
    mission = mat.mission
    if mission.leg == Leg.GROUND:
        right = mission.zone == 0 and mission.moves == 0 and mission.leader == 0
        return Violation.NONE if right else Violation.THE_FORMATION_IS_IN_THE_WRONG_PLACE
    if mission.leg == Leg.OUT:
        right = mission.moves == mission.zone and 1 <= mission.zone <= mission.target_zone
    elif mission.aborted:
        right = (mission.moves + mission.zone) % 2 == 0 and mission.moves + mission.zone <= 2 * mission.target_zone
    else:
        right = mission.moves == 2 * mission.target_zone - mission.zone
    if not right:
        return Violation.THE_FORMATION_IS_IN_THE_WRONG_PLACE
    if mission.decision == Decision.NEW_LEADER:
        if mission.leader:
            return Violation.THE_FLIGHT_LEADER_DOES_NOT_FLY
    elif mission.leader == 0 or mat.aircraft[mission.leader - 1].status != Status.FLYING:
        return Violation.THE_FLIGHT_LEADER_DOES_NOT_FLY
    reach = table.charts.range[mission.operation]
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        if mission.zone and aircraft.status == Status.FLYING and aircraft.range_loss + mission.moves >= reach:
            return Violation.AN_AIRCRAFT_FLIES_BEYOND_ITS_RANGE
    return Violation.NONE


@kernel(_INT(_MAT, _MAT))
def check_once(mat: Mat, before: Mat) -> int:
    """Within a mission nothing used up comes back, and nobody who left flies again."""
    if mat.track.logged < before.track.logged or mat.count.war_kia < before.count.war_kia:
        return Violation.SOMETHING_USED_ONCE_CAME_BACK
    if mat.track.logged != mat.mission.war_mission:
        return Violation.THE_LOG_SHEET_DOES_NOT_FIT_THE_MISSION
    if mat.track.logged != before.track.logged:
        return Violation.NONE
    now, then = mat.mission, before.mission
    if now.relief_used < then.relief_used or now.gamble < then.gamble or now.kills < then.kills:
        return Violation.SOMETHING_USED_ONCE_CAME_BACK
    if (then.gamble and now.gamble != then.gamble) or now.aborted < then.aborted or now.sunk < then.sunk:
        return Violation.SOMETHING_USED_ONCE_CAME_BACK
    for slot in range(then.sent):
        if before.aircraft[slot].status != mat.aircraft[slot].status and before.aircraft[slot].status != Status.FLYING:
            return Violation.SOMETHING_USED_ONCE_CAME_BACK
        if mat.aircraft[slot].attacked < before.aircraft[slot].attacked:
            return Violation.SOMETHING_USED_ONCE_CAME_BACK
    return Violation.NONE


@kernel(_INT(_MAT, _MAT, TABLE_TYPE))
def check_mission(mat: Mat, before: Mat, table: Table) -> int:
    """All checks of the mission in hand."""
    found = check_cup(mat, table)
    if not found:
        found = check_cards(mat, before, table)
    if not found:
        found = check_scores(mat, table)
    if not found:
        found = check_limits(mat)
    if not found:
        found = check_formation(mat)
    if not found:
        found = check_flight(mat, table)
    if not found:
        found = check_once(mat, before)
    return found


@kernel(_INT(_MAT, _MAT, TABLE_TYPE))
def check_force(mat: Mat, before: Mat, table: Table) -> int:
    """All checks of people and aircraft."""
    found = check_people(mat, before)
    if not found:
        found = check_aircraft(mat, table)
    if not found and mat.mission.operation == before.mission.operation:
        found = check_timers(mat, before)
    return found


# --- playing ---


@kernel(_INT(_BYTES, _INT, _INT, _INT, _INT))
def choose(mask: NDArray[np.int8], policy: int, number: int, low: int, high: int) -> int:
    """A legal action at random. A flyer leaves out No-Fly, abort and sending home where there is anything else."""
    words = philox(number, policy, 0, 0, low, high)
    timid = policy == UNIFORM or (policy == HALF_AND_HALF and words[1] % 8 == 0)
    legal = 0
    for action in range(ACTIONS):
        if mask[action] and (timid or not (action == Act.NO_FLY or Act.ABORT <= action < Act.RELIEVE)):
            legal += 1
    wanted = face(words[0], legal)
    for action in range(ACTIONS):
        if mask[action] and (timid or not (action == Act.NO_FLY or Act.ABORT <= action < Act.RELIEVE)):
            wanted -= 1
            if wanted == 0:
                return action
    return -1


@kernel(
    types.UniTuple(_INT, 2)(
        _MATS,
        types.Array(types.int8, 2, "C"),
        types.Array(types.int16, 2, "C"),
        TABLE_TYPE,
        _BYTES,
        _LIMITS,
        _INT,
        _INT,
        _INT,
        _INT,
    )
)
def play_and_check(
    mats: NDArray[Any],
    octets: NDArray[np.int8],
    words: NDArray[np.int16],
    table: Table,
    mask: NDArray[np.int8],
    limits: Limits,
    policy: int,
    low: int,
    high: int,
    most: int,
) -> tuple[int, int]:
    """Play the war of ``mats[0]`` to its end, or ``most`` decisions; how many there were, and the first violation."""
    mat = mats[NOW]
    before = mats[BEFORE]
    decisions = 0
    octets[BEFORE][:] = octets[NOW]
    while True:
        advance(mat, table, mask)
        found = check_ranges(octets[NOW], words[NOW], limits)
        if not found:
            found = check_decision(mat, table, mask)
        if not found:
            found = check_force(mat, before, table)
        if not found:
            found = check_mission(mat, before, table)
        if found or mat.track.over or decisions == most:
            return decisions, found
        octets[BEFORE][:] = octets[NOW]
        decisions += 1
        apply_action(mat, table, choose(mask, policy, decisions, low, high))


class War(NamedTuple):
    """What a war of the audit is; its name repeats it."""

    scale: int
    operation: int
    regular: int
    policy: int
    mixed: int
    seed: int

    def name(self) -> str:
        """The war as the argument of ``--war``."""
        return ",".join(str(number) for number in self)


class Played(NamedTuple):
    """A war that was played."""

    mat: Any
    decisions: int
    violation: Violation


class Arena:
    """The arrays of one war, used again and again."""

    def __init__(self) -> None:
        self.charts = load_charts()
        self.mats = np.zeros(2, mat_dtype)
        self.octets, self.words = views(self.mats)
        self.dice = np.zeros(1, dice_dtype)
        self.journal = np.zeros(1, journal_dtype)
        self.tape = make_tape({}, self.charts.card_ids)
        self.mask = np.zeros(ACTIONS, np.int8)
        self.limits = limits()

    def play(self, war: War, most: int = 1 << 40) -> Played:
        """Play one war from its beginning."""
        self.octets[:] = 0
        self.dice[0] = np.zeros(1, dice_dtype)[0]
        self.dice["key_low"], self.dice["key_high"] = war.seed % SEEDS, war.seed // SEEDS
        mat = self.mats[NOW]
        table = Table(self.dice[0], self.tape[0], self.charts.record, self.journal[0])
        begin_war(mat, table, war.scale, war.operation, -1, war.regular)
        if war.mixed:
            mix(mat, war.seed)
        decisions, found = play_and_check(
            self.mats, self.octets, self.words, table, self.mask, self.limits, war.policy, war.seed % SEEDS, 1, most
        )
        return Played(mat, decisions, Violation(found))


def mix(mat: Any, seed: int) -> None:
    """Give everybody a level and stress at random, as a setup may."""
    dice = np.random.default_rng(seed)
    for roster in (mat.pilots, mat.gunners):
        levels = dice.integers(Quality.GREEN, Quality.HERO + 1, SEATS)
        stress = dice.integers(0, 6, SEATS) * dice.integers(0, 2, SEATS)
        for person, level, markers in zip(roster, levels.tolist(), stress.tolist(), strict=True):
            if person.duty == Duty.READY:
                person.level, person.stress = level, markers


def wars(first: int = 0) -> Iterator[War]:
    """Wars without end: every scale, operation, length and policy in turn, each with a seed of its own."""
    kinds = [
        (scale, operation, regular, policy, mixed)
        for scale, operation, regular, policy, mixed in itertools.product(
            Scale, Operation, (1, 0), (FLYER, HALF_AND_HALF, UNIFORM), (0, 1)
        )
        if scale != Scale.CAMPAIGN or operation == Operation.BARBAROSSA
    ]
    for seed in itertools.count(first):
        scale, operation, regular, policy, mixed = kinds[seed % len(kinds)]
        yield War(int(scale), int(operation), regular, policy, mixed, seed)


# --- the result once more, from the log sheet, in plain Python ---

WARSHIPS = (Target.BATTLESHIP, Target.CRUISER, Target.DESTROYER, Target.SUBMARINE)
OF_OPERATION = ((0, 1, 2), (3, 4), (5,))
"""Segments of the operations."""


def mean(numbers: list[int], count: int) -> int:
    """Half up to the nearest whole number (8.4)."""
    quotient, rest = divmod(sum(numbers), count)
    return quotient + (2 * rest >= count)


def mission_error(line: dict[str, Any], target: int) -> str:
    """What is wrong with one line of the log sheet by 5.1.5, 8.4, 8.5.1 and 8.6; nothing if it is right."""
    scores = [score for score in line["scores"] if score >= 0]
    if len(scores) != line["present"]:
        return "aircraft with a score are not the aircraft present"
    sunk = target in WARSHIPS and 100 in scores
    if bool(line["sunk"]) != sunk:
        return "a ship is sunk by an attack of 100, and only so"
    if bool(line["gamble"]) != bool(line["gambler"]) or bool(line["special"]) != any(line["carriers"]):
        return "a gamble without a gambler, a special bomb without a carrier, or the other way round"
    if line["no_fly"] or line["aborted"]:
        return "" if line["score"] == line["bonus"] == 0 else "a score without a mission"
    if not scores:
        shot_down = 10 * line["kills"]
        return "" if (line["score"], line["bonus"]) == (shot_down, 0) else "more than kills without an attack run"
    base = (100 if sunk else mean(scores, len(scores))) + 10 * line["kills"]
    bonus = 0
    if not line["lost"]:
        casualties = line["wia"] + line["kia"] + line["pow"]
        worst = max(casualties, line["damaged"])
        bonus = 4 if worst <= 1 else 3 if worst == 2 else 0
    calm = 2 if not line["lost"] else 0
    if line["bonus"] not in (bonus, bonus + calm) or line["score"] != base + line["bonus"]:
        return f"score {line['score']} with bonus {line['bonus']}, by the log {base} and {bonus} or {bonus + calm}"
    return ""


def better(destroyed: int, kia: int, first: tuple[int, int, int], second: tuple[int, int, int]) -> int:
    """The better of two bonuses: points, fewer destroyed than, fewer killed than."""
    for points, most_destroyed, most_killed in (first, second):
        if destroyed < most_destroyed and kia < most_killed:
            return points
    return 0


def tally(lines: list[dict[str, Any]]) -> tuple[int, int, int]:
    """Aircraft destroyed, people killed, No-Flys."""
    return (
        sum(line["lost"] for line in lines),
        sum(line["kia"] for line in lines),
        sum(line["no_fly"] > 0 for line in lines),
    )


def recompute(scale: int, operation: int, regular: int, lines: list[dict[str, Any]]) -> int:
    """The official result from the log sheet (8.3 to 8.5)."""
    missions = 1 if scale == Scale.MISSION else 10 if regular else 6

    def segment(number: int) -> int:
        return mean([line["score"] for line in lines if line["segment"] == number], missions)

    def whole_operation(number: int) -> int:
        mine = [line for line in lines if line["segment"] in OF_OPERATION[number]]
        destroyed, kia, no_fly = tally(mine)
        bonus = better(destroyed, kia, (7, 5, 5), (5, 8, 7)) + (3 if no_fly < 6 else 0)
        return mean([segment(part) for part in OF_OPERATION[number]], len(OF_OPERATION[number])) + bonus

    if scale <= Scale.SEGMENT:
        return segment(lines[0]["segment"])
    if scale == Scale.OPERATION:
        return whole_operation(operation)
    destroyed, kia, no_fly = tally(lines)
    bonus = better(destroyed, kia, (15, 15, 15), (10, 20, 20)) + (8 if no_fly < 15 else 0)
    return mean([whole_operation(number) for number in range(3)], 3) + bonus


def log_lines(mat: Any) -> list[dict[str, Any]]:
    """The log sheet as plain numbers."""
    log = np.asarray(mat.log)[: int(mat.track.logged)]
    columns = {field.name: log[field.name].tolist() for field in LOG_FIELDS}
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def field_error(lines: list[dict[str, Any]]) -> str:
    """A field of the log sheet that is out of its range; nothing if there is none."""
    for field in LOG_FIELDS:
        for line in lines:
            values = line[field.name] if field.shape else [line[field.name]]
            if not all(field.low <= value <= field.high for value in values):
                return f"log sheet: {field.name} is {line[field.name]}"
    return ""


def log_error(war: War, mat: Any) -> str:
    """What is wrong with the log sheet and the result of a war that is over; nothing if they are right."""
    lines = log_lines(mat)
    segments = 1 if war.scale <= Scale.SEGMENT else len(OF_OPERATION[war.operation])
    segments = 6 if war.scale == Scale.CAMPAIGN else segments
    missions = 1 if war.scale == Scale.MISSION else segments * (10 if war.regular else 6)
    if len(lines) != missions:
        return f"{len(lines)} missions on the log sheet, {missions} in the war"
    wrong = field_error(lines)
    for number, line in enumerate(lines):
        wrong = wrong or mission_error(line, line["target"])
        if wrong:
            return f"mission {number + 1}: {wrong}"
    if tally(lines) != (int(mat.count.war_destroyed), int(mat.count.war_kia), int(mat.count.war_no_fly)):
        return f"losses and No-Flys {tally(lines)} by the log sheet are not those counted"
    result = recompute(war.scale, war.operation, war.regular, lines)
    return "" if result == int(mat.track.result) else f"result {int(mat.track.result)}, by the log sheet {result}"


def seen_error(mats: NDArray[Any]) -> str:
    """Whether the observation of a mat is in its space."""
    seen = observe(mats[:1])[0]
    inside = np.isfinite(seen) & (seen >= SEEN_LOW) & (seen <= SEEN_HIGH)
    return "" if inside.all() else f"the observation leaves its space at {np.flatnonzero(~inside)[:5].tolist()}"


def judge(arena: Arena, war: War, played: Played) -> str:
    """Everything that is wrong with a war that was played to its end; nothing if all is well."""
    if played.violation:
        return played.violation.name.lower().replace("_", " ")
    return log_error(war, played.mat) or seen_error(arena.mats)


# --- the command ---


def audit(decisions: int, first: int = 0, progress: bool = False) -> tuple[int, int, str]:
    """Play at least so many decisions; how many were played, in how many wars, and the first error found."""
    arena = Arena()
    done = 0
    shown = started = time.monotonic()
    number = 0
    for number, war in enumerate(wars(first), 1):
        played = arena.play(war)
        done += played.decisions
        error = judge(arena, war, played)
        if error:
            return done, number, f"{error}\n  repeat it: python -m tools.audit --war {war.name()}"
        if progress and time.monotonic() - shown > 0.5:
            shown = time.monotonic()
            print(f"\r{done:,} decisions in {number:,} wars, {done / (shown - started):,.0f}/s ", end="", flush=True)
        if done >= decisions:
            break
    return done, number, ""


def read_war(text: str) -> War:
    """A war from its name."""
    try:
        return War(*[int(number) for number in text.split(",")])
    except (TypeError, ValueError):
        raise argparse.ArgumentTypeError(f"{text!r}: six numbers with commas, as the audit prints them") from None


def main(arguments: list[str] | None = None) -> int:
    """The command; its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--decisions", type=int, default=1_000_000, help="how many decisions to play (1,000,000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first war (0)")
    parser.add_argument("--war", type=read_war, help="play this war only, as a violation names it")
    chosen = parser.parse_args(arguments)
    started = time.monotonic()
    try:
        if chosen.war:
            arena = Arena()
            played = arena.play(chosen.war)
            done, number, error = played.decisions, 1, judge(arena, chosen.war, played)
        else:
            done, number, error = audit(chosen.decisions, chosen.seed, progress=sys.stdout.isatty())
    except KeyboardInterrupt:
        print(f"\nstopped after {time.monotonic() - started:.1f} s; nothing was found so far")
        return 130
    end = "\r" if sys.stdout.isatty() else ""
    if error:
        print(f"{end}after {done:,} decisions, war {number:,}: {error}", file=sys.stderr)
        return 1
    print(f"{end}{done:,} decisions in {number:,} wars in {time.monotonic() - started:.1f} s: no violation")
    return 0


if __name__ == "__main__":  # run as the module that tests import: what is compiled and cached belongs to that name
    sys.exit(importlib.import_module("tools.audit").main())
