"""The game as text: crews that one answer seats, answers that repeat, and refusals."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from stuka_env.declared.sentences import worth_reading
from stuka_env.games.stuka.codes import ACTS, SEATING, SEATS, SLOTS, Act, Decision, Entry, Leg, Role, Status, to_index
from stuka_env.games.stuka.words.journal import JournalEntry
from stuka_env.games.stuka.words.labels import crew_order
from stuka_env.text.parts import AnswerError, Chooser, ListQuestion, Repeated, Series, TextParts, WarsTask

THREE_AIRCRAFT = Act.FLY + 1
"""The action that sends three aircraft; the first one sends two."""
REFUSING_ACTS = frozenset(
    {
        Act.NO_FLY, Act.NO_SPECIAL, Act.NO_MORE_CARRIERS, Act.NO_LUCKY_DOG, Act.ABORT, Act.KEEP_RELIEF, Act.TURN_BACK,
        Act.NO_DUEL, Act.HOLD, Act.NO_PROMOTION, *range(Act.SEND_HOME, Act.SEND_HOME + SLOTS),
    }
)  # fmt: skip
"""Actions that decline something, or send somebody home."""


def others_attack(mat: Any) -> bool:
    """Whether another aircraft has yet to attack."""
    cards = mat["aircraft"]
    return int((cards["present"] * (1 - cards["attacked"]) * (cards["status"] == Status.FLYING)).sum()) > 1


DROP_ALL = "All the same: drop the bombs, with this and every following aircraft that can"
REPEATED = (
    Repeated(DROP_ALL, (Decision.ATTACK,), Act.DROP, others_attack),
    Repeated("Promote him and everybody after him", (Decision.PROMOTE,), Act.PROMOTE),
    Repeated("Promote neither him nor anybody after him", (Decision.PROMOTE,), Act.NO_PROMOTION),
)
"""Answers that can be given until another decision is open."""


class Seat(NamedTuple):
    """A seat of the formation."""

    slot: int
    """1 to 10."""
    role: Role


Wishes = Mapping[Seat, int]
"""The person, 1 to 11, by the slot of an aircraft, 1 to 10, and the role."""
CREW_ROW = re.compile(
    r"(?:aircraft\s*)?(\d{1,3})(?:\s*[:.)=-]+\s*(?:pilot\s*)?|\s+pilot\s*)(\d{1,3})"
    r"(?:\s*(?:[,+&/-]|and\b|with\b)?\s*(?:gunner\s*)?(\d{1,3}|none|nobody))?",
    re.IGNORECASE,
)
"""An aircraft with its pilot and gunner, in words."""
CREWS_FORM = (
    'Or your own crews as JSON, a pair of pilot and gunner for each aircraft, aircraft 1 first: {"answer": [[3, 5], '
    '[4, 6]]}. In words: "1: pilot 3, gunner 5; 2: pilot 4, gunner 6". The best rested take seats that you leave out.'
)
"""Form of the player's own crews."""


def crew_list(mat: Any) -> ListQuestion | None:
    """Return the question about all crews; None unless the open decision is about a seat."""
    if mat["cursor"]["decision"] not in SEATING:
        return None
    offers = [Series("The best rested", seating({}, is_strict=False))]
    last = last_crews(mat)
    if last:
        offers.append(Series("As last time, the best rested for who is missing", seating(last, is_strict=False)))
    sent = int(mat["mission"]["sent"])

    def read(value: Any) -> Chooser:
        return seating(read_crews(value, sent), is_strict=True)

    def check(value: Any, after: Any) -> None:
        _check(read_crews(value, sent), after)

    words = f"who flies the {sent} aircraft, and who leads in aircraft 1"
    return ListQuestion(words, tuple(offers), CREWS_FORM, CREW_ROW, read, check, crew_words)


def crew_words(mat: Any) -> str:
    """Return the crews as pilot + gunner by aircraft: "1: 3+5, 2: 4+6"."""
    cards = list(enumerate(mat["aircraft"][: int(mat["mission"]["sent"])], 1))
    return "pilot + gunner " + ", ".join(f"{slot}: {card['pilot']}+{card['gunner'] or 'none'}" for slot, card in cards)


# --- reading ---


def read_crews(value: Any, sent: int) -> Wishes:
    """Return the people asked for, from pairs or from words.

    Args:
        value: a list of pairs of pilot and gunner, with null or 0 for anybody, or a text.
        sent: number of aircraft.

    Raises:
        AnswerError: it has another form, or names an aircraft or a person that cannot be.
    """
    rows = _rows_of_text(value) if isinstance(value, str) else _rows_of_list(value)
    wishes = dict[Seat, int]()
    for slot, pair in rows:
        if not 1 <= slot <= sent:
            raise AnswerError(f"Aircraft {slot} does not fly: the formation has aircraft 1 to {sent}.")
        for role, place in zip(Role, pair, strict=False):
            if not 0 <= place <= SEATS:
                raise AnswerError(f"There is no {Role(role).word} {place}: the numbers are 1 to {SEATS}.")
            if place:
                wishes[Seat(slot, role)] = place
    for role in Role:
        _check_twice([place for (_, each), place in wishes.items() if each == role], role)
    return wishes


def _rows_of_list(value: Any) -> list[tuple[int, list[int]]]:
    if isinstance(value, dict):
        value = next(iter(value.values()), None)
    if not isinstance(value, list) or not value:
        raise AnswerError("The crews must be pairs of pilot and gunner, such as [[3, 5], [4, 6]].")
    rows = []
    for slot, pair in enumerate(value, 1):
        numbers = [0 if place is None else place for place in pair] if isinstance(pair, list) else []
        if not 1 <= len(numbers) <= len(Role) or not all(type(place) is int for place in numbers):
            raise AnswerError(f"The crew of aircraft {slot} must be a pair of numbers, pilot and gunner.")
        rows.append((slot, numbers))
    return rows


def _rows_of_text(text: str) -> list[tuple[int, list[int]]]:
    rows = [CREW_ROW.fullmatch(part.strip()) for part in re.split(r"[;\n]", text) if part.strip()]
    if not rows or not all(rows):
        raise AnswerError('The crews must read "1: pilot 3, gunner 5; 2: pilot 4, gunner 6".')
    return [(int(row[1]), [int(row[2]), int(row[3]) if (row[3] or "").isdecimal() else 0]) for row in rows if row]


def _check_twice(places: list[int], role: Role) -> None:
    for place in places:
        if places.count(place) > 1:
            raise AnswerError(f"The {Role(role).word} {place} has two seats.")


# --- seating ---


def seat_asked(mat: Any) -> Seat:
    """Return the seat that the open decision of a mat is about."""
    role = Role.GUNNER if mat["cursor"]["decision"] == Decision.GUNNER else Role.PILOT
    return Seat(int(mat["cursor"]["subject"]), role)


def seating(wishes: Wishes, is_strict: bool) -> Chooser:
    """Return a chooser that seats the people asked for, and the best rested in all other seats.

    Args:
        wishes: the people asked for.
        is_strict: whether the answer is refused if somebody cannot have the seat.
    """

    def choose(mat: Any, legal: list[int]) -> int | None:
        if mat["cursor"]["decision"] not in SEATING:
            return None
        slot, role = seat_asked(mat)
        people = {ACTS.actions[action].argument: action for action in legal}
        wish = wishes.get(Seat(slot, role))
        if wish in people:
            return people[wish]
        if wish is not None and is_strict:
            raise _cannot_sit(role, wish, slot)
        elsewhere = {place for (_, each), place in wishes.items() if each == role}
        return people[min(people, key=lambda place: (place in elsewhere, *crew_order(mat, role, place)))]

    return choose


def _check(wishes: Wishes, after: Any) -> None:
    """Check the seats that had no choice.

    Raises:
        AnswerError: somebody else has the seat.
    """
    if after["mission"]["leg"] != Leg.GROUND:
        return  # the flight has begun, and may have changed the crews
    for (slot, role), place in wishes.items():
        if after["aircraft"][to_index(slot)][Role(role).word] != place:
            raise _cannot_sit(role, place, slot)


def _cannot_sit(role: Role, place: int, slot: int) -> AnswerError:
    return AnswerError(
        f"The {Role(role).word} {place} cannot sit in aircraft {slot}: he is not ready, has another seat, or "
        "would be the third Elite or second Hero of his role (8.9)."
    )


def last_crews(mat: Any) -> dict[Seat, int]:
    """Return the people by seat in the last mission that was flown; empty if none was."""
    lines = [line for line in mat["log"][: int(mat["track"]["logged"])] if line["pilots"].any()]
    if not lines:
        return {}
    return {
        Seat(slot, role): int(place)
        for role in Role
        for slot, place in enumerate(lines[-1][f"{role.word}s"], 1)
        if place
    }


def events_of(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the entries that tell a player something new: no repetitions, and no seats, which are on the cards."""
    return [entry for entry in worth_reading(entries) if entry.kind != Entry.SEAT]


TEXT_PARTS = TextParts(
    events=events_of,
    list_question=crew_list,
    repeated=REPEATED,
    wishes=(THREE_AIRCRAFT,),
    refusals=REFUSING_ACTS,
    rivals=("old_hand", "kette", "random_flyer", "random"),
    tasks={"mission": WarsTask("Stuka/Mission-v0", 60), "campaign": WarsTask("Stuka/Campaign-v0", 8)},
)
"""The parts of the first game that the text core needs."""
