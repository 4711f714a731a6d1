"""Models of Stable-Baselines3 and sb3-contrib, saved as the pages show, are policies of every command."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("pydantic")

import torch
from sb3_contrib import MaskablePPO, RecurrentPPO
from stable_baselines3 import A2C, DQN, PPO
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

from agents.commands import evaluate
from agents.evaluation.leaderboard import decisions_on_card
from agents.learned.card import AgentError, read_card
from agents.learned.loading import load_agent
from stuka_env.envs.sb3 import StukaVecEnv
from stuka_env.envs.sb3_evaluation import FrozenWarsCallback
from stuka_env.extractor import CompactExtractor
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_named
from stuka_env.games.stuka.networks.policies import StructuredPolicy
from stuka_env.networks import SavedModelError, save_model
from stuka_env.networks.policies import DensePolicy
from stuka_env.policy import load_policy
from tests.support.each import each

FIRST, SECOND = "Stuka/Mission-v0", "Interceptor/Sortie-v0"
PPO_SIZES: dict[str, Any] = {"n_steps": 16, "batch_size": 32, "n_epochs": 1, "learning_rate": 0.02}
EXTRACTING = {"features_extractor_class": CompactExtractor, "net_arch": [8]}
Maker = Callable[[Any], Any]
MAKERS: dict[str, Maker] = {
    "MaskablePPO": lambda env: MaskablePPO("MlpPolicy", env, **PPO_SIZES),
    "PPO": lambda env: PPO("MlpPolicy", env, **PPO_SIZES),
    "A2C": lambda env: A2C("MlpPolicy", env, n_steps=8),
    "DQN": lambda env: DQN("MlpPolicy", env, learning_starts=8, buffer_size=64, batch_size=8),
    "RecurrentPPO": lambda env: RecurrentPPO(
        "MlpLstmPolicy", env, policy_kwargs={"lstm_hidden_size": 8, "n_lstm_layers": 2}, **PPO_SIZES
    ),
}
NETWORKS: dict[str, Maker] = {
    "rectified": lambda env: MaskablePPO(
        "MlpPolicy", env, policy_kwargs={"activation_fn": torch.nn.ReLU, "net_arch": {"pi": [8], "vf": []}}, **PPO_SIZES
    ),
    "no hidden layer": lambda env: PPO("MlpPolicy", env, policy_kwargs={"net_arch": []}, **PPO_SIZES),
    "structured": lambda env: MaskablePPO(
        StructuredPolicy, env, policy_kwargs={"card": 4, "trunk": 8, "optimizer_kwargs": {"eps": 1e-5}}, **PPO_SIZES
    ),
    "dense": lambda env: MaskablePPO(DensePolicy, env, policy_kwargs={"net_arch": {"pi": [8], "vf": [4]}}, **PPO_SIZES),
}
MASKED = ("MaskablePPO",)


def trained(make: Maker, env: Any = None) -> Any:
    """Return a model after a few decisions, whose choices differ from state to state."""
    torch.manual_seed(0)
    model = make(StukaVecEnv(FIRST, 2) if env is None else env)
    model.learn(64)
    return model


@pytest.fixture(scope="module", params=sorted(MAKERS))
def model(request: pytest.FixtureRequest) -> Any:
    return trained(MAKERS[request.param])


def own_scores(model: Any, env_id: str, wars: int, **arguments: Any) -> tuple[Any, Any]:
    """Fly evaluation wars by ``model.predict``, one by one; return scores and illegal actions."""
    game, scores, illegal = game_named("stuka" if env_id == FIRST else "interceptor"), [], []
    env = gymnasium.make(env_id, **arguments)
    normalizer = model.get_vec_normalize_env()
    for seed in evaluation_seeds(0, wars).tolist():
        seen, info = env.reset(seed=seed)
        memory, begun, over, count = None, np.ones(1, np.bool_), False, 0
        while not over:
            shown = seen if normalizer is None else normalizer.normalize_obs(seen)
            masked = {"action_masks": info["action_mask"]} if isinstance(model, MaskablePPO) else {}
            action, memory = model.predict(shown, memory, begun, deterministic=True, **masked)
            seen, _, terminated, truncated, info = env.step(action)
            begun, over, count = np.zeros(1, np.bool_), terminated or truncated, count + info["illegal_action"]
        result = info["result"]
        scores.append(0.0 if result is None else game.flights.score_in_words(result, game.ids.index(env_id)))
        illegal.append(count)
    return scores, illegal


def flown(agent: Path, env_id: str, wars: int) -> tuple[Any, Any]:
    """Fly the same wars side by side by the policy of a saved agent."""
    game = game_named("stuka" if env_id == FIRST else "interceptor")
    spec, _ = game.envs.read_arguments(game.ids.index(env_id))
    flight = fly_wars(load_agent("own", agent, None, game.name), spec, evaluation_seeds(0, wars))
    return flight.scores.tolist(), flight.illegal.tolist()


def test_a_plain_zip_plays_as_its_model_does(model: Any, tmp_path: Path) -> None:
    model.save(tmp_path / "own.zip")
    assert not (tmp_path / "own.json").exists()
    assert flown(tmp_path / "own.zip", FIRST, 4) == own_scores(model, FIRST, 4)
    assert decisions_on_card(tmp_path / "own.zip", ()) is None, "nobody knows them"


def test_the_command_flies_what_the_pages_save(model: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By ``model.save`` and by the callback, which writes the card; illegal actions are counted."""
    model.save(tmp_path / "plain.zip")
    callback = FrozenWarsCallback(StukaVecEnv(FIRST, 2), every=64, best=tmp_path / "best.zip")
    model.learn(64, callback=callback, reset_num_timesteps=False)
    card = read_card(tmp_path / "best.zip")
    best = callback.looks[int(np.argmax([scores.mean() for scores in callback.scores]))]
    assert (card.algorithm, card.env, card.steps) == (type(model).__name__, FIRST, best)
    words = ["--env", FIRST, "--episodes", "3", "--output", str(tmp_path / "results"), "--policies"]
    assert evaluate([*words, *(str(tmp_path / f"{name}.zip") for name in ("plain", "best"))]) == 0
    contents = json.loads((tmp_path / "results" / "results.json").read_text())
    assert [policy["wars"] for policy in contents["policies"]] == [3, 3]
    has_masks = type(model).__name__ in MASKED
    assert [policy["illegal"] > 0 for policy in contents["policies"]] == [not has_masks] * 2
    assert ("illegal actions" in capsys.readouterr().err) != has_masks
    assert decisions_on_card(tmp_path / "best.zip", ()) == best


def test_several_wars_are_remembered_apart(tmp_path: Path) -> None:
    """The memory of an LSTM begins anew in each flight, and does not depend on the wars flown beside."""
    model = trained(MAKERS["RecurrentPPO"])
    model.save(tmp_path / "own.zip")
    policy = load_agent("own", tmp_path / "own.zip", "sampled")
    spec, _ = game_named("stuka").envs.read_arguments(0)
    seeds = evaluation_seeds(0, 6)
    together = fly_wars(policy, spec, seeds)
    for side_by_side in (1, 4):
        again = fly_wars(policy, spec, seeds, side_by_side=side_by_side)
        assert again.results.tobytes() == together.results.tobytes()
        assert (again.illegal == together.illegal).all() and (again.decisions == together.decisions).all()


@each("name", NETWORKS)
def test_other_networks_play_as_their_models_do(name: str, tmp_path: Path) -> None:
    model = trained(NETWORKS[name])
    model.save(tmp_path / "own.zip")
    assert flown(tmp_path / "own.zip", FIRST, 3) == own_scores(model, FIRST, 3)


@pytest.mark.parametrize("name", ["MaskablePPO", "structured", "dense"])
def test_a_file_of_save_model_has_its_card(name: str, tmp_path: Path) -> None:
    env = StukaVecEnv(FIRST, 2, segment="1943-07")
    model = trained((MAKERS | NETWORKS)[name], env)
    path = save_model(model, tmp_path / "own.safetensors")
    card = read_card(path)
    assert (card.env, card.arguments, card.steps) == (FIRST, {"segment": "1943-07"}, 64)
    assert card.network["kind"] == {"structured": "structured"}.get(name, "plain")
    assert flown(path, FIRST, 3) == own_scores(model, FIRST, 3)
    spec, _ = game_named("stuka").envs.read_arguments(0, segment="1943-07")
    other, _ = game_named("stuka").envs.read_arguments(0)
    policy = load_policy(str(path))
    assert policy.limits(spec) == "" and policy.limits(other) == "not trained for such wars"  # type: ignore[attr-defined]


@pytest.mark.parametrize("make", [MAKERS["MaskablePPO"], MAKERS["DQN"]])
def test_an_agent_of_the_second_game(make: Maker, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = make(StukaVecEnv(SECOND, 2))
    callback = FrozenWarsCallback(StukaVecEnv(SECOND, 2), every=64, best=tmp_path / "best.zip")
    model.learn(64, callback=callback)
    model.save(tmp_path / "own.zip")
    assert flown(tmp_path / "own.zip", SECOND, 4) == own_scores(model, SECOND, 4)
    agents = [str(tmp_path / f"{name}.zip") for name in ("own", "best")]
    words = ["--env", SECOND, "--episodes", "2", "--output", str(tmp_path / "results"), "--policies", *agents]
    assert evaluate(words) == 0
    capsys.readouterr()
    assert evaluate(["--env", FIRST, "--policies", agents[1]]) == 2
    said = capsys.readouterr().err
    assert f"it plays {SECOND}, a game of its own; the wars are those of stuka" in said and said.count("\n") == 1
    assert evaluate(["--env", FIRST, "--policies", agents[0]]) == 2
    assert "reads 629 numbers and knows 60 actions; stuka has 626 numbers" in capsys.readouterr().err


def test_compact_observations_are_flat_ones_to_an_extractor(tmp_path: Path) -> None:
    for env_id in (FIRST, SECOND):
        model = MaskablePPO("MultiInputPolicy", StukaVecEnv(env_id, 2, observation="compact"), policy_kwargs=EXTRACTING)
        model.save(tmp_path / "own.zip")
        assert flown(tmp_path / "own.zip", env_id, 2) == own_scores(model, env_id, 2, observation="compact")


def test_normalised_observations_are_normalised_in_an_evaluation(tmp_path: Path) -> None:
    env = VecNormalize(StukaVecEnv(FIRST, 2), clip_obs=3.0)
    wars = VecNormalize(StukaVecEnv(FIRST, 2), clip_obs=3.0, training=False)
    model = trained(MAKERS["MaskablePPO"], env)
    model.learn(16, callback=FrozenWarsCallback(wars, best=tmp_path / "own.zip"))
    env.training = False
    callback = FrozenWarsCallback(wars, best=tmp_path / "own.zip")
    callback.init_callback(model)
    callback._look()
    assert read_card(tmp_path / "own.zip").normalization is not None
    assert flown(tmp_path / "own.zip", FIRST, 4) == own_scores(model, FIRST, 4)


def test_vectors_of_stable_baselines3_are_on_the_card_too(tmp_path: Path) -> None:
    env = DummyVecEnv([lambda: gymnasium.make(FIRST, operation="citadel", charts_in_observation=False)])
    model = trained(MAKERS["PPO"], env)
    model.learn(16, callback=FrozenWarsCallback(env, best=tmp_path / "own"))
    card = read_card(tmp_path / "own.zip")
    assert (card.env, card.arguments, card.seed) == (FIRST, {"operation": "citadel"}, None)


def test_another_file_in_the_place_of_the_card_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text('{"mine": 1}')
    model = trained(MAKERS["MaskablePPO"])
    with pytest.raises(SavedModelError, match=r"own.json is no card of an agent and stays as it is"):
        save_model(model, tmp_path / "own.safetensors")
    with pytest.warns(UserWarning, match=r"own.json is no card of an agent and stays as it is"):
        model.learn(16, callback=FrozenWarsCallback(StukaVecEnv(FIRST, 2), best=tmp_path / "own.zip"))
    assert (tmp_path / "own.json").read_text() == '{"mine": 1}' and not (tmp_path / "own.safetensors").exists()


# --- refusals ---


def changed(path: Path, **entries: Any) -> None:
    """Change entries of the ``data`` of a zip."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members["data"] = json.dumps(json.loads(members["data"]) | entries).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, member in members.items():
            archive.writestr(name, member)


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "own class": ({"policy_class": {":serialized:": "", "__module__": "mine"}}, "no code of a file is run; fly it as"),
    "own extractor": (
        {"policy_kwargs": {"features_extractor_class": "<class 'mine.Extractor'>"}},
        "its policy_kwargs have 'Extractor', which cannot be rebuilt",
    ),
    "argument": ({"policy_kwargs": {"attention": 3}}, "its policy_kwargs have 'attention'"),
    "activation": (
        {"policy_kwargs": {"activation_fn": "<class 'mine.Wave'>"}},
        "has the activation function 'Wave', allowed is Tanh",
    ),
    "arguments": ({"policy_kwargs": [1]}, "allowed is a mapping"),
    "named arrays": ({"observation_space": {":type:": "<class 'gymnasium.spaces.dict.Dict'>"}}, "reads named arrays"),
    "another kind": ({"policy_class": {"__module__": "stable_baselines3.dqn.policies"}}, "lacks the weights q_net"),
    "an LSTM": ({"policy_class": {"__module__": "sb3_contrib.common.recurrent.policies"}}, "of an LSTM"),
}


@each("name", REFUSED)
def test_what_cannot_be_rebuilt_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    trained(MAKERS["MaskablePPO"]).save(tmp_path / "own.zip")
    entries, said = REFUSED[name]
    changed(tmp_path / "own.zip", **entries)
    with pytest.raises(AgentError) as error:
        load_agent("own", tmp_path / "own.zip", None)
    assert said in str(error.value) and "\n" not in str(error.value)


def test_an_agent_without_probabilities_cannot_be_sampled(tmp_path: Path) -> None:
    trained(MAKERS["DQN"]).save(tmp_path / "own.zip")
    with pytest.raises(AgentError, match="has no probabilities; allowed is the name without @"):
        load_agent("own@sampled", tmp_path / "own.zip", "sampled")


ODD: tuple[Any, ...] = (None, 3, -1.5, "x", [], {}, [[1]], {":type:": 7}, {"__module__": []}, 10**25, True)
"""Values in place of an entry."""


@pytest.mark.parametrize("make", [MAKERS["MaskablePPO"], MAKERS["RecurrentPPO"], NETWORKS["structured"]])
def test_changed_entries_are_played_or_refused_in_one_line(make: Maker, tmp_path: Path) -> None:
    path = tmp_path / "own.zip"
    trained(make).save(path)
    whole = path.read_bytes()
    for name in ("policy_class", "policy_kwargs", "observation_space", "action_space", "n_steps"):
        for odd in ODD:
            path.write_bytes(whole)
            changed(path, **{name: odd})
            try:
                load_agent("own", path, None)
            except AgentError as error:
                assert "\n" not in str(error)


def with_weights(path: Path, change: Callable[[dict[str, torch.Tensor]], Any]) -> None:
    """Change the weights of a zip."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    weights = torch.load(io.BytesIO(members["policy.pth"]), weights_only=True)
    change(weights)
    contents = io.BytesIO()
    torch.save(weights, contents)
    with zipfile.ZipFile(path, "w") as archive:
        for name, member in (members | {"policy.pth": contents.getvalue()}).items():
            archive.writestr(name, member)


LAYER = "mlp_extractor.policy_net.0.weight"
WEIGHTS: dict[str, tuple[str, Callable[[dict[str, torch.Tensor]], Any], str]] = {
    "a layer is missing": (
        "MaskablePPO",
        lambda weights: weights.pop("action_net.bias"),
        "lacks the weights action_net",
    ),
    "a layer has another width": (
        "MaskablePPO",
        lambda weights: weights.update({"action_net.weight": torch.zeros(135, 9)}),
        "has layers of (135, 9) after 64 numbers",
    ),
    "no numbers": ("MaskablePPO", lambda weights: weights[LAYER].fill_(float("nan")), "are no finite numbers"),
    "one axis": ("MaskablePPO", lambda weights: weights.update({LAYER: torch.zeros(3)}), "of a dense layer"),
    "another layer": (
        "MaskablePPO",
        lambda weights: weights.update({"attention.weight": torch.zeros(1)}),
        "has weights 'attention.weight', which no MlpPolicy has",
    ),
    "a wide LSTM that is not there": (
        "RecurrentPPO",
        lambda weights: weights.update({"lstm_actor.weight_ih_l0": torch.zeros(4 * 10**6, 1)}),
        "has weights weight_hh_l0 of shape (32, 8) in place of (4000000, 1000000)",
    ),
    "an LSTM without its states": (
        "RecurrentPPO",
        lambda weights: weights.pop("lstm_actor.weight_hh_l1"),
        "lacks the weights weight_hh_l1",
    ),
}


@each("name", WEIGHTS)
def test_weights_of_another_network_are_refused_before_they_take_memory(name: str, tmp_path: Path) -> None:
    algorithm, change, said = WEIGHTS[name]
    trained(MAKERS[algorithm]).save(tmp_path / "own.zip")
    with_weights(tmp_path / "own.zip", change)
    with pytest.raises(AgentError) as error:
        load_agent("own", tmp_path / "own.zip", None)
    assert said in str(error.value) and "\n" not in str(error.value)
