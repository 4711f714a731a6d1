"""The least and the largest score of a war in every game, which entries of the leaderboard are held to."""

import numpy as np

from stuka_env.game import Game, games
from tests.support.each import each


@each("game", games())
def test_a_longer_war_has_no_narrower_range_and_the_result_holds_it(game: Game) -> None:
    ranges = [game.flights.score_range(game.envs.read_arguments(scale)[0]) for scale in range(len(game.ids))]
    for least, most in ranges:
        assert least <= 0 < most
        assert np.iinfo(np.int16).min <= least and most <= np.iinfo(np.int16).max
    assert ranges[-1][0] <= ranges[0][0] and ranges[-1][1] >= ranges[0][1]


def test_drawn_charts_widen_the_range() -> None:
    for game in games():
        if game.engine.bank is None:
            continue
        for scale in range(len(game.ids)):
            wars = [game.envs.read_arguments(scale, charts=charts)[0] for charts in (None, "random")]
            own, drawn = map(game.flights.score_range, wars)
            assert drawn[0] <= own[0] and drawn[1] >= own[1], game.ids[scale]
