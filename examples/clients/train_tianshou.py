"""Tianshou: DQN and PPO with masks.

Its Q-learners mask if the observation is a dict with the keys `obs` and `mask`. The best action, the exploring action
and the action of the target are then legal. `MaskInObservation` gives the parts these names. Its actor-critic
algorithms do not mask by themselves. They pass the whole observation to the actor, when it chooses and when it learns,
so an actor of your own applies the mask to its logits: `MaskedActor` below. Tianshou resets missions itself, in single
environments side by side.
"""

# --- recipe ---
from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN, PPO
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams, OnPolicyTrainerParams
from tianshou.utils.net.common import AbstractDiscreteActor, Net
from torch import nn

from stuka_env.wrappers import MaskInObservation

MISSIONS = 10


def mission() -> Any:
    """Make one mission for Tianshou."""
    return MaskInObservation(gymnasium.make("stuka_env:Stuka/Mission-v0", info="mask"), mask_key="mask", obs_key="obs")


def train(decisions: int = 20_000, seed: int = 0) -> Any:
    """Train double DQN with decreasing exploration; return an agent of observations and masks of N missions."""
    torch.manual_seed(seed)
    np.random.seed(seed)  # noqa: NPY002  it draws from this one
    missions = DummyVectorEnv([mission] * MISSIONS)
    missions.seed(seed)
    actions = mission().action_space
    network = Net(state_shape=(626,), action_shape=actions.n, hidden_sizes=(128, 128))
    policy = DiscreteQLearningPolicy(model=network, action_space=actions, eps_training=1.0)
    algorithm = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,
        n_step_return_horizon=5,
        target_update_freq=200,
    )
    collector = Collector(algorithm, missions, VectorReplayBuffer(20_000, MISSIONS), exploration_noise=True)
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=10,
            epoch_num_steps=decisions // 10,
            collection_step_num_env_steps=MISSIONS,
            batch_size=128,
            update_step_num_gradient_steps_per_sample=0.1,
            training_fn=lambda epoch, step: policy.set_eps_training(max(0.05, 1.0 - 2 * step / decisions)),
            test_collector=None,
            show_progress=False,
            verbose=False,
        )
    )

    def agent(seen: Any, masks: Any) -> Any:
        return policy(Batch(obs=Batch(obs=seen, mask=masks), info=Batch())).act

    return agent


def dense(outputs: int) -> nn.Module:
    """Return a network with two hidden layers."""
    return nn.Sequential(nn.Linear(626, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, outputs))


class MaskedActor(AbstractDiscreteActor):
    """Logits with probability 0 for illegal actions."""

    def __init__(self, actions: int) -> None:
        super().__init__(actions)
        self.network = dense(actions)

    def get_preprocess_net(self) -> Any:
        """Return the network, which has no part before it."""
        return self.network

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> Any:
        """Return the logits of the observations ``obs.obs`` with the masks ``obs.mask``."""
        illegal = torch.as_tensor(obs.mask) == 0
        return self.network(torch.as_tensor(obs.obs)).masked_fill(illegal, -1e9), state


class Critic(nn.Module):
    """A value function."""

    def __init__(self) -> None:
        super().__init__()
        self.network = dense(1)

    def forward(self, obs: Any, **rest: Any) -> Any:
        """Return the values of the observations ``obs.obs``."""
        return self.network(torch.as_tensor(obs.obs))


def train_ppo(decisions: int = 20_000, seed: int = 0) -> Any:
    """Train PPO; return an agent of observations and masks of N missions."""
    torch.manual_seed(seed)
    np.random.seed(seed)  # noqa: NPY002  it draws from this one
    missions = DummyVectorEnv([mission] * MISSIONS)
    missions.seed(seed)
    actions = mission().action_space
    policy = DiscreteActorPolicy(actor=MaskedActor(int(actions.n)), action_space=actions)
    algorithm = PPO(
        policy=policy,
        critic=Critic(),
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.0,
        max_grad_norm=0.5,
    )
    algorithm.run_training(
        OnPolicyTrainerParams(
            training_collector=Collector(algorithm, missions, VectorReplayBuffer(2000, MISSIONS)),
            max_epochs=1,
            epoch_num_steps=decisions,
            collection_step_num_env_steps=2000,
            update_step_num_repetitions=4,
            batch_size=250,
            test_collector=None,
            show_progress=False,
            verbose=False,
        )
    )

    @torch.no_grad()
    def agent(seen: Any, masks: Any) -> Any:
        return policy(Batch(obs=Batch(obs=seen, mask=masks), info=Batch())).act.numpy()

    return agent


# --- end ---

if __name__ == "__main__":
    import sys

    from flying import Trained, main

    trainings = [
        Trained("DQN, DummyVectorEnv of 10 missions", train),
        Trained("PPO, mask in the actor, DummyVectorEnv of 10 missions", train_ppo),
    ]
    sys.exit(main("tianshou", trainings))
