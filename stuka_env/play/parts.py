"""Records of the parts that a game provides to be played by hand. The rooms ``play`` of the games make them.

This folder imports no game. It finds the parts of a game by the id of its environment or by its name. Functions of a
game get a war, :class:`stuka_env.play.war.War`, which stands above these records.
"""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from stuka_env.declared.actions import Catalogue
from stuka_env.declared.codes import sentence
from stuka_env.declared.journal import RollCode
from stuka_env.declared.sentences import Modifiers
from stuka_env.game import DEFAULT_GAME, Game, PeopleNames, game_of, games, parts_in
from stuka_env.play.lessons import FileLessons, lessons_of
from stuka_env.play.typed_rolls import Need, Rolled, planned_rolls
from stuka_env.watch.parts import WatchParts, watch_parts


class Nameless:
    """The names of a game whose people have none."""

    def named(self, text: str) -> str:
        """Return the text as it is."""
        return text

    def tell(self, entries: Iterable[Any]) -> tuple[list[Any], PeopleNames]:
        """Return the entries as they are."""
        return list(entries), self


class Comparison(NamedTuple):
    """The completed lines of the log sheet of the player beside those of the rivals, in words."""

    names: list[str]
    """The player, then the rivals."""
    rows: list[tuple[str, list[str]]]
    """Name and results of each line."""
    points_words: str
    points: list[str]
    """Points of the final score."""
    head: str
    """Heading of the names of the lines."""


class Choice(NamedTuple):
    """One line of the list.

    Attributes:
        number: the number that the player types.
        answer: the value to hand in if it is taken.
        label: a few words.
        meaning: an explanation; may be empty.
    """

    number: int
    answer: int
    label: str
    meaning: str


@dataclass(frozen=True, kw_only=True, eq=False)
class WordParts:
    """The words of a game."""

    drawn: Callable[[Any, Need], list[Choice]]
    """Return the choices of a draw that a war asks for; none for dice."""
    gives_up: frozenset[int] = frozenset()
    """Verbs that give something up: they are listed last, and not highlighted first, so that one key press too many
    does not give it up."""
    in_order: Callable[[Any], Sequence[tuple[int, str]]] | None = None
    """Return index and label of the legal actions in the order of the list. None if only those come last that give
    something up."""
    meaning: Callable[[Any, int], str] | None = None
    """Return the meaning of an action at the open decision of a war. None for that of its verb."""
    about_game: str
    """Words of the help about the game and its mat."""
    about_dice: str
    """Words of the help about dice and cards of the player's own."""
    about_page: str
    """Words of the help about the mat on the page of the browser."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ResultParts:
    """Results of a game: points and comparisons."""

    points: Callable[[Any, Any], float]
    """Return the points of the final score that a mat has earned, under the record of the charts."""
    level: Callable[[Any], str]
    """Return the words beside the score of a war that is over."""
    own_score: Callable[[Any], int] | None = None
    """Return the score of a war that is over. None if it is the points of the result."""
    so_far: Callable[[Any], str]
    """Return the points so far in words, or ''."""
    compared: Callable[[Mapping[str, Any], int], str]
    """Return the name of a line of the log sheet in a comparison; the number counts from 0."""
    scored: Callable[[Mapping[str, Any]], str]
    """Return the result of a line of the log sheet in a comparison."""
    nouns: tuple[str, ...]
    """Words for a war, by its length."""
    rivals: tuple[str, ...]
    """Policies that fly the player's war; the last is the yardstick."""


class FormationPlace(NamedTuple):
    """A place of a formation: a row, from 1, and a column, from 0."""

    row: int
    column: int


class FormationRow(NamedTuple):
    """The name of a row of a formation, short and in words."""

    short: str
    words: str


class Candidate(NamedTuple):
    """Somebody or something that can have a place: the number, and all that the rules count about it."""

    number: int
    level: str
    strains: tuple[str, ...] = ()
    """Stress, or missions in a row."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SeatingParts:
    """Decisions that are shown together: the places of a formation (:mod:`stuka_env.play.seating`).

    An action about a place has the number of the person as its argument.
    """

    decisions: tuple[int, ...]
    columns: tuple[str, ...]
    """Words for those who take a place, such as "pilot" and "gunner"."""
    rows: Callable[[Any], Sequence[FormationRow]]
    """Return the rows of the formation of a mat."""
    asked: Callable[[Any], FormationPlace]
    """Return the place that the open decision of a mat is about."""
    sitting: Callable[[Any, FormationPlace], int]
    """Return the number of the person in a place of a mat; 0 for nobody."""
    people: Callable[[Any, Any, int], Iterable[Candidate]]
    """Return those of a column who are ready or have a place: of a mat, under charts."""
    order: Callable[[Any, int], Any]
    """Return the key of an action at the open decision of a mat. The first way takes the action with the least one."""
    first_way: str
    """The choice of the first way in words, such as "best rested"."""
    last: Callable[[Any], Mapping[FormationPlace, int]]
    """Return who had the places in the last mission of a war; empty if nobody has flown."""
    title: Callable[[Any, Any], str]
    """Return the title of the screen: of a mat, under charts."""
    limits: str
    """The reason why the rules can refuse a person."""
    has_equals: bool = False
    """Whether the rules ask only for one of several people about whom all that counts is equal."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PlayParts:
    """A game that is played by hand."""

    game: Game
    title: str
    """Its name in capitals."""
    words: WordParts
    results: ResultParts
    need: Callable[[Any, Sequence[Any], int, Need, Modifiers], Need] | None = None
    """Return the need of a roll, with all that only the game knows. None if its declaration says it all.

    The arguments are the war after the step, the entries of the step, the place of the roll among them, the need of its
    declaration, and its modifiers.
    """
    facts: Any = None
    """The module with the facts that the lessons of its tutorial name; None if they name none."""
    seating: SeatingParts | None = None
    has_contact: Callable[[Any], bool] | None = None
    """Return whether the enemy was met in a war that is over; None in a game where that is always so."""

    @functools.cached_property
    def watch(self) -> WatchParts:
        """The declarations of the game for its page: words, glossary and record."""
        return watch_parts(self.game.name)

    @functools.cached_property
    def lessons(self) -> FileLessons | None:
        """The tutorial; None in a game without one."""
        return lessons_of(self.game, self.facts)

    def planned(self, rolls: Iterable[Rolled], charts: Any) -> dict[str, list[Any]]:
        """Return rolls in the format of the tape, under the charts in force."""
        return planned_rolls(rolls, self.game.engine.tape, charts)

    @property
    def charts(self) -> type[RollCode]:
        """All charts."""
        charts: type[RollCode] = self.game.declared.codes.Chart
        return charts

    @property
    def unit(self) -> str:
        """A point of the score."""
        return str(self.game.declared.unit)

    @property
    def line(self) -> str:
        """A line of the log sheet."""
        return str(self.game.declared.line)

    @functools.cached_property
    def acts(self) -> Catalogue[Any]:
        """All actions."""
        return Catalogue(self.game.declared.codes.Act)

    def verb_of(self, action: int) -> Any:
        """Return the verb of an action."""
        return self.acts.verb_of(action)

    def gives_up(self, action: int) -> bool:
        """Whether an action gives something up."""
        return self.verb_of(action) in self.words.gives_up

    def choices(self, war: Any) -> list[Choice]:
        """Return the choices at the open decision, or of a draw; none while dice are asked for and at the end."""
        if war.need is not None:
            return self.words.drawn(war, war.need)
        return [
            Choice(number, index, label, sentence(meaning) if (meaning := self._meaning(war, index)) else "")
            for number, (index, label) in enumerate(self._in_order(war), 1)
        ]

    def kinds(self, war: Any) -> list[tuple[str, str]]:
        """Return name and meaning of each kind of legal action that has a meaning."""
        kinds: dict[str, str] = {}
        for index, label in self._in_order(war):
            name = self.verb_of(index).text.replace("{n}", "...") if self.words.meaning is None else label
            kinds.setdefault(self._meaning(war, index), name.partition(" (")[0])
        return [(name, meaning) for meaning, name in kinds.items() if meaning]

    def _in_order(self, war: Any) -> Sequence[tuple[int, str]]:
        own = self.words.in_order
        return sorted(war.legal, key=lambda each: (self.gives_up(each[0]), each[0])) if own is None else own(war)

    def _meaning(self, war: Any, index: int) -> str:
        own = self.words.meaning
        return str(self.verb_of(index).meaning if own is None else own(war, index))

    def score(self, war: Any) -> int:
        """Return the score of a war that is over."""
        own = self.results.own_score
        return int((war.result or {})[self.game.declared.points]) if own is None else own(war)

    @property
    def saved_war(self) -> str:
        """The default file of a saved war."""
        return f"{self.game.name}-war.json"


def play_parts(game: str) -> PlayParts:
    """Return the parts of a game by its name."""
    parts: PlayParts = parts_in(game, "play", "PLAY")
    return parts


def play_words(parts: PlayParts) -> tuple[str, ...]:
    """Return the command that begins a war of the usual length, as words of a command line."""
    name = parts.game.name
    return ("play",) if name == DEFAULT_GAME else ("play", "--game", name)


def parts_of_env(env: str) -> PlayParts:
    """Return the parts of the game that has an environment.

    Raises:
        ValueError: no game has it.
    """
    game = game_of(env)
    if game is None:
        allowed = [name for known in games() for name in known.ids]
        raise ValueError(f"env: got {env!r}, allowed is {' or '.join(allowed)}")
    return play_parts(game.name)
