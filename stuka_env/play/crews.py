"""Crews for a whole formation at once (4.1, 4.2): who sits where, by a wish for every seat, always as the rules allow.

The seats are tried out on a copy of the war, one decision after the other, as they will be taken. What comes of it is
the list of those decisions, so that the war is the same as if each had been answered by hand.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from stuka_env.actions import CATALOGUE, verb_of
from stuka_env.codes import SEATING, SEATS, Act, Decision, Duty, Quality, Role
from stuka_env.engine.engine import new_view
from stuka_env.journal import wording
from stuka_env.journal.outcome import by_slot
from stuka_env.play.turns import CannotPlay, Position, position_of
from stuka_env.play.war import War

SEATING_VERBS = (Act.LEADER, Act.PILOT, Act.GUNNER)


class Seat(NamedTuple):
    """A seat of the formation."""

    slot: int
    """1 to 10."""
    role: Role


class Crews(NamedTuple):
    """Crews for a formation."""

    actions: tuple[int, ...]
    """The decisions that bring them, in the order in which they are asked."""
    people: Mapping[Seat, int]
    """Who sits where, 1 to 11; those whom the rules left no choice about too."""


Chooser = Callable[[Position], int]
"""Takes the decision about one seat: a legal action."""


def is_seating(war: War) -> bool:
    """Whether the open decision is about a seat."""
    return war.need is None and int(war.mat["cursor"]["decision"]) in SEATING


def begins(war: War) -> bool:
    """Whether the open decision is the first about the seats of this formation."""
    if not is_seating(war):
        return False
    last = war.turns[-1].action
    return last is None or verb_of(last) not in SEATING_VERBS


def seat_asked(mat: Any) -> Seat:
    """The seat that the open decision of a mat is about."""
    role = Role.GUNNER if mat["cursor"]["decision"] == Decision.GUNNER else Role.PILOT
    return Seat(int(mat["cursor"]["subject"]), role)


def seats_of(mat: Any) -> list[Seat]:
    """The seats of the formation, in the order in which they are filled."""
    return [Seat(slot, role) for slot in range(1, int(mat["mission"]["sent"]) + 1) for role in Role]


def fill(war: War, choose: Chooser) -> Crews:
    """Fill every seat from the open decision on; nothing happens to the war.

    Args:
        war: a war that asks about a seat.
        choose: takes the decisions.
    """
    engine, view = war.engine.copy(), new_view(1)
    engine.show(view.buffers)
    action, actions, people = np.zeros(1, np.int64), list[int](), dict[Seat, int]()
    while int(engine.wars.mats[0]["cursor"]["decision"]) in SEATING:
        position = position_of(engine, view, len(war.played) + len(actions))
        action[0] = choose(position)
        people[seat_asked(position.mat[0])] = CATALOGUE[int(action[0])].argument
        actions.append(int(action[0]))
        engine.step(action, view.buffers)
    mat = engine.wars.mats[0]
    for seat in seats_of(mat):
        card = mat["aircraft"][seat.slot - 1]
        people.setdefault(seat, int(card[wording.ROLE_WORDS[seat.role]]))
    engine.close()
    return Crews(tuple(actions), people)


# --- wishes ---


def rested(position: Position) -> int:
    """The least stressed of those who may sit there, of these the most experienced; no Green leader if it can be."""
    return _best(position, frozenset())


def _best(position: Position, wanted_elsewhere: frozenset[int]) -> int:
    """As :func:`rested`, but people that are wanted in later seats come last."""
    mat: Any = position.mat[0]
    seat = seat_asked(mat)
    leads = mat["cursor"]["decision"] == Decision.LEADER

    def order(action: int) -> tuple[bool, bool, int, int, int]:
        place = CATALOGUE[action].argument
        who = person(mat, seat.role, place)
        green_leader = leads and who["level"] == Quality.GREEN
        return place in wanted_elsewhere, bool(green_leader), int(who["stress"]), -int(who["level"]), place

    return min(np.flatnonzero(position.mask[0]).tolist(), key=order)


def wished(wishes: Mapping[Seat, int]) -> Chooser:
    """Whoever is wished for in a seat, if he may sit there; else the best rested of those who are not wished for."""

    def choose(position: Position) -> int:
        seat = seat_asked(position.mat[0])
        for action in np.flatnonzero(position.mask[0]).tolist():
            if CATALOGUE[action].argument == wishes.get(seat):
                return int(action)
        others = frozenset(place for other, place in wishes.items() if other.role == seat.role and other != seat)
        return _best(position, others)

    return choose


def last_time(war: War) -> dict[Seat, int]:
    """Who sat where in the last mission that was flown; nothing if none was."""
    flown = [mission for played in war.played for mission in played.missions if mission["pilots"]]
    if not flown:
        return {}
    rosters = {role: by_slot(flown[-1], f"{wording.ROLE_WORDS[role]}s") for role in Role}
    return {Seat(slot, role): place for role, roster in rosters.items() for slot, place in roster.items()}


def changed(war: War, crews: Crews, seat: Seat, place: int) -> Crews:
    """The same crews with another person in one seat; whoever sat there takes the seat that the other one leaves.

    Raises:
        CannotPlay: the rules do not allow it.
    """
    wishes = dict(crews.people)
    for other, sitting in crews.people.items():
        if other.role == seat.role and sitting == place:
            wishes[other] = crews.people[seat]
    wishes[seat] = place
    found = fill(war, wished(wishes))
    if found.people != wishes:
        name = wording.person_words(place + SEATS * seat.role)
        raise CannotPlay(f"{name.capitalize()} cannot sit there: at most two Elite and one Hero of a role fly (8.9).")
    return found


# --- people ---


def person(mat: Any, role: Role, place: int) -> Any:
    """A person's record, ``place`` from 1."""
    return mat[f"{wording.ROLE_WORDS[role]}s"][place - 1]


def people_ready(mat: Any, role: Role) -> list[int]:
    """Who of a role can be given a seat, or has been given one, 1 to 11."""
    roster = mat[f"{wording.ROLE_WORDS[role]}s"]
    return [place for place, who in enumerate(roster, 1) if who["duty"] in (Duty.READY, Duty.FLYING)]
