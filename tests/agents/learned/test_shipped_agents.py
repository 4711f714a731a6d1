"""The agents that ship: they play alike however they are loaded, and their files are of today."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

from agents.config_parts import StructuredNetwork
from agents.learned.card import AgentCard, AgentError, read_card
from agents.learned.learned_policy import read_weights
from agents.registry import MODELS, make_policy, trained_agents
from agents.training.config import Config
from agents.training.warm_start import check_agent
from stuka_env.engine.engine import Engine
from stuka_env.envs.agent_card import game_layout_digest
from stuka_env.flights.episodes import policy_input
from stuka_env.game import game_named, game_names
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.networks import SavedModelError, load_model
from stuka_env.networks.saved_models import has_score_head
from tests.support.foreign_models import zip_of
from tests.support.shipped_agents import READ_ODDS, READ_THE_MAT

MISSION = WarSpec(scale=Scale.MISSION, segment=0)
COMPARED_DECISIONS = 25
"""Decisions of each war that are compared."""


def played(agent: Path, file: Path) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the actions of an agent and those of MaskablePPO with a file of it, both ``(decisions, wars)``."""
    policy, stock = make_policy(str(agent)), load_model(file)
    engine = Engine(8, MISSION)
    view = engine.new_view()
    engine.reset(view.buffers, list(range(8)))
    inputs, actions = policy_input(engine, view), np.zeros(8, np.int64)
    own, stocks = [], []
    for _ in range(COMPARED_DECISIONS):
        policy.act(inputs, actions)
        running = inputs.mats["track"]["over"] == 0
        chosen, _ = stock.predict(inputs.observations, action_masks=inputs.masks, deterministic=True)
        own.append(actions.copy())
        stocks.append(np.where(running, chosen, actions))
        engine.step(actions, view.buffers)
    return np.array(own), np.array(stocks)


@pytest.mark.parametrize("form", [".safetensors", ".zip"])
@pytest.mark.parametrize("name", READ_THE_MAT)
def test_the_agents_that_ship_play_alike_however_they_are_loaded(name: str, form: str, tmp_path: Path) -> None:
    agent = trained_agents()[name]
    for suffix in (".safetensors", ".json"):
        shutil.copy(agent.with_suffix(suffix), tmp_path)
    file = tmp_path / agent.name
    own, stocks = played(agent, zip_of(file) if form == ".zip" else file)
    assert np.array_equal(own, stocks)


@pytest.mark.parametrize("name", sorted(READ_ODDS))
def test_maskable_ppo_cannot_hand_the_odds_to_an_agent_that_reads_them(name: str) -> None:
    agent = trained_agents()[name]
    assert make_policy(str(agent)).name == str(agent)
    with pytest.raises(SavedModelError, match="reads the odds under the charts in force, .* load_policy flies it"):
        load_model(agent)


def test_a_training_begins_from_an_agent_of_its_own_network() -> None:
    agent = trained_agents()["distilled-mission"]
    card = read_card(agent)
    assert check_agent(Config(network=StructuredNetwork(**size_of(card))), agent) == card
    with pytest.raises(AgentError, match="the configuration has"):
        check_agent(Config(network=StructuredNetwork(**size_of(card) | {"roster": False})), agent)


def size_of(card: AgentCard) -> dict[str, Any]:
    """Return the sizes of the network on a card."""
    return {name: value for name, value in card.network.items() if name != "kind"}


def every_agent() -> list[tuple[str, Path]]:
    """Return the games and the files of all agents that ship."""
    agents = [(game, agent) for game in game_names() for agent in trained_agents(game).values()]
    assert {agent for _, agent in agents} == {*MODELS.rglob("*.safetensors")}, "each agent lies in the folder of a game"
    return agents


def test_the_agents_that_ship_have_the_digest_of_today() -> None:
    for game, agent in every_agent():
        card = read_card(agent)
        assert card.game == game and card.layout_sha256 == game_layout_digest(game_named(game))


def test_the_agents_that_ship_expect_a_score() -> None:
    for _, agent in every_agent():
        assert has_score_head(read_weights(agent)) and read_card(agent).score_head is not None
