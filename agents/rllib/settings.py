"""A training's configuration as RLlib's own: the same files as train.py's, but for keys that RLlib has no place for."""

import math
from typing import Any

from pydantic import BaseModel
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from agents.rllib.module import MaskedModule
from agents.rllib.wars import MaskedWar
from agents.training.config import Config, DenseNetwork, Schedule
from agents.training.reading import ConfigError
from agents.training.scale import scale_of

FOLLOWED = {
    "": {"name", "env", "steps", "num_envs", "network", "ppo", "reward_scale", "checkpoint_every", "seeds"},
    "ppo": {
        "n_steps", "batch_size", "epochs", "gamma", "gae_lambda", "learning_rate", "learning_rate_schedule", "clip",
        "entropy", "entropy_schedule", "value", "max_grad_norm",
    },
}  # fmt: skip
"""Keys that a training with RLlib goes by, by the part they are in."""


def check_keys(part: BaseModel, place: str) -> None:
    """Refuse a key that is set and would do nothing.

    Raises:
        ConfigError: there is one.
    """
    for key in sorted(part.model_fields_set - FOLLOWED[place]):
        full = f"{place}.{key}" if place else key
        raise ConfigError(
            f"{full}: RLlib's training does not go by it, allowed is {', '.join(sorted(FOLLOWED[place]))}"
        )


def check_config(config: Config, runners: int) -> None:
    """Refuse what RLlib cannot do.

    Raises:
        ConfigError: one line says what.
    """
    check_keys(config, "")
    check_keys(config.ppo, "ppo")
    if not isinstance(config.network, DenseNetwork):
        raise ConfigError("network.kind: got 'structured', allowed is 'mlp': RLlib builds the network")
    if runners < 0 or config.num_envs % max(runners, 1):
        raise ConfigError(f"runners: got {runners}, allowed is 0 or a divisor of num_envs = {config.num_envs}")


def scheduled(start: float, schedule: Schedule, steps: int) -> Any:
    """A schedule in RLlib's words."""
    return start if schedule == "constant" else [[0, start], [steps, 0.0]]


def settings_of(config: Config, seed: int, runners: int, begun: int) -> PPOConfig:
    """RLlib's configuration of one training.

    Args:
        config: what to do; see :func:`check_config`.
        seed: the training seed.
        runners: processes that fly; 0 to fly in the one that learns.
        begun: decisions taken before, in a training that goes on.
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
        .environment(MaskedWar, env_config=war)
        .framework("torch")
        .env_runners(
            num_env_runners=runners,
            num_envs_per_env_runner=config.num_envs // each,
            rollout_fragment_length=ppo.n_steps,
        )
        .fault_tolerance(restart_failed_env_runners=False)  # an illegal action must not go unheard
        .training(
            train_batch_size_per_learner=config.num_envs * ppo.n_steps,
            minibatch_size=ppo.batch_size,
            num_epochs=ppo.epochs,
            gamma=ppo.gamma,
            lambda_=ppo.gae_lambda,
            lr=scheduled(ppo.learning_rate, ppo.learning_rate_schedule, config.steps),
            clip_param=ppo.clip,
            entropy_coeff=scheduled(ppo.entropy, ppo.entropy_schedule, config.steps),
            vf_loss_coeff=ppo.value,
            vf_clip_param=math.inf,
            grad_clip=ppo.max_grad_norm,
            grad_clip_by="global_norm",
            use_kl_loss=False,
        )
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule, model_config=network))
        .debugging(seed=seed, log_level="ERROR")
    )
