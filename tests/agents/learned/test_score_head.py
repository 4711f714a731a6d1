"""The second head: the final score that an agent expects, fitted on its own wars, and nothing else of it moved."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("pydantic")

import torch
from numpy.typing import NDArray

from agents.commands import score_head as main
from agents.config_parts import Env
from agents.evaluation.score_calibration import calibrate, calibration_by_mission, calibration_table, worst
from agents.learned.card import AgentError, read_card
from agents.learned.learned_policy import LearnedPolicy, read_weights
from agents.learned.loading import load_agent
from agents.learned.score_head import FitStoppedError, add_score_head, head_errors, own_rows, wars_for, wars_on_card
from agents.learned.score_rows import ScoreRows, fly_rows
from agents.learner_parts import ScoreHeadError, score_parts
from agents.seeds import SELECTION_BIT, score_seeds
from agents.training.checkpoint import config_digest
from agents.training.config import make_config
from agents.training.learner import Learner
from agents.training.run_log import silent_logger
from agents.training.selection import export
from agents.training.warm_start import load_weights
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import policy_input
from stuka_env.flights.seeds import EVALUATION_BIT
from stuka_env.games.stuka.observation import LAYOUT
from stuka_env.networks import load_model
from stuka_env.networks.parts import networks_of
from stuka_env.networks.policies import ScoringPolicy
from stuka_env.networks.saved_models import has_score_head
from stuka_env.networks.score_head import NoScoreHeadError, frame_indices
from stuka_env.policy import PolicyInput
from tests.support.foreign_models import zip_of
from tests.support.slow import slow

NETWORKS: dict[str, dict[str, Any]] = {
    "structured": {"kind": "structured", "card": 8, "trunk": 16},
    "mlp": {"kind": "mlp", "layers": [16]},
}
MISSION, SEGMENT = Env(id="Stuka/Mission-v0"), Env(id="Stuka/Segment-v0", duration="short")
MISSIONS, UPDATES = 1_200, 10


def make_learner(network: dict[str, Any]) -> Learner:
    ppo = {"n_steps": 32, "batch_size": 512, "epochs": 4, "gamma": 1.0, "learning_rate": 1e-3}
    values = {"env": {"id": "Stuka/Mission-v0"}, "num_envs": 64, "network": network, "ppo": ppo, "reward_scale": 1.0}
    return Learner(make_config(values, "test"), 3)


@pytest.fixture(scope="module", params=["structured", slow("mlp")])
def before(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train a small agent for a few updates, and return its file."""
    learner = make_learner(NETWORKS[request.param])
    learner.set_logger(silent_logger())
    for _ in range(UPDATES):
        learner.collect_rollouts(lambda env: None)
        learner.learn()
    path = export(learner, None, tmp_path_factory.mktemp("before") / "some.safetensors")
    learner.close()
    return path


@pytest.fixture(scope="module")
def fitted(before: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the same agent with a score head for missions and segments."""
    path = copy_of(before, tmp_path_factory.mktemp("fitted"))
    add_score_head(path, [MISSION, SEGMENT], MISSIONS)
    return path


def copy_of(agent: Path, folder: Path) -> Path:
    for suffix in (".safetensors", ".json"):
        (folder / agent.name).with_suffix(suffix).write_bytes(agent.with_suffix(suffix).read_bytes())
    return folder / agent.name


def seen_in(env: Env, wars: int, turns: int) -> PolicyInput:
    """Wars after some decisions taken at random."""
    arguments = env.spec()
    engine = Engine(wars, arguments)
    view = engine.new_view()
    engine.reset(view.buffers, list(range(wars)))
    rng = np.random.default_rng(0)
    for _ in range(turns):
        engine.step((view.masks * rng.random(view.masks.shape)).argmax(axis=1), view.buffers)
    return policy_input(engine, view)


# --- what it reads ---


def test_the_frame_tells_which_episode_it_is_and_how_far_it_has_come() -> None:
    read = set(frame_indices(networks_of("stuka")).tolist())
    for name in ("war_scale", "war_regular", "war_operation", "war_segment", "war_mission_of_war", "track_segment_sum"):
        assert set(LAYOUT[name].indices.reshape(-1).tolist()) <= read, name


@pytest.mark.slow
def test_wars_of_different_kinds_look_different_to_it_from_the_first_decision(fitted: Path) -> None:
    policy = load_agent("some", fitted, None)
    campaign, operation = (seen_in(Env(id=f"Stuka/{kind}-v0"), 4, 0) for kind in ("Campaign", "Operation"))
    assert (policy.score_inputs(campaign) != policy.score_inputs(operation)).any(axis=1).all()


# --- the fit ---


def test_it_is_right_on_average_over_the_wars_it_was_fitted_on_at_every_mission(fitted: Path) -> None:
    policy = load_agent("some", fitted, None)
    for kind, env in enumerate((MISSION, SEGMENT)):
        arguments = env.spec()
        seeds = np.array(score_seeds(read_card(fitted).seed or 0, kind, wars_for(arguments, MISSIONS)), np.uint64)
        found = calibrate(policy, arguments, seeds)
        assert abs(worst(found).error.mean) < 1.5, calibration_table(found)
        assert abs(np.average([each.error.mean for each in found], weights=[each.wars for each in found])) < 0.7


def test_it_knows_more_than_the_mean_about_wars_it_has_not_seen(fitted: Path) -> None:
    policy, arguments = load_agent("some", fitted, None), SEGMENT.spec()
    seeds = np.array(score_seeds(99, 7, 200), np.uint64)
    rows = fly_rows(policy, policy.score_inputs, arguments, seeds)
    assert policy.network.score_net is not None
    errors = head_errors(policy.network.score_net, rows)
    assert (errors**2).mean() < 0.85 * rows.final.var() and abs(errors.mean()) < 1.5


def test_nothing_else_of_the_agent_moves(before: Path, fitted: Path) -> None:
    old, new = read_weights(before), read_weights(fitted)
    assert all(torch.equal(old[name], new[name]) for name in old)
    assert new.keys() - old.keys() == {name for name in new if name.startswith("score_net.")} != set()
    cards = [read_card(path).model_dump(exclude={"score_head"}) for path in (before, fitted)]
    assert [card["data"].pop("policy_kwargs").get("score_head") for card in cards] == [None, True]
    assert cards[0] == cards[1]


def test_the_head_of_a_zip_is_written_beside_it(before: Path, tmp_path: Path) -> None:
    own = copy_of(before, tmp_path)
    old, weights = zip_of(own), read_weights(own)
    own.unlink()
    contents = old.read_bytes()
    add_score_head(old, [MISSION], 30)
    assert old.read_bytes() == contents and read_card(own).score_head is not None
    new = read_weights(own)
    assert has_score_head(new) and all(torch.equal(new[name], weights[name]) for name in weights)
    assert load_model(own).policy.score_net is not None


def test_the_card_says_what_it_was_fitted_on(before: Path, fitted: Path) -> None:
    card = read_card(fitted)
    assert card.score_head is not None and card.score_head["missions"] == MISSIONS
    assert card.score_head["figures"]["held_out"] * 10 == card.score_head["figures"]["wars"]
    assert wars_on_card(card) == [MISSION, SEGMENT]
    assert wars_on_card(read_card(before)) == [Env(id="Stuka/Mission-v0", duration="regular")]


def test_the_same_wars_give_the_same_head(before: Path, tmp_path: Path) -> None:
    weights = []
    for number in range(2):
        (tmp_path / str(number)).mkdir()
        path = copy_of(before, tmp_path / str(number))
        torch.manual_seed(number)
        add_score_head(path, [MISSION], 30)
        assert torch.initial_seed() == number
        weights.append(path.read_bytes())
    assert weights[0] == weights[1]


def test_its_wars_belong_to_training() -> None:
    seeds = [seed for kind in range(3) for seed in score_seeds(5, kind, 100)]
    assert len(set(seeds)) == 300 and not any(seed & (EVALUATION_BIT | SELECTION_BIT) for seed in seeds)


def test_a_fit_that_is_stopped_leaves_the_agent_as_it_was(before: Path, tmp_path: Path) -> None:
    own = copy_of(before, tmp_path)
    with pytest.raises(FitStoppedError):
        add_score_head(own, [MISSION], 30, stop=lambda: True)
    assert own.read_bytes() == before.read_bytes() and read_card(own).score_head is None


# --- asking for the score ---


def test_expected_is_earned_and_what_is_to_come_and_stock_maskable_ppo_says_the_same(fitted: Path) -> None:
    policy, inputs = load_agent("some", fitted, None), seen_in(SEGMENT, 32, 90)
    tracks = inputs.mats["track"]
    expected, over = policy.expected_score(inputs), tracks["over"] == 1
    assert 0 < over.sum() < 32 and np.array_equal(expected[over], tracks["result"][over])
    stock = load_model(fitted).policy
    assert isinstance(stock, ScoringPolicy)
    remaining = stock.predict_remaining_score(torch.from_numpy(inputs.observations)).numpy()
    earned = tracks["segment_sum"] / inputs.mats["war"]["missions"]
    assert np.allclose(expected[~over], (earned + remaining)[~over], atol=1e-4)


def test_acting_and_learning_never_ask_it(fitted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    policy, inputs = load_agent("some", fitted, None), seen_in(MISSION, 8, 5)
    plain = load_agent("some", fitted, None)

    def asked(*_: Any) -> None:
        raise AssertionError("the score head was asked")

    monkeypatch.setattr(policy.network.score_net, "forward", asked)
    actions = np.zeros((2, 8), np.int64)
    policy.act(inputs, actions[0])
    plain.act(inputs, actions[1])
    assert np.array_equal(actions[0], actions[1])
    seen, masks = torch.from_numpy(inputs.observations), torch.from_numpy(inputs.masks)
    policy.network(seen, action_masks=masks)
    policy.network.evaluate_actions(seen, torch.from_numpy(actions[0]), action_masks=masks)
    with pytest.raises(AssertionError, match="was asked"):
        policy.expected_score(inputs)


def test_the_optimiser_of_a_training_does_not_know_it(fitted: Path) -> None:
    model = load_model(fitted)
    known = {id(weight) for group in model.policy.optimizer.param_groups for weight in group["params"]}
    head = {id(weight) for name, weight in model.policy.named_parameters() if name.startswith("score_net.")}
    assert head and not head & known and len(known) + len(head) == len(list(model.policy.parameters()))


def test_a_policy_with_a_head_is_made_again_from_what_it_says(fitted: Path, tmp_path: Path) -> None:
    network, seen = load_agent("some", fitted, None).network, torch.from_numpy(seen_in(MISSION, 4, 3).observations)
    network.save(str(tmp_path / "policy.pth"))
    again = type(network).load(str(tmp_path / "policy.pth"))
    assert torch.equal(network.predict_remaining_score(seen), again.predict_remaining_score(seen))


def test_an_agent_without_a_head_says_so(before: Path) -> None:
    policy, inputs = load_agent("old", before, None), seen_in(MISSION, 2, 0)
    with pytest.raises(AgentError, match=r"^agent old: it has no score head, python -m agents.learned fit") as error:
        policy.expected_score(inputs)
    assert "\n" not in str(error.value)
    with pytest.raises(NoScoreHeadError, match="this agent has none"):
        policy.network.predict_remaining_score(torch.from_numpy(inputs.observations))


def test_a_training_begins_from_an_agent_with_a_head_and_leaves_the_head_behind(fitted: Path) -> None:
    learner = make_learner(read_card(fitted).network)
    load_weights(learner, fitted)
    old, new = read_weights(fitted), learner.model.policy.state_dict()
    assert all(torch.equal(old[name], new[name]) for name in new)
    assert not any(name.startswith("score_net.") for name in new)
    learner.close()


def test_how_many_missions_it_flies_does_not_make_it_another_training() -> None:
    configs = [make_config({"score_missions": missions}, "test") for missions in (0, 500)]
    assert config_digest(configs[0]) == config_digest(configs[1])


def test_a_training_flies_each_kind_of_war_once() -> None:
    taught = [{"id": "Stuka/Operation-v0", "operation": "barbarossa"}, {"id": "Stuka/Campaign-v0"}]
    config = make_config({"start": {"imitation": {"teacher": "kette", "wars": taught}}}, "test")
    assert [env.id for env in config.kinds] == ["Stuka/Operation-v0", "Stuka/Campaign-v0"]
    assert make_config({}, "test").kinds == [Env()]


# --- calibration ---


def rows_with(expected: NDArray[np.float64], final: NDArray[np.float64], missions: list[int]) -> ScoreRows:
    count = len(missions)
    starts = np.ones(count, np.bool_)
    starts[-1] = False
    return ScoreRows(
        expected[:, None], np.zeros(count), final, np.arange(count), np.array(missions), starts
    )  # fmt: skip


def test_calibration_takes_the_first_decisions_mission_by_mission() -> None:
    expected, final = np.array([60.0, 64.0, 70.0, 50.0, 9.0, 99.0]), np.array([58.0, 60.0, 71.0, 52.0, 8.0, 0.0])
    found = calibration_by_mission(rows_with(expected, final, [0, 0, 4, 4, 7, 4]))
    assert [(each.mission, each.wars) for each in found] == [(1, 2), (5, 2)]
    assert [each.error.mean for each in found] == pytest.approx([3.0, -1.5])
    assert (found[0].expected, found[0].achieved) == pytest.approx((62.0, 59.0))
    assert worst(found) is found[0]
    assert "Largest mean difference: +3.00 points, at mission 1" in calibration_table(found)
    assert calibration_table([]) == "No mission began in 2 wars or more: nothing can be said."


def test_rows_are_the_first_decision_of_each_mission_and_some_others(before: Path) -> None:
    policy, arguments = load_agent("some", before, None), SEGMENT.spec()

    def looked(inputs: PolicyInput) -> NDArray[np.float32]:
        return inputs.mats["war"]["mission"].astype(np.float32)[:, None]

    seeds = np.array(score_seeds(0, 0, 12), np.uint64)
    starts, rows = (fly_rows(policy, looked, arguments, seeds, every=every) for every in (0, 4))
    assert starts.start.all() and len(rows.war) > 2 * len(starts.war)
    keys = list(zip(starts.war.tolist(), starts.mission.tolist(), strict=True))
    assert len(set(keys)) == len(keys) and np.array_equal(starts.seen[:, 0], starts.mission)
    assert sorted(keys) == sorted(zip(rows.war[rows.start].tolist(), rows.mission[rows.start].tolist(), strict=True))
    assert (starts.earned[starts.mission == 0] == 0).all() and (starts.earned <= starts.final + 1).all()


# --- the command ---


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that must fail, and return its one line on standard error."""
    assert main(list(words)) == 2
    error = capsys.readouterr().err
    assert error.startswith("agents.learned: ") and error.count("\n") == 1
    return error


def test_fit_and_calibrate(before: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = copy_of(before, tmp_path)
    assert "it has no score head" in said(capsys, "calibrate", str(own))
    assert main(["fit", str(own), "--missions", "300", "--wars", "Stuka/Mission-v0,segment=1941-08"]) == 0
    assert "expected less achieved is" in capsys.readouterr().out
    assert main(["calibrate", str(own), "--episodes", "50", "--output", str(tmp_path / "own.figures")]) == 0
    assert "Stuka/Mission-v0,segment=1941-08,duration=regular: 50 wars, seed 0" in capsys.readouterr().out
    contents = json.loads((tmp_path / "own.figures").read_text(encoding="utf-8"))
    (missions,) = contents["wars"].values()
    assert [each["mission"] for each in missions] == [1] and missions[0]["error"].keys() == {"mean", "low", "high"}


def test_refusals(before: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = str(copy_of(before, tmp_path))
    assert "there is no such file" in said(capsys, "fit", "nobody.safetensors")
    assert "id: got 'Stuka/War-v0', allowed is" in said(capsys, "fit", own, "--wars", "Stuka/War-v0")
    assert "allowed is ID or ID,KEY=VALUE" in said(capsys, "fit", own, "--wars", "Stuka/Mission-v0,short")
    assert "missions: got '0', allowed is" in said(capsys, "fit", own, "--missions", "0")
    assert "episodes: got '1', allowed is" in said(capsys, "calibrate", own, "--episodes", "1")


def test_rows_of_several_kinds_count_their_wars_on(before: Path) -> None:
    policy: LearnedPolicy = load_agent("some", before, None)
    policy.network.add_score_head()
    rows = own_rows(policy, [MISSION.spec(), SEGMENT.spec()], 30, seed=0, on_missions=lambda missions: None)
    assert rows.war.min() == 0 and rows.war.max() == 30 + 20 - 1 and rows.seen.dtype == np.float16


def test_a_game_whose_agents_have_none_says_so() -> None:
    with pytest.raises(ScoreHeadError, match="agents of the game wing have no score head"):
        score_parts("wing")
