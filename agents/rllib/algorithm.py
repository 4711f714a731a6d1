"""The command ``python -m agents.rllib``: trainings with RLlib, each continued from a checkpoint in its folder.

The configuration has the form of those of train.py, without the keys that RLlib does not support. The network is that
of RLlib, with the mask applied to its logits.
"""

import argparse
import json
import math
import os
import shutil
import time
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import ray.exceptions
from pydantic import BaseModel
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.algorithms.ppo.torch.default_ppo_torch_rl_module import DefaultPPOTorchRLModule
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.utils.torch_utils import FLOAT_MIN

from agents.config_file import ConfigError, config_text
from agents.config_parts import DenseNetwork
from agents.evaluation.cluster import Cluster, check_address, first_line
from agents.rllib.masked_env import MaskedEnv
from agents.rllib.rllib_options import EXAMPLE_CONFIG
from agents.training.config import Config, Schedule, read_config, scale_of
from agents.training.run_folder import create_run, open_run, seed_folder
from stuka_env.envs.masks import MASK_KEY
from stuka_env.io.command_line import FailedError, Interrupted, command_here
from stuka_env.io.cores import usable_cores
from stuka_env.io.files import append_line, errors_naming

CHECKPOINT_PREFIX, PART_SUFFIX = "checkpoint-", ".part"
LOG = "log.jsonl"
"""Log with one line an update."""
OBSERVATIONS = "observations"
FOLLOWED = {
    "": {"name", "env", "steps", "num_envs", "network", "ppo", "reward_scale", "checkpoint_every", "seeds"},
    "ppo": {
        "n_steps", "batch_size", "epochs", "gamma", "gae_lambda", "learning_rate", "learning_rate_schedule", "clip",
        "entropy", "entropy_schedule", "value", "max_grad_norm",
    },
}  # fmt: skip
"""Supported keys by part of the configuration."""


# --- the network ---


def without_mask(batch: dict[str, Any]) -> dict[str, Any]:
    """Return the batch with the observations alone, as RLlib's network reads it."""
    return {**batch, Columns.OBS: batch[Columns.OBS][OBSERVATIONS]}


def mask_logits(answer: dict[str, Any], batch: dict[str, Any]) -> dict[str, Any]:
    """Return the answer with the logits of illegal actions at the minimum, so that their probability is 0."""
    logits = answer[Columns.ACTION_DIST_INPUTS]
    answer[Columns.ACTION_DIST_INPUTS] = logits.masked_fill(batch[Columns.OBS][MASK_KEY] == 0, FLOAT_MIN)
    return answer


class MaskedModule(DefaultPPOTorchRLModule):
    """RLlib's network for ``{"observations": (N, L), "action_mask": (N, n)}``; masked actions have probability 0."""

    def __init__(self, *, observation_space: gymnasium.spaces.Dict, **keywords: Any) -> None:
        super().__init__(observation_space=observation_space[OBSERVATIONS], **keywords)
        self.observation_space = observation_space

    def _forward(self, batch: dict[str, Any], **keywords: Any) -> dict[str, Any]:
        return mask_logits(super()._forward(without_mask(batch), **keywords), batch)

    def _forward_train(self, batch: dict[str, Any], **keywords: Any) -> dict[str, Any]:
        return mask_logits(super()._forward_train(without_mask(batch), **keywords), batch)

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """Return the values, ``(N,)``, computed from ``embeddings`` if given."""
        return super().compute_values(without_mask(batch), embeddings)


# --- RLlib's own configuration ---


def check_keys(part: BaseModel, place: str) -> None:
    """Refuse keys that are set and not supported.

    Raises:
        ConfigError: The part has such a key.
    """
    for key in sorted(part.model_fields_set - FOLLOWED[place]):
        full = f"{place}.{key}" if place else key
        raise ConfigError(
            f"{full}: a training with RLlib does not use it, allowed is {', '.join(sorted(FOLLOWED[place]))}"
        )


def check_config(config: Config, runners: int) -> None:
    """Refuse a configuration or a number of runners that RLlib does not support.

    Raises:
        ConfigError: The message is one line.
    """
    check_keys(config, "")
    check_keys(config.ppo, "ppo")
    if not isinstance(config.network, DenseNetwork):
        raise ConfigError(f"network.kind: got {config.network.kind!r}, allowed is 'mlp': RLlib builds the network")
    if config.network.roster:
        raise ConfigError("network.roster: got true, allowed is false: RLlib builds the network")
    if runners < 0 or config.num_envs % max(runners, 1):
        raise ConfigError(f"runners: got {runners}, allowed is 0 or a divisor of num_envs = {config.num_envs}")


def rllib_schedule(start: float, schedule: Schedule, steps: int) -> Any:
    """Return a schedule as RLlib takes it."""
    return start if schedule == "constant" else [[0, start], [steps, 0.0]]


def settings_of(config: Config, seed: int, runners: int, begun: int) -> PPOConfig:
    """Return RLlib's configuration of one training.

    Args:
        config: A configuration that :func:`check_config` accepts.
        seed: The training seed.
        runners: Number of processes that fly; with 0 the learning process flies.
        begun: Number of decisions taken before a training is resumed.
    """
    assert isinstance(config.network, DenseNetwork)
    ppo, each = config.ppo, max(runners, 1)
    war = {
        "id": config.env.id,
        "keywords": config.env.given,
        "factor": scale_of(config.env, config.reward_scale).reward,
        "seed": seed,
        "begun": begun,
    }
    network = DefaultModelConfig(
        fcnet_hiddens=list(config.network.layers), fcnet_activation="relu", vf_share_layers=False
    )
    return (
        PPOConfig()
        .environment(MaskedEnv, env_config=war)
        .framework("torch")
        .env_runners(
            num_env_runners=runners,
            num_envs_per_env_runner=config.num_envs // each,
            rollout_fragment_length=ppo.n_steps,
        )
        .fault_tolerance(restart_failed_env_runners=False)  # an illegal action must end the training
        .training(
            train_batch_size_per_learner=config.num_envs * ppo.n_steps,
            minibatch_size=ppo.batch_size,
            num_epochs=ppo.epochs,
            gamma=ppo.gamma,
            lambda_=ppo.gae_lambda,
            lr=rllib_schedule(ppo.learning_rate, ppo.learning_rate_schedule, config.steps),
            clip_param=ppo.clip,
            entropy_coeff=rllib_schedule(ppo.entropy, ppo.entropy_schedule, config.steps),
            vf_loss_coeff=ppo.value,
            vf_clip_param=math.inf,
            grad_clip=ppo.max_grad_norm,
            grad_clip_by="global_norm",
            use_kl_loss=False,
        )
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule, model_config=network))
        .debugging(seed=seed, log_level="ERROR")
    )


# --- training ---


class Update(NamedTuple):
    """Figures of an update."""

    steps: int
    """Decisions so far."""
    score: float | None
    """Mean official score of the wars that ended recently; None before the first end."""
    wars: int
    """Number of wars that ended in this update."""
    entropy: float
    """Entropy of the policy over the legal actions, in nats."""
    seconds: float
    """Duration of the update."""


def checkpoints(folder: Path) -> list[Path]:
    """Return the complete checkpoints in a folder, the oldest first."""
    return sorted(path for path in folder.glob(f"{CHECKPOINT_PREFIX}*") if path.suffix != PART_SUFFIX)


def steps_of(checkpoint: Path) -> int:
    """Return the number of decisions taken before a checkpoint."""
    return int(checkpoint.name.removeprefix(CHECKPOINT_PREFIX))


def save(algorithm: Algorithm, folder: Path, steps: int) -> Path:
    """Write a checkpoint, then delete the previous ones, and return its path."""
    before = checkpoints(folder)
    path = folder / f"{CHECKPOINT_PREFIX}{steps:011}"
    part = path.with_name(path.name + PART_SUFFIX)
    shutil.rmtree(part, ignore_errors=True)
    with errors_naming(path):
        algorithm.save_to_path(str(part.resolve()))
        os.replace(part, path)
    for old in before:
        if old != path:
            shutil.rmtree(old)
    return path


def update_of(result: dict[str, Any], points: float, seconds: float) -> Update:
    """Return the figures of an update from RLlib's result; ``points`` are those of a reward of 1."""
    runners = result["env_runners"]
    mean = runners.get("episode_return_mean")
    return Update(
        steps=int(result["num_env_steps_sampled_lifetime"]),
        score=None if mean is None or mean != mean else float(mean) * points,
        wars=int(runners.get("num_episodes", 0)),
        entropy=float(result["learners"]["default_policy"]["entropy"]),
        seconds=seconds,
    )


def train_seed(config: Config, seed: int, runners: int, folder: Path) -> Path:
    """Train to the end, from the last checkpoint in ``folder`` if there is one, and return the final checkpoint.

    Args:
        config: A configuration that :func:`check_config` accepts.
        seed: The training seed.
        runners: Number of processes that fly; with 0 this process flies.
        folder: Folder of the checkpoints and the log.
    """
    folder.mkdir(parents=True, exist_ok=True)
    last = next(reversed(checkpoints(folder)), None)
    steps = 0 if last is None else steps_of(last)
    if last is not None and steps >= config.steps:
        return last
    algorithm = settings_of(config, seed, runners, steps).build_algo()
    try:
        if last is not None:
            algorithm.restore_from_path(str(last.resolve()))
        return update_to_end(algorithm, config, folder, steps)
    finally:
        algorithm.stop()


def update_to_end(algorithm: Algorithm, config: Config, folder: Path, steps: int) -> Path:
    """Update until all decisions have been taken, and return the final checkpoint."""
    points, saved = scale_of(config.env, config.reward_scale).points, steps
    while True:
        began = time.perf_counter()
        update = update_of(algorithm.train(), points, time.perf_counter() - began)
        append_line(folder / LOG, json.dumps(update._asdict()))
        score = "   -  " if update.score is None else f"{update.score:6.1f}"
        print(f"{update.steps:>11,} decisions: {score} points, {update.seconds:.1f} s", flush=True)
        done = update.steps >= config.steps
        if done or update.steps - saved >= config.checkpoint_every:
            path = save(algorithm, folder, update.steps)
            saved = update.steps
        if done:
            return path


def read_run(given: argparse.Namespace) -> tuple[Config, Path]:
    """Return the configuration and the folder of the run; a new folder is made after all checks.

    Raises:
        ValueError: The options or the configuration cannot be used; the message is one line.
    """
    if given.resume is not None:
        if given.config or given.set:
            raise ConfigError("resume: a run goes on with its own configuration, without --config and --set")
        config, run = open_run(Path(given.resume)), Path(given.resume)
        check_config(config, given.runners)
        return config, run
    config = read_config(Path(given.config or EXAMPLE_CONFIG), given.set)
    check_config(config, given.runners)
    # Only the values that are set: a default that is written out would be refused when the run is resumed.
    return config, create_run(Path(given.output), config.name, config_text(config, only_set=True))


def run(given: argparse.Namespace) -> int:
    """Run the command and return its exit status.

    Raises:
        ValueError: The options or the configuration cannot be used; the message is one line.
        FailedError: Ray or a training has failed.
    """
    address = check_address(given.ray)
    config, run_folder = read_run(given)
    seeds = f"seeds {config.seeds}, in {run_folder}"
    print(f"{config.name}: {config.steps:,} decisions for {config.env.id}, {seeds}", flush=True)
    try:
        with Cluster(address, max(usable_cores(), given.runners + 1)):
            for seed in config.seeds:
                print(f"seed {seed}: {train_seed(config, seed, given.runners, seed_folder(run_folder, seed))}")
    except KeyboardInterrupt:
        raise Interrupted(f"{command_here('python', '-m', 'agents.rllib', '--resume', run_folder)} goes on") from None
    except (ray.exceptions.RayError, OSError, ValueError) as error:
        raise FailedError(first_line(error)) from None
    return 0
