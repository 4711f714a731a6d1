"""Futures of the second game: clones that know nothing of the real dice, and the value at their end."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.clones import Rollout
from agents.games.interceptor.review.futures import (
    NO_END,
    begin_future,
    continue_future,
    future_score,
    last_line,
    new_future_workspace,
)
from agents.games.interceptor.review.line_value import FEATURES, value_of
from agents.games.interceptor.review.parts import REVIEW_PARTS, open_decisions
from agents.games.interceptor.review.value_fit import fill_examples, fit_value
from agents.games.interceptor.scripts import veteran
from agents.review.flown_war import FlownWar, first_decisions, read_flown_war
from stuka_env.games.interceptor.codes import Over, Scale
from stuka_env.games.interceptor.scenario.arguments import read_war_spec
from tests.support.interceptor.flown import flown_episode

pytestmark = pytest.mark.slow  # most of their time is the compilation of code that nothing else needs

CAREER = read_war_spec(Scale.CAREER, start="1944-01")
FUTURES = 200


@pytest.fixture(scope="module")
def war(tmp_path_factory: Any) -> FlownWar:
    """A short career of a script that fights much, so that cards are out."""
    return read_flown_war(str(flown_episode(tmp_path_factory.mktemp("wars"), "rash", CAREER, 4)))


def ends(war: FlownWar, decision: int, count: int, to_the_end: bool = False) -> tuple[list[float], list[Any]]:
    """Return the scores and the mats of futures of the action taken at a decision."""
    workspace, scores, mats = new_future_workspace(np.zeros(FEATURES)), [], []
    mat, charts = war.inputs.mats[decision], war.inputs.charts[0]
    for number in range(count):
        rollout = Rollout(int(war.actions[decision]), int(war.inputs.noise[decision]), number)
        begin_future(mat, charts, workspace, rollout)
        continue_future(veteran.choose, charts, workspace, rollout, last_line(mat, to_the_end), 0)
        scores.append(future_score(charts, workspace))
        mats.append(workspace.mats[0].copy())
    return scores, mats


def test_a_future_ends_with_its_line_or_with_the_war(war: FlownWar) -> None:
    for decision in range(0, len(war.actions), 7):
        used = max(1, int(war.inputs.mats[decision]["career"]["lines_used"]))
        for mat in ends(war, decision, 8)[1]:
            assert mat["career"]["over"] or mat["career"]["lines_used"] > used
        assert all(mat["career"]["over"] for mat in ends(war, decision, 4, to_the_end=True)[1])
    assert last_line(war.inputs.mats[0], True) == NO_END


def test_futures_with_one_number_are_the_same_and_others_differ(war: FlownWar) -> None:
    before = war.inputs.mats.tobytes()
    scores, mats = ends(war, 0, 12, to_the_end=True)
    again = ends(war, 0, 12, to_the_end=True)
    assert again[0] == scores and [mat.tobytes() for mat in again[1]] == [mat.tobytes() for mat in mats]
    assert len({mat.tobytes() for mat in mats}) == 12
    assert war.inputs.mats.tobytes() == before


def test_the_cards_that_are_out_stay_out_and_the_others_are_shuffled(war: FlownWar) -> None:
    drawn = war.inputs.mats["deck"]["drawn"].sum(axis=1)
    decision = int(drawn.argmax())
    assert drawn[decision] >= 4
    before, workspace = war.inputs.mats[decision], new_future_workspace(np.zeros(FEATURES))
    next_cards = set()
    for number in range(FUTURES):
        rollout = Rollout(int(war.actions[decision]), int(war.inputs.noise[decision]), number)
        begin_future(before, war.inputs.charts[0], workspace, rollout)
        clone: Any = workspace.mats[0]
        same_deck = clone["deck"]["shuffles"] == before["deck"]["shuffles"]
        if same_deck and clone["career"]["month"] == before["career"]["month"]:
            assert (clone["deck"]["drawn"] >= before["deck"]["drawn"]).all()
            next_cards |= set(np.flatnonzero(clone["deck"]["drawn"] > before["deck"]["drawn"]).tolist())
    assert len(next_cards) > 20


def test_a_single_sortie_scores_nothing_for_a_dead_pilot(tmp_path: Path) -> None:
    sortie = read_war_spec(Scale.SORTIE, month="1943-10")
    war = read_flown_war(str(flown_episode(tmp_path, "rash", sortie, 3)))
    scores, mats = ends(war, 0, 2_000, to_the_end=True)
    dead = [mat["career"]["over"] == Over.DEATH and mat["career"]["bombers"] > 0 for mat in mats]
    assert any(dead) and not any(score for score, is_dead in zip(scores, dead, strict=True) if is_dead)
    assert any(scores)


def test_the_value_is_right_on_average(war: FlownWar) -> None:
    """Futures that were not fitted have the mean that the value expects, within its error."""
    decisions, firsts = open_decisions(war.inputs), first_decisions(war)
    weights = fit_value(veteran.choose, decisions, firsts)
    features, remaining = np.zeros((1 << 13, FEATURES)), np.zeros(1 << 13)
    workspace, later = new_future_workspace(weights), 10_000_000
    count, _ = fill_examples(veteran.choose, decisions, workspace, firsts, later, features, remaining)
    errors = remaining[:count] - features[:count] @ weights
    assert count > 1_000
    assert abs(errors.mean()) < 0.15 and errors.std() < 0.99 * remaining[:count].std()


def test_the_value_of_a_mat_is_that_of_its_features(war: FlownWar) -> None:
    weights, scratch = np.random.default_rng(1).normal(size=FEATURES), np.zeros(FEATURES)
    value = value_of(war.inputs.mats[0], war.inputs.charts[0], weights, scratch)
    assert value == pytest.approx(float(scratch @ weights)) and np.count_nonzero(scratch) > 8


def test_only_single_sorties_have_no_value() -> None:
    assert REVIEW_PARTS.has_value(CAREER) and not REVIEW_PARTS.has_value(read_war_spec(Scale.SORTIE))
