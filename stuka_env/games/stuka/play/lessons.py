"""The lessons of the tutorial: an explanation and an advice for each decision, and an answer to the player's choice."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from stuka_env.compiling.plain import plain
from stuka_env.games.stuka.charts.shape import BEST_BONUS, BONUS_POINTS
from stuka_env.games.stuka.codes import (
    ACTS,
    SLOTS,
    Act,
    Chart,
    Decision,
    Entry,
    Payload,
    Role,
    Status,
    System,
    to_index,
)
from stuka_env.games.stuka.play.crews import person, rested
from stuka_env.games.stuka.rules.attack import attack_drm
from stuka_env.games.stuka.words import labels
from stuka_env.games.stuka.words.labels import crash_chances, expected_score
from stuka_env.play.parts import Lesson
from stuka_env.play.typed_rolls import Position

ENVIRONMENT, LESSON_WAR = "Stuka/Mission-v0", {"operation": "barbarossa", "segment": "1941-06"}
LESSON_SEED = 1941
"""Seed of the rolls where the tape ends."""
LESSON_CARDS = (
    "waypoint_reached", "tail_wind", "smoke_on_the_horizon", "heard_the_one_about", "familiar_river", "endless_steppe",
)  # fmt: skip
"""Ids of the event cards, in the order of drawing."""
TAPE: dict[Chart, tuple[tuple[int, ...], ...]] = {
    Chart.A1: ((2, 3, 4),),  # an airfield, in zone 4
    Chart.B1: ((1,), (8,), (3,), (5,), (2,), (6,)),  # fighters in zones 2 and 3 on the way there
    Chart.B2: ((3,), (2,), (4,), (3,), (5,), (1,)),
    Chart.B3: ((2, 4),),  # one gets through, from Port: one aircraft, one hit
    Chart.CUP: ((1,), (1,)),
    Chart.C1: ((3, 3), (5, 2)),  # the port wing of aircraft 1; a near miss over the target, if it is not the Lucky Dog
    Chart.A4: ((4,),),
    Chart.A6: ((3,),),
    Chart.A2: ((5,), (6,), (3,), (4,)),
    Chart.GAMBLE: ((3,),),
    Chart.C5: ((5,), (7,), (3,), (4,)),
}
"""The other rolls, chart by chart."""


def tape_of(charts: Any) -> Mapping[Chart, Sequence[tuple[int, ...]]]:
    """Return the planned rolls and cards under the charts in force."""
    deck = list(charts.names.card_ids)
    return TAPE | {Chart.EVENT: tuple((deck.index(card) + 1,) for card in LESSON_CARDS if card in deck)}


def results_of(journal: Sequence[Any]) -> list[str]:
    """Return the sentences of what a decision led to: the Lucky Dog's luck, and the scores of aircraft."""
    return [
        entry.text for entry in journal if entry.kind == Entry.LUCKY or (entry.kind == Entry.SCORE and entry.aircraft)
    ]


def closing_words(result: Mapping[str, Any]) -> str:
    """Return the words about what has been flown."""
    return "nobody has flown" if result.get("no_fly") else "you have flown a mission"


SHAKEN = 2
"""Smallest stress with which a pilot attacks and lands worse."""


# --- queries about the mat ---


def legal_of(position: Position, verb: Act) -> list[int]:
    """Return the legal actions of a verb."""
    return [action for action in np.flatnonzero(position.mask[0]).tolist() if ACTS.verb_of(action) == verb]


def first_of(position: Position, *verbs: Act) -> int:
    """Return the first legal action of the first verb that has one; else the first legal action."""
    for verb in verbs:
        for action in legal_of(position, verb):
            return int(action)
    return int(np.flatnonzero(position.mask[0])[0])


def stress_aboard(mat: Any, slot: int) -> int:
    """Return the stress of pilot and gunner together; ``slot`` counts from 1."""
    card = mat["aircraft"][to_index(slot)]
    seats = ((Role.PILOT, int(card["pilot"])), (Role.GUNNER, int(card["gunner"])))
    return sum(int(person(mat, role, place)["stress"]) for role, place in seats if place)


def waits_shaken(mat: Any, slot: int) -> bool:
    """Whether an aircraft has not attacked yet and its pilot has so much stress that he attacks worse."""
    card = mat["aircraft"][to_index(slot)]
    pilot = int(card["pilot"])
    return bool(pilot and not card["attacked"] and person(mat, Role.PILOT, pilot)["stress"] >= SHAKEN)


def most_stressed(position: Position, verb: Act) -> int | None:
    """Return the action, of a verb about an aircraft, for the crew with the most stress; None if none is legal."""
    actions = legal_of(position, verb)
    return max(actions, key=lambda action: stress_aboard(position.mat[0], ACTS.actions[action].argument), default=None)


# --- the lessons ---


def muster(position: Position) -> Lesson:
    """Explain how many aircraft to send."""
    mission: Any = position.mat[0].mission
    advised = first_of(position, Act.FLY)
    count = ACTS.actions[advised].argument
    target = labels.target_words(int(mission.target), int(mission.target_size))
    before = (
        f"You lead a Staffel of ten dive bombers. The dice chose a {target} in zone {int(mission.target_zone)}. A "
        f"mission scores the mean of its attacks: {count} aircraft score as much as 10, and fewer are at risk. The few "
        f"heavy bombs count for more among {count}. Fly {count}: a Kette."
    )
    return Lesson(before, advised, f"A Kette of {count} flies. The others are safe, and their crews rest.")


def seating(position: Position) -> Lesson:
    """Explain the choice of crews."""
    before = (
        "Who flies? Everybody is a Veteran without stress today, so any crews will do. Later you "
        "rest the tired ones: a "
        "crew that stays at home loses a stress a mission. Take the crews as they are."
    )
    return Lesson(before, rested(position), "They go to their aircraft. Number 1 leads.")


def payload(position: Position) -> Lesson:
    """Explain the loads."""
    target, charts = int(position.mat[0].mission.target), position.charts[0]
    loads = {Act.LOAD_SC500_SC50: Payload.SC500_SC50, Act.LOAD_CLUSTER: Payload.SC500_CLUSTER}
    offered = [verb for verb in loads if legal_of(position, verb)]
    best = min(offered, key=lambda verb: int(charts.a3[loads[verb]][target]))
    before = (
        "One load for all. The DRM in brackets is added to the die of an attack, and a low total is good: minus helps. "
        "Take the load with the lower DRM against this target."
    )
    return Lesson(before, first_of(position, best), "The lower DRM adds about ten points to each attack.")


def special(position: Position) -> Lesson:
    """Explain the heavier bombs."""
    before = (
        "Two aircraft may carry an SC1000 in place of their load. Its DRM is better, most of all "
        "against a Large target, "
        "and it costs nothing. Take them."
    )
    return Lesson(before, first_of(position, Act.SC1000, Act.SC1800), "Two heavy bombs are brought out.")


def carrier(position: Position) -> Lesson:
    """Explain who should carry a heavier bomb."""
    before = (
        "Who carries the bomb? All pilots are alike today. Later give it to the pilot who gains most by it: an Elite "
        "hits well without. The first will do."
    )
    return Lesson(before, first_of(position, Act.CARRY), "It hangs under the aircraft.")


def lucky_dog(position: Position) -> Lesson:
    """Explain a Kette's Lucky Dog."""
    cards: Any = position.mat[0].aircraft
    advised = max(
        legal_of(position, Act.LUCKY_DOG),
        key=lambda action: cards[to_index(ACTS.actions[action].argument)].ordnance >= Payload.SC1000,
        default=first_of(position, Act.NO_LUCKY_DOG),
    )
    before = (
        "One aircraft of a Kette can be its Lucky Dog: it ignores Anti-Aircraft fire over the target. Fighters can "
        "still hit it. Give the marker to the aircraft whose attack is worth most: one with a heavy bomb."
    )
    return Lesson(before, advised, "Anti-Aircraft fire will not hurt it.")


def en_route(position: Position) -> Lesson:
    """Explain the decision between two zones."""
    mission: Any = position.mat[0].mission
    relieve = most_stressed(position, Act.RELIEVE)
    if relieve is not None and stress_aboard(position.mat[0], ACTS.actions[relieve].argument) >= SHAKEN * 2:
        slot = ACTS.actions[relieve].argument
        lucky = position.mat[0].aircraft[to_index(slot)].lucky
        before = (
            f"A hit{' on the Lucky Dog, whom the marker does not save from fighters' if lucky else ''}. The damage is "
            f"on the card of aircraft {slot}, and S{SHAKEN} says that its crew is shaken: from two stress on a pilot "
            "attacks worse. Once a mission the leader can take one stress off each of a crew. Do it now, before the "
            "attack."
        )
        return Lesson(before, relieve, "The leader calms them: one stress less each, and a steadier attack.")
    if mission.zone == mission.target_zone:
        before = (
            "This is the target's zone. Once the attack run begins nobody can turn back: visibility is rolled, the "
            "guns fire, then each aircraft attacks. Attack."
        )
        return Lesson(before, first_of(position, Act.GO_ON), "Down they go.")
    if mission.leg == 1:
        before = (
            f"Zone {int(mission.zone)}."
            if mission.zone > 1
            else "In every zone a card is drawn and fighters may come; near home escorts drive them off."
        )
        home = "Whoever was hit can be sent home, and all" if legal_of(position, Act.SEND_HOME) else "All"
        before += f" {home} can turn back, for a score of 0. Fly on."
        return Lesson(before, first_of(position, Act.GO_ON), "On to the next zone.")
    return Lesson("The way back: cards and fighters again. Fly on.", first_of(position, Act.GO_ON), "Nearer to home.")


def turn_back(position: Position) -> Lesson:
    """Explain the return of an aircraft short of range."""
    before = "This aircraft has lost range and would not come home from the target. Turn it back while it can."
    return Lesson(before, first_of(position, Act.TURN_BACK), "It flies home alone and lands.")


def air_to_air(position: Position) -> Lesson:
    """Explain the attack on a fighter."""
    cards: Any = position.mat[0].aircraft
    advised = min(
        legal_of(position, Act.DUEL),
        key=lambda action: cards[to_index(ACTS.actions[action].argument)].ordnance >= Payload.SC1000,
        default=first_of(position, Act.NO_DUEL),
    )
    before = (
        "An Elite or Hero can go for a fighter: two faces in six for 10 points, more than most attacks bring. The next "
        "attack falls on him, so one without a heavy bomb goes first. Go."
    )
    return Lesson(before, advised, "He goes for it.")


def attack(position: Position) -> Lesson:
    """Explain one aircraft's attack."""
    mat: Any = position.mat[0]
    slot = int(mat.cursor.subject)
    relieve = most_stressed(position, Act.RELIEVE)
    if relieve is not None and waits_shaken(mat, ACTS.actions[relieve].argument):
        before = (
            f"The crew of aircraft {ACTS.actions[relieve].argument} is shaken and has not attacked yet. Once a "
            "mission the leader can take one stress off each of a crew. Do it now."
        )
        return Lesson(before, relieve, "The leader calms them in time: one stress less each, and a steadier attack.")
    lesson = gamble(position) if legal_of(position, Act.GAMBLE) else ordinary_attack(position, "no gamble is allowed")
    before = lesson.before
    card: Any = mat.aircraft[slot - 2] if slot > 1 else mat.aircraft[0]
    if slot > 1 and card.attacked and card.damage[System.PORT_WING]:
        before = f"Aircraft {slot - 1} had no choice: with a damaged wing nobody gambles, so it has bombed. {before}"
    if all(has_no_gamble(mat.aircraft[earlier]) for earlier in range(to_index(slot))):
        before = (
            "The attacks, aircraft by aircraft: a D10, the DRM added, and the chart says how much of the target is "
            f"hit. 'Expected' is the mean over the ten faces. {before}"
        )
    return lesson._replace(before=before)


def has_no_gamble(card: Any) -> bool:
    """Whether the damage of an aircraft forbids the gamble, so that nobody asks about its attack."""
    return any(card.damage[system] for system in (System.PORT_WING, System.STARBOARD_WING, System.TAIL))


def ordinary_attack(position: Position, reason: str) -> Lesson:
    """Advise the attack without a gamble, for a reason."""
    slot = int(position.mat[0].cursor.subject)
    advised = first_of(position, Act.DROP, Act.STRAFE, Act.HOLD)
    return Lesson(f"Aircraft {slot}: {reason}. Drop the bombs.", advised, "Bombs gone.")


def gamble(position: Position) -> Lesson:
    """Explain the Rudel Gamble of one aircraft: whether to take it, keep it for a later aircraft, or leave it."""
    mat, charts = position.mat[0], position.charts[0]
    slot, drm, crashes = int(mat.cursor.subject), int(charts.gamble_drm), crash_chances(charts)
    rule = f"a Rudel Gamble adds {drm} to one attack of a mission, but {crashes} faces in six kill pilot and gunner"
    gain = gamble_gain(mat, charts, slot)
    waiting = [number for number in range(slot + 1, SLOTS + 1) if waits(mat, number)]
    better = [number for number in waiting if gamble_gain(mat, charts, number) > gain]
    if better:
        light = f"It brings more to a light load than to a heavy bomb: keep it for aircraft {better[0]}"
        return ordinary_attack(position, f"{rule}. {light}")
    points, bonus = gain / max(1, int(mat.mission.present)), bonus_at_stake(mat, charts)
    if points <= crashes / 6 * bonus:
        return ordinary_attack(position, f"{rule}. Here it risks more than it brings")
    cost = crashes / 6 * bonus
    before = (
        f"Aircraft {slot}: {rule}. It adds {points:.1f} points to the mission score on average. A crash would cost the "
        f"bonus of {bonus}: {cost:.1f} points on average. In a mission alone, as here, it pays. In a war the dead are "
        "missing in every mission that follows. Gamble."
    )
    return Lesson(before, first_of(position, Act.GAMBLE), "He dives on past the safe height.")


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


def bonus_at_stake(mat: Any, charts: Any) -> int:
    """Return the bonus of the mission that a crash would cost; 0 if an aircraft is already lost (8.5.1)."""
    if (mat["aircraft"]["status"] == Status.LOST).any():
        return 0
    return int(charts.mission_bonus[BEST_BONUS][BONUS_POINTS]) + int(charts.mission_calm_bonus[BONUS_POINTS])


def new_leader(position: Position) -> Lesson:
    """Explain the choice of a new leader."""
    before = "The leader is gone, and another must lead. Not a Green one, who would unsettle a crew."
    return Lesson(before, first_of(position, Act.NEW_LEADER), "He leads them on.")


def relief(position: Position) -> Lesson:
    """Explain the relief before landing."""
    before = "The leader has not relieved anybody yet: this is the last chance. Who has the most stress needs it."
    relieve = most_stressed(position, Act.RELIEVE)
    advised = first_of(position, Act.KEEP_RELIEF) if relieve is None else relieve
    return Lesson(before, advised, "One stress less each, and a safer landing.")


def event(position: Position) -> Lesson:
    """Explain a card that takes stress off one person."""
    mat: Any = position.mat[0]

    def stress(action: int) -> tuple[int, bool]:
        role = Role.PILOT if ACTS.verb_of(action) == Act.CHEER_PILOT else Role.GUNNER
        place = int(mat["aircraft"][to_index(ACTS.actions[action].argument)][Role(role).word])
        return int(person(mat, role, place)["stress"]) if place else 0, role == Role.PILOT

    advised = max(np.flatnonzero(position.mask[0]).tolist(), key=stress)
    before = (
        "Good news from a card: one stress off somebody. Take whoever has most; of equals a pilot, who has to land."
    )
    return Lesson(before, advised, "He laughs, and flies steadier.")


def promote(position: Position) -> Lesson:
    """Explain a promotion."""
    return Lesson("He has earned it. Promote him.", first_of(position, Act.PROMOTE), "One level up.")


LESSONS: Mapping[Decision, Callable[[Position], Lesson]] = {
    Decision.MUSTER: muster,
    Decision.LEADER: seating,
    Decision.PILOT: seating,
    Decision.GUNNER: seating,
    Decision.PAYLOAD: payload,
    Decision.SPECIAL: special,
    Decision.CARRIER: carrier,
    Decision.LUCKY_DOG: lucky_dog,
    Decision.EN_ROUTE: en_route,
    Decision.TURN_BACK: turn_back,
    Decision.AIR_TO_AIR: air_to_air,
    Decision.ATTACK: attack,
    Decision.NEW_LEADER: new_leader,
    Decision.RELIEF: relief,
    Decision.EVENT: event,
    Decision.PROMOTE: promote,
}
"""The lesson at each decision."""

OTHERWISE: Mapping[Act, str] = {
    Act.NO_FLY: "A mission that is not flown scores 0, and this was the only one. Fly it again to see it flown.",
    Act.FLY: "That is allowed. More aircraft make the mean steadier, but more are at risk, and there is no Lucky Dog.",
    Act.LEADER: "He can lead too.",
    Act.PILOT: "He can fly it too: they are alike today.",
    Act.GUNNER: "He will do as well: they are alike today.",
    Act.LOAD_SC500_SC50: "It works against anything, if less well against this target.",
    Act.LOAD_CLUSTER: "Fragments do less against this target: its DRM is higher, about ten points an attack less.",
    Act.NO_SPECIAL: "Then all carry the same. The heavier bombs would have cost nothing.",
    Act.SC1000: "Heavy bombs after all.",
    Act.SC1800: "The heaviest; its carrier leaves the gunner at home.",
    Act.CARRY: "He carries it as well: they are alike today.",
    Act.NO_MORE_CARRIERS: "One heavy bomb fewer; the others keep their load.",
    Act.LUCKY_DOG: "He will be lucky as well, though his attack is worth less.",
    Act.NO_LUCKY_DOG: "Then nobody is spared over the target; the marker would have been free.",
    Act.GO_ON: "On it goes. Whoever is shaken attacks worse, unless the leader calms him in time.",
    Act.ABORT: "The mission scores 0 now, but cards, fighters and landings still come on the way home.",
    Act.SEND_HOME: "It lands alone, and does not count in the mean. Its attack is missing from the mean too.",
    Act.RELIEVE: "The leader has spoken to them, once for this mission. Somebody else may need it more later.",
    Act.KEEP_RELIEF: "Nobody is relieved; the chance is gone, because it does not carry over.",
    Act.TURN_BACK: "It flies home alone and lands.",
    Act.PRESS_ON: "It attacks with the others, and comes down on the way home: its crew has to bail out.",
    Act.NO_DUEL: "The formation holds together, and the fighters come all the same.",
    Act.DUEL: "He goes for it. A kill is 10 points; hit or not, the next attack falls on him.",
    Act.DROP: "Bombs gone.",
    Act.GAMBLE: "He dives on: ten to twenty points more, and two faces in six that kill both for good.",
    Act.STRAFE: "Machine guns do little to a target of this kind.",
    Act.HOLD: "An attack that is not made counts as a Miss: 0 in the mean.",
    Act.NEW_LEADER: "He leads them too.",
    Act.CHEER_PILOT: "He is glad of it as well, though another needed it more.",
    Act.CHEER_GUNNER: "He is glad of it as well, though another needed it more.",
    Act.PROMOTE: "One level up.",
    Act.NO_PROMOTION: "He keeps his level.",
}
"""The answer if the player decides otherwise, by verb."""
