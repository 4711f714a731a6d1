"""Choices that come again: futures fly past the next chance, so a point not spent costs what it costs until then."""

from typing import Any

import numpy as np
import pytest

from agents.clones import Rollout
from agents.games.interceptor.review.futures import (
    RECURRING,
    REVIEW_KERNELS,
    begin_future,
    continue_future,
    last_line,
    line_of_next_chance,
    new_future_workspace,
)
from agents.games.interceptor.review.line_value import FEATURES, TRAITS, write_traits
from agents.games.interceptor.review.parts import REVIEW_PARTS, open_decisions
from agents.games.interceptor.scripts import veteran
from agents.review.flown_war import FlownWar, read_flown_war
from agents.review.futures import FuturePlan, new_comparisons
from agents.review.verdicts import means_and_errors
from stuka_env.games.interceptor.codes import Decision, Scale
from stuka_env.games.interceptor.scenario.arguments import read_war_spec
from tests.support.interceptor.flown import flown_episode

CAREER = read_war_spec(Scale.CAREER, start="1944-01")
FUTURES = 64


@pytest.fixture(scope="module")
def war(tmp_path_factory: Any) -> FlownWar:
    return read_flown_war(str(flown_episode(tmp_path_factory.mktemp("wars"), "rash", CAREER, 4)))


def decision_like(war: FlownWar, decision: Decision) -> int:
    """Return the first decision of this kind after a sortie."""
    mats = war.inputs.mats
    return int(np.flatnonzero((mats["cursor"]["decision"] == decision) & (mats["career"]["flown"] > 0))[0])


@pytest.mark.parametrize("kind", [Decision.DEBRIEF, Decision.SCRAMBLE])
def test_a_future_of_a_purchase_flies_one_more_sortie(war: FlownWar, kind: Decision) -> None:
    decision, workspace = decision_like(war, kind), new_future_workspace(np.zeros(FEATURES))
    mat, charts = war.inputs.mats[decision], war.inputs.charts[0]
    flown = int(mat["career"]["flown"])
    for number in range(FUTURES):
        rollout = Rollout(int(war.actions[decision]), int(war.inputs.noise[decision]), number)
        begin_future(mat, charts, workspace, rollout)
        last = last_line(mat, False)
        continue_future(veteran.choose, charts, workspace, rollout, last, 0)
        following = line_of_next_chance(mat, workspace, last)
        clone: Any = workspace.mats[0]
        if kind not in RECURRING or clone["career"]["over"]:
            assert following == last
            continue
        assert following > last
        while following > last:
            last = following
            continue_future(veteran.choose, charts, workspace, rollout, last, 0)
            following = line_of_next_chance(mat, workspace, last)
        assert clone["career"]["over"] or clone["career"]["flown"] == flown + 1


def test_what_is_only_worth_something_to_the_value_costs_nothing_past_the_next_chance(war: FlownWar) -> None:
    """A value that gives 50 bombers for a point less: without a further sortie every pair would differ by that."""
    mats, masks = war.inputs.mats, war.inputs.masks
    debriefs = np.flatnonzero((mats["cursor"]["decision"] == Decision.DEBRIEF) & (mats["career"]["flown"] > 0))
    decision = int(next(number for number in debriefs if masks[number].sum() > 1))
    legal = np.flatnonzero(masks[decision])
    candidates = np.full((len(war.actions), 1), -1)
    candidates[decision] = next(action for action in legal if action != war.actions[decision])
    costs = []
    for past_chance in (False, True):
        weights = np.zeros(FEATURES)
        weights[1] = -500.0
        comparisons, workspace = new_comparisons(war.actions, candidates), new_future_workspace(weights)
        plan = FuturePlan(0, 400, False, past_chance)
        REVIEW_KERNELS.compare_futures(
            veteran.choose, open_decisions(war.inputs), comparisons, workspace, plan, decision
        )
        costs.append(float(means_and_errors(comparisons)[0][decision, 0]))
    assert abs(costs[1]) < abs(costs[0]) - 10.0


def test_the_kernels_and_the_review_name_the_same_choices_as_recurring(war: FlownWar) -> None:
    recurs = REVIEW_PARTS.recurs(war.inputs.mats)
    assert recurs.any() and not recurs.all()
    assert set(war.inputs.mats["cursor"]["decision"][recurs].tolist()) <= set(RECURRING)


def test_the_value_knows_points_and_leave_that_are_still_to_be_used(war: FlownWar) -> None:
    """Two mats that differ in the points of the wingman, of the gunner, or in the leave have other traits."""
    mat = war.inputs.mats[:1].copy()
    before, after = np.zeros(TRAITS), np.zeros(TRAITS)
    write_traits(mat[0], before)
    for field, name in (("wingman", "points"), ("gunner", "points"), ("pilot", "leave_taken")):
        changed = mat.copy()
        changed[field][name] = 1 - changed[field][name].clip(0, 1)
        write_traits(changed[0], after)
        assert np.count_nonzero(before != after) == 1
