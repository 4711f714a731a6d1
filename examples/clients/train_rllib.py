"""RLlib: PPO with its own masked network.

It masks with its network `ActionMaskingTorchRLModule`, which expects the keys `observations` and `action_mask`:
`MaskInObservation` makes them. RLlib's catalogue accepts `observation="mat"` behind its connector
`FlattenObservations`. Keep `info="mask"`, because RLlib copies infos, and the vectors of Gymnasium that it makes cannot
hold a war seed of 64 bits. RLlib 2.60 pins Gymnasium 1.2.2.

For longer trainings, more machines and checkpoints there is `python -m agents.rllib` in a clone.
"""

# --- recipe ---
import math
from typing import Any

import gymnasium
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from stuka_env.wrappers import MaskInObservation


def mission(settings: Any) -> Any:
    """Make one mission for RLlib; every process imports the module before the colon first."""
    env = gymnasium.make("stuka_env:Stuka/Mission-v0", info="mask")
    return MaskInObservation(env, mask_key="action_mask", obs_key="observations")


def train(decisions: int = 20_000, seed: int = 0) -> Any:
    """Train PPO; return an agent of observations and masks of N missions."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    register_env("mission", mission)
    network = DefaultModelConfig(fcnet_hiddens=[128, 128], vf_share_layers=False)
    config = (
        PPOConfig()
        .environment("mission")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .training(
            train_batch_size_per_learner=2000,
            minibatch_size=250,
            num_epochs=4,
            lr=1e-3,
            gamma=1.0,
            lambda_=0.95,
            use_kl_loss=False,
            vf_clip_param=math.inf,
            grad_clip=0.5,
        )
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=network))
        .debugging(seed=seed, log_level="ERROR")
    )
    algorithm = config.build_algo()
    steps = 0
    while steps < decisions:
        steps = algorithm.train()["num_env_steps_sampled_lifetime"]
    network = algorithm.get_module()

    @torch.no_grad()
    def agent(seen: Any, masks: Any) -> Any:
        parts = {"observations": torch.as_tensor(seen), "action_mask": torch.as_tensor(masks)}
        logits = network.forward_inference({Columns.OBS: parts})[Columns.ACTION_DIST_INPUTS]
        chances: Any = torch.distributions.Categorical(logits=logits)
        return chances.sample().numpy()

    return agent


# --- end ---

if __name__ == "__main__":
    import sys

    from flying import Trained, main

    sys.exit(main("rllib", [Trained("PPO, ActionMaskingTorchRLModule", train)]))
