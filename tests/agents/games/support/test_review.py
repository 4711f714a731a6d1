"""Reviews of battles: what they know of counters that lie face down, the account, and the titles of mistakes."""

from typing import Any

import numpy as np
import pytest

from agents.clones import Rollout
from agents.evaluation.recording import RecordedWars, save_replays
from agents.games.support.review.parts import FUTURES
from agents.registry import make_policy
from agents.review.flown_war import FlownWar, read_flown_war
from agents.review.parts import parts_of
from agents.review.review import review_war
from agents.review.words import verdict_lines
from stuka_env.declared.records import rows
from stuka_env.engine import hidden
from stuka_env.engine.memory import copied
from stuka_env.games.support.codes import Act, Decision, Scale
from stuka_env.games.support.rules.mat import Mat
from stuka_env.games.support.scenario.plan import WarSpec
from tests.support.each import each

FUTURES_OF_EACH = 8


@pytest.fixture(scope="module")
def war(tmp_path_factory: Any) -> FlownWar:
    """Return a battle that chance has played."""
    wars = RecordedWars(WarSpec.read(Scale.BATTLE, scenario="strongpoint"), np.array([4], np.uint64), 0)
    folder = tmp_path_factory.mktemp("wars")
    return read_flown_war(str(save_replays(make_policy("random", "support"), wars, folder, "random")[0]))


@each(
    "decision, taken, better, title",
    [
        (Decision.ATTACK, Act.TARGET, Act.TARGET + 3, "what it attacks: the wrong one"),
        (Decision.STYLE, Act.DIVE, Act.STRAFE, "how it attacks: dive in place of strafe"),
    ],
)
def test_the_title_of_a_mistake_names_no_piece(decision: Decision, taken: int, better: int, title: str) -> None:
    mats: Any = rows(1, Mat)
    mats["cursor"]["decision"] = decision
    assert parts_of("support").mistake_title(mats[0], taken, better) == title


def test_a_review_reads_mats_as_their_player_saw_them(war: FlownWar) -> None:
    mats = hidden.seen(war.flight.game, war.inputs.snapshot, war.inputs.charts)
    assert mats.tobytes() == war.inputs.snapshot.tobytes()


@pytest.mark.slow  # most of its time is the compilation of the futures
def test_futures_draw_the_counters_anew_whatever_lies_on_the_mat(war: FlownWar) -> None:
    names, space, charts = FUTURES.names, FUTURES.new_workspace(), war.inputs.charts
    others, drawn = copied(war.inputs.snapshot), set()
    assert hidden.draw(war.flight.game, others, charts, 99) and others.tobytes() != war.inputs.snapshot.tobytes()
    for decision in range(0, len(war.actions), 5):
        for number in range(FUTURES_OF_EACH):
            rollout = Rollout(int(war.actions[decision]), int(war.inputs.noise[decision]), number)
            ends = []
            for mats in (war.inputs.snapshot, others):
                names["begin_future"](mats[decision], charts[0], space, rollout)
                ends.append(space.wars.mats[0].tobytes())
            assert ends[0] == ends[1]
            drawn.add((decision, space.wars.mats[0]["hidden"]["kinds"].tobytes()))
    assert len(drawn) > len(war.actions) // 5, "every future would have the same counters"


@pytest.mark.study
def test_the_account_of_a_battle_adds_up(war: FlownWar) -> None:
    review = review_war(war, ["by_the_book"], seconds=20.0, num_threads=1)
    assert review.account is not None
    account = review.account.totals
    parts = account.par + account.luck + account.decisions + account.unexplained
    assert parts == pytest.approx(account.score, abs=1e-9) and account.score == war.flight.ending.score
    assert account.marked + account.shared + account.unmarked == pytest.approx(account.decisions, abs=1e-9)
    assert account.later == 0.0 and account.common_luck is not None
    assert account.decisions < -1.0 and abs(account.unexplained) < 4.0 * account.unexplained_error
    assert "random: " in verdict_lines(review)[0]
