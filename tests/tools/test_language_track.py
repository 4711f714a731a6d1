"""The track for language models: intervals of few wars, and the measurement of spread and coverage."""

import json

import numpy as np
import pytest

from agents.evaluation.intervals import interval
from agents.games.stuka.evaluation.tracks import LANGUAGE_TRACK, TRACKS
from agents.registry import make_policy
from stuka_env.flights.seeds import evaluation_seeds
from tools.few_wars import FEW_WARS, few_wars_interval, half_widths, interval_of_mean
from tools.language_track import MEASURED_MISSIONS, SEED, TRACK_RESULTS, coverage, fly, measured_pair

FILE = json.loads(TRACK_RESULTS.read_text(encoding="utf-8"))


def test_an_interval_of_few_wars_is_students_with_two_imagined_wars() -> None:
    values = np.array([3.0, -1.0, 4.0, 2.0])
    same = few_wars_interval(values)
    squares = ((values - 2) ** 2).sum() + 200
    assert same.mean == 2.0
    assert same.high - 2.0 == pytest.approx(3.182446 * np.sqrt(squares / 3 / 4), abs=1e-5)
    assert 2.0 - same.low == pytest.approx(same.high - 2.0)
    assert half_widths(np.stack([values, values + 1])).tolist() == pytest.approx([2.0 - same.low] * 2)


def test_policies_that_never_differed_still_have_an_interval() -> None:
    never = few_wars_interval(np.zeros(LANGUAGE_TRACK.headline.wars))
    assert -1 < never.low < -0.4 and never.high == -never.low


def test_many_wars_keep_their_bootstrap() -> None:
    values = np.random.default_rng(2).normal(1, 5, FEW_WARS)
    assert interval_of_mean(values) == interval(values)
    assert interval_of_mean(values[1:]) == few_wars_interval(values[1:])
    assert {track.name for track in TRACKS.values() if track.headline.wars < FEW_WARS} == {"language", "language-quick"}


def test_coverage_is_that_of_normal_differences() -> None:
    wide = coverage(np.random.default_rng(4).normal(0, 40, 5_000), 60)
    assert wide["coverage"] == pytest.approx(0.95, abs=0.01)
    assert wide["half_width"] == pytest.approx(2.0 * 40 / np.sqrt(60), rel=0.02)


def test_the_measured_missions_are_not_those_of_a_track() -> None:
    measured = set(evaluation_seeds(SEED, MEASURED_MISSIONS).tolist())
    for track in TRACKS.values():
        assert not measured & set(evaluation_seeds(track.seed, track.headline.wars).tolist())


@pytest.mark.parametrize("pair", [("doctrine", "kette"), ("champion", "old_hand")])
def test_the_figures_of_the_file_are_measured_again(pair: tuple[str, str]) -> None:
    own, other = (fly(make_policy(name)) for name in pair)
    recorded = next(each for each in FILE["pairs"] if (each["policy"], each["baseline"]) == pair)
    again = measured_pair(pair[0], own, pair[1], other)
    for size, figures in again.pop("sets").items():
        assert figures == pytest.approx(recorded["sets"][size], abs=0.0015)  # other machines round differently
    assert again == {name: value for name, value in recorded.items() if name != "sets"}
