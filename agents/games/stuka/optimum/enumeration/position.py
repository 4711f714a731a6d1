"""The key of a position in a mission flown alone: positions with the same key are one.

Two such positions allow the same actions, have the same successors with the same probabilities, and are worth the same.
They may differ in names (which of two equal people sits where), in the terms of a sum of scores, and in marks that no
rule reads again. Such marks are numbers drawn earlier, systems that cannot be hit again, and cards that cannot come
again.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import CARDS, NOBODY, SEATS, SLOTS, Decision, Duty, Leg, Phase, Status, System
from stuka_env.games.stuka.rules.crew import aboard, member
from stuka_env.games.stuka.rules.damage import damaged
from stuka_env.games.stuka.rules.interception import may_duel
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.scoring import (
    damaged_aircraft,
    lost_aircraft,
    people_with,
    stress_brought_home,
    wounded_people,
)
from stuka_env.records import Rows

MISSION_WORDS, PEOPLE_WORDS = 4, 4
POSITION_WORDS = MISSION_WORDS + SLOTS + PEOPLE_WORDS
"""64-bit words of a key."""
SETTLED = -100
"""In place of the progress of a mission whose score is settled; no phase has this number."""
PERSON_BITS = 10
PER_WORD = 6
"""People of the holding area in one word."""


@compiled
def shift_in(word: int, bits: int, value: int) -> int:
    """Return ``word`` with ``value`` in ``bits`` new low bits."""
    return (word << bits) | int(value)


@compiled
def anti_aircraft_is_over(mat: Mat) -> bool:
    """Whether nothing can be hit again on this mission.

    At a target in zone 1 this is so homeward, and once the formation has been fired at. No card is drawn and no fighter
    met in the target zone (3.7), and the next move leads to the airfield. From a target farther out it is so when the
    last zone is resolved.
    """
    mission = mat.mission
    if mission.target_zone == 1:
        return mat.cursor.phase == Phase.ATTACK or mission.leg == Leg.HOME
    return nearly_home(mat)


@compiled
def nearly_home(mat: Mat) -> bool:
    """Whether the way home holds no more cards, fighters or questions of range: zone 1 is resolved, or passed."""
    resolved = mat.cursor.phase < Phase.EVENT or mat.cursor.phase > Phase.FIGHTERS
    return mat.mission.leg == Leg.HOME and mat.mission.zone <= 1 and resolved and not mat.mission.unsettled


@compiled
def cannot_reach_home(mat: Mat, charts: Charts) -> bool:
    """Whether an aircraft in flight is sure to run dry on the way (7.10, ruling Q14)."""
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        left = int(charts.range[mat.war.operation]) - aircraft.range_loss - mat.mission.moves
        if aircraft.status == Status.FLYING and left < mat.mission.zone:
            return True
    return False


@compiled
def score_is_settled(mat: Mat, charts: Charts) -> bool:
    """Whether nothing on the way home can change the score: there is no bonus to lose (8.5.1) and nobody can duel."""
    mission = mat.mission
    if mission.leg != Leg.HOME:
        return False
    if not (mission.aborted or lost_aircraft(mat) > 0 or cannot_reach_home(mat, charts)):
        return False
    for slot in range(SLOTS):
        if may_duel(mat, slot):
            return False
    return True


@compiled
def person_word(mat: Mat, person: int) -> int:
    """Return a person's level, stress, wounds and calm; 0 for nobody."""
    if person == NOBODY:
        return 0
    who = member(mat, person)
    word = shift_in(1, 3, int(who.level))
    word = shift_in(word, 3, int(who.stress))
    word = shift_in(word, 2, int(who.wounds))
    return shift_in(word, 1, int(who.calm_used))


@compiled
def damage_word(mat: Mat, slot: int, attacks: bool) -> int:
    """Return the damage markers that can still matter; ``attacks``: the attack of the aircraft is to come."""
    damage = mat.aircraft[slot].damage
    word = 0
    if not anti_aircraft_is_over(mat):
        for system in range(len(damage)):
            word = shift_in(word, 1, int(damage[system]))
        return word
    word = shift_in(int(damaged(mat, slot)), 1, int(damage[System.LANDING_GEAR.value]))
    if attacks:
        unsound = damage[System.PORT_WING.value] or damage[System.STARBOARD_WING.value] or damage[System.TAIL.value]
        word = shift_in(word, 1, int(damage[System.BOMBS.value]))
        word = shift_in(word, 1, int(unsound and not mat.mission.gamble))
    return word


@compiled
def range_word(mat: Mat, charts: Charts, slot: int) -> int:
    """Return the range lost, and whether the pilot must decide about it; 0 where the rest lasts in any case."""
    aircraft = mat.aircraft[slot]
    left = int(charts.range[mat.war.operation]) - aircraft.range_loss
    if nearly_home(mat):
        return 0
    if anti_aircraft_is_over(mat) and left >= 2 * mat.mission.target_zone:
        return 0
    return shift_in(int(aircraft.range_loss), 1, int(aircraft.wants_home))


@compiled
def flying_word(mat: Mat, charts: Charts, slot: int) -> int:
    """Return an aircraft in flight, or in a formation on the ground."""
    aircraft = mat.aircraft[slot]
    over = anti_aircraft_is_over(mat)
    attacks = not over or (mat.cursor.phase == Phase.ATTACK and slot >= mat.cursor.step)
    word = shift_in(1, 3, int(aircraft.ordnance) if attacks else 0)
    word = shift_in(word, 1, int(aircraft.lucky and not over))
    word = shift_in(word, 8, damage_word(mat, slot, attacks))
    word = shift_in(word, 6, range_word(mat, charts, slot))
    for role in range(2):
        word = shift_in(word, PERSON_BITS, person_word(mat, aboard(mat, slot, role)))
    return word


@compiled
def aircraft_word(mat: Mat, charts: Charts, slot: int) -> int:
    """Return an aircraft: on the ground also one that is not chosen yet, later only one in flight."""
    aircraft = mat.aircraft[slot]
    if aircraft.status == Status.FLYING:
        return flying_word(mat, charts, slot)
    if mat.cursor.phase > Phase.MUSTER or aircraft.status != Status.READY:
        return 0
    word = 0
    for system in range(len(aircraft.damage)):
        word = shift_in(word, 1, int(aircraft.damage[system]))
    return shift_in(shift_in(2, 8, word), 4, int(aircraft.range_loss))


@compiled
def progress_word(mat: Mat) -> int:
    """Return the progress of the mission."""
    mission = mat.mission
    word = shift_in(1, 5, int(mat.cursor.phase))
    word = shift_in(word, 5, int(mat.cursor.decision))
    word = shift_in(word, 5, int(mat.cursor.subject))
    word = shift_in(word, 5, int(mat.cursor.step))
    word = shift_in(word, 3, int(mission.target_zone))
    word = shift_in(word, 3, int(mission.zone))
    word = shift_in(word, 2, int(mission.leg))
    word = shift_in(word, 4, int(mission.moves))
    word = shift_in(word, 2, int(mission.formation))
    word = shift_in(word, 4, int(mission.sent))
    word = shift_in(word, 4, int(mission.present))
    word = shift_in(word, 4, int(mission.leader))
    word = shift_in(word, 1, int(mission.relief_used))
    word = shift_in(word, 1, int(mission.relief_known))
    word = shift_in(word, 1, int(mission.unsettled))
    word = shift_in(word, 1, int(mission.news))
    word = shift_in(word, 1, int(mission.aborted))
    return shift_in(word, 2, int(mission.no_fly))


@compiled
def conditions_word(mat: Mat) -> int:
    """Return loads to be given out, weather, open cards, fighters, and the conditions of the bonus (8.5.1)."""
    mission = mat.mission
    word = 1
    if mission.leg == Leg.GROUND:
        word = shift_in(word, 3, int(mission.payload))
        word = shift_in(word, 3, int(mission.special))
        word = shift_in(word, 2, int(mission.carriers))
    elif mission.leg == Leg.OUT:
        word = shift_in(word, 2, int(mission.visibility))
        word = shift_in(word, 2, int(mission.visibility_card))
        word = shift_in(word, 3, int(mission.anti_aircraft_card) + 2)
        word = shift_in(word, 1, int(mission.gamble > 0))
    if not nearly_home(mat):
        word = shift_in(word, 1, int(mission.escorts_early))
        word = shift_in(word, 1, int(mission.escorts_late))
        word = shift_in(word, 2, int(mission.ambush))
    word = shift_in(word, 4, int(mission.fighters))
    word = shift_in(word, 4, int(mission.duellist))
    word = shift_in(word, 4, int(mission.kills))
    word = shift_in(word, 1, int(mission.sunk))
    word = shift_in(word, 5, int(mission.last_card) if mat.cursor.decision == Decision.EVENT else 0)
    if lost_aircraft(mat) > 0:
        return shift_in(word, 1, 1)
    casualties = people_with(mat, Duty.KIA) + people_with(mat, Duty.POW) + wounded_people(mat)
    word = shift_in(word, 1, 0)
    word = shift_in(word, 5, casualties)
    word = shift_in(word, 4, damaged_aircraft(mat))
    return shift_in(word, 7, stress_brought_home(mat))


@compiled
def cards_word(mat: Mat) -> int:
    """Return the cards drawn, as long as there are more to come."""
    mission = mat.mission
    if mission.leg == Leg.HOME and mission.zone <= 1 and mat.cursor.phase != Phase.EVENT:
        return 0
    word = 1
    for card in range(CARDS):
        word = shift_in(word, 1, int(mission.drawn[card]))
    return word


@compiled
def score_word(mat: Mat) -> int:
    """Return the sum of the attack scores, the mission's score once it is logged, and the result."""
    total = 0
    for slot in range(SLOTS):
        if mat.aircraft[slot].present:
            total += int(mat.aircraft[slot].score)
    return shift_in(shift_in(total, 16, int(mat.track.segment_sum)), 16, int(mat.track.result))


@compiled
def write_holding_area(mat: Mat, role: int, key: NDArray[np.int64]) -> None:
    """Write the people of a role in the holding area into ``key``, best first."""
    order = np.zeros(SEATS, np.int64)
    for place in range(SEATS):
        if member(mat, place + role * SEATS).duty == Duty.READY:
            order[place] = person_word(mat, place + role * SEATS)
    order.sort()
    first = MISSION_WORDS + SLOTS + 2 * role
    for place in range(SEATS):
        word = first + place // PER_WORD
        key[word] = shift_in(key[word], PERSON_BITS, order[place])


@compiled
def write_key(mat: Mat, charts: Charts, key: NDArray[np.int64]) -> None:
    """Write the key of a position, :data:`POSITION_WORDS` long, into ``key``."""
    key[:] = 0
    key[3] = score_word(mat)
    if mat.cursor.phase > Phase.END_OF_MISSION:
        key[0] = -1 - int(mat.cursor.phase)
        return
    if score_is_settled(mat, charts):
        key[0] = SETTLED
        key[1] = mat.mission.kills * 64 + mat.mission.present * 4 + mat.mission.sunk * 2 + mat.mission.aborted
        return
    key[0] = progress_word(mat)
    key[1] = conditions_word(mat)
    key[2] = cards_word(mat)
    for slot in range(SLOTS):
        key[MISSION_WORDS + slot] = aircraft_word(mat, charts, slot)
    if mat.mission.leg == Leg.GROUND:
        for role in range(2):
            write_holding_area(mat, role, key)


@compiled
def write_keys(
    mats: Annotated[Rows[Mat], READ_ONLY],
    charts: Annotated[Rows[Charts], READ_ONLY],
    keys: Annotated[NDArray[np.int64], 2],
) -> None:
    """Write the key of every mat, a row each."""
    for row in range(len(mats)):
        write_key(mats[row], charts[row if len(charts) > 1 else 0], keys[row])
