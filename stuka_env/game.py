"""A game as the rest of the package sees it: a record of what it provides.

Nothing is subclassed. Engine and environments import no room of a game: they get the record of a game from
:func:`game_named`, by the name that every :class:`AnyWarSpec` has.
"""

import functools
import importlib
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from stuka_env.charts.shown import ShownBank
from stuka_env.declared.arguments import WarArgument
from stuka_env.declared.arrays import Arrays, WarKinds
from stuka_env.declared.codes import Code
from stuka_env.declared.commentary import NO_COMMENTARY, Commentary
from stuka_env.declared.layouts import Layout
from stuka_env.declared.log_sheet import Column, SheetLine
from stuka_env.declared.records import Record, Rows, block_of
from stuka_env.declared.sentences import Sentences
from stuka_env.declared.tape import TapeForm
from stuka_env.declared.values import FileNames, digest_of, joined_digest, names_digest
from stuka_env.io.arguments import one_of
from stuka_env.io.game_packages import DEFAULT_GAME as DEFAULT_GAME
from stuka_env.io.quoting import quoted
from stuka_env.io.reading import MIB, read_text
from stuka_env.registration import game_import, game_package, warn_of_game
from stuka_env.registration import game_names as game_names

if TYPE_CHECKING:
    from stuka_env.declared.sheet import Sheet, Silhouette


SUMMARY_FILE = "summary.md"
"""The file of a game with its rules in words."""
FIRST_RULES = 1
"""Number of a game's first rules; files without a number are of these."""
RULES_ENTRY = "rules"
"""Entry of states, replays and kept wars with the number of the rules."""


def numbered(rules: int) -> dict[str, int]:
    """Return the number of the rules as the entry of a file; nothing for the first rules."""
    return {} if rules == FIRST_RULES else {RULES_ENTRY: rules}


class AnyWarSpec(Protocol):
    """The war that is played, in codes, with the charts in force. Each game has a dataclass of this kind."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def scale(self) -> int:
        """The length of an episode: the place of its id among those of the game."""

    @property
    def charts(self) -> Any:
        """The charts in force; with ``random`` those of the project."""

    @property
    def random(self) -> Any:
        """The draw of the charts, or None if all wars have the same."""

    def codes(self) -> dict[str, int]:
        """Return the plain codes, as states of environments hold them."""

    def plan(self) -> Rows[Any]:
        """Return the codes as an array of one record."""


@dataclass(frozen=True, kw_only=True, eq=False)
class StateForm:
    """The form of the states of a game's environments."""

    number: int
    """The format that is written."""
    cut: Mapping[str, str] = field(default_factory=dict)
    """Long fields, by array: a state has their rows up to the last that is not zero."""
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Fields that a state does not have, by array: they follow from others, or from the head of the state."""
    file_names: Mapping[str, FileNames] = field(default_factory=dict)
    """Names in a state of the fields that have another name now, by array."""


@dataclass(frozen=True, kw_only=True, eq=False)
class EngineParts:
    """The parts of a game that its engine is made of."""

    kernels: Any
    """The compiled step, :class:`stuka_env.engine.kernels.Kernels`."""
    compiled_ahead: tuple[Any, ...] = ()
    """Compiled functions that a second process compiles at the same time."""
    arrays: Arrays
    """The records of its wars; a state has the arrays of a snapshot."""
    state: StateForm
    """The form of its states."""
    tape: TapeForm
    """The form of its tapes of planned rolls."""
    faults: type[Code]
    """The reasons why its rules cannot go on; the words are the errors."""
    bank: ShownBank | None = None
    """The charts that wars can draw; None in a game whose wars all have the same charts."""
    hidden: str | None = None
    """The block of the mat with what the player cannot know (:mod:`stuka_env.engine.hidden`); None if there is none."""
    log_lines: Callable[[Any, int], Any] = lambda wars, war: wars.logs["lines"][war, : wars.reports["line_index"][war]]
    """Return the lines of a war's log sheet that have ended: the arrays of N wars, and the war."""
    check_mat: Callable[[Any, Any, Any], None]
    """Check a snapshot of one war, for a specification and the record of the charts; raise ``ConsistencyError``."""
    check_laid_out: Callable[[Any, Any, Any], None] | None = None
    """The same before the first step of a war that was laid out by hand; None if set-ups are checked while read."""
    check_ledger: Callable[[Any, Any, Mapping[str, Any], Mapping[str, Any]], None]
    """Check the payments of a snapshot against those of the rules, for a specification; raise ``ConsistencyError``."""


@dataclass(frozen=True)
class LineNames:
    """Names in the infos for the lines of the log sheet."""

    index: str
    """Key of the number of the present line."""
    lines: str
    """Key of the lines that ended."""
    count: str
    """Key of their number."""


@dataclass(frozen=True, kw_only=True, eq=False)
class EnvParts:
    """The parts of a game that its environments are made of."""

    kinds: WarKinds
    """The records of its wars."""
    title: str
    """Title of a window."""
    without_choice: tuple[int, ...]
    """Codes of decisions that nobody takes: before an episode, and after it."""
    rewards: tuple[str, ...]
    """Names of the parts of the reward."""
    names: LineNames
    """Names in the infos."""
    read_war: Callable[..., Any]
    """Check the arguments of a war beside the length of an episode, and return its specification."""
    spec_of: Callable[[Mapping[str, int], Any], Any]
    """Return the specification of a war with these plain codes, for the charts in force."""
    setting: str | None = None
    """The argument that chooses the layout of the observation; None in a game with one layout."""
    charts_at: Callable[[Any], Any]
    """Return the charts at a place: a folder, or a name that the game knows; None for the project's own."""
    arguments: tuple[WarArgument, ...]
    """The game's own arguments that determine its wars, without its charts."""
    seed_key: tuple[int, int]
    """Key of the hash that makes war seeds."""
    make_setup: Callable[[Any, Any], Any]
    """Check a setup by hand for a specification of wars."""
    layouts: Mapping[str | None, Layout]
    """Layouts of the observation by the values of ``setting``; None in a game without one. The first is the default."""
    line_dict: Callable[[Any, Any], dict[str, Any]]
    """Return a line of the log sheet in words, under the charts in force."""
    result_dict: Callable[[Any, Any], dict[str, Any]]
    """Return the result of an episode in words, under the charts in force."""
    label: Callable[[int, Any, Any], str]
    """Return an action in words, for a mat and the charts in force. A label with odds is an ``OptionLabel``, whose odds
    a reader can leave out (:func:`stuka_env.declared.labels.shown_label`)."""
    sentences: Sentences
    """The sentences of its journal."""
    option_odds: Callable[[Any, Iterable[int]], Mapping[int, str]] | None = None
    """Return the odds of legal actions in an engine of one war, by action: what the charts give beyond the labels. None
    in a game whose labels have all of them."""

    def odds(self, engine: Any, actions: Iterable[int]) -> Mapping[int, str]:
        """Return the odds of legal actions in an engine of one war, as far as their labels do not have them."""
        return {} if self.option_odds is None else self.option_odds(engine, actions)

    @functools.cached_property
    def argument_names(self) -> tuple[str, ...]:
        """Names of all of the game's own arguments."""
        parameters = inspect.signature(self.read_war).parameters.values()
        named = [each.name for each in parameters if each.kind == inspect.Parameter.KEYWORD_ONLY]
        further = [each.name for each in self.arguments if each.name not in named]
        return (*further, *named, *filter(None, [self.setting]))

    def read_arguments(self, scale: int, **given: Any) -> tuple[Any, str | None]:
        """Check the game's own arguments; return the war, and the setting of the observation or None.

        Raises:
            ValueError: an argument is not allowed; the message names it, its value and the allowed values.
        """
        if self.setting is None:
            return self.read_war(scale, **given), None
        usual, *_ = self.layouts
        details = given.pop(self.setting, usual)
        return self.read_war(scale, **given), one_of(
            self.setting, details, [name for name in self.layouts if name is not None]
        )

    @functools.cached_property
    def actions(self) -> int:
        """Number of actions."""
        return self.kinds.actions

    @functools.cached_property
    def decisions(self) -> tuple[str, ...]:
        """Names of the decisions, by their codes."""
        return tuple(decision.name for decision in self.kinds.decisions)

    @functools.cached_property
    def offered(self) -> tuple[WarArgument, ...]:
        """The arguments that command lines have."""
        return tuple(each for each in self.arguments if each.offered)

    @property
    def line(self) -> type[Record]:
        """A line of the log sheet."""
        return self.kinds.line

    def layout(self, details: str | None) -> Layout:
        """Return the layout of the observation for the game's own setting; None is the default."""
        return next(iter(self.layouts.values())) if details is None else self.layouts[details]


@dataclass(frozen=True, kw_only=True, eq=False)
class ViewParts:
    """The parts of a game that show its mat (:mod:`stuka_env.views`)."""

    sheet: "Callable[..., Sheet]"
    """Return the sheet of a mat: mat, charts or None for the project's own, names of people or None, entries of the
    journal since the last decision."""
    question: Callable[[Any], str] | None = None
    """Return the open decision of a mat in words. None for the question of its sheet."""
    place_of: Callable[[Any], str] = lambda entry: ""
    """Return the place of an entry of the journal in a few letters."""
    silhouettes: "Mapping[str, Silhouette]" = field(default_factory=dict)
    """Outlines of the pieces by their names."""
    decision: tuple[int, int, int, int] = (8, 652, 560, 142)
    """Left, top, width and height of the panel of the open decision in a picture."""
    journal: tuple[int, int, int, int] = (576, 652, 696, 142)
    """The same of the panel of the journal."""

    def question_of(self, mat: Any) -> str:
        """Return the open decision of a mat in words."""
        return self.sheet(mat).question if self.question is None else self.question(mat)


@dataclass(frozen=True, kw_only=True, eq=False)
class FlightParts:
    """The parts of a game that flights of policies read: the ends of wars and their log sheets."""

    standing: type[Record]
    """The part of the mat with the score so far."""
    lines_of: Callable[[Any], int]
    """Return the lines of a war of a specification that is played to its end."""
    log_sheets: Callable[[Any], Any] = lambda wars: wars.logs["lines"]
    """Return the lines of all log sheets of wars, ``(N, most_lines)``."""
    standings: Callable[[Any], Any]
    """Return that part of all mats of wars, ``(N,)``."""
    scores: Callable[[Any, Any], Any]
    """Return the official scores of results, float64 ``(N,)``, in wars of a specification."""
    score_range: Callable[[Any], tuple[int, int]]
    """Return the least and the largest official score that a war of a specification can have."""
    score_in_words: Callable[[Mapping[str, Any], int], float]
    """Return the official score of a result in words, in an episode of a scale."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ReplayParts:
    """The parts of a game that replays are made of."""

    arguments_of: Callable[[Any], dict[str, Any]]
    """Return the arguments of an environment in which wars of a specification are played."""
    earned: Callable[[Any], float]
    """Return the part of the final score that has been earned in an engine of one war."""
    line_of: Callable[[Any], int]
    """Return the index of the line of the log sheet that a decision belongs to, for a mat."""
    passage_of: Callable[[Any], str] | None = None
    """Return the title of the passage between decisions that the next step of a mat belongs to. A step without a title
    belongs to what follows it. None if nothing is shown between decisions."""
    names: "Callable[[int, int], PeopleNames] | None" = None
    """Return the names of people at the beginning of a war, for a seed and an episode; None in a game without them."""
    action_name: Callable[[int], str]
    """Return the name of an action."""
    title: Callable[[Mapping[str, Any]], list[str]]
    """Return the words for the arguments of an environment."""
    ending: Callable[[str, dict[str, Any], int], str]
    """Return an end in words: the id of the environment, the result in words, and the official score."""
    noun: str
    """Word for a line of the log sheet."""
    name_of_line: Callable[[Any], str] | None = None
    """Return the name of the line that a decision belongs to, for a mat: its number on the log sheet, and the group if
    each group numbers its lines anew. None if the lines are numbered from 1."""
    commentary: Commentary = NO_COMMENTARY
    """The sentences that can be said about a line of the log sheet."""


@dataclass(frozen=True, kw_only=True, eq=False)
class LogSheetParts:
    """The parts of a game that log sheets of its replays are made of."""

    title: str
    """Title of the page."""
    columns: tuple[Column, ...]
    lines: Callable[[Sequence[Any], "PeopleNames | None"], list[SheetLine]]
    """Return the lines that have ended, from the moments of a war (:class:`stuka_env.replay.Moment`) and the names of
    people before the first."""
    note: str = ""
    """A sentence below the title of the page, or ''."""
    further: tuple[str, ...] = ()
    """Columns of the CSV after the others, whose heads are their names."""

    @property
    def heads(self) -> dict[str, str]:
        """Columns of the CSV with their heads."""
        return {column.name: column.head for column in self.columns if column.head} | {
            name: name for name in self.further
        }

    @property
    def shown(self) -> tuple[Column, ...]:
        """Columns of the page."""
        return tuple(column for column in self.columns if column.page)


class PeopleNames(Protocol):
    """The names of people, which journal, question and labels use."""

    def named(self, text: str) -> str:
        """Return a text with the names of the people that it mentions."""

    def tell(self, entries: Iterable[Any]) -> "tuple[list[Any], PeopleNames]":
        """Return entries of the journal with names, and the names after them."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """The record of a game."""

    name: str
    """The name that it is registered by."""
    ids: tuple[str, ...]
    """The ids of its environments; the place is the code of its ``Scale``. The first has the shortest wars."""
    usual: str
    """The environment that is played if none is named."""
    policy_group: str
    """Group of entry points of policies: scripts, and functions that take the whole name. Each has the part of the name
    before ``@``."""
    rules: int = FIRST_RULES
    """Number of its rules, raised by each change of rules that leaves the ids. Files of another number are refused."""
    engine: EngineParts
    envs: EnvParts
    views: ViewParts
    flights: FlightParts
    replays: ReplayParts
    log_sheets: LogSheetParts
    declared: Any = None
    """The declarations that it was made from, or None."""
    make_room: "Callable[[Game, str], Any] | None" = None
    """Make the record of a room from the declarations, for a room that the game does not have; None for a game without
    declarations."""

    @functools.cached_property
    def summary(self) -> str:
        """The rules in words, for a player who reads: the file ``summary.md`` of the game, or what it declares."""
        path = game_package(self.name).folder / SUMMARY_FILE
        return read_text(path, MIB) if path.is_file() else str(self.declared.summary)

    def _digest(self, digest_of_one: Callable[[str, type[Record]], str]) -> str:
        """Return the digest of the mat, and of the game's further arrays of the state."""
        stored = {"mats": self.engine.arrays.stored["mats"], **self.envs.kinds.also_stored}
        digests = [digest_of_one(name, kind) for name, kind in stored.items()]
        return digests[0] if len(digests) == 1 else joined_digest(*digests)

    def names_digest(self) -> str:
        """Return a digest of the names of the mat's fields; mats with other names cannot be compared."""
        names = self.engine.state.file_names
        return self._digest(lambda name, kind: names_digest(kind.dtype, names.get(name, {})))

    def mat_digest(self, engine: Any, war: int = 0) -> str:
        """Return the digest of the named values of the mat of a war of an engine."""
        names = self.engine.state.file_names
        return self._digest(lambda name, kind: digest_of(getattr(engine.wars, name)[war], names.get(name, {})))

    @functools.cached_property
    def standing_block(self) -> str:
        """The block of the mat that :attr:`FlightParts.standing` is: the score so far, and ``over``."""
        return block_of(self.engine.arrays.stored["mats"], self.flights.standing)

    @functools.cached_property
    def pending_blocks(self) -> tuple[str, ...]:
        """The blocks of the mat with pending work: no observation shows them, and they are no log sheet.

        A hidden block is none of them: on mats as players see them it has an arrangement that tells nothing.
        """
        shown = {part.block for layout in self.envs.layouts.values() for part in layout.parts.values()}
        shown.add(self.engine.hidden or "")
        blocks, line = self.engine.arrays.stored["mats"].FIELDS, self.envs.line.dtype
        return tuple(block.name for block in blocks if block.name not in shown and block.dtype != line)

    def public(self, mats: Any) -> Any:
        """Return mats ``(N,)`` with nothing in the blocks of pending work, read-only: themselves if there are none."""
        if not self.pending_blocks:
            return mats
        dtype = mats.dtype
        whole = mats.view(f"V{dtype.itemsize}").copy()  # field by field it takes twenty times as long
        octets = whole.view(np.uint8).reshape(len(mats), dtype.itemsize)
        for name in self.pending_blocks:
            first = dtype.fields[name][1]
            octets[:, first : first + dtype[name].itemsize] = 0
        octets.flags.writeable = False
        return octets.view(dtype)[:, 0]

    def other_rules(self, rules: Any) -> str:
        """Return the reason why a file of rules with another number is refused; "" for one of these rules."""
        if rules == self.rules:
            return ""
        return f"it was played by rules {quoted(rules)} of the game, these are {self.rules}"

    def __reduce__(self) -> Any:
        """Pickle the record as its name."""
        return game_named, (self.name,)


@functools.cache
def game_named(name: str) -> Game:
    """Return the record of a game by its name.

    Raises:
        ValueError: no game of this name is installed, or it cannot be imported.
    """
    package = game_package(name)
    place = package.name if package.folder.suffix else f"{package.name}.game"
    with game_import(name):
        game: Game = importlib.import_module(place).GAME
    return game


def games() -> tuple[Game, ...]:
    """Return the records of all installed games; a game whose record cannot be imported costs one line."""
    return tuple(game for game in map(_game_or_warning, game_names()) if game is not None)


def _game_or_warning(name: str) -> Game | None:
    try:
        return game_named(name)
    except ValueError as error:
        warn_of_game(name, error)
        return None


@functools.cache
def game_of_mats(dtype: Any) -> Game | None:
    """Return the installed game whose mats have a dtype; None if there is none. Imported games are asked first."""
    names = sorted(game_names(), key=lambda name: game_package(name).name not in sys.modules)
    every = (game for game in map(_game_or_warning, names) if game is not None)
    return next((game for game in every if game.engine.arrays.stored["mats"].dtype == dtype), None)


def game_of(env: str) -> Game | None:
    """Return the game of an environment by its id; None for an id of another package."""
    names = (name for name in game_names() if env in game_package(name).ids)
    return next(map(game_named, names), None)


@functools.cache
def parts_in(game: str, room: str, name: str) -> Any:
    """Return the record ``name`` in a room of a game, or the one that follows from its declarations.

    Raises:
        ValueError: no game of this name is installed.
    """
    record, place = game_named(game), game_package(game).folder.joinpath(*room.split("."))
    if record.make_room is None or place.is_dir() or place.with_suffix(".py").is_file():
        return getattr(room_of(game, room), name)
    return record.make_room(record, name)


def room_of(game: str, room: str) -> ModuleType:
    """Return a room of a game, imported on demand: the game itself does not import those that need other libraries.

    Raises:
        ValueError: no game of this name is installed.
    """
    return importlib.import_module(f"{game_package(game).name}.{room}")
