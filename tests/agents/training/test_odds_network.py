"""A network that reads the odds: training over many charts, its file, and play at any table."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from agents.config_file import ConfigError
from agents.games.stuka.planner.agent_planner import make_agent_planner
from agents.learned.learned_policy import LearnedPolicy
from agents.learned.loading import load_agent
from agents.learned.score_head import add_score_head
from agents.rows import some_wars
from agents.training.config import Config, make_config
from agents.training.imitation import ImitationRun
from agents.training.learner import Learner
from agents.training.selection import export
from agents.training.warm_start import begin_training
from stuka_env.charts.draws import RandomCharts
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import policy_input
from stuka_env.games.stuka.charts import BANK
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.odds.layout import WITH_ODDS
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import PolicyInput

RANDOM = {"id": "Stuka/Mission-v0", "charts": "random"}
NETWORK = {"kind": "structured", "card": 6, "trunk": 12, "roster": True, "odds": True}
IMITATION = {
    "teacher": "doctrine",
    "wars": [RANDOM, {"id": "Stuka/Mission-v0", "teacher": "old_hand"}],
    "decisions": 4000,
    "pool": 2000,
    "batch_size": 256,
}
EXPERTS = {"wars": [RANDOM], "pools": 1, "pool": 60, "rollouts": 4, "epochs": 1, "batch_size": 32}
WARS = 5


def config_with(**changes: Any) -> Config:
    """Return the configuration of a small training."""
    values = {"env": RANDOM, "steps": 0, "num_envs": 8, "network": NETWORK, "start": {"imitation": IMITATION}}
    return make_config(values | {"ppo": {"n_steps": 16, "batch_size": 64}} | changes, "test")


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train an agent by imitation and expert iteration, with a score head, and return its file."""
    learner = Learner(config_with(start={"imitation": IMITATION, "expert_iteration": EXPERTS}), 0)
    losses = [said.numbers.get("imitation/nll") for said in begin_training(learner, lambda: False)]
    assert losses[0] is not None and losses[1] is not None and losses[1] < losses[0]
    path = export(learner, None, tmp_path_factory.mktemp("agent") / "any.safetensors")
    add_score_head(path, learner.config.kinds, 300)
    learner.close()
    return path


def inputs_of(spec: WarSpec, turns: int = 12) -> PolicyInput:
    """Return decisions of some wars after some turns of legal actions."""
    engine = Engine(WARS, spec)
    view = engine.new_view()
    engine.reset(view.buffers, list(range(WARS)))
    for _ in range(turns):
        engine.step(view.masks.argmax(axis=1), view.buffers)
    seen = policy_input(engine, view)
    seen.noise[:] = np.arange(WARS) + 3
    return seen


def test_each_scenario_has_its_teacher() -> None:
    learner = Learner(config_with(), 0)
    run = ImitationRun(learner, learner.config.start.imitation or pytest.fail())
    assert [teacher.name for teacher in run.teachers] == ["doctrine", "old_hand"]
    assert run.numbers == WITH_ODDS
    run.close()
    learner.close()


def test_the_kinds_of_war_have_no_teacher() -> None:
    assert [set(type(env).model_fields) & {"teacher"} for env in config_with().kinds] == [set(), set()]
    assert len(config_with().kinds) == 2


def test_it_knows_any_charts(agent: Path) -> None:
    """An agent of random charts plays under ours and under a set that it has never met, each war by its own charts."""
    policy = load_agent("any", agent, None)
    number = list(BANK.parts["evaluation"])[0]
    other = WarSpec(scale=Scale.MISSION, charts=BANK.charts(number))
    for spec in (WarSpec(scale=Scale.MISSION), other, WarSpec(scale=Scale.OPERATION, random=RandomCharts("training"))):
        inputs = inputs_of(spec)
        together = np.zeros(WARS, np.int64)
        policy.act(inputs, together)
        expected = policy.expected_score(inputs)
        for war in range(WARS):
            alone, action = some_wars(inputs, np.array([war])), np.zeros(1, np.int64)
            policy.act(alone, action)
            assert action[0] == together[war] and inputs.masks[war, action[0]]
            assert policy.expected_score(alone)[0] == pytest.approx(expected[war], rel=1e-5, abs=1e-3)


def test_other_charts_lead_to_other_chances(agent: Path) -> None:
    policy = load_agent("any", agent, None)
    inputs = inputs_of(WarSpec(scale=Scale.MISSION))
    other: Any = np.array([BANK.charts(list(BANK.parts["evaluation"])[0]).record])
    before = policy.chances(policy.seen(inputs), inputs.masks)
    after = policy.chances(policy.seen(inputs._replace(charts=other)), inputs.masks)
    assert np.abs(before - after).max() > 1e-6


def test_a_planner_flies_its_clones_by_it(agent: Path) -> None:
    policy = load_agent("any", agent, None)
    assert isinstance(policy, LearnedPolicy)
    planner = make_agent_planner("planner", 16, policy)
    inputs = inputs_of(WarSpec(scale=Scale.OPERATION, random=RandomCharts("training")))
    actions = np.zeros(WARS, np.int64)
    planner.act(inputs, actions)
    assert inputs.masks[np.arange(WARS), actions].all()


def test_ppo_does_not_know_the_odds() -> None:
    with pytest.raises(ConfigError, match="network.odds: got true, allowed is false with 640 decisions of PPO"):
        config_with(steps=640)
