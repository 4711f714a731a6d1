"""The tracks of the second game: fixed, and told apart by their digests."""

from agents.games.interceptor.evaluation.tracks import TRACKS
from stuka_env.games.interceptor.codes import Scale
from tests.support.each import each

PUBLISHED = {
    "sortie": "004ba28160264bbd8f734812cbca7be59d166b1229e9211336d317f507238202",
    "career": "41dc9100489023541b98f5927d321c98d3f4f5a33080d6f71df1f1e6fbab55fd",
    "career-language-short": "1dad6aa17c569a513e50d210b755d24520515481e3fbc20767b33e33bf3adf23",
    "month-language": "8d925c2f4bc7b3e7d2dcbb024de315332dbf9603eb10a5b4e86f72077d61071b",
    "career-language": "3e021121b772f5d2284c449908445ca824c0aab87174bca8100ff6d57866a717",
    "career-language-quick": "12bd7d6a1b18dafa1ba328eab705543ef79bcf59da43ef52a70c32f403db2cb0",
}
"""Digests of the wars of each track. A track that changes needs another name."""


def test_a_published_track_stays_as_it_is() -> None:
    assert {name: track.digest() for name, track in TRACKS.items()} == PUBLISHED


@each(
    "name, scale, wars",
    [
        ("sortie", Scale.SORTIE, 4_000),
        ("career", Scale.CAREER, 400),
        ("month-language", Scale.MONTH, 20),
        ("career-language", Scale.CAREER, 15),
        ("career-language-quick", Scale.CAREER, 5),
        ("career-language-short", Scale.CAREER, 30),
    ],
)
def test_what_is_flown(name: str, scale: Scale, wars: int) -> None:
    (scenario,) = TRACKS[name].scenarios
    assert (scenario.spec().scale, scenario.wars) == (scale, wars)


def test_the_quick_track_is_the_beginning_of_the_whole_one() -> None:
    whole, quick = TRACKS["career-language"], TRACKS["career-language-quick"]
    assert quick.seed == whole.seed and quick.version == whole.version > 1
    assert quick.headline == whole.headline._replace(wars=quick.headline.wars)
