"""Facts and choices that the lessons of the tutorial name (``lessons.toml``)."""

from typing import Any

import numpy as np

from stuka_env.compiling.plain import plain
from stuka_env.games.stuka.charts.shape import BEST_BONUS, BONUS_POINTS
from stuka_env.games.stuka.codes import ACTS, SLOTS, Act, Payload, Role, Status, System, to_index
from stuka_env.games.stuka.play.seating import CREW_SEATING
from stuka_env.games.stuka.rules.attack import attack_drm
from stuka_env.games.stuka.words import labels
from stuka_env.games.stuka.words.labels import crash_chances, expected_score
from stuka_env.play.seating import first_of
from stuka_env.play.typed_rolls import Position

SHAKEN = 2
"""Smallest stress with which a pilot attacks and lands worse."""
UNSTEADY = (System.PORT_WING, System.STARBOARD_WING, System.TAIL)
"""Systems whose damage forbids the gamble, so that nobody asks about the attack."""


def legal_of(position: Position, verb: Act) -> list[int]:
    """Return the legal actions of a verb."""
    return [action for action in np.flatnonzero(position.mask[0]).tolist() if ACTS.verb_of(action) == verb]


def slot_of(action: int) -> int:
    """Return the aircraft that an action is about, from 1."""
    return int(ACTS.actions[action].argument)


def stress_of(mat: Any, slot: int, role: Role) -> int:
    """Return the stress of the pilot or gunner of an aircraft; 0 without one."""
    place = int(mat["aircraft"][to_index(slot)][role.word])
    return int(mat[f"{role.word}s"][to_index(place)]["stress"]) if place else 0


def stress_aboard(mat: Any, slot: int) -> int:
    """Return the stress of pilot and gunner together; ``slot`` counts from 1."""
    return sum(stress_of(mat, slot, role) for role in Role)


def attacks_shaken(mat: Any, slot: int) -> bool:
    """Whether an aircraft has not attacked yet and its pilot has so much stress that he attacks worse."""
    return bool(not mat["aircraft"][to_index(slot)]["attacked"] and stress_of(mat, slot, Role.PILOT) >= SHAKEN)


def most_stressed(position: Position) -> int | None:
    """Return the relief of the crew with the most stress; None if none is legal."""
    mat = position.mat[0]
    return max(legal_of(position, Act.RELIEVE), key=lambda action: stress_aboard(mat, slot_of(action)), default=None)


def is_crew_shaken(position: Position) -> bool:
    """Whether that crew needs relief."""
    relief = most_stressed(position)
    return relief is not None and stress_aboard(position.mat[0], slot_of(relief)) >= SHAKEN * 2


def is_lucky(position: Position) -> bool:
    """Whether that crew flies the Lucky Dog."""
    relief = most_stressed(position)
    return relief is not None and bool(position.mat[0]["aircraft"][to_index(slot_of(relief))]["lucky"])


def waits_shaken(position: Position) -> bool:
    """Whether that crew has yet to attack, and its pilot is shaken."""
    relief = most_stressed(position)
    return relief is not None and attacks_shaken(position.mat[0], slot_of(relief))


def target(position: Position) -> str:
    """Return size and kind of the target."""
    mission: Any = position.mat[0].mission
    return labels.target_words(int(mission.target), int(mission.target_size))


def is_over_target(position: Position) -> bool:
    """Whether the formation is in the zone of the target."""
    mission: Any = position.mat[0].mission
    return bool(mission.zone == mission.target_zone)


def best_rested(position: Position) -> int:
    """Choose the best rested person for the seat."""
    return first_of(CREW_SEATING, position)


def best_load(position: Position) -> int:
    """Choose the load with the lowest DRM against the target."""
    target, charts = int(position.mat[0].mission.target), position.charts[0]
    loads = {Act.LOAD_SC500_SC50: Payload.SC500_SC50, Act.LOAD_CLUSTER: Payload.SC500_CLUSTER}
    offered = [verb for verb in loads if legal_of(position, verb)]
    return int(min(offered, key=lambda verb: int(charts.a3[loads[verb]][target])))


def has_heavy_bomb(position: Position, action: int) -> bool:
    """Whether the aircraft that an action is about has a heavy bomb."""
    return bool(position.mat[0]["aircraft"][to_index(slot_of(action))]["ordnance"] >= Payload.SC1000)


def heavy_dog(position: Position) -> int | None:
    """Choose the first aircraft with a heavy bomb as the Lucky Dog; the first one if none has."""
    actions = legal_of(position, Act.LUCKY_DOG)
    return max(actions, key=lambda action: has_heavy_bomb(position, action), default=None)


def light_fighter(position: Position) -> int | None:
    """Choose the first aircraft without a heavy bomb to attack a fighter; the first one if all have."""
    actions = legal_of(position, Act.DUEL)
    return min(actions, key=lambda action: has_heavy_bomb(position, action), default=None)


def most_cheered(position: Position) -> int:
    """Choose the person with the most stress; of equals a pilot."""

    def stress(action: int) -> tuple[int, bool]:
        role = Role.PILOT if ACTS.verb_of(action) == Act.CHEER_PILOT else Role.GUNNER
        return stress_of(position.mat[0], slot_of(action), role), role == Role.PILOT

    return int(max(np.flatnonzero(position.mask[0]).tolist(), key=stress))


# --- the Rudel Gamble ---


def has_no_gamble(card: Any) -> bool:
    """Whether the damage of an aircraft forbids the gamble."""
    return any(card.damage[system] for system in UNSTEADY)


def is_first_choice(position: Position) -> bool:
    """Whether nobody was asked about the attack of an earlier aircraft."""
    mat: Any = position.mat[0]
    return all(has_no_gamble(mat.aircraft[earlier]) for earlier in range(to_index(int(mat.cursor.subject))))


def aircraft_before(position: Position) -> int:
    """Return the number of the aircraft before the one in question."""
    return int(position.mat[0].cursor.subject) - 1


def is_wing_damaged(position: Position) -> bool:
    """Whether the aircraft before has attacked with a damaged port wing."""
    mat: Any = position.mat[0]
    slot = int(mat.cursor.subject)
    return bool(slot > 1 and mat.aircraft[slot - 2].attacked and mat.aircraft[slot - 2].damage[System.PORT_WING])


def waits(mat: Any, slot: int) -> bool:
    """Whether an aircraft has yet to attack and may gamble then."""
    card = mat.aircraft[to_index(slot)]
    flies = card.status == Status.FLYING and not card.attacked and slot <= mat.mission.sent
    return bool(flies and not has_no_gamble(card) and not attacks_shaken(mat, slot))


def gamble_gain(mat: Any, charts: Any, slot: int) -> float:
    """Return the points that the gamble adds to the mean score of an aircraft's attack."""
    load, size = int(mat.aircraft[to_index(slot)].ordnance), int(mat.mission.target_size)
    plain_drm, gamble_drm = (plain(attack_drm)(mat, charts, to_index(slot), load, gamble) for gamble in (0, 1))
    return expected_score(charts, size, gamble_drm) - expected_score(charts, size, plain_drm)


def gamble_drm(position: Position) -> int:
    """Return the DRM of the gamble."""
    return int(position.charts[0].gamble_drm)


def crashes(position: Position) -> int:
    """Return the faces of a die on which it crashes."""
    return crash_chances(position.charts[0])


def better_gambler(position: Position) -> int | None:
    """Return the first later aircraft whose attack gains more by the gamble; None if none does."""
    mat, charts = position.mat[0], position.charts[0]
    slot = int(mat.cursor.subject)
    waiting = [number for number in range(slot + 1, SLOTS + 1) if waits(mat, number)]
    gain = gamble_gain(mat, charts, slot)
    return next((number for number in waiting if gamble_gain(mat, charts, number) > gain), None)


def bonus(position: Position) -> int:
    """Return the bonus of the mission that a crash would cost; 0 if an aircraft is already lost (8.5.1)."""
    charts = position.charts[0]
    if (position.mat[0]["aircraft"]["status"] == Status.LOST).any():
        return 0
    return int(charts.mission_bonus[BEST_BONUS][BONUS_POINTS]) + int(charts.mission_calm_bonus[BONUS_POINTS])


def gain_and_cost(position: Position) -> tuple[float, float]:
    """Return the points that the gamble adds to the score of the mission on average, and those that crashes cost."""
    mat = position.mat[0]
    gain = gamble_gain(mat, position.charts[0], int(mat.cursor.subject)) / max(1, int(mat.mission.present))
    return gain, crashes(position) / 6 * bonus(position)


def gamble_points(position: Position) -> str:
    """Return the points that the gamble adds in words."""
    return f"{gain_and_cost(position)[0]:.1f}"


def crash_points(position: Position) -> str:
    """Return the points that crashes cost in words."""
    return f"{gain_and_cost(position)[1]:.1f}"


def gamble(position: Position) -> str:
    """Return the advice about the gamble of one aircraft, as the lessons name it."""
    if not legal_of(position, Act.GAMBLE):
        return "not allowed"
    if better_gambler(position):
        return "later"
    gain, cost = gain_and_cost(position)
    return "it pays" if gain > cost else "too risky"
