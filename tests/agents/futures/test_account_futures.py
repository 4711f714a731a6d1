"""Futures by the account of luck, for every game that has them: clones that know nothing of the real dice."""

from typing import Any

import numpy as np
import pytest

from agents.clones import Rollout
from agents.evaluation.recording import RecordedWars, save_replays
from agents.futures.flying import NO_END, Futures
from agents.games.interceptor.luck.parts import FUTURES as CAREERS
from agents.games.support.review.parts import FUTURES as BATTLES
from agents.games.wing.review.parts import FUTURES as CAMPAIGNS
from agents.luck.network import points_to_come
from agents.luck.parts import luck_parts
from agents.registry import make_policy
from agents.review.account_parts import SHORT_WAR
from agents.review.flown_war import FlownWar, read_flown_war
from stuka_env.game import game_named

pytestmark = pytest.mark.slow  # most of their time is the compilation of code that nothing else needs

FUTURES = {"interceptor": CAREERS, "support": BATTLES, "wing": CAMPAIGNS}
FLOWN = {
    "interceptor": (2, {"start": "1944-01"}, "rash", "veteran"),
    "support": (1, {"scenario": "village"}, "random", "best"),
    "wing": (1, {"campaign": "short_1942"}, "all_wrong", "by_the_book"),
}
"""Scale and arguments of a long war, the script that flies it, and the one that flies its futures."""


@pytest.fixture(scope="module", params=FUTURES)
def war(request: Any, tmp_path_factory: Any) -> FlownWar:
    scale, arguments, policy, _ = FLOWN[request.param]
    spec = game_named(request.param).envs.read_arguments(scale, **arguments)[0]
    wars = RecordedWars(spec, np.array([4], np.uint64), 0)
    folder = tmp_path_factory.mktemp("wars")
    return read_flown_war(str(save_replays(make_policy(policy, request.param), wars, folder, policy)[0]))


def futures_of(war: FlownWar) -> Futures:
    return FUTURES[war.flight.game.name]


def ends(war: FlownWar, decision: int, count: int, to_the_end: bool = False) -> tuple[list[float], list[Any]]:
    """Return the scores and the mats of futures of the action taken at a decision."""
    names, workspace = futures_of(war).names, futures_of(war).new_workspace()
    choose = war.game.choose if to_the_end else script_of(war)
    mat, charts, scores, mats = war.inputs.snapshot[decision], war.inputs.charts[0], [], []
    for number in range(count):
        rollout = Rollout(int(war.actions[decision]), int(war.inputs.noise[decision]), number)
        names["begin_future"](mat, charts, workspace, rollout)
        names["continue_future"](choose, charts, workspace, rollout, names["last_line"](mat, to_the_end), 0)
        scores.append(names["future_score"](charts, workspace))
        mats.append(workspace.wars.mats[0].copy())
    return scores, mats


def script_of(war: FlownWar) -> Any:
    policy: Any = make_policy(FLOWN[war.flight.game.name][3], war.flight.game.name)
    return policy.choose


def is_over(war: FlownWar, mat: Any) -> bool:
    return bool(mat[war.flight.game.standing_block]["over"])


def test_a_future_ends_with_its_line_or_with_the_war(war: FlownWar) -> None:
    line_of = war.flight.game.replays.line_of
    for decision in range(0, len(war.actions), 7):
        line = line_of(war.inputs.snapshot[decision])
        for mat in ends(war, decision, 8)[1]:
            assert is_over(war, mat) or (line_of(mat) > line and futures_of(war) is not BATTLES)  # which are short
        assert all(is_over(war, mat) for mat in ends(war, decision, 4, to_the_end=True)[1])
    assert futures_of(war).names["last_line"](war.inputs.snapshot[0], True) == NO_END


def test_futures_with_one_number_are_the_same_and_others_differ(war: FlownWar) -> None:
    before = war.inputs.snapshot.tobytes()
    scores, mats = ends(war, 0, 12, to_the_end=True)
    again = ends(war, 0, 12, to_the_end=True)
    assert again[0] == scores and [mat.tobytes() for mat in again[1]] == [mat.tobytes() for mat in mats]
    assert len({mat.tobytes() for mat in mats}) == 12
    assert war.inputs.snapshot.tobytes() == before


def test_the_score_is_what_stands_on_the_mat_and_what_the_network_expects(war: FlownWar) -> None:
    game = war.flight.game
    luck = luck_parts(game.name)
    assert luck is not None
    network, writer = luck.load(), game.engine.arrays.kinds.writer
    scores, mats = ends(war, 0, 6)
    for score, mat in zip(scores, mats, strict=True):
        assert is_over(war, mat) == (futures_of(war) is BATTLES)
        codes = writer.compact_of(np.array([mat]), war.inputs.charts[0], luck.details)["codes"][0]
        rest = 0.0 if is_over(war, mat) else points_to_come(network, np.ascontiguousarray(codes))
        assert score == pytest.approx(luck.earned(mat) + rest, abs=1e-4)
    over = ends(war, 0, 6, to_the_end=True)
    assert over[0] == [luck.earned(mat) for mat in over[1]]


def test_the_network_expects_what_the_reference_script_scores(war: FlownWar) -> None:
    """The mean of its errors over futures of a first decision is small beside their spread."""
    by_value, at_end = (np.array(ends(war, 0, 400, end)[0]) for end in (False, True))
    assert abs(by_value.mean() - at_end.mean()) < 0.6 * at_end.std()


def test_futures_of_a_single_line_end_with_the_war(war: FlownWar) -> None:
    game = war.flight.game
    short, long = (game.envs.read_arguments(scale)[0] for scale in (0, len(game.ids) - 1))
    assert war.game.has_value(long) == (game.flights.lines_of(long) > SHORT_WAR) and not war.game.has_value(short)


def test_the_kernels_and_the_review_name_the_same_choices_as_recurring(war: FlownWar) -> None:
    recurs = war.game.recurs(war.inputs.snapshot)
    assert not recurs.all() and recurs.any() == bool(futures_of(war).names["RECURS"].any())
