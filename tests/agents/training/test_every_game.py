"""Training of every game and every id: the loop, the log, the agent that is written, and what a game does not have."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

from agents.config_file import ConfigError
from agents.learned.card import read_card
from agents.learned.learned_policy import LearnedPolicy
from agents.training.config import Config, make_config
from agents.training.run_folder import BEST, evaluation_command
from agents.training.run_log import read_lines
from agents.training.trainer import Trainer, TrainingListener
from stuka_env import ALL_ENVIRONMENTS
from stuka_env.flights.episodes import fly_wars
from stuka_env.game import game_named
from stuka_env.networks import SavedModelError, load_model
from stuka_env.policy import load_policy
from tests.support.each import each
from tests.support.slow import slow

SIZES: dict[str, Any] = {
    "num_envs": 8, "network": {"kind": "mlp", "layers": [16]}, "ppo": {"n_steps": 16, "batch_size": 64, "epochs": 1},
    "evaluation": {"every": 256, "wars": 4}, "score_missions": 40,
}  # fmt: skip
SHORT = ("Stuka/Mission-v0", "Interceptor/Sortie-v0")
SORTIE = {"id": "Interceptor/Sortie-v0"}


def config_of(identity: str, **changes: Any) -> Config:
    return make_config({"env": {"id": identity}, "steps": 256} | SIZES | changes, "test")


def train(config: Config, folder: Path) -> dict[str, Any]:
    return Trainer(config, 0, folder, TrainingListener(lambda steps: None, lambda text: None)).run()


@pytest.mark.parametrize(
    "network", [SIZES["network"], {"kind": "layout", "card": 8, "trunk": 16}], ids=lambda own: own["kind"]
)
@pytest.mark.parametrize("env", [env if env in SHORT else slow(env) for env in ALL_ENVIRONMENTS])
def test_an_agent_of_every_id_is_trained_saved_and_flown(env: str, network: dict[str, Any], tmp_path: Path) -> None:
    config = config_of(env, network=network)
    result = train(config, tmp_path)
    assert set(config.env.learners.selection) <= set(result["best"]) and result["steps"] == 256
    agent, lines = tmp_path / BEST, read_lines(tmp_path / "log.jsonl")
    assert lines[-1]["steps"] == 256 and any(name.startswith("choices_") for name in lines[-1])
    card = read_card(agent)
    assert (card.env, card.game, card.steps) == (env, config.game.name, result["best"]["steps"])
    model = load_model(agent)
    assert model.policy.observation_space == config.game.envs.layout(None).space("flat")
    policy = load_policy(str(agent), config.game.name)
    assert isinstance(policy, LearnedPolicy) and policy.limits(config.env.spec()) == ""
    flown = fly_wars(policy, config.env.spec(), np.arange(2, dtype=np.uint64))
    assert flown.finished.all() and flown.illegal.sum() == 0
    assert f"--env {env}" in evaluation_command(config, agent)


@pytest.mark.slow
@pytest.mark.parametrize("env", SHORT)
def test_five_thousand_decisions(env: str, tmp_path: Path) -> None:
    config = config_of(env, steps=5_000, num_envs=32, evaluation={"every": 2_500, "wars": 20})
    result = train(config, tmp_path)
    assert result["steps"] >= 5_000 and result["score_head"] is not None


def test_imitation_of_the_second_game(tmp_path: Path) -> None:
    start = {"imitation": {"teacher": "veteran", "decisions": 2_000, "pool": 1_000, "weights": {"BURST": 2.0}}}
    train(config_of(SORTIE["id"], steps=0, start=start), tmp_path)
    assert read_card(tmp_path / BEST).made_by == ["imitation"]


def test_tables_of_the_second_game(tmp_path: Path) -> None:
    """Check that duplicate tables have the progress of this game too."""
    train(config_of(SORTIE["id"], ppo={"n_steps": 32, "batch_size": 64, "epochs": 1, "tables": 4}), tmp_path)


@each(
    "changes, said",
    [
        (
            {"network": {"kind": "structured"}},
            "network.kind: got 'structured', allowed are layout, mlp and lstm in Interceptor/",
        ),
        ({"network": {"kind": "mlp", "roster": True}}, "network.roster: got true, allowed is false in Interceptor/"),
        ({"loss_price": 0.5}, "loss_price: got 0.5, allowed is 0 in Interceptor/"),
        ({"curriculum": [{"env": {}, "steps": 9}]}, "env: got Interceptor/Sortie-v0 and Stuka/Operation-v0"),
        ({"env": SORTIE | {"operation": "citadel"}}, "env: operation: unknown key; allowed is id, start, month"),
        ({"env": SORTIE | {"mnth": "1943-07"}}, "env: mnth: unknown key; did you mean month?"),
        ({"env": SORTIE | {"month": "1950-01"}}, "env: month: got '1950-01'"),
        ({"start": {"imitation": {"teacher": "veteran", "weights": {"PROMOTE": 2.0}}}}, "start.imitation.weights: got"),
    ],
)
def test_what_the_second_game_does_not_have_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError) as error:
        config_of(SORTIE["id"], **changes)
    assert str(error.value).startswith(f"test: {said}")


def test_an_agent_of_another_game_is_no_beginning(tmp_path: Path) -> None:
    from agents.learned.card import AgentError
    from agents.training.warm_start import load_start

    train(config_of(SORTIE["id"], score_missions=0), tmp_path)
    with pytest.raises(AgentError, match="which is another game than Stuka/Mission-v0"):
        load_start(config_of("Stuka/Mission-v0"), tmp_path / BEST)
    with pytest.raises(ValueError, match="it plays Interceptor/Sortie-v0, a game of its own"):
        load_policy(str(tmp_path / BEST), game_named("stuka").name)
    with pytest.raises(SavedModelError, match="cannot be read"):
        load_model(tmp_path / "nothing.safetensors")
