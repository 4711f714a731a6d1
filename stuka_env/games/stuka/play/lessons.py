"""Facts and choices that the lessons of the tutorial name (``lessons.toml``)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from stuka_env.compiling.plain import plain
from stuka_env.games.stuka.charts.shape import BEST_BONUS, BONUS_POINTS
from stuka_env.games.stuka.codes import ACTS, SLOTS, Act, Payload, Role, Status, System, to_index
from stuka_env.games.stuka.play.crews import person, rested
from stuka_env.games.stuka.rules.attack import attack_drm
from stuka_env.games.stuka.words.labels import crash_chances, expected_score, target_words
from stuka_env.play.lessons import Facts
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
    return int(person(mat, role, place)["stress"]) if place else 0


def stress_aboard(mat: Any, slot: int) -> int:
    """Return the stress of pilot and gunner together; ``slot`` counts from 1."""
    return sum(stress_of(mat, slot, role) for role in Role)


def waits_shaken(mat: Any, slot: int) -> bool:
    """Whether an aircraft has not attacked yet and its pilot has so much stress that he attacks worse."""
    return bool(not mat["aircraft"][to_index(slot)]["attacked"] and stress_of(mat, slot, Role.PILOT) >= SHAKEN)


def most_stressed(position: Position) -> int | None:
    """Return the relief of the crew with the most stress; None if none is legal."""
    mat = position.mat[0]
    return max(legal_of(position, Act.RELIEVE), key=lambda action: stress_aboard(mat, slot_of(action)), default=None)


def of_relieved(fact: Callable[[Any, int], Any]) -> Callable[[Position], bool]:
    """Return whether a fact holds for the aircraft whose crew is the most stressed."""

    def holds(position: Position) -> bool:
        action = most_stressed(position)
        return action is not None and bool(fact(position.mat[0], slot_of(action)))

    return holds


def best_load(position: Position) -> int:
    """Choose the load with the lowest DRM against the target."""
    target, charts = int(position.mat[0].mission.target), position.charts[0]
    loads = {Act.LOAD_SC500_SC50: Payload.SC500_SC50, Act.LOAD_CLUSTER: Payload.SC500_CLUSTER}
    offered = [verb for verb in loads if legal_of(position, verb)]
    return int(min(offered, key=lambda verb: int(charts.a3[loads[verb]][target])))


def by_load(verb: Act, *, is_heavy: bool) -> Callable[[Position], int | None]:
    """Choose the first aircraft with a heavy bomb, or the first without one, of those that a verb can name."""

    def choose(position: Position) -> int | None:
        cards: Any = position.mat[0].aircraft

        def fits(action: int) -> bool:
            return bool((cards[to_index(slot_of(action))].ordnance >= Payload.SC1000) == is_heavy)

        return max(legal_of(position, verb), key=fits, default=None)

    return choose


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


def is_wing_damaged(position: Position) -> bool:
    """Whether the aircraft before has attacked with a damaged port wing."""
    mat: Any = position.mat[0]
    slot = int(mat.cursor.subject)
    return bool(slot > 1 and mat.aircraft[slot - 2].attacked and mat.aircraft[slot - 2].damage[System.PORT_WING])


def waits(mat: Any, slot: int) -> bool:
    """Whether an aircraft has yet to attack and may gamble then."""
    card = mat.aircraft[to_index(slot)]
    flies = card.status == Status.FLYING and not card.attacked and slot <= mat.mission.sent
    return bool(flies and not has_no_gamble(card) and not waits_shaken(mat, slot))


def gamble_gain(mat: Any, charts: Any, slot: int) -> float:
    """Return the points that the gamble adds to the mean score of an aircraft's attack."""
    load, size = int(mat.aircraft[to_index(slot)].ordnance), int(mat.mission.target_size)
    plain_drm, gamble_drm = (plain(attack_drm)(mat, charts, to_index(slot), load, gamble) for gamble in (0, 1))
    return expected_score(charts, size, gamble_drm) - expected_score(charts, size, plain_drm)


def better_gambler(position: Position) -> int | None:
    """Return the first later aircraft whose attack gains more by the gamble; None if none does."""
    mat, charts = position.mat[0], position.charts[0]
    slot = int(mat.cursor.subject)
    waiting = [number for number in range(slot + 1, SLOTS + 1) if waits(mat, number)]
    gain = gamble_gain(mat, charts, slot)
    return next((number for number in waiting if gamble_gain(mat, charts, number) > gain), None)


def bonus_at_stake(position: Position) -> int:
    """Return the bonus of the mission that a crash would cost; 0 if an aircraft is already lost (8.5.1)."""
    charts = position.charts[0]
    if (position.mat[0]["aircraft"]["status"] == Status.LOST).any():
        return 0
    return int(charts.mission_bonus[BEST_BONUS][BONUS_POINTS]) + int(charts.mission_calm_bonus[BONUS_POINTS])


def gamble_points(position: Position) -> float:
    """Return the points that the gamble adds to the score of the mission on average."""
    mat = position.mat[0]
    return gamble_gain(mat, position.charts[0], int(mat.cursor.subject)) / max(1, int(mat.mission.present))


def crash_points(position: Position) -> float:
    """Return the points that crashes cost on average."""
    return crash_chances(position.charts[0]) / 6 * bonus_at_stake(position)


def gamble(position: Position) -> str:
    """Return the advice about the gamble of one aircraft, as the lessons name it."""
    if not legal_of(position, Act.GAMBLE):
        return "not allowed"
    if better_gambler(position):
        return "later"
    return "it pays" if gamble_points(position) > crash_points(position) else "too risky"


FACTS: Facts = {
    "target": lambda seen: target_words(int(seen.mat[0].mission.target), int(seen.mat[0].mission.target_size)),
    "best_rested": rested,
    "best_load": best_load,
    "heavy_dog": by_load(Act.LUCKY_DOG, is_heavy=True),
    "light_fighter": by_load(Act.DUEL, is_heavy=False),
    "most_stressed": most_stressed,
    "most_cheered": most_cheered,
    "is_crew_shaken": of_relieved(lambda mat, slot: stress_aboard(mat, slot) >= SHAKEN * 2),
    "is_lucky": of_relieved(lambda mat, slot: mat.aircraft[to_index(slot)].lucky),
    "waits_shaken": of_relieved(waits_shaken),
    "is_over_target": lambda seen: bool(seen.mat[0].mission.zone == seen.mat[0].mission.target_zone),
    "is_first_choice": is_first_choice,
    "is_wing_damaged": is_wing_damaged,
    "aircraft_before": lambda seen: int(seen.mat[0].cursor.subject) - 1,
    "gamble": gamble,
    "gamble_drm": lambda seen: int(seen.charts[0].gamble_drm),
    "crashes": lambda seen: crash_chances(seen.charts[0]),
    "better_gambler": better_gambler,
    "gamble_points": lambda seen: f"{gamble_points(seen):.1f}",
    "bonus": bonus_at_stake,
    "crash_points": lambda seen: f"{crash_points(seen):.1f}",
}
