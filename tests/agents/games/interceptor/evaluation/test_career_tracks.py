"""The tracks of the second game: fixed, and told apart by their digests."""

import pytest

from agents.games.interceptor.evaluation.tracks import TRACKS
from stuka_env.games.interceptor.codes import Scale
from tests.support.each import each

PUBLISHED = {
    "sortie": "004ba28160264bbd8f734812cbca7be59d166b1229e9211336d317f507238202",
    "career": "41dc9100489023541b98f5927d321c98d3f4f5a33080d6f71df1f1e6fbab55fd",
    "sortie-language": "72d794bb6ead83126d5e1be8adef120d5cd3604fa4288faacbdd628e99b369ce",
    "sortie-language-quick": "fdcf5e5f9873b7fc4215fafce80b5d202dcd9d2dd2618e84ef892fa3b7eda8f3",
    "career-language": "35efad6d5ec109fe5c5ccfa24a34c4a5acda9b8b042f9779438598a5bf2f63cb",
    "career-language-quick": "c4e4d0bb911d0fb6cedc6f9366e16a9dee5689a362e269ad00105efb335d376d",
}
"""Digests of the wars of each track. A track that changes needs another name."""


def test_a_published_track_stays_as_it_is() -> None:
    assert {name: track.digest() for name, track in TRACKS.items()} == PUBLISHED


@each(
    "name, scale, wars",
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
