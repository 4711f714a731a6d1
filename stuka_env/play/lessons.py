"""The lessons of the tutorial: an explanation and an advice for each decision, and an answer to the player's choice."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from stuka_env.actions import CATALOGUE, verb_of
from stuka_env.codes import Act, Decision, Payload, Role, System, to_index
from stuka_env.journal import wording
from stuka_env.play.crews import person, rested
from stuka_env.play.turns import Position

SHAKEN = 2
"""Smallest stress with which a pilot attacks and lands worse."""


class Lesson(NamedTuple):
    """The text and the advice at one decision."""

    before: str
    """Guidance, with the advice."""
    advised: int
    """The action that is advised."""
    followed: str
    """The answer if the player takes the advice."""


# --- queries about the mat ---


def legal_of(position: Position, verb: Act) -> list[int]:
    """Return the legal actions of a verb."""
    return [action for action in np.flatnonzero(position.mask[0]).tolist() if verb_of(action) == verb]


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
    return max(actions, key=lambda action: stress_aboard(position.mat[0], CATALOGUE[action].argument), default=None)


# --- the lessons ---


def muster(position: Position) -> Lesson:
    """Explain how many aircraft to send."""
    mission: Any = position.mat[0].mission
    target = wording.target_words(int(mission.target), int(mission.target_size))
    before = (
        f"You lead a Staffel of ten dive bombers. The dice chose a {target} in zone {int(mission.target_zone)}. A "
        "mission scores the mean of its attacks, so four aircraft score as much as ten and fewer are at risk. "
        "Fly 4: the smallest Staffel."
    )
    return Lesson(before, first_of(position, Act.FLY) + 1, "Four fly. The others are safe, and their crews rest.")


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
    return Lesson(before, first_of(position, best), "The lower DRM: about ten points more an attack.")


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
        "Who carries the bomb? All pilots are alike today; later give it to an Ace without stress. The first will do."
    )
    return Lesson(before, first_of(position, Act.CARRY), "It hangs under the aircraft.")


def lucky_dog(position: Position) -> Lesson:
    """Explain a Kette's Lucky Dog."""
    before = (
        "Three aircraft are a Kette, and one of them can be its Lucky Dog: Anti-Aircraft fire does not hurt it. The "
        "first will do."
    )
    return Lesson(before, first_of(position, Act.LUCKY_DOG), "Nothing will hit it over the target.")


def en_route(position: Position) -> Lesson:
    """Explain the decision between two zones."""
    mission: Any = position.mat[0].mission
    relieve = most_stressed(position, Act.RELIEVE)
    if relieve is not None and stress_aboard(position.mat[0], CATALOGUE[relieve].argument) >= SHAKEN * 2:
        slot = CATALOGUE[relieve].argument
        before = (
            f"A hit. The damage is on the card of aircraft {slot}, and S{SHAKEN} says that its crew is "
            "shaken: from two "
            "stress on a pilot attacks worse. Once a mission the leader can take one stress off each of a crew. Do it "
            "now, before the attack."
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
    before = (
        "An Elite or Hero could go for a fighter: two faces in six for 10 points, but the attack falls on him. Hold."
    )
    return Lesson(before, first_of(position, Act.NO_DUEL), "The formation holds together.")


def attack(position: Position) -> Lesson:
    """Explain one aircraft's attack."""
    mat: Any = position.mat[0]
    slot = int(mat.cursor.subject)
    relieve = most_stressed(position, Act.RELIEVE)
    if relieve is not None and waits_shaken(mat, CATALOGUE[relieve].argument):
        before = (
            f"The crew of aircraft {CATALOGUE[relieve].argument} is shaken and has not attacked yet. Once a "
            "mission the leader can take one stress off each of a crew. Do it now."
        )
        return Lesson(before, relieve, "The leader calms them in time: one stress less each, and a steadier attack.")
    if slot == 1:
        before = (
            "The attacks, aircraft by aircraft: a D10, the DRM added, and the chart says how much of the target is "
            "hit. 'Expected' is the mean over the ten faces. A Rudel Gamble adds -2, but on two faces in six pilot and "
            "gunner are killed. In a mission alone, as here, it pays; in a war they are missing in every mission that "
            "follows. Drop the bombs, as you would there."
        )
    elif legal_of(position, Act.GAMBLE):
        before = (
            f"Aircraft {slot}. The gamble is still there, once a mission; in a war a few points of one mission are not "
            "worth a crew. Drop the bombs."
        )
    else:
        before = f"Aircraft {slot}: no gamble here (damage, stress, or it is used). Drop the bombs."
    card: Any = mat.aircraft[slot - 2] if slot > 1 else mat.aircraft[0]
    if slot > 1 and card.attacked and card.damage[System.PORT_WING]:
        before = f"Aircraft {slot - 1} had no choice: with a damaged wing nobody gambles, so it has bombed. {before}"
    return Lesson(before, first_of(position, Act.DROP, Act.STRAFE, Act.HOLD), "Bombs gone.")


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
        role = Role.PILOT if verb_of(action) == Act.CHEER_PILOT else Role.GUNNER
        place = int(mat["aircraft"][to_index(CATALOGUE[action].argument)][wording.ROLE_WORDS[role]])
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
    Act.FLY: "That is allowed. More aircraft make the mean steadier, and more are at risk; three are a Kette.",
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
    Act.LUCKY_DOG: "He will be lucky as well.",
    Act.NO_LUCKY_DOG: "Then nobody is spared over the target; the marker would have been free.",
    Act.GO_ON: "On it goes. Whoever is shaken attacks worse, unless the leader calms him in time.",
    Act.ABORT: "The mission scores 0 now, but cards, fighters and landings still come on the way home.",
    Act.SEND_HOME: "It lands alone, and does not count in the mean. Its attack is missing from the mean too.",
    Act.RELIEVE: "The leader has spoken to them, once for this mission. Somebody else may need it more later.",
    Act.KEEP_RELIEF: "Nobody is relieved; the chance is gone, because it does not carry over.",
    Act.TURN_BACK: "It flies home alone and lands.",
    Act.PRESS_ON: "It attacks with the others, and comes down on the way home: its crew has to bail out.",
    Act.NO_DUEL: "The formation holds together.",
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


def lesson_at(position: Position) -> Lesson | None:
    """Return the lesson at the open decision; None where there is none."""
    lesson = LESSONS.get(Decision(int(position.mat[0].cursor.decision)))
    return None if lesson is None else lesson(position)


def answer(lesson: Lesson, action: int) -> str:
    """Return the answer to a decision."""
    if action == lesson.advised:
        return lesson.followed
    return f"Not as advised. {OTHERWISE[verb_of(action)]}"
