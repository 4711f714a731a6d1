"""The account of a score: its sums are exact, and the rest is the sampling error that it states."""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.clones import read_only
from agents.evaluation.recording import RecordedWars, save_replays
from agents.futures.comparisons import NO_CANDIDATE, WarPath
from agents.games.stuka.luck.recorder import fly_with_luck
from agents.registry import make_policy
from agents.review.account import Account, Estimate, Measures, totals_of
from agents.review.flown_account import ends_of_runs
from agents.review.flown_war import FlownWar, decisions_before_dice, first_decisions, line_ends, read_flown_war
from agents.review.review import new_flyer, review_war
from agents.review.sampling import Estimates, SampleBudget, mean_and_error, no_estimates
from agents.review.verdicts import alternatives
from agents.seeds import REVIEW_WARS, base_seed
from stuka_env.games.stuka.codes import Decision, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from tests.support.each import each

OLD_HAND: Any = make_policy("old_hand")
BARBAROSSA = WarSpec.read(Scale.OPERATION, operation="barbarossa", duration="regular")
CITADEL = WarSpec.read(Scale.OPERATION, operation="citadel", duration="short")
POLICIES = ("old_hand", "champion", "kette", "distilled", "random_flyer")


def flown(folder: Path, policy: str, spec: WarSpec, number: int) -> FlownWar:
    """Fly a war of no evaluation, and read it."""
    seeds = np.array([base_seed(REVIEW_WARS, 1, spec.scale, number)], np.uint64)
    return read_flown_war(str(save_replays(make_policy(policy), RecordedWars(spec, seeds, 0), folder, policy)[0]))


def account_of_war(war: FlownWar) -> Account:
    account = review_war(war, ["old_hand"], seconds=600.0, num_threads=2).account
    assert account is not None
    return account


def without_error(points: NDArray[np.float64]) -> Estimates:
    return Estimates(points, np.zeros(len(points)))


# --- sums ---


def exact_measures(rng: np.random.Generator, missions: int, decisions: int, score: float) -> tuple[Measures, float]:
    """Return the exact measures of a made-up war, and the score that the value expects at its first decision.

    Every decision has a script's value and a value of the action taken, by the value at the end of its own mission. The
    last decision of a mission also has one by the value at the end of the next mission.
    """
    before = rng.normal(60.0, 5.0, (missions, decisions))
    taken = rng.normal(60.0, 5.0, (missions, decisions))
    by_next = rng.normal(60.0, 5.0, missions)
    by_next[-1] = taken[-1, -1]
    luck, change = np.zeros((missions, decisions)), np.zeros((missions, decisions))
    luck[:, :-1] = before[:, 1:] - taken[:, :-1]
    luck[:, -1] = [*before[1:, 0], score] - by_next
    change[:, -1] = by_next - taken[:, -1]
    later = rng.normal(0.0, 1.0, missions * decisions)
    measures = (luck.ravel(), (taken - before).ravel(), change.ravel(), later)
    return Measures(*map(without_error, measures)), float(before[0, 0])


@each("seed", range(5))
def test_exact_measures_leave_nothing_unexplained(seed: int) -> None:
    """Luck and decisions add up to the score less par, however wrong the Staffel value is."""
    measures, start = exact_measures(np.random.default_rng(seed), 7, 5, 71.0)
    totals = totals_of(measures, Estimate(start, 0.0), Estimate(65.0, 0.0), 71.0)
    assert totals.unexplained == pytest.approx(0.0, abs=1e-9) and totals.unexplained_error == 0.0
    assert totals.par + totals.luck + totals.decisions + totals.unexplained == pytest.approx(totals.score, abs=1e-9)
    assert totals.decisions == pytest.approx(measures.gain.points.sum() + totals.later, abs=1e-9)


def test_an_error_of_a_measure_is_an_error_of_the_rest_unless_it_cancels_out() -> None:
    """Later points are a part of the decisions that luck does not have, so the rest does not depend on them."""
    nothing, one = no_estimates(4), Estimates(np.ones(4), np.full(4, 0.5))
    par, start = Estimate(60.0, 0.3), Estimate(61.0, 0.4)
    measured = {
        name: totals_of(Measures(nothing, nothing, nothing, nothing)._replace(**{name: one}), start, par, 70.0)
        for name in Measures._fields
    }
    for name, totals in measured.items():
        assert totals.unexplained == (9.0 if name == "later" else 5.0)
        assert totals.unexplained_error == pytest.approx(0.4 if name == "later" else math.hypot(0.4, 1.0))
    assert [totals.decisions for totals in measured.values()] == [0.0, 4.0, 0.0, 4.0]
    assert [totals.luck for totals in measured.values()] == [5.0, 1.0, 5.0, -3.0]
    assert measured["later"].decisions_error == 1.0
    assert measured["later"].luck_error == pytest.approx(math.hypot(0.3, 0.4, 1.0))


def test_a_mean_has_the_error_of_its_sample() -> None:
    points = np.random.default_rng(1).normal(2.0, 3.0, 400)
    mean, error = mean_and_error(points)
    assert mean == points.mean() and error == pytest.approx(points.std(ddof=1) / 20)


# --- decisions of a war ---


@pytest.fixture(scope="module")
def random_war(tmp_path_factory: Any) -> FlownWar:
    return flown(tmp_path_factory.mktemp("wars"), "random_flyer", CITADEL, 0)


def test_a_mission_ends_with_its_promotions(random_war: FlownWar) -> None:
    ends, firsts = line_ends(random_war), first_decisions(random_war)
    assert ends[-1] == len(random_war.actions) - 1 and len(ends) == len(firsts)
    following = random_war.inputs.snapshot["cursor"]["decision"][ends[:-1] + 1]
    assert (following != Decision.PROMOTE).all()


def test_a_run_has_no_dice_between_its_decisions(random_war: FlownWar) -> None:
    rng = np.random.default_rng(3)
    own = np.where(rng.random(len(random_war.actions)) < 0.4, 5, NO_CANDIDATE)
    ends, breaks = (
        ends_of_runs(random_war, own),
        np.union1d(decisions_before_dice(random_war), line_ends(random_war)),
    )
    starts, covered = np.flatnonzero(ends != NO_CANDIDATE), np.zeros(len(own), np.bool_)
    for start in starts:
        assert start <= ends[start] and not np.isin(np.arange(start, ends[start]), breaks).any()
        assert own[start] != NO_CANDIDATE and own[ends[start]] != NO_CANDIDATE
        covered[start : ends[start] + 1] = True
    assert covered[own != NO_CANDIDATE].all() and (ends[starts] > starts).any()


def test_a_run_adds_later_what_its_decisions_add(random_war: FlownWar) -> None:
    """The points in later missions are the same, run by run and decision by decision; runs have less noise."""
    own = alternatives(random_war.game, random_war.inputs, random_war.actions, [OLD_HAND])[:, 0].copy()
    alone = np.where(own != NO_CANDIDATE, np.arange(len(own)), NO_CANDIDATE)
    flyer = new_flyer(random_war, OLD_HAND, 2)
    estimates = []
    for start, ends in enumerate((ends_of_runs(random_war, own), alone)):
        path = WarPath(read_only(random_war.actions), read_only(own), read_only(ends), 0.0)
        budget = SampleBudget(start=start << 20, error=1.0, most=1, first=2, smallest=200, largest=200)
        estimates.append(flyer.measure(flyer.kernels.measure_later, path, np.flatnonzero(ends != NO_CANDIDATE), budget))
    flyer.close()
    runs, decisions = estimates
    assert 0 < runs.sum_error < decisions.sum_error
    error = math.hypot(runs.sum_error, decisions.sum_error)
    assert runs.points.sum() == pytest.approx(decisions.points.sum(), abs=3.5 * error)


@pytest.mark.parametrize("policy", ["old_hand", "random_flyer"])
def test_the_common_luck_is_that_of_an_evaluation(policy: str, tmp_path: Path) -> None:
    war = flown(tmp_path, policy, CITADEL, 1)
    seeds = np.array([base_seed(REVIEW_WARS, 1, CITADEL.scale, 1)], np.uint64)
    evaluated = fly_with_luck(make_policy(policy), CITADEL, seeds)
    assert evaluated.scores[0] == war.flight.ending.score
    assert war.game.common_luck is not None
    assert war.game.common_luck(war) == pytest.approx(evaluated.luck[0], abs=1e-9) != 0.0


# --- the rest ---


def shares_of_errors(wars: Iterable[FlownWar]) -> tuple[NDArray[np.float64], float]:
    """Return the rest of each war in its errors, and the median of the errors."""
    totals = [account_of_war(war).totals for war in wars]
    errors = np.array([account.unexplained_error for account in totals])
    return np.abs([account.unexplained for account in totals]) / errors, float(np.median(errors))


@pytest.mark.slow
def test_the_rest_of_a_short_war_is_within_four_of_its_errors(tmp_path: Path) -> None:
    shares, error = shares_of_errors(flown(tmp_path, policy, CITADEL, 0) for policy in ("kette", "random_flyer"))
    assert shares.max() < 4.0 and error < 2.0


@pytest.mark.study
def test_the_rest_is_within_two_of_its_errors_in_most_wars(tmp_path: Path) -> None:
    """Of thirty wars of five policies 92 to 100 % have a rest within two errors, and half of the errors are below 1."""
    shares, error = shares_of_errors(
        flown(tmp_path, policy, BARBAROSSA, number) for policy in POLICIES for number in range(6)
    )
    assert (shares <= 2.0).mean() >= 0.92 - 1e-9 and shares.max() < 4.0
    assert 0.6 < float(np.sqrt(np.square(shares).mean())) < 1.4
    assert error < 1.0
