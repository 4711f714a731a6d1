"""Intervals of few wars."""

import numpy as np
import pytest

from agents.evaluation.intervals import interval
from agents.evaluation.tracks import all_tracks
from agents.games.stuka.evaluation.tracks import LANGUAGE_TRACK
from tools.leaderboard_doc import FEW_WARS, IMAGINED, few_wars_interval, interval_of_mean


def test_an_interval_of_few_wars_is_students_with_two_imagined_wars() -> None:
    values = np.array([3.0, -1.0, 4.0, 2.0])
    same = few_wars_interval(values, 10.0)
    squares = ((values - 2) ** 2).sum() + 200
    assert same.mean == 2.0
    assert same.high - 2.0 == pytest.approx(3.182446 * np.sqrt(squares / 3 / 4), abs=1e-5)
    assert 2.0 - same.low == pytest.approx(same.high - 2.0)


def test_policies_that_never_differed_still_have_an_interval() -> None:
    never = few_wars_interval(np.zeros(LANGUAGE_TRACK.headline.wars), 10.0)
    assert -1 < never.low < -0.4 and never.high == -never.low


def test_many_wars_keep_their_bootstrap() -> None:
    values = np.random.default_rng(2).normal(1, 5, FEW_WARS)
    assert interval_of_mean(values, "Stuka/Mission-v0") == interval(values)
    assert interval_of_mean(values[1:], "Stuka/Mission-v0") == few_wars_interval(values[1:], 10.0)
    assert interval_of_mean(values[1:], "Interceptor/Sortie-v0") == few_wars_interval(values[1:], 1.0)


def test_the_tracks_of_few_wars_are_those_for_language_models() -> None:
    few = {track.name for track in all_tracks().values() if track.headline.wars < FEW_WARS}
    assert few == {name for name in all_tracks() if "language" in name}
    scenarios = [scenario for track in all_tracks().values() for scenario in track.scenarios]
    assert {scenario.env for scenario in scenarios if scenario.wars < FEW_WARS} <= set(IMAGINED)
