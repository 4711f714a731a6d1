"""The error of the value in the costs of decisions: pooled estimates, and costs that all differ by one constant."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.review.sampling import EndBudget
from agents.review.verdicts import Verdict, costs_of, pool, sum_error, with_costs
from tests.support.each import each

BUDGET = EndBudget(start=0, most=1_000, smallest=50, largest=400)


def test_one_estimate_alone_is_kept_with_its_error() -> None:
    pooled = pool(np.array([2.5]))
    assert pooled.means.tolist() == pytest.approx([2.5]) and pooled.variances.tolist() == pytest.approx([1.0])


def test_estimates_that_agree_are_drawn_together_and_others_are_not() -> None:
    near = pool(np.array([1.0, 1.2, 0.8, 1.1, 0.9, 1.3, 0.7, 1.0] * 4))
    assert np.ptp(near.means) < 0.25 and (near.variances < 0.4).all()
    apart = pool(np.array([-8.0, 9.0, 0.5, 7.0, -6.0, 3.0]))
    assert np.abs(apart.means - [-8.0, 9.0, 0.5, 7.0, -6.0, 3.0]).max() < 0.8 and (apart.variances > 0.8).all()


@each("spread", [0.0, 0.5, 1.0, 3.0])
def test_the_pooled_means_have_the_errors_that_they_state(spread: float) -> None:
    """In a thousand made-up wars the means and their sum are within two errors as often as they should be."""
    rng, single, total = np.random.default_rng(3), [], []
    for _ in range(1_000):
        truth = rng.normal(0.7, spread, 12)
        pooled = pool(truth + rng.normal(size=12))
        single.append((pooled.means - truth) / np.sqrt(pooled.variances))
        error = (pooled.variances - pooled.common).sum() + 12**2 * pooled.common
        total.append((pooled.means - truth).sum() / error**0.5)
    assert 0.93 < (np.abs(single) < 2.0).mean() <= 1.0 and 0.93 < (np.abs(total) < 2.0).mean() <= 1.0
    assert abs(np.mean(total)) < 0.1


def test_pairs_that_all_differ_by_one_constant_of_the_value_are_not_certain() -> None:
    """The value says 1.15 in every pair, and flights to the end say 0.5 with much chance: so does the cost."""
    rng = np.random.default_rng(4)
    gains = np.stack([np.full((4, 1_000), 1.15), rng.normal(0.5, 8.0, (4, 1_000))], axis=1)
    costs = costs_of(gains)
    assert costs.by_value.tolist() == [1.15] * 4
    assert (np.abs(costs.points - 0.5) < 2.5 * costs.error).all() and (costs.error > 0.1).all()
    assert costs.error.tolist() == pytest.approx(costs.value_error.tolist())
    assert (0 < costs.common_error).all() and (costs.common_error < costs.error).all()


def test_one_cost_alone_is_the_mean_at_the_end_of_the_war_with_its_error() -> None:
    """Without other decisions nothing is known of the value, however its error and its gains go together."""
    rng = np.random.default_rng(6)
    by_value = rng.normal(1.0, 2.0, 4_000)
    at_end = 0.3 * by_value + rng.normal(0.2, 3.0, 4_000)
    costs = costs_of(np.stack([by_value, at_end])[None])
    assert costs.points[0] == pytest.approx(at_end.mean())
    assert costs.error[0] == pytest.approx(at_end.std() / 3_999**0.5, rel=1e-3)


def test_a_value_that_is_right_gives_smaller_errors_than_flights_to_the_end() -> None:
    rng = np.random.default_rng(7)
    by_value = rng.normal(0.3, 1.0, (25, 2_000))
    at_end = by_value + rng.normal(0.0, 4.0, by_value.shape)
    costs, alone = costs_of(np.stack([by_value, at_end], axis=1)), at_end.std(axis=1) / 2_000**0.5
    assert (costs.error < 0.75 * alone).all()
    assert (np.abs(costs.points - 0.3) < 2.0 * costs.error).mean() > 0.85


def test_a_value_that_is_not_used_has_no_error() -> None:
    """Futures of the last line end with the war, so both gains are the same."""
    gains = np.repeat(np.random.default_rng(5).normal(size=(2, 1, 50)), 2, axis=1)
    costs = costs_of(gains)
    assert not costs.bias.any() and not costs.value_error.any() and not costs.common_error.any()
    assert costs.points.tolist() == costs.by_value.tolist() == pytest.approx(gains[:, 1].mean(axis=1).tolist())
    assert costs.error.tolist() == pytest.approx((gains[:, 1].std(axis=1) / 7.0).tolist())


def test_the_pairs_to_the_end_are_shared_out_within_limits() -> None:
    assert [BUDGET.futures_of_each(decisions) for decisions in (0, 1, 4, 100)] == [400, 400, 250, 50]


# --- losses ---


class MadeUpFlyer:
    """A flyer whose pairs are made up."""

    def __init__(self, gains: NDArray[np.float64]) -> None:
        self.gains = gains

    def gains_to_the_end(self, *arguments: Any) -> NDArray[np.float64]:
        return self.gains


def losses_with_costs(raced: list[float], gains: NDArray[np.float64]) -> list[Verdict]:
    """Return the losses that are left of losses in the race with these costs, each certain to a hundredth."""
    losses = [
        Verdict(number, 0, 1, cost, 0.01, 1_056, 0, 1_056, "mistake", own_choice=True, by_value=cost)
        for number, cost in enumerate(raced)
    ]
    flyer: Any = MadeUpFlyer(gains)
    return with_costs(flyer, losses, np.zeros(len(raced), np.int64), BUDGET, lambda share: None)


def test_a_loss_that_only_the_value_sees_is_not_a_loss() -> None:
    """All pairs differ by 1.15, which the value gives for a point that is spent an hour later anyway."""
    rng = np.random.default_rng(8)
    at_end = np.concatenate([rng.normal(0.0, 5.0, (4, 2_000)), rng.normal(2.0, 5.0, (1, 2_000))])
    by_value = np.array([1.15, 1.11, 1.21, 1.15, 2.0])[:, None].repeat(2_000, axis=1)
    (loss,) = losses_with_costs(by_value[:, 0].tolist(), np.stack([by_value, at_end], axis=1))
    assert loss.decision == 4 and abs(loss.cost - 2.0) < 3.0 * loss.error and loss.error > 0.05
    assert loss.num_better + loss.num_worse == loss.num_pairs == 2_000 and loss.num_worse > 500


def test_costs_come_from_other_futures_than_those_of_the_race() -> None:
    """The race prefers what it overstates: it says 0.2 of losses of 0.12. The stated costs have the right mean."""
    rng = np.random.default_rng(9)
    by_value = rng.normal(0.12, 1.0, (40, 2_000))
    at_end = by_value + rng.normal(0.0, 0.3, by_value.shape)
    losses = losses_with_costs([0.2] * 40, np.stack([by_value, at_end], axis=1))
    assert len(losses) == 40 and all(loss.grade == "inaccuracy" for loss in losses)
    assert abs(sum(loss.cost - 0.12 for loss in losses)) < 2.5 * sum_error(losses)
    assert min(loss.cost for loss in losses) < 0.1


def test_what_all_costs_have_in_common_adds_up_in_their_sum() -> None:
    alone = Verdict(0, 0, 1, 1.0, 0.5, 9, 1, 10, "blunder", own_choice=True, by_value=1.0)
    assert sum_error([alone, alone]) == pytest.approx(0.5 * 2**0.5)
    common = alone._replace(value_error=0.5, common_error=0.5)
    assert sum_error([common, common]) == pytest.approx(1.0) and sum_error([]) == 0.0
