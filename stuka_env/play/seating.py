"""The places of a formation, all filled at once, from a wish for every place, always within the rules.

The places are filled on a copy of the war, one decision after the other. The result is the list of these decisions, so
that the war is the same as if the player had taken each by hand. The rules of a game may ask for one of several equal
people only. Then people stand in groups of equals, and a wish is for one of the group; the rules choose whom.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from stuka_env.declared.labels import OptionLabel
from stuka_env.declared.people import in_short
from stuka_env.io.quoting import quoted
from stuka_env.play.advice import Adviser
from stuka_env.play.parts import Candidate, FormationPlace, SeatingParts
from stuka_env.play.typed_rolls import CannotPlay, Position, position_of
from stuka_env.play.war import War
from stuka_env.views.words import capital

Wishes = Mapping[FormationPlace, int]
"""The number of a person for each place."""
Chooser = Callable[[Position], int]
"""A function that returns a legal action for the decision about one place."""


class Filled(NamedTuple):
    """A formation with somebody in every place.

    Attributes:
        actions: the decisions that fill the places, in order.
        people: the number of the person in each place, those without a choice included; 0 for nobody.
        odds: at each place that was asked about, the odds of those who could take it, by their numbers.
    """

    actions: tuple[int, ...]
    people: Wishes
    odds: Mapping[FormationPlace, Mapping[int, str]]


class Proposal(NamedTuple):
    """A filled formation, how it was filled, such as "best rested", and what the last change has changed elsewhere."""

    filled: Filled
    way: str
    changes: tuple[str, ...] = ()


def seating_of(war: War) -> SeatingParts:
    """Return the declaration of the game, which must have one."""
    assert war.parts.seating is not None
    return war.parts.seating


def is_open(war: War) -> bool:
    """Whether the open decision is about a place, in a game that fills all places on one screen."""
    parts = war.parts.seating
    return parts is not None and war.need is None and int(war.settled_mat["cursor"]["decision"]) in parts.decisions


def begins(war: War) -> bool:
    """Whether the open decision is the first about the places of this formation."""
    if not is_open(war):
        return False
    last = war.played[-1]
    decision = int(last.before.mats[0]["cursor"]["decision"])
    return last.turn.action is None or bool(last.lines) or decision not in seating_of(war).decisions


def fill(war: War, choose: Chooser) -> Filled:
    """Fill every place from the open decision on, on a copy of the war.

    Args:
        war: a war that asks about a place.
        choose: the function that takes the decisions.
    """
    parts, acts, label = seating_of(war), war.parts.acts, war.parts.game.envs.label
    engine = war.engine.copy()
    view = engine.new_view()
    engine.show(view.buffers)
    action, actions, people, odds = (
        np.zeros(1, np.int64),
        list[int](),
        dict[FormationPlace, int](),
        dict[FormationPlace, dict[int, str]](),
    )
    while int(engine.wars.mats[0]["cursor"]["decision"]) in parts.decisions:
        position = position_of(engine, view, len(war.played) + len(actions))
        mat, place = position.mat[0], parts.asked(position.mat[0])
        labels = {acts.actions[index].argument: label(index, mat, war.charts) for index in legal_of(position)}
        odds[place] = {number: words.odds for number, words in labels.items() if isinstance(words, OptionLabel)}
        action[0] = choose(position)
        people[place] = acts.actions[int(action[0])].argument
        actions.append(int(action[0]))
        engine.step(action, view.buffers)
    mat = engine.seen(engine.wars.mats)[0]
    everybody = {place: people.get(place, parts.sitting(mat, place)) for place in places_of(war)}
    engine.close()
    return Filled(tuple(actions), everybody, odds)


def legal_of(position: Position) -> list[int]:
    """Return the legal actions."""
    legal: list[int] = np.flatnonzero(position.mask[0]).tolist()
    return legal


def places_of(war: War) -> list[FormationPlace]:
    """Return the places of the formation, in the order in which they are filled."""
    parts = seating_of(war)
    rows = range(1, 1 + len(parts.rows(war.settled_mat)))
    return [FormationPlace(row, column) for row in rows for column in range(len(parts.columns))]


# --- people ---


def people_of(war: War, column: int) -> dict[int, Candidate]:
    """Return those of a column who are ready or already have a place, by their numbers."""
    return {one.number: one for one in seating_of(war).people(war.settled_mat, war.charts, column)}


class Kinds:
    """The groups of equals; of one person each where the rules tell equals apart.

    Args:
        war: a war that asks about a place.
    """

    def __init__(self, war: War) -> None:
        self._parts = seating_of(war)
        self.people = [people_of(war, column) for column in range(len(self._parts.columns))]
        self.sizes = Counter((column, self.of(column, one)) for column, own in enumerate(self.people) for one in own)

    def of(self, column: int, number: int) -> Any:
        """Return the group of a person: the same value for those who are equal."""
        person = self.people[column].get(number)
        return person[1:] if person is not None and self._parts.has_equals else number

    def seated(self, people: Wishes) -> dict[FormationPlace, Any]:
        """Return the group in each place."""
        return {place: self.of(place.column, number) for place, number in people.items()}


# --- wishes ---


def first_of(parts: SeatingParts, position: Position) -> int:
    """Choose by the first way of the game."""
    return min(legal_of(position), key=lambda action: parts.order(position.mat[0], action))


def wished(war: War, wishes: Wishes) -> Chooser:
    """Choose one of the group wished for in a place. If the rules forbid it, choose by the first way.

    That leaves out those whom later places need.
    """
    parts, acts, kinds = seating_of(war), war.parts.acts, Kinds(war)

    def choose(position: Position) -> int:
        mat, place = position.mat[0], parts.asked(position.mat[0])
        seats = {each: parts.sitting(mat, each) for each in wishes if each.column == place.column}
        kind_of = {action: kinds.of(place.column, acts.actions[action].argument) for action in legal_of(position)}
        wish = kinds.of(place.column, wishes.get(place, 0))
        alike = [action for action, kind in kind_of.items() if kind == wish]
        taken = Counter(kinds.of(place.column, number) for number in seats.values() if number)
        later = (each for each, number in seats.items() if not number and each != place)
        needed = Counter(kinds.of(place.column, wishes[each]) for each in later)

        def worth(action: int) -> tuple[bool, Any]:
            kind = kind_of[action]
            is_needed = needed[kind] >= kinds.sizes[place.column, kind] - taken[kind]
            return is_needed, parts.order(mat, action)

        return min(alike or kind_of, key=worth)

    return choose


def advised(war: War, adviser: Adviser) -> Chooser:
    """Choose as an adviser would; by the first way where its choice is not legal."""

    def choose(position: Position) -> int:
        choice = adviser.consider(position).choice
        return choice if position.mask[0][choice] else first_of(seating_of(war), position)

    return choose


# --- proposals ---

FIRST_WAY, LAST_TIME, ADVISED = WAYS = ("first", "last_time", "advised")
"""Ways to fill the places."""


def proposed(war: War, way: str, adviser: Adviser | None) -> Proposal:
    """Return a formation, filled in one of :data:`WAYS`: the last two as far as possible.

    Raises:
        CannotPlay: there is no such way, or it cannot be used now: nobody has flown yet, or nobody advises.
    """
    parts = seating_of(war)
    if way == FIRST_WAY:
        return Proposal(fill(war, wished(war, {})), parts.first_way)
    if way == LAST_TIME:
        wishes = parts.last(war)
        if not wishes:
            raise CannotPlay("Nobody has flown yet.")
        words = f"the same as last time, the {parts.first_way} where somebody is missing"
        return Proposal(fill(war, wished(war, wishes)), words)
    if way != ADVISED:
        raise CannotPlay(f"Got {quoted(way)}, allowed are {', '.join(WAYS[:-1])} and {WAYS[-1]}.")
    if adviser is None:
        raise CannotPlay("Nobody advises: start with --advise POLICY.")
    try:
        return Proposal(fill(war, advised(war, adviser)), f"as {adviser.name} would")
    except Exception as error:  # an error in a user's policy must not end the war
        message = f"{adviser.name} failed: {type(error).__name__}: {error}"
        raise CannotPlay(message.splitlines()[0]) from error


def changed(war: War, proposal: Proposal, place: FormationPlace, number: int) -> Proposal:
    """Return a proposal with another person in one place. If that person had a place, the two change places.

    Raises:
        CannotPlay: there is no such place or person, or the rules do not allow it.
    """
    before, kinds = proposal.filled.people, Kinds(war)
    if place not in before:
        raise CannotPlay("There is no such place.")
    if number not in kinds.people[place.column]:
        raise CannotPlay(f"No {seating_of(war).columns[place.column]} with this number is ready.")
    wishes = dict(before)
    for other, occupant in before.items():
        if other.column == place.column and occupant == number:
            wishes[other] = before[place]
    wishes[place] = number
    filled = fill(war, wished(war, wishes))
    old, new = kinds.seated(before), kinds.seated(filled.people)
    if new != kinds.seated(wishes):
        raise CannotPlay(f"{capital(words_of(war, place.column, number))} cannot sit there: {seating_of(war).limits}.")
    moved = [other for other in before if other != place and old[other] != new[other]]
    return proposal._replace(filled=filled, changes=tuple(_changes(war, moved, before, filled.people)))


def _changes(war: War, moved: Iterable[FormationPlace], before: Wishes, after: Wishes) -> Iterable[str]:
    """Yield the people of the places that have moved, and those who stay at home now."""
    rows = seating_of(war).rows(war.settled_mat)
    for other in moved:
        own, former = (words_of(war, other.column, people[other]) for people in (after, before))
        yield f"{capital(rows[other.row - 1].words)}: {own} in place of {former}."
    numbers = [{(place.column, number) for place, number in people.items() if number} for people in (before, after)]
    for column, number in sorted(numbers[0] - numbers[1]):
        yield f"{capital(words_of(war, column, number))} stays at home."


def words_of(war: War, column: int, number: int) -> str:
    """Return a person in words: "pilot 3 Dornbeck"; "nobody" for 0."""
    return str(war.crews.named(f"{seating_of(war).columns[column]} {number}")) if number else "nobody"


# --- the page ---


def seating_view(war: War, proposal: Proposal, has_adviser: bool) -> dict[str, Any]:
    """Return the page: the places, their people, a card for each group of equals, and the ways to fill the places."""
    parts, filled, kinds = seating_of(war), proposal.filled, Kinds(war)
    ways = {FIRST_WAY: capital(parts.first_way)}
    ways |= {LAST_TIME: "Same as last time"} if parts.last(war) else {}
    ways |= {ADVISED: "As advised"} if has_adviser else {}
    cards = [_cards(war, filled, kinds, column) for column in range(len(parts.columns))]
    return {
        "title": parts.title(war.settled_mat, war.charts),
        "ways": list(ways.items()),
        "way": proposal.way,
        "equals": parts.has_equals,
        "changes": list(proposal.changes),
        "columns": list(parts.columns),
        "rows": [list(row) for row in parts.rows(war.settled_mat)],
        "places": [[*place, number] for place, number in filled.people.items()],
        "people": [
            {number: [in_short(words_of(war, column, number)), *one[1:]] for number, one in own.items()}
            for column, own in enumerate(kinds.people)
        ],
        "cards": cards,
        "odds": {
            f"{place.row}-{place.column}": [
                next(filter(None, (odds.get(number, "") for number in card["numbers"])), "")
                for card in cards[place.column]
            ]
            for place, odds in filled.odds.items()
            if any(odds.values())
        },
    }


def _cards(war: War, filled: Filled, kinds: Kinds, column: int) -> list[dict[str, Any]]:
    """Return the groups of a column: who would take a place next, whom they have, and where these are.

    Somebody who stays at home takes it first, else who has the last place.
    """
    parts, groups = seating_of(war), dict[Any, list[int]]()
    rows = {number: place.row for place, number in filled.people.items() if place.column == column}
    for number in kinds.people[column]:
        groups.setdefault(kinds.of(column, number), []).append(number)
    cards = []
    for numbers in groups.values():
        home = [number for number in numbers if number not in rows]
        names = ", ".join(in_short(words_of(war, column, number)) for number in home)
        where = f"{len(home)} of {len(numbers)} at home{f': {names}' if names else ''}"
        if not parts.has_equals:
            where = "stays at home" if home else parts.rows(war.settled_mat)[rows[numbers[0]] - 1].words
        next_one = home[0] if home else max(numbers, key=lambda number: rows[number])
        cards.append({"number": next_one, "numbers": numbers, "where": where})
    return cards
