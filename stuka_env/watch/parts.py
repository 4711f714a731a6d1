"""The parts of the page that a game declares: its module ``watch`` has them as ``WATCH_PARTS``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from stuka_env.declared.commentary import IN_SHORT, Comment
from stuka_env.declared.glossary import Glossary
from stuka_env.declared.log_sheet import Debrief, Section, by_line, with_lines
from stuka_env.game import game_named, parts_in
from stuka_env.replay import Moment
from stuka_env.replay.run import Ending


class Starts(Protocol):
    """A detector of the first entry of each mission but the first."""

    def begins(self, entry: Any) -> bool:
        """Whether the next entry begins a mission."""


class LineStarts:
    """A detector of the first entry of each line of the log sheet but the first, by the line that entries name.

    Args:
        line_of: the line of an entry; None for an entry that belongs to the next one.
    """

    def __init__(self, line_of: Callable[[Any], Any]) -> None:
        self._line_of = line_of
        self._line: Any = None

    def begins(self, entry: Any) -> bool:
        """Whether the next entry begins a line."""
        line = self._line_of(entry)
        if line is None:
            return False
        before, self._line = self._line, line
        return before not in (None, line)


def of_last_line(starts: Starts, entries: Sequence[Any]) -> Sequence[Any]:
    """Return the entries from the last beginning of a line of the log sheet on; all if none begins among them."""
    return by_line(starts.begins, entries)[-1]


class Nouns(NamedTuple):
    """Words of the page that differ between games.

    Attributes:
        title: title of the game.
        mission: a line of the log sheet, with its decisions.
        war: an episode.
        unit: the unit of the score, in the plural.
        final: this unit, as part of the final score.
        decimals: decimal places of the running score.
    """

    title: str
    mission: str
    war: str
    unit: str
    final: str
    decimals: int


class Graph(NamedTuple):
    """A graph of the missions.

    Attributes:
        title: its title.
        note: a remark on its values, and on those of the dashed line if each mission has two.
        has_bars: whether a mission has a bar; else a line goes through the values.
    """

    title: str
    note: str = ""
    has_bars: bool = False


LOSS, FEAT = "loss", "feat"
"""Kinds of event that the curve of the score marks."""


class StripLine(NamedTuple):
    """A line of the log sheet, as the strip of missions and the graphs show it.

    Attributes:
        name: its number on the log sheet, and the group if each group numbers its lines anew: "15", "3 of Jul 1943";
            "" for its index, from 1.
        group: title of its group.
        score: its score in the strip; a dash if it was not flown.
        words: its result.
        is_flown: whether it was flown.
        events: events that the curve marks, each with its kind and words.
        values: the values for each of the graphs: one, or two with that of the dashed line.
        note: a sentence that the legend of the strip has if there is such a line.
    """

    name: str
    group: str
    score: str = ""
    words: str = ""
    is_flown: bool = False
    events: tuple[tuple[str, str], ...] = ()
    values: tuple[tuple[float, ...], ...] = ()
    note: str = ""


class Standing(NamedTuple):
    """Words beside the running score, and their meaning."""

    words: str
    meaning: str


class RecordRow(NamedTuple):
    """A row of the record of a war.

    Attributes:
        cells: its cells; the last one is as wide as those that are missing.
        mission: the mission that its name leads to; None for a name that opens the story.
        story: what there is to tell.
        missions: the missions that the story leads to: index, name, and words.
        is_pale: whether it is of the past.
    """

    cells: tuple[str, ...]
    mission: int | None = None
    story: str = ""
    missions: tuple[tuple[int, str, str], ...] = ()
    is_pale: bool = False


class RecordTable(NamedTuple):
    """The record of a war as a dialog: the careers of all people, or the log sheet.

    Attributes:
        title: its title.
        key: its key.
        meaning: what the key shows.
        note: a paragraph over the table.
        empty: the words for a table without rows.
        columns: the heads of the columns, each with whether they have words and not numbers.
        name: the place of the column with the names of the rows.
    """

    title: str
    key: str
    meaning: str
    note: str
    empty: str
    columns: tuple[tuple[str, bool], ...]
    name: int


def in_short(comment: Comment) -> list[Section]:
    """Return a commentary as a section of a debrief; none without sentences."""
    return with_lines([Section(IN_SHORT, comment.sentences)])


class WarReader(Protocol):
    """A reader of one war, moment by moment, for the parts of its data that only the game knows.

    Args:
        spec: the war.
        begin: its first moment.
        first: index of its first line of the log sheet.
    """

    _spec: Any
    _moment: Moment
    _first: int
    _missions: list[dict[str, Any]]
    _journal: list[Any]
    _starts: Starts
    _by_line: list[list[Any]]
    comments: list[Comment]
    """The commentary of each line of the log sheet that ended with the last moment."""

    def __init__(self, spec: Any, begin: Moment, first: int) -> None:
        self._spec, self._moment, self._first = spec, begin, first
        self._missions, self._journal = [], []
        self._starts, self._by_line = watch_parts(spec.game).starts(), [[]]
        self.comments = []

    def add(self, moment: Moment) -> None:
        """Read the next moment."""
        people, ended = self._moment.crews, len(self._missions)
        self._moment = moment
        self._missions += moment.lines
        self._journal += moment.journal
        rest, *begun = by_line(self._starts.begins, moment.journal)
        self._by_line[-1] += rest
        self._by_line += begun
        pairs = zip(moment.lines, self._by_line[ended:], strict=False)
        self.comments = [self._comment(line, entries, people) for line, entries in pairs]

    def _comment(self, line: Mapping[str, Any], entries: Sequence[Any], people: Any) -> Comment:
        """Return the commentary of a line, with the names that people had in it."""
        game = game_named(self._spec.game)
        comment = game.replays.commentary.about(line, entries, game.envs.sentences, self._spec.charts)
        return comment if people is None else comment._replace(sentences=tuple(map(people.named, comment.sentences)))

    def debriefs(self) -> list[Debrief]:
        """Return the debriefs that ended with this moment; that of a line begins with its commentary."""
        said = dict(zip(map(id, self._moment.lines), self.comments, strict=False))
        first = [(debrief, in_short(said.get(id(debrief.line), Comment()))) for debrief in self.ended()]
        return [
            own._replace(sections=[*short, *own.sections], summary=(*short, *own.summary) if own.summary else ())
            for own, short in first
        ]

    def lines(self) -> list[StripLine]:
        """Return the lines of the log sheet that ended with this moment."""

    def open_line(self) -> StripLine:
        """Return the name and the group of the line that this moment belongs to."""

    def ended(self) -> Sequence[Debrief]:
        """Return the debriefs that ended with this moment, without commentary."""

    def sheet(self, fresh: Sequence[Any], mat: Any = None) -> Any:
        """Return the sheet of this moment, or of a mat soon after it, with the newest entries of the journal."""

    def standing(self) -> Standing:
        """Return the words beside the running score."""

    def alike(self) -> Any:
        """Return a value that is the same for answers that the rules do not tell apart; None for the answer itself."""
        return None

    def brief(self) -> str | None:
        """Return the answer without what the list beside it shows; None for the whole answer."""
        return None

    def record(self) -> list[RecordRow]:
        """Return the rows of the record of the war, after the last moment."""

    def result(self, env: str, ending: Ending) -> tuple[str, str]:
        """Return the level of the final score, and the result in one line, of a war that is over."""

    def debrief(self) -> Sequence[tuple[str, Sequence[str]]]:
        """Return the debrief of a war that is over: sections as title and lines."""


class Routine(NamedTuple):
    """A kind of routine.

    Attributes:
        title: the title of the one step that stands for a row of them; "" if the next step tells it.
        panel: the panel whose pieces this step lists; "" for the answers.
    """

    title: str = ""
    panel: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class WatchParts:
    """The declarations of a game for the page of its replays."""

    nouns: Callable[[Any], Nouns]
    """Return the words of the page for a specification of wars."""
    glossary: Glossary
    starts: Callable[[], Starts]
    """Make a detector of the beginnings of missions in the journal."""
    routines: Mapping[str, Routine]
    """Kinds of routine by their names."""
    routine_of: Callable[[Moment], str | None]
    """Return the name of the routine of a decision, or None."""
    routine_answers: str
    """Routine answers whose differences are of no interest."""
    stage_of: Callable[[Any], int]
    """Return how far a mission has come in a mat, which never decreases: two replays are shown at the same stage."""
    settled: Callable[[Any], int]
    """Return the number of lines of the log sheet that have ended, for a mat."""
    setting: Callable[[Mapping[str, Any]], str]
    """Return the arguments of an environment that the head of the page names."""
    strip: str
    """The meaning of the numbers of the strip."""
    events: str
    """The meaning of the marks of the curve."""
    graphs: tuple[Graph, ...]
    """Graphs of the missions."""
    skips_idle: bool
    """Whether a mission without a decision has no step."""
    record: RecordTable
    """The record of a war."""
    reader: Callable[[Any, Moment, int], WarReader]
    """Make a reader of a war: its specification, its first moment, and the index of its first mission."""
    openings: frozenset[str] = frozenset()
    """Names of decisions before the first line of the log sheet."""
    minor: frozenset[str] = frozenset()
    """Names of decisions that a film omits if little has happened."""


def watch_parts(game: str) -> WatchParts:
    """Return the declarations of a game for its page, by its name."""
    parts: WatchParts = parts_in(game, "watch", "WATCH_PARTS")
    return parts
