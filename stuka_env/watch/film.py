"""Films of wars: a picture for each decision, and pages of words between."""

import itertools
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from stuka_env.declared.log_sheet import Debrief, Section
from stuka_env.declared.sentences import worth_reading
from stuka_env.render.decision import Chosen
from stuka_env.render.pages import fits, page
from stuka_env.replay import Flight, Moment
from stuka_env.views.show import has_room, picture_of
from stuka_env.views.words import capital
from stuka_env.watch.parts import WarReader, watch_parts
from stuka_env.watch.video import Frame

REMEMBERED = 24
"""Number of journal entries that a picture reads."""
FEW = 3
"""Number of journal entries that do not prevent the omission of a minor decision."""
PAGE_PICTURES = 4
"""Number of pictures that a page of words lasts."""
FIRST_DECIDED = 0
"""The first line of the log sheet that has a decision."""


def chosen_line(flight: Flight, number: int | None) -> int | None:
    """Return the number of the line of the log sheet that a film shows.

    Args:
        flight: the war.
        number: a mission by its number on the log sheet, a sortie line counted from 1 over the whole war, or
            :data:`FIRST_DECIDED`; None for all.

    Raises:
        ValueError: the war has no such line, or nothing is decided in it.
    """
    if number is None:
        return None
    decided, least = [moment for moment in flight.moments if moment.legal], flight.first_number
    if number == FIRST_DECIDED:
        openings = watch_parts(flight.spec.game).openings
        first = next((moment for moment in decided if moment.decision not in openings), flight.moments[0])
        return first.line + least
    most = flight.moments[-1].line + least
    noun = flight.game.replays.noun
    option = f"--{noun.split()[0]}"
    if not least <= number <= most:
        raise ValueError(f"{option}: got {number}, allowed is {least} to {most} or all")
    if all(moment.line + least != number for moment in decided):
        raise ValueError(f"{option}: got {number}, allowed is a {noun} with a decision; this one has none")
    return number


def frames(flight: Flight, number: int | None = None) -> Iterator[Frame]:
    """Yield a picture for each decision of a war or of a part of it, with the choice marked, and for the end.

    A passage between two decisions, such as the landings, has pictures of its own.

    Minor decisions are omitted, such as those about single seats. A completed mission or sortie has a page of its own,
    and so has the war.

    Args:
        flight: the war.
        number: only this line, as in :func:`chosen_line`; None for all.

    Raises:
        ValueError: the war has no such line, or nothing is decided in it.
    """
    number = chosen_line(flight, number)
    return _whole_film(flight) if number is None else _film_of_line(flight, number - flight.first_number)


def _whole_film(flight: Flight) -> Iterator[Frame]:
    shown: deque[Any] = deque(maxlen=REMEMBERED)
    reader = _reader(flight)
    for moment in flight.scenes():
        pages = _split(flight, moment.journal)
        yield from _decision(flight, moment, pages, len(pages) - 1, shown)
        yield from _pages(_ended(reader, moment))
    if not flight.moments[-1].legal:
        score, result = flight.ending.score, flight.ending.result
        assert score is not None and result is not None
        title, policy = flight.game.replays.ending(flight.replay.env, result, score), flight.replay.policy_record.name
        yield from itertools.repeat(page(f"{policy}: {title}" if policy else title, reader.debrief()), PAGE_PICTURES)


def _film_of_line(flight: Flight, line: int) -> Iterator[Frame]:
    shown: deque[Any] = deque(maxlen=REMEMBERED)
    reader, lines = _reader(flight), _JournalLines(flight)
    before: Moment | None = None
    for moment in flight.scenes():
        of_line = lines.entries_of(moment.journal, line)
        is_inside = moment.line == line and bool(moment.legal or moment.title)
        if is_inside:
            pages = _split(flight, of_line)
            yield from _decision(flight, moment, pages, len(pages) - 1, shown)
        elif before is not None:  # what the last decision of the line led to, and nothing of the next one
            yield from _decision(flight, before, _split(flight, of_line), 0, shown)
        ended = _ended(reader, moment)
        if before is not None:
            yield from _pages(ended)
            if not is_inside:
                return
        before = moment if is_inside else None


def _first_line(flight: Flight) -> int:
    begin = flight.moments[0]
    return watch_parts(flight.spec.game).settled(begin.mat) - len(begin.lines)


def _reader(flight: Flight) -> WarReader:
    return watch_parts(flight.spec.game).reader(flight.spec, flight.moments[0], _first_line(flight))


class _JournalLines:
    """A reader of the journal that knows the line of the log sheet of each entry."""

    def __init__(self, flight: Flight) -> None:
        self._starts = watch_parts(flight.spec.game).starts()
        self._line = _first_line(flight)

    def entries_of(self, journal: Iterable[Any], line: int) -> list[Any]:
        """Read the next entries, and return those of a line."""
        entries = []
        for entry in journal:
            self._line += self._starts.begins(entry)
            if self._line == line:
                entries.append(entry)
        return entries


def _decision(
    flight: Flight, moment: Moment, pages: list[list[Any]], decided: int, shown: deque[Any]
) -> Iterator[Frame]:
    """Yield a picture for each page of the journal; the choice is marked from the page ``decided`` on."""
    minor, policy = watch_parts(flight.spec.game).minor, flight.replay.policy_record.name
    for place, entries in enumerate(pages):
        shown.extend(entries)
        if moment.decision in minor and len(entries) <= FEW:
            continue
        is_marked = moment.action is not None and place >= decided
        chosen = Chosen(moment.action or 0, moment.probabilities, policy) if is_marked else None
        yield picture_of(
            flight.game,
            moment.mat,
            shown,
            moment.legal,
            flight.charts,
            chosen=chosen,
            crews=moment.crews,
            heading=_heading(flight, moment),
            fresh=entries,
        )


def _heading(flight: Flight, moment: Moment) -> str:
    """Return the heading of a picture in which nothing is decided; "" for a decision."""
    if moment.legal:
        return ""
    return capital(moment.title) or f"The {watch_parts(flight.spec.game).nouns(flight.spec).war} is over"


def _ended(reader: WarReader, moment: Moment) -> list[Debrief]:
    """Read a moment, and return the debriefs of the lines that have just ended and were flown."""
    reader.add(moment)
    return [debrief for debrief in reader.debriefs() if debrief.flown]


def _pages(debriefs: Iterable[Debrief]) -> Iterator[Frame]:
    for debrief in debriefs:
        yield from itertools.repeat(page(debrief.title, _shown_sections(debrief)), PAGE_PICTURES)


def _shown_sections(debrief: Debrief) -> Sequence[Section]:
    """Return all sections of a debrief, or if they do not fit on a page its summary, or of that the result alone.

    The pictures before have every sentence.
    """
    choices = (debrief.sections, debrief.summary, debrief.summary[:1])
    return next((sections for sections in choices if sections and fits(sections)), debrief.sections)


def _split(flight: Flight, journal: Iterable[Any]) -> list[list[Any]]:
    """Split the events since the last decision into as many parts as pictures need to show all of them."""
    pages: list[list[Any]] = [[]]
    for entry in worth_reading(journal):
        if not has_room(flight.game, [*pages[-1], entry]):
            pages.append([])
        pages[-1].append(entry)
    return pages
