"""The film of the front page: short, with what it must show, and the file that the page has."""

import pytest
from PIL import Image, ImageSequence

from stuka_env.games.stuka.codes import Act
from stuka_env.replay import Flight
from tests.support.places import ROOT
from tools.front_film import DIVE_STEPS, FILMED_WAR, FRONT_SIZE, caption_of, fly_seeds, is_worth_showing, shots

LONGEST_FILM = 10
"""Seconds."""
LARGEST_FILE = 2_000_000
"""Bytes."""


@pytest.fixture(scope="module")
def flight() -> Flight:
    (flight,) = fly_seeds(FILMED_WAR, 1)
    return flight


def test_the_mission_is_one_that_the_search_would_take(flight: Flight) -> None:
    assert is_worth_showing(flight)
    assert not all(map(is_worth_showing, fly_seeds(FILMED_WAR + 1, 4)))


def test_the_file_is_the_film_and_it_is_short(flight: Flight) -> None:
    film = list(shots(flight))
    seconds = [each.seconds for each in film]
    assert sum(seconds) <= LONGEST_FILM
    path = ROOT / "docs" / "images" / "mission.gif"
    assert path.stat().st_size <= LARGEST_FILE
    with Image.open(path) as gif:
        durations = [frame.info["duration"] / 1000 for frame in ImageSequence.Iterator(gif)]
        assert gif.size == FRONT_SIZE and durations == pytest.approx(seconds)
    assert all(each.image.size == FRONT_SIZE for each in film)


def test_it_shows_a_hit_dives_and_a_gamble(flight: Flight) -> None:
    journal = [entry for moment in flight.moments for entry in moment.journal]
    captions = [caption_of(moment.journal) for moment in flight.moments]
    assert any(text.startswith("Hit on aircraft") for text in captions)
    attacks = [moment.action for moment in flight.moments if moment.action in (Act.DROP, Act.GAMBLE)]
    assert attacks == [Act.DROP, Act.DROP, Act.GAMBLE]
    quick = [each for each in shots(flight) if each.seconds < 0.2]
    assert len(quick) == DIVE_STEPS * len(attacks)
    assert any("pulls out" in entry.text for entry in journal)
