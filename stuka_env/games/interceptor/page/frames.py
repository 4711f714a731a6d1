"""The additions of the second game to the frames of a career: the way through the boxes, and equivalent shots."""

from collections.abc import Iterable
from typing import Any

from stuka_env.games.interceptor.codes import Act, Decision, Entry, Offer, Scale
from stuka_env.games.interceptor.page.codes import EPISODE_NOUNS, book
from stuka_env.games.interceptor.page.lines import num_raids, raid_line, raids_after, standing
from stuka_env.games.interceptor.rules.equivalence import alike
from stuka_env.games.interceptor.words import wording
from stuka_env.games.interceptor.words.career_debrief import career_debrief
from stuka_env.games.interceptor.words.debrief import Debrief, Section, debriefs
from stuka_env.games.interceptor.words.entry import JournalEntry
from stuka_env.replay import Flight, Moment
from stuka_env.watch.pack import Texts

PORT_SHOTS: dict[int, int] = {Act.AIM_STARBOARD: Act.AIM_PORT, Act.BURST_STARBOARD: Act.BURST_PORT}
"""Shots at the starboard wing, with the same shot at the port wing."""


class LineStarts:
    """A detector of the first entry of each sortie line but the first; the start of a career belongs to the first."""

    def __init__(self) -> None:
        self._line: tuple[int, int] | None = None

    def begins(self, entry: JournalEntry) -> bool:
        """Whether the next entry begins a sortie line."""
        if not entry.line:
            return False
        before, self._line = self._line, (entry.month, entry.line)
        return before not in (None, self._line)


def question(moment: Moment) -> str:
    """Return the open decision in words."""
    cursor = moment.mat["cursor"]
    words = wording.decision_words(int(cursor["decision"]), int(cursor["person"]))
    if cursor["decision"] != Decision.AIRCRAFT:
        return words
    return f"{words}: {Offer.word_of(int(moment.mat['desk']['offer']))}"


def path(entries: Iterable[JournalEntry]) -> list[int]:
    """Return the boxes of the flight."""
    return [entry.box for entry in entries if entry.kind == Entry.BOX]


def alike_shot(moment: Moment, charts: Any) -> int | None:
    """Return the shot at the port wing that has the same consequences as the choice; None for other choices."""
    if moment.action not in PORT_SHOTS or moment.decision != Decision.BURST.name:
        return None
    port = int(PORT_SHOTS[moment.action])
    return port if alike(moment.mat, charts, moment.action, port) else None


def not_flown(lines: list[Debrief]) -> Debrief:
    """Return one debrief of several sortie lines that were not flown."""
    title = wording.plural(len(lines), "raid") + " not flown"
    return Debrief(title, [Section("The log", tuple(f"{one.title}." for one in lines))])


class CareerReader:
    """A reader of a career, moment by moment.

    Args:
        flight: the flight.
        first: index of its first sortie line.
    """

    def __init__(self, flight: Flight, first: int) -> None:
        self._flight = flight
        self._moment = flight.moments[0]
        self._standing = standing(flight.moments[0].mat)
        self._journal: list[JournalEntry] = []  # since the beginning of the sortie line

    def add(self, moment: Moment) -> None:
        """Read the next moment."""
        self._moment = moment
        self._journal += moment.journal

    def lines(self) -> list[dict[str, Any]]:
        """Return the sortie lines that were settled with this moment; what changed belongs to the first of them.

        The end of the calendar has the lines after it too.
        """
        mat, lines = self._moment.mat, []
        for line in [*self._moment.lines, *raids_after(self._moment.mat, self._flight.spec)]:
            lines.append(raid_line(line, mat, self._standing))
            self._standing = standing(mat)
        return lines

    def ended(self) -> list[Debrief]:
        """Return the debriefs of the sortie lines that were settled with this moment; those not flown have one page."""
        lines = self._moment.lines
        if not lines:
            return []
        pages = debriefs(lines, self._journal)
        career = self._moment.mat["career"]
        self._journal = [one for one in self._journal if (one.month, one.line) == (career["month"], career["line"])]
        flown = [page for page, line in zip(pages, lines, strict=True) if line["status"] == "flown"]
        others = [page for page, line in zip(pages, lines, strict=True) if line["status"] != "flown"]
        return [*flown, not_flown(others)] if len(others) > 1 else pages

    def extras(self, texts: Texts) -> dict[str, Any]:
        """Return the path, and the equivalent of the choice."""
        moment = self._moment
        return {"path": path(moment.journal), "alike": alike_shot(moment, self._flight.charts.record)}

    def facts(self) -> dict[str, Any]:
        """Return charts, length and scale of the career."""
        spec, charts = self._flight.spec, self._flight.charts
        return {
            "book": book(charts),
            "num_missions": num_raids(spec, self._flight.moments[0].mat),
            "scale": EPISODE_NOUNS[Scale(spec.scale)],
        }

    def debrief(self) -> list[Section]:
        """Return the debrief of the episode."""
        lines = [line for moment in self._flight.moments for line in moment.lines]
        return career_debrief(self._moment.mat, lines)
