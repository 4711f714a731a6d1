"""Reviews of the second game: the account of a month, and the command."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.clones import read_only
from agents.futures.comparisons import NO_CANDIDATE, WarPath
from agents.games.interceptor.players import SECOND_GAME
from agents.registry import make_policy
from agents.review.flown_war import FlownWar, decisions_before_dice, line_ends, lines_of_war, read_flown_war
from agents.review.review import Review, for_the_page, new_flyer, review_war
from agents.review.sampling import SampleBudget
from agents.review.words import place_on_page, verdict_lines
from agents.seeds import REVIEW_WARS, base_seed
from stuka_env.cli import main
from stuka_env.games.interceptor.codes import Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.watch.review import review_json
from tests.support.interceptor.flown import flown_episode

slow = pytest.mark.slow  # most of the time is the compilation of code that nothing else needs

VETERAN: Any = make_policy("veteran", SECOND_GAME)
SORTIE = WarSpec.read(Scale.SORTIE, month="1943-10")
MONTH = WarSpec.read(Scale.MONTH, month="1943-10")


def reviewed(war: FlownWar) -> Review:
    return review_war(war, ["veteran", "careful"], seconds=600.0, num_threads=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: Any) -> Path:
    folder: Path = tmp_path_factory.mktemp("episodes")
    return folder


@pytest.fixture(scope="module")
def random_month(folder: Path) -> Review:
    return reviewed(read_flown_war(str(flown_episode(folder, "random_flyer", MONTH, 1))))


@slow
def test_the_account_of_a_month_adds_up(random_month: Review) -> None:
    assert random_month.account is not None
    account, lines = random_month.account
    parts = account.par + account.luck + account.decisions + account.unexplained
    assert parts == pytest.approx(account.score, abs=1e-9) and account.score == random_month.war.flight.ending.score
    causes = account.marked + account.shared + account.unmarked + account.later
    assert causes == pytest.approx(account.decisions, abs=1e-9)
    assert 0 < account.luck_error < account.unexplained_error < 0.3 and account.common_luck
    assert account.later == account.later_error == 0.0
    assert abs(account.unexplained) < 4.0 * account.unexplained_error
    assert [each.mission for each in lines] == sorted(set(lines_of_war(random_month.war).tolist()))
    assert sum(each.decisions for each in lines) == pytest.approx(account.decisions, abs=1e-6)


@slow
def test_the_page_and_the_text_of_a_month(random_month: Review) -> None:
    page, lines = for_the_page(random_month), verdict_lines(random_month)
    assert page.account is not None and page.account.common_luck is not None and page.reference == "veteran"
    assert json.dumps(review_json(page, range(len(random_month.war.flight.moments))))
    assert lines[0].startswith("random_flyer: ") and "veteran" in lines[0] and "careful" in lines[0]
    assert "common value" in "\n".join(lines) and any("later sorties" in line for line in lines)
    numbers = [place_on_page(random_month.war, number) for number in range(len(random_month.war.actions))]
    assert numbers[0] == ("1 of Oct 1943", 1) and len(set(numbers)) == len(numbers)


@slow
def test_a_review_has_the_score_of_an_evaluation(random_month: Review, folder: Path) -> None:
    for name, score in random_month.scores.items():
        assert read_flown_war(str(flown_episode(folder, name, MONTH, 1))).flight.ending.score == score


@slow
def test_the_reference_has_nothing_to_regret(folder: Path) -> None:
    review = reviewed(read_flown_war(str(flown_episode(folder, "veteran", SORTIE, 2))))
    assert review.verdicts.losses == [] and review.account is not None
    assert review.account.totals.decisions == 0.0 and review.account.totals.later_error == 0.0
    assert review.scores["veteran"] == review.war.flight.ending.score


@slow
def test_luck_needs_dice_and_is_what_they_brought(folder: Path) -> None:
    """Paired and independent futures agree; a decision without dice has no luck."""
    war = read_flown_war(str(flown_episode(folder, "rash", SORTIE, 3)))
    score, decisions = float(war.flight.ending.score or 0), len(war.actions)
    flyer, none = new_flyer(war, VETERAN, 1), read_only(np.full(decisions, NO_CANDIDATE))
    path = WarPath(read_only(war.actions), none, none, score)
    budget = SampleBudget(start=1 << 20, error=1.0, most=1, first=2, smallest=2_000, largest=2_000)
    luck = flyer.measure(flyer.kernels.measure_luck, path, np.arange(decisions), budget)
    before = flyer.expect(np.arange(decisions), 4_000)
    flyer.close()
    own = np.zeros(decisions, np.int64)
    VETERAN.act(war.inputs, own)
    means, errors = before.mean(axis=1), before.std(axis=1) / 4_000**0.5
    same = np.flatnonzero(own[:-1] == war.actions[:-1])
    gap = luck.points[same] - (means[same + 1] - means[same])
    error = np.sqrt(luck.error[same] ** 2 + errors[same] ** 2 + errors[same + 1] ** 2)
    assert len(same) and (np.abs(gap) < 4.5 * error + 1e-9).all()
    without = np.setdiff1d(np.arange(decisions), decisions_before_dice(war))
    assert len(without) and not luck.points[without].any() and luck.points.any()


@slow
def test_a_line_ends_where_the_next_sortie_begins(random_month: Review) -> None:
    lines, ends = lines_of_war(random_month.war), line_ends(random_month.war)
    assert (np.diff(lines) >= 0).all() and ends[-1] == len(lines) - 1
    assert (lines[ends[:-1] + 1] > lines[ends[:-1]]).all()


@slow
def test_the_command_writes_text_figures_and_page(folder: Path, capsys: Any) -> None:
    path, figures = flown_episode(folder, "careful", SORTIE, 5), folder / "figures.json"
    assert main(["review", str(path), "--threads", "1", "--json", str(figures), "--no-open"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("careful: ") and "by_the_book" in lines[0]
    assert '"common_luck":null' not in path.with_name(f"{path.stem}-review.html").read_text(encoding="utf-8")
    assert json.loads(figures.read_text(encoding="utf-8"))["account"]["common_luck"] is not None


@slow
def test_a_policy_of_the_other_game_is_refused_in_one_line(folder: Path, capsys: Any) -> None:
    path = flown_episode(folder, "careful", SORTIE, 5)
    assert main(["review", str(path), "--policies", "old_hand", "--output", str(folder / "none.html")]) == 2
    err = capsys.readouterr().err.splitlines()
    assert len(err) == 1 and "'old_hand': unknown" in err[0] and "veteran" in err[0]
    assert not (folder / "none.html").exists()


def shares_of_errors(folder: Path, episodes: int) -> NDArray[np.float64]:
    """Return the rest of so many episodes of each script and scale, in its errors."""
    shares = []
    for scale in (Scale.SORTIE, Scale.MONTH):
        spec = WarSpec.read(scale)
        for policy in ("by_the_book", "careful", "random_flyer"):
            for number in range(episodes):
                seed = base_seed(REVIEW_WARS, 1, scale, number)
                account = reviewed(read_flown_war(str(flown_episode(folder, policy, spec, seed)))).account
                assert account is not None
                shares.append(abs(account.totals.unexplained / account.totals.unexplained_error))
    return np.array(shares)


@pytest.mark.study
def test_the_rest_of_a_sortie_and_a_month_is_within_some_of_its_errors(folder: Path) -> None:
    assert shares_of_errors(folder, 1).max() < 4.5


@pytest.mark.study
def test_the_rest_is_within_two_of_its_errors_in_most_episodes(folder: Path) -> None:
    """Of 72 sorties and months of three scripts 88 to 100 % have a rest within two errors."""
    shares = shares_of_errors(folder, 12)
    assert (shares <= 2.0).mean() >= 0.88 and shares.max() < 4.5
    assert 0.6 < float(np.sqrt(np.square(shares).mean())) < 1.4
