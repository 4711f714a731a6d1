"""The crews of a formation as requests and JSON values of the page for a browser."""

from collections.abc import Mapping
from typing import Any

from stuka_env.declared.codes import plural
from stuka_env.games.stuka.codes import SEATS, Quality, Role
from stuka_env.games.stuka.play.crews import (
    ADVISED,
    LAST_TIME,
    RESTED,
    Proposal,
    begins,
    changed,
    crews_of,
    formation_words,
    is_seating,
    people_ready,
    person,
    proposed,
    seats_of,
)
from stuka_env.games.stuka.text import Seat, last_crews
from stuka_env.play.parts import SeatingParts
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war import War

FIRST_SLOT = 1
"""The aircraft of the leader."""


def with_change(war: War, proposal: Proposal, request: Mapping[str, Any]) -> Proposal:
    """Return the crews with another person in one seat.

    Raises:
        CannotPlay: the request is wrong, or the rules do not allow it.
    """
    slot, role, place = (request.get(name) for name in ("slot", "role", "place"))
    if not (isinstance(slot, int) and role in list(Role)) or Seat(slot, Role(role)) not in seats_of(war.mat):
        raise CannotPlay("There is no such seat.")
    if not isinstance(place, int) or place not in people_ready(war.mat, Role(role)):
        raise CannotPlay("Nobody with this number is ready.")
    return proposal._replace(crews=changed(war, proposal.crews, Seat(slot, Role(role)), place))


def crews_view(war: War, proposal: Proposal, has_adviser: bool) -> dict[str, Any]:
    """Return the page of the crews: the seats, their people, all who are ready, and the ways to fill the seats."""
    mat = war.mat
    ways = {RESTED: True, LAST_TIME: bool(last_crews(war.mat)), ADVISED: has_adviser}
    return {
        "ways": [way for way, is_possible in ways.items() if is_possible],
        "title": formation_words(mat),
        "way": proposal.way,
        "seats": [
            [seat.slot, int(seat.role), proposal.crews.people.get(seat, 0), int(seat in proposal.crews.people)]
            for seat in seats_of(mat)
        ],
        "roles": [role.word for role in Role],
        "leader": FIRST_SLOT,
        "people": [[person_view(war, role, place) for place in people_ready(mat, role)] for role in Role],
    }


def person_view(war: War, role: Role, place: int) -> dict[str, Any]:
    """Return a person with number and name, level, stress and wounds."""
    who = person(war.mat, role, place)
    stress, wounds = int(who["stress"]), int(who["wounds"])
    strains = [f"stress {stress}"] if stress else []
    return {
        "place": place,
        "name": f"{role.word[0].upper()}{place} {crews_of(war).of(place + SEATS * role)}",
        "level": Quality(int(who["level"])).word,
        "strains": strains + ([plural(wounds, "wound")] if wounds else []),
    }


CREW_SEATING = SeatingParts(
    is_open=is_seating,
    begins=begins,
    propose=proposed,
    change=with_change,
    first_way=RESTED,
    actions=lambda proposal: proposal.crews.actions,
    view=crews_view,
)
