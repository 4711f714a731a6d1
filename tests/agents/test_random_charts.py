"""The laboratory under random charts: every policy reads the charts of its own war, and figures follow from them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.evaluation.evaluation_parts import EvaluationPart
from agents.evaluation.recording import RecordedWars, save_replays
from agents.games.stuka.evaluation.breakdown import breakdown
from agents.games.stuka.learning.parts import earned_scores
from agents.registry import make_policy
from agents.rows import some_wars
from stuka_env.charts.draws import RandomCharts
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import fly_wars, policy_input
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor import codes
from stuka_env.games.interceptor.scenario import plan
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import ExplainingPolicy, PolicyInput
from stuka_env.replay import load, verify
from tests.support.each import each

DRAWN = WarSpec(scale=Scale.OPERATION, random=RandomCharts("evaluation", 3))
CAREERS = plan.WarSpec(scale=codes.Scale.CAREER, random=RandomCharts("evaluation", 3))
WARS = 6


@pytest.fixture(scope="module")
def inputs() -> PolicyInput:
    """Return decisions in the middle of operations that have different charts."""
    return decisions_of(DRAWN, "old_hand", 150)


@pytest.fixture(scope="module")
def careers() -> PolicyInput:
    """Return decisions in the middle of careers that have different charts."""
    return decisions_of(CAREERS, "veteran", 40)


def decisions_of(spec: Any, script: str, turns: int) -> PolicyInput:
    """Return the decisions of wars after so many turns of a script."""
    engine = Engine(WARS, spec)
    view = engine.new_view()
    engine.reset(view.buffers, list(range(WARS)))
    seen, actions = policy_input(engine, view), np.zeros(WARS, np.int64)
    policy = make_policy(script, spec.game)
    for _ in range(turns):
        policy.act(seen, actions)
        engine.step(actions, view.buffers)
    seen.noise[:] = np.arange(WARS) + 7
    return seen


def alone(inputs: PolicyInput, war: int) -> PolicyInput:
    """Return the input of one war, with one record of charts."""
    return some_wars(inputs, np.array([war]))


@each("name", ("old_hand", "kette", "bold", "planner@24", "distilled-operation", "distilled"))
def test_a_policy_reads_the_charts_of_its_own_war(name: str, inputs: PolicyInput) -> None:
    policy: Any = make_policy(name)
    if name == "distilled-operation":
        policy.allow_any_charts()
    together = np.zeros(WARS, np.int64)
    policy.act(inputs, together)
    for war in range(WARS):
        action = np.zeros(1, np.int64)
        policy.act(alone(inputs, war), action)
        assert action[0] == together[war]


@each("name", ("champion", "veteran", "by_the_book", "careful", "rash", "random_flyer", "distilled"))
def test_a_policy_of_careers_reads_the_charts_of_its_own_war(name: str, careers: PolicyInput) -> None:
    policy = make_policy(name, "interceptor")
    together = np.zeros(WARS, np.int64)
    policy.act(careers, together)
    for war in range(WARS):
        action = np.zeros(1, np.int64)
        policy.act(alone(careers, war), action)
        assert action[0] == together[war]


def test_reasons_are_those_of_the_own_charts(inputs: PolicyInput) -> None:
    policy = make_policy("old_hand")
    assert isinstance(policy, ExplainingPolicy)
    reasons = policy.explain(inputs).reasons
    assert reasons is not None
    for war in range(WARS):
        (reason,) = policy.explain(alone(inputs, war)).reasons or ()
        assert reason == reasons[war]


def test_earned_scores_and_rows_have_the_own_charts(inputs: PolicyInput) -> None:
    chosen = np.array([4, 1])
    some = some_wars(inputs, chosen)
    assert some.charts.tobytes() == np.asarray(inputs.charts)[chosen].tobytes()
    assert earned_scores(some).tolist() == earned_scores(inputs)[chosen].tolist()


@pytest.mark.parametrize("scale", (Scale.SEGMENT, Scale.OPERATION, Scale.CAMPAIGN))
def test_the_parts_of_the_score_add_up(scale: Scale) -> None:
    """Sets differ in the number of missions, so a mission does not count the same in every war."""
    spec = WarSpec(scale=scale, random=RandomCharts("training"))
    flown = fly_wars(make_policy("kette"), spec, evaluation_seeds(0, 40))
    parts = breakdown(flown, spec).parts
    assert sum(parts.values()) == pytest.approx(flown.results["score"].mean())
    assert abs(parts["rounding"]) < 1.5


@pytest.mark.parametrize(("spec", "name", "score"), [(DRAWN, "old_hand", "score"), (CAREERS, "veteran", "bombers")])
def test_replays_of_an_evaluation_name_the_sets(spec: Any, name: str, score: str, tmp_path: Path) -> None:
    wars, policy = RecordedWars(spec, evaluation_seeds(0, 3), 0), make_policy(name, spec.game)
    paths = save_replays(policy, wars, tmp_path, name)
    scores = fly_wars(policy, spec, wars.seeds).results[score].tolist()
    assert [verify(load(path)).score for path in paths] == scores
    assert len({load(path).charts_sha256 for path in paths}) == 3


def test_an_agent_of_one_set_flies_under_random_charts() -> None:
    part = EvaluationPart("distilled-operation", DRAWN, evaluation_seeds(0, 2), 0)
    assert fly_wars(part.load_policy(), part.spec, part.seeds).finished.all()
