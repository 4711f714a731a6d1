"""Compiled invariants of the second game's mat at every decision, under any charts.

Each check takes the mat, and the mat at the previous decision where it compares the two. It returns a Violation.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Field
from stuka_env.games.interceptor import observation
from stuka_env.games.interceptor.codes import (
    ACTIONS,
    AWARDS,
    CARDS,
    SERIES,
    SINGLES,
    SKILLS,
    WEAPONS,
    Decision,
    Enemy,
    Fault,
    Health,
    Offer,
    Over,
    Phase,
)
from stuka_env.games.interceptor.engine import MatBytes, ObservationRow
from stuka_env.games.interceptor.rules.aircraft import (
    damaged_systems,
    engines_out,
    fighter_engines_out,
    model_row,
    series_row,
    set_speed,
)
from stuka_env.games.interceptor.rules.damage import (
    bomber_engines_out,
    bomber_row,
    enemy_row,
    set_enemy_speed,
)
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.sequence import write_mask
from stuka_env.games.interceptor.rules.table import Mask, Table
from stuka_env.games.interceptor.scenario.consistency import PHASES


class Violation(IntEnum):
    """Violations of a mat. The compiled checks return these values."""

    NONE = 0
    A_FIELD_IS_OUT_OF_ITS_RANGE = 1
    THE_DICE_ARE_AT_FAULT = 2
    NO_DECISION_IS_OPEN = 3
    THE_DECISION_DOES_NOT_FIT_THE_PHASE = 4
    THE_MASK_HAS_FEWER_THAN_TWO_ACTIONS = 5
    THE_MASK_CHANGES_WITHOUT_A_MOVE = 6
    THE_END_DOES_NOT_FIT_THE_PILOT = 7
    THE_BOMBERS_DO_NOT_ADD_UP = 8
    A_COUNT_WENT_DOWN = 9
    SOMETHING_LEARNED_OR_WON_IS_GONE = 10
    THE_CALENDAR_DOES_NOT_ADD_UP = 11
    A_CARD_IN_HAND_IS_IN_THE_DECK_OR_THERE_TWICE = 12
    A_CARD_WENT_BACK_WITHOUT_A_SHUFFLE = 13
    THE_LIST_OF_AIRCRAFT_DOES_NOT_FIT_THE_DECISION = 14
    THE_ENEMY_OF_THE_DECISION_IS_NOT_THERE = 15
    A_BOMBER_FLIES_BEYOND_ITS_DAMAGE = 16
    A_FIGHTER_FLIES_BEYOND_ITS_DAMAGE = 17
    THE_AIRCRAFT_FLIES_BEYOND_ITS_DAMAGE = 18
    A_SPEED_DOES_NOT_FIT_THE_DAMAGE = 19
    SOMETHING_REPAIRED_ITSELF_IN_FLIGHT = 20
    THE_AIRCRAFT_IS_NOT_WHOLE_AT_TAKE_OFF = 21
    THE_OBSERVATION_LEAVES_ITS_SPACE = 22

    def in_words(self) -> str:
        """Return the violation in words."""
        return self.name.lower().replace("_", " ")


class Bounds(NamedTuple):
    """Smallest and largest value of every byte of the mat, and of every float of the observation."""

    low: NDArray[np.int8]
    high: NDArray[np.int8]
    seen_low: NDArray[np.float32]
    seen_high: NDArray[np.float32]


def byte_bounds(fields: tuple[Field, ...]) -> list[tuple[int, int]]:
    """Return the bounds of every byte of a record of ``int8`` fields."""
    bounds: list[tuple[int, int]] = []
    for field in fields:
        own = byte_bounds(field.fields) if field.fields else [(field.low, field.high)]
        bounds += own * int(np.prod(field.shape, dtype=np.int64))
    return bounds


def bounds() -> Bounds:
    """Return the published bounds of the mat and of its longest observation."""
    low, high = np.array(byte_bounds(Mat.FIELDS), np.int8).T
    assert len(low) == Mat.dtype.itemsize, "the mat has no padding"
    return Bounds(
        np.ascontiguousarray(low), np.ascontiguousarray(high), observation.LOW.copy(), observation.HIGH.copy()
    )


PHASE_BITS = np.array([sum(1 << phase for phase in PHASES[decision]) for decision in Decision], np.int64)
"""The phases of each decision as bits."""


@compiled
def check_ranges(octets: MatBytes, bounds: Bounds) -> int:
    """Every number of the mat is within its published range."""
    wrong = 0
    for index in range(len(bounds.low)):
        wrong += (octets.octets[index] < bounds.low[index]) | (octets.octets[index] > bounds.high[index])
    return Violation.A_FIELD_IS_OUT_OF_ITS_RANGE if wrong else Violation.NONE


@compiled
def check_seen(seen: ObservationRow, bounds: Bounds) -> int:
    """Every number of the observation is within its space."""
    wrong = 0
    for index in range(len(bounds.seen_low)):
        wrong += (seen.floats[index] < bounds.seen_low[index]) | (seen.floats[index] > bounds.seen_high[index])
    return Violation.THE_OBSERVATION_LEAVES_ITS_SPACE if wrong else Violation.NONE


@compiled
def check_decision(mat: Mat, table: Table, mask: Mask, other: Mask) -> int:
    """A decision with a choice is open, or the episode is over; the mask is computed again into ``other``."""
    if table.dice.fault != Fault.NONE:
        return Violation.THE_DICE_ARE_AT_FAULT
    decision, over = int(mat.cursor.decision), int(mat.career.over)
    if (over > 0) != (decision == Decision.OVER):
        return Violation.NO_DECISION_IS_OPEN
    if not (PHASE_BITS[decision] >> int(mat.cursor.phase)) & 1:
        return Violation.THE_DECISION_DOES_NOT_FIT_THE_PHASE
    legal, differences = 0, 0
    if not over:
        write_mask(mat, table, other)
    for action in range(ACTIONS):
        if mask[action] < 0 or mask[action] > 1:
            return Violation.THE_MASK_HAS_FEWER_THAN_TWO_ACTIONS
        legal += int(mask[action])
        differences += int(not over and mask[action] != other[action])
    if legal < 2 or (over and legal != ACTIONS):
        return Violation.THE_MASK_HAS_FEWER_THAN_TWO_ACTIONS
    return Violation.THE_MASK_CHANGES_WITHOUT_A_MOVE if differences else Violation.NONE


# --- the career ---


@compiled
def check_career(mat: Mat, before: Mat) -> int:
    """The pilot lives unless he has died; bombers add up; nothing credited, lost, learned or won is taken back."""
    career, was = mat.career, before.career
    dead = mat.pilot.health == Health.KILLED
    if dead != (career.over == Over.DEATH) or dead != (career.cause > 0):
        return Violation.THE_END_DOES_NOT_FIT_THE_PILOT
    by_type = 0
    for kind in range(len(career.by_type)):
        by_type += int(career.by_type[kind])
    if career.bombers != by_type or career.bombers != int(career.destroyed) + int(career.crashed):
        return Violation.THE_BOMBERS_DO_NOT_ADD_UP
    fewer = (career.destroyed < was.destroyed) | (career.crashed < was.crashed) | (career.fighters < was.fighters)
    fewer |= (career.aircraft_lost < was.aircraft_lost) | (career.wingmen_lost < was.wingmen_lost)
    fewer |= (career.flown < was.flown) | (career.lines_used < was.lines_used) | (career.month < was.month)
    fewer |= (mat.pilot.wounds < before.pilot.wounds) | (mat.pilot.rank < before.pilot.rank)
    fewer |= (mat.pilot.level < before.pilot.level) | (mat.pilot.leave_taken < before.pilot.leave_taken)
    if fewer:
        return Violation.A_COUNT_WENT_DOWN
    return check_possessions(mat, before)


@compiled
def check_possessions(mat: Mat, before: Mat) -> int:
    """Skills and awards of the pilot stay; a single aircraft that was lost does not come back."""
    gone = 0
    for skill in range(SKILLS):
        gone += mat.pilot.skills[skill] < before.pilot.skills[skill]
    for series in range(SERIES):
        gone += mat.pilot.expert[series] < before.pilot.expert[series]
    for award in range(AWARDS):
        gone += mat.pilot.awards[award] < before.pilot.awards[award]
    for single in range(len(SINGLES)):
        gone += mat.career.singles_lost[single] < before.career.singles_lost[single]
    return Violation.SOMETHING_LEARNED_OR_WON_IS_GONE if gone else Violation.NONE


@compiled
def check_calendar(mat: Mat, table: Table) -> int:
    """The lines that are used are those of the months since the start; he has flown at most so many."""
    career = mat.career
    used = int(career.line)
    for month in range(int(career.start), int(career.month)):
        used += int(table.charts.lines[month])
    fits = used == career.lines_used and career.flown <= used and career.line <= table.charts.lines[career.month]
    return Violation.NONE if fits else Violation.THE_CALENDAR_DOES_NOT_ADD_UP


# --- cards and lists ---


@compiled
def is_in_deck(mat: Mat, card: int) -> bool:
    """Whether a card of a hand is still in the deck; no card is not."""
    return bool(card > 0 and not mat.deck.drawn[max(0, card - 1)])


@compiled
def check_cards(mat: Mat, before: Mat) -> int:
    """Cards in hand are out and differ; a card goes back only by a shuffle or with a new month."""
    own, enemy, wing, gunner = int(mat.deck.own), int(mat.deck.enemy), int(mat.deck.wing), int(mat.deck.gunner)
    twice = own > 0 and (own == enemy or own == wing or own == gunner)
    twice = twice or (enemy > 0 and (enemy == wing or enemy == gunner)) or (wing > 0 and wing == gunner)
    inside = is_in_deck(mat, own) or is_in_deck(mat, enemy) or is_in_deck(mat, wing) or is_in_deck(mat, gunner)
    if twice or inside:
        return Violation.A_CARD_IN_HAND_IS_IN_THE_DECK_OR_THERE_TWICE
    if mat.deck.shuffles == before.deck.shuffles and mat.career.month == before.career.month:
        for card in range(CARDS):
            if mat.deck.drawn[card] < before.deck.drawn[card]:
                return Violation.A_CARD_WENT_BACK_WITHOUT_A_SHUFFLE
    return Violation.NONE


@compiled
def check_offers(mat: Mat) -> int:
    """A list of aircraft is on the table exactly when one of them is chosen."""
    offered = 0
    for place in range(len(mat.desk.offered)):
        offered += int(mat.desk.offered[place] > 0)
    asked = mat.cursor.decision == Decision.AIRCRAFT
    fits = asked == (offered > 0) and (not asked or mat.desk.offer != Offer.NONE)
    return Violation.NONE if fits else Violation.THE_LIST_OF_AIRCRAFT_DOES_NOT_FIT_THE_DECISION


# --- in the air ---


@compiled
def is_in_flight(mat: Mat) -> bool:
    """Whether the open decision is between take-off and landing."""
    return bool(Decision.ENGAGE <= mat.cursor.decision < Decision.DEBRIEF)


@compiled
def check_enemies(mat: Mat, table: Table) -> int:
    """The enemy of the decision is there, one at a time, and flies only with the damage that it stands."""
    bomber, fighter, decision = mat.bomber, mat.fighter, mat.cursor.decision
    missing = decision == Decision.BURST and not bomber.present
    missing = missing or ((decision == Decision.DOGFIGHT or decision == Decision.REFLEX) and not fighter.present)
    if missing or (bomber.present and fighter.present):
        return Violation.THE_ENEMY_OF_THE_DECISION_IS_NOT_THERE
    if bomber.present:
        row = bomber_row(mat, table.charts)
        down = (bomber.port_wing >= row.wing) | (bomber.starboard_wing >= row.wing) | (bomber.tail >= row.tail)
        down |= (bomber.airframe >= row.airframe) | (bomber.controls >= row.controls)
        down |= (bomber_engines_out(mat) >= row.engines) | (bomber.type == 0)
        if down or (bomber.pilots[0] >= Health.SERIOUS_WOUND and bomber.pilots[1] >= Health.SERIOUS_WOUND):
            return Violation.A_BOMBER_FLIES_BEYOND_ITS_DAMAGE
    if fighter.present:
        enemy = enemy_row(mat, table)
        down = (fighter.port_wing >= enemy.wing) | (fighter.starboard_wing >= enemy.wing) | (fighter.tail >= enemy.tail)
        down |= (fighter.airframe >= enemy.airframe) | (fighter.controls >= enemy.controls)
        down |= (fighter_engines_out(fighter, enemy, table.charts) >= enemy.engines) | (fighter.type <= Enemy.NONE)
        if down or fighter.pilot == Health.KILLED:
            return Violation.A_FIGHTER_FLIES_BEYOND_ITS_DAMAGE
    return Violation.NONE


@compiled
def check_aircraft(mat: Mat, table: Table, spare: Mat) -> int:
    """The own aircraft flies only with the damage that it stands; speeds fit. ``spare`` is a copy of the mat."""
    aircraft, decision = mat.aircraft, mat.cursor.decision
    row = series_row(mat, table.charts)
    if is_in_flight(mat) and decision != Decision.WITNESS:
        down = (aircraft.port_wing >= row.wing) | (aircraft.starboard_wing >= row.wing) | (aircraft.tail >= row.tail)
        down |= (aircraft.airframe >= row.airframe) | (aircraft.controls >= row.controls)
        glides = engines_out(mat, table.charts) >= row.engines
        if down or glides != (decision == Decision.FORCED):
            return Violation.THE_AIRCRAFT_FLIES_BEYOND_ITS_DAMAGE
    if mat.career.lines_used:
        set_speed(spare, table)
    if mat.fighter.present:
        set_enemy_speed(spare, table)
    if mat.aircraft.speed != spare.aircraft.speed or mat.fighter.speed != spare.fighter.speed:
        return Violation.A_SPEED_DOES_NOT_FIT_THE_DAMAGE
    return Violation.NONE


@compiled
def lost_damage(mat: Mat, before: Mat) -> int:
    """Count the systems of the own aircraft that are in a better state than before."""
    now, was = mat.aircraft, before.aircraft
    better = int(now.port_wing < was.port_wing) + int(now.starboard_wing < was.starboard_wing)
    better += int(now.airframe < was.airframe) + int(now.tail < was.tail) + int(now.controls < was.controls)
    better += int(now.armour < was.armour) + int(now.leak < was.leak) + int(now.oxygen < was.oxygen)
    better += int(now.radio < was.radio) + int(now.boost < was.boost) + int(now.gear < was.gear)
    better += int(now.rear_gun < was.rear_gun) + int(now.model != was.model) + int(now.rockets < was.rockets)
    for engine in range(len(now.engines)):
        better += int(now.engines[engine] < was.engines[engine])
    for place in range(WEAPONS):
        gun, old = now.guns[place], was.guns[place]
        better += int(gun.jammed < old.jammed) + int(gun.out < old.out) + int(gun.ammunition > old.ammunition)
    return better


@compiled
def check_flight(mat: Mat, before: Mat) -> int:
    """In flight nothing is repaired, no ammunition comes back, and what is used once stays used."""
    if not (is_in_flight(mat) and is_in_flight(before) and mat.career.lines_used == before.career.lines_used):
        return Violation.NONE
    now, was = mat.sortie, before.sortie
    better = lost_damage(mat, before) + int(mat.pilot.health < before.pilot.health)
    better += int(now.box < was.box) + int(now.bombers < was.bombers) + int(now.fighters < was.fighters)
    better += int(now.engaged < was.engaged) + int(now.wounds < was.wounds) + int(now.twelve < was.twelve)
    better += int(now.expert_used < was.expert_used) + int(now.wingman_expert_used < was.wingman_expert_used)
    better += int(now.reflexes_used < was.reflexes_used) + int(now.sixth_sense_used < was.sixth_sense_used)
    better += int(now.maintenance_used < was.maintenance_used) + int(now.homeward < was.homeward)
    for place in range(len(now.learned_used)):
        better += int(now.learned_used[place] < was.learned_used[place])
    return Violation.SOMETHING_REPAIRED_ITSELF_IN_FLIGHT if better else Violation.NONE


@compiled
def check_take_off(mat: Mat, table: Table) -> int:
    """Before take-off the aircraft is whole and loaded, the pilot well, and no enemy is about."""
    if mat.cursor.decision != Decision.SCRAMBLE:
        return Violation.NONE
    wrong = damaged_systems(mat) + int(mat.pilot.health) + int(mat.career.sit_out) + int(mat.sortie.airborne)
    wrong += int(mat.bomber.present) + int(mat.fighter.present) + int(mat.sortie.box) + int(mat.desk.due)
    wrong += int(mat.sortie.entry == 0)
    for place in range(WEAPONS):
        gun = mat.aircraft.guns[place]
        wrong += int(gun.jammed) + int(gun.ammunition != model_row(mat, table.charts).weapons[place].ammunition)
    return Violation.THE_AIRCRAFT_IS_NOT_WHOLE_AT_TAKE_OFF if wrong else Violation.NONE


@compiled
def check_mat(mat: Mat, before: Mat, spare: Mat, table: Table) -> int:
    """All checks of the mat but its ranges and its decision; ``spare`` is a copy of the mat that is written."""
    violation = check_career(mat, before)
    if not violation:
        violation = check_calendar(mat, table)
    if not violation:
        violation = check_cards(mat, before)
    if not violation:
        violation = check_offers(mat)
    if not violation:
        violation = check_enemies(mat, table)
    if not violation:
        violation = check_aircraft(mat, table, spare)
    if not violation:
        violation = check_flight(mat, before)
    return violation if violation else check_take_off(mat, table)


assert max(Phase) < 63, "phases are bits of a number"
