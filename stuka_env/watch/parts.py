"""The parts of the page that a game provides: the room ``page`` of the game has them as ``PAGE``."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple, Protocol

from stuka_env.replay import Flight, Moment
from stuka_env.watch.pack import Packing, Texts


class Look(IntEnum):
    """Style of a journal entry on the page; the style sheet has its colours."""

    PLAIN = 0
    ROLL = 1
    DETAIL = 2
    LOSS = 3
    GAIN = 4
    CHOICE = 5
    MILESTONE = 6


class Starts(Protocol):
    """A detector of the first entry of each mission but the first."""

    def begins(self, entry: Any) -> bool:
        """Whether the next entry begins a mission."""


class JournalParts(NamedTuple):
    """The journal of a game on the page.

    Attributes:
        looks: style by kind of entry; PLAIN for other kinds.
        worth_reading: return the entries that do not repeat a neighbour.
        starts: make a detector of the beginnings of missions.
    """

    looks: Mapping[Any, Look]
    worth_reading: Callable[[Iterable[Any]], list[Any]]
    starts: Callable[[], Starts]


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


class WarReader(Protocol):
    """A reader of one war, moment by moment, for the parts of its data that only the game knows."""

    def add(self, moment: Moment) -> None:
        """Read the next moment."""

    def lines(self) -> list[dict[str, Any]]:
        """Return the lines of the log sheet that ended with this moment."""

    def ended(self) -> Sequence[Any]:
        """Return the debriefs that ended with this moment: records with ``title`` and ``sections``."""

    def extras(self, texts: Texts) -> dict[str, Any]:
        """Return the additions of the game to the frame of this moment; None and empty lists are left out."""

    def facts(self) -> dict[str, Any]:
        """Return the additions of the game to the data of the war, after the last moment."""

    def debrief(self) -> Iterable[tuple[str, Sequence[str]]]:
        """Return the debrief of a war that is over: sections as title and lines."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PageParts:
    """The parts of a game that its page is made of."""

    packing: Packing
    """The numbers of the mat."""
    codes: Callable[[], dict[str, Any]]
    """Return codes and words that drawings use."""
    nouns: Callable[[Any], Nouns]
    """Return the words of the page for a specification of wars."""
    glossary: Callable[[], list[list[Any]]]
    """Return the terms, each with its meaning and its forms."""
    journal: JournalParts
    routines: Mapping[Any, str]
    """Kinds of routine, with the title of the one step that stands for a row of them; '' if the next step tells it."""
    routine_of: Callable[[Moment], str | None]
    """Return the routine of a decision, or None."""
    question: Callable[[Moment], str]
    """Return the open decision in words."""
    settled: Callable[[Any], int]
    """Return the number of lines of the log sheet that have ended, for a mat."""
    reader: Callable[[Flight, int], WarReader]
    """Make a reader of a flight, whose first mission has this index."""
