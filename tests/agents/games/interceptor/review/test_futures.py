"""Futures of the second game: the deck, the pilot who dies, and choices that come again after the next sortie."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.clones import Rollout
from agents.futures.comparisons import FuturePlan, new_comparisons
from agents.futures.kernels import kernels_of
from agents.games.interceptor.luck.parts import FUTURES, LUCK, RECURRING
from agents.games.interceptor.scripts import veteran
from agents.luck.network import inputs_of, new_network, no_weights
from agents.review.flown_war import FlownWar, read_flown_war
from agents.review.verdicts import means_and_errors
from stuka_env.game import game_named
from stuka_env.games.interceptor.codes import Decision, Over, Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from tests.support.interceptor.flown import flown_episode

pytestmark = pytest.mark.slow  # most of their time is the compilation of code that nothing else needs

CAREER = WarSpec.read(Scale.CAREER, start="1944-01")
NAMES = FUTURES.names


@pytest.fixture(scope="module")
def war(tmp_path_factory: Any) -> FlownWar:
    """A short career of a script that fights much, so that cards are out."""
    return read_flown_war(str(flown_episode(tmp_path_factory.mktemp("wars"), "rash", CAREER, 4)))


def begun(war: FlownWar, decision: int, number: int, workspace: Any) -> Rollout:
    """Begin a future of the action taken at a decision."""
    rollout = Rollout(int(war.actions[decision]), int(war.inputs.noise[decision]), number)
    NAMES["begin_future"](war.inputs.snapshot[decision], war.inputs.charts[0], workspace, rollout)
    return rollout


def test_the_cards_that_are_out_stay_out_and_the_others_are_shuffled(war: FlownWar) -> None:
    drawn = war.inputs.snapshot["deck"]["drawn"].sum(axis=1)
    decision = int(drawn.argmax())
    assert drawn[decision] >= 4
    before, workspace = war.inputs.snapshot[decision], FUTURES.new_workspace()
    next_cards = set()
    for number in range(200):
        begun(war, decision, number, workspace)
        clone: Any = workspace.wars.mats[0]
        same_deck = clone["deck"]["shuffles"] == before["deck"]["shuffles"]
        if same_deck and clone["career"]["month"] == before["career"]["month"]:
            assert (clone["deck"]["drawn"] >= before["deck"]["drawn"]).all()
            next_cards |= set(np.flatnonzero(clone["deck"]["drawn"] > before["deck"]["drawn"]).tolist())
    assert len(next_cards) > 20


def test_a_single_sortie_scores_nothing_for_a_dead_pilot(tmp_path: Path) -> None:
    sortie = WarSpec.read(Scale.SORTIE, month="1943-10")
    war = read_flown_war(str(flown_episode(tmp_path, "rash", sortie, 3)))
    workspace, scores, is_dead, charts = FUTURES.new_workspace(), [], [], war.inputs.charts[0]
    for number in range(2_000):
        rollout, last = begun(war, 0, number, workspace), NAMES["last_line"](war.inputs.snapshot[0], True)
        NAMES["continue_future"](veteran.choose, charts, workspace, rollout, last, 0)
        scores.append(NAMES["future_score"](charts, workspace))
        mat: Any = workspace.wars.mats[0]
        is_dead.append(mat["career"]["over"] == Over.DEATH and mat["career"]["bombers"] > 0)
    assert any(is_dead) and not any(score for score, dead in zip(scores, is_dead, strict=True) if dead)
    assert any(scores)


@pytest.mark.parametrize("kind", [Decision.DEBRIEF, Decision.SCRAMBLE])
def test_a_future_of_a_purchase_flies_one_more_sortie(war: FlownWar, kind: Decision) -> None:
    mats, workspace, charts = war.inputs.snapshot, FUTURES.new_workspace(), war.inputs.charts[0]
    decision = int(np.flatnonzero((mats["cursor"]["decision"] == kind) & (mats["career"]["flown"] > 0))[0])
    mat = mats[decision]
    for number in range(64):
        rollout, last = begun(war, decision, number, workspace), NAMES["last_line"](mat, False)
        NAMES["continue_future"](veteran.choose, charts, workspace, rollout, last, 0)
        clone: Any = workspace.wars.mats[0]
        following = NAMES["line_of_next_chance"](mat, clone, last)
        if kind not in RECURRING or clone["career"]["over"]:
            assert following == last
            continue
        assert following > last
        while following > last:
            last = following
            NAMES["continue_future"](veteran.choose, charts, workspace, rollout, last, 0)
            following = NAMES["line_of_next_chance"](mat, clone, last)
        assert clone["career"]["over"] or clone["career"]["flown"] == mat["career"]["flown"] + 1


def network_of_points() -> Any:
    """Return a network that takes 50 bombers for a point of Prestige."""
    layout = game_named("interceptor").envs.layout(LUCK.details)
    inputs = inputs_of(layout)
    weights = no_weights(inputs)
    place = np.searchsorted(layout.code_places, layout.parts["pilot_prestige"].indices[0])
    weights["first"][place, 0] = weights["second"][0, 0] = 1.0
    weights["last"][0] = -50.0
    return new_network(inputs, weights)


def test_what_is_only_worth_something_to_the_value_costs_nothing_past_the_next_chance(war: FlownWar) -> None:
    """Without a further sortie every pair would differ by the worth of a point."""
    mats, masks = war.inputs.snapshot, war.inputs.masks
    debriefs = np.flatnonzero((mats["cursor"]["decision"] == Decision.DEBRIEF) & (mats["career"]["flown"] > 0))
    decision = int(next(number for number in debriefs if masks[number].sum() > 1))
    legal = np.flatnonzero(masks[decision])
    candidates = np.full((len(war.actions), 1), -1)
    candidates[decision] = next(action for action in legal if action != war.actions[decision])
    workspace = FUTURES.new_workspace()
    workspace = workspace._replace(judge=workspace.judge._replace(network=network_of_points()))
    costs = []
    for past_chance in (False, True):
        comparisons, plan = new_comparisons(war.actions, candidates), FuturePlan(0, 400, False, past_chance)
        decisions = FUTURES.open_decisions(war.inputs)
        kernels_of(FUTURES).compare_futures(veteran.choose, decisions, comparisons, workspace, plan, decision)
        costs.append(float(means_and_errors(comparisons)[0][decision, 0]))
    assert abs(costs[1]) < abs(costs[0]) - 10.0
