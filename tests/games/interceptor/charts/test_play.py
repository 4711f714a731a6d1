"""Random play under random charts: the rules keep the mat within its bounds whatever a chart says."""

from typing import Any

import numpy as np
import pytest

from stuka_env.games.interceptor.codes import Act, Scale
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.records import Field
from tests.support.interceptor import game
from tests.support.interceptor.charts import plausible_charts

MOST_STEPS = 6000
"""Decisions of a career, far above the most that were seen."""


def out_of_bounds(fields: tuple[Field, ...], record: Any) -> list[str]:
    """The fields of a record that are outside their bounds."""
    found = []
    for field in fields:
        value = record[field.name]
        if field.fields:
            found += [text for row in np.atleast_1d(value) for text in out_of_bounds(field.fields, row)]
        elif not (np.all(value >= field.low) and np.all(value <= field.high)):
            found.append(f"{field.name} = {value}")
    return found


def play(seed: int, scale: Scale, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play an episode with random decisions, and return their number."""
    theirs = plausible_charts(seed, 150)
    monkeypatch.setattr(game, "load_charts", lambda: theirs)
    options = {"fatigue": seed % 2, "enemy_quality": seed % 2, "advanced_maneuvers": seed % 2}
    played, steps, rng = game.Game(seed, scale, **options), 0, np.random.default_rng(seed)
    played.go()
    while not played.is_over:
        assert out_of_bounds(Mat.FIELDS, played.mat) == []
        played.act(Act(rng.choice(np.flatnonzero(played.mask))))
        steps += 1
        assert steps < MOST_STEPS
    return steps


@pytest.mark.parametrize("seed", range(6))
def test_a_month_under_random_charts(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(seed, Scale.MONTH, monkeypatch) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
def test_careers_under_random_charts(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(seed, Scale.CAREER, monkeypatch) > 0
