"""Random play under random charts: the rules keep the mat within its bounds whatever a chart says."""

import numpy as np
import pytest

from stuka_env.games.interceptor.codes import Act, Scale
from stuka_env.games.interceptor.rules.mat import Mat
from tests.support.bounds import out_of_bounds
from tests.support.each import each
from tests.support.interceptor import game
from tests.support.interceptor.charts import plausible_charts

MOST_STEPS = 6000
"""Decisions of a career, far above the most that were seen."""


def play(seed: int, scale: Scale, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play an episode with random decisions, and return their number."""
    theirs = plausible_charts(seed, 150)
    monkeypatch.setattr(game, "load_charts", lambda: theirs)
    options = {"fatigue": seed % 2, "enemy_quality": seed % 2, "advanced_maneuvers": seed % 2}
    played, steps, rng = game.Game(seed, scale, **options), 0, np.random.default_rng(seed)
    played.go()
    while not played.is_over:
        assert out_of_bounds(Mat.FIELDS, played.mat) == []
        played.act(tuple(Act)[rng.choice(np.flatnonzero(played.mask))])
        steps += 1
        assert steps < MOST_STEPS
    return steps


@each("seed", range(6))
def test_a_month_under_random_charts(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(seed, Scale.MONTH, monkeypatch) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_careers_under_random_charts(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(seed, Scale.CAREER, monkeypatch) > 0
