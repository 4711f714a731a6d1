"""Training of networks with an LSTM: masks, memory, the agent that is written, resuming, refusals."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

import torch

from agents.config_file import ConfigError
from agents.learned.card import read_card
from agents.learned.learned_policy import LearnedPolicy
from agents.learned.recurrent_policy import RecurrentPolicy
from agents.training.checkpoint import load_checkpoint, save_checkpoint
from agents.training.config import Config, make_config
from agents.training.learner import Learner
from agents.training.recurrent_learner import RecurrentLearner, new_learner
from agents.training.run_folder import BEST, LAST
from agents.training.run_log import silent_logger
from agents.training.selection import policy_of
from agents.training.trainer import Trainer, TrainingListener
from stuka_env.envs.masks import MASK_KEY
from stuka_env.flights.episodes import fly_wars
from stuka_env.policy import load_policy
from tests.support.each import each

VALUES: dict[str, Any] = {
    "env": {"id": "Stuka/Mission-v0", "segment": "1941-06"}, "steps": 256, "num_envs": 8,
    "network": {"kind": "lstm", "units": 8, "layers": [8]}, "ppo": {"n_steps": 16, "batch_size": 64, "epochs": 1},
    "evaluation": {"every": 256, "wars": 4}, "score_missions": 0,
}  # fmt: skip
SORTIE = {"id": "Interceptor/Sortie-v0"}


def config_with(**changes: Any) -> Config:
    return make_config(VALUES | changes, "test")


def learner_with(**changes: Any) -> Learner:
    learner = new_learner(config_with(**changes), 0)
    learner.set_logger(silent_logger())
    return learner


def weights_after(learner: Learner, updates: int) -> dict[str, Any]:
    for _ in range(updates):
        learner.collect_rollouts(lambda env: None)
        learner.learn()
    return {name: tensor.clone() for name, tensor in learner.model.policy.state_dict().items()}


def test_masks_are_obeyed_and_the_memory_is_that_of_the_decision() -> None:
    learner = learner_with()
    learner.collect_rollouts(lambda env: None)
    learner.collect_rollouts(lambda env: None)  # its first decisions are in the midst of wars
    buffer: Any = learner.model.rollout_buffer
    legal = np.take_along_axis(buffer.observations[MASK_KEY], buffer.actions.astype(np.int64), axis=2)
    assert legal.all() and buffer.episode_starts.any()
    policy: Any = learner.model.policy
    for batch in buffer.get(64):
        real = batch.mask > 0
        _, log_probs, _ = policy.evaluate_actions(
            batch.observations, batch.actions.long().flatten(), batch.lstm_states, batch.episode_starts
        )
        assert torch.allclose(log_probs[real], batch.old_log_prob[real], atol=1e-5)


def test_a_war_that_begins_has_an_empty_memory() -> None:
    learner = learner_with()
    assert isinstance(learner, RecurrentLearner)
    learner.collect_rollouts(lambda env: None)
    states = [part for state in learner.memory for part in state]
    assert all(part.abs().sum() > 0 for part in states)
    learner.starts = np.ones_like(learner.starts)
    first, values, _ = learner.choose(learner.env.masks)
    learner.memory = type(learner.memory)(
        *[tuple(torch.zeros_like(part) for part in state) for state in learner.memory]
    )
    assert torch.equal(values, learner.choose(learner.env.masks)[1]) and len(first) == 8


def test_an_agent_is_trained_saved_and_flown(tmp_path: Path) -> None:
    config = config_with()
    trainer = Trainer(config, 0, tmp_path, TrainingListener(lambda steps: None, lambda text: None))
    result = trainer.run()
    card = read_card(tmp_path / BEST)
    assert (card.algorithm, card.steps, card.made_by) == ("RecurrentPPO", result["best"]["steps"], ["PPO"])
    assert isinstance(load_policy(str(tmp_path / BEST)), RecurrentPolicy)
    seeds = np.arange(5, dtype=np.uint64)
    saved, own = load_policy(str(tmp_path / LAST)), policy_of(trainer.learner, "own")
    flights = [fly_wars(policy, config.env.spec(), seeds) for policy in (saved, own)]
    assert flights[0].finished.all() and flights[0].illegal.sum() == 0
    np.testing.assert_array_equal(flights[0].results, flights[1].results)
    np.testing.assert_array_equal(flights[0].decisions, flights[1].decisions)


def test_a_training_that_goes_on_ends_in_the_same_weights(tmp_path: Path) -> None:
    learner = learner_with()
    weights_after(learner, 1)
    save_checkpoint(learner, {}, tmp_path)
    there = weights_after(learner, 2)
    other = learner_with()
    load_checkpoint(other, tmp_path)
    again = weights_after(other, 2)
    assert all(torch.equal(there[name], again[name]) for name in there)


@pytest.mark.parametrize("network", [VALUES["network"], {"kind": "mlp", "layers": [8]}])
def test_hidden_discards_are_a_shorter_observation_which_a_saved_agent_takes(
    network: dict[str, Any], tmp_path: Path
) -> None:
    config = config_with(env=SORTIE | {"discards": "hidden"}, network=network)
    trainer = Trainer(config, 0, tmp_path, TrainingListener(lambda steps: None, lambda text: None))
    trainer.run()
    saved, own, seeds = load_policy(str(tmp_path / LAST), "interceptor"), policy_of(trainer.learner, "own"), 5
    assert isinstance(saved, LearnedPolicy)
    spec, wars = config.env.spec(), np.arange(seeds, dtype=np.uint64)
    flights = [fly_wars(saved, spec, wars), fly_wars(own, spec, wars, details="hidden")]
    np.testing.assert_array_equal(flights[0].results, flights[1].results)


@each(
    "changes, said",
    [
        ({"device": "cuda"}, "device: got 'cuda', allowed is 'auto' with network.kind=lstm"),
        ({"ppo": VALUES["ppo"] | {"tables": 2}}, "ppo.tables: got 2, allowed is 1 with network.kind=lstm"),
        ({"score_missions": 9}, "score_missions: got 9, allowed is 0 with network.kind=lstm"),
        ({"start": {"agent": "a.zip"}}, "start: got {'agent': 'a.zip'}, allowed is {} with network.kind=lstm"),
        ({"precision": "auto"}, "precision: got 'auto', allowed is 'float32' for a network of kind lstm"),
        (
            {"env": SORTIE | {"discards": "hidden"}, "score_missions": 9},
            "score_missions: got 9, allowed is 0 with env.discards=hidden",
        ),
    ],
)
def test_what_a_memory_or_other_discards_do_not_have_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError) as error:
        config_with(**changes)
    assert str(error.value) == f"test: {said}"
