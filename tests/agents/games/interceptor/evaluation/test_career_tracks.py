"""The tracks of the second game: fixed, and told apart by their digests."""

import pytest

from agents.games.interceptor.evaluation.tracks import TRACKS
from stuka_env.games.interceptor.codes import Scale

PUBLISHED = {
    "sortie": "004ba28160264bbd8f734812cbca7be59d166b1229e9211336d317f507238202",
    "career": "41dc9100489023541b98f5927d321c98d3f4f5a33080d6f71df1f1e6fbab55fd",
    "sortie-language": "f698501bfbf6b3f11913ac93831c217d1be785077345a68f83eef882a84ca561",
    "sortie-language-quick": "697185413c5f7d73ca3e5f01529bf305278184d220a94567fd53624a888c0fa1",
    "career-language": "147fc0ddae70d2369dd009f1af55bcb6671d07f4562ea450530f9465cf1ba48a",
    "career-language-quick": "133e22b383012042e2b72ac2225a665a4a45d63422a819332f060bb6bfd7b4ed",
}
"""Digests of the wars of each track. A track that changes needs another name."""


def test_a_published_track_stays_as_it_is() -> None:
    assert {name: track.digest() for name, track in TRACKS.items()} == PUBLISHED


@pytest.mark.parametrize(
    ("name", "scale", "wars"),
    [
        ("sortie", Scale.SORTIE, 4_000),
        ("career", Scale.CAREER, 400),
        ("sortie-language", Scale.SORTIE, 150),
        ("sortie-language-quick", Scale.SORTIE, 50),
        ("career-language", Scale.CAREER, 15),
        ("career-language-quick", Scale.CAREER, 5),
    ],
)
def test_what_is_flown(name: str, scale: Scale, wars: int) -> None:
    (scenario,) = TRACKS[name].scenarios
    assert (scenario.spec().scale, scenario.wars) == (scale, wars)


@pytest.mark.parametrize("name", ["sortie-language", "career-language"])
def test_the_quick_track_is_the_beginning_of_the_whole_one(name: str) -> None:
    whole, quick = TRACKS[name], TRACKS[f"{name}-quick"]
    assert quick.seed == whole.seed and quick.version == whole.version > 1
    assert quick.headline == whole.headline._replace(wars=quick.headline.wars)
