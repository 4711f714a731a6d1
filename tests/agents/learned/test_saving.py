"""Saved agents: what is written is what plays, and what cannot be used is refused in one line."""

import dataclasses
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytest.importorskip("pydantic")

import torch
from safetensors.torch import save

from agents.evaluation.evaluation_parts import EvaluationPart, fly_part
from agents.games.stuka.learning.parts import earned_scores
from agents.learned.card import AgentError, read_card
from agents.learned.learned_policy import LearnedPolicy, masked_softmax, sample_actions
from agents.learned.loading import load_agent
from agents.registry import make_policy
from agents.training.config import Config, make_config
from agents.training.learner import Learner
from agents.training.selection import export, policy_of
from agents.training.warm_start import check_agent, load_weights
from stuka_env import ENVIRONMENTS
from stuka_env.charts.draws import RandomCharts
from stuka_env.compiling.philox import draw_noise
from stuka_env.engine.engine import Engine
from stuka_env.envs.agent_card import record_digest
from stuka_env.flights.episodes import FlightError, fly_wars, policy_input
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import Operation, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.networks import load_model
from stuka_env.networks.model_files import tensor_contents
from stuka_env.policy import ExplainingPolicy, LimitedPolicy, PolicyInput

MISSION = WarSpec(scale=Scale.MISSION, segment=0)
MOSTLY, ROUNDING = 0.9, 1e-4
"""Share of actions that a batch of another size must not change, and the relative difference that is rounding."""
KINDS: dict[str, dict[str, Any]] = {
    "structured": {"kind": "structured", "card": 8, "trunk": 16},
    "layout": {"kind": "layout", "card": 8, "trunk": 16},
    "mlp": {"kind": "mlp", "layers": [16]},
}


def config_of(kind: str) -> Config:
    values = {"env": {"id": "Stuka/Mission-v0", "segment": "1941-06"}, "num_envs": 2, "network": KINDS[kind]}
    return make_config(values | {"ppo": {"n_steps": 2, "batch_size": 4}, "reward_scale": 0.5}, "test")


@pytest.fixture(scope="module", params=sorted(KINDS))
def learner(request: pytest.FixtureRequest) -> Any:
    made = Learner(config_of(request.param), 3)
    with torch.no_grad():
        for weights in made.model.policy.action_net.parameters():
            weights.add_(0.3 * torch.randn(weights.shape, generator=torch.Generator().manual_seed(1)))
    yield made
    made.close()


@pytest.fixture(scope="module")
def agent(learner: Learner, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return export(learner, None, tmp_path_factory.mktemp("agent") / "some.safetensors")


def sight_of(wars: int, turns: int = 12) -> PolicyInput:
    """Wars in the middle of missions."""
    engine = Engine(wars, MISSION)
    view = engine.new_view()
    engine.reset(view.buffers, list(range(wars)))
    rng = np.random.default_rng(0)
    for _ in range(turns):
        engine.step((view.masks * rng.random(view.masks.shape)).argmax(axis=1), view.buffers)
    sight = policy_input(engine, view)
    draw_noise(np.arange(wars), 0, turns, sight.noise)
    return sight


def rows_of(sight: PolicyInput, rows: slice) -> PolicyInput:
    parts: Any = (array if array is sight.charts else array[rows] for array in sight)
    return PolicyInput(*parts)


def acted(policy: LearnedPolicy, sight: PolicyInput) -> Any:
    actions = np.full(len(sight.masks), -1, np.int64)
    policy.act(sight, actions)
    return actions


# --- playing ---


@pytest.mark.parametrize("form", ["own", "old"])
def test_what_is_written_is_what_plays(learner: Learner, form: str, request: pytest.FixtureRequest) -> None:
    agent: Path = request.getfixturevalue(form)
    sight = sight_of(64)
    loaded = load_agent("some", agent, None)
    live = policy_of(learner, "live")
    for own, other in zip(live.explain(sight)[:3], loaded.explain(sight)[:3], strict=True):
        assert np.array_equal(own, other, equal_nan=True)
    stock = load_model(agent)
    running = sight.mats["track"]["over"] == 0
    chosen, _ = stock.predict(sight.observations, action_masks=sight.masks, deterministic=True)
    assert np.array_equal(chosen[running], acted(loaded, sight)[running])
    assert stock.policy.optimizer.state_dict()["state"] == {} and agent.stat().st_size < 2 << 20


def test_greedy_obeys_the_mask_and_does_not_look_at_other_wars(agent: Path) -> None:
    sight, policy = sight_of(128), load_agent("some", agent, None)
    together = acted(policy, sight)
    running = sight.mats["track"]["over"] == 0
    assert 20 < running.sum() < 128 and (together[~running] == -1).all()
    assert sight.masks[running, together[running]].all()
    alone = np.concatenate([acted(policy, rows_of(sight, slice(war, war + 1))) for war in range(128)])
    assert np.array_equal(together == -1, alone == -1) and (together == alone).mean() > MOSTLY
    chances, wars = policy.explain(sight).probabilities, np.flatnonzero(running)
    # a batch of another size may round otherwise, and decide between two actions that are equally probable
    assert np.allclose(chances[wars, together[wars]], chances[wars, alone[wars]], rtol=ROUNDING)


def test_it_uses_one_thread_and_leaves_the_others_as_they_were(agent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    policy, before, during = load_agent("agent", agent, None), torch.get_num_threads(), []
    predict = policy.network.all_log_probs

    def noted(seen: Any) -> Any:
        during.append(torch.get_num_threads())
        return predict(seen)

    monkeypatch.setattr(policy.network, "all_log_probs", noted)
    torch.set_num_threads(2)
    try:
        acted(policy, sight_of(4))
        assert during == [1] and torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def test_sampled_play_depends_on_the_noise_alone(agent: Path) -> None:
    sight, policy = sight_of(64), load_agent("some@sampled", agent, "sampled")
    together = acted(policy, sight)
    halves = [acted(policy, rows_of(sight, part)) for part in (slice(0, 10), slice(10, 64))]
    assert np.array_equal(together, np.concatenate(halves))
    running = sight.mats["track"]["over"] == 0
    assert sight.masks[running, together[running]].all()
    sight.noise[:] = (sight.noise * 31) % (1 << 62)
    assert (acted(policy, sight) != together).any()


def test_draws_are_as_likely_as_they_should_be() -> None:
    logits = np.log(np.array([[1.0, 2.0, 4.0, 1.0]], np.float32))
    masks = np.array([[True, False, True, True]])
    likely = masked_softmax(logits, masks)
    assert likely[0, 1] == 0 and likely.sum() == pytest.approx(1)
    noise = np.arange(6000) * ((1 << 62) // 6000)
    counts = np.bincount(sample_actions(np.repeat(likely, len(noise), axis=0), noise), minlength=4)
    assert counts / len(noise) == pytest.approx([1 / 6, 0, 4 / 6, 1 / 6], abs=1e-3)
    ends = np.array([0, (1 << 62) - 1])
    assert sample_actions(np.repeat(likely, 2, axis=0), ends).tolist() == [0, 3]


def test_thoughts(agent: Path) -> None:
    sight, policy = sight_of(32), load_agent("some", agent, None)
    assert isinstance(policy, ExplainingPolicy)
    thought = policy.explain(sight)
    assert thought.probabilities.sum(axis=1) == pytest.approx(1)
    assert not thought.probabilities[sight.masks == 0].any()
    assert np.isnan(thought.values).all() and np.isnan(thought.action_values).all()
    policy.network.add_score_head()
    expected, earned = policy.expected_score(sight), earned_scores(sight)
    still = np.where(sight.mats["track"]["over"] == 0, policy.explain(sight).values, 0.0)
    assert expected == pytest.approx(earned + still, abs=1e-3)
    running = sight.mats["track"]["over"] == 0
    assert np.array_equal(thought.probabilities.argmax(axis=1)[running], acted(policy, sight)[running])


def test_flying_by_its_file(agent: Path) -> None:
    seeds = np.arange(6, dtype=np.uint64)
    flights = [fly_wars(make_policy(str(agent)), MISSION, seeds, side_by_side=size) for size in (6, 4)]
    assert flights[0].finished.all()
    assert np.array_equal(flights[0].results, flights[1].results)


# --- cards ---


def test_card_round_trip(learner: Learner, agent: Path) -> None:
    card = read_card(agent)
    assert (card.env, card.seed, card.steps) == ("Stuka/Mission-v0", 3, 0)
    assert card.charts_sha256 == load_charts().sha256
    assert card.charts_record_sha256 == record_digest(load_charts().record)
    assert make_config(card.config, "card") == learner.config
    assert card.points == pytest.approx(200.0)
    assert json.loads(agent.with_suffix(".json").read_text())["versions"]["torch"] == torch.__version__


def test_a_training_begins_from_it(learner: Learner, agent: Path) -> None:
    fresh = Learner(learner.config, 4)
    load_weights(fresh, agent)
    assert all(
        torch.equal(own, other)
        for own, other in zip(fresh.model.policy.parameters(), learner.model.policy.parameters(), strict=True)
    )
    fresh.close()
    other = learner.config.model_copy(update={"network": config_of("mlp").network.model_copy(update={"layers": [4]})})
    with pytest.raises(AgentError, match="has the network"):
        check_agent(other, agent)


# --- refusals ---


def change_card(agent: Path, **changes: Any) -> None:
    path = agent.with_suffix(".json")
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def cut_short(agent: Path) -> None:
    agent.write_bytes(agent.read_bytes()[:-2000])


def spoil(agent: Path) -> None:
    """Turn bits of the weights over; either form has a check sum."""
    contents = bytearray(agent.read_bytes())
    place = len(contents) // 2
    contents[place : place + 64] = bytes(byte ^ 0xFF for byte in contents[place : place + 64])
    agent.write_bytes(contents)


def put_tensors(agent: Path, **tensors: torch.Tensor) -> None:
    agent.write_bytes(tensor_contents(tensors))


def put_header(agent: Path, header: dict[str, Any]) -> None:
    """Write safetensors with a header of our own and four bytes of numbers."""
    written = json.dumps(header).encode()
    agent.write_bytes(len(written).to_bytes(8, "little") + written + bytes(4))


def put_weights(agent: Path, write: Callable[[Any], None]) -> None:
    with zipfile.ZipFile(agent, "w") as archive, archive.open("policy.pth", "w") as file:
        write(file)


DENSE = {"kind": "mlp", "layers": [7]}
REFUSALS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "no file": (lambda agent: agent.unlink(), "there is no such file"),
    "card is no JSON": (lambda agent: agent.with_suffix(".json").write_text("{"), "own.json: cut off"),
    "card is no text": (lambda agent: agent.with_suffix(".json").write_bytes(b"\xff\xfe"), "own.json: not a text file"),
    "card lacks a key": (lambda agent: change_card(agent, network=None), "its card own.json is broken (network: "),
    "card of the future": (lambda agent: change_card(agent, format=2), "its card has format 2, this package reads 1"),
    "other layout": (lambda agent: change_card(agent, layout_sha256="0" * 64), "whose observation has another layout"),
    "other actions": (lambda agent: change_card(agent, actions=99), "it knows 99 actions"),
    "other network": (lambda agent: change_card(agent, network=DENSE), "do not fit the network"),
    "unknown network": (lambda agent: change_card(agent, network={"kind": "mlp"}), "(network: layers is missing)"),
    "cut short": (cut_short, "is no whole agent file"),
    "spoilt": (spoil, "is no whole agent file"),
    "no agent": (lambda agent: agent.write_text("agent"), "is no whole agent file"),
}  # fmt: skip
"""Refusals of either form."""
CLAIM = {"a": {"dtype": "F32", "shape": [1 << 40], "data_offsets": [0, 1 << 42]}}
OF_SAFETENSORS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "no card": (lambda agent: agent.with_suffix(".json").unlink(), "own.json: cannot be read (No such file"),
    "no weights": (lambda agent: put_tensors(agent), "holds no weights"),
    "whole numbers": (lambda agent: put_tensors(agent, a=torch.zeros(1, dtype=torch.int64)), "are no finite numbers"),
    "no numbers": (lambda agent: put_tensors(agent, a=torch.tensor([torch.nan])), "are no finite numbers"),
    "other weights": (lambda agent: put_tensors(agent, a=torch.zeros(1)), "do not fit the network on its card"),
    "more than there is": (lambda agent: put_header(agent, CLAIM), "is no whole agent file (Error while deserializing"),
    "large header": (lambda agent: agent.write_bytes((1 << 40).to_bytes(8, "little") + b"{}"), "header too large"),
    "no digest": (lambda agent: agent.write_bytes(save({"a": torch.zeros(1)})), "its safetensors have no digest"),
    "many tensors": (
        lambda agent: agent.write_bytes(save({str(number): torch.zeros(0) for number in range(10_001)})),
        "has more than 10,000 tensors",
    ),
    "unknown type": (
        lambda agent: put_header(agent, {"a": {"dtype": "F4", "shape": [8], "data_offsets": [0, 4]}}),
        "is no whole agent file ('F4')",
    ),
}  # fmt: skip
OF_ZIPS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "no weights": (lambda agent: put_weights(agent, lambda file: torch.save([1], file)), "holds no weights"),
    "foreign code": (
        lambda agent: put_weights(agent, lambda file: torch.save({"x": Path("/")}, file)),
        "its policy.pth names 'pathlib PosixPath', allowed are tensors and plain values",
    ),
}  # fmt: skip


def check_refused(agent: Path, spoiling: Callable[[Path], Any], said: str) -> None:
    spoiling(agent)
    with pytest.raises(AgentError) as error:
        load_agent("own", agent, None)
    assert said in str(error.value) and "\n" not in str(error.value) and str(agent) in str(error.value)


@pytest.mark.parametrize("name", REFUSALS | OF_SAFETENSORS)
def test_refusals(own: Path, name: str) -> None:
    check_refused(own, *(REFUSALS | OF_SAFETENSORS)[name])


@pytest.mark.parametrize("name", REFUSALS | OF_ZIPS)
def test_refusals_of_zips(old: Path, name: str) -> None:
    check_refused(old, *(REFUSALS | OF_ZIPS)[name])


def test_a_zip_without_its_card_plays_alike_but_knows_no_charts(agent: Path, old: Path) -> None:
    old.with_suffix(".json").unlink()
    bare, sight = load_agent("own", old, None), sight_of(64)
    assert np.array_equal(acted(bare, sight), acted(load_agent("some", agent, None), sight))
    assert bare.limits(WarSpec(scale=Scale.CAMPAIGN)) == ""


def test_unknown_option(agent: Path) -> None:
    with pytest.raises(AgentError, match=r"got the option 'greedy', allowed is sampled"):
        make_policy(f"{agent}@greedy")


def test_other_charts(own: Path) -> None:
    """Refuse other charts than those on the card when the policy first acts."""
    change_card(own, charts_record_sha256="0" * 64)
    policy = load_agent("own", own, None)
    with pytest.raises(AgentError, match="with other charts than those in force"):
        policy.explain(sight_of(1))
    with pytest.raises(FlightError, match="with other charts than those in force") as error:
        fly_wars(policy, MISSION, np.zeros(1, np.uint64))
    assert "\n" not in str(error.value)
    policy.allow_any_charts()
    anywhere = fly_wars(policy, MISSION, np.zeros(1, np.uint64))
    assert anywhere.finished.all()
    part = EvaluationPart(str(own), MISSION, np.zeros(1, np.uint64), 0)
    with pytest.raises(FlightError, match="with other charts"):
        fly_part(part)
    drawn = dataclasses.replace(MISSION, random=RandomCharts("evaluation"))
    assert fly_part(part._replace(spec=drawn)).finished.all()


def test_it_says_for_which_wars_it_was_trained(agent: Path) -> None:
    policy = load_agent("some", agent, None)
    assert isinstance(policy, LimitedPolicy)
    card = read_card(agent)
    trained = ENVIRONMENTS.index(card.env)
    assert card.arguments["operation"] is None and card.arguments["segment"] == "1941-06"
    assert policy.limits(WarSpec(scale=trained, operation=Operation.BARBAROSSA)) == "", "the segment implies it"
    assert policy.limits(WarSpec(scale=trained, operation=Operation.CITADEL)) == "not trained for such wars"
    other = Scale.CAMPAIGN if trained != Scale.CAMPAIGN else Scale.MISSION
    assert policy.limits(WarSpec(scale=other)) == "not trained for such wars"
