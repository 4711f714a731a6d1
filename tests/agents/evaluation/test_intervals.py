"""The statistics of an evaluation, against what can be worked out by hand."""

from itertools import product

import numpy as np
import pytest

from agents.evaluation.intervals import (
    differences,
    error_of_ratio,
    estimate_difference,
    interval,
    resampled_means,
    student_quantile,
    victories,
)

RNG = np.random.default_rng(7)


def test_a_mean_and_its_interval() -> None:
    values = RNG.normal(50.0, 10.0, 400)
    found = interval(values)
    half = 1.96 * values.std() / 20
    assert found.mean == values.mean()
    assert found.low == pytest.approx(values.mean() - half, abs=0.15)
    assert found.high == pytest.approx(values.mean() + half, abs=0.15)
    assert interval(values[::-1])[1:] == found[1:], "the resamples are the same, in whatever order the wars are"


def test_nothing_varies() -> None:
    assert interval(np.full(5, 7.0)) == (7.0, 7.0, 7.0)
    assert interval(np.full((3, 1, 5), 7.0)) == (7.0, 7.0, 7.0)


def test_drawing_kinds_of_war_is_the_bootstrap() -> None:
    from scipy import stats

    values = RNG.integers(0, 5, 60).astype(float)
    usual = stats.bootstrap((values,), np.mean, n_resamples=20_000, method="percentile", rng=1)
    means = resampled_means(values.reshape(1, 1, -1), 20_000, np.random.default_rng(2))
    assert means.std() == pytest.approx(usual.standard_error, rel=0.03)
    assert np.quantile(means, 0.025) == pytest.approx(usual.confidence_interval.low, abs=0.05)


def test_three_wars_by_hand() -> None:
    """Of the 27 ways to draw three of the wars 0, 0, 3, one is all threes: mean 3 has probability 1/27."""
    means = resampled_means(np.array([[[0.0, 0.0, 3.0]]]), 54_000, np.random.default_rng(0))
    exact = np.bincount([sum(way) for way in product((0, 0, 3), repeat=3)], minlength=10)[::3] / 27
    assert np.bincount(means.round().astype(int)) / len(means) == pytest.approx(exact, abs=0.01)


def test_trainings_are_drawn_too() -> None:
    """Two trainings that score 40 and 60 in every war: a resample has one, the other, or both."""
    values = np.repeat([40.0, 60.0], 500).reshape(2, 1, 500)
    assert interval(values) == (50.0, 40.0, 60.0)
    means = resampled_means(values, 40_000, np.random.default_rng(0))
    shares = [np.isclose(means, score).mean() for score in (40, 50, 60)]
    assert shares == pytest.approx([0.25, 0.5, 0.25], abs=0.01)


def test_trainings_and_wars_are_crossed() -> None:
    """The variance of the mean is that over trainings plus that over wars where the two add up."""
    trainings, wars = RNG.normal(0, 2, 8), RNG.normal(0, 10, 300)
    values = (trainings[:, None] + wars).reshape(8, 1, 300)
    means = resampled_means(values, 20_000, np.random.default_rng(0))
    assert means.var() == pytest.approx(trainings.var() / 8 + wars.var() / 300, rel=0.05)


def test_differences_are_paired() -> None:
    """A policy one point better in every war is surely better, however much the wars differ."""
    wars = RNG.normal(50, 20, (1, 100)).round()
    assert interval(differences(wars + 1, wars)) == (1.0, 1.0, 1.0)
    assert interval(victories(wars + 1, wars)) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize("freedom", [3, 8, 99])
def test_the_quantile_of_students_t(freedom: int) -> None:
    from scipy import stats

    assert student_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=0.01)


def test_the_interval_of_a_difference_has_three_imagined_wars() -> None:
    gaps = np.array([3.0, -1.0, 4.0, 2.0])
    found = estimate_difference(gaps.reshape(1, 1, -1))
    squares = ((gaps - 2) ** 2).sum() + 3 * 3.0**2
    half = student_quantile(3) * np.sqrt(squares / 3 / 4)
    assert found == pytest.approx((2.0, 2.0 - half, 2.0 + half))
    assert estimate_difference(np.full((1, 1, 5), 7.0)) == (7.0, 7.0, 7.0)


def test_several_trainings_and_single_wars_have_the_interval_of_means() -> None:
    pairs = RNG.normal(0, 1, (2, 1, 40))
    assert estimate_difference(pairs) == interval(pairs)
    assert estimate_difference(np.array([[[2.0]]])) == (2.0, None, None)


@pytest.mark.parametrize("wars", [100, 200, 400])
def test_nearly_equal_policies_have_intervals_that_hold_the_difference(wars: int) -> None:
    """Two policies that differ in one war of twenty, now and then by much: 93 intervals of 100 hold the mean."""
    rng = np.random.default_rng(5)
    sizes = np.where(rng.random(20_000) < 0.02, 20.0, rng.normal(0, 3, 20_000))
    gaps = np.where(rng.random(20_000) < 0.05, sizes, 0.0)
    found = [estimate_difference(rng.choice(gaps, (1, 1, wars))) for _ in range(1_500)]
    held = [one.low is not None and one.low <= gaps.mean() <= (one.high or 0.0) for one in found]
    assert np.mean(held) >= 0.93


def test_draws_count_half() -> None:
    own, others = np.array([[3.0, 2.0, 1.0, 5.0]]), np.array([[1.0, 2.0, 3.0, 4.0]])
    assert victories(own, others).tolist() == [[[1.0, 0.5, 0.0, 1.0]]]
    assert interval(victories(own, others)).mean == 0.625


def test_every_training_meets_every_training_of_the_baseline() -> None:
    own, others = np.array([[10.0, 20.0], [30.0, 40.0]]), np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    table = differences(own, others)
    assert table.shape == (2, 3, 2)
    assert table[1, 2].tolist() == [25.0, 34.0]
    assert interval(table).mean == own.mean() - others.mean()


def test_large_evaluations_in_batches_are_the_same_kind_of_thing() -> None:
    values = RNG.integers(0, 100, 30_000).astype(float)
    found = interval(values)
    assert found.high - found.low == pytest.approx(2 * 1.96 * values.std() / np.sqrt(len(values)), rel=0.1)


def test_the_error_of_a_ratio_is_that_of_many_samples() -> None:
    """Of sorties and hits that go together: the longer a career, the more hits."""
    rng = np.random.default_rng(1)
    sorties = rng.integers(1, 60, (4000, 200))
    hits = rng.poisson(3.0 * sorties)
    ratios = hits.sum(axis=1) / sorties.sum(axis=1)
    assert error_of_ratio(hits[0], sorties[0]) == pytest.approx(ratios.std(), rel=0.15)
