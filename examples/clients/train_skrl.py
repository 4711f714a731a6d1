"""skrl: PPO with masks.

It does not mask by itself, but the policy is a class of your own. Set `mask_in_observation=True`, split the flat tensor
that skrl makes of the observation (`unflatten_tensorized_space`), and apply the mask to the logits. Its memory stores
the observation including the mask, so the policy sees the same mask when it learns. A vector environment needs only
`wrap_env`. The trainer counts every step as part of a mission, so set `autoreset_mode="same_step"`. `info="none"` omits
infos that skrl does not use. `headless` turns off the trainer's rendering, which is on by default.
"""

# --- recipe ---
from typing import Any

import gymnasium
import torch
from skrl import config
from skrl.agents.torch.ppo import PPO, PPO_CFG
from skrl.envs.wrappers.torch import wrap_env
from skrl.memories.torch import RandomMemory
from skrl.models.torch import CategoricalMixin, DeterministicMixin, Model
from skrl.trainers.torch import SequentialTrainer
from skrl.utils import set_seed
from skrl.utils.spaces.torch import unflatten_tensorized_space
from torch import nn

MISSIONS, STEPS, BATCH = 16, 125, 250


def dense(inputs: int, outputs: int) -> nn.Module:
    """Return a network with two hidden layers."""
    return nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, outputs))


def parts(model: Any, inputs: Any) -> Any:
    """Return the observation of the environment with its mask."""
    return unflatten_tensorized_space(model.observation_space, inputs["observations"])


class Policy(CategoricalMixin, Model):
    """A policy with probability 0 for illegal actions."""

    def __init__(self, **spaces: Any) -> None:
        Model.__init__(self, **spaces)
        CategoricalMixin.__init__(self)
        self.network = dense(self.observation_space["observation"].shape[0], self.num_actions)

    def compute(self, inputs: Any, role: str = "") -> Any:
        """Return the logits."""
        seen = parts(self, inputs)
        return self.network(seen["observation"]).masked_fill(seen["action_mask"] == 0, -1e9), {}


class Value(DeterministicMixin, Model):
    """A value function."""

    def __init__(self, **spaces: Any) -> None:
        Model.__init__(self, **spaces)
        DeterministicMixin.__init__(self)
        self.network = dense(self.observation_space["observation"].shape[0], 1)

    def compute(self, inputs: Any, role: str = "") -> Any:
        """Return the value."""
        return self.network(parts(self, inputs)["observation"]), {}


def train(decisions: int = 20_000, seed: int = 0) -> Any:
    """Train PPO; return an agent of observations and masks of N missions."""
    config.torch.device = "cpu"
    set_seed(seed)
    missions = gymnasium.make_vec(
        "stuka_env:Stuka/Mission-v0", MISSIONS, mask_in_observation=True, info="none", autoreset_mode="same_step"
    )
    env = wrap_env(missions)
    spaces = {"observation_space": env.observation_space, "action_space": env.action_space, "device": env.device}
    policy = Policy(**spaces)
    settings = PPO_CFG(
        rollouts=STEPS,
        learning_epochs=4,
        mini_batches=MISSIONS * STEPS // BATCH,
        learning_rate=1e-3,
        discount_factor=1.0,
        gae_lambda=0.95,
        grad_norm_clip=0.5,
        experiment={"write_interval": 0, "checkpoint_interval": 0},
    )
    agent = PPO(
        models={"policy": policy, "value": Value(**spaces)},
        memory=RandomMemory(memory_size=STEPS, num_envs=MISSIONS, device=env.device),
        cfg=settings,
        **spaces,
    )
    course = {"timesteps": decisions // MISSIONS, "headless": True, "disable_progressbar": True}
    SequentialTrainer(env=env, agents=agent, cfg=course).train()

    @torch.no_grad()
    def fly(seen: Any, masks: Any) -> Any:
        logits = policy.network(torch.as_tensor(seen)).masked_fill(torch.as_tensor(masks) == 0, -1e9)
        chances: Any = torch.distributions.Categorical(logits=logits)
        return chances.sample().numpy()

    return fly


# --- end ---

if __name__ == "__main__":
    import sys

    from flying import Trained, main

    sys.exit(main("skrl", [Trained("PPO, mask in the policy, vector of 16 missions", train)]))
