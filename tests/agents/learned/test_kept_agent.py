"""An agent with pickled entries, saved before the house was rebuilt (commit 0e65335): it still plays as it did."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

from agents.config_parts import StructuredNetwork
from agents.learned.card import AgentError, current_digest, read_card
from agents.learned.learned_policy import read_weights
from agents.learned.saving import has_pickles
from agents.registry import make_policy, trained_agents
from agents.training.config import Config
from agents.training.warm_start import check_agent
from stuka_env.engine.engine import Engine
from stuka_env.envs.agent_card import card_path, game_layout_digest
from stuka_env.flights.episodes import policy_input
from stuka_env.game import game_named
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.networks.policies import StructuredPolicy
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.networks import SavedModelError, load_model
from stuka_env.networks.saved_models import (
    has_score_head,
    pickled_entries,
    read_model_file,
)
from tests.support.places import GOLDEN
from tests.support.shipped_agents import READ_ODDS, READ_THE_MAT
from tools.renew_cards import renew

KEPT = GOLDEN / "kept_agent.zip"
DIGEST = game_layout_digest(game_named("stuka"))
MISSION = WarSpec(scale=Scale.MISSION, segment=0)
FIRST_WAR = [
    5, 10, 32, 22, 33, 23, 34, 24, 35, 25, 36, 26, 37, 44, 45, 63, 63, 63, 104, 100, 99, 99, 99, 99, 63,
]  # fmt: skip
"""Actions of the agent in its first war when it was saved."""


def played(agent: Path) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the actions of an agent and those of MaskablePPO with the same file, both ``(decisions, wars)``."""
    policy, stock = make_policy(str(agent)), load_model(agent, trust_pickles=agent == KEPT)
    engine = Engine(8, MISSION)
    view = engine.new_view()
    engine.reset(view.buffers, list(range(8)))
    inputs, actions = policy_input(engine, view), np.zeros(8, np.int64)
    own, stocks = [], []
    for _ in FIRST_WAR:
        policy.act(inputs, actions)
        running = inputs.mats["track"]["over"] == 0
        chosen, _ = stock.predict(inputs.observations, action_masks=inputs.masks, deterministic=True)
        own.append(actions.copy())
        stocks.append(np.where(running, chosen, actions))
        engine.step(actions, view.buffers)
    return np.array(own), np.array(stocks)


def test_it_plays_as_it_did_and_so_does_maskable_ppo_where_it_is_trusted() -> None:
    own, stocks = played(KEPT)
    assert own[:, 0].tolist() == FIRST_WAR
    assert np.array_equal(own, stocks)


@pytest.mark.parametrize("name", READ_THE_MAT)
def test_the_agents_that_ship_play_alike_however_they_are_loaded(name: str) -> None:
    own, stocks = played(trained_agents()[name])
    assert np.array_equal(own, stocks)


@pytest.mark.parametrize("name", sorted(READ_ODDS))
def test_maskable_ppo_cannot_hand_the_odds_to_an_agent_that_reads_them(name: str) -> None:
    agent = trained_agents()[name]
    assert make_policy(str(agent)).name == str(agent)
    with pytest.raises(SavedModelError, match="reads the odds under the charts in force, .* load_policy flies it"):
        load_model(agent)


def test_a_training_can_begin_from_it() -> None:
    """Begin from a card that is older than the key ``roster``, and refuse another network."""
    card = read_card(KEPT)
    assert "roster" not in json.loads(card_path(KEPT).read_text())["network"]
    size = {name: card.network[name] for name in ("card", "trunk")}
    assert check_agent(Config(network=StructuredNetwork(**size)), KEPT) == card
    with pytest.raises(AgentError, match="the configuration has"):
        check_agent(Config(network=StructuredNetwork(**size, roster=True)), KEPT)


def test_its_digest_of_the_observation_is_known_by_what_it_is_now() -> None:
    card = read_card(KEPT)
    assert card.layout_sha256 != current_digest(card) == DIGEST


def test_the_agents_that_ship_have_the_digest_of_today() -> None:
    for card in map(read_card, trained_agents().values()):
        assert card.game is not None and card.layout_sha256 == game_layout_digest(game_named(card.game))


def test_the_agents_that_ship_have_no_pickles_and_expect_a_score() -> None:
    for agent in trained_agents().values():
        assert not has_pickles(agent) and b"serialized" not in agent.read_bytes()
        assert has_score_head(read_weights(agent)) and read_card(agent).score_head is not None


def test_its_pickles_are_loaded_only_if_it_is_trusted() -> None:
    names = "policy_class, observation_space, action_space"
    with pytest.raises(SavedModelError, match=rf"^model .*kept_agent.zip: has pickled entries \({names}\)") as error:
        load_model(KEPT)
    assert "trust_pickles=True" in str(error.value) and "\n" not in str(error.value)
    assert type(load_model(KEPT, trust_pickles=True).policy) is StructuredPolicy


def test_renewing_changes_the_digest_and_the_pickles_alone(tmp_path: Path) -> None:
    own = tmp_path / "own.zip"
    shutil.copy(KEPT, own)
    before = json.loads(KEPT.with_suffix(".json").read_text(encoding="utf-8"))
    (tmp_path / "own.json").write_text(json.dumps(before), encoding="utf-8")
    assert renew(own) and not renew(own)
    after = json.loads((tmp_path / "own.json").read_text(encoding="utf-8"))
    assert after == before | {"layout_sha256": DIGEST, "made_by": None, "score_head": None}
    kept, new = read_model_file(KEPT), read_model_file(own)
    assert kept.members.keys() == new.members.keys()
    assert {name for name in kept.members if kept.members[name] != new.members[name]} == {"data"}
    changed = {name for name in kept.data if kept.data[name] != new.data[name]}
    assert changed == set(pickled_entries(kept.data)) and pickled_entries(new.data) == []
    assert type(load_model(own).policy) is StructuredPolicy
    (tmp_path / "own.json").write_text(json.dumps(before | {"layout_sha256": "0" * 64}), encoding="utf-8")
    with pytest.raises(AgentError, match="another layout"):
        renew(own)
