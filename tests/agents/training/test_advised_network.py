"""A network that reads the choice of a script: it begins as the script, learns in two ways, is saved and flies."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from agents.config_file import ConfigError
from agents.learned.card import AgentError
from agents.learned.learned_policy import LearnedPolicy
from agents.learned.loading import load_agent
from agents.training.config import Config, make_config
from agents.training.learner import Learner
from agents.training.selection import evaluate_on_selection, export, policy_of
from agents.training.warm_start import begin_training
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import fly_wars, policy_input
from stuka_env.game import game_named
from stuka_env.networks.saved_models import SavedModelError, load_model
from stuka_env.policy import PolicyInput, load_policy

RANDOM = {"id": "Wing/Mission-v0", "charts": "random"}
NETWORK = {"kind": "layout", "card": 6, "trunk": 12, "script": "best"}
EXPERTS = {"wars": [RANDOM], "pools": 1, "pool": 60, "rollouts": 2, "epochs": 1, "batch_size": 32}
WARS = 6


def config_with(**changes: Any) -> Config:
    """Return the configuration of a small training."""
    values = {"env": RANDOM, "steps": 0, "num_envs": 8, "network": NETWORK, "score_missions": 0}
    return make_config(values | {"ppo": {"n_steps": 16, "batch_size": 64}} | changes, "test")


def mission_inputs(turns: int) -> PolicyInput:
    """Return decisions of some missions under random charts."""
    game = game_named("wing")
    spec, _ = game.envs.read_arguments(game.ids.index(RANDOM["id"]), charts="random")
    engine = Engine(WARS, spec)
    view = engine.new_view()
    engine.reset(view.buffers, list(range(WARS)))
    for _ in range(turns):
        engine.step(view.masks.argmax(axis=1), view.buffers)
    return policy_input(engine, view)


@pytest.fixture(scope="module")
def learner() -> Any:
    """A learner that has not learned."""
    made = Learner(config_with(), 0)
    yield made
    made.close()


def test_it_begins_as_the_script(learner: Learner) -> None:
    """In whole missions under random charts it scores what the script scores."""
    spec, seeds = learner.config.env.spec(), np.arange(40, dtype=np.uint64)
    own = fly_wars(policy_of(learner, "novice"), spec, seeds)
    script = fly_wars(load_policy("best", "wing"), spec, seeds)
    assert np.array_equal(own.scores, script.scores) and len({*own.scores}) > 5


@pytest.mark.parametrize("turns", [0, 9, 17])
def test_other_choices_stay_probable(learner: Learner, turns: int) -> None:
    """The script's choice is the likeliest, and each other legal action has the same small chance."""
    inputs, choices = mission_inputs(turns), np.zeros(WARS, np.int64)
    load_policy("best", "wing").act(inputs, choices)
    agent = policy_of(learner, "novice")
    chances = agent.chances(agent.seen(inputs), inputs.masks)
    for war in np.flatnonzero(inputs.masks.sum(axis=1) > 1):
        others = np.flatnonzero(inputs.masks[war] & (np.arange(inputs.masks.shape[1]) != choices[war]))
        assert np.allclose(chances[war, others] / chances[war, choices[war]], np.exp(-3), atol=0.02)


def test_expert_iteration_needs_no_other_start(tmp_path: Path) -> None:
    """The file flies as the network in memory; no environment shows the script's choice, so MaskablePPO refuses it."""
    learner = Learner(config_with(start={"expert_iteration": EXPERTS}), 0)
    assert any("expert_iteration/gain" in said.numbers for said in begin_training(learner, lambda: False))
    path = export(learner, evaluate_on_selection(learner), tmp_path / "advised.safetensors")
    saved, inputs = load_agent("advised", path, None, "wing"), mission_inputs(9)
    assert isinstance(saved, LearnedPolicy)
    own = policy_of(learner, "advised")
    assert np.array_equal(own.chances(own.seen(inputs), inputs.masks), saved.chances(saved.seen(inputs), inputs.masks))
    with pytest.raises(SavedModelError, match="reads the choice of a script, which no environment shows"):
        load_model(path)
    learner.close()


def test_imitation_reads_the_advice_too() -> None:
    """The rows of a pool are as long as what the network reads, and it learns from them."""
    imitation = {"teacher": "by_the_book", "wars": [RANDOM], "decisions": 1000, "pool": 1000, "batch_size": 256}
    learner = Learner(config_with(start={"imitation": imitation}), 0)
    assert any("imitation/nll" in said.numbers for said in begin_training(learner, lambda: False))
    learner.close()


def test_ppo_learns_with_the_advice() -> None:
    """The rows of the buffer end with one choice, a legal one, and an update changes the network."""
    learner = Learner(config_with(steps=256), 0)
    before = {name: value.clone() for name, value in learner.model.policy.state_dict().items()}
    from stable_baselines3.common.logger import Logger

    learner.set_logger(Logger(None, []))
    learner.collect_rollouts(lambda env: None)
    buffer, actions = learner.model.rollout_buffer, learner.game.envs.actions
    advice = buffer.observations[..., -actions:]
    assert (advice.sum(axis=-1) == 1).all() and (buffer.action_masks[advice == 1] == 1).all()
    learner.learn()
    after = learner.model.policy.state_dict()
    assert any(not value.equal(before[name]) for name, value in after.items())
    learner.close()


def test_a_script_must_exist() -> None:
    with pytest.raises(AgentError, match="^network.script: policy 'nobody': unknown, allowed is "):
        Learner(config_with(network=NETWORK | {"script": "nobody"}), 0)
    with pytest.raises(AgentError, match="^network.script: got 'random', allowed is a script of the game wing"):
        Learner(config_with(network=NETWORK | {"script": "random"}), 0)


def test_tables_have_no_advice() -> None:
    advised = {"env": {"id": "Stuka/Mission-v0"}, "network": NETWORK | {"script": "champion"}}
    with pytest.raises(ConfigError, match="ppo.tables: got 2, allowed is 1 with network.script=champion"):
        config_with(**advised, ppo={"n_steps": 16, "batch_size": 64, "tables": 2})
