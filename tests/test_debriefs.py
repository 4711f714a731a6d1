"""Debriefs of all games: each sentence with the number of times, in its order, and a summary that fits a picture."""

import re
from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest

from stuka_env.declared.log_sheet import Debrief, texts
from stuka_env.render.pages import fits
from stuka_env.replay import Flight, fly
from stuka_env.views.words import capital
from stuka_env.watch import film
from stuka_env.watch.film import frames
from stuka_env.watch.parts import of_last_line, watch_parts
from tests.support.interceptor.playing import CAREER
from tests.support.interceptor.replays import recorded as recorded_career

PLACE = re.compile(r"^(Zone \d+|Airfield|Box \d+|On the ground): ")
TIMES = re.compile(r" \((\d+) times\)\.$")


class Sentence(NamedTuple):
    """An entry of a journal."""

    text: str


@pytest.fixture(scope="module")
def flights(short_flight: Flight, campaign_flight: Flight) -> dict[str, Flight]:
    return {"stuka": short_flight, "interceptor": fly(recorded_career(CAREER, 13)), "wing": campaign_flight}


def debriefs_of(flight: Flight) -> list[tuple[Debrief, list[Any]]]:
    """Return the debriefs of flown lines, each with the journal since the debrief before it."""
    parts, begin = watch_parts(flight.spec.game), flight.moments[0]
    reader = parts.reader(flight.spec, begin, parts.settled(begin.mat) - len(begin.lines))
    found, journal = [], list[Any]()
    for moment in flight.moments:
        reader.add(moment)
        reader.lines()
        journal += moment.journal
        for debrief in reader.ended():
            found.append((debrief, journal))
            journal = []
    return [(debrief, entries) for debrief, entries in found if debrief.flown]


def sentences_of(debrief: Debrief) -> Counter[str]:
    """Return how often a debrief says each sentence."""
    said: Counter[str] = Counter()
    for line in (line for section in debrief.sections for line in section.lines):
        times, text = TIMES.search(line), PLACE.sub("", line)
        said[TIMES.sub(".", text)] += int(times[1]) if times else 1
    return said


def test_a_sentence_has_the_number_of_times() -> None:
    told = map(Sentence, ("B is hit.", "A is hit.", "B is hit.", "A is hit.", "B is hit.", "C: done"))
    assert texts(told) == ("B is hit (3 times).", "A is hit (2 times).", "C: done")


@pytest.mark.parametrize("game", ["stuka", "interceptor", "wing"])
def test_a_debrief_says_every_sentence_as_often_as_it_is_true(game: str, flights: dict[str, Flight]) -> None:
    repeated = 0
    for debrief, entries in debriefs_of(flights[game]):
        said, told = sentences_of(debrief), Counter(entry.text for entry in entries)
        own = Counter(entry.text for entry in of_last_line(watch_parts(game).starts(), entries))
        missing = {text: (own[text], said[text]) for text in said & told if said[text] < own[text]}
        assert not missing, (debrief.title, missing)
        repeated += any(count > 1 for count in said.values())
    assert repeated > 2


def test_the_way_home_is_a_way_too(campaign_flight: Flight) -> None:
    """Every move stands at its place: the boxes out, and the same boxes home."""
    again = home = 0
    for debrief, entries in debriefs_of(campaign_flight):
        moves = [entry.text for entry in entries if entry.text.startswith("The formation flies to ")]
        (route,) = [section.lines for section in debrief.sections if section.title == "The route"]
        assert [line for line in route if line.startswith("The formation flies to ")] == moves
        home += moves[-1] == "The formation flies to 8th Air Force Base."
        again += len(moves) > len(set(moves))
    assert home > 2 and again > 0


@pytest.mark.parametrize("game", ["stuka", "interceptor", "wing"])
def test_pictures_of_a_film_say_what_happens(
    game: str, flights: dict[str, Flight], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture is a decision, or it has the name of a passage or of the end; a debrief fits its page."""
    drawn: list[tuple[bool, str]] = []
    pages: list[tuple[str, Any]] = []

    def rendered(*given: Any, heading: str, **options: Any) -> Any:
        drawn.append((bool(given[3]), heading))
        return np.zeros((8, 8, 3), np.uint8)

    def paged(title: str, sections: Any) -> Any:
        pages.append((title, sections))
        return np.zeros((8, 8, 3), np.uint8)

    monkeypatch.setattr(film, "picture_of", rendered)
    monkeypatch.setattr(film, "page", paged)
    flight = flights[game]
    war = watch_parts(game).nouns(flight.spec).war
    assert list(frames(flight))
    assert all(bool(heading) != is_decision for is_decision, heading in drawn)
    headings = {heading for _, heading in drawn} - {""}
    assert headings == {capital(scene.title) for scene in flight.scenes() if scene.title} | {f"The {war} is over"}
    assert all(sections and fits(sections) for _, sections in pages)
    assert len(pages) > 3
