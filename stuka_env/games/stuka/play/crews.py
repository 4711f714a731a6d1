"""Crews for a whole formation at once (4.1, 4.2), from a wish for every seat, always within the rules.

The seats are filled on a copy of the war, one decision after the other. The result is the list of these decisions, so
that the war is the same as if the player had taken each by hand.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from stuka_env.games.stuka.codes import ACTS, SEATING, SEATS, Act, Duty, Formation, Role, Scale, to_index
from stuka_env.games.stuka.text import Seat, Wishes, last_crews, seat_asked, seating
from stuka_env.games.stuka.words import labels
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.io.quoting import quoted
from stuka_env.play.advice import Adviser
from stuka_env.play.typed_rolls import CannotPlay, Position, position_of
from stuka_env.play.war import War


def crews_of(war: War) -> CrewNames:
    """Return the names of pilots and gunners."""
    assert isinstance(war.crews, CrewNames)
    return war.crews


def level_of(war: War) -> str:
    """Return the level of victory of a war that is over."""
    return str((war.result or {})["level"])


def points_so_far(war: War) -> str:
    """Return the points so far in words; '' in a mission, whose score is known at its end."""
    return "" if war.scale == Scale.MISSION else f"{war.points:.1f} points so far"


SEATING_VERBS = (Act.LEADER, Act.PILOT, Act.GUNNER)


class Crews(NamedTuple):
    """Crews for a formation."""

    actions: tuple[int, ...]
    """The decisions that seat them, in order."""
    people: Mapping[Seat, int]
    """The place, 1 to 11, of the person in each seat; seats without a choice included."""


Chooser = Callable[[Position], int]
"""A function that returns a legal action for the decision about one seat."""


def is_seating(war: War) -> bool:
    """Whether the open decision is about a seat."""
    return war.need is None and int(war.mat["cursor"]["decision"]) in SEATING


def begins(war: War) -> bool:
    """Whether the open decision is the first about the seats of this formation."""
    if not is_seating(war):
        return False
    last = war.turns[-1].action
    return last is None or ACTS.verb_of(last) not in SEATING_VERBS


def seats_of(mat: Any) -> list[Seat]:
    """Return the seats of the formation, in the order in which they are filled."""
    return [Seat(slot, role) for slot in range(1, int(mat["mission"]["sent"]) + 1) for role in Role]


def fill(war: War, choose: Chooser) -> Crews:
    """Fill every seat from the open decision on, on a copy of the war.

    Args:
        war: a war that asks about a seat.
        choose: the function that takes the decisions.
    """
    engine = war.engine.copy()
    view = engine.new_view()
    engine.show(view.buffers)
    action, actions, people = np.zeros(1, np.int64), list[int](), dict[Seat, int]()
    while int(engine.wars.mats[0]["cursor"]["decision"]) in SEATING:
        position = position_of(engine, view, len(war.played) + len(actions))
        action[0] = choose(position)
        people[seat_asked(position.mat[0])] = ACTS.actions[int(action[0])].argument
        actions.append(int(action[0]))
        engine.step(action, view.buffers)
    mat = engine.wars.mats[0]
    for seat in seats_of(mat):
        card = mat["aircraft"][to_index(seat.slot)]
        people.setdefault(seat, int(card[Role(seat.role).word]))
    engine.close()
    return Crews(tuple(actions), people)


def formation_words(mat: Any) -> str:
    """Return the title of the crew page: the formation and its target."""
    mission = mat["mission"]
    target = labels.target_words(mission["target"], mission["target_size"])
    name = Formation(mission["formation"]).word
    return f"Crews: {name} of {mission['sent']} aircraft, {target} in zone {mission['target_zone']}"


# --- wishes ---


def wished(wishes: Wishes) -> Chooser:
    """Choose the person wished for in a seat; if the rules forbid it, the best rested of those not wished for."""
    take = seating(wishes, is_strict=False)
    return lambda position: int(take(position.mat[0], np.flatnonzero(position.mask[0]).tolist()) or 0)


rested = wished({})
"""Choose the least stressed person, of these the most experienced; no Green leader if that can be avoided."""


def advised(adviser: Adviser) -> Chooser:
    """Choose as an adviser would; the best rested where its choice is not legal."""

    def choose(position: Position) -> int:
        choice = adviser.consider(position).choice
        return choice if position.mask[0][choice] else rested(position)

    return choose


class Proposal(NamedTuple):
    """Crews for a formation, and how they were chosen, such as "best rested"."""

    crews: Crews
    way: str


RESTED, LAST_TIME, ADVISED = WAYS = ("rested", "last_time", "advised")
"""Ways to fill the seats."""


def proposed(war: War, way: str, adviser: Adviser | None) -> Proposal:
    """Return the crews of a formation, filled in one of :data:`WAYS`: the last two as far as possible.

    Raises:
        CannotPlay: there is no such way, or it cannot be used now: nobody has flown yet, or nobody advises.
    """
    if way == RESTED:
        return Proposal(fill(war, rested), "best rested")
    if way == LAST_TIME:
        wishes = last_crews(war.mat)
        if not wishes:
            raise CannotPlay("Nobody has flown yet.")
        return Proposal(fill(war, wished(wishes)), "the same as last time, the best rested where somebody is missing")
    if way != ADVISED:
        raise CannotPlay(f"Got {quoted(way)}, allowed are {', '.join(WAYS[:-1])} and {WAYS[-1]}.")
    if adviser is None:
        raise CannotPlay("Nobody advises: start with --advise POLICY.")
    try:
        return Proposal(fill(war, advised(adviser)), f"as {adviser.name} would")
    except Exception as error:  # an error in a user's policy must not end the war
        message = f"{adviser.name} failed: {type(error).__name__}: {error}"
        raise CannotPlay(message.splitlines()[0]) from error


def changed(war: War, crews: Crews, seat: Seat, place: int) -> Crews:
    """Return the crews with another person in one seat. If that person had a seat, the two change places.

    Raises:
        CannotPlay: the rules do not allow it.
    """
    wishes = dict(crews.people)
    for other, occupant in crews.people.items():
        if other.role == seat.role and occupant == place:
            wishes[other] = crews.people[seat]
    wishes[seat] = place
    new_crews = fill(war, wished(wishes))
    if new_crews.people != wishes:
        name = labels.person_words(place + SEATS * seat.role)
        raise CannotPlay(f"{name.capitalize()} cannot sit there: at most two Elite and one Hero of a role fly (8.9).")
    return new_crews


# --- people ---


def person(mat: Any, role: Role, place: int) -> Any:
    """Return a person's record; ``place`` counts from 1."""
    return mat[f"{Role(role).word}s"][to_index(place)]


def people_ready(mat: Any, role: Role) -> list[int]:
    """Return the places, 1 to 11, of those of a role who are ready or already have a seat."""
    roster = mat[f"{Role(role).word}s"]
    return [place for place, member in enumerate(roster, 1) if member["duty"] in (Duty.READY, Duty.FLYING)]
