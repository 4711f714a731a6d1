"""The agents that ship: what they expect at the start of a mission is what they get, on average."""

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("pydantic")

from agents.config_parts import Env
from agents.evaluation.score_calibration import calibrate, calibration_table
from agents.learned.loading import load_agent
from agents.registry import trained_agents
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.codes import Scale as CareerScale
from stuka_env.games.interceptor.scenario.plan import WarSpec as CareerSpec
from stuka_env.games.stuka.codes import Operation, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from tests.support.slow import slow, study

MISSION, CAMPAIGN = Env(id="Stuka/Mission-v0"), Env(id="Stuka/Campaign-v0")
BARBAROSSA, CASE_BLUE, CITADEL = (
    Env(id="Stuka/Operation-v0", operation=name) for name in ("barbarossa", "case_blue", "citadel")
)
CAREER_UNDER_MANY_CHARTS = Env(id="Interceptor/Career-v0", charts="random-evaluation")
UNDER_MANY_CHARTS = Env(id="Stuka/Operation-v0", operation="citadel", charts="random-evaluation")


def test_the_agent_for_all_wars_has_no_limits() -> None:
    """As the README says: every scale in every operation, also a mission of an operation that it knows as a whole."""
    policy, campaign_agent = (
        load_agent(name, trained_agents()[name], None) for name in ("distilled", "distilled-campaign")
    )
    wars = [WarSpec(scale=scale, operation=operation) for scale in Scale for operation in Operation]
    assert {policy.limits(war) for war in wars} == {""}
    assert {war.scale for war in wars if campaign_agent.limits(war)} == {Scale.SEGMENT}


def test_the_agent_of_the_second_game_has_no_limits() -> None:
    agent = load_agent("distilled", trained_agents("interceptor")["distilled"], None, "interceptor")
    assert {agent.limits(CareerSpec(scale=scale)) for scale in CareerScale} == {""}


@pytest.mark.parametrize(
    ("agent", "wars", "episodes", "overall", "at_a_mission"),
    [
        ("distilled-mission", MISSION, 300, 2.5, 2.5),
        ("distilled-operation", CITADEL, 40, 1.0, 2.0),
        ("distilled", UNDER_MANY_CHARTS, 40, 2.0, 3.0),
        study("distilled", CAREER_UNDER_MANY_CHARTS, 200, 3.0, 8.0),
        slow("distilled-operation", BARBAROSSA, 40, 1.0, 2.0),
        study("distilled-operation", CASE_BLUE, 40, 1.0, 2.0),
        study("distilled-campaign", CAMPAIGN, 10, 2.0, 5.0),
    ],
    ids=lambda given: given.keywords.get("operation") or given.id if isinstance(given, Env) else str(given),
)
def test_expected_is_achieved(agent: str, wars: Env, episodes: int, overall: float, at_a_mission: float) -> None:
    """Wars of the evaluation, none of which they were fitted on. Bounds in points of the final score.

    They leave room for chance: a Mission's score has a standard deviation of 22 points, an operation's of 7.
    docs/results.md has the figures over many wars.
    """
    policy = load_agent(agent, trained_agents(wars.game.name)[agent], None, wars.game.name)
    found = calibrate(policy, wars.spec(), evaluation_seeds(0, episodes))
    errors = np.array([each.error.mean for each in found])
    assert abs(errors).max() <= at_a_mission, calibration_table(found)
    assert abs(np.average(errors, weights=[each.wars for each in found])) <= overall, calibration_table(found)
