"""The crews and bombers of a formation (4.4) as they are assigned on one screen."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from stuka_env.games.wing.codes import PLACES, Cloud, Decision, Element, Entry, Place, Status
from stuka_env.games.wing.text import seat_order
from stuka_env.games.wing.words.journal import card_words
from stuka_env.games.wing.words.labels import crew_words, model_of
from stuka_env.play.parts import Candidate, FormationPlace, FormationRow, SeatingParts

CREW, BOMBER = range(2)
FIELDS = ("crew", "bomber")
"""Names of the columns, and of the fields of a place."""
WITH_PLACE = (Status.READY, Status.FLYING)


def title(mat: Any, charts: Any) -> str:
    """Return the mission and the cloud over its target."""
    mission = mat["mission"]
    return f"Crews. {card_words(int(mission['card']), charts)}, the cloud is {Cloud.word_of(int(mission['cloud']))}"


def rows(mat: Any) -> list[FormationRow]:
    """Return the places that can be filled: as the card requires, and as crews and bombers are ready."""
    ready = min(int((mat[block]["status"] == Status.READY).sum()) for block in ("crews", "bombers"))
    count = min(int(mat["mission"]["required"]), int(mat["mission"]["place"]) + ready)
    places = (divmod(number, PLACES) for number in range(count))
    words = ((Element.word_of(element), Place.word_of(place)) for element, place in places)
    return [FormationRow(f"{element}, {place}", f"{place} place of element {element}") for element, place in words]


def asked(mat: Any) -> FormationPlace:
    """Return the place that the open decision is about."""
    is_bomber = mat["cursor"]["decision"] == Decision.BOMBER
    return FormationPlace(int(mat["mission"]["place"]) + 1, BOMBER if is_bomber else CREW)


def sitting(mat: Any, place: FormationPlace) -> int:
    """Return the crew or the bomber in a place."""
    return int(mat["seats"][place.row - 1][FIELDS[place.column]]) + 1


def people(mat: Any, charts: Any, column: int) -> Iterator[Candidate]:
    """Yield the crews or bombers that are ready or have a place, with the missions that a crew has flown in a row."""
    for slot, one in enumerate(mat[f"{FIELDS[column]}s"]):
        if one["status"] in WITH_PLACE:
            level, *flown = [model_of(slot, mat).word] if column == BOMBER else crew_words(slot, mat, charts)
            yield Candidate(slot + 1, level, tuple(re.sub(" missions?", "", words) for words in flown))


def last(war: Any) -> dict[FormationPlace, int]:
    """Return who had the places in the last mission, by the journal. Those who were replaced since are left out."""
    seated, now = dict[FormationPlace, int](), int(war.mat["track"]["box"])
    for mission, entries in groupby(war.journal, key=lambda entry: entry.mission):
        told = list(entries)
        pairs = enumerate(((entry.first, entry.second) for entry in told if entry.kind == Entry.SEATED), 1)
        flown = {FormationPlace(row, column): int(slot) + 1 for row, pair in pairs for column, slot in enumerate(pair)}
        seated = flown if flown and mission < now else seated
        new = {(CREW, entry.first + 1) for entry in told if entry.kind == Entry.CREW_ARRIVED}
        new |= {(BOMBER, entry.second + 1) for entry in told if entry.kind == Entry.ARRIVED}
        seated = {place: number for place, number in seated.items() if (place.column, number) not in new}
    return seated


CREW_SEATING = SeatingParts(
    decisions=(Decision.CREW, Decision.BOMBER),
    columns=FIELDS,
    rows=rows,
    asked=asked,
    sitting=sitting,
    people=people,
    order=seat_order,
    first_way="best crews",
    last=last,
    title=title,
    limits="the rules leave no choice there (4.4)",
    has_equals=True,
)
