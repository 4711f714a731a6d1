"""Reviews of wars: costs of decisions, luck, scores of other policies; ``stuka review``."""

import json
import os
import signal
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import NormalDist
from typing import Any

import gymnasium
import numpy as np
import pytest

from agents.clones import read_only
from agents.evaluation.recording import RecordedWars, save_replays
from agents.futures.comparisons import NO_CANDIDATE, Comparisons, WarPath, new_comparisons
from agents.registry import make_policy
from agents.review.account import Estimate, expectation, reconciliation
from agents.review.flown_war import FlownWar, decisions_before_dice, read_flown_war
from agents.review.flyer import FIRST_SAMPLE_SHARE, FUTURES_AT_ONCE, FutureFlyer
from agents.review.review import Review, for_the_page, review_war
from agents.review.sampling import SampleBudget, root_sum_square, sample_sizes
from agents.review.verdicts import (
    DOUBT,
    FLOWN_ROUNDS,
    LEAST_COST,
    MOST_PAIRS,
    Verdict,
    Verdicts,
    alternatives,
    fly_futures,
    judge,
    leave_the_race,
    means_and_errors,
    significance,
    sum_error,
    verdicts_of,
)
from agents.review.words import (
    LISTED_LINES,
    can_be_taken_together,
    grouped,
    habit_lines,
    loss_lines,
    losses_title,
    pair_words,
    place_on_page,
    verdict_lines,
)
from stuka_env import ENVIRONMENTS
from stuka_env.cli import main
from stuka_env.games.stuka.codes import ACTS, SEATING, SEATS, Act, Decision
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.io.command_line import INTERRUPTED
from stuka_env.play.session import Session
from stuka_env.play.war import War, war_at
from stuka_env.play.war_file import save_war
from stuka_env.replay import Moment, RecordReplay, save
from stuka_env.watch.review import LUCK_NOTE, Habit, review_json
from tests.support.each import each
from tests.support.slow import slow, study

OLD_HAND: Any = make_policy("old_hand")
FEW_FUTURES = SampleBudget(start=0, error=1.0, most=1, first=8, smallest=8, largest=8)
SHORT = {"operation": "citadel", "duration": "short"}


def flown(folder: Path, policy: str, env: str = "Stuka/Operation-v0", seed: int = 3, **arguments: str) -> Path:
    """Fly a war and save it as ``stuka evaluate --save-replays`` does."""
    options = SHORT | arguments if env == "Stuka/Operation-v0" else arguments
    read = WarSpec.read(
        ENVIRONMENTS.index(env), operation=options.get("operation"), duration=options.get("duration", "regular")
    )
    return save_replays(make_policy(policy), RecordedWars(read, np.array([seed], np.uint64), 0), folder, policy)[0]


def reviewed(war: FlownWar, *names: str, seconds: float = 60.0) -> Review:
    return review_war(war, names or ["old_hand"], seconds=seconds, num_threads=2)


def new_flyer(war: FlownWar, num_threads: int) -> FutureFlyer:
    """Return a flyer of futures that end with the war."""
    return FutureFlyer(
        OLD_HAND.choose,
        war.inputs,
        futures=war.game.futures,
        spec=war.flight.spec,
        to_the_end=True,
        num_threads=num_threads,
    )


def path_of(war: FlownWar) -> WarPath:
    """Return the path of a war without the script's own choices."""
    none = np.full(len(war.actions), NO_CANDIDATE)
    return WarPath(read_only(war.actions), read_only(none), read_only(none), float(war.flight.ending.score or 0))


@pytest.fixture(scope="module")
def doctrines(tmp_path_factory: Any) -> Review:
    war = read_flown_war(str(flown(tmp_path_factory.mktemp("wars"), "doctrine")))
    return reviewed(war, "old_hand", "kette")


def test_par_luck_decisions_and_what_is_unexplained_add_up_to_the_score(doctrines: Review) -> None:
    assert doctrines.account is not None
    account, missions = doctrines.account
    assert account.score == doctrines.war.flight.ending.score
    assert account.par + account.luck + account.decisions + account.unexplained == pytest.approx(
        account.score, abs=1e-9
    )
    parts = account.marked + account.shared + account.unmarked + account.later
    assert parts == pytest.approx(account.decisions, abs=1e-9)
    assert 0 < abs(account.unexplained) < 3.0 * account.unexplained_error < 3.0
    assert account.unexplained_error < account.luck_error < 1.5 and account.decisions_error > account.later_error > 0
    opening = account.luck - sum(each.luck for each in missions)
    assert missions[0].expected == pytest.approx(account.par + opening, abs=0.5)
    changes = np.diff([*(each.expected for each in missions), account.score])
    rest = changes - [each.luck + each.decisions for each in missions]
    assert (np.sign(rest) == np.sign(account.unexplained)).all() and abs(rest.sum()) <= abs(account.unexplained) + 1e-9
    assert sum(each.decisions for each in missions) == pytest.approx(account.decisions, abs=1e-6)
    flown_ones = set(doctrines.war.inputs.snapshot["war"]["mission_of_war"].tolist())
    assert {each.mission for each in missions} == flown_ones


def test_the_account_that_is_shown_adds_up_in_tenths(doctrines: Review) -> None:
    shown = for_the_page(doctrines).account
    assert shown is not None and doctrines.account is not None
    tenths = {name: round(10 * number) for name, number in shown._asdict().items()}
    assert all(number == tenths[name] / 10 for name, number in shown._asdict().items())
    assert tenths["par"] + tenths["luck"] + tenths["decisions"] + tenths["unexplained"] == tenths["score"]
    assert tenths["marked"] + tenths["shared"] + tenths["unmarked"] + tenths["later"] == tenths["decisions"]
    for name, number in doctrines.account.totals._asdict().items():
        shift = getattr(shown, name) - number
        assert 0 <= shift < 0.1 if name.endswith("_error") else abs(shift) < 0.2


def test_the_marked_costs_are_reconciled_with_the_decisions(doctrines: Review) -> None:
    assert doctrines.account is not None
    account, verdicts = doctrines.account.totals, doctrines.verdicts
    assert account.marked == pytest.approx(-sum(loss.cost for loss in verdicts.losses)) and account.marked < 0
    assert account.marked_error == pytest.approx(sum_error(verdicts.losses))
    other = np.ones(len(verdicts.gain), np.bool_)
    other[[loss.decision for loss in verdicts.losses]] = False
    assert account.unmarked == pytest.approx(-verdicts.gain[other].sum())


def test_what_the_script_does_too_is_shared() -> None:
    """The better action is not the script's own choice, so the script loses the difference too."""
    losses = judged([2.0, 2.1] * 40, [3.0, 3.2] * 40).losses
    verdicts = Verdicts(losses, 2, np.array([2.05, 0.5]), np.array([0.1, 0.2]))
    rest = reconciliation(verdicts, Estimate(-0.3, 0.1))
    assert losses[0].cost == pytest.approx(3.1) and not losses[0].own_choice
    assert (rest.marked, rest.shared, rest.unmarked) == pytest.approx((-3.1, 1.05, -0.5))
    assert rest.shared_error == pytest.approx(float(np.hypot(losses[0].error, 0.1))) and rest.unmarked_error == 0.2
    own = judged([2.0, 2.1] * 40).losses
    assert own[0].own_choice
    rest = reconciliation(Verdicts(own, 1, np.array([own[0].cost]), np.array([own[0].error])), Estimate(-0.3, 0.1))
    assert (rest.shared, rest.shared_error, rest.unmarked) == (0.0, 0.0, 0.0)
    assert (rest.later, rest.later_error) == pytest.approx((-0.3, 0.1))


def test_the_error_of_the_value_in_a_cost_is_not_counted_as_later_points_too() -> None:
    """A cost of 3 that the value overstates as 4: the later points of the account have the other one."""
    (loss,) = judged([4.0, 4.2] * 40).losses
    corrected = loss._replace(cost=loss.cost - 1.0, value_error=0.3, common_error=0.2)
    verdicts = Verdicts([corrected], 1, np.array([loss.by_value, 0.5]), np.array([loss.error, 0.2]))
    rest = reconciliation(verdicts, Estimate(1.2, 0.4))
    assert rest.marked == pytest.approx(-3.1) and rest.shared == 0.0 and rest.later == pytest.approx(0.2)
    assert rest.later_error == pytest.approx(0.5)
    assert rest.marked + rest.shared + rest.unmarked + rest.later == pytest.approx(-loss.by_value - 0.5 + 1.2)


@pytest.mark.parametrize("seed", [0, *map(study, range(1, 4))])
def test_futures_that_end_with_the_war_leave_nothing_unexplained_but_chance(seed: int, tmp_path: Path) -> None:
    """Futures of a single mission end with the war, so no fitted value scores them."""
    account = reviewed(read_flown_war(str(flown(tmp_path, "doctrine", "Stuka/Mission-v0", seed)))).account
    assert account is not None
    totals = account.totals
    assert len(account.lines) == 1
    assert 0 < totals.unexplained_error < float(np.hypot(totals.luck_error, totals.decisions_error)) + 1e-9
    assert totals.later == totals.later_error == 0.0
    assert abs(totals.unexplained) < 4.0 * totals.unexplained_error


def test_luck_is_what_a_roll_brought_against_fresh_dice(tmp_path: Path) -> None:
    """Paired and independent futures agree, and pairs have less noise."""
    war = read_flown_war(str(flown(tmp_path, "old_hand", "Stuka/Mission-v0", 2)))
    score, decisions = float(war.flight.ending.score or 0), len(war.actions)
    flyer = new_flyer(war, 2)
    budget = SampleBudget(start=1 << 20, error=1.0, most=1, first=2, smallest=1_000, largest=1_000)
    luck = flyer.measure(flyer.kernels.measure_luck, path_of(war), np.arange(decisions), budget)
    alone = flyer.expect(np.arange(decisions), 4_000)
    flyer.close()
    means, paired = np.append(alone.mean(axis=1), score), luck.error
    single = np.append(np.sqrt(alone.var(axis=1) / alone.shape[1]), 0.0)
    error = np.sqrt(paired**2 + single[:-1] ** 2 + single[1:] ** 2)
    assert (np.abs(luck.points - np.diff(means)) < 4.5 * error + 1e-9).all()
    assert luck.points.any() and (1_000 * luck.error[:-1] ** 2 < 2 * alone.var(axis=1)[:-1]).mean() > 0.8
    has_dice = np.isin(np.arange(decisions), decisions_before_dice(war))
    assert 0 < has_dice.sum() < decisions and not luck.points[~has_dice].any()
    assert (luck.points[has_dice] != 0).mean() > 0.8


def test_an_illegal_action_brings_no_luck(tmp_path: Path) -> None:
    env = RecordReplay(gymnasium.make("Stuka/Mission-v0", illegal_action_penalty=0.0), policy="somebody")
    env.reset(seed=1)
    for action in (int(Act.PROMOTE), int(Act.NO_FLY)):
        env.step(action)
    war = read_flown_war(str(save(env.replay(), tmp_path / "twice.json")))
    flyer = new_flyer(war, 1)
    luck = flyer.measure(flyer.kernels.measure_luck, path_of(war), np.arange(2), FEW_FUTURES)
    flyer.close()
    assert luck.points.shape == luck.error.shape == (2,) and luck.points[0] == luck.error[0] == 0.0


def test_what_is_closed_flies_no_further_decision(tmp_path: Path) -> None:
    """After a second Ctrl-C the present decision is finished, and no other begins."""
    war, first = read_flown_war(str(flown(tmp_path, "old_hand", "Stuka/Mission-v0", 2))), threading.Event()
    flyer = new_flyer(war, 1)
    shares: list[float] = []

    def on_decision(share: float) -> None:
        shares.append(share)
        first.set()
        time.sleep(0.1)

    with ThreadPoolExecutor(1) as pool:
        luck = pool.submit(
            flyer.measure,
            flyer.kernels.measure_luck,
            path_of(war),
            np.arange(len(war.actions)),
            FEW_FUTURES,
            on_decision,
        )
        assert first.wait(60.0)
        flyer.close()
        assert not luck.result().points.any()
    assert shares[0] == pytest.approx(FIRST_SAMPLE_SHARE / len(war.actions)) and len(shares) <= 2 < len(war.actions)


def test_a_loss_is_clear_of_zero_and_graded_by_what_it_cost(doctrines: Review) -> None:
    assert doctrines.verdicts.losses
    bar = NormalDist().inv_cdf(1 - DOUBT / (doctrines.verdicts.tested * FLOWN_ROUNDS))
    assert bar == significance(doctrines.verdicts.tested * FLOWN_ROUNDS) > 3.0
    for loss in doctrines.verdicts.losses:
        least = {"inaccuracy": 0.0, "mistake": 0.3, "blunder": 1.0}[loss.grade]
        assert loss.cost > least and loss.cost > 2.0 * loss.error
        assert 0 < loss.common_error < loss.value_error < loss.error
        assert loss.taken == doctrines.war.actions[loss.decision] != loss.better
        assert doctrines.war.inputs.masks[loss.decision, loss.better]
        assert 0 < loss.num_better <= loss.num_pairs - loss.num_worse


def test_paired_futures_are_better_worse_or_equal() -> None:
    (loss,) = judged([2.0] * 60 + [-1.0] * 3 + [0.0]).losses
    assert (loss.num_better, loss.num_worse, loss.num_pairs) == (60, 3, 64)
    assert pair_words(loss) == "better in 60, worse in 3, equal in 1 of 64 paired futures"


def test_habits_cost_what_the_marked_decisions_cost(doctrines: Review) -> None:
    page = for_the_page(doctrines)
    assert sorted(number for habit in page.habits for number in habit.decisions) == sorted(page.losses)
    assert sum(habit.cost for habit in doctrines.habits) == pytest.approx(
        sum(loss.cost for loss in doctrines.verdicts.losses)
    )
    frames = range(len(doctrines.war.flight.moments))
    assert review_json(page, frames)["habits"] == [habit._asdict() for habit in page.habits] != []
    assert review_json(page, frames)["account"]["score"] == doctrines.war.flight.ending.score
    later = review_json(page, [frame + 1 for frame in frames])
    assert set(later["losses"]) == {str(number + 1) for number in page.losses}


def test_others_fly_the_same_war(doctrines: Review, tmp_path: Path) -> None:
    """A script's score in a review is its score in an evaluation of the same war."""
    assert set(doctrines.scores) == {"old_hand", "kette"}
    for name, score in doctrines.scores.items():
        assert read_flown_war(str(flown(tmp_path, name))).flight.ending.score == score


@pytest.mark.slow
def test_the_script_itself_has_nothing_to_regret(tmp_path: Path) -> None:
    review = reviewed(read_flown_war(str(flown(tmp_path, "old_hand"))))
    assert review.verdicts.losses == [] and review.verdicts.tested == review.pairs == 0
    assert review.account is not None and review.account.totals.decisions == 0.0
    assert review.scores == {"old_hand": review.war.flight.ending.score}
    assert losses_title(review).endswith("no decision is known to have cost anything")


PLANNERS_WARS = [
    slow("Stuka/Mission-v0", {}, 1),
    *(study("Stuka/Mission-v0", {}, seed) for seed in range(2, 7)),
    *(study("Stuka/Operation-v0", SHORT, seed) for seed in (3, 4)),
]


@pytest.mark.parametrize(("env", "arguments", "seed"), PLANNERS_WARS)
def test_the_planner_has_little_to_regret(env: str, arguments: dict[str, str], seed: int, tmp_path: Path) -> None:
    """Frozen wars of the planner, with the planner as adviser, have two losses each at most."""
    war = read_flown_war(str(flown(tmp_path, "planner@128", env, seed, **arguments)))
    review = reviewed(war, "planner@128")
    assert review.scores == {"planner@128": war.flight.ending.score} and review.verdicts.tested > 0
    assert len(review.verdicts.losses) <= 2, losses_title(review)


@pytest.mark.study
def test_a_long_war_of_the_planner_has_no_more_than_two_mistakes(tmp_path: Path) -> None:
    """The planner looks ahead to the end of a mission, so gambles near the end of a war can cost a little."""
    war = read_flown_war(str(flown(tmp_path, "planner@128", seed=3, operation="barbarossa", duration="regular")))
    review = reviewed(war, "planner@128", seconds=120.0)
    mistakes = [loss for loss in review.verdicts.losses if loss.grade in ("blunder", "mistake")]
    assert review.verdicts.tested > 200 and len(mistakes) <= 2, losses_title(review)


def test_a_mission_declined_is_a_blunder(tmp_path: Path) -> None:
    env = RecordReplay(gymnasium.make("Stuka/Mission-v0"), policy="somebody")
    env.reset(seed=1)
    env.step(int(Act.NO_FLY))
    review = reviewed(read_flown_war(str(save(env.replay(), tmp_path / "declined.json"))))
    (loss,) = review.verdicts.losses
    assert loss.grade == "blunder" and loss.taken == Act.NO_FLY
    assert Act.FLY <= loss.better < Act.LEADER and 30 < loss.cost < 80
    assert review.account is not None and review.account.totals.score == 0
    assert review.account.totals.decisions == pytest.approx(-loss.cost, abs=3.0)


def saved_war(folder: Path, table: bool, decisions: int) -> Path:
    """Play a war by hand, always with the last legal action, and save it; ``table`` rolls the player's own dice."""
    path = folder / "saved.json"
    session, rng = Session(War("Stuka/Mission-v0", {}, 5, table), path), np.random.default_rng(5)
    while not session.war.over and decisions:
        if session.war.need is not None:
            need = session.war.need
            faces = [int(rng.integers(1, most + 1)) for most in need.chart.dice]
            session.war.answer([int(rng.choice(need.choices))] if need.choices else faces)
            continue
        session.take(session.war.legal[-1][0])
        decisions -= 1
    session.keep()
    return path


def test_a_war_played_by_hand_is_reviewed_as_far_as_it_goes(tmp_path: Path) -> None:
    review = reviewed(read_flown_war(str(saved_war(tmp_path, False, 4))))
    assert len(review.war.actions) == 4 and review.account is None and review.war.flight.ending.score is None
    assert set(review.scores) == {"old_hand"}


def test_a_war_from_a_position_is_reviewed_without_par_and_luck(tmp_path: Path) -> None:
    first = War("Stuka/Mission-v0", {}, 5)
    first.take(first.legal[-1][0])
    war = war_at(first.position_text(), 5)
    while not war.over:
        war.take(war.legal[-1][0])
    review = reviewed(read_flown_war(str(save_war(war, tmp_path / "saved.json"))))
    assert review.war.begins_at_position and review.account is None and not review.war.own_dice
    assert set(review.scores) == {"old_hand"}


class SilentNetwork:
    """An adviser that refuses an empty batch, as networks do."""

    name = "silent"

    def act(self, inputs: Any, actions: Any) -> None:
        raise AssertionError("no decision to act on")

    explain = act


@pytest.mark.parametrize("game", ["Stuka/Mission-v0", slow("Interceptor/Sortie-v0")])
def test_a_war_without_a_decision_is_reviewed(game: str, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "saved.json"
    Session(War(game, {}, 5, False), path).keep()
    assert main(["review", str(path), "--seconds", "2", "--no-open"]) == 0
    out = capsys.readouterr().out
    assert "0 alternatives tested" in out and (tmp_path / "saved-review.html").is_file()
    war = read_flown_war(str(path))
    assert alternatives(war.game, war.inputs, war.actions, [SilentNetwork()]).shape == (0, 1)


def test_whoever_rolls_himself_is_reviewed_for_decisions_alone(tmp_path: Path) -> None:
    review = reviewed(read_flown_war(str(saved_war(tmp_path, True, 6))))
    assert review.war.own_dice and review.account is None and review.scores == {}
    assert verdict_lines(review) == ["by hand: not over"]
    shown = review_json(for_the_page(review), range(len(review.war.flight.moments)))
    assert shown["account"] is None and shown["expected"] == []
    candidates = alternatives(review.war.game, review.war.inputs, review.war.actions, [OLD_HAND])
    assert review.verdicts.tested == new_comparisons(review.war.actions, candidates).racing.sum()


def test_the_page_of_a_saved_war_is_written_too(tmp_path: Path, capsys: Any) -> None:
    path = saved_war(tmp_path, False, 3)
    assert main(["review", str(path), "--policies", "old_hand", "--seconds", "2", "--no-open"]) == 0
    assert capsys.readouterr().out.startswith("by hand: not over. In the same war: old_hand ")
    assert (tmp_path / "saved-review.html").is_file()


# --- the figures ---


def compared(*gains: list[float]) -> Comparisons:
    """Return the comparisons of one decision with an alternative for each list of gains."""
    comparisons = new_comparisons(np.ones(1, np.int64), np.arange(len(gains), dtype=np.int64)[None])
    for place, gain in enumerate(gains):
        comparisons.pairs[0, place] = len(gain)
        comparisons.gain[0, place], comparisons.square[0, place] = np.sum(gain), np.square(gain).sum()
        comparisons.better[0, place] = np.sum(np.array(gain) > 0)
        comparisons.worse[0, place] = np.sum(np.array(gain) < 0)
    return comparisons


def judged(*gains: list[float]) -> Verdicts:
    """Return the verdicts on one decision with an alternative for each list of gains, without a sample."""
    comparisons, none = compared(*gains), new_comparisons(np.ones(1, np.int64), np.zeros((1, 1), np.int64))
    return verdicts_of(comparisons, none, judge(comparisons), np.zeros(1, np.bool_))


def test_means_and_errors_are_those_of_the_pairs() -> None:
    gains = np.random.default_rng(1).normal(0.5, 2.0, 400)
    mean, error = means_and_errors(compared(gains.tolist()))
    assert mean[0, 0] == pytest.approx(gains.mean()) and error[0, 0] == pytest.approx(gains.std(ddof=1) / 20, rel=1e-3)


def test_what_cannot_have_cost_anything_leaves_the_race_and_so_does_what_is_known() -> None:
    small, known, open_ = [0.0] * 63 + [0.01], [1.0, 1.1] * 32, [1.0, -0.8] * 32
    comparisons = compared(small, known, open_)
    leave_the_race(comparisons)
    assert comparisons.racing.tolist() == [[0, 0, 1]]
    comparisons = compared(open_ * (MOST_PAIRS // 64), open_ * (MOST_PAIRS // 64 - 1))
    leave_the_race(comparisons)
    assert comparisons.racing.tolist() == [[0, 1]]


def test_chance_is_not_called_a_loss_however_many_alternatives_are_tested() -> None:
    """Of a hundred wars in which no alternative is better, five at most have a loss."""
    rng, alarms = np.random.default_rng(2), 0
    for _ in range(100):
        gains = rng.normal(0.0, 3.0, (500, 1, 32))
        comparisons = new_comparisons(np.ones(500, np.int64), np.zeros((500, 1), np.int64))
        comparisons.pairs[:] = 32
        comparisons.gain[:], comparisons.square[:] = gains.sum(axis=2), np.square(gains).sum(axis=2)
        alarms += bool(judge(comparisons))
    assert alarms <= 5


def test_the_account_uses_the_sample_and_not_the_race() -> None:
    """A race stops at small means, so their sum is too small."""
    race, sample, once = compared([0.0, 0.1] * 40), compared([0.0, 0.4] * 100), np.zeros(1, np.bool_)
    assert verdicts_of(race, sample, [], once).gain.tolist() == pytest.approx([0.2])
    none = new_comparisons(race.taken, race.candidates)
    assert verdicts_of(race, none, [], once).gain.tolist() == pytest.approx([0.05])


def test_the_account_uses_the_race_at_a_loss_unless_its_choice_recurs() -> None:
    """The race of a recurring choice flies on past its line, and the account needs the value at the end of the line."""
    race, sample = compared([1.0, 1.1] * 40), compared([0.9, 0.7] * 100)
    for recurs, gain in ((False, 1.05), (True, 0.8)):
        verdicts = verdicts_of(race, sample, judge(race), np.array([recurs]))
        assert verdicts.gain.tolist() == pytest.approx([gain]) and verdicts.losses[0].by_value == pytest.approx(1.05)


def test_sample_sizes_follow_the_spread_and_reach_the_error() -> None:
    spread = np.array([0.0, 1.0, 2.0, 4.0])
    budget = SampleBudget(start=0, error=0.4, most=32_768, first=32, smallest=32, largest=1_024)
    sizes = sample_sizes(spread, budget)
    assert sizes[0] == budget.smallest and sizes[3] == pytest.approx(2 * sizes[2], abs=2)
    assert np.sqrt((spread**2 / sizes).sum()) == pytest.approx(budget.error, rel=0.05)
    assert sample_sizes(np.array([100.0]), budget).tolist() == [budget.largest]
    assert sample_sizes(np.zeros(2), budget).tolist() == [budget.smallest] * 2
    assert sample_sizes(np.full(100, 3.0), budget).sum() == pytest.approx(budget.most, rel=0.01)


def test_the_sum_of_the_sampled_gains_is_unbiased(doctrines: Review) -> None:
    """Ten times as many other futures have the same sum."""
    war = doctrines.war
    candidates = alternatives(war.game, war.inputs, war.actions, [OLD_HAND])
    flyer, many = new_flyer(war, 2), new_comparisons(war.actions, candidates)
    own, race = new_comparisons(war.actions, candidates), new_comparisons(war.actions, candidates)
    for number in range(10):
        flyer.compare(many, 1000 * number, np.full(len(war.actions), 200), lambda: False)
    fly_futures(
        flyer,
        race,
        own,
        budget=war.game.budgets(war.flight.spec).own,
        recurs=war.game.recurs(war.inputs.snapshot),
        seconds=600.0,
        on_progress=lambda share: None,
    )
    flyer.close()
    assert (own.pairs[candidates != NO_CANDIDATE] >= war.game.budgets(war.flight.spec).own.smallest).all()
    assert (race.pairs >= own.pairs).all()
    (mean, error), (sampled, sample_error) = means_and_errors(many), means_and_errors(own)
    total = float(np.hypot(root_sum_square(error), root_sum_square(sample_error)))
    assert abs(mean.sum() - sampled.sum()) < 3.5 * total


def test_the_expectation_starts_at_the_estimate_and_takes_the_rest_by_variance() -> None:
    points, errors = expectation(Estimate(60.0, 0.0), np.array([2.0, -1.0]), np.array([1.0, 1.0]), 65.0)
    assert points.tolist() == [60.0, 64.0] and errors.tolist() == pytest.approx([0.0, 0.5**0.5])
    points, errors = expectation(Estimate(60.0, 0.0), np.array([2.0, -1.0]), np.zeros(2), 61.0)
    assert points.tolist() == [60.0, 62.0] and not errors.any()


def test_a_loss_too_small_to_mention_is_not_mentioned() -> None:
    gain = LEAST_COST / 2
    assert judged([gain, gain * 1.01] * 500).losses == []
    assert judged([3 * gain, 3.03 * gain] * 500).losses[0].grade == "inaccuracy"


def test_the_first_column_is_the_scripts_own_choice_and_no_alternative_comes_twice(doctrines: Review) -> None:
    war = doctrines.war
    together = alternatives(
        war.game, war.inputs, war.actions, [OLD_HAND, make_policy("old_hand"), make_policy("kette")]
    )
    actions = np.zeros(len(war.actions), np.int64)
    OLD_HAND.act(war.inputs, actions)
    alone = alternatives(war.game, war.inputs, war.actions, [OLD_HAND])
    assert alone.shape[1] == 1 and (together[:, :1] == alone).all()
    differs = alone[:, 0] != NO_CANDIDATE
    assert differs.any() and (actions == war.actions)[~differs].mean() > 0.5
    for row, action in zip(together.tolist(), war.actions.tolist(), strict=True):
        named = [candidate for candidate in row if candidate != NO_CANDIDATE]
        assert action not in named and len(set(named)) == len(named)


def test_grades_are_counted_in_plain_words(doctrines: Review) -> None:
    loss = doctrines.verdicts.losses[0]
    losses = [loss._replace(grade=grade) for grade in ("inaccuracy", "mistake", "blunder", "mistake", "inaccuracy")]
    title = losses_title(doctrines._replace(verdicts=doctrines.verdicts._replace(losses=losses)))
    assert title.endswith(": 1 blunder, 2 mistakes, 2 inaccuracies")


# --- the command ---


def test_decisions_have_the_numbers_of_the_page(doctrines: Review) -> None:
    war = doctrines.war
    places = [place_on_page(war, moment.number) for moment in war.flight.moments if moment.action is not None]
    assert places[0] == ("1", 1) and len(set(places)) == len(places)
    frames: dict[int, list[Moment]] = defaultdict(list)
    for scene in war.flight.scenes():
        frames[scene.line + 1].append(scene)
    shown = [frames[int(mission)][step - 1] for mission, step in places]
    assert [scene.number for scene in shown] == list(range(len(places))) and not any(scene.title for scene in shown)


def marked(decision: int, cost: float, better: int = 0) -> Verdict:
    """Return a made-up verdict on a decision."""
    return Verdict(decision, 0, better, cost, 0.03, 50, 4, 64, "inaccuracy", own_choice=True, by_value=cost)


def test_the_marked_decisions_for_the_seats_of_one_mission_are_one_line(doctrines: Review) -> None:
    war, page = doctrines.war, Path("page.html")
    seats = [number for number, moment in enumerate(war.flight.moments) if Decision[moment.decision] in SEATING]
    first, second = (
        [number for number in seats if war.flight.moments[number].line == mission][:3] for mission in (0, 1)
    )
    muster = next(number for number, moment in enumerate(war.flight.moments) if moment.decision == "MUSTER")
    losses = [
        marked(number, cost)._replace(taken=int(war.actions[number]), better=int(war.actions[number]))
        for number, cost in [*zip(first, (0.1, 0.3, 0.2), strict=True), (second[0], 0.5), (muster, 0.4)]
    ]
    assert [[loss.decision for loss in group] for group in grouped(war, losses)] == [
        [first[1], first[2], first[0]],
        [second[0]],
        [muster],
    ]
    lines = loss_lines(war, losses, page)
    numbers = ", ".join(str(place_on_page(war, number)[1]) for number in first)
    assert len(lines) == 6
    assert lines[0].startswith(f"- mission 1, steps {numbers} (the crews): 3 inaccuracies, cost 0.60 +- 0.05. Done: ")
    assert lines[1] == f"  page.html#m=1&d={place_on_page(war, first[1])[1]}"
    assert lines[2].startswith("- mission 2, step ") and lines[2].endswith(" of 64 paired futures.")


def test_one_pilot_is_not_proposed_for_several_seats_of_one_crew(doctrines: Review) -> None:
    """Pilot 5 was better in each of three seats, but one crew has him once: three proposals of one seat each."""
    war = doctrines.war
    mission = int(war.flight.moments[0].line)
    seats = [
        number
        for number, moment in enumerate(war.flight.moments)
        if moment.decision in ("LEADER", "PILOT") and moment.line == mission
    ][:3]
    verbs = {"LEADER": int(Act.LEADER), "PILOT": int(Act.PILOT)}
    flown_ones = {ACTS.actions[war.actions[number]].argument for number in seats}
    masks, moments = war.inputs.masks, war.flight.moments
    (reserve, other, *_) = [
        place
        for place in range(SEATS)
        if place + 1 not in flown_ones
        and all(masks[number, verbs[moments[number].decision] + place] for number in seats)
    ]
    losses = [marked(number, 0.2, verbs[moments[number].decision] + reserve) for number in seats]
    assert not can_be_taken_together(war, losses[:2]) and can_be_taken_together(war, losses[:1])
    assert [len(group) for group in grouped(war, losses)] == [1, 1, 1]
    crew = [losses[0], losses[1]._replace(better=verbs[moments[seats[1]].decision] + other)]
    assert grouped(war, crew) == [crew]


def test_a_list_that_is_cut_says_how_many_are_missing(doctrines: Review) -> None:
    routes = [number for number, moment in enumerate(doctrines.war.flight.moments) if moment.decision == "EN_ROUTE"]
    losses = [marked(number, 0.2, better=int(Act.ABORT)) for number in routes[: LISTED_LINES + 1]]
    lines = loss_lines(doctrines.war, losses, Path("page.html"))
    assert len(lines) == 2 * LISTED_LINES + 1 and lines[-1] == "- and 1 more, all on the page"
    assert len(loss_lines(doctrines.war, losses[:LISTED_LINES], Path("page.html"))) == 2 * LISTED_LINES


def test_the_verdict_comes_first_and_has_the_figures_of_the_page(doctrines: Review) -> None:
    page, lines = for_the_page(doctrines), verdict_lines(doctrines)
    assert page.account is not None
    assert lines[0] == f"doctrine: {page.account.score:.0f}. In the same war: " + ", ".join(
        f"{name} {score}" for name, score in doctrines.scores.items()
    )
    table = {line.split()[0]: line.split()[1:4] for line in lines[1:]}
    for row, name in (("luck", "luck"), ("rest", "unexplained"), ("marked", "marked"), ("later", "later")):
        number, error = getattr(page.account, name), getattr(page.account, f"{name}_error")
        assert table[row] == [f"{number:+.1f}", "+-", f"{error:.1f}"]


def test_a_habit_is_counted() -> None:
    habits = [Habit("too many aircraft", [3, 1], 1.25, 0.04), Habit("gamble not taken", [2], 0.2, 0.0)]
    assert habit_lines(habits) == ["- too many aircraft: 2 times, -1.2 +- 0.1", "- gamble not taken: once, -0.2 +- 0.0"]


def test_the_command_tells_and_writes_a_page_and_the_figures(tmp_path: Path, capsys: Any) -> None:
    path = flown(tmp_path, "doctrine", "Stuka/Mission-v0", seed=2)
    figures = tmp_path / "figures.json"
    words = ["review", str(path), "--policies", "old_hand", "kette", "--seconds", "5", "--json", str(figures)]
    assert main([*words, "--no-open"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("doctrine: ") and "old_hand" in lines[0] and "kette" in lines[0]
    first = [line.split()[0] for line in lines[1:11]]
    assert first == ["par", "luck", "decisions", "rest", "score", "The", "marked", "shared", "unmarked", "later"]
    assert lines[12].startswith("Luck by the common value, exact: ") and lines[13] == LUCK_NOTE
    (title,) = [line for line in lines if "paired futures:" in line]
    assert ("Habits:" in lines) == any("#m=1&d=" in line for line in lines) == (not title.endswith("anything"))
    assert lines[-1] == f"written: {path.with_name(f'{path.stem}-review.html')}"
    assert '"review":{"losses":' in path.with_name(f"{path.stem}-review.html").read_text(encoding="utf-8")
    read = json.loads(figures.read_text(encoding="utf-8"))
    assert set(read["scores"]) == {"old_hand", "kette"} and read["account"]["missions"]
    account, habits = read["account"], read["habits"]
    assert account["par"] + account["luck"] + account["decisions"] + account["unexplained"] == pytest.approx(
        account["score"]
    )
    assert sum(habit["cost"] for habit in habits) == pytest.approx(-account["marked"])


@pytest.mark.parametrize(
    ("words", "has_browser", "opened", "last"),
    [
        ([], True, 1, "written: "),
        ([], False, 1, "no browser was found; open the file in a browser"),
        (["--no-open"], True, 0, "written: "),
    ],
)
def test_the_page_is_opened_unless_no_open_is_given(
    words: list[str],
    has_browser: bool,
    opened: int,
    last: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Any,
) -> None:
    path, pages = tmp_path / "saved.json", list[str]()
    Session(War("Stuka/Mission-v0", {}, 5, False), path).keep()

    def open_page(page: str) -> bool:
        pages.append(page)
        return has_browser

    monkeypatch.setattr("webbrowser.open", open_page)
    assert main(["review", str(path), "--policies", "old_hand", *words]) == 0
    assert pages == [(tmp_path / "saved-review.html").as_uri()] * opened
    assert capsys.readouterr().out.splitlines()[-1].startswith(last)


@each(
    "words, told",
    [
        (["nowhere.json"], "cannot be read"),
        (["{war}", "--policies", "nobody"], "nobody"),
        (["{war}", "--seconds", "0"], "a number from 1 to 86400"),
        (["{war}", "--threads", "none"], "a whole number from 1 to 1024"),
    ],
)
def test_what_is_wrong_is_one_line(words: list[str], told: str, tmp_path: Path, capsys: Any) -> None:
    war = flown(tmp_path, "doctrine", "Stuka/Mission-v0", seed=2)
    try:
        status = main(["review", *(word.format(war=war) for word in words)])
    except SystemExit as error:
        status = int(error.code or 0)
    err = capsys.readouterr().err.splitlines()
    assert status == 2 and len(err) == 1 and told in err[0]
    assert list(tmp_path.glob("*.html")) == []


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.05, 0.95])
def test_ctrl_c_stops_at_once_and_writes_nothing(
    share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """During the futures of the decisions, and during those of the account."""
    war, sent = flown(tmp_path, "doctrine"), list[float]()

    def interrupted(*given: Any, on_progress: Any, **options: Any) -> Review:
        def progress(done: float) -> None:
            if done >= share and not sent:
                sent.append(time.monotonic())
                os.kill(os.getpid(), signal.SIGINT)

        return review_war(*given, on_progress=progress, **options)

    monkeypatch.setattr("agents.review.words.review_war", interrupted)
    status = main(["review", str(war), "--seconds", "20", "--no-open"])
    assert status == INTERRUPTED and time.monotonic() - sent[0] < 1.0
    assert list(tmp_path.glob("*.html")) == [] and capsys.readouterr().err.splitlines()[-1] == "stuka review: stopped"


def test_a_closed_flyer_flies_no_more_futures(doctrines: Review) -> None:
    war, flown_so_far = doctrines.war, list[int]()
    flyer = new_flyer(war, 1)

    def kernel(choose: Any, decisions: Any, sums: Any, workspace: Any, plan: Any, decision: int) -> None:
        flown_so_far.append(plan.futures)
        flyer._closed = len(flown_so_far) == 3

    flyer.kernels = flyer.kernels._replace(compare_futures=kernel)
    comparisons = new_comparisons(war.actions, alternatives(war.game, war.inputs, war.actions, [OLD_HAND]))
    flyer.compare(comparisons, 0, np.full(len(war.actions), 1000), lambda: False)
    assert flown_so_far == [FUTURES_AT_ONCE] * 3
    flyer.close()
