"""Shares of the way from ``random`` to the best script, and the wars that a tenth of it needs."""

import numpy as np
import pytest

from agents.evaluation.way import share_of_way, wars_for_a_tenth
from stuka_env.policy import NEUTRAL
from tests.support.shares import shares
from tools.leaderboard_doc import BOARDS

RNG = np.random.default_rng(1)
CHANCE = RNG.normal(10, 3, 40)
BEST = CHANCE + RNG.normal(20, 2, 40)
A_THIRD = 100 / 3
RANKING = [track for board in BOARDS for track in board.tracks.values() if track.best and track.ranks]


def test_the_ends_of_the_way_are_0_and_100() -> None:
    for own, share in ((CHANCE, 0.0), (BEST, 100.0)):
        assert share_of_way(own, CHANCE, BEST) == pytest.approx((share, share, share))
    assert share_of_way(BEST, CHANCE, CHANCE) is None and wars_for_a_tenth(BEST, CHANCE, CHANCE, CHANCE) is None


def test_the_interval_covers_the_share_and_narrows_with_the_wars() -> None:
    covered, wide = 0, []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        chance, way = rng.normal(10, 3, 30), rng.normal(20, 2, 30)
        share = share_of_way(chance + way / 2 + rng.normal(0, 3, 30), chance, chance + way)
        assert share is not None
        covered += share.low <= 50 <= share.high
        wide.append(share.high - share.low)
    assert 184 <= covered <= 198 and np.mean(wide) < 15


def test_a_noisy_pair_needs_more_wars() -> None:
    calm, noisy = (CHANCE + RNG.normal(5, spread, 40) for spread in (1, 8))
    few, many = (wars_for_a_tenth(own, CHANCE, CHANCE, BEST) for own in (calm, noisy))
    assert few is not None and many is not None and few < many
    assert wars_for_a_tenth(CHANCE, CHANCE, CHANCE, BEST) is None


@pytest.mark.parametrize("track", [track.name for track in RANKING if not track.name.endswith("-quick")])
def test_no_trivial_player_comes_a_third_of_the_way_where_entries_are_ranked(track: str) -> None:
    trivial = {name: share for name, share in shares(track).items() if name.startswith("bot:") or name == NEUTRAL}
    assert len(trivial) >= 10
    assert {name: share for name, share in trivial.items() if share >= A_THIRD} == {}
