"""The crews of a formation (4.1, 4.2) as they are seated on one screen."""

from collections.abc import Iterator
from typing import Any

from stuka_env.declared.codes import plural
from stuka_env.games.stuka.codes import ACTS, SEATING, Duty, Formation, Quality, Role, to_index
from stuka_env.games.stuka.text import last_crews, seat_asked
from stuka_env.games.stuka.words.labels import crew_order, target_words
from stuka_env.play.parts import Candidate, FormationPlace, FormationRow, SeatingParts

LEADER = 1
"""The aircraft of the leader."""


def title(mat: Any, charts: Any) -> str:
    """Return the formation and its target."""
    mission = mat["mission"]
    target = target_words(mission["target"], mission["target_size"])
    name = Formation(mission["formation"]).word
    return f"Crews: {name} of {mission['sent']} aircraft, {target} in zone {mission['target_zone']}"


def rows(mat: Any) -> list[FormationRow]:
    """Return the aircraft of the formation."""
    slots = range(1, 1 + int(mat["mission"]["sent"]))
    return [FormationRow(f"{slot} L" if slot == LEADER else str(slot), f"aircraft {slot}") for slot in slots]


def asked(mat: Any) -> FormationPlace:
    """Return the seat that the open decision is about."""
    return FormationPlace(*seat_asked(mat))


def sitting(mat: Any, seat: FormationPlace) -> int:
    """Return the person in a seat."""
    return int(mat["aircraft"][to_index(seat.row)][Role(seat.column).word])


def people(mat: Any, charts: Any, role: int) -> Iterator[Candidate]:
    """Yield those of a role who are ready or have a seat, with stress and wounds."""
    for place, who in enumerate(mat[f"{Role(role).word}s"], 1):
        if who["duty"] in (Duty.READY, Duty.FLYING):
            stress = f"stress {who['stress']}" if who["stress"] else ""
            wounds = plural(int(who["wounds"]), "wound") if who["wounds"] else ""
            yield Candidate(place, Quality(who["level"]).word, tuple(filter(None, (stress, wounds))))


def order(mat: Any, action: int) -> Any:
    """Return the key that sorts people: the least stressed first, of these the most experienced."""
    return crew_order(mat, seat_asked(mat).role, ACTS.actions[action].argument)


CREW_SEATING = SeatingParts(
    decisions=SEATING,
    columns=tuple(role.word for role in Role),
    rows=rows,
    asked=asked,
    sitting=sitting,
    people=people,
    order=order,
    first_way="best rested",
    last=lambda war: {FormationPlace(*seat): person for seat, person in last_crews(war.mat).items()},
    title=title,
    limits="at most two Elite and one Hero of a role fly (8.9)",
)
