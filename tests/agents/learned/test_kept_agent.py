"""An agent that was saved before the house was rebuilt (commit 0e65335): it still loads, and plays as it did."""

import json
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

from sb3_contrib import MaskablePPO

from agents.evaluation.episodes import policy_input
from agents.learned.card import RENEWED_DIGESTS, AgentError, card_path, observation_digest, read_card
from agents.learned.learned_policy import has_score_head, read_weights
from agents.learned.saving import policy_module, read_members
from agents.registry import make_policy, trained_agents
from agents.training.config import Config, StructuredNetwork
from agents.training.warm_start import check_agent
from stuka_env.charts import load_charts
from stuka_env.engine.engine import Engine, new_view
from stuka_env.networks.policies import StructuredPolicy
from stuka_env.scenario.plan import Scenario
from tests.support.places import GOLDEN
from tools.renew_cards import renew

KEPT = GOLDEN / "kept_agent.zip"
MISSION = Scenario(0, 0, 0, 1)
FIRST_WAR = [
    5, 10, 32, 22, 33, 23, 34, 24, 35, 25, 36, 26, 37, 44, 45, 63, 63, 63, 104, 100, 99, 99, 99, 99, 63,
]  # fmt: skip
"""What it did in its first war then."""


def played() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What the kept agent does in some wars, ``(decisions, wars)``, and what MaskablePPO does with the same file."""
    policy, stock = make_policy(str(KEPT)), MaskablePPO.load(KEPT)
    engine, view = Engine(8, MISSION, load_charts()), new_view(8)
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


def test_it_plays_as_it_did_and_maskable_ppo_loads_it_too() -> None:
    own, stocks = played()
    assert own[:, 0].tolist() == FIRST_WAR
    assert np.array_equal(own, stocks)


def test_a_training_can_begin_from_it() -> None:
    """Its card was written before a network could read a roster; another network is refused."""
    card = read_card(KEPT)
    assert "roster" not in json.loads(card_path(KEPT).read_text())["network"]
    size = {name: card.network[name] for name in ("card", "trunk")}
    assert check_agent(Config(network=StructuredNetwork(**size)), KEPT) == card
    with pytest.raises(AgentError, match="the configuration has"):
        check_agent(Config(network=StructuredNetwork(**size, roster=True)), KEPT)


def test_its_digest_of_the_observation_is_known_by_what_it_is_now() -> None:
    card = read_card(KEPT)
    assert RENEWED_DIGESTS[card.layout_sha256] == observation_digest()


def test_the_agents_that_ship_have_the_digest_of_today() -> None:
    assert {read_card(agent).layout_sha256 for agent in trained_agents().values()} == {observation_digest()}


def test_the_agents_that_ship_name_the_policy_where_the_wheel_has_it_and_expect_a_score() -> None:
    for agent in trained_agents().values():
        assert policy_module(agent) == StructuredPolicy.__module__
        assert has_score_head(read_weights(agent)) and read_card(agent).score_head is not None


def test_its_policy_is_found_where_it_was_and_is_that_of_today() -> None:
    assert policy_module(KEPT) == "agents.learned.network"
    assert type(MaskablePPO.load(KEPT).policy) is StructuredPolicy
    assert StructuredPolicy.__module__ == "stuka_env.networks.policies"


def test_renewing_changes_the_digest_and_the_place_of_the_policy_alone(tmp_path: Path) -> None:
    shutil.copy(KEPT, tmp_path / "own.zip")
    before = json.loads(KEPT.with_suffix(".json").read_text(encoding="utf-8"))
    (tmp_path / "own.json").write_text(json.dumps(before), encoding="utf-8")
    assert renew(tmp_path / "own.zip") and not renew(tmp_path / "own.zip")
    after = json.loads((tmp_path / "own.json").read_text(encoding="utf-8"))
    assert after == before | {"layout_sha256": observation_digest(), "score_head": None}
    kept, own = (read_members(agent) for agent in (KEPT, tmp_path / "own.zip"))
    assert {name for name in kept if kept[name] != own[name]} == {"data"}
    assert kept.keys() == own.keys() and policy_module(tmp_path / "own.zip") == StructuredPolicy.__module__
    parts = [{**json.loads(members["data"]), "policy_class": None} for members in (kept, own)]
    assert parts[0] == parts[1]
    (tmp_path / "own.json").write_text(json.dumps(before | {"layout_sha256": "0" * 64}), encoding="utf-8")
    with pytest.raises(AgentError, match="another layout"):
        renew(tmp_path / "own.zip")


@pytest.mark.parametrize(
    ("members", "said"),
    [({"policy.pth": ""}, "lacks data"), ({"data": "{}", "policy.pth": ""}, "names no policy")],
    ids=["no data", "no policy"],
)
def test_a_zip_that_is_no_agent_is_refused_in_one_line(members: dict[str, str], said: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "own.zip", "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    with pytest.raises(AgentError, match=said) as error:
        policy_module(tmp_path / "own.zip")
    assert "\n" not in str(error.value)
