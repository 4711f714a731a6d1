"""Reviews of the third game: the account of a mission, and the titles of mistakes."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.evaluation.recording import RecordedWars, save_replays
from agents.registry import make_policy
from agents.review.flown_war import read_flown_war
from agents.review.parts import parts_of
from agents.review.review import for_the_page, review_war
from agents.review.words import loss_lines, verdict_lines
from stuka_env.declared.records import rows
from stuka_env.games.wing.codes import Act, Decision, Scale
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.scenario.plan import WarSpec
from tests.support.each import each


@each(
    "decision, taken, better, title",
    [
        (Decision.CREW, Act.CREW, Act.CREW + 3, "which crew flies in this place: the wrong one"),
        (Decision.JOIN, Act.JOIN + 3, Act.JOIN, "how many more escorts fight: too many"),
        (Decision.PRESS, Act.PRESS, Act.PRESS + 2, "how many free escorts go on: too few"),
        (Decision.ALTITUDE, Act.LOW, Act.HIGH, "how high to bomb: low in place of high"),
        (Decision.COVER, Act.DONE, Act.COVER, "which attack an escort covers: done in place of cover"),
    ],
)
def test_the_title_of_a_mistake_follows_from_the_words(decision: Decision, taken: int, better: int, title: str) -> None:
    mats: Any = rows(1, Mat)
    mats["cursor"]["decision"] = decision
    assert parts_of("wing").mistake_title(mats[0], taken, better) == title


@pytest.mark.slow
def test_the_account_of_a_mission_adds_up_and_its_mistakes_are_named(tmp_path: Path) -> None:
    wars = RecordedWars(WarSpec(scale=Scale.MISSION), np.array([6], np.uint64), 0)
    war = read_flown_war(str(save_replays(make_policy("all_wrong", "wing"), wars, tmp_path, "all_wrong")[0]))
    review = review_war(war, ["by_the_book"], seconds=60.0, num_threads=1)
    assert review.account is not None
    account = review.account.totals
    parts = account.par + account.luck + account.decisions + account.unexplained
    assert parts == pytest.approx(account.score, abs=1e-9) and account.score == war.flight.ending.score
    assert account.marked + account.shared + account.unmarked == pytest.approx(account.decisions, abs=1e-9)
    assert abs(account.unexplained) < 4.0 * account.unexplained_error and account.common_luck is not None
    assert account.decisions < -1.0 and len(review.verdicts.losses) > 3
    assert "all_wrong: " in verdict_lines(review)[0] and for_the_page(review).reference == "by_the_book"
    lines = loss_lines(war, review.verdicts.losses, Path("page.html"))
    assert any(re.match(r"- mission \d+, step", line) for line in lines)
